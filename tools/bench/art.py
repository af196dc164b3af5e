"""Speed of the art: rendering boards and pieces in the background, and drawing them in the loop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import pygame

from game.platform.theme import load_theme
from game.rules import Piece
from game.rules.registry import parse_setup
from game.screen.boards import piece_render, sprites
from game.screen.plugin.registry import board_view, look_of
from tools.bench.rules import median_ms

SIZE = 768
BOARDS = ("more-or-less", "less tiles=A0B1C2D3E0F1G2H3I0", "libra size=6", "multiplicity size=5")
ROUNDS = 200


def run() -> Iterator[str]:
    """Yield lines with milliseconds: a board of 768 px in the walnut theme, on a dummy display."""
    pygame.display.init()
    pygame.font.init()
    canvas = pygame.display.set_mode((1280, 800))
    yield from _boards()
    yield from _flips()
    yield from _frames(canvas)


def _boards() -> Iterator[str]:
    for setup in BOARDS:
        painter = look_of(parse_setup(setup)).painter(load_theme("walnut"))
        took = median_ms(partial(painter.render, SIZE), 2)
        yield f"render {setup.split()[0]} at {SIZE} px (workshop): {took:.0f} ms"


def _flips() -> Iterator[str]:
    theme = load_theme("walnut")
    black, green = (sprites.side(theme, "counter", c, 0) for c in ("black", "green"))
    took = median_ms(lambda: piece_render.counter(40, black, green, theme, 1.0, 0.3), 20)
    yield f"render one frame of a flip, 40 px (workshop): {took:.1f} ms"


def _frames(canvas: object) -> Iterator[str]:
    assert isinstance(canvas, pygame.Surface)
    target = canvas
    view = board_view(parse_setup("more-or-less"), load_theme("walnut"), SIZE, block=True)
    pieces = [Piece("black", 0), Piece("green", 1)]
    points = view.look.topology.points[:25]

    def frame() -> None:
        view.draw(target)
        for number, point in enumerate(points):
            view.draw_piece(target, pieces[number % 2], point)
        view.draw_glow(target, points[0], "chosen")

    def moving() -> None:
        frames = view.sprites.flip(pieces[0], pieces[1], 0.0)
        view.draw_sprite(target, frames[5], view.position(points[3]), 20)
        view.draw_piece(target, pieces[1], points[4], height=50, scale=1.3)

    frame()
    while not view.ready:
        time.sleep(0.01)
    yield f"draw board, shadow and 25 counters: {median_ms(frame, ROUNDS):.2f} ms"
    moving()
    yield f"draw a jump's two moving counters: {median_ms(moving, ROUNDS):.2f} ms"
