"""Round robin: Berger's tables, and what is left once late entries have broken them."""

from __future__ import annotations

from collections.abc import Sequence

from game.tournament.pairing.swiss import Contender, RoundPairing, seated


def rounds(count: int, cycles: int = 1) -> int:
    """Return the number of rounds of a table for so many players."""
    return cycles * (count - 1 + count % 2)


def table(count: int, number: int) -> list[tuple[int, int]]:
    """Round `number` from 1 for the start numbers 1 to `count`: pairs, the first seat first.

    With an odd count one of each pair may be `count` + 1, who is nobody.  A second cycle is the
    first with seats changed.
    """
    even = count + count % 2
    cycle, place = divmod(number - 1, even - 1)
    total = place + 2  # of the two numbers, counted round the others
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
    """How many games somebody still has to play, at most: no fewer rounds will do."""
    left = _left(people, cycles)
    return max((sum(left[pair] for pair in left if c.id in pair) for c in people), default=0)


def unmet(people: Sequence[Contender], cycles: int = 1) -> RoundPairing:
    """As many games as one round can have between those who have some left.

    Those with most left come first; `bye` is not used.
    """
    import networkx  # as in `swiss`

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
    """How often each two have yet to meet."""
    return {
        (a.id, b.id): cycles - a.met[b.id]
        for n, a in enumerate(people)
        for b in people[n + 1 :]
        if a.met[b.id] < cycles
    }
