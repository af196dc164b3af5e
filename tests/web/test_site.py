"""The edition for browsers in Chromium: games, reloading, no network, hostile addresses."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import quote

import pytest

from game.platform.i18n import LANGUAGES
from game.puzzles.course import begin as course_begin
from game.puzzles.progress import PuzzleProgress
from game.rules.proposals import Play
from game.screen.plugin.registry import lesson_of
from game.screen.rulebook.book import pages_of
from game.table.match import Match
from game.table.record_address import packed
from game.table.spec import MatchSpec, SeatSpec
from tests.support.browser import DESKTOP, PHONE, Browser, Page
from tests.support.tools import SITE
from tests.web.site import (
    ASIDE,
    CAN,
    NARROW,
    OVER,
    SMALL,
    TURNS,
    Site,
    all_kept,
    begun,
    opened,
    turns,
)

TABS = ("learn", "puzzles", "library", "play")
GUIDED = f"!document.querySelector('#guide')?.hidden && {CAN}"
# Does what may be done: confirm, a point that lights up, else any, or a button.
STEP = """
window.chance = 3;
window.step = (keys) => {
  const main = document.querySelector('#choices button.main');
  if (main) return void main.click();
  const lit = document.querySelectorAll('.spot.target');
  const all = lit.length ? lit : document.querySelectorAll('.spot.place, .spot.start');
  window.chance = (window.chance * 69069 + 1) % 2 ** 31;
  const one = all[Math.floor(window.chance / 2 ** 31 * all.length)];
  if (!one) return void document.querySelector('#choices button')?.click();
  one.focus();
  one.dispatchEvent(keys ? new KeyboardEvent('keydown', {key: 'Enter', bubbles: true})
    : new MouseEvent('click', {bubbles: true, detail: 0}));
};
"""


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


def play_on(page: Page, keys: bool = False, until_turn: int = 10_000) -> None:
    """Play as chance has it until there are so many turns, or to the end."""
    page.get(STEP)
    reached = f"({OVER} || {TURNS} >= {until_turn})"
    assert page.sees(f"{reached} || (step({json.dumps(keys)}), false)"), page.text("#asked")


def test_a_game_goes_on_after_a_reload_and_without_a_network(browser: Browser, site: Site) -> None:
    page = opened(browser, f"{site.url}?setup={quote(SMALL['multiplicity'])}&level=5", PHONE)
    assert page.sees(CAN)
    assert page.get("location.search") == ""
    assert "Juno" in page.text("#seats")
    page.press("h", 72, "h")
    assert page.sees("document.querySelectorAll('.advice .shown').length > 0")
    assert page.text("#hint").startswith("Place on ")
    play_on(page, until_turn=3)
    before = turns(page)
    page.reload()
    assert page.sees(f"{TURNS} === {len(before)}")
    assert turns(page) == before
    assert page.sees(all_kept())
    site.close()
    page.reload()
    assert page.sees(f"{TURNS} === {len(before)}")
    assert turns(page) == before
    play_on(page)
    assert not page.complaints
    assert all(url.startswith((site.url, "blob:")) for url in page.asked_for)


def test_where_games_are_chosen(browser: Browser, site: Site) -> None:
    """What a stranger's address says is data; words fit; a game begins; it can be installed."""
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


def key_in(page: Page, turn: str) -> None:
    """Play a turn of Less by the keys, each action when it may be chosen."""
    for action in turn.split(","):
        for point in action.split("-"):
            kinds = ", ".join(f".spot.{kind}[data-point={point}]" for kind in ("start", "target"))
            spot = f"document.querySelector({json.dumps(kinds)})"
            assert page.sees(f"{spot} !== null"), action
            page.get(f"{spot}.focus()")
            page.press("Enter", 13)


