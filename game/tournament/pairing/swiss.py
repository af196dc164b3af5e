"""Pairing of a round of a Swiss by a matching of least cost.

Every player is a node, each possible game an edge, and a bye an edge to nobody. A cost is a tuple,
summed over the round; each criterion outweighs all later ones together.

1. a forbidden pair: if the best round contains one, the round is refused,
2. a second meeting (only if allowed),
3. in the last round: a leader, that is a player with the most points, whose opponent is not a
   leader,
4. a second bye,
5. a player with one seat three times more often than the other,
6. the points of the player with the bye,
7. opponents with different points, by the difference, then by its square,
8. two of one club, if they are to be kept apart as long as the points allow it,
9. one seat two times more often,
10. the same seat again, or a third time,
11. an opponent with fewer, or with more, points for the second time in a row,
12. within a group of equal points, the upper half plays the lower, in order.

Points are those of `points_before`, with virtual points if the tournament is accelerated.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from game.tournament.errors import TournamentError
from game.tournament.plan import DRAW, WIN
from game.tournament.tournament import Entrant, Meeting, Tournament

NOBODY = 0  # the node for the bye

Cost = tuple[int, ...]


@dataclass(frozen=True)
class Contender:
    """A player to be paired.

    `number` is the start number, `score` is in half points, and `met` counts meetings with each
    other player.

    `seats` has +1 for each game on the first seat and -1 for each game on the second, oldest first.
    `byes` counts byes and rounds won without a game.  `floated` is how many half points fewer the
    last opponent had.  Players in `barred` must not be met; players in `mates` should not be met if
    the points allow it.
    """

    id: int
    number: int
    score: int = 0
    met: Counter[int] = field(default_factory=Counter)
    seats: tuple[int, ...] = ()
    byes: int = 0
    floated: int = 0
    barred: frozenset[int] = frozenset()
    mates: frozenset[int] = frozenset()

    @property
    def balance(self) -> int:
        """Number of games on the first seat minus games on the second."""
        return sum(self.seats)


def points_before(tournament: Tournament, number: int) -> dict[int, int]:
    """Return all entrants' half points before round `number`, including virtual points."""
    virtual = virtual_points(tournament, number)
    return {
        e: sum(m.points for m in tournament.meetings(e)[: number - 1]) + virtual.get(e, 0)
        for e in tournament.entrants
    }


def virtual_points(tournament: Tournament, number: int) -> dict[int, int]:
    """Return the half points that are added only for the pairing of a round (Baku, C.04.5.1).

    The first half of the field, rounded up to an even number, gets a whole point in the first
    quarter of the rounds, and half a point in the second.
    """
    accelerated = (tournament.plan.rounds + 1) // 2
    if not tournament.plan.accelerated or number > accelerated:
        return {}
    field = tournament.field
    first = [n for n, entrant in enumerate(field, start=1) if entrant.since == 1]
    last = first[2 * math.ceil(len(first) / 4) - 1] if first else 0
    points = WIN if number <= (accelerated + 1) // 2 else DRAW
    return {entrant.id: points for entrant in field[:last]}


def contenders(
    tournament: Tournament, entrants: list[Entrant], barred: Iterable[frozenset[int]] = ()
) -> list[Contender]:
    """Return these entrants as players to be paired now; `barred` pairs must not meet."""
    numbers, count = tournament.start_numbers, len(tournament.rounds)
    weak = club_pairs(tournament) if tournament.plan.club_rule == "weak" else ()
    before, points = points_before(tournament, count), points_before(tournament, count + 1)
    found = []
    for one in (entrant.id for entrant in entrants):
        seen = tournament.meetings(one)
        played = [m for m in seen if m.opponent and m.played]
        contender = Contender(
            one,
            numbers[one],
            points[one],
            Counter(m.opponent for m in played),
            tuple(1 - 2 * m.side for m in played),
            sum(map(had_bye, seen)),
            _floated(before, seen, one),
            _others(one, barred),
            _others(one, weak),
        )
        found.append(contender)
    return sorted(found, key=lambda contender: contender.number)


