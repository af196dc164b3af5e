"""The page of photographs: every picture of the folder, under the scene it shows."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from game.screen.app.scene import Scene
from tools.screenshots import album as shots
from tools.screenshots.camera import Shot


class Page(HTMLParser):
    """Headings, and the pictures below each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.groups: dict[str, list[str]] = {}
        self._heading = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._heading = tag == "h2"
        if tag == "img":
            self.groups[list(self.groups)[-1]].append(str(dict(attrs)["src"]))

    def handle_data(self, data: str) -> None:
        if self._heading and data.strip():
            self.groups[data] = []

    def handle_endtag(self, tag: str) -> None:
        self._heading = False


def test_the_page_lists_every_picture_under_its_scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = {name: Shot(name, Scene, seconds=0.1) for name in ("play.more-or-less", "title")}
    monkeypatch.setattr(shots, "SHOTS", listed)
    shots.take(tmp_path, themes=("paper",), languages=("en", "fr"), sizes=((800, 600),))
    shots.take(tmp_path, ["title"], themes=("night",), languages=("de",), sizes=((800, 600),))
    page = Page((tmp_path / "index.html").read_text(encoding="utf-8"))
    assert list(page.groups) == ["play.more-or-less", "title"]
    shown = [name for names in page.groups.values() for name in names]
    assert sorted(shown) == sorted(path.name for path in tmp_path.glob("*.png"))
    assert len(shown) == 5
    assert "title-night-de-800x600.png" in page.groups["title"]
