"""Contact sheets of boards and sprites, to be looked at: `python -m tools.screenshots.sheet OUT`.

A developer's command: writes PNGs of every board in every theme with pieces and marks, strips of a
flip and a jump, and all pieces. Not used by the program.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
from numpy.typing import ArrayLike, NDArray

from game.platform.settings import THEMES
from game.platform.theme import Theme, load_theme
from game.rules import Game, Piece
from game.rules.registry import parse_setup
from game.screen.boards import BoardView
from game.screen.boards.art_renderer import ArtRenderer, renderer
from game.screen.plugin.registry import board_view
from game.screen.ui.color_vision import SIGHTS, seen
from game.screen.ui.easing import in_out

SETUPS = {
    "more-or-less": "more-or-less",
    "more-or-less-51": "more-or-less board=decagon-51",
    "more-or-less-71": "more-or-less board=decagon-71",
    "less": "less tiles=A0B1C2D3E0F1G2H3I0",
    "less-4": "less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3",
    "libra": "libra size=6 mode=target target=5 obstacles=e5,f5,f6",
    "libra-3": "libra size=3 mode=target target=5",
    "multiplicity": "multiplicity size=5",
    "multiplicity-8": "multiplicity size=8",
}
MARGIN = 24
AXES = (0.0, math.radians(36), math.radians(108))
BLACK, GREEN = Piece("black", 0), Piece("green", 1)
WHITE_STONE = Piece("white", 0)


def shown(colours: ArrayLike, sight: str) -> NDArray[np.uint8]:
    """Return the colours as a person with this sight sees them, as pixels for normal sight."""
    light = seen(colours, sight)
    coded = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    pixels: NDArray[np.uint8] = np.rint(np.clip(coded, 0, 1) * 255).astype(np.uint8)
    return pixels


def board(view: BoardView, pieces: Mapping[str, Piece]) -> pygame.Surface:
    """Return the board with these pieces, on the background colour of the room."""
    canvas = pygame.Surface((view.size + 2 * MARGIN, view.size + 2 * MARGIN))
    canvas.fill(view.theme.ui.room_centre)
    view.topleft = (MARGIN, MARGIN)
    view.draw(canvas)
    for point, piece in pieces.items():
        view.draw_piece(canvas, piece, point)
    return canvas


def settle(shop: ArtRenderer) -> None:
    """Wait until every requested sprite is rendered."""
    while shop.busy:
        time.sleep(0.005)


def played(game: Game, actions: int) -> dict[str, Piece]:
    """Return the pieces after some scattered actions, the same ones every time."""
    state = game.start()
    for number in range(actions):
        legal = game.legal(state)
        if not legal or game.over(state):
            break
        state = game.play(state, legal[(number * 7919 + 13) % len(legal)]).state
    return game.pieces(state)


Pieces = Mapping[str, Piece]


def decorate_lines(view: BoardView, canvas: pygame.Surface, pieces: Pieces) -> None:
    """Show a train in progress with every mark of the board of lines."""
    line = view.look.topology.lines[2]
    view.draw_path(canvas, line[:3])
    view.draw_badge(canvas, line[2], "1")
    points = list(view.look.topology.points)
    for kind, point in zip(("start", "chosen", "target", "over", "last", "hint", "threat"), points):
        if kind in ("start", "chosen", "over", "hint", "threat"):
            view.draw_piece(canvas, GREEN, point)
        view.draw_glow(canvas, point, kind)
    view.draw_focus(canvas, points[8])
    view.draw_ghost(canvas, points[9], GREEN)


def decorate_squares(view: BoardView, canvas: pygame.Surface, pieces: Pieces) -> None:
    view.draw_glow(canvas, "b1", "chosen")
    for point, cost in (("c2", "1"), ("c3", "2"), ("d3", "3")):
        view.draw_badge(canvas, point, cost)
    view.draw_focus(canvas, "d4")
    view.draw_arc(canvas, "d2", "d4", 60 * view.k)


def decorate_hexagon(view: BoardView, canvas: pygame.Surface, pieces: Pieces) -> None:
    for colour, tint in (("white", view.theme.ui.text), ("black", view.theme.ui.accent)):
        view.draw_groups(canvas, groups_of(view, pieces, colour), tint)
    for number, (point, piece) in enumerate(pieces.items()):
        if number % 3 == 0 and piece.colour != "grey":
            view.draw_number(canvas, point, str(number), piece)
    empty = [point for point in view.look.places if point not in pieces]
    view.draw_focus(canvas, empty[0])
    view.draw_ghost(canvas, empty[0], WHITE_STONE)
    for kind, point in zip(("target", "bound", "free", "hint"), empty[1:]):
        view.draw_glow(canvas, point, kind)


DECORATE: dict[str, Callable[[BoardView, pygame.Surface, Pieces], None]] = {
    "point": decorate_lines,
    "square": decorate_squares,
    "hexagon": decorate_hexagon,
}


def groups_of(view: BoardView, pieces: Pieces, colour: str) -> list[list[str]]:
    """Return the groups of connected stones of one colour."""
    left = {point for point, piece in pieces.items() if piece.colour == colour}
    groups = []
    while left:
        group, edge = [], [left.pop()]
        while edge:
            point = edge.pop()
            group.append(point)
            near = [p for p in view.look.topology.neighbours[point] if p in left]
            left.difference_update(near)
            edge += near
        groups.append(group)
    return groups


def flip_strip(theme: Theme, size: int) -> pygame.Surface:
    """Draw all frames of a flip about three axes."""
    view = board_view(parse_setup("more-or-less"), theme, size, block=True)
    for angle in AXES:
        view.sprites.flip(BLACK, GREEN, angle)
    settle(renderer)
    step = round(view.piece_size * 1.6)
    canvas = pygame.Surface((13 * step, 3 * step))
    wood = view.surface.subsurface((size // 3, size // 3, size // 3, size // 3))
    canvas.blit(pygame.transform.smoothscale(wood, canvas.get_size()), (0, 0))
    for row, angle in enumerate(AXES):
        for column, frame in enumerate(view.sprites.flip(BLACK, GREEN, angle)):
            lift = 30 * view.k * math.sin(math.pi * column / 12)
            view.draw_sprite(canvas, frame, ((column + 0.5) * step, (row + 0.55) * step), lift)
    return canvas


def jump_strip(theme: Theme, size: int, frames: int = 12) -> pygame.Surface:
    """Draw the frames of a jump, six in a row."""
    view = board_view(parse_setup("more-or-less"), theme, size, block=True)
    a, over, b = "b10", "a1", "b5"
    (ax, ay), (bx, by) = view.position(a), view.position(b)
    centre = ((ax + bx) / 2, (ay + by) / 2)
    half = round(math.dist((ax, ay), (bx, by)) / 2 + view.piece_size * 1.6)
    canvas = pygame.Surface((half * 2 * 6, half * 2 * math.ceil(frames / 6)))
    view.sprites.flip(BLACK, GREEN, view.step_angle(a, b))
    settle(renderer)
    flips = view.sprites.flip(BLACK, GREEN, view.step_angle(a, b))
    for i in range(frames):
        t = i / (frames - 1)
        scene = pygame.Surface((size, size))
        scene.blit(view.surface, (0, 0))
        s = in_out(min(1, t / 0.8))
        flip = max(0.0, min(1.0, (t - 0.44) / 0.56))
        view.draw_arc(scene, a, b, 60 * view.k)
        hop = 4 * flip * (1 - flip)
        view.draw_sprite(scene, flips[round(12 * in_out(flip))], view.position(over), 14 * hop)
        rise = 4 * s * (1 - s)
        place = (ax + (bx - ax) * s, ay + (by - ay) * s)
        view.draw_piece(scene, GREEN, place, height=60 * view.k * rise, scale=1 + 0.45 * rise)
        area = pygame.Rect(0, 0, 2 * half, 2 * half)
        area.center = (round(centre[0]), round(centre[1]))
        canvas.blit(scene, ((i % 6) * half * 2, (i // 6) * half * 2), area)
    return canvas


def picture(game: Game, view: BoardView) -> pygame.Surface:
    """Return the board some way into a game, with marks."""
    pieces = played(game, len(view.look.places) // 3)
    canvas = board(view, pieces)
    DECORATE[view.look.cell](view, canvas, pieces)
    return canvas


def view_as(canvas: pygame.Surface, sight: str) -> None:
    """Change the picture to what a person with this sight sees."""
    pixels = pygame.surfarray.pixels3d(canvas)
    pixels[...] = shown(pixels, sight)


def write(
    out: Path, sizes: list[int], themes: list[str], setups: list[str], sight: str = "normal"
) -> None:
    """Write all sheets into the folder `out`."""
    out.mkdir(parents=True, exist_ok=True)
    for name in themes:
        theme = load_theme(name)
        for size in sizes:
            for key in setups:
                game = parse_setup(SETUPS[key])
                view = board_view(game, theme, size, block=True)
                canvas = picture(game, view)
                settle(renderer)
                canvas = picture(game, view)
                view_as(canvas, sight)
                pygame.image.save(canvas, out / f"{key}-{name}-{size}.png")
        pygame.image.save(flip_strip(theme, 1040), out / f"flip-{name}.png")
        pygame.image.save(jump_strip(theme, 768), out / f"jump-{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write contact sheets of the boards.")
    parser.add_argument("out", type=Path, help="folder for the PNGs")
    parser.add_argument("--size", type=int, action="append", help="board size in px; repeatable")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--board", choices=SETUPS, action="append")
    parser.add_argument("--sight", choices=SIGHTS, default="normal", help="of the boards")
    wanted = parser.parse_args()
    pygame.display.init()
    pygame.display.set_mode((320, 200))
    themes, boards = wanted.theme or [*THEMES], wanted.board or [*SETUPS]
    write(wanted.out, wanted.size or [768], themes, boards, wanted.sight)


if __name__ == "__main__":
    main()