def _others(entrant: int, pairs: Iterable[frozenset[int]]) -> frozenset[int]:
    return frozenset(other for pair in pairs if entrant in pair for other in pair - {entrant})


def club_pairs(tournament: Tournament) -> set[frozenset[int]]:
    """Return all pairs of entrants of the same club."""
    clubs = [(e.id, e.club.casefold()) for e in tournament.entrants.values() if e.club]
    return {frozenset((a, b)) for a, club in clubs for b, other in clubs if a < b and club == other}


def had_bye(meeting: Meeting) -> bool:
    """Return whether a player had the bye in a round, or won the round without a game."""
    return not meeting.played and (meeting.points == WIN or meeting.why == "bye")


def _floated(before: dict[int, int], seen: list[Meeting], entrant: int) -> int:
    """Return how many half points fewer the last opponent had; a bye counts as one."""
    if not seen:
        return 0
    last = seen[-1]
    return before[entrant] - before[last.opponent] if last.opponent else last.why == "bye"


@dataclass(frozen=True)
class RoundPairing:
    """Pairs of ids in the order of the tables, first seat first; and the player with the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def pair(
    people: Sequence[Contender], toss: int = 0, again: bool = False, last: bool = False
) -> RoundPairing:
    """Return the best round for `people`; `last` is True for the last round.

    A `toss` of 1 gives the second seat to the first player in the first round. The result contains
    a barred pair only if this cannot be avoided.

    Raises TournamentError if a rematch is necessary, unless `again` allows it.
    """
    ranked = sorted(people, key=rank)
    found = matched(dict(_edges(ranked, again, last)), len(ranked))
    if found is None:
        raise TournamentError("all-met")
    bye = next((a or b for a, b in found if NOBODY in (a, b)), None)
    couples = by_tables((couple for couple in found if NOBODY not in couple), ranked)
    pairs = [seated(a, b, (n + toss) % 2 == 1) for n, (a, b) in enumerate(couples)]
    return RoundPairing(tuple(pairs), bye)


def by_tables(
    couples: Iterable[tuple[int, int]], people: Sequence[Contender]
) -> list[tuple[Contender, Contender]]:
    """Return pairs in the order of the tables, leaders first; in each, the higher rank first."""
    by_id = {contender.id: contender for contender in people}
    found = []
    for couple in couples:
        upper, lower = sorted((by_id[one] for one in couple), key=rank)
        found.append((upper, lower))
    return sorted(found, key=lambda pair: (-pair[0].score, -pair[1].score, pair[0].number))


def rank(contender: Contender) -> tuple[int, int]:
    """Return the sort key by points, then by start number."""
    return -contender.score, contender.number


# -- the matching --------------------------------------------------------------------------------


def matched(edges: dict[tuple[int, int], Cost], people: int) -> list[tuple[int, int]] | None:
    """Return the perfect matching of least cost, or None if there is no perfect matching.

    In a cost, each number outweighs all later numbers.
    """
    import networkx  # takes a fifth of a second, which should not delay a window

    wanted = (people + 1) // 2
    steps = _steps(list(edges.values()), wanted)
    graph = networkx.Graph()
    for (a, b), cost in edges.items():
        graph.add_edge(a, b, weight=-sum(map(math.prod, zip(cost, steps))))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(found) if len(found) == wanted else None


def _steps(costs: list[Cost], wanted: int) -> list[int]:
    """Return the weight of each number of a cost.

    It outweighs all later numbers of a whole round together.
    """
    most = [max(column) for column in zip(*costs)]
    steps = [1]
    for figure in reversed(most[1:]):
        steps.insert(0, steps[0] * (figure * wanted + 1))
    return steps


def _edges(
    ranked: Sequence[Contender], again: bool, last: bool
) -> Iterator[tuple[tuple[int, int], Cost]]:
    sizes, spots = _groups(ranked)
    most, least = ranked[0].score, ranked[-1].score
    for n, a in enumerate(ranked):
        for b in ranked[n + 1 :]:
            times = a.met[b.id]
            if again or not times:
                apart = _apart(a, b, spots, sizes[a.score])
                strays = last and a.score == most != b.score
                barred = b.id in a.barred
                yield (a.id, b.id), (barred, times, strays, 0, *_cost(a, b), apart)
    if len(ranked) % 2:
        for n, a in enumerate(ranked):
            strays = last and a.score == most
            above = a.score - least
            lower = len(ranked) - n
            again = a.floated > 0
            yield (NOBODY, a.id), (0, 0, strays, a.byes, 0, above, 0, 0, 0, 0, 0, again, lower)


def _groups(ranked: Sequence[Contender]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the size of each score group, and everybody's place within their group."""
    sizes: dict[int, int] = {}
    spots: dict[int, int] = {}
    for contender in ranked:
        spots[contender.id] = sizes.get(contender.score, 0)
        sizes[contender.score] = spots[contender.id] + 1
    return sizes, spots


