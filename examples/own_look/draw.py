"""Draws the pictures of the example look: python -m examples.own_look.draw [FOLDER].

Two boards are only a background, on which the program draws lines and frame. Those of Libra and
Multiplicity are complete: `game.pictures.hexagons` gives the places of their cells.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from game.pictures import hexagons
from game.pictures.lines import UNITS
from game.rules.registry import parse_setup, usual_setup

BOARD, PIECE = 900, 192  # pixels of the finished pictures
FINE = 3  # pictures are drawn this many times larger, then scaled down
Colour = tuple[int, int, int]
Draw = Callable[[ImageDraw.ImageDraw, float], None]

NIGHT, DUSK, STAR = (14, 22, 54), (46, 44, 104), (255, 236, 176)
SAND, RIPPLE = (172, 142, 100), (144, 114, 76)
POND, DEEP, LEAF, VEIN = (120, 176, 176), (42, 104, 118), (64, 122, 78), (150, 190, 120)
HONEY, WAX, COMB = (242, 184, 62), (255, 222, 130), (150, 92, 20)


def main(words: list[str]) -> int:
    folder = Path(words[0]) if words else Path(__file__).with_name("night_and_garden")
    folder.mkdir(parents=True, exist_ok=True)
    boards = {"sky": sky(), "beach": beach(), "pond": pond(), "comb": comb()}
    for name, board in boards.items():
        board.resize((BOARD, BOARD), Image.Resampling.LANCZOS).save(
            folder / f"{name}.jpg", quality=82, optimize=True
        )
    for name, draw in PIECES.items():
        piece(draw).save(folder / f"{name}.png", optimize=True)
    return 0


# -- boards ----------------------------------------------------------------------------------------


def gradient(inner: Colour, outer: Colour, noise: float, seed: int) -> Image.Image:
    """Return a round gradient with a soft grain."""
    side = BOARD * 2
    axis = np.linspace(-1, 1, side)
    share = np.clip(np.hypot(axis[:, None], axis[None, :]), 0, 1)[..., None]
    grain = np.random.default_rng(seed).normal(0, noise, (side // 4, side // 4))
    soft = Image.fromarray(grain.astype(np.float32)).resize((side, side), Image.Resampling.BICUBIC)
    colours = np.asarray(inner) * (1 - share) + np.asarray(outer) * share
    return Image.fromarray(np.clip(colours + np.asarray(soft)[..., None], 0, 255).astype(np.uint8))


def shaded(ink: Colour, light: float) -> Colour:
    """Return a colour with its brightness multiplied by `light`."""
    red, green, blue = (min(255, round(part * light)) for part in ink)
    return red, green, blue


def sky() -> Image.Image:
    """Return a night sky, densest along a band."""
    image = gradient(DUSK, NIGHT, 1.5, 1)
    draw, random = ImageDraw.Draw(image), np.random.default_rng(7)
    side = image.width
    for _number in range(900):
        along, aside = random.random() * 1.5 - 0.25, random.normal(0, 0.16)
        x, y = (along + aside) * side, (1 - along + aside) * side
        if random.random() < 0.45:
            x, y = random.random(2) * side
        size, light = random.random() ** 6 * 3.4 + 0.7, 0.2 + 0.6 * random.random()
        ink = tuple(round(a + (b - a) * light) for a, b in zip(DUSK, STAR))
        draw.ellipse((x - size, y - size, x + size, y + size), fill=ink)
    return image


def beach() -> Image.Image:
    """Return sand with wind ripples."""
    side = BOARD * 2
    axis = np.linspace(0, 1, side)
    x, y = axis[None, :], axis[:, None]
    wave = np.sin(62 * (y + 0.035 * np.sin(9 * x + 3 * y) + 0.02 * np.sin(23 * x - 5 * y)))
    ripples = Image.fromarray((np.clip(wave, 0, 1) ** 3 * 110).astype(np.uint8))
    image = gradient(SAND, SAND, 5, 3)
    image.paste(RIPPLE, (0, 0), ripples.filter(ImageFilter.GaussianBlur(2)))
    return image


def cells(key: str) -> tuple[list[tuple[float, float]], float]:
    """Return the cells' centres and side on a game's usual board, in shares of the width."""
    topology = parse_setup(usual_setup(key)).topology
    places = hexagons.places(topology).values()
    middles = [(x / UNITS + 0.5, y / UNITS + 0.5) for x, y in places]
    return middles, hexagons.cell_side(topology) / UNITS


def pond() -> Image.Image:
    """Return a pond: each cell is a leaf of a water lily."""
    image = gradient(POND, DEEP, 3, 5)
    draw, side = ImageDraw.Draw(image), image.width
    middles, cell = cells("libra")
    for number, (x, y) in enumerate(middles):
        reach = cell * 0.83 * side
        box = (x * side - reach, y * side - reach, x * side + reach, y * side + reach)
        turn = 40 + 137 * number % 360
        dark = shaded(DEEP, 0.55)
        draw.pieslice([at + 7 for at in box], turn, turn + 335, fill=dark)
        draw.pieslice(box, turn, turn + 335, fill=LEAF)
        for spoke in range(20, 330, 31):
            angle = math.radians(turn + spoke)
            end = (
                x * side + 0.9 * reach * math.cos(angle),
                y * side + 0.9 * reach * math.sin(angle),
            )
            draw.line([(x * side, y * side), end], fill=VEIN, width=3)
    return image


def comb() -> Image.Image:
    """Return a honeycomb on dark wood."""
    image = gradient((96, 58, 26), (58, 34, 16), 4, 9)
    draw, side = ImageDraw.Draw(image), image.width
    middles, cell = cells("multiplicity")
    for number, (x, y) in enumerate(middles):
        for share, ink in ((1.0, COMB), (0.91, WAX), (0.80, HONEY)):
            turns = [math.pi * n / 3 for n in range(6)]
            reach = cell * share * side
            corners = [
                (x * side + reach * math.cos(t), y * side + reach * math.sin(t)) for t in turns
            ]
            if share < 0.85:
                ink = shaded(ink, 1 + (number * 7 % 5 - 2) * 0.03)
            draw.polygon(corners, fill=ink)
    return image


# -- pieces ----------------------------------------------------------------------------------------


def piece(draw: Draw) -> Image.Image:
    side = PIECE * FINE
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw(ImageDraw.Draw(image), side / 2)
    return image.resize((PIECE, PIECE), Image.Resampling.LANCZOS)


def disc(
    draw: ImageDraw.ImageDraw, r: float, share: float, fill: Colour, dx: float = 0, dy: float = 0
) -> None:
    """Draw a disc; its size `share` and its offset are given in radii `r` of the piece."""
    x, y, reach = r * (1 + dx), r * (1 + dy), r * share
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=(*fill, 255))


def coin(rim: Colour, face: Colour) -> Draw:
    """Return a function that draws a disc with a rim."""

    def draw(on: ImageDraw.ImageDraw, r: float) -> None:
        disc(on, r, 0.99, shaded(rim, 0.6))
        disc(on, r, 0.95, rim)
        disc(on, r, 0.84, face)

    return draw


def rays(
    draw: ImageDraw.ImageDraw, r: float, count: int, outer: float, inner: float, fill: Colour
) -> None:
    """Draw a star of `count` rays."""
    corners = []
    for n in range(2 * count):
        reach, turn = r * (outer, inner)[n % 2], math.pi * n / count - math.pi / 2
        corners.append((r + reach * math.cos(turn), r + reach * math.sin(turn)))
    draw.polygon(corners, fill=(*fill, 255))


def moon(draw: ImageDraw.ImageDraw, r: float) -> None:
    coin((150, 160, 190), (28, 34, 66))(draw, r)
    disc(draw, r, 0.62, (214, 222, 240))
    disc(draw, r, 0.52, (28, 34, 66), 0.26, -0.12)
    disc(draw, r, 0.06, (214, 222, 240), 0.34, -0.2)
    disc(draw, r, 0.045, (214, 222, 240), 0.16, 0.2)


def sun(draw: ImageDraw.ImageDraw, r: float) -> None:
    coin((224, 138, 30), (255, 224, 130))(draw, r)
    rays(draw, r, 12, 0.76, 0.5, (232, 136, 22))
    disc(draw, r, 0.44, (255, 240, 176))
    disc(draw, r, 0.36, (245, 170, 48))


def shell(ground: Colour, ink: Colour, dots: bool) -> Draw:
    """Return a function that draws a fan of ribs, or with `dots` a sea urchin."""

    def draw(on: ImageDraw.ImageDraw, r: float) -> None:
        coin(ink, ground)(on, r)
        for n in range(11):
            turn = math.pi * 2 * n / 11 if dots else math.pi * (1.13 + 0.74 * n / 10)
            start = (r, r) if dots else (r, 1.52 * r)
            reach = 0.68 if dots else 1.06
            end = (start[0] + reach * r * math.cos(turn), start[1] + reach * r * math.sin(turn))
            if dots:
                for share in (0.4, 0.66, 0.92):
                    x, y = (a + (b - a) * share for a, b in zip(start, end))
                    size = 0.075 * r * (1.3 - 0.5 * share)
                    on.ellipse((x - size, y - size, x + size, y + size), fill=(*ink, 255))
            else:
                on.line([start, end], fill=(*ink, 255), width=round(0.055 * r))
        disc(on, r, 0.12, ink, 0, 0 if dots else 0.5)

    return draw


def flower(petal: Colour, heart: Colour, rim: Colour, count: int) -> Draw:
    """Return a function that draws a blossom with `count` petals."""

    def draw(on: ImageDraw.ImageDraw, r: float) -> None:
        for n in range(count):
            turn = 2 * math.pi * n / count
            at = 0.58 * math.cos(turn), 0.58 * math.sin(turn)
            disc(on, r, 0.405, rim, *at)
        for n in range(count):
            turn = 2 * math.pi * n / count
            at = 0.56 * math.cos(turn), 0.56 * math.sin(turn)
            disc(on, r, 0.36, petal, *at)
        disc(on, r, 0.62, petal)
        disc(on, r, 0.36, rim)
        disc(on, r, 0.31, heart)

    return draw


def stone(draw: ImageDraw.ImageDraw, r: float) -> None:
    disc(draw, r, 0.96, (84, 88, 92))
    disc(draw, r, 0.88, (128, 132, 134))
    disc(draw, r, 0.5, (150, 153, 154), -0.22, -0.24)


def bee(draw: ImageDraw.ImageDraw, r: float) -> None:
    disc(draw, r, 0.98, (30, 20, 12))
    disc(draw, r, 0.90, (66, 44, 26))
    for side in (-1, 1):
        disc(draw, r, 0.33, (214, 226, 236), 0.42 * side, -0.16)
        disc(draw, r, 0.2, (214, 226, 236), 0.34 * side, 0.22)
    draw.ellipse((0.72 * r, 0.5 * r, 1.28 * r, 1.66 * r), fill=(250, 196, 50, 255))
    for at in (0.82, 1.06, 1.3):
        draw.rectangle((0.73 * r, at * r, 1.27 * r, (at + 0.1) * r), fill=(30, 20, 12, 255))
    disc(draw, r, 0.2, (30, 20, 12), 0, -0.5)


PIECES: dict[str, Draw] = {
    "moon": moon,
    "sun": sun,
    "shell": shell((250, 240, 226), (196, 104, 84), dots=False),
    "urchin": shell((52, 44, 74), (188, 160, 220), dots=True),
    "shell-ally": shell((238, 226, 236), (150, 84, 150), dots=False),
    "urchin-ally": shell((30, 62, 66), (140, 206, 196), dots=True),
    "lily": flower((255, 250, 244), (250, 204, 70), (196, 176, 168), 8),
    "dahlia": flower((112, 22, 62), (240, 150, 60), (58, 8, 30), 10),
    "stone": stone,
    "blossom": flower((255, 255, 255), (236, 120, 150), (150, 120, 110), 5),
    "bee": bee,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
