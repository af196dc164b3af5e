"""`python -m tools.standoffs`: games of Less against alpha-beta, and how reliable the chances are.

Every game is stored as it ends; the same command resumes where it was interrupted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from game.engine.bots.make import Bot
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.games.less.rules import TURN_LIMIT
from game.platform.arguments import at_least
from game.platform.storage import data_folder
from game.rules import Game, State
from game.rules.registry import parse_setup
from tools import json_files
from tools.calibration.fit import ValueSample, bins, error
from tools.match.play import entrant, play_game
from tools.match.workers import over_cores
from tools.standoffs.alpha_beta import AlphaBetaBot

# Nodes in the games between two alpha-beta bots that are searched for standoffs.
RIVALS_NODES = 200
# Number of turns before the limit in which the shown chances must be reliable.
LATE = 100
# If the chance shown at turn EARLY is above SURE, the game should be won.
EARLY, SURE = 30, 0.9
EITHER = ("--games", "--standoffs")  # options that may be 0
POINTS = {"first": 1.0, "": 0.5, "second": 0.0}


@dataclass(frozen=True, slots=True)
class ShownChance:
    """The chance (0 to 1) that the engine gave itself after `turn` turns of the game."""

    turn: int
    chance: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to be played; `begun` has the first turns of bots that have shut each other in."""

    number: int
    setup: str
    begun: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standoff:
    """A finished game: the engine's side and points, the number of turns, and the chances shown."""

    number: int
    setup: str
    begun: int
    side: int
    turns: int
    points: float
    shown: tuple[ShownChance, ...]

    @property
    def drawn_by_limit(self) -> bool:
        return self.turns == TURN_LIMIT and self.points == POINTS[""]

    def at(self, turn: int) -> float:
        """Return the chance shown at this turn or the one before it; 0.5 if there was none."""
        found = [one.chance for one in self.shown if turn - 1 <= one.turn <= turn]
        return found[-1] if found else 0.5


class ShowingBot:
    """A bot that records the chances it shows."""

    name = "showing"

    def __init__(self, game: Game, bot: Bot, nodes: int) -> None:
        self._game, self._bot, self._limits = game, bot, SearchLimits(nodes=nodes)
        self.shown: list[ShownChance] = []

    def prepare(self) -> None:
        self._bot.prepare()

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        found = self._bot.think(state, self._limits, report, signal)
        self.shown.append(ShownChance(self._game.turns(state), round(found.value, 4)))
        return found


def wanted_games(games: int, standoffs: int) -> Iterator[Wanted]:
    """Yield games from the start, then from standoffs, in pairs with sides exchanged."""
    for number in range(games):
        yield Wanted(number, f"less seed={number // 2 + 1}")
    seed = 0
    for number in range(0, standoffs, 2):
        begun: tuple[str, ...] = ()
        while not begun:
            seed += 1
            begun = shut_in(f"less seed={seed}")
        for side in (0, 1):
            yield Wanted(games + number + side, f"less seed={seed}", begun)


def shut_in(setup: str) -> tuple[str, ...]:
    """Return the first turns of a bots' game; empty if the game ends before the limit of turns."""
    game, limits = parse_setup(setup), SearchLimits(nodes=RIVALS_NODES)
    turns = play_game(setup, AlphaBetaBot(game), AlphaBetaBot(game), 0, limits, 0).turns
    return tuple(turns[:EARLY]) if len(turns) == TURN_LIMIT else ()


def play(wanted: Wanted, nodes: int, rival_nodes: int) -> Standoff:
    """Play a game between the engine and an alpha-beta bot."""
    game, number = parse_setup(wanted.setup), wanted.number
    side = number % 2
    engine = ShowingBot(game, entrant(game, "full", number), nodes)
    limits, rival = SearchLimits(nodes=rival_nodes), AlphaBetaBot(game)
    played = play_game(game.setup, engine, rival, side, limits, number, opening=wanted.begun)
    turns, begun = len(played.turns), len(wanted.begun)
    points = POINTS[played.winner]
    return Standoff(number, game.setup, begun, side, turns, points, tuple(engine.shown))


def table(name: str, games: Sequence[Standoff]) -> list[str]:
    """Return the lines of a table about games of one kind."""
    counts = [sum(game.points == points for game in games) for points in (1.0, 0.5, 0.0)]
    limit = [game for game in games if game.drawn_by_limit]
    sure = [game for game in limit if game.at(EARLY) > SURE]
    longest = [game for game in games if game.turns > TURN_LIMIT - LATE]
    late = [
        ValueSample(one.chance, 1.0, game.points)
        for game in longest
        for one in game.shown
        if one.turn >= TURN_LIMIT - LATE
    ]
    found = bins((one.value, one) for one in late)
    rows = [
        f"| {name} | {len(games)} |",
        f"| + = - | {' '.join(map(str, counts))} |",
        f"| drawn by the limit | {len(limit)} |",
        f"| of these shown above {SURE:.0%} at turn {EARLY} | {len(sure)} |",
        f"| more than {TURN_LIMIT - LATE} turns: games, positions | {len(longest)}, {len(late)} |",
    ]
    rows += [
        f"| shown and made of {one.positions} of these | {one.shown:.0%}, {one.won:.0%} |"
        for one in found
    ]
    return [*rows, f"| mean difference, in points | {100 * error(found):.1f} |"]


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="python -m tools.standoffs", description="Less against an opponent that counts moves."
    )
    for name, usual, words in (
        ("--games", 40, "layouts are played twice"),
        ("--standoffs", 20, "games that begin in a standoff"),
        ("--nodes", 1_500, "of the engine, for each turn"),
        ("--rival-nodes", 1_500, "positions of the opponent, for each turn"),
        ("--jobs", 1, "games at once"),
    ):
        words += "; default: %(default)s"
        found.add_argument(
            name, type=at_least(0 if name in EITHER else 1), default=usual, metavar="N", help=words
        )
    found.add_argument("--file", type=Path, help="of the games; default: in the user's folder")
    return found


def run(arguments: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Play the missing games, and print the tables."""
    name = f"{arguments.games}-{arguments.standoffs}-{arguments.nodes}-{arguments.rival_nodes}"
    path = arguments.file or data_folder() / "standoffs" / f"{name}.jsonl"
    known = {game.number for game in json_files.read(path, _game)}
    every = wanted_games(arguments.games, arguments.standoffs)
    one = partial(play, nodes=arguments.nodes, rival_nodes=arguments.rival_nodes)
    with over_cores(one, arguments.jobs) as runner:
        for game in runner([wanted for wanted in every if wanted.number not in known]):
            json_files.append(path, asdict(game))
            tell(f"game {game.number}: {game.points:g} after {game.turns} turns")
    games = sorted(json_files.read(path, _game), key=lambda game: game.number)
    for name, begun in (("games from the start", False), ("games from standoffs", True)):
        for line in table(name, [game for game in games if (game.begun > 0) == begun]):
            tell(line)


def _game(line: dict[str, Any]) -> Standoff:
    shown = tuple(ShownChance(**one) for one in line["shown"])
    return Standoff(**line | {"shown": shown})


def main(argv: Sequence[str]) -> int:
    try:
        run(parser().parse_args(list(argv)), lambda line: print(line, flush=True))
    except OSError as problem:
        print(f"standoffs: {problem}", file=sys.stderr)
        return 2
    return 0
