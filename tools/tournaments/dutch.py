"""Compares our pairings by FIDE's Dutch system with those of py4swiss, an independent program.

    python -m tools.tournaments.dutch 1000
    python -m tools.tournaments.dutch 1000 --accelerated
    python -m tools.tournaments.dutch 1000 --bbp ~/bbpPairings/bbpPairings.exe

Random tournaments are paired round by round; py4swiss reads each as TRF(x) and pairs the same
round. Opponents, seats and the bye are compared. py4swiss follows the rules until January 2026, our
program those since then. A difference that a new rule for the bye or for floats explains is counted
under that rule.

bbpPairings 6 follows the same edition as our program. It is not a Python package, so its program
must be named.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from game.tournament import operations, trf
from game.tournament.pairing import dutch
from game.tournament.pairing.swiss import RoundPairing, contenders, points_before
from game.tournament.tournament import Meeting, Tournament
from tools.run import run
from tools.tournaments.random_play import do, rounds

NO_ROUND = 1  # exit code of bbpPairings


def theirs(tournament: Tournament, folder: Path) -> set[tuple[int, int]] | None:
    """Return the next round as py4swiss pairs it, in entrants' ids; None if it finds none."""
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError

    ids = {number: entrant for entrant, number in tournament.start_numbers.items()} | {0: 0}
    try:
        found = DutchEngine.generate_pairings(parsed(tournament, folder))
    except PairingError:
        return None
    return {(ids[pair.white], ids[pair.black]) for pair in found}


