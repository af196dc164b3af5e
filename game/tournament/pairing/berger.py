"""Round robin: Berger's tables, and the remaining games if late entries have broken the table."""

from __future__ import annotations

from collections.abc import Sequence

from game.tournament.pairing.swiss import Contender, RoundPairing, seated


def rounds(count: int, cycles: int = 1) -> int:
    """Return the number of rounds of a table for `count` players."""
    return cycles * (count - 1 + count % 2)


def table(count: int, number: int) -> list[tuple[int, int]]:
    """Return the pairs of round `number`, from 1, for start numbers 1 to `count`, first seat first.

    If `count` is odd, one pair contains `count` + 1, which means nobody. A second cycle repeats the
    first with swapped seats.
    """
    even = count + count % 2
    cycle, place = divmod(number - 1, even - 1)
    total = place + 2  # sum of both numbers of a pair, modulo even - 1
    pairs: list[tuple[int, int]] = []
    for a in range(1, even):
        b = (total - a) % (even - 1) or even - 1
        if a == b:
            pairs.insert(0, (a, even) if a <= even // 2 else (even, a))
        elif a < b:
            pairs.append((a, b) if (a + b) % 2 else (b, a))
    return pairs if cycle % 2 == 0 else [(b, a) for a, b in pairs]


def from_table(people: Sequence[Contender], number: int) -> RoundPairing:
    """Return a round of the table for people in the order of their start numbers."""
    ids = dict(enumerate((contender.id for contender in people), start=1))
    drawn = table(len(people), number)
    pairs = tuple((ids[a], ids[b]) for a, b in drawn if a in ids and b in ids)
    rest = [ids.get(a) or ids.get(b) for a, b in drawn if a not in ids or b not in ids]
    return RoundPairing(pairs, rest[0] if rest else None)


def owed(people: Sequence[Contender], cycles: int = 1) -> int:
    """Return the maximum number of games that any player still has to play.

    This is the minimum number of rounds left.
    """
    left = _left(people, cycles)
    return max((sum(left[pair] for pair in left if c.id in pair) for c in people), default=0)


def unmet(people: Sequence[Contender], cycles: int = 1) -> RoundPairing:
    """Return as many remaining games as one round can hold.

    Players with the most remaining games come first; `bye` is not used.
    """
    import networkx  # slow to import, as in `swiss`

    left = _left(people, cycles)
    owing = {c.id: sum(count for pair, count in left.items() if c.id in pair) for c in people}
    graph = networkx.Graph()
    for (a, b), count in left.items():
        graph.add_edge(a, b, weight=owing[a] + owing[b] + count)
    by_id = {contender.id: contender for contender in people}
    found = sorted(sorted(couple) for couple in networkx.max_weight_matching(graph, True))
    return RoundPairing(
        tuple(seated(by_id[a], by_id[b], n % 2 == 1) for n, (a, b) in enumerate(found))
    )


def _left(people: Sequence[Contender], cycles: int) -> dict[tuple[int, int], int]:
    """Return how many games each pair still has to play."""
    return {
        (a.id, b.id): cycles - a.met[b.id]
        for n, a in enumerate(people)
        for b in people[n + 1 :]
        if a.met[b.id] < cycles
    }
