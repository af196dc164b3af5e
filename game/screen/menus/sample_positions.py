"""Sample positions for pictures of the games, played from a seed by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import cache

import pygame

from game.platform.theme import Theme
from game.rules import Game, Piece, State
from game.rules.registry import parse_setup, usual_setup
from game.rules.topology import Point
from game.screen.app.scene import ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.view import shown_board
from game.screen.plugin.registry import board_view, screen_plugin_of


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


class SampleBoards:
    """Boards of these games in their sample positions, `side` px square.

    Once a board is sharp it is kept as one picture with its pieces.
    """

    def __init__(self, theme: Theme, keys: Iterable[str], side: int) -> None:
        self.views = {key: board_view(sample_game(key), theme, side) for key in keys}
        self._baked: dict[str, pygame.Surface] = {}

    @property
    def shown(self) -> list[ShownBoard]:
        """The boards where they were drawn last, for the camera."""
        return [shown_board(view, sample_pieces(key)) for key, view in self.views.items()]

    def draw(self, surface: pygame.Surface, key: str, centre: tuple[int, int]) -> None:
        """Draw the board of a game about `centre`."""
        view = self.views[key]
        view.topleft = (centre[0] - view.size // 2, centre[1] - view.size // 2)
        baked = self._baked.get(key)
        if baked is not None:
            surface.blit(baked, baked.get_rect(center=view.rect.center))
            return
        draw_sample(surface, view, key)
        if not view.busy:
            self._baked[key] = render_pieces(view, sample_pieces(key))

    def close(self) -> None:
        """Stop rendering."""
        for view in self.views.values():
            view.close()
