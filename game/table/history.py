"""The history of a match: entries, one per action, the turns that they form, and the events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules.base import Action, Game, State
from game.rules.events import Bid, Event, Flipped, Jumped, Outcome, Piece, Seat
from game.rules.kernel import RESULT, RUNNING, SEAT, TURNS
from game.rules.proposals import By, Matter

AGREED = "agreed"  # text of an entry that ends the game by agreement


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One action as it was played, with the position before and after it.

    An `action` of None is an end by agreement. `left` are the clocks at the start of the action's
    turn, `used` the seconds that the turn had taken before the action.
    """

    before: State
    after: State
    action: Action | None
    events: tuple[Event, ...]
    seat: Seat
    left: tuple[float | None, ...] | None = None
    used: float = 0.0

    @property
    def text(self) -> str:
        return AGREED if self.action is None else self.action.text


@dataclass(frozen=True, slots=True)
class Turn:
    """All actions that a seat made before another seat acted: entries `first` to `end` (exclusive).

    `complete` is False for a turn in progress.
    """

    number: int
    seat: Seat
    first: int
    end: int
    entries: tuple[HistoryEntry, ...]
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
        """Number of jumps or leaps in the turn: the length of its train."""
        return hops(self.entries)

    @property
    def turned(self) -> int:
        """Number of flips of counters in the turn."""
        return sum(isinstance(event, Flipped) for event in self.events)

    @property
    def changed(self) -> int:
        """Number of counters that show another side after the turn than before it."""
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


def hops(entries: Sequence[HistoryEntry]) -> int:
    """Count jumps or leaps among these entries."""
    return sum(isinstance(event, Jumped) for entry in entries for event in entry.events)


def ends_turn(entry: HistoryEntry) -> bool:
    """Return whether the turn is over after this entry."""
    return (
        entry.action is None
        or entry.after[TURNS] != entry.before[TURNS]
        or entry.after[SEAT] != entry.before[SEAT]
        or entry.after[RESULT] != RUNNING
    )


def swaps(entry: HistoryEntry) -> bool:
    """Return whether this entry moves everybody on by a seat."""
    return entry.action is not None and entry.action.kind == "swap"


def turn_after(before: Turn | None, entries: Sequence[HistoryEntry]) -> Turn:
    """Return the turn that these entries form after the turn `before`, or as the first for None."""
    first = before.end if before is not None else 0
    return Turn(
        number=before.number + 1 if before is not None else 1,
        seat=entries[0].seat,
        first=first,
        end=first + len(entries),
        entries=tuple(entries),
        complete=ends_turn(entries[-1]),
    )


class History:
    """Entries in order, the turns that they form, and the declared end, if there is one.

    `start` is the position before the first entry; by default, the game's own.

    A match has one history; code that shows a match with a delay has another that lags behind.
    """

    def __init__(self, game: Game, start: State | None = None) -> None:
        self.game = game
        self.start = game.start() if start is None else start
        self.entries: list[HistoryEntry] = []
        self.turns: list[Turn] = []
        self.declared: Outcome | None = None  # the end by resignation, time or an agreed draw

    @property
    def state(self) -> State:
        return self.entries[-1].after if self.entries else self.start

    @property
    def to_move(self) -> Seat:
        return self.game.to_move(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.declared or self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        return self.outcome is not None

    def seat_now(self, seat: Seat, length: int) -> Seat:
        """Return the present seat of the player who was at `seat` after `length` actions."""
        return (seat - sum(swaps(entry) for entry in self.entries[length:])) % self.game.seats

    @property
    def turn_begun(self) -> int:
        """Number of actions in the turn in progress."""
        return self.game.turn_begun(self.state)

    @property
    def begun(self) -> Turn | None:
        """The turn in progress; None before its first action."""
        return self.turns[-1] if self.turns and not self.turns[-1].complete else None

    def append(self, entry: HistoryEntry) -> None:
        """Append an action that was played."""
        self.entries.append(entry)
        begun = self.turns.pop().entries if self.begun is not None else ()
        self.turns.append(turn_after(self.turns[-1] if self.turns else None, (*begun, entry)))

    def cut(self, length: int) -> tuple[HistoryEntry, ...]:
        """Keep `length` entries and drop a declared end; return the removed entries, last first."""
        gone = tuple(reversed(self.entries[length:]))
        self.declared = None
        while self.turns and self.turns[-1].end > length:
            first = self.turns.pop().first
            if first < length:  # a part of the turn stays
                kept = self.entries[first:length]
                del self.entries[first:]
                for entry in kept:
                    self.append(entry)
                break
        del self.entries[length:]
        return gone

    def lay(self, turns: Sequence[Turn]) -> None:
        """Replace all turns by `turns`, each of which follows from the one before."""
        self.turns = list(turns)
        self.entries = [entry for turn in turns for entry in turn.entries]

    def copy(self) -> History:
        """Return an independent copy."""
        other = History(self.game, self.start)
        other.entries, other.turns = list(self.entries), list(self.turns)
        other.declared = self.declared
        return other


@dataclass(frozen=True, slots=True)
class Played:
    """An action was played, or was redone after a take-back."""

    entry: HistoryEntry
    again: bool = False
    by: By = "person"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """These entries, last first, were taken back."""

    entries: tuple[HistoryEntry, ...]
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over; `declared` is False if the end follows from the rules alone."""

    outcome: Outcome
    declared: bool = False
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Reopened:
    """The match goes on after its end was taken back."""

    by: By = "person"


@dataclass(frozen=True, slots=True)
class Offered:
    """`seat` offers a draw, or to end the game here; `Match.offer` holds the open offer."""

    what: Matter
    seat: Seat
    by: By = "person"


@dataclass(frozen=True, slots=True)
class Answered:
    """`seat` agrees to the open offer, or ends it by declining.

    After the last consent, the agreed event follows.
    """

    what: Matter
    seat: Seat
    agreed: bool
    by: By = "person"


@dataclass(frozen=True, slots=True)
class OfferGone:
    """The offer of `seat` is closed: `seat` withdrew it, or the match went on without it."""

    what: Matter
    seat: Seat
    withdrawn: bool
    by: By = "person"


MatchEvent = Played | TakenBack | Ended | Reopened | Offered | Answered | OfferGone


class Feed:
    """The events of a match that one listener has not seen yet.

    A feed holds the listener's place in the log. Events are numbered from 0, and a listener may lag
    behind for any time. A new listener begins with a snapshot (`wire_events.snapshot`) and the
    number of the next event.
    """

    def __init__(self, log: Sequence[MatchEvent], seen: int) -> None:
        self._log, self.seen = log, seen

    def drain(self) -> list[tuple[int, MatchEvent]]:
        """Return all events since the last call with their numbers, oldest first."""
        first, self.seen = self.seen, len(self._log)
        return list(enumerate(self._log[first:], first))
