"""Renders the art that ships with the program, reproducibly: `python assets/make_art.py`.

Writes assets/art/grain/*.png (grain of the woods and the stone as one grey channel, coloured by a
theme's stops), assets/art/pieces/*.png (all pieces of a theme in a row), assets/art/boards/ (small
boards that are shown in the first frame until the sharp ones are ready) and assets/icons/ (the
program's icon in the sizes that desktops need). Needs numpy and pygame only; the same numbers give
the same pictures.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame  # noqa: E402

from game.platform.theme import THEMES, load_theme  # noqa: E402
from game.rules.registry import parse_setup  # noqa: E402
from game.screen.boards import board_surfaces, sprites  # noqa: E402
from game.screen.boards.piece_render import PAD  # noqa: E402
from game.screen.plugin.registry import look_of  # noqa: E402
from game.screen.ui.pygame_compat import gaussian_blur  # noqa: E402

Grid = NDArray[np.float32]

SIZE = 2048  # Width of a grain picture in pixels.
SCALE = SIZE / 768  # pixels per unit: a board is 768 units wide
ART = ROOT / "assets" / "art"
BOARDS = (
    "more-or-less",
    "less tiles=A0B1C2D3E0F1G2H3I0",
    "libra size=5",
    "libra size=6",
    "multiplicity size=5",
)
BOARD_SIZE = 560
ICONS = ROOT / "assets" / "icons"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
FELT = ((255, 198, 84), (226, 148, 30))  # colours of the icon's ground at its top and its bottom


@dataclass(frozen=True)
class Grain:
    """The grain of one material.

    `ring` is a width in units; the other values are shares of the range from light to dark.
    """

    seed: int
    ring: float
    fibre: float
    pores: float
    rings: float = 0.32
    broad: float = 0.24


GRAINS = {
    "maple": Grain(seed=7, ring=13, fibre=0.20, pores=0.14),
    "veneer": Grain(seed=23, ring=14.3, fibre=0.20, pores=0.18),
    "cherry": Grain(seed=51, ring=15, fibre=0.22, pores=0.22),
    "pearwood": Grain(seed=77, ring=11, fibre=0.22, pores=0.22),
    "walnut": Grain(seed=31, ring=11, fibre=0.20, pores=0.25),
    "stone": Grain(seed=91, ring=40, fibre=0.10, pores=0.04, rings=0.12),
}


def weights(length: int, cell: float, offset: float) -> Grid:
    """Return rows of cubic B-spline weights that spread lattice values over `length` pixels."""
    at = np.arange(length) / cell + offset
    left = np.floor(at).astype(int)
    f = at - left
    spline = (
        (1 - f) ** 3 / 6,
        (3 * f**3 - 6 * f**2 + 4) / 6,
        (-3 * f**3 + 3 * f**2 + 3 * f + 1) / 6,
        f**3 / 6,
    )
    rows = np.zeros((length, left.max() + 4), np.float32)
    for step, weight in enumerate(spline):
        rows[np.arange(length), left + step] = weight
    return rows


def noise(cell_x: float, cell_y: float, seed: int, spread: float = 1.55) -> Grid:
    """Return smooth noise of about 0..1, whose lumps measure cell_x by cell_y units."""
    random = np.random.default_rng(seed)
    along = weights(SIZE, max(cell_x * SCALE, 1), random.random())
    down = weights(SIZE, max(cell_y * SCALE, 1), random.random())
    lattice = random.random((down.shape[1], along.shape[1])).astype(np.float32)
    # B-splines flatten white noise; stretch it back to the spread of its lattice.
    return np.clip(0.5 + ((down @ lattice @ along.T) - 0.5) * spread, 0, 1)


def ramp(low: float, high: float, x: Grid) -> Grid:
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def grain(material: Grain) -> Grid:
    """Return grain along x: 0 is the lightest early wood, 1 the darkest late wood."""
    seed = material.seed * 100
    y = (np.arange(SIZE, dtype=np.float32) / SCALE)[:, None]
    bend = 92 * (noise(700, 170, seed) - 0.5) + 18 * (noise(260, 40, seed + 1) - 0.5)
    bend += 3.2 * (noise(150, 9, seed + 2) - 0.5)
    depth = (y + bend) / material.ring + 2.6 * noise(800, 260, seed + 3)
    ring = np.floor(depth)
    within = depth - ring
    saw = np.where(within < 0.86, (within / 0.86) ** 3, (1 - within) / 0.14)
    strength = np.random.default_rng(seed + 4).random(512)[ring.astype(int) % 512]
    rings = saw * (0.35 + 0.65 * strength) * (0.5 + 0.5 * noise(320, 50, seed + 5))
    fibres = 0.55 * noise(95, 1.15, seed + 6, 2.3) + 0.45 * noise(240, 2.6, seed + 7, 1.9)
    pores = ramp(0.66, 0.84, noise(18, 1.3, seed + 8, 2.1))
    pores = pores * ramp(0.3, 0.75, noise(120, 30, seed + 9))
    broad = 0.6 * noise(420, 150, seed + 10) + 0.4 * noise(140, 420, seed + 11)
    return (
        0.20
        + material.rings * rings
        + material.fibre * 2 * (fibres - 0.5)
        + material.pores * pores
        + material.broad * 2 * (broad - 0.5)
    )


def save_grey(values: Grid, path: Path) -> None:
    """Write an 8-bit grey PNG in 128 steps; finer steps are not visible in the wood."""
    steps = np.clip(np.rint(values * 127), 0, 127).astype(np.uint8)
    surface = pygame.Surface(values.shape[::-1], depth=8)
    surface.set_palette([(v * 255 // 127,) * 3 for v in range(128)] + [(0, 0, 0)] * 128)
    pygame.surfarray.blit_array(surface, steps.T)
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(surface, path)


def make_grains() -> None:
    for name, material in GRAINS.items():
        save_grey(grain(material), ART / "grain" / f"{name}.png")


def make_pieces() -> None:
    """Draw all pieces of a theme side by side, in the order in which the program looks them up."""
    for name in THEMES:
        theme, cell = load_theme(name), sprites.SHIPPED + 2 * PAD
        row = pygame.Surface((cell * len(sprites.ORDER), cell), pygame.SRCALPHA)
        for place, (style, colour, mark) in enumerate(sprites.ORDER):
            pixels = sprites.render(theme, style, colour, mark, sprites.SHIPPED)
            row.blit(sprites.surface(pixels), (place * cell, 0))
        save(row, ART / "pieces" / f"{name}.png")


def make_boards() -> None:
    """Render small boards of the usual setups, which the first frame shows."""
    for setup in BOARDS:
        for name in THEMES:
            look, theme = look_of(parse_setup(setup)), load_theme(name)
            pixels = look.painter(theme).render(BOARD_SIZE)
            file = board_surfaces.shipped_name(look.key, look.body, name)
            save(sprites.surface(coarse(pixels)), ART / "boards" / file)


def make_icons() -> None:
    """Draw the icon once, twice as large as needed, and scale it down to each size."""
    big = icon(2 * max(ICON_SIZES))
    for size in ICON_SIZES:
        save(pygame.transform.smoothscale(big, (size, size)), ICONS / f"{size}.png")


def icon(size: int) -> pygame.Surface:
    """Draw a black counter, more, in front of a green one, less, on an amber ground."""
    ground = pygame.Surface((1, 2))
    for row, colour in enumerate(FELT):
        ground.set_at((0, row), colour)
    picture = pygame.Surface((size, size), pygame.SRCALPHA)
    edge = size // 32
    square = picture.get_rect().inflate(-2 * edge, -2 * edge)
    pygame.draw.rect(picture, "white", square, border_radius=size // 5)
    tinted = pygame.transform.smoothscale(ground.convert(32), (size, size))
    picture.blit(tinted, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for name, share, spot in (("green", 0.46, (0.35, 0.34)), ("black", 0.58, (0.60, 0.62))):
        across = round(size * share)
        at = (round(size * spot[0]), round(size * spot[1]))
        shadow = pygame.Surface((size, size), pygame.SRCALPHA)
        centre = (at[0] + size // 90, at[1] + size // 36)
        pygame.draw.circle(shadow, (40, 16, 0, 110), centre, across // 2)
        picture.blit(gaussian_blur(shadow, size // 50), (0, 0))
        piece = sprites.surface(sprites.render(load_theme("walnut"), "counter", name, 0, across))
        picture.blit(piece, piece.get_rect(center=at))
    return picture


def coarse(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the colours in steps of 4.

    The difference is invisible in these small boards, and halves the size of the files.
    """
    out = pixels.copy()
    out[..., :3] = np.minimum(pixels[..., :3].astype(int) + 2, 255) // 4 * 4
    out[pixels[..., 3] == 0] = 0
    return out


def save(image: pygame.Surface, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(image, path)


PARTS = {"grain": make_grains, "pieces": make_pieces, "boards": make_boards, "icons": make_icons}


def main() -> None:
    parser = argparse.ArgumentParser(description="Render the art that ships with the program.")
    parser.add_argument(
        "parts", nargs="*", choices=[*PARTS, []], help="what to render; all if none"
    )
    for part in parser.parse_args().parts or PARTS:
        PARTS[part]()


if __name__ == "__main__":
    main()
