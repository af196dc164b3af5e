"""The events of a tournament, and their form as JSON.

The log of a tournament is append-only: a correction is another event, and earlier events stay
readable.
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
    """An entry: one person, or two who play together. A `rating` of 0 means unknown."""

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
    """A check-in; it also brings back an entrant who has withdrawn."""

    entrant: int


@dataclass(frozen=True, slots=True)
class CheckedOut:
    """An entrant is absent for now."""

    entrant: int


@dataclass(frozen=True, slots=True)
class Withdrew:
    """An entrant leaves the tournament."""

    entrant: int


@dataclass(frozen=True, slots=True)
class ByeAsked:
    """An entrant will not play in round `round`, and gets half a point for it."""

    entrant: int
    round: int


@dataclass(frozen=True, slots=True)
class ByeCancelled:
    """An entrant will play in round `round` after all."""

    entrant: int
    round: int


@dataclass(frozen=True, slots=True)
class PairBarred:
    """Two entrants, such as relatives, must never be paired; `barred` False lifts this ban."""

    entrant: int
    other: int
    barred: bool = True


@dataclass(frozen=True, slots=True)
class EveningBegun:
    """Another evening begins: everybody must check in again."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game to be played: its table, its place in that table's order, and its players by seat.

    `sitting` is 1 for the first game of the round at the table, 2 for the next one.
    """

    table: int
    sitting: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SitOut:
    """An entrant without a game in a round; the entrant gets `points` half points.

    `why` is "bye", "asked", "absent" or "rest".
    """

    entrant: int
    points: int
    why: str


Grade = Literal["serious", "notable", "slight"]


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """An objection to a manual pairing: the key of its sentence, and the players in the sentence.

    `number` is the count or frequency in the sentence, if there is one.
    """

    grade: Grade
    key: str
    entrants: tuple[int, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A round: its games in order, and the entrants who sit out.

    `warnings` were shown to the organiser who paired the round by hand.
    """

    round: int
    pairs: tuple[PairedGame, ...]
    sits: tuple[SitOut, ...]
    by_hand: bool = False
    warnings: tuple[PairingWarning, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundUnpaired:
    """The pairing of the last round is removed before anything was played in it."""

    round: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A result that has been reported.

    `side` 0 or 1 is the side that reports it; -1 means that the played match does.
    """

    round: int
    game: int
    side: int
    result: PairingResult


@dataclass(frozen=True, slots=True)
class Ruled:
    """A result set or corrected by the organiser; for a correction, `why` is the reason."""

    round: int
    game: int
    result: PairingResult | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    """The tournament is over."""


@dataclass(frozen=True, slots=True)
class SelfCheckIn:
    """Whether everybody may check in at the door by name alone, on a phone."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class Undone:
    """The last operation is taken back: the events from number `first` on do not count."""

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
    """A line of the log: number, ISO date and time, author, and event."""

    seq: int
    at: str
    by: str
    event: Event


def to_data(event: Event) -> dict[str, Any]:
    """Return the fields of an event as plain data, ready for JSON."""
    data: dict[str, Any] = write(event)
    return data


def from_data(kind: str, data: Mapping[str, Any], seq: int = 0) -> Event:
    """Return the event made from data of `to_data`.

    Raises TournamentError for an unknown kind or field, FieldError for a damaged field.
    """
    found = KINDS.get(kind)
    if found is None or not {field.name for field in fields(found)} >= set(data):
        raise TournamentError("unknown-event", seq=seq, kind=kind)
    event: Event = read(found, data)
    return event
