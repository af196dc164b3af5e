"""Golden pictures of boards with pieces and marks are reproduced within a tolerance.

After an intended change, run `GOLDEN=write pytest` on this file, and look at the pictures.
"""

import os
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.platform.theme import load_theme
from game.rules.registry import parse_setup
from game.screen.boards.art_renderer import renderer
from game.screen.plugin.registry import board_view
from tools.screenshots import sheet

pytestmark = pytest.mark.art

FOLDER = Path(__file__).parent / "pictures"
SIZE = 260
CASES = [
    ("more-or-less", "walnut"),
    ("more-or-less", "paper"),
    ("less", "slate"),
    ("less-4", "walnut"),
    ("libra", "night"),
    ("multiplicity", "walnut"),
]
# Maximum mean difference, what counts as a large difference (both of 255), and the share of pixels
# that may have one. Other font rasterisers move a few pixels.
MEAN, FAR, SHARE_FAR = 2.0, 40, 0.01


@pytest.fixture(autouse=True, scope="module")
def display() -> pygame.Surface:
    pygame.display.init()
    pygame.font.init()
    return pygame.display.set_mode((320, 240))


def picture(key: str, theme_name: str) -> pygame.Surface:
    """Return a board as the contact sheet shows it, with every sprite in its final form."""
    game = parse_setup(sheet.SETUPS[key])
    view = board_view(game, load_theme(theme_name), SIZE, block=True)
    sheet.picture(game, view)
    sheet.settle(renderer)
    return sheet.picture(game, view)


def pixels(surface: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(surface).astype(int)


@pytest.mark.parametrize(("key", "theme_name"), CASES)
def test_picture(key: str, theme_name: str, tmp_path: Path) -> None:
    path = FOLDER / f"{key}-{theme_name}.png"
    drawn = picture(key, theme_name)
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        pygame.image.save(drawn, path)
    difference = np.abs(pixels(drawn) - pixels(pygame.image.load(path)))
    if difference.mean() > MEAN or (difference > FAR).mean() > SHARE_FAR:
        pygame.image.save(drawn, tmp_path / path.name)
        pytest.fail(f"{path.name} differs by {difference.mean():.1f} on average; see {tmp_path}")
