"""The match: the one mutable thing.  Rules decide what is legal, the match remembers.

Holds the position, the history with undo and redo, the clock and how the match ended.  Time is
passed in as seconds.  Screen, engine and sensor board each read a `Feed` of changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from game.rules import parse_setup
from game.rules.base import Action, Game, State
from game.rules.errors import SetupError
from game.rules.events import Event, Outcome, Seat
from game.rules.kernel import BEGUN
from game.table.clock import Clock
from game.table.errors import MatchError
from game.table.history import (
    Change,
    Ended,
    Entry,
    Feed,
    Played,
    Reopened,
    TakenBack,
    Turn,
    ends_turn,
    group_turns,
)
from game.table.spec import MatchSpec, SeatSpec

RESULTS = ("p1win", "p2win")


class Match:
    """A match in progress.

    `game` may be given when it is known already; otherwise it is made of the setup.  `boards`
    gives the text of the user's own board files by path.  Raises RulesError.
    """

    def __init__(
        self,
        spec: MatchSpec,
        game: Game | None = None,
        boards: Mapping[str, str] | None = None,
        date: str = "",
    ) -> None:
        self.game = game or parse_setup(spec.setup, boards)
        if len(spec.seats) != self.game.seats:
            raise SetupError(
                "seats", setup=self.game.setup, count=len(spec.seats), wanted=self.game.seats
            )
        self.spec = spec
        self.boards: dict[str, str] = dict(boards or {})
        self.date = date  # ISO date and time of the start; "" is unknown
        self.clock = Clock(spec.clock, self.game.seats)
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        self.times: list[float] = []  # seconds of each finished turn
        self._declared: Outcome | None = None  # resigned, on time, draw agreed
        self._feeds: list[Feed] = []
        self._turns: list[Turn] | None = None

    # -- what is ---------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.entries[-1].after if self.entries else self.game.start()

    @property
    def to_move(self) -> Seat:
        return self.game.to_move(self.state)

    @property
    def seat(self) -> SeatSpec:
        """Who is to move."""
        return self.spec.seats[self.to_move]

    @property
    def outcome(self) -> Outcome | None:
        return self._declared or self.game.outcome(self.state)

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def turn_begun(self) -> int:
        """Actions played in the turn in progress."""
        return self.state[BEGUN]

    @property
    def turns(self) -> list[Turn]:
        if self._turns is None:
            self._turns = group_turns(self.entries)
        return self._turns

    @cached_property
    def solo(self) -> bool:
        """One person alone against engines."""
        kinds = [seat.kind for seat in self.spec.seats]
        return sum(kind != "engine" for kind in kinds) == 1 and len(kinds) > 1

    def legal(self) -> list[Action]:
        """Legal actions now; none when the match is over, however it ended."""
        return [] if self.over else self.game.legal(self.state)

    def feed(self) -> Feed:
        """A new listener's queue; it sees what happens from now on."""
        feed = Feed()
        self._feeds.append(feed)
        return feed

    # -- what happens ------------------------------------------------------------------------------

    def play(self, action: Action, now: float = 0.0) -> Entry:
        """Play one action.  Raises IllegalAction or MatchError."""
        if self.over:
            raise MatchError("match-over", action=action)
        step = self.game.play(self.state, action)
        entry = self._entry(action, step.state, step.events, now)
        if self.undone and self.undone[-1].action == action:
            self.undone.pop()
        else:
            self.undone.clear()
        self._append(entry, now)
        return entry

    def agree_end(self, now: float = 0.0) -> Entry:
        """Both agree to count what lies.  Raises MatchError where the rules know no such end."""
        step = None if self.over else self.game.agreed_end(self.state)
        if step is None:
            raise MatchError("no-agreed-end")
        entry = self._entry(None, step.state, step.events, now)
        self.undone.clear()
        self._append(entry, now)
        return entry

    def resign(self, seat: Seat, now: float = 0.0) -> Outcome:
        """`seat` gives up: the other side wins."""
        return self._declare(self._won_by(1 - seat % 2, "resigned"), now)

    def agree_draw(self, now: float = 0.0) -> Outcome:
        """Raises MatchError where the game knows no draw."""
        if not self.game.can_draw:
            raise MatchError("no-draw", game=self.game.title)
        return self._declare(Outcome("draw", (), "agreed"), now)

    def check_time(self, now: float) -> Outcome | None:
        """End the match if the running time is up: the other side wins."""
        seat = None if self.over else self.clock.fallen(now)
        if seat is None:
            return None
        return self._declare(self._won_by(1 - seat % 2, "time"), now)

    def declare(self, outcome: Outcome, now: float = 0.0) -> Outcome:
        """End the match as a record says it ended: by resignation, on time, by agreement."""
        return self._declare(outcome, now)

    # -- back and forth -------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        return bool(self.entries) or self._declared is not None

    @property
    def can_redo(self) -> bool:
        return bool(self.undone)

    def undo(self, now: float = 0.0) -> Entry | None:
        """Take back one action; an end that was declared is taken back by itself first."""
        if self._declared is not None:
            self._declared = None
            self._tell([Reopened()])
            return None
        if not self.entries:
            return None
        return self._take_back(len(self.entries) - 1)[0]

    def undo_turn(self, now: float = 0.0) -> tuple[Entry, ...]:
        """Take back the turn in progress, or the last whole turn when none is begun."""
        return self._take_back(self.turns[-1].first) if self.entries else ()

    def undo_to(self, length: int) -> tuple[Entry, ...]:
        """Take back until `length` entries are left."""
        return self._take_back(max(0, length)) if length < len(self.entries) else ()

    def undo_to_person(self) -> tuple[Entry, ...]:
        """Take back to the last turn that was a person's; engines' turns on the way go too."""
        for turn in reversed(self.turns):
            if self.spec.seats[turn.seat].kind != "engine":
                return self._take_back(turn.first)
        return ()

    def redo(self, now: float = 0.0) -> Entry | None:
        """Play again the action last taken back."""
        if not self.undone or self.over:
            return None
        entry = self.undone.pop()
        self._append(entry, now, again=True)
        return entry

    def redo_turn(self, now: float = 0.0) -> tuple[Entry, ...]:
        """Play again up to the end of a turn."""
        again: list[Entry] = []
        while self.undone:
            entry = self.redo(now)
            if entry is None:
                break
            again.append(entry)
            if ends_turn(entry):
                break
        return tuple(again)

    # -- inside ---------------------------------------------------------------------------------

    def _entry(
        self, action: Action | None, after: State, events: tuple[Event, ...], now: float
    ) -> Entry:
        return Entry(
            before=self.state,
            after=after,
            action=action,
            events=events,
            seat=self.to_move,
            left=self.clock.snapshot(),
            used=self.clock.spent(now),
        )

    def _append(self, entry: Entry, now: float, again: bool = False) -> None:
        was_over = self.over
        self.entries.append(entry)
        self._turns = None
        if ends_turn(entry):
            self.times.append(self.clock.turn_done(entry.seat, now))
        changes: list[Change] = [Played(entry, again)]
        outcome = self.outcome
        if outcome is not None and not was_over:
            self.clock.hold(now)
            changes.append(Ended(outcome))
        self._tell(changes)

    def _take_back(self, length: int) -> tuple[Entry, ...]:
        was_over = self.over
        gone = tuple(reversed(self.entries[length:]))
        del self.entries[length:]
        self.undone.extend(gone)
        self._declared = None
        self._turns = None
        finished = sum(turn.complete for turn in self.turns)
        del self.times[finished:]
        self.clock.restore(gone[-1].left, gone[-1].used)
        self._tell([TakenBack(gone), *([Reopened()] if was_over else [])])
        return gone

    def _declare(self, outcome: Outcome, now: float) -> Outcome:
        if self.over:
            raise MatchError("ended")
        self.clock.hold(now)
        self._declared = outcome
        self._tell([Ended(outcome)])
        return outcome

    def _won_by(self, side: int, reason: str) -> Outcome:
        return Outcome(RESULTS[side], self.game.side(side), reason)

    def _tell(self, changes: list[Change]) -> None:
        for feed in self._feeds:
            feed.put(changes)
