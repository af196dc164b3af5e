"""Start positions for pairs of games: random layouts and random first turns.

Without them, two deterministic players would play the same game again and again.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from game.rules import Game, SetupError, State
from game.rules.registry import GAMES, parse_setup

SIZES = (4, 5, 6)  # drawn for games with boards of several sizes
MOST_TURNS = 3  # default maximum number of random turns


class StartPosition(NamedTuple):
    """A complete setup, and the turns that are played before the players begin."""

    setup: str
    turns: tuple[str, ...]


def draw_opening(setup: str, seed: int, most: int = MOST_TURNS) -> StartPosition:
    """Return the opening of a seed.

    A game with random layouts gets one if the setup names none. It gets no random turns, because
    such turns are lost moves, which decide a race. Other games get a size if the setup names none,
    and one to `most` random turns, which do not end the game.

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
    """Return `setup` with its open options drawn at random. Raises RulesError."""
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
    """Return up to `count` random turns as text, and the position after them.

    There are fewer if the game ends.
    """
    state = game.start()
    turns: list[str] = []
    while len(turns) < count and not game.over(state):
        begun, actions = state, []
        while not game.turn_ended(begun, state):
            actions.append(dice.choice(game.legal(state)))
            state = game.advance(state, actions[-1])
        turns.append(game.turn_text(actions))
    return tuple(turns), state
