"""Whole games, reviews, puzzles and first games work in Chromium, first by touch, then by keys.

Each of them is reloaded in the middle and goes on offline; games also go on when the network is
back. One page serves finger and keys, because every load of a page starts Python twice.
"""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import quote

import pytest

from game.platform.i18n import LANGUAGES
from game.puzzles.course import begin as course_begin
from game.puzzles.progress import PuzzleProgress
from game.rules.proposals import Play
from game.rules.registry import GAMES
from game.screen.plugin.registry import lesson_of
from game.screen.rulebook.book import pages_of
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.support.browser import PHONE, Browser, Page
from tests.web.site import (
    ASIDE,
    CAN,
    NARROW,
    OVER,
    SMALL,
    TURNS,
    Site,
    act,
    all_kept,
    opened,
    play_on,
    play_until,
    turns,
)

# The game for daily runs; the others take longer, and `make games` plays them.
DAILY = "more-or-less"
WALKED = [
    pytest.param(game.key, marks=[] if game.key == DAILY else [pytest.mark.whole]) for game in GAMES
]
GUIDED = f"!document.querySelector('#guide')?.hidden && {CAN}"
HINT = "#choices button[title=H]"
HOME = "document.querySelector('#home').open"


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


def reloaded(page: Page) -> None:
    """Reload, and check that the match goes on where it was or a little later."""
    before = turns(page)
    page.reload()
    assert page.sees(f"{TURNS} >= {len(before)}")
    assert " ".join(turns(page)).startswith(" ".join(before))


def advised(page: Page, keys: bool) -> None:
    """Ask for a hint, as soon as hints are offered."""
    assert page.sees(f"document.querySelector('{HINT}') !== null")
    if keys:
        page.press("h", 72, "h")
    else:
        page.click(HINT)
    assert page.sees("document.querySelectorAll('.advice .shown').length > 0")
    assert page.text("#hint")


@pytest.mark.parametrize("game", WALKED)
def test_whole_games_of_each_kind(browser: Browser, site: Site, game: str) -> None:
    """The first game loses the network, is reloaded and ends offline; the second is online."""
    page = opened(browser, f"{site.url}?setup={quote(SMALL[game])}&level=5", PHONE)
    assert page.sees(CAN)
    assert page.get("location.search") == ""
    assert "Juno" in page.text("#seats")
    advised(page, keys=False)
    play_on(page, until_turn=3)
    assert page.sees(all_kept())
    site.close()
    reloaded(page)
    play_on(page)
    assert page.sees(OVER)
    site.open()
    page.visit(f"{site.url}?setup={quote(SMALL[game])}&level=5")
    assert page.sees(CAN)
    assert "Juno" in page.text("#seats")
    advised(page, keys=True)
    play_on(page, keys=True, until_turn=3)
    reloaded(page)
    play_on(page, keys=True)
    assert page.sees(OVER)
    assert not page.complaints
    assert all(url.startswith((site.url, "blob:")) for url in page.asked_for)


@pytest.mark.whole
def test_a_review(browser: Browser, site: Site) -> None:
    """After a game's end, its turning points are shown, and again offline from the library."""
    match, dice = (
        Match(MatchSpec(SMALL["multiplicity"], (SeatSpec(), SeatSpec()))),
        random.Random(4),
    )
    before = ""
    while not match.over:
        before = " ".join(turn.text for turn in match.turns)
        match.submit_or_raise(Play((dice.choice(match.legal()),)))
    address = f"{site.url}?setup={quote(SMALL['multiplicity'])}&turns={quote(before)}&level=0"
    page = opened(browser, address, PHONE)
    play_on(page)
    for keys in (False, True):
        assert page.sees(f"{OVER} && document.querySelectorAll('#points button').length > 0")
        act(page, "#points button", keys)
        assert page.sees("document.querySelectorAll('#turns .shown').length === 1")
        act(page, "#walk-back", keys)
        assert "%" in page.text("#points")
        if not keys:
            assert page.sees(all_kept())
            site.close()
            page.reload()
            assert page.sees(HOME)
            act(page, "#tab-library", keys=True)
            act(page, "#library button", keys=True)
    assert not page.complaints