def test_a_streak_goes_on_after_a_reload_and_without_a_network(
    browser: Browser, site: Site
) -> None:
    """Puzzles of Less by keys: solved, the next one, reloaded, offline; a mistake ends it."""
    today = datetime.date.today()
    course = course_begin("streak", today, "less")
    first = course.next(PuzzleProgress(), today)
    assert first is not None
    page = opened(browser, site.url, NARROW)
    assert page.sees("document.querySelector('#home').open")
    page.click("#tab-puzzles")
    assert page.sees("document.querySelectorAll('#courses button').length === 4")
    page.choose("puzzle-game", "less")
    assert page.sees("document.querySelector('#puzzle-game').value === 'less'")
    page.click("[data-course=streak]")
    assert page.sees(GUIDED)
    assert page.text("#guide .figure") == "0 in a row"
    key_in(page, first.solution[0])
    assert page.sees("document.querySelector('#guide').dataset.state === 'good'")
    page.click("[data-deed=next]")
    assert page.sees(f"{GUIDED} && document.querySelector('#guide .figure').textContent[0] === '1'")
    page.reload()
    assert page.sees(GUIDED)
    assert page.text("#guide .figure") == "1 in a row"
    assert page.sees(all_kept())
    site.close()
    page.reload()
    assert page.sees(GUIDED)
    page.get(STEP)
    decided = "document.querySelector('#guide').dataset.state !== ''"
    assert page.sees(f"{decided} || (step(true), false)")
    for language in LANGUAGES:
        page.speak(language)
        for size in (NARROW, ASIDE):
            page.resize(size)
            assert page.cut("#guide button, #guide h2, #guide p") == [], language
    page.click("[data-deed=leave]")
    assert page.sees("document.querySelector('#home').open")
    assert page.get("document.querySelector('#guide').hidden")
    assert not page.complaints


def test_rules_and_a_first_game_without_a_network(browser: Browser, site: Site) -> None:
    """The rules are turned over, and a first game of Less is played by keys to its win."""
    page = opened(browser, site.url, NARROW)
    assert page.sees("document.querySelector('#home').open")
    assert page.sees(all_kept())
    site.close()
    page.click("#tab-learn")
    page.click(".rules[data-game=less]")
    assert page.sees("document.querySelector('#rules').open")
    count = page.get("document.querySelector('#rules-page').options.length")
    assert count == len(pages_of("less"))
    for _page in range(count - 1):
        page.get("document.querySelector('#rules-after').click()")
        assert page.sees("document.querySelectorAll('#rules-board .piece').length > 0")
    page.click("#rules-close")
    page.speak("de")
    page.click("#tab-learn")
    page.click(".rules[data-game=multiplicity]")
    assert page.sees("document.querySelector('#rules-words').textContent.includes('Stein')")
    for size in (NARROW, ASIDE):
        page.resize(size)
        assert page.cut("#rules button, #rules h2, #rules h3, #rules p") == []
    page.speak("en")
    page.click("#rules-close")
    page.click(".show-how[data-game=less]")
    lesson = lesson_of("less")
    assert lesson is not None
    for number, step in enumerate(lesson.steps, 1):
        assert page.sees(f"document.querySelector('#guide .figure').textContent[0] === '{number}'")
        key_in(page, step.wants[0])
    assert page.sees("document.querySelector('[data-deed=now]') !== null")
    page.click("[data-deed=now]")
    assert page.sees(f"document.querySelector('#guide').hidden && {CAN}")
    assert not page.complaints


def test_a_game_in_an_address_opens(browser: Browser, site: Site) -> None:
    """As the pages of a published tournament link to it; what is no record is said."""
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


# Later, on its own: what a console evaluates at once is allowed more than a page.
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
    """The one line of HTML of docs/guide/club.md; of two boards at once one keeps its game."""
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
    """Nor what stands before an element, as the sign of a line that is lost."""
    page = opened(browser, site.url, PHONE)
    page.get("document.body.dataset.line = 'lost'")
    assert page.get("document.getAnimations().length") == 0
    page.dress("light")
    assert page.sees("document.getAnimations().length > 0")
