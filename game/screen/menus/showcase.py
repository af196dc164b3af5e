"""Positions worth looking at, for pictures of the games: played out from a seed by the rules."""

from __future__ import annotations

import random
from functools import cache

import pygame

from game.rules import Game, State, parse_setup
from game.screen.boards import BoardView

# Setup, seed and number of actions of the position shown for each game.
SHOWN: dict[str, tuple[str, int, int]] = {
    "more-or-less": ("more-or-less", 11, 46),
    "less": (
        "less walls=000000000000001100010001000000000000001010110010000000011000",
        5,
        24,
    ),
    "libra": ("libra size=5", 3, 44),
    "multiplicity": ("multiplicity size=5", 4, 46),
}


@cache
def shown_game(key: str) -> Game:
    return parse_setup(SHOWN[key][0])


@cache
def shown_state(key: str) -> State:
    """A position some way into a game: legal, the same every time."""
    _setup, seed, actions = SHOWN[key]
    game = shown_game(key)
    dice = random.Random(seed)
    state = game.start()
    for _number in range(actions):
        legal = game.legal(state)
        if not legal:
            break
        later = game.play(state, legal[int(dice.random() * len(legal))]).state
        if game.over(later):
            break
        state = later
    return state


def draw_shown(surface: pygame.Surface, view: BoardView, key: str) -> None:
    """The board of a game with its position, where `view` lies."""
    view.draw(surface)
    for point, piece in shown_game(key).pieces(shown_state(key)).items():
        view.draw_piece(surface, piece, point)


def bake(view: BoardView, key: str) -> pygame.Surface:
    """The board of a game with its position and shadow, as one picture about its centre."""
    margin = view.size // 8
    picture = pygame.Surface((view.size + 2 * margin,) * 2, pygame.SRCALPHA)
    before, view.topleft = view.topleft, (margin, margin)
    draw_shown(picture, view, key)
    view.topleft = before
    return picture