def theirs_of(program: Path, tournament: Tournament, folder: Path) -> set[tuple[int, int]] | None:
    """Return the next round as bbpPairings pairs it; None if it finds none.

    Raises ValueError if bbpPairings cannot read the tournament.
    """
    ids = {number: entrant for entrant, number in tournament.start_numbers.items()} | {0: 0}
    file, found = folder / "round.trf", folder / "pairs.txt"
    file.write_text(trf.write(tournament), encoding="utf-8")
    words = [str(program), "--dutch", str(file), "-p", str(found)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode == NO_ROUND:
        return None
    if done.returncode:
        raise ValueError(f"{program}: {done.stderr.strip() or done.returncode}")
    lines = found.read_text(encoding="utf-8").splitlines()[1:]
    return {(ids[int(a)], ids[int(b)]) for a, b in map(str.split, lines)}


def parsed(tournament: Tournament, folder: Path) -> Any:
    """Return the tournament as py4swiss reads it."""
    from py4swiss.trf import TrfParser

    file = folder / "round.trf"
    # py4swiss expects the dates of rounds nine columns apart, but FIDE's TRF16 has ten.
    lines = [one for one in trf.write(tournament).splitlines() if not one.startswith("132")]
    file.write_text("\n".join(lines), encoding="utf-8")
    return TrfParser.parse(file)


def float_before_2026(meeting: Meeting, entrant: int, before: dict[int, int]) -> str:
    """Return a float by the earlier rule: every unplayed game counts as a float."""
    played = meeting.opponent and meeting.played
    return dutch.float_in(meeting, entrant, before) if played else "down"


def ours(
    tournament: Tournament, float_of: dutch.FloatRule | None = None
) -> set[tuple[int, int]] | None:
    """Return the next round as this program pairs it; the bye is a game against 0."""
    number = len(tournament.rounds) + 1
    here = [e for e in tournament.entrants.values() if operations.playing(e, number)]
    barred = operations.barred_pairs(tournament, number)
    return _pairs(dutch.pair(tournament, contenders(tournament, here, barred), float_of))


def _pairs(found: RoundPairing | None) -> set[tuple[int, int]] | None:
    if found is None:
        return None
    return {*found.pairs, *([(found.bye, 0)] if found.bye else [])}


def compared(tournament: Tournament, folder: Path, program: Path | None = None) -> str:
    """Return "" if both rounds are the same, else the reason for the difference."""
    mine = ours(tournament)
    other = theirs_of(program, tournament, folder) if program else theirs(tournament, folder)
    if mine == other:
        return ""
    earlier = None if program else ours(tournament, float_before_2026)
    # The earlier rule changes our round, so compare with that one.
    if earlier not in (None, mine):
        mine = earlier
        if mine == other:
            return "floats: none without points (since 2026)"
    if mine is None or other is None:
        return "no round: " + ("ours" if mine is None else "theirs")
    if {frozenset(pair) for pair in mine} == {frozenset(pair) for pair in other}:
        return "seats"
    byes = [next((a for a, b in pairs if not b), 0) for pairs in (mine, other)]
    if byes[0] != byes[1]:
        return _bye(tournament, *byes) or f"theirs: {_bye(tournament, *reversed(byes)) or 'bye'}"
    return _judged(tournament, mine, other)


def _bye(tournament: Tournament, mine: int, other: int) -> str:
    """Return the rule of 2026 by which `mine` has the bye instead of `other`, "" if none."""
    points = points_before(tournament, len(tournament.rounds) + 1)
    missed = [sum(not m.played for m in tournament.meetings(e)) for e in (mine, other)]
    if points[mine] < points[other]:
        return "bye: fewest points first (since 2026)"
    if points[mine] == points[other] and missed[0] < missed[1]:
        return "bye: fewest unplayed games first (since 2026)"
    return ""


CRITERIA = (
    "floaters (C.6, C.7)",
    "floaters of the next group (C.8)",
    "seats (C.12)",
    "seats of those with a strong wish (C.13)",
    "floats down again (C.14)",
    "floats up again (C.15)",
    "floats down after two rounds (C.16)",
    "floats up after two rounds (C.17)",
)


def _judged(tournament: Tournament, *rounds_: set[tuple[int, int]]) -> str:
    """Return which of two rounds is better by the first FIDE criterion in which they differ."""
    mine, other = (list(_criteria(tournament, pairs)) for pairs in rounds_)
    for ours_, theirs_ in zip(mine, other):
        for name, a, b in zip(CRITERIA, ours_, theirs_):
            if a != b:
                return f"{'ours' if a < b else 'theirs'} better: {name}"
    return "order within a group"


def _criteria(tournament: Tournament, pairs: set[tuple[int, int]]) -> Iterator[list[Any]]:
    """Yield a round's demerits by `CRITERIA` for each score group, from the top."""
    here = [tournament.entrants[e] for pair in pairs for e in pair if e]
    people = {one.id: one for one in contenders(tournament, here)}
    groups = sorted({one.score for one in people.values()}, reverse=True)
    before = [points_before(tournament, n) for n in range(1, len(tournament.rounds) + 1)]
    floats = {
        e: ["", "", *map(dutch.float_in, tournament.meetings(e), [e] * len(before), before)]
        for e in people
    }
    lower = {e: min(people[x].score if x else -1 for x in pair) for pair in pairs for e in pair}
    down = {s: [e for e, one in people.items() if one.score >= s > lower[e]] for s in [*groups, -9]}
    left = [(len(down[s]), sorted(-people[e].score for e in down[s])) for s in groups]
    for n, score in enumerate(groups):
        inside = [pair for pair in pairs if lower[pair[0]] == score]
        seats = [(people[e], seat) for pair in inside for e, seat in zip(pair, (1, -1))]
        wishes = [dutch._wish(one)[0] for one, seat in seats if dutch._wish(one)[1] == -seat]
        up = [
            b if people[a].score > people[b].score else a
            for a, b in inside
            if people[a].score != people[b].score
        ]
        yield [
            (left[n][0], [-x for x in left[n][1]]),
            (left[n + 1][0], [-x for x in left[n + 1][1]]) if n + 1 < len(groups) else (0, []),
            len(wishes),
            sum(strength > dutch.MILD for strength in wishes),
            *(
                sum(floats[e][-back] == way for e in them)
                for back in (1, 2)
                for them, way in ((down[score], "down"), (up, "up"))
            ),
        ]


def compare(
    count: int, first: int = 0, show: bool = False, program: Path | None = None, **plan: Any
) -> Counter[str]:
    """Compare this many tournaments from seed `first` on; return counts of the results."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            found["tournaments"] += 1
            told = False
            for tournament in rounds(seed, pairing="dutch", **plan):
                if len(tournament.rounds) == 2 and seed % 4 == 0 and not tournament.forbidden:
                    _forbid(tournament, seed)
                difference = compared(tournament, Path(folder), program)
                found["rounds"] += 1
                found[f"  {difference}" if difference else "identical"] += 1
                if show and difference and not told:
                    told = True
                    print(
                        f"seed {seed} round {len(tournament.rounds) + 1}: {difference}", flush=True
                    )
            found["tournaments with a difference"] += told
    return found


def _forbid(tournament: Tournament, seed: int) -> None:
    """Forbid a pair of two present players."""
    one, other = random.Random(seed).sample([e.id for e in operations.here(tournament)], 2)
    do(tournament, operations.keep_apart(tournament, one, [other]))


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.tournaments.dutch", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--accelerated", action="store_true")
    parser.add_argument("--show", action="store_true", help="name the seeds with a difference")
    parser.add_argument("--bbp", type=Path, help="the program bbpPairings, instead of py4swiss")
    arguments = parser.parse_args(words)
    plan = {"accelerated": True} if arguments.accelerated else {}
    found = compare(arguments.count, arguments.first, arguments.show, arguments.bbp, **plan)
    for name, number in found.items():
        print(f"{number:>7}  {name}")
    return 0


if __name__ == "__main__":
    run("tools.tournaments.dutch:main")
