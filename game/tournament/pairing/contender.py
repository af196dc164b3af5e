"""What a pairing has to know of somebody: points, whom they met, where they sat.  Values only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.tournament.tournament import Entrant, Meeting, Tournament


@dataclass(frozen=True)
class Contender:
    """`number` is the start number, `score` in half points, `met` how often each other was met.

    `seats` has +1 for every game begun and -1 for every other, oldest first.  `byes` counts rounds
    won without a game.  `floated` is by how many half points the last opponent was below.
    """

    id: int
    number: int
    score: int = 0
    met: Counter[int] = field(default_factory=Counter)
    seats: tuple[int, ...] = ()
    byes: int = 0
    floated: int = 0

    @property
    def balance(self) -> int:
        """Games begun more than not."""
        return sum(self.seats)


def contenders(tournament: Tournament, entrants: list[Entrant]) -> list[Contender]:
    """Those who are to be paired now, by their start numbers."""
    numbers = tournament.start_numbers
    found = [_contender(tournament, entrant.id, numbers[entrant.id]) for entrant in entrants]
    return sorted(found, key=lambda contender: contender.number)


def _contender(tournament: Tournament, entrant: int, number: int) -> Contender:
    seen = tournament.meetings(entrant)
    played = [m for m in seen if m.opponent and m.played]
    return Contender(
        entrant,
        number,
        sum(m.points for m in seen),
        Counter(m.opponent for m in played),
        tuple(1 - 2 * m.side for m in played),
        sum(_unplayed_win(m) for m in seen),
        _floated(tournament, seen, entrant),
    )


def _unplayed_win(meeting: Meeting) -> bool:
    return meeting.why == "bye" or (
        not meeting.played and meeting.opponent > 0 and meeting.points > 0
    )


def _floated(tournament: Tournament, seen: list[Meeting], entrant: int) -> int:
    """Half points by which the opponent of the last round had less; a bye is such a one, too."""
    if not seen:
        return 0
    last = seen[-1]
    if not last.opponent:
        return 1 if last.why == "bye" else 0
    before = tournament.points(entrant, last.round)
    return before - tournament.points(last.opponent, last.round)
