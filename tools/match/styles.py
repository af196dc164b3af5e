"""Measures an opponent's style: `python -m tools.match.styles [SETUP...] [--face KEY]`.

An opponent plays against the plain engine of the same level, in pairs with colours exchanged. The
feature that the opponent's taste prefers is measured for both players; the difference is due to the
style.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from game.engine.bots.make import Bot
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.style import ALIKE, TASTES, PlayingStyle, way_of
from game.platform.arguments import at_least
from game.rules import Game, State
from game.rules.registry import parse_setup
from game.table.opponents import OPPONENTS
from tools.match.play import entrant, play_game
from tools.match.workers import over_cores

SETUPS = ("more-or-less", "less seed={seed}", "libra size=5", "multiplicity size=5")
MOST_NODES = 20_000  # nodes a turn; more than any level below the highest uses


@dataclass
class Played:
    """Results of one opponent's games: its points, and both players' measured values."""

    points: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)  # one value for each game
    other: list[float] = field(default_factory=list)

    @property
    def difference(self) -> float:
        """Return the opponent's mean value minus that of the plain level."""
        return statistics.fmean(self.own) - statistics.fmean(self.other)

    @property
    def error(self) -> float:
        """Return the standard error of the difference."""
        each = [own - other for own, other in zip(self.own, self.other)]
        return statistics.stdev(each) / math.sqrt(len(each)) if len(each) > 1 else math.inf


class Watched:
    """A bot that records how often a turn begins with the most visited action."""

    name = "watched"

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.first: list[float] = []

    def prepare(self) -> None:
        self._bot.prepare()

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        found = self._bot.think(state, limits, report, signal)
        if len(found.candidates) > 1 and found.best:
            self.first.append(found.candidates[0].action == found.best[0])
        return found


def measured(game: Game, turns: Sequence[str], style: PlayingStyle) -> dict[int, float]:
    """Return for each side how far it followed the taste, 0 to 1.

    The taste ranks the legal actions. A chosen action counts 0 if the taste likes it least, 1 if it
    likes it most, and in between in proportion; the result is the mean.
    """
    measure, sign = TASTES[style.taste]
    found: dict[int, list[float]] = {0: [], 1: []}
    state = game.start()
    for text in turns:
        for action in game.parse_turn(state, text):
            legal, lying = game.legal(state), game.pieces(state)
            ways = [way_of(one, legal) for one in legal]
            whole = [sign * measure(game, lying, way) for way in ways if way is not None]
            if len(whole) == len(ways) and max(whole) - min(whole) > ALIKE:
                way = way_of(action, legal)
                assert way is not None
                chosen = sign * measure(game, lying, way)
                share = (chosen - min(whole)) / (max(whole) - min(whole))
                found[game.to_move(state) % 2].append(share)
            state = game.advance(state, action)
    return {side: statistics.fmean(values) for side, values in found.items() if values}


def one_game(job: tuple[str, str, int, int | None]) -> tuple[float, float, float]:
    """Play one game; return the opponent's points, its value and that of the plain level."""
    setup, key, number, nodes = job
    one, seed = OPPONENTS[key], 100 * (number // 2) + 1
    game = parse_setup(setup.format(seed=seed))
    bots = [
        Watched(entrant(game, name, seed + at))
        for at, name in enumerate((f"opponent:{key}", f"level:{one.level}"))
    ]
    played = play_game(
        game.setup, bots[0], bots[1], number % 2, SearchLimits(nodes=nodes or MOST_NODES), seed
    )
    points = {"first": 1.0, "second": 0.0}.get(played.winner, 0.5)
    if one.style.taste not in TASTES:
        shares = [statistics.fmean(bot.first or [1.0]) for bot in bots]
        return points, shares[0], shares[1]
    sides = measured(game, played.turns, one.style)
    return points, sides[number % 2], sides[1 - number % 2]


def compare(
    setup: str, key: str, games: int, nodes: int | None = None, processes: int = 1
) -> Played:
    """Return the results of an opponent's games against the plain engine of the same level."""
    found = Played()
    with over_cores(one_game, processes) as run:
        for points, own, other in run([(setup, key, number, nodes) for number in range(games)]):
            found.points.append(points)
            found.own.append(own)
            found.other.append(other)
    return found


def lines(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield a line of the table for each opponent and game."""
    keys = [arguments.face] if arguments.face else [k for k, one in OPPONENTS.items() if one.level]
    for key in keys:
        for setup in arguments.setup or SETUPS:
            found = compare(setup, key, arguments.games, arguments.nodes, arguments.processes)
            wins, draws = found.points.count(1.0), found.points.count(0.5)
            yield (
                f"{key:7}{setup.split()[0]:14}{OPPONENTS[key].style.taste:7}"
                f"{statistics.fmean(found.own):7.3f} against {statistics.fmean(found.other):.3f}  "
                f"{found.difference:+.3f} ± {found.error:.3f}   + = - "
                f"{wins} {draws} {len(found.points) - wins - draws} "
                f"({100 * statistics.fmean(found.points):.0f}%)"
            )


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(prog="python -m tools.match.styles", description=__doc__)
    found.add_argument("setup", nargs="*", help="default: all games; {seed} is drawn")
    found.add_argument("--face", choices=[key for key, one in OPPONENTS.items() if one.level])
    found.add_argument("--games", type=at_least(2), default=40, metavar="N")
    found.add_argument("--nodes", type=at_least(1), metavar="N", help="at most, a turn")
    found.add_argument("--processes", type=at_least(1), default=1, metavar="N")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    for line in lines(parser().parse_args(arguments)):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
