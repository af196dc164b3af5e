"""Pairing of a round by Keizer's system: first against second in the standings, and so on.

As in `swiss`, this is a matching of least cost; each criterion outweighs all later ones together.

1. a forbidden pair: if the best round contains one, the round is refused,
2. two players who have met within the last `ROUNDS_BETWEEN` rounds,
3. another bye, by the number of byes so far,
4. two of one club, if they are to be kept apart,
5. a player with one seat three times more often than the other,
6. the place of the player with the bye, who should be the last of all present,
7. opponents who are not neighbours in the standings, by the square of the distance,
8. one seat two times more often; the same seat again, or a third time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.tournament.pairing.swiss import NOBODY, Contender, Cost, RoundPairing, matched, seat_cost
from game.tournament.pairing.swiss import seated as seats_of
from game.tournament.tournament import Tournament

ROUNDS_BETWEEN = 3


def recently_met(tournament: Tournament, entrant: int) -> set[int]:
    """Return the opponents of an entrant in the most recent rounds."""
    seen = tournament.meetings(entrant)[-ROUNDS_BETWEEN:]
    return {m.opponent for m in seen if m.opponent and m.played}


def pair(
    ranked: Sequence[Contender], recent: Mapping[int, set[int]], toss: int = 0
) -> RoundPairing:
    """Return the best round for people in the order of the standings.

    `recent` has the recent opponents of each player.  A `toss` of 1 gives the second seat to the
    first player in the first round.
    """
    places = {contender.id: place for place, contender in enumerate(ranked)}
    by_id = {contender.id: contender for contender in ranked}
    found = matched(dict(_edges(ranked, recent)), len(ranked)) or []
    bye = next((a or b for a, b in found if NOBODY in (a, b)), None)
    couples = sorted(sorted(c, key=places.__getitem__) for c in found if NOBODY not in c)
    couples.sort(key=lambda couple: places[couple[0]])
    pairs = [seats_of(by_id[a], by_id[b], (n + toss) % 2 == 1) for n, (a, b) in enumerate(couples)]
    return RoundPairing(tuple(pairs), bye)


def _edges(
    ranked: Sequence[Contender], recent: Mapping[int, set[int]]
) -> Iterator[tuple[tuple[int, int], Cost]]:
    for n, a in enumerate(ranked):
        for m, b in enumerate(ranked[n + 1 :], start=n + 1):
            uneven, tilt, same = seat_cost(a, b)
            near = b.id in recent[a.id]
            mates = b.id in a.mates
            cost = (b.id in a.barred, near, 0, mates, uneven, 0, (m - n - 1) ** 2, tilt, same)
            yield (a.id, b.id), cost
        if len(ranked) % 2:
            yield (NOBODY, a.id), (0, 0, a.byes, 0, 0, len(ranked) - 1 - n, 0, 0, 0)
