"""Sample positions for pictures of the games, played from a seed by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

import pygame

from game.platform.theme import Theme
from game.rules import Game, Piece, State
from game.rules.registry import parse_setup, usual_setup
from game.rules.topology import Point
from game.screen.app.scene import ShownBoard
from game.screen.boards.view import StillBoard
from game.screen.plugin.registry import board_view, screen_plugin_of


@cache
def sample_game(key: str) -> Game:
    """Return the game with this key on its sample board."""
    return parse_setup(screen_plugin_of(key).card.sample.setup or usual_setup(key))


@cache
def sample_state(key: str) -> State:
    """Return a legal position from the middle of a game, always the same one."""
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


class SampleBoards:
    """Boards with the sample positions of these games, each `side` px square."""

    def __init__(self, theme: Theme, keys: Iterable[str], side: int) -> None:
        self.boards = {
            key: StillBoard(board_view(sample_game(key), theme, side), sample_pieces(key))
            for key in keys
        }

    @property
    def shown(self) -> list[ShownBoard]:
        """The boards as drawn last, for the camera."""
        return [board.shown for board in self.boards.values()]

    def draw(self, surface: pygame.Surface, key: str, centre: tuple[int, int]) -> None:
        """Draw the board of a game with its centre at `centre`."""
        self.boards[key].draw(surface, centre)

    def close(self) -> None:
        """Stop rendering the boards."""
        for board in self.boards.values():
            board.close()
