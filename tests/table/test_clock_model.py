"""Through events in any order, the clocks of a match agree with a plain clock in the test.

All times are multiples of half a second, so that sums are exact and records store them exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.rules.proposals import (
    Accept,
    Accepted,
    Amend,
    Answer,
    Decline,
    GoBack,
    Offer,
    Play,
    Proposal,
    Redo,
    Refused,
    Withdraw,
)
from game.table.history import Ended
from game.table.match import Match
from game.table.record import dump, load
from game.table.spec import ClockSpec, two_people
from game.table.time_control import with_clocks

SETUPS = ("libra size=3 mode=target target=5", "more-or-less", "less seed=3")
CLOCKS = ("1", "20s+5", "20s delay 3", "10s byo 3x10", "turn 15", "1+5 / none", "none")
HALVES = st.integers(1, 30).map(lambda halves: halves / 2)


def free_of(control: ClockSpec, lag: float) -> float:
    return control.delay + lag


@dataclass
class PlainTime:
    """The time of one seat: its main time, and its periods (byo-yomi)."""

    control: ClockSpec
    lag: float = 0.0
    main: float = 0.0
    periods: int = 0

    def __post_init__(self) -> None:
        self.main, self.periods = self.control.total, self.control.periods

    def after(self, spent: float) -> tuple[float, float, int]:
        """Return main time, seconds in all periods, and whole periods after `spent` seconds."""
        cost = max(0.0, spent - free_of(self.control, self.lag))
        main, over = max(0.0, self.main - cost), max(0.0, cost - self.main)
        periods = self.periods
        while periods and over >= self.control.period:
            over -= self.control.period
            periods -= 1
        return main, max(0.0, periods * self.control.period - over), periods

    def left(self, spent: float) -> float:
        main, rest, _periods = self.after(spent)
        return main + rest

    def end(self, spent: float) -> None:
        self.main, _rest, self.periods = self.after(spent)
        self.main += self.control.increment


@dataclass
class PlainTurn:
    seat: int
    began: list[tuple[float, int]]  # each seat's main time and periods before the turn
    spent: float = 0.0


@dataclass
class PlainClock:
    """The times of all seats, counted turn by turn."""

    times: list[PlainTime | None]
    turns: list[PlainTurn] = field(default_factory=list)  # finished turns
    spent: float = 0.0  # seconds in the turn in progress
    redone: dict[int, float] = field(default_factory=dict)
    # Total thinking time in seconds, by turn and seat.
    thought: dict[tuple[int, int], float] = field(default_factory=dict)
    # Seconds spent in turns that are no longer known, by seat.
    sunk: dict[int, float] = field(default_factory=dict)

    def state(self) -> list[tuple[float, int]]:
        return [(0.0, 0) if one is None else (one.main, one.periods) for one in self.times]

    def set_state(self, state: list[tuple[float, int]]) -> None:
        for one, (main, periods) in zip(self.times, state):
            if one is not None:
                one.main, one.periods = main, periods

    def think(self, seat: int, seconds: float) -> None:
        self.spent += seconds
        key = len(self.turns), seat
        self.thought[key] = self.thought.get(key, 0.0) + seconds

    def lost(self, seat: int) -> float | None:
        """Return the time a seat would have left if no time were given back; None if unknown."""
        time = self.times[seat]
        if time is None or time.control.periods:
            return None
        finished = sum(turn.seat == seat for turn in self.turns)
        free = free_of(time.control, time.lag)
        spent = sum(max(0.0, s - free) for (_, whose), s in self.thought.items() if whose == seat)
        gained = time.control.increment * finished
        return time.control.total + gained - spent - self.sunk.get(seat, 0.0)


class ClockMachine(RuleBasedStateMachine):
    """A match whose clock runs, stops and goes back and forward, and its plain clock."""

    @initialize(
        setup=st.sampled_from(SETUPS),
        clock=st.sampled_from(CLOCKS),
        back=st.booleans(),
        lag=st.sampled_from([0.0, 0.5]),
    )
    def begin(self, setup: str, clock: str, back: bool, lag: float) -> None:
        self.match = Match(with_clocks(two_people(setup).with_(time_back=back), clock))
        self.back, self.lag, self.now, self.open = back, lag, 100.0, False
        self.plain = PlainClock(
            [None if one is None else PlainTime(one, lag) for one in self.match.spec.clocks]
        )
        self.match.clock.lag = [lag] * 2

    # -- the plain clock's view ------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat whose time runs: the mover's, even while a turn waits for confirmation."""
        return self.plain.turns[-1].seat if self.open else self.match.to_move

    def left(self, seat: int) -> float | None:
        """Return a seat's time left by the plain clock; None if unlimited or unknown."""
        time = self.plain.times[seat]
        if time is None:
            return None
        if not self.back:
            lost = self.plain.lost(seat)
            if lost is None or not self.open or seat != self.seat:
                return lost
            return lost - time.control.increment
        turn = self.plain.turns[-1] if self.open else None
        if turn is not None and turn.seat == seat:
            kept = PlainTime(time.control, time.lag)
            kept.main, kept.periods = turn.began[seat]
            return kept.left(turn.spent)
        return time.left(self.plain.spent if seat == self.seat and not self.open else 0.0)

    def submit(self, proposal: Proposal) -> Answer:
        """Submit a proposal; check that it is late exactly if the plain clock says so."""
        was_over = self.match.over
        before = self.match.seq
        left = [self.left(seat) for seat in (0, 1)]
        answer = self.match.submit(proposal, self.now)
        up = isinstance(answer, Refused) and answer.why.code == "time-up"
        known = [one for one in left if one is not None]
        if not was_over and (self.back or len(known) == sum(map(bool, self.match.spec.clocks))):
            assert up == any(one <= 0 for one in known)
        if up:
            events = [event for _seq, event in self.match.feed(before).drain()]
            ended = [event for event in events if isinstance(event, Ended)]
            assert len(ended) == 1
            assert ended[0].by == "clock"
            outcome = self.match.outcome
            assert outcome is not None
            assert outcome.reason == "time"
        return answer

    def follow(self, again: bool, before: int) -> None:
        """End, in the plain clock, the turns played since the match had `before` turns."""
        if self.open and self.match.turns[before - 1 :] and len(self.match.entries) > self.entries:
            self.confirm_plain()
        done = [turn for turn in self.match.turns if turn.complete]
        if not again:
            self.plain.redone.clear()
        for turn in done[before:]:
            plain, seat, number = self.plain, turn.seat, len(self.plain.turns)
            if again:
                plain.spent += plain.redone.pop(number, 0.0)
            spent = plain.spent if self.back else plain.thought.get((number, seat), 0.0)
            self.end_plain(seat, spent)

    def end_plain(self, seat: int, spent: float) -> None:
        plain = self.plain
        plain.turns.append(PlainTurn(seat, plain.state(), spent))
        time = plain.times[seat]
        if time is not None:
            time.end(spent)
        plain.spent = 0.0

    def confirm_plain(self) -> None:
        turn = self.plain.turns.pop()
        self.plain.set_state(turn.began)
        self.open = False
        self.end_plain(turn.seat, turn.spent)

    # -- what may happen -------------------------------------------------------------------------

    def going(self) -> bool:
        return not self.match.over

    @precondition(going)
    @rule(seconds=HALVES)
    def think(self, seconds: float) -> None:
        self.match.clock.run(self.seat, self.now)
        self.now += seconds
        if self.open:
            turn = self.plain.turns[-1]
            turn.spent += seconds
            key = len(self.plain.turns) - 1, turn.seat
            self.plain.thought[key] = self.plain.thought.get(key, 0.0) + seconds
        else:
            self.plain.think(self.seat, seconds)

    @rule(seconds=HALVES)
    def pause(self, seconds: float) -> None:
        self.match.clock.hold(self.now)
        self.now += seconds

    @precondition(going)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        action = data.draw(st.sampled_from(self.match.legal()))
        before, self.entries = len(self.plain.turns), len(self.match.entries)
        again = bool(self.match.undone) and self.match.undone[-1].action == action
        if isinstance(self.submit(Play((action,))), Accepted):
            redone = dict(self.plain.redone)
            self.follow(False, before)
            if again:  # later turns can still be redone
                done = len(self.plain.turns)
                self.plain.redone = {n: s for n, s in redone.items() if n >= done}

    @precondition(going)
    @rule(actions=st.integers(1, 9))
    def take_back(self, actions: int) -> None:
        self.go_back(max(0, len(self.match.entries) - actions))

    @precondition(going)
    @rule(turns=st.integers(1, 4))
    def take_turns_back(self, turns: int) -> None:
        if self.match.turns:
            self.go_back(self.match.turns[max(0, len(self.match.turns) - turns)].first)

    def go_back(self, length: int) -> None:
        if length >= len(self.match.entries):
            return
        turn = next(turn for turn in self.match.turns if turn.end > length)
        if isinstance(self.submit(GoBack(length)), Refused):
            return
        plain, keep, whole = self.plain, turn.number - 1, turn.first == length
        finished = len(plain.turns) - self.open
        if keep < finished:
            self.plain_back(keep, whole, finished)
        elif self.open:  # the open turn is in progress again
            cut = plain.turns.pop()
            plain.set_state(cut.began)
            plain.spent = cut.spent
        self.open = False

    def plain_back(self, keep: int, whole: bool, finished: int) -> None:
        plain = self.plain
        cut = plain.turns[keep]
        for (number, seat), seconds in plain.thought.items():
            time = plain.times[seat]
            if number > keep and time is not None and time.control.periods:
                plain.sunk[seat] = plain.sunk.get(seat, 0.0) + seconds
        if self.back:
            first = keep if whole else keep + 1
            plain.redone.update({n: plain.turns[n].spent for n in range(first, finished)})
            plain.spent = 0.0 if whole else cut.spent
            plain.set_state(cut.began)
        else:
            plain.spent = cut.spent
        del plain.turns[keep:]

    @precondition(going)
    @rule(count=st.integers(1, 6))
    def redo(self, count: int) -> None:
        before, self.entries = len(self.plain.turns), len(self.match.entries)
        if isinstance(self.submit(Redo(count)), Accepted):
            self.follow(True, before)

    @precondition(going)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Replace the last finished turn, as a person at a board does; its time stays spent."""
        done = [turn for turn in self.match.turns if turn.complete]
        if not done or self.open or self.match.turn_begun:
            return
        number = len(done) - 1
        legal = self.match.game.legal(done[-1].before)
        action = data.draw(st.sampled_from(legal))
        if action == done[-1].entries[0].action:
            return
        answer = self.submit(Amend(done[-1].before, (action,), earlier=True, by="board"))
        if isinstance(answer, Refused):
            return
        plain, cut = self.plain, self.plain.turns[number]
        if self.back:
            plain.set_state(cut.began)
        plain.redone.clear()
        del plain.turns[number:]
        plain.spent = cut.spent
        self.entries = done[-1].first
        self.follow(False, number)

    @precondition(going)
    @rule(matter=st.sampled_from(["draw", "end"]), seat=st.integers(0, 1))
    def offer(self, matter: Any, seat: int) -> None:
        if self.match.offer is None:
            self.submit(Offer(matter, seat))

    @precondition(lambda self: not self.match.over and self.match.offer is not None)
    @rule(how=st.sampled_from([Accept, Decline, Decline, Withdraw]))
    def answer(self, how: type) -> None:
        offer = self.match.offer
        assert offer is not None
        if how is Withdraw:
            self.submit(Withdraw(offer.seat))
        else:
            self.submit(how(offer.what, 1 - offer.seat))

    @precondition(going)
    @rule()
    def wait_for_a_yes(self) -> None:
        """Make the turn just played wait for confirmation."""
        turns = self.match.turns
        if turns and turns[-1].complete and not self.open and not self.plain.spent:
            was = self.match.clock.opened
            self.match.reopen_turn()
            self.open = was is None and self.match.clock.opened is not None

    @precondition(lambda self: self.open and not self.match.over)
    @rule()
    def confirm(self) -> None:
        left = self.left(self.seat)
        self.match.close_turn(self.now)
        if left is not None:
            assert self.match.over == (left <= 0)
        if not self.match.over:
            self.confirm_plain()

    @precondition(going)
    @rule()
    def put_away_and_go_on(self) -> None:
        """Save and load the match; a record has the time spent, but nothing that was taken back."""
        if (
            self.open
            or self.match.undone
            or any(one and one.periods for one in self.match.spec.clocks)
        ):
            return
        self.match.clock.hold(self.now)
        if self.match.clock.fallen(self.now) is not None or self.lag:
            return
        self.match = load(dump(self.match))
        plain = self.plain
        standing = {(n, turn.seat) for n, turn in enumerate(plain.turns)}
        standing.add((len(plain.turns), self.seat))
        for key in set(plain.thought) - standing:
            time, spent = plain.times[key[1]], plain.thought.pop(key)
            if time is not None:
                cost = max(0.0, spent - free_of(time.control, time.lag))
                plain.sunk[key[1]] = plain.sunk.get(key[1], 0.0) + cost

    # -- what must hold --------------------------------------------------------------------------

    @invariant()
    def clocks_agree(self) -> None:
        if not hasattr(self, "match") or self.match.over:
            return
        for seat in (0, 1):
            found, wanted = self.match.clock.remaining(seat, self.now), self.left(seat)
            if wanted is not None:
                assert found == max(0.0, wanted), (seat, found, wanted)
            elif found is not None:
                self.bounded(seat, found)

    def bounded(self, seat: int, found: float) -> None:
        """Check that a clock with periods, giving no time back, has only what the turns allow.

        Turns that were taken back may have made one more period whole, but only one.
        """
        first = self.plain.times[seat]
        assert first is not None
        time = PlainTime(first.control, first.lag)
        for number, turn in enumerate(self.plain.turns):
            if turn.seat == seat and not (self.open and number == len(self.plain.turns) - 1):
                time.end(self.plain.thought.get((number, seat), 0.0))
        running = len(self.plain.turns) - self.open
        slack = min(time.control.period, self.plain.sunk.get(seat, 0.0))
        assert found <= time.left(self.plain.thought.get((running, seat), 0.0)) + slack

    @invariant()
    def times_are_those_of_the_turns(self) -> None:
        if hasattr(self, "match") and self.back and not self.open and not self.match.over:
            assert self.match.times == [turn.spent for turn in self.plain.turns]


def test_no_order_of_events_gains_time() -> None:
    run_state_machine_as_test(
        ClockMachine, settings=settings(max_examples=100, stateful_step_count=40, deadline=None)
    )
