"""Samples for calibration: values of the search in its own games, and how those ended."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import is_compiled, start_warmup
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.profile import AS_IT_IS
from game.engine.search.turns import side_to_move
from game.rules import Game, State
from game.rules.registry import parse_setup
from tools import json_files
from tools.ladder.openings import MOST_TURNS, draw_opening
from tools.match.play import play_game
from tools.self_play import SelfPlayGame

RESULTS = {"p1win": 1.0, "p2win": 0.0, "draw": 0.5}


class ValueSample(NamedTuple):
    """A position: the value of side 0 before calibration, and what side 0 made of it."""

    value: float
    result: float
    by_turns: bool = False  # by the search of whole turns, which is calibrated for itself


@dataclass(frozen=True, slots=True)
class GameSamples:
    """The samples of one game: the searched positions.

    What is proved, or known to experts and endings, is shown as it is.
    """

    wanted: SelfPlayGame
    samples: tuple[ValueSample, ...]


class RecordingBot:
    """The engine without calibration, which notes what it thinks at the beginning of each turn."""

    name = "noting"

    def __init__(self, game: Game, seed: int) -> None:
        warming = start_warmup(game, lambda text: None)
        if warming is not None:
            warming.wait()
        profile = replace(profile_of(game), calibration=AS_IT_IS)
        if profile.turns is not None:
            turns = replace(profile.turns, calibration=AS_IT_IS)
            profile = replace(profile, turns=turns)
        self.game, self.values = game, list[tuple[float, bool]]()
        self._bot = LeveledBot(game, profile, EngineOptions(), seed, lambda: is_compiled(game))

    def prepare(self) -> None:
        self._bot.prepare()

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        found = self._bot.think(state, limits, report, signal)
        if not found.proof and found.candidates:
            side = side_to_move(self.game, state)
            value = found.value if side == 0 else 1 - found.value
            self.values.append((round(value, 4), self._bot.by_turns(state)))
        return found


def play(wanted: SelfPlayGame, most: int = MOST_TURNS) -> GameSamples:
    """Play one game from a drawn opening of at most `most` random turns, with two trees."""
    seed = random.Random(f"calibrate {wanted.setup} {wanted.number}").randrange(2**30)
    opening = draw_opening(wanted.setup, seed, most)
    game = parse_setup(opening.setup)
    bots = RecordingBot(game, seed), RecordingBot(game, seed + 1)
    limits = SearchLimits(nodes=wanted.nodes)
    played = play_game(opening.setup, *bots, 0, limits, seed, opening=opening.turns)
    result = RESULTS[played.result]
    values = (*bots[0].values, *bots[1].values)
    return GameSamples(wanted, tuple(ValueSample(value, result, kind) for value, kind in values))


def write(path: Path, seen: GameSamples) -> None:
    """Add a game to a file of them, a line each.  Raises OSError."""
    json_files.append(path, {"number": seen.wanted.number, "samples": seen.samples})


def read(path: Path) -> Iterator[tuple[int, list[ValueSample]]]:
    """Return the games of a file by number."""
    return json_files.read(path, _game)


def _game(line: dict[str, Any]) -> tuple[int, list[ValueSample]]:
    return line["number"], [ValueSample(*one) for one in line["samples"]]
