"""The engine's findings as data, computed natively and in a browser's Python to be compared.

This module imports only the program, because it is also loaded into Pyodide.
"""

from __future__ import annotations

import json
import random
import time
from typing import Any

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.search_tree import TreeConfig
from game.rules import Game, State
from game.rules.registry import parse_setup

CAPACITY = 100_000  # nodes of a tree


def positions(game: Game, count: int, seed: int) -> list[State]:
    """Return positions of random games, none of them at its end."""
    dice, found = random.Random(seed), list[State]()
    while len(found) < count:
        state, path = game.start(), list[State]()
        while not game.over(state):
            path.append(state)
            state = game.advance(state, dice.choice(game.legal(state)))
        found += dice.sample(path, min(4, len(path)))
    return found[:count]


def turns(setup: str, states: list[State], nodes: int) -> list[str]:
    """Return the turn that the engine at full strength chooses in each position."""
    game, found = parse_setup(setup), list[str]()
    options = EngineOptions(level=10, threads=1, hash_mb=48, seed=7)
    for state in states:
        bot = make_bot(game, options, lambda text: None)
        limits = SearchLimits(nodes=nodes)
        analysis = bot.think(state, limits, lambda analysis: None, StopSignal())
        found.append(game.turn_text(analysis.best))
    return found


def visits(setup: str, count: int) -> tuple[list[int], float]:
    """Return the visit count of every first action, and the visits per second of processor time."""
    game = parse_setup(setup)
    tree = ActionTree(game, profile_of(game), TreeConfig(True, CAPACITY, 7))
    tree.start(game.start())
    tree.grow(8)
    begun = time.process_time()
    made = tree.grow(count)
    seconds = time.process_time() - begun
    return [child.visits for child in tree.children()], made / max(seconds, 1e-9)


def answer(asked: str) -> str:
    """Return the answer to a question; both are JSON."""
    question = json.loads(asked)
    found: Any
    if question["what"] == "turns":
        states = [tuple(state) for state in question["states"]]
        found = turns(question["setup"], states, question["nodes"])
    else:
        found = visits(question["setup"], question["count"])
    return json.dumps(found)
