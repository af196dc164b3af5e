"""The history of a match: entries, one per action, and the turns they make up.  Values only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.rules.base import Action, State
from game.rules.events import Bid, Event, Flipped, Jumped, MarkerMoved, Outcome, Piece, Seat
from game.rules.kernel import RESULT, RUNNING, TURNS

AGREED = "agreed"  # stands for an end by agreement where an action would stand


@dataclass(frozen=True, slots=True)
class Entry:
    """One action as it was played, with the position before and after it.

    `action` None is an end by agreement.  `left` are the clocks before it and `used` the seconds
    the turn had taken, so that taking it back gives the time back.
    """

    before: State
    after: State
    action: Action | None
    events: tuple[Event, ...]
    seat: Seat
    left: tuple[float, ...] | None = None
    used: float = 0.0

    @property
    def text(self) -> str:
        return AGREED if self.action is None else self.action.text


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did before another acted: entries `first` to `end` (exclusive) of the history.

    `complete` is False for a turn in progress.
    """

    number: int
    seat: Seat
    first: int
    end: int
    entries: tuple[Entry, ...]
    complete: bool

    @property
    def text(self) -> str:
        return ",".join(entry.text for entry in self.entries)

    @property
    def before(self) -> State:
        return self.entries[0].before

    @property
    def after(self) -> State:
        return self.entries[-1].after

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for entry in self.entries for event in entry.events)

    @property
    def hops(self) -> int:
        """Jumps or leaps in the turn: the length of its train."""
        return sum(isinstance(event, Jumped) for event in self.events)

    @property
    def turned(self) -> int:
        """Counters that were turned over in the turn."""
        return sum(isinstance(event, Flipped) for event in self.events)

    @property
    def changed(self) -> int:
        """Counters that show another side after the turn than before it."""
        first: dict[str, Piece] = {}
        last: dict[str, Piece] = {}
        for event in self.events:
            if isinstance(event, Flipped):
                first.setdefault(event.point, event.before)
                last[event.point] = event.after
        return sum(first[point] != last[point] for point in first)

    @property
    def bid(self) -> int | None:
        return next((event.amount for event in self.events if isinstance(event, Bid)), None)

    @property
    def marker(self) -> int | None:
        """The marker's place after the turn, in a game with markers."""
        moved = [event.place for event in self.events if isinstance(event, MarkerMoved)]
        return moved[-1] if moved else None


def ends_turn(entry: Entry) -> bool:
    """Is the turn over after this entry?"""
    return (
        entry.action is None
        or entry.after[TURNS] != entry.before[TURNS]
        or entry.after[RESULT] != RUNNING
    )


def group_turns(entries: Sequence[Entry]) -> list[Turn]:
    """Entries in the turns they belong to, numbered from 1."""
    turns: list[Turn] = []
    first = 0
    for index, entry in enumerate(entries):
        whole = ends_turn(entry)
        if whole or index + 1 == len(entries):
            turns.append(
                Turn(
                    number=len(turns) + 1,
                    seat=entry.seat,
                    first=first,
                    end=index + 1,
                    entries=tuple(entries[first : index + 1]),
                    complete=whole,
                )
            )
            first = index + 1
    return turns


@dataclass(frozen=True, slots=True)
class Played:
    """An action was played, or played again after a take-back."""

    entry: Entry
    again: bool = False


@dataclass(frozen=True, slots=True)
class TakenBack:
    """These entries, last first, were taken back."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Reopened:
    """The match goes on after its end was taken back."""


Change = Played | TakenBack | Ended | Reopened


class Feed:
    """The changes of a match that one listener has not seen yet."""

    def __init__(self) -> None:
        self._waiting: list[Change] = []

    def put(self, changes: Iterable[Change]) -> None:
        self._waiting.extend(changes)

    def drain(self) -> list[Change]:
        """All changes since the last call, oldest first."""
        waiting, self._waiting = self._waiting, []
        return waiting
