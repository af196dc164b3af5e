"""Sheets of the concept's pictures beside ours."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.platform.paths import ROOT
from game.screen.app.scene import Scene
from game.screen.ui.canvas import Canvas
from tools.screenshots import album, concept
from tools.screenshots.camera import Shot


class Red(Scene):
    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill((200, 0, 0))


def test_a_sheet_has_the_concept_left_and_ours_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = concept.Pair("01-title", Shot("red", Red, seconds=0.1))
    monkeypatch.setattr(concept, "PAIRS", (pair,))
    theirs = pygame.Surface(concept.SIZE)
    theirs.fill((0, 0, 200))
    pygame.image.save(theirs, str(tmp_path / "01-title.png"))
    out = tmp_path / "sheets"
    assert album.main([str(out), f"concept={tmp_path}"]) == 0
    sheet = pygame.image.load(out / "01-title.jpg")
    assert sheet.get_width() == concept.WIDE
    left, right = sheet.get_at((200, 200)), sheet.get_at((concept.WIDE - 200, 200))
    assert left.b > 150 > left.r
    assert right.r > 150 > right.b


def test_a_picture_that_lacks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        concept, "PAIRS", (concept.Pair("01-title", Shot("red", Red, seconds=0.1)),)
    )
    assert album.main([str(tmp_path / "out"), f"concept={tmp_path}"]) == 2
    assert "01-title.png" in capsys.readouterr().out


def test_the_page_shows_all_thirteen() -> None:
    page = (ROOT / "docs" / "lab" / "concept.md").read_text(encoding="utf-8")
    assert len(concept.PAIRS) == 13
    for pair in concept.PAIRS:
        assert f"concept/{pair.name}.jpg" in page
        assert (ROOT / "docs" / "concept" / f"{pair.name}.jpg").exists()
