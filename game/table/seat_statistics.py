"""Facts about a finished match, for the result scene and the high scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules.events import Seat
from game.table.history import Turn
from game.table.match import Match


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """Facts about one seat.

    `longest_train` is the maximum number of jumps in one turn; `most_turned` is the maximum number
    of counters that one turn left with their other side up.  `turned` counts all flips, `turns` the
    turns; `seconds` is the time used.
    """

    seat: Seat
    won: bool
    turns: int
    longest_train: int
    most_turned: int
    turned: int
    seconds: float


def seat_statistics(match: Match, seat: Seat) -> SeatStatistics:
    """Return the statistics of the player now at `seat`, even while the match is running."""
    now = match.history.seat_now
    made = [turn.complete and now(turn.seat, turn.first) == seat for turn in match.turns]
    turns = [turn for turn, own in zip(match.turns, made) if own]
    outcome = match.outcome
    return SeatStatistics(
        seat=seat,
        won=outcome is not None and seat in outcome.winners,
        turns=len(turns),
        longest_train=max((turn.hops for turn in turns), default=0),
        most_turned=max((turn.changed for turn in turns), default=0),
        turned=sum(turn.turned for turn in turns),
        seconds=seconds_used(match, seat),
    )


def seconds_used(match: Match, seat: Seat) -> float:
    """Return the seconds of a seat's turns, including its last unfinished turn.

    Cards, result and library all show this number; only the clock knows the unfinished turn's time
    since its last action.
    """
    now_at = match.history.seat_now
    made = zip(match.turns, match.times)
    used = sum(time for turn, time in made if now_at(turn.seat, turn.first) == seat)
    return float(used + (match.clock.used if match.to_move == seat else 0.0))


def longest_train(turns: Sequence[Turn]) -> Turn | None:
    """Return the first turn with the most jumps; None if no turn has at least two jumps."""
    trains = [turn for turn in turns if turn.complete and turn.hops > 1]
    return max(trains, key=lambda turn: turn.hops, default=None)


def solo_seat(match: Match) -> Seat | None:
    """Return the seat of the only person among engines, or None."""
    people = [seat for seat, spec in enumerate(match.spec.seats) if spec.kind != "engine"]
    return people[0] if len(people) == 1 and len(match.spec.seats) > 1 else None


def strongest_engine(match: Match) -> int:
    """Return the highest level among the program's own engines at the table; 0 if there is none."""
    return max(seat.strength for seat in match.spec.seats)
