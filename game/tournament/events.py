"""What happens in a tournament, event by event, and how each is written as JSON.

The log of a tournament is only ever added to: a correction is one more event, and what was there
before stays to be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from game.platform.codec import read, rule, write
from game.tournament.errors import TournamentError
from game.tournament.plan import PairingResult, TournamentPlan


@dataclass(frozen=True, slots=True)
class Founded:
    plan: TournamentPlan


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry: one person, or two who play together.  `rating` 0 is unknown."""

    entrant: int
    names: tuple[str, ...]
    rating: int = 0
    club: str = ""


@dataclass(frozen=True, slots=True)
class Renamed:
    entrant: int
    names: tuple[str, ...]
    rating: int
    club: str


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """Checked in; whoever had withdrawn is back."""

    entrant: int


@dataclass(frozen=True, slots=True)
class CheckedOut:
    """Not here for now."""

    entrant: int


@dataclass(frozen=True, slots=True)
class Withdrew:
    """Plays no more."""

    entrant: int


@dataclass(frozen=True, slots=True)
class ByeAsked:
    """Will not play that round, and gets half a point for it."""

    entrant: int
    round: int


@dataclass(frozen=True, slots=True)
class ByeCancelled:
    """Will play that round after all."""

    entrant: int
    round: int


@dataclass(frozen=True, slots=True)
class PairBarred:
    """Two who are never to be paired, such as a family; `barred` False: they may be again."""

    entrant: int
    other: int
    barred: bool = True


@dataclass(frozen=True, slots=True)
class EveningBegun:
    """Another evening: everybody checks in anew."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game to be played: at which table, in which sitting there, by whom."""

    table: int
    sitting: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """Somebody without a game: half points, and why: "bye", "asked", "absent" or "rest"."""

    entrant: int
    points: int
    why: str


Grade = Literal["serious", "notable", "slight"]


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """What speaks against a pairing made by hand: a key of its sentence, and the players it names.

    `number` is how many, or how often, where the sentence says it.
    """

    grade: Grade
    key: str
    entrants: tuple[int, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round: its games in order, and who sits out.

    `warnings` were shown to the organiser who paired it by hand.
    """

    round: int
    pairs: tuple[PairedGame, ...]
    sits: tuple[SitOut, ...]
    by_hand: bool = False
    warnings: tuple[PairingWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundUnpaired:
    """The last round, before anything was played in it."""

    round: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A result named at its table.  `side` 0 or 1 says so; -1 is the match that was played."""

    round: int
    game: int
    side: int
    result: PairingResult


@dataclass(frozen=True, slots=True)
class Ruled:
    """A result given, or corrected, by the organiser; `why` is the reason of a correction."""

    round: int
    game: int
    result: PairingResult | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The tournament is over."""


@dataclass(frozen=True, slots=True)
class SelfCheckIn:
    """Whether everybody may check in at the door by their name alone, on a phone."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class Undone:
    """The last operation is taken back: the events from the number `first` on do not count."""

    first: int = field(metadata=rule(least=1))


Event = (
    Founded | Entered | Renamed | CheckedIn | CheckedOut | Withdrew | ByeAsked | ByeCancelled
    | PairBarred | EveningBegun | RoundPaired | RoundUnpaired | Claimed | Ruled
    | TournamentFinished | SelfCheckIn | Undone
)  # fmt: skip

KINDS: dict[str, type[Any]] = {
    "founded": Founded,
    "entered": Entered,
    "renamed": Renamed,
    "arrived": CheckedIn,
    "left": CheckedOut,
    "withdrew": Withdrew,
    "bye-asked": ByeAsked,
    "bye-cancelled": ByeCancelled,
    "pair-barred": PairBarred,
    "evening": EveningBegun,
    "drawn": RoundPaired,
    "taken-back": RoundUnpaired,
    "claimed": Claimed,
    "ruled": Ruled,
    "finished": TournamentFinished,
    "self-check-in": SelfCheckIn,
    "undone": Undone,
}
NAMES = {kind: name for name, kind in KINDS.items()}


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log: number, ISO date and time, who did it, and what."""

    seq: int
    at: str
    by: str
    event: Event


def to_data(event: Event) -> dict[str, Any]:
    """Return the fields of an event as plain data, ready for JSON."""
    data: dict[str, Any] = write(event)
    return data


def from_data(kind: str, data: Mapping[str, Any], seq: int = 0) -> Event:
    """Return the event of data from `to_data`.

    Raises TournamentError for an unknown kind or field, FieldError for a damaged one.
    """
    found = KINDS.get(kind)
    if found is None or not {field.name for field in fields(found)} >= set(data):
        raise TournamentError("unknown-event", seq=seq, kind=kind)
    event: Event = read(found, data)
    return event
