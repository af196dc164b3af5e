"""Marks and arrows drawn on positions appear in exported pictures, and change nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from game.library.import_export import ExportOptions, write_out
from game.platform.theme import load_theme
from game.screen.image_export import export_image
from game.table.match import Match
from game.table.study import Study
from game.table.variations import MARK_KINDS
from tests.library.kept_games import played


def drawn_on(match: Match, turn: int) -> None:
    """Draw a mark and an arrow of each kind after a turn."""
    study = Study(match)
    study.go(turn)
    points = match.game.topology.points
    for number, kind in enumerate(MARK_KINDS):
        study.draw(points[number], points[number], kind)
        study.draw(points[number], points[-1 - number], kind)


def text_of(match: Match, wish: ExportOptions, folder: Path) -> str:
    path = folder / "out"
    write_out(match, wish, path, load_theme(wish.theme), export_image)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["walnut", "paper"])
def test_a_drawing_of_vectors_has_every_kind_with_a_line_of_its_own(
    theme: str, tmp_path: Path
) -> None:
    match = played("2026-01-01", actions=6)
    drawn_on(match, 2)
    text = text_of(match, ExportOptions("svg", theme, 2), tmp_path)
    signs = text.partition('class="drawn"')[2]
    assert signs.count("<polygon") == 2 * len(MARK_KINDS)
    assert signs.count("<circle") == 2 * len(MARK_KINDS)
    assert signs.count("stroke-dasharray") == 4, "two of three kinds are broken lines"
    assert 'class="drawn"' not in text_of(match, ExportOptions("svg", theme, 3), tmp_path)


def test_a_sheet_shows_the_positions_that_were_drawn_on(tmp_path: Path) -> None:
    match, plain = played("2026-01-01", actions=8), played("2026-01-01", actions=8)
    drawn_on(match, 1)
    sheet = text_of(match, ExportOptions("sheet"), tmp_path)
    assert sheet.count('class="drawn"') == 1
    assert "After turn 1:" in sheet
    assert 'class="drawn"' not in text_of(plain, ExportOptions("sheet"), tmp_path)


@pytest.mark.art
def test_painted_pictures_and_films_show_it(tmp_path: Path) -> None:
    plain, match = (played("2026-01-01", actions=4) for _ in range(2))
    drawn_on(match, 2)
    seen = {}
    for name, one in (("plain", plain), ("drawn", match)):
        for turn in (1, 2):
            path = tmp_path / f"{name}{turn}.png"
            export_image(one, ExportOptions("png", "walnut", turn, 200), path)
            seen[name, turn] = path.read_bytes()
    assert seen["plain", 1] == seen["drawn", 1]
    assert seen["plain", 2] != seen["drawn", 2]
    path = tmp_path / "film.gif"
    export_image(match, ExportOptions("gif", "walnut", 2, 160), path)
    with Image.open(path) as film:
        film.seek(getattr(film, "n_frames") - 1)  # noqa: B009 - no attribute of every picture
        colours = {colour for _count, colour in film.convert("RGB").getcolors(1 << 20) or ()}
    assert any(
        isinstance(one, tuple) and one[2] > one[0] + 60 and one[2] > 180 for one in colours
    ), "the blue of the third kind is in the palette"
