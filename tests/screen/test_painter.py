"""Pictures of games as files are sharp, of the requested size, and animated on request."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from game.library.import_export import ExportOptions
from game.screen.image_export import export_image
from tests.library.kept_games import played

pytestmark = pytest.mark.art


@pytest.mark.parametrize("theme", ["walnut", "paper"])
def test_a_position_is_painted(theme: str, tmp_path: Path) -> None:
    path = tmp_path / "position.png"
    match = played("2026-01-01", actions=4)
    export_image(match, ExportOptions("png", theme, size=160), path)
    with Image.open(path) as picture:
        assert picture.size == (160, 160)
        assert len(picture.convert("RGB").getcolors(160 * 160) or ()) > 4


def test_two_moments_of_a_game_differ(tmp_path: Path) -> None:
    match = played("2026-01-01", actions=4)
    for turn in (1, 3):
        export_image(match, ExportOptions("png", "paper", turn, 160), tmp_path / f"{turn}.png")
    assert (tmp_path / "1.png").read_bytes() != (tmp_path / "3.png").read_bytes()


def test_a_turn_moves_and_ends_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "turn.gif"
    match = played("2026-01-01", setup="less seed=3", actions=3)
    export_image(match, ExportOptions("gif", "paper", 1, 120), path)
    with Image.open(path) as film:
        assert isinstance(film, GifImageFile)
        frames: list[bytes] = []
        for number in range(film.n_frames):
            film.seek(number)
            frames.append(film.convert("RGB").tobytes())
    assert len(set(frames)) > 4
    assert frames[0] != frames[-1]
