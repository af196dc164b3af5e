"""The page of screenshots has every picture in the folder, under the scene that it shows."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from game.screen.app.scene import Scene
from game.solo.mode import modes, usual_deal
from game.tournament.store import ORGANISER, TABLE, TournamentStore
from tools.screenshots import album as shots
from tools.screenshots import solo, tournaments
from tools.screenshots.camera import Shot
from tools.screenshots.matches import match_at


class Page(HTMLParser):
    """A parser for headings and the pictures below each."""

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


def test_a_match_is_played_once_and_each_picture_has_its_own() -> None:
    one, other = (match_at("libra size=3 mode=duel", 6, 3) for _ in range(2))
    assert one.game is other.game
    assert [entry.action for entry in one.entries] == [entry.action for entry in other.entries]
    one.play(one.legal()[0])
    assert len(one.entries) == len(other.entries) + 1
    assert match_at("libra size=3 mode=duel", 6, 4).state != other.state


def test_tournaments_are_the_same_in_every_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = []
    for home in ("one", "two"):
        monkeypatch.setenv("LESS_IS_MORE_HOME", str(tmp_path / home))
        number = tournaments.sample()
        with TournamentStore() as store:
            logs.append(store.load(number).log)
    assert logs[0] == logs[1]
    assert {entry.by for entry in logs[0]} == {ORGANISER, TABLE}


@pytest.mark.parametrize("key", sorted(solo.BEST))
def test_the_best_scores_in_pictures_are_those_of_the_search(key: str) -> None:
    deal = usual_deal(modes()[key], solo.SEED)
    assert modes()[key].best(deal.seed, **dict(deal.options)) == solo.BEST[key]
