"""How far pairings are from the minimum sum of differences in points.

    python -m tools.tournaments.optimum 300

Each round of random tournaments is compared with the best round that has the same bye and no
rematch, whatever its seats: the round with the minimum sum. The tool also counts rematches, and
byes of a player although one with fewer points could have had the bye. It counts players who had
one seat in two or three games more than the other seat, and finals that were not played.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from game.tournament import operations
from game.tournament.pairing import swiss
from game.tournament.pairing.swiss import Contender, RoundPairing, contenders
from game.tournament.tournament import Tournament
from tools.run import run
from tools.tournaments.random_play import rounds


def least(people: Sequence[Contender], bye: int | None) -> int | None:
    """Return the minimum sum of differences, in half points; None if a rematch is unavoidable."""
    import networkx  # slow to import: a tenth of a second

    graph = networkx.Graph()
    playing = [one for one in people if one.id != bye]
    for n, a in enumerate(playing):
        for b in playing[n + 1 :]:
            if not a.met[b.id]:
                graph.add_edge(a.id, b.id, weight=-abs(a.score - b.score))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(playing):
        return None
    return int(-sum(graph.edges[pair]["weight"] for pair in matching))


def measured(tournament: Tournament) -> Counter[str]:
    """Return the counts that the next round of a tournament adds."""
    number, plan = len(tournament.rounds) + 1, tournament.plan
    here = [e for e in tournament.entrants.values() if operations.playing(e, number)]
    people = contenders(tournament, here)
    found = swiss.pair(people, plan.seed % 2, True, number == plan.rounds)
    best = least(people, found.bye)
    if best is None:
        return Counter({"rounds that only a rematch completes": 1})
    by_id = {one.id: one for one in people}
    pairs = [(by_id[a], by_id[b]) for a, b in found.pairs]
    after = [abs(a.balance + 1) for a, _b in pairs] + [abs(b.balance - 1) for _a, b in pairs]
    return Counter(
        {
            "rounds": 1,
            "sum of differences": sum(abs(a.score - b.score) for a, b in pairs),
            "least sum": best,
            "rematches": sum(a.met[b.id] > 0 for a, b in pairs),
            "byes": found.bye is not None,
            "byes above the lowest points": _high_bye(people, found),
            "seats of players": len(after),
            "seats two times more often": after.count(2),
            "seats three times more often": sum(n > 2 for n in after),
            **(_final(people, found) if number == plan.rounds else {}),
        }
    )


def _high_bye(people: Sequence[Contender], found: RoundPairing) -> bool:
    """Return whether a player with fewer points, and no bye yet, could have had the bye."""
    points = max((one.score for one in people if one.id == found.bye), default=0)
    lower = [one.id for one in people if one.score < points and not one.byes]
    return any(least(people, one) is not None for one in lower)


def _final(people: Sequence[Contender], found: RoundPairing) -> dict[str, int]:
    """Return the counts of finals between the only two leaders, if they have not met."""
    most = max(one.score for one in people)
    leaders = [one for one in people if one.score == most]
    if len(leaders) != 2 or leaders[0].met[leaders[1].id]:
        return {}
    met = {one.id for one in leaders} in [set(pair) for pair in found.pairs]
    return {"finals": 1, "finals not played": not met}


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.tournaments.optimum")
    parser.add_argument("count", type=int, nargs="?", default=300)
    found: Counter[str] = Counter()
    for seed in range(parser.parse_args(words).count):
        for tournament in rounds(seed):
            found.update(measured(tournament))
    for name, number in found.items():
        print(f"{number:>7}  {name}")
    print(f"{100 * found['sum of differences'] / found['least sum'] - 100:>6.2f}%  above the least")
    return 0


if __name__ == "__main__":
    run("tools.tournaments.optimum:main")
