"""The edition for browsers survives small screens, hostile addresses and storms of input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from urllib.parse import quote

import pytest

from game.rules.registry import GAMES
from tests.support.browser import PHONE, Browser
from tests.web.site import CAN, OVER, SMALL, Site, all_kept, begun, opened, play_on
from tests.web.test_table import signs_of

OLD_PHONES = [(320, 480), (360, 640), (375, 667)]
SHOWN = f"document.querySelector('#home').open || {CAN} || {OVER}"
LEAST_BOARD, MOST_SAID = 280, 400  # minimum pixels of a board; maximum characters of a message
SAID = "[...document.querySelectorAll('#home-note, #alert')].map((o) => o.textContent).join('')"
# If the site's files are cached, the page opens however long its address is.
HOSTILE = [
    f"record={'A' * 200_000}",
    f"record={signs_of(b'[' * 800_000)}",
    f"record={quote('/../' * 5000)}",
    f"setup={quote('libra size=' + '9' * 50_000)}",
    f"setup=libra&position={quote('[' * 50_000)}",
    f"setup=libra&turns={quote('Wa1 ' * 20_000)}",
    f"setup=multiplicity&turns={quote('<script>alert(1)</script>')}",
    f"game=__proto__&level={'9' * 10_000}",
]
WELL = ["game=libra&level=NaN", "game=libra&level=1e999", "game=libra&level=-7&begins=__proto__"]


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


def test_old_phones(browser: Browser, site: Site) -> None:
    """Everything fits, and the board is as large as the screen allows."""
    page = opened(browser, site.url, OLD_PHONES[0])
    for game in GAMES:
        begun(page, game.key, "")
        for width, height in OLD_PHONES:
            page.resize((width, height))
            assert page.cut("button, h1, h2, #asked") == [], (game.key, width)
            left, right, top = page.get(
                "(({left, right, top}) => [left, right, top])"
                "(document.querySelector('#board').getBoundingClientRect())"
            )
            assert 0 <= left < right <= width
            assert right - left >= LEAST_BOARD
            assert top < height / 2
        page.resize(OLD_PHONES[0])
        page.click("#open-home")
        assert page.cut("#home button, #home label, #home h2") == []
    assert not page.complaints


def test_hostile_addresses(browser: Browser, site: Site) -> None:
    """The page is never blank, and briefly reports what is wrong."""
    page = opened(browser, site.url, OLD_PHONES[0])
    assert page.sees(
        f"{all_kept()}.then((all) => all && navigator.serviceWorker.controller !== null)"
    )
    for query in HOSTILE:
        page.visit(f"{site.url}?{query}")
        assert page.sees(f"({SHOWN}) && {SAID} !== ''"), query[:40]
        assert len(page.get(SAID)) <= MOST_SAID
        assert page.cut("#home button, #home-note, #alert") == [], query[:40]
        assert page.get("location.search") == ""
    for query in WELL:
        page.visit(f"{site.url}?{query}")
        assert page.sees(CAN), query
    assert not page.complaints


STORM = """
(() => {
  for (let round = 0; round < 100; round++) {
    for (const one of document.querySelectorAll('.spot, #choices button, #walk button'))
      one.dispatchEvent(new MouseEvent('click', {bubbles: true, detail: 0}));
    for (const key of ['h', '<', '>', 'r', 'Enter', 'ArrowLeft', 'Escape'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  }
  return true;
})()
"""


def test_a_storm_of_clicks_and_keys(browser: Browser, site: Site) -> None:
    """After thousands of events in a moment, the game still goes on to its end."""
    page = opened(browser, f"{site.url}?setup={quote(SMALL['multiplicity'])}&level=1", PHONE)
    assert page.sees(CAN)
    for turn in (1, 3):
        assert page.get(STORM)
        assert page.sees("document.body.dataset.line === 'open'")
        play_on(page, until_turn=turn)
    page.get("document.querySelector('#choices button.main')?.click()")
    play_on(page)
    assert not page.complaints


NO_STORAGE = """
Object.defineProperty(self, 'indexedDB', {
  get() { throw new DOMException('not here', 'SecurityError'); },
});
"""


def test_storage_that_is_forbidden_is_said_and_the_game_goes_on(
    browser: Browser, site: Site
) -> None:
    site.before["table.js"] = NO_STORAGE.encode()
    page = opened(browser, f"{site.url}?setup={quote(SMALL['multiplicity'])}&level=0", PHONE)
    assert page.sees(f"{CAN} && {SAID}.includes('SecurityError')")
    play_on(page, until_turn=4)


# Scripts that simulate Safari, whose WebAssembly cannot be suspended, and old phones with too
# little memory.
NO_SUSPENSION = "delete WebAssembly.Suspending; delete WebAssembly.promising;"
NO_MEMORY = "WebAssembly.Memory = class { constructor() { throw new RangeError('no memory'); } };"


def test_an_engine_that_cannot_be_suspended_plays(browser: Browser, site: Site) -> None:
    site.before["engine.js"] = NO_SUSPENSION.encode()
    page = opened(browser, f"{site.url}?setup={quote(SMALL['multiplicity'])}&level=5", PHONE)
    play_on(page, until_turn=3)
    assert not page.complaints


def test_an_engine_that_cannot_start_is_said(browser: Browser, site: Site) -> None:
    site.before["engine.js"] = NO_MEMORY.encode()
    page = opened(browser, f"{site.url}?setup={quote(SMALL['multiplicity'])}&level=5", PHONE)
    play_on(page, until_turn=1)
    assert page.sees("document.body.textContent.includes('no memory')")


WAYS_OUT = "[typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof EventSource].join()"


def test_workers_have_no_way_out(browser: Browser, site: Site) -> None:
    """When Python is loaded, our code needs no network; the page's policy would not stop it."""
    page = opened(browser, f"{site.url}?setup={quote(SMALL['libra'])}&level=1", PHONE)
    play_on(page, until_turn=2)
    found = page.in_workers(WAYS_OUT)
    assert len(found) == 2, found
    assert set(found) == {"undefined,undefined,undefined,undefined"}
