"""Games for calibration: their turns, the engine's values of their positions, their results."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.bots.tree_bot import FIRST_SHARE
from game.engine.bots.warmup import is_compiled, start_warmup
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.calibration import AS_IT_IS, VISITS
from game.engine.search.turns import same_turn, side_to_move
from game.rules import Game, State
from game.rules.registry import parse_setup
from tools import json_files
from tools.ladder.openings import MOST_TURNS, draw_opening
from tools.match.play import play_game
from tools.self_play import SelfPlayGame

RESULTS = {"p1win": 1.0, "p2win": 0.0, "draw": 0.5}
# Kinds of values: search by actions, search by whole turns, proof or answer of an expert.
TREE, TURNS, KNOWN = "tree", "turns", "known"
# Maximum number of random turns before a game at full strength.
EXPERT_TURNS = 10
LOOKS = 8  # positions of each game that are searched again
NO_LIMIT = 1 << 40  # nodes; a level has its own limit


class Thought(NamedTuple):
    """The value for side 0 after `turn` turns, before calibration; `kind` is TREE, TURNS or KNOWN.

    If the value comes from a search in play, `visits` is 0. If it comes from a separate search for
    this sample, `visits` is that search's visit count.
    """

    turn: int
    value: float
    kind: str
    visits: int = 0


@dataclass(frozen=True, slots=True)
class ThoughtGame:
    """One game: its first `drawn` turns were random; `result` is that of side 0."""

    number: int
    setup: str
    drawn: int
    turns: tuple[str, ...]
    result: float
    thoughts: tuple[Thought, ...]


class RecordingBot:
    """The engine without calibration, which records its value at the beginning of each turn."""

    name = "noting"

    def __init__(self, game: Game, seed: int) -> None:
        warming = start_warmup(game, lambda text: None)
        if warming is not None:
            warming.wait()
        profile = replace(profile_of(game), calibration=AS_IT_IS)
        if profile.turns is not None:
            turns = replace(profile.turns, calibration=AS_IT_IS, calibration_of_four=AS_IT_IS)
            profile = replace(profile, turns=turns)
        self.game, self.thoughts = game, list[Thought]()
        self._bot = LeveledBot(game, profile, EngineOptions(), seed, lambda: is_compiled(game))

    def prepare(self) -> None:
        self._bot.prepare()

    def by_turns(self, state: State) -> bool:
        """Return whether this position is searched by whole turns."""
        return self._bot.by_turns(state)

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        found = self._bot.think(state, limits, report, signal)
        own = {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(found.proof, found.value)
        value = own if side_to_move(self.game, state) == 0 else 1 - own
        kind = TURNS if self._bot.by_turns(state) else TREE
        if found.proof or not found.candidates:
            kind = KNOWN
        self.thoughts.append(Thought(self.game.turns(state), round(value, 4), kind))
        return found


def play_experts(wanted: SelfPlayGame) -> ThoughtGame:
    """Play one game of the engine against itself, with two trees."""
    seed = random.Random(f"calibrate {wanted.setup} {wanted.number}").randrange(2**30)
    opening = draw_opening(wanted.setup, seed, EXPERT_TURNS)
    game = parse_setup(opening.setup)
    bots = RecordingBot(game, seed), RecordingBot(game, seed + 1)
    limits = SearchLimits(nodes=wanted.nodes)
    played = play_game(opening.setup, *bots, 0, limits, seed, opening=opening.turns)
    states = [*positions(game, played.turns)][len(opening.turns) : -1]
    looked_at = random.Random(seed).sample(states, min(LOOKS, len(states)))
    looks = look_at(game, sorted(looked_at, key=game.turns), seed)
    thoughts = (*sorted((*bots[0].thoughts, *bots[1].thoughts)), *looks)
    result, drawn = RESULTS[played.result], len(opening.turns)
    return ThoughtGame(wanted.number, opening.setup, drawn, (*played.turns,), result, thoughts)


def look_at(game: Game, states: Iterable[State], seed: int) -> Iterator[Thought]:
    """Yield the engine's values of positions with each of VISITS, each time by a new search."""
    for state in states:
        for visits in VISITS:
            bot = RecordingBot(game, seed)
            # In a turn of several actions, the search for the first gets only a share of the nodes.
            goes_on = same_turn(state, game.advance(state, game.legal(state)[0]), game)
            share = FIRST_SHARE if goes_on and not bot.by_turns(state) else 1.0
            limits = SearchLimits(nodes=round(visits / share))
            bot.think(state, limits, lambda analysis: None, StopSignal())
            yield bot.thoughts[0]._replace(visits=visits)


def play_level(wanted: SelfPlayGame, level: int) -> ThoughtGame:
    """Play one game of a level against itself; then the engine searches some of its positions."""
    words = f"calibrate {wanted.setup} {wanted.number} level {level}"
    seed = random.Random(words).randrange(2**30)
    opening, limits = draw_opening(wanted.setup, seed, MOST_TURNS), SearchLimits(nodes=NO_LIMIT)
    engine, drawn = f"level:{level}", len(opening.turns)
    played = play_game(opening.setup, engine, engine, 0, limits, seed, opening=opening.turns)
    game = parse_setup(opening.setup)
    states = [*positions(game, played.turns)][drawn:-1]
    looked_at = random.Random(seed).sample(states, min(LOOKS, len(states)))
    bot = RecordingBot(game, seed)
    for state in sorted(looked_at, key=game.turns):
        limits = SearchLimits(nodes=wanted.nodes)
        bot.think(state, limits, lambda analysis: None, StopSignal())
    result = RESULTS[played.result]
    return ThoughtGame(
        wanted.number, opening.setup, drawn, (*played.turns,), result, (*bot.thoughts,)
    )


def positions(game: Game, turns: tuple[str, ...] | list[str]) -> Iterator[State]:
    """Yield the positions of a game, before its first turn and after each."""
    state = game.start()
    yield state
    for text in turns:
        for action in game.parse_turn(state, text):
            state = game.advance(state, action)
        yield state


def write(path: Path, seen: ThoughtGame) -> None:
    """Append a game to a file, as one line. Raises OSError."""
    json_files.append(path, {name: getattr(seen, name) for name in seen.__slots__})


def read(path: Path) -> Iterator[ThoughtGame]:
    """Yield the games of a file."""
    return json_files.read(path, _game)


def _game(line: dict[str, Any]) -> ThoughtGame:
    thoughts = tuple(Thought(*one) for one in line["thoughts"])
    return ThoughtGame(**line | {"turns": (*line["turns"],), "thoughts": thoughts})
