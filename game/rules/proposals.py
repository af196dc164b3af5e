"""Proposals: requests to a match, as frozen values. Events are what happens afterwards.

A player (a person at the screen or at a sensor board, an engine, another machine) makes a proposal
and offers it. The match accepts or refuses it as a whole (`Accepted`, `Refused`). The decision is
made in `game.table.judge`, not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.platform.errors import CodedError
from game.rules.base import Action, State
from game.rules.events import Outcome, Seat

By = Literal["person", "board", "engine", "remote", "clock", "record"]
# Subjects of an agreement: a draw, or to end now and count the position.
Matter = Literal["draw", "end"]


@dataclass(frozen=True, slots=True)
class Play:
    """Play these actions one after the other.

    `start` is the position in which they were chosen; in any other position they are refused. None
    skips this check.
    """

    actions: tuple[Action, ...]
    start: State | None = None
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Amend:
    """Make the actions since the position `start` exactly these.

    Other actions since then are taken back, and missing ones are played. `start` is the beginning
    of the turn in progress; with `earlier` it may be any position before that.
    """

    start: State
    actions: tuple[Action, ...] = ()
    earlier: bool = False
    by: By = "person"


@dataclass(frozen=True, slots=True)
class GoBack:
    """Take back until `length` actions are left; a declared end is taken back too."""

    length: int
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Redo:
    """Replay `count` of the actions that were taken back last."""

    count: int = 1
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Resign:
    """`seat` gives up: the other side wins."""

    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Offer:
    """`seat` offers all others a draw, or to end now and count the position.

    If others have offered `seat` the same, the offer means agreement.
    """

    what: Matter
    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Accept:
    """`seat` agrees to an offer, which is carried out when all have agreed."""

    what: Matter
    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Decline:
    """`seat` does not agree to an offer: the match goes on."""

    what: Matter
    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """`seat` takes its own offer back."""

    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class AllAgreed:
    """All have agreed to this, as a record states."""

    what: Matter
    by: By = "record"


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The clock of the player to move has run out: the other side wins."""

    by: By = "clock"


@dataclass(frozen=True, slots=True)
class Close:
    """The match ended with `outcome`, as a record states for a declared end."""

    outcome: Outcome
    by: By = "record"


Negotiation = Offer | Accept | Decline | Withdraw  # proposals about an agreement
Proposal = Play | Amend | GoBack | Redo | Resign | Negotiation | AllAgreed | TimeUp | Close


@dataclass(frozen=True, slots=True)
class Accepted:
    """The whole proposal was carried out with `events` events, the first with the number `seq`.

    Without events, the match was already as proposed.
    """

    seq: int
    events: int


@dataclass(frozen=True, slots=True)
class Refused:
    """No part of the proposal was carried out.

    `why` is the reason as data: a code with its fields; `game.platform.errors.in_words` makes a
    sentence of it.
    """

    why: CodedError


Answer = Accepted | Refused
