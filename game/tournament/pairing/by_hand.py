"""Graded objections to a round that the organiser pairs manually. Nothing is forbidden.

- serious: two players who must never meet, by name or by club;
- notable: a second meeting; another bye while somebody has had none; several byes; a player with
  one seat at least three times more often than the other;
- slight: a difference of more than one point; two of a club who should not meet; a bye for a
  player with more points than others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.tournament.events import Grade, PairingWarning
from game.tournament.pairing.keizer import recently_met
from game.tournament.pairing.swiss import Contender, club_pairs, contenders
from game.tournament.plan import WIN
from game.tournament.tournament import Tournament

GRADES: tuple[Grade, ...] = ("serious", "notable", "slight")
MAX_BALANCE = 2  # maximum difference between games on the two seats


def warnings(
    tournament: Tournament, pairs: Sequence[tuple[int, int]], byes: Sequence[int]
) -> tuple[PairingWarning, ...]:
    """Return the objections to these pairs and byes as the next round, the worst first."""
    playing = [e for pair in pairs for e in pair] + list(byes)
    people = {
        one.id: one
        for one in contenders(tournament, [tournament.entrants[entrant] for entrant in playing])
    }
    mates = club_pairs(tournament) if tournament.plan.club_rule else set()
    found = [w for pair in pairs for w in _of_pair(tournament, people, mates, *pair)]
    found += _of_byes(people, byes)
    return tuple(sorted(found, key=lambda warning: GRADES.index(warning.grade)))


def _of_pair(
    tournament: Tournament,
    people: dict[int, Contender],
    mates: set[frozenset[int]],
    first: int,
    second: int,
) -> Iterator[PairingWarning]:
    pair, one, other = frozenset((first, second)), people[first], people[second]
    if pair in tournament.forbidden:
        yield PairingWarning("serious", "never", (first, second))
    if pair in mates:
        grade: Grade = "serious" if tournament.plan.club_rule == "never" else "slight"
        yield PairingWarning(grade, "club", (first, second))
    keizer = tournament.plan.keizer
    if second in recently_met(tournament, first) if keizer else one.met[second]:
        yield PairingWarning("notable", "met", (first, second), one.met[second])
    for entrant, balance in ((first, one.balance + 1), (second, other.balance - 1)):
        if abs(balance) > MAX_BALANCE:
            key = "first-seat" if balance > 0 else "second-seat"
            yield PairingWarning("notable", key, (entrant,), abs(balance))
    if abs(one.score - other.score) > WIN and not keizer:
        yield PairingWarning("slight", "points", (first, second), abs(one.score - other.score))


def _of_byes(people: dict[int, Contender], byes: Sequence[int]) -> Iterator[PairingWarning]:
    if len(byes) > 1:
        yield PairingWarning("notable", "byes", tuple(byes), len(byes))
    fewest = min((one.byes for one in people.values()), default=0)
    for entrant in byes:
        one = people[entrant]
        if one.byes > fewest:
            yield PairingWarning("notable", "second-bye", (entrant,), one.byes)
        fewer = [c for c in people.values() if c.score < one.score and c.byes <= one.byes]
        if fewer:
            yield PairingWarning("slight", "bye-points", (entrant,), len(fewer))