def move_in(page: Page, turn: str, keys: bool) -> None:
    """Play a turn of Less, each action as soon as it can be chosen."""
    for action in turn.split(","):
        for point in action.split("-"):
            kinds = ", ".join(f".spot.{kind}[data-point={point}]" for kind in ("start", "target"))
            spot = f"document.querySelector({json.dumps(kinds)})"
            assert page.sees(f"{spot} !== null"), action
            act(page, f".spot[data-point={point}]", keys)
        if not keys:  # small points need a second tap to confirm the move
            assert page.sees(
                f"document.querySelector('#choices .main') !== null || {spot} === null"
            )
            if page.get("document.querySelector('#choices .main') !== null"):
                act(page, "#choices .main", keys)


def test_a_streak_of_puzzles(browser: Browser, site: Site) -> None:
    """One puzzle of Less is solved by touch; the next one, offline and reloaded, by keys."""
    today = datetime.date.today()
    course = course_begin("streak", today, "less")
    first = course.next(PuzzleProgress(), today)
    assert first is not None
    page = opened(browser, site.url, NARROW)
    assert page.sees(HOME)
    page.click("#tab-puzzles")
    assert page.sees("document.querySelectorAll('#courses button').length === 4")
    page.choose("puzzle-game", "less")
    assert page.sees("document.querySelector('#puzzle-game').value === 'less'")
    page.click("[data-course=streak]")
    assert page.sees(GUIDED)
    assert page.text("#guide .figure") == "0 in a row"
    move_in(page, first.solution[0], keys=False)
    assert page.sees("document.querySelector('#guide').dataset.state === 'good'")
    page.click("[data-deed=next]")
    assert page.sees(f"{GUIDED} && document.querySelector('#guide .figure').textContent[0] === '1'")
    assert page.sees(all_kept())
    site.close()
    page.reload()
    assert page.sees(GUIDED)
    assert page.text("#guide .figure") == "1 in a row"
    play_until(page, "document.querySelector('#guide').dataset.state !== ''", keys=True)
    for language in LANGUAGES:
        page.speak(language)
        for size in (NARROW, ASIDE):
            page.resize(size)
            assert page.cut("#guide button, #guide h2, #guide p") == [], language
    act(page, "[data-deed=leave]", keys=True)
    assert page.sees(HOME)
    assert page.get("document.querySelector('#guide').hidden")
    assert not page.complaints


def test_a_first_game(browser: Browser, site: Site) -> None:
    """A first game of Less is won offline, by touch and, after a reload, by keys."""
    page = opened(browser, site.url, NARROW)
    assert page.sees(HOME)
    assert page.sees(all_kept())
    site.close()
    page.click("#tab-learn")
    page.click(".show-how[data-game=less]")
    lesson, keys = lesson_of("less"), False
    assert lesson is not None
    for number, step in enumerate(lesson.steps, 1):
        shown = f"document.querySelector('#guide .figure')?.textContent[0] === '{number}'"
        assert page.sees(shown)
        if number == len(lesson.steps) // 2:
            page.reload()
            assert page.sees(f"{GUIDED} && {shown}")
            keys = True
        move_in(page, step.wants[0], keys)
    act(page, "[data-deed=now]", keys)
    assert page.sees(f"document.querySelector('#guide').hidden && {CAN}")
    assert not page.complaints


def test_the_rules_without_a_network(browser: Browser, site: Site) -> None:
    """Every page can be opened, and its text fits."""
    page = opened(browser, site.url, NARROW)
    assert page.sees(HOME)
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
    picture = "document.querySelector('#rules-board').innerHTML"
    walnut = page.get(picture)
    page.click("#tab-play")
    page.choose("theme", "night")
    page.click("#tab-learn")
    page.click(".rules[data-game=less]")
    assert page.sees("document.querySelector('#rules').open")
    page.choose("rules-page", str(count - 1))
    assert page.sees(f"document.querySelector('#rules-page').value === '{count - 1}'")
    assert page.get(picture) != walnut
    page.click("#rules-close")
    page.speak("de")
    page.click("#tab-learn")
    page.click(".rules[data-game=multiplicity]")
    assert page.sees("document.querySelector('#rules-words').textContent.includes('Stein')")
    for size in (NARROW, ASIDE):
        page.resize(size)
        assert page.cut("#rules button, #rules h2, #rules h3, #rules p") == []
    assert not page.complaints
