"""A goal of Less stays visible under pieces, by a band and by the owner's mark in its middle."""

from __future__ import annotations

import pygame
import pytest

from game.games.less.pictures import goals
from game.pictures import squares
from game.pictures.lines import UNITS
from game.platform.theme import load_theme
from game.rules.registry import parse_setup
from game.screen.plugin.registry import board_view


def drawn(setup: str, theme: str) -> tuple[pygame.Surface, dict[str, tuple[int, int]]]:
    """Return the board of the first position, and each goal's middle by the goal's owner."""
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    game = parse_setup(setup)
    view = board_view(game, load_theme(theme), 480, block=True)
    canvas = pygame.Surface((480, 480))
    view.draw(canvas)
    pieces = game.pieces(game.start())
    for point, piece in pieces.items():
        view.draw_piece(canvas, piece, point)
    at = squares.places(game.topology)
    middles = {}
    for owner in set(goals(game.topology, pieces).values()):
        own = [at[p] for p, other in goals(game.topology, pieces).items() if other == owner]
        x = sum(x for x, _y in own) / 4 + UNITS / 2
        y = sum(y for _x, y in own) / 4 + UNITS / 2
        middles[f"{owner.colour} {owner.mark}"] = (round(x * view.k), round(y * view.k))
    return canvas, middles


@pytest.mark.parametrize("theme", ["walnut", "paper"])
def test_the_sign_of_each_goal_has_its_owners_colour_from_the_first_picture(theme: str) -> None:
    canvas, middles = drawn("less walls=" + "0" * 60, theme)
    beside = 7  # pixels from the middle: outside the piece's mark, inside the goal's mark
    shades = {
        owner: sum(canvas.get_at((x + beside, y + beside))[:3]) for owner, (x, y) in middles.items()
    }
    assert shades["white 0"] > shades["black 0"] + 200


def test_four_seats_have_four_goals_with_signs() -> None:
    _canvas, middles = drawn("less seats=4 walls=" + "0" * 112, "walnut")
    assert len(set(middles.values())) == 4
