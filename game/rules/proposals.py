"""Proposals: what anybody may ask of a match, as frozen values.  Events are what then happens.

Whoever plays (a person at the screen, hands on a sensor board, an engine, another machine) makes
one of these and offers it; the match accepts it whole or refuses it whole (`Accepted`, `Refused`).
Nothing here judges: `game.table.judge` does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.platform.errors import CodedError
from game.rules.base import Action, State
from game.rules.events import Outcome, Seat

By = Literal["person", "board", "engine", "remote", "clock", "record"]
Matter = Literal["draw", "end"]  # what can be agreed on: a draw; to end here and count what lies


@dataclass(frozen=True, slots=True)
class Play:
    """Play these actions one after the other.

    `start` is the position they were chosen in; in any other they are refused.  None is without
    that question.
    """

    actions: tuple[Action, ...]
    start: State | None = None
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Amend:
    """Since the position `start` exactly these actions were made.

    What was played otherwise since then is taken back, what is missing is played.  `start` is
    where the turn in progress began; with `earlier` it may be any position before that.
    """

    start: State
    actions: tuple[Action, ...] = ()
    earlier: bool = False
    by: By = "person"


@dataclass(frozen=True, slots=True)
class GoBack:
    """Take back until `length` actions are left; an end that was declared is taken back too."""

    length: int
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Redo:
    """Play again `count` of the actions that were taken back last."""

    count: int = 1
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Resign:
    """`seat` gives up: the other side wins."""

    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Offer:
    """`seat` offers all others a draw, or to end here and count what lies.

    Who has been offered the same already agrees by it.
    """

    what: Matter
    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Accept:
    """`seat` agrees to what is offered; once all have, it happens."""

    what: Matter
    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Decline:
    """`seat` does not agree to what is offered: the match goes on."""

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
    """All have agreed to this: a record tells so."""

    what: Matter
    by: By = "record"


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The running time is up: the other side wins."""

    by: By = "clock"


@dataclass(frozen=True, slots=True)
class Close:
    """The match ended as `outcome` says: a record tells how one was declared."""

    outcome: Outcome
    by: By = "record"


Negotiation = Offer | Accept | Decline | Withdraw  # what is said of an agreement
Proposal = Play | Amend | GoBack | Redo | Resign | Negotiation | AllAgreed | TimeUp | Close


@dataclass(frozen=True, slots=True)
class Accepted:
    """All of the proposal has happened; `events` of them, the first with the number `seq`.

    No events: the match was like that already.
    """

    seq: int
    events: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing of the proposal has happened.

    `why` says it as data: a code with its fields; `game.platform.errors.in_words` makes a
    sentence of it.
    """

    why: CodedError


Answer = Accepted | Refused
