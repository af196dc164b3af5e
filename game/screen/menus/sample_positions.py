"""Sample positions for pictures of the games, played from a seed by the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pygame

from game.rules import Game, Piece, State
from game.rules.registry import parse_setup, usual_setup
from game.rules.topology import Point
from game.screen.boards import BoardView
from game.screen.plugin.registry import screen_plugin_of


@cache
def sample_game(key: str) -> Game:
    """Return the game of this key on its sample board."""
    return parse_setup(screen_plugin_of(key).card.sample.setup or usual_setup(key))


@cache
def sample_state(key: str) -> State:
    """Return a legal position from the middle of a game, the same every time."""
    sample = screen_plugin_of(key).card.sample
    game = sample_game(key)
    dice = random.Random(sample.seed)
    state = game.start()
    for _number in range(sample.actions):
        legal = game.legal(state)
        if not legal:
            break
        later = game.play(state, legal[int(dice.random() * len(legal))]).state
        if game.over(later):
            break
        state = later
    return state


def sample_pieces(key: str) -> dict[Point, Piece]:
    """Return the pieces of the sample position."""
    return sample_game(key).pieces(sample_state(key))


def draw_pieces(surface: pygame.Surface, view: BoardView, pieces: Mapping[Point, Piece]) -> None:
    """Draw a board with its pieces, where `view` lies."""
    view.draw(surface)
    for point, piece in pieces.items():
        view.draw_piece(surface, piece, point)


def render_pieces(view: BoardView, pieces: Mapping[Point, Piece]) -> pygame.Surface:
    """Return a board with pieces and shadow as one centred picture."""
    margin = view.size // 8
    picture = pygame.Surface((view.size + 2 * margin,) * 2, pygame.SRCALPHA)
    before, view.topleft = view.topleft, (margin, margin)
    draw_pieces(picture, view, pieces)
    view.topleft = before
    return picture


def draw_sample(surface: pygame.Surface, view: BoardView, key: str) -> None:
    """Draw the board of a game with its sample position, where `view` lies."""
    draw_pieces(surface, view, sample_pieces(key))


def render_sample(view: BoardView, key: str) -> pygame.Surface:
    """Return board, sample position and shadow of a game as one centred picture."""
    return render_pieces(view, sample_pieces(key))
