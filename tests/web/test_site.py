"""The edition for browsers works in Chromium: games, reloads, offline use, hostile addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import quote

import pytest

from game.platform.i18n import LANGUAGES
from game.rules.proposals import Play
from game.table.match import Match
from game.table.record_address import packed
from game.table.spec import MatchSpec, SeatSpec
from tests.support.browser import DESKTOP, PHONE, Browser
from tests.support.tools import SITE
from tests.web.site import (
    ASIDE,
    CAN,
    NARROW,
    OVER,
    SMALL,
    TURNS,
    Site,
    begun,
    opened,
    play_on,
)

TABS = ("learn", "puzzles", "library", "play")
GUIDED = f"!document.querySelector('#guide')?.hidden && {CAN}"


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


def test_where_games_are_chosen(browser: Browser, site: Site) -> None:
    """A hostile address is only data, texts fit, a game begins, and the page can be installed."""
    page = opened(browser, f"{site.url}?game=%3Cimg%20src=x%20onerror=alert(1)%3E#x=<b>", NARROW)
    assert page.sees("document.querySelector('#home').open")
    assert page.get("document.querySelector('img')") is None
    for language in LANGUAGES:
        page.speak(language)
        for size in (NARROW, ASIDE):
            page.resize(size)
            for tab in TABS:
                page.click(f"#tab-{tab}")
                assert page.sees(f"!document.querySelector('#home-{tab}').hidden")
                assert page.cut("#home button, #home label, #home select, #home h2") == [], language
    page.click("#tab-play")
    assert [one for one in page.manifest_errors if one != "in-incognito"] == []
    begun(page, "libra", "hazel")
    assert page.text("#title") == "Libra"
    assert "Hazel" in page.text("#seats")
    assert not page.complaints


def test_a_game_in_an_address_opens(browser: Browser, site: Site) -> None:
    """Pages of a published tournament have such links; a wrong record in a link is reported."""
    seats = SeatSpec(name="Ada"), SeatSpec(name="Ben")
    match = Match(MatchSpec("multiplicity size=3", seats))
    while not match.over:
        match.submit_or_raise(Play((match.legal()[0],)))
    page = opened(browser, f"{site.url}?record={packed(match)}", NARROW)
    assert page.sees(OVER)
    assert "Ada" in page.text("#seats")
    assert page.sees(f"{TURNS} === {len(match.turns)}")
    page.visit(f"{site.url}?record=%3Cb%3E")
    assert page.sees("document.querySelector('#home-note').textContent.includes('not a game')")
    assert not page.complaints


RUN_INLINE = """
new Promise((done) => {
  addEventListener("securitypolicyviolation", (event) => done(event.violatedDirective));
  const script = document.createElement("script");
  script.textContent = "window.inline = 1";
  document.body.append(script);
  setTimeout(() => done("nothing"), 5000);
})
"""


# The expression runs in a timer, because the console's own evaluation has more rights than a page.
LATER = """
new Promise((done) => setTimeout(() => {
  try { done(String(%s)); } catch (error) { done(error.name); }
}))
"""


def test_the_browser_blocks_eval_and_inline_scripts(browser: Browser, site: Site) -> None:
    page = opened(browser, site.url, PHONE)
    assert page.get(RUN_INLINE) == "script-src-elem"
    assert page.get("window.inline ?? 0") == 0
    assert page.get(LATER % "eval('1 + 1')") == "EvalError"
    assert page.get(LATER % "new Function('return 1')()") == "EvalError"
    assert page.get(LATER % "1 + 1") == "2"


EMBED = """
(() => {
  const board = document.createElement("iframe");
  board.src = %s;
  document.body.append(board);
})()
"""


def test_a_board_in_another_page_and_a_second_one(browser: Browser, site: Site) -> None:
    """The HTML line in docs/guide/club.md works; if two boards are open, one keeps its game."""
    page = browser.page(site.elsewhere, DESKTOP)
    address = f"{site.url}?setup={quote('multiplicity size=3')}&turns={quote('c3 c2,a5')}&level=0"
    page.get(EMBED % json.dumps(address))
    first, second = (f"window.frames[{number}].document" for number in range(2))
    assert page.sees(f"{first}.querySelectorAll('.spot.place').length > 0")
    assert page.get(f"{first}.querySelectorAll('#turns .text').length") == 2
    page.get(EMBED % json.dumps(site.url))
    told = f"[...{second}.querySelectorAll('#alert, #home-note')].map((o) => o.textContent).join()"
    assert page.sees(f"({told}).includes('Another tab')")


def test_a_full_disk_is_said_and_the_game_goes_on(browser: Browser, site: Site) -> None:
    page = opened(browser, f"{site.url}?setup={quote(SMALL['multiplicity'])}&level=0", PHONE)
    page.limit_storage(site.url.split("/", 3)[0] + "//" + site.url.split("/", 3)[2], 1)
    play_on(page, until_turn=2)
    assert page.sees("document.querySelector('#alert').textContent.includes('no room')")
    play_on(page, until_turn=4)


def test_nothing_inline_is_allowed(site: Site) -> None:
    html = (SITE / "index.html").read_text("utf-8")
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert "default-src 'none'" in policy
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|style=", html)


def test_nothing_moves_for_whoever_asks_for_that(browser: Browser, site: Site) -> None:
    """With reduced motion not even pseudo-elements move, such as the mark of a lost line."""
    page = opened(browser, site.url, PHONE)
    page.get("document.body.dataset.line = 'lost'")
    assert page.get("document.getAnimations().length") == 0
    page.dress("light")
    assert page.sees("document.getAnimations().length > 0")