def _apart(a: Contender, b: Contender, spots: dict[int, int], size: int) -> int:
    """Return how far two opponents are from their ideal places.

    Within a group, ideal opponents are half a group apart. Between groups, the last player of the
    upper group ideally meets the first of the lower.
    """
    if a.score == b.score:
        return abs(spots[b.id] - spots[a.id] - size // 2)
    return size - 1 - spots[a.id] + spots[b.id]


def _cost(a: Contender, b: Contender) -> Cost:
    uneven, tilt, same = seat_cost(a, b)
    uphill = a.score > b.score
    again = (uphill and a.floated > 0) + (uphill and b.floated < 0)
    distance = a.score - b.score
    return uneven, 0, distance, distance**2, b.id in a.mates, tilt, same, again


# -- who sits first ------------------------------------------------------------------------------


def seat_cost(a: Contender, b: Contender) -> Cost:
    """Return the cost of the better seating.

    The numbers are: imbalance beyond two games, imbalance of two, and repeated seats.
    """
    return *min(_uneven(a, b), _uneven(b, a)), min(_unwanted(a, b), _unwanted(b, a))


def _uneven(first: Contender, second: Contender) -> tuple[int, int]:
    """Return the sum of both imbalances beyond two games, and how many players reach two."""
    after = abs(first.balance + 1), abs(second.balance - 1)
    return sum(max(0, n - 2) for n in after), sum(n > 1 for n in after)


def _unwanted(first: Contender, second: Contender) -> int:
    """Return how many of the two repeat their last seat; a third time counts as three."""
    return sum(_repeated(c.seats, seat) for c, seat in ((first, 1), (second, -1)))


def _repeated(seats: tuple[int, ...], seat: int) -> int:
    if not seats or seats[-1] != seat:
        return 0
    return 3 if seats[-2:] == (seat, seat) else 1


def seated(a: Contender, b: Contender, swapped: bool) -> tuple[int, int]:
    """Return both ids, the first seat first; `a` ranks higher. `swapped` decides a complete tie."""
    a_first, b_first = _preference(a, b, swapped), _preference(b, a, not swapped)
    return (a.id, b.id) if a_first <= b_first else (b.id, a.id)


def _preference(
    first: Contender, second: Contender, last: bool
) -> tuple[int, int, int, int, int, bool]:
    """Return the cost of these seats, the most important part first."""
    turned = zip(reversed(first.seats), reversed(second.seats))
    recent = next((1 if mine > theirs else -1 for mine, theirs in turned if mine != theirs), 0)
    lean = first.balance - second.balance
    return *_uneven(first, second), _unwanted(first, second), lean, recent, last
