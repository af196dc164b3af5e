"""Start positions of pairs of games: drawn layouts and first turns.

Two players that always do the same would else play one game again and again.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from game.rules import Game, SetupError, State
from game.rules.registry import GAMES, parse_setup

SIZES = (4, 5, 6)  # of boards of any size
MOST_TURNS = 3  # at random


class StartPosition(NamedTuple):
    """A setup without anything open, and the turns that are played before the players begin."""

    setup: str
    turns: tuple[str, ...]


def draw_opening(setup: str, seed: int, most: int = MOST_TURNS) -> StartPosition:
    """Return the opening of a seed.

    A drawn layout if the setup names none; else a size if it names none, and one to `most` turns
    at random, which do not end the game.

    A drawn layout is opening enough: turns at random on it are moves lost, which decide a race.

    Raises RulesError for a wrong setup.
    """
    dice = random.Random(seed)
    full = drawn_setup(setup, dice)
    game = parse_setup(full)
    if game.drawn and full != setup:
        return StartPosition(full, ())
    while True:
        turns, state = random_turns(game, dice.randint(1, most), dice)
        if not game.over(state):
            return StartPosition(full, turns)


def drawn_setup(setup: str, dice: random.Random) -> str:
    """Return `setup` with what it leaves open drawn by lot.  Raises RulesError."""
    key, *words = setup.split()
    named = {word.partition("=")[0] for word in words}
    drawn = next((game.drawn for game in GAMES if game.key == key), ())
    if drawn and not named & set(drawn):
        return f"{setup} {drawn[0]}={dice.randint(1, 10**6)}"
    if "size" not in named:
        sized = f"{setup} size={dice.choice(SIZES)}"
        try:
            parse_setup(sized)
        except SetupError:
            parse_setup(setup)
        else:
            return sized
    return setup


def random_turns(game: Game, count: int, dice: random.Random) -> tuple[tuple[str, ...], State]:
    """Return so many turns at random as text, and the position after them; fewer at the end."""
    state = game.start()
    turns: list[str] = []
    while len(turns) < count and not game.over(state):
        begun, actions = state, []
        while not game.turn_ended(begun, state):
            actions.append(dice.choice(game.legal(state)))
            state = game.advance(state, actions[-1])
        turns.append(game.turn_text(actions))
    return tuple(turns), state
