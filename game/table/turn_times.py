"""The costs of a match's turns on its clocks, so that taking back and redoing gains no time.

A turn has one increment, one delay and one fresh period, no matter how often it is tried. Within a
turn in progress, taking back gives no time at all. A finished turn that is taken back whole gives
its time back if the match says so; a `Redo` of the turn costs the same time again. If the match
gives no time back, the time stays spent: the turn continues with the time at its end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.rules.events import Seat
from game.table.clock import ROUNDING_S, Clock, Left
from game.table.spec import ClockSpec


@dataclass(frozen=True, slots=True)
class TurnCost:
    """A finished turn: the reserves when it began, and its seat's reserve before its gifts.

    `gift` is the time that the seat got at the turn's end; `refund` is the part of `gift` that
    restored a begun period to its full length.
    """

    seat: Seat
    began: Left
    ended: float | None
    gift: float = 0.0
    refund: float = 0.0


@dataclass(frozen=True, slots=True)
class EarlierTry:
    """The time of a turn that was taken back.

    `used` are the turn's seconds; `refund` is the part of a period that is still to be deducted.
    """

    used: float
    refund: float


@dataclass(frozen=True, slots=True)
class ClocksAfter:
    """The clocks after going back: reserves, and the seconds that the open turn has used.

    `tries` are earlier tries of later turns, by number and seat.  `redone` has the seconds that
    each turn will cost if it is redone.
    """

    left: Left
    used: float
    tries: dict[tuple[int, Seat], EarlierTry]
    redone: dict[int, float]

    @property
    def out_of_time(self) -> Seat | None:
        """The seat that would have nothing left, if there is one."""
        return next((seat for seat, one in enumerate(self.left or ()) if one == 0.0), None)


class TurnTimes:
    """The costs of all finished turns, in order, and of turns taken back.

    With `give_back`, a turn that is taken back gives its time back.
    """

    def __init__(self, clock: Clock, give_back: bool) -> None:
        self.began = clock.snapshot()  # reserves when the turn in progress began
        self._give_back = give_back
        self._costs: list[TurnCost] = []
        self._tries: dict[tuple[int, Seat], EarlierTry] = {}
        self._redone: dict[int, float] = {}

    def forget_redo(self) -> None:
        """Forget the costs of turns that will not be redone."""
        self._redone.clear()

    def move_on(self, by: int, seats: int) -> None:
        """Move everybody on by this many of `seats`, with the costs of their turns."""
        self.began = _rotated(self.began, by)
        self._costs = [
            replace(cost, seat=(cost.seat - by) % seats, began=_rotated(cost.began, by))
            for cost in self._costs
        ]
        self._tries = {
            (number, (seat - by) % seats): one for (number, seat), one in self._tries.items()
        }

    def begun(self, clock: Clock, seat: Seat) -> None:
        """Continue with the time that `seat` had used for this turn before it was taken back."""
        earlier = self._tries.pop((len(self._costs), seat), None)
        if earlier is not None:
            clock.carry_on(seat, earlier.used, earlier.refund)
            self._tries[len(self._costs), seat] = EarlierTry(earlier.used, 0.0)

    def done(self, clock: Clock, seat: Seat, now: float, again: bool = False) -> float:
        """End a turn of `seat` and return its seconds.

        With `again`, the turn had been taken back and is redone.
        """
        number = len(self._costs)
        self._tries.pop((number, seat), None)
        cost = self._redone.pop(number, 0.0)
        if again and cost:
            clock.charge(seat, cost, now)
        used, done = _ended(clock, seat, self.began, now)
        self._costs.append(done)
        self.began = clock.snapshot()
        return used

    def closed(self, clock: Clock, now: float) -> float | None:
        """Confirm the last turn and return its seconds; None if it was not reopened."""
        if clock.opened is None or not self._costs:
            return None
        last = self._costs.pop()
        self.began = last.began
        return self.done(clock, last.seat, now)

    # -- going back ------------------------------------------------------------------------------

    def back(
        self, clock: Clock, keep: int, whole: bool, times: Sequence[float], now: float
    ) -> ClocksAfter | None:
        """Return the clocks after going back to turn `keep` (from 0); None if they just run on.

        With `whole`, nothing of that turn stays. `times` are the seconds of all finished turns.
        """
        open_turn = len(self._costs) - (clock.opened is not None)
        if keep >= open_turn:
            return None
        cost = self._costs[keep]
        if self._give_back:
            left = list(cost.began) if cost.began is not None else None
            if not whole and left is not None:
                left[cost.seat] = cost.ended
            first = keep if whole else keep + 1
            redone = {number: times[number] for number in range(first, open_turn)}
            used = 0.0 if whole else times[keep]
            return ClocksAfter(None if left is None else tuple(left), used, {}, redone)
        return self._spent(clock, keep, open_turn, times, now)

    def _spent(
        self, clock: Clock, keep: int, open_turn: int, times: Sequence[float], now: float
    ) -> ClocksAfter:
        """Return the clocks after going back without giving time back."""
        left = [clock.remaining(seat, now) for seat in range(clock.seats)]
        tries = {}
        if clock.user is not None:
            seat = clock.user
            refund = refund_of(clock.controls[seat], left[seat])
            left[seat] = _minus(left[seat], -refund)
            tries[open_turn, seat] = EarlierTry(clock.spent(now), refund)
        for number in range(keep, open_turn):
            cost = self._costs[number]
            first = number == keep
            withdrawn = cost.gift if first else cost.gift - cost.refund
            left[cost.seat] = _minus(left[cost.seat], withdrawn)
            if not first:
                tries[number, cost.seat] = EarlierTry(times[number], cost.refund)
        return ClocksAfter(tuple(left) if clock.timed else None, times[keep], tries, {})

    def go_back(self, clock: Clock, keep: int, after: ClocksAfter | None, seat: Seat) -> None:
        """Apply the clocks that `back` has returned; turn `keep` belongs to `seat`."""
        if after is not None:
            clock.restore(after.left, after.used, seat)
            self._tries.update(after.tries)
            self._redone.update(after.redone)
        elif clock.opened is not None:
            clock.stay_open()
        if keep < len(self._costs):
            self.began = self._costs[keep].began
            del self._costs[keep:]

    # -- records -----------------------------------------------------------------------------------

    def rebuild(self, clock: Clock, turns: Sequence[tuple[Seat, float]], to_move: Seat) -> None:
        """Compute the costs of finished turns from a record: their seats and seconds.

        `clock` shows the time after the last of these turns.  Time that was not charged, for
        example because of a slow line, shifts all reserves of its seat by the same amount.
        """
        past, costs = Clock(clock.controls), list[TurnCost]()
        for seat, seconds in turns:
            began = past.snapshot()
            past.run(seat, 0.0)
            costs.append(_ended(past, seat, began, seconds)[1])
        last = past.snapshot()
        past.charge(to_move, clock.used, 0.0)
        shifts = [
            0.0 if now is None or then is None or control is None or control.periods else now - then
            for now, then, control in zip(clock.left, past.left, clock.controls)
        ]
        self._costs = [
            replace(
                cost, began=_moved(cost.began, shifts), ended=_minus(cost.ended, -shifts[cost.seat])
            )
            for cost in costs
        ]
        self.began = _moved(last, shifts)


def _ended(clock: Clock, seat: Seat, began: Left, now: float) -> tuple[float, TurnCost]:
    """End a turn; return its seconds and its cost."""
    if clock.running == seat:
        clock.hold(now)
    ended = clock.left[seat]
    used = clock.turn_done(seat, now)
    after = clock.left[seat]
    gift = 0.0 if ended is None or after is None else after - ended
    return used, TurnCost(seat, began, ended, gift, refund_of(clock.controls[seat], ended))


def refund_of(control: ClockSpec | None, left: float | None) -> float:
    """Return the seconds that restore the running period to its full length."""
    if control is None or left is None or not 0 < left < control.behind:
        return 0.0
    return max(0.0, control.period * math.ceil(left / control.period - ROUNDING_S) - left)


def _minus(left: float | None, seconds: float) -> float | None:
    return None if left is None else max(0.0, left - seconds)


def _rotated(left: Left, by: int) -> Left:
    return None if left is None else (*left[by:], *left[:by])


def _moved(left: Left, shifts: Sequence[float]) -> Left:
    """Return reserves shifted by these amounts, never below 0."""
    if left is None:
        return None
    return tuple(_minus(one, -shift) for one, shift in zip(left, shifts))
