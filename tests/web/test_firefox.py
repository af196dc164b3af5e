"""The edition for browsers works in Firefox: a whole game, reloaded, offline and online again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.support.browser import PHONE
from tests.support.firefox import Firefox, FirefoxPage
from tests.web.site import (
    CAN,
    OVER,
    SMALL,
    TURNS,
    Site,
    act,
    all_kept,
    play_on,
    turns,
)


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    with Firefox(tmp_path) as browser:
        yield browser


def reloaded(page: FirefoxPage) -> None:
    """Reload, and check that the match goes on where it was or a little later."""
    before = turns(page)
    page.reload()
    assert page.sees(f"{TURNS} >= {len(before)}")
    assert " ".join(turns(page)).startswith(" ".join(before))


def test_a_game_by_touch_and_by_keys(firefox: Firefox, site: Site) -> None:
    address = f"{site.url}?setup={quote(SMALL['multiplicity'])}&level=5"
    page = firefox.page(address, PHONE, touched=True)
    assert page.sees(f"document.body.dataset.line === 'open' && {CAN}")
    assert "Juno" in page.text("#seats")
    page.press("h")
    assert page.sees("document.querySelectorAll('.advice .shown').length > 0")
    assert page.text("#hint").startswith("Place on ")
    play_on(page, until_turn=3)
    reloaded(page)
    assert page.sees(all_kept())
    site.close()
    reloaded(page)
    play_on(page, keys=True, until_turn=7)
    site.open()
    reloaded(page)
    play_on(page, keys=True)
    assert page.sees(f"{OVER} && document.querySelectorAll('#points button').length > 0")
    act(page, "#open-home")
    act(page, "#tab-learn")
    act(page, ".rules[data-game=less]")
    assert page.sees("document.querySelectorAll('#rules-board .piece').length > 0")
    act(page, "#rules-close")
    act(page, ".show-how[data-game=less]")
    assert page.sees("document.querySelector('#guide .figure')?.textContent[0] === '1'")
    act(page, "[data-deed=leave]")
    act(page, "#tab-puzzles")
    act(page, "[data-course=day]")
    assert page.sees(f"!document.querySelector('#guide').hidden && {CAN}")
    assert page.complaints_of(site.url) == []
