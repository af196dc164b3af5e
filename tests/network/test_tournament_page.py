"""In Debian's Chromium, everybody sees the tournament on the page, and its players report."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from game.tournament import operations, player_codes
from game.tournament.plan import PairingResult, TournamentPlan
from game.tournament.sheets.sheets import own_link
from game.tournament.store import TournamentStore
from tests.network.served import Served
from tests.support.browser import DESKTOP, PHONE, Browser, Page
from tests.support.languages import each_language

PEOPLE = ("<b>Ada</b><img src=x onerror=alert(1)>", "Ben", "Cleo", "Dora")


@pytest.fixture
def number() -> int:
    """Store a tournament of four, round 1 paired, the first player absent; return its number."""
    with TournamentStore() as store:
        number = store.found(TournamentPlan("Thursday cup", "libra size=3 mode=duel", rounds=3))
        for name in PEOPLE:
            store.carry_out(number, partial(operations.enter, names=[name], here=True))
        store.carry_out(number, operations.draw)
        store.carry_out(number, lambda t: operations.leave(t, 1))
    return number


@pytest.fixture
def served(number: int) -> Iterator[Served]:
    with Served() as served:
        served.broadcast.open_desk()
        yield served


def turned(served: Served, browser: Browser, size: tuple[int, int], style: str) -> Page:
    """Return a page that shows the tournament."""
    page = browser.page(served.broadcast.url, size, style)
    there = "document.querySelectorAll('#standings tr').length === 4"
    assert served.until(lambda: bool(page.get(there)))
    page.click("#view-tournament")
    assert page.get("!document.querySelector('#tournament').hidden")
    assert page.get("document.querySelector('#match').hidden")
    return page


def enter(served: Served, page: Page, code: str) -> None:
    page.get(f"document.querySelector('#player-code').value = '{code.lower()}'")
    page.click("#player-enter")
    assert served.until(lambda: bool(page.get("document.querySelector('#player-leave') !== null")))


def seen(served: Served, page: Page, selector: str, text: str) -> bool:
    return served.until(lambda: text in page.text(selector))


def test_two_players_check_in_and_agree_and_the_standings_change(
    served: Served, browser: Browser, number: int
) -> None:
    with TournamentStore() as store:
        codes = player_codes.codes(store.load(number))
        pair = store.load(number).game(1, 1).sides
        assert 1 in pair, "the one with markup in the name"
        other = sum(pair) - 1
    ada, ben = turned(served, browser, PHONE, "light"), turned(served, browser, DESKTOP, "dark")
    watcher = turned(served, browser, PHONE, "dark")
    assert seen(served, watcher, "#absent-list", PEOPLE[0])
    assert not watcher.get("document.querySelectorAll('#tournament b, #tournament img').length")
    watcher.get("document.querySelector('#player-code').value = 'AAAA-AAAA'")
    watcher.click("#player-enter")
    assert seen(served, watcher, "#alert", "No player in this tournament has this code.")
    enter(served, ada, codes[1])
    enter(served, ben, codes[other])
    ada.click("#do-arrive")
    assert seen(served, ada, "#player", "You are checked in.")
    assert seen(served, watcher, "#absent-title", "Everyone is here.")
    ada.click("#do-i-won")
    assert seen(served, ada, "#player", "is to confirm it")
    assert seen(served, ben, "#player", "says")
    assert served.until(lambda: not ada.get("document.querySelector('#do-i-won').disabled"))
    ben.click("#do-confirm")
    assert seen(served, watcher, "#standings tr .points", "1")
    assert watcher.text("#standings tr .who") == PEOPLE[0]
    assert seen(served, ben, "#player", "You have no game to play now.")
    ben.reload()
    assert served.until(lambda: bool(ben.get("document.querySelector('#player-leave') !== null")))
    for page in (ada, ben, watcher):
        assert not page.complaints
    with TournamentStore() as store:
        assert [e.by for e in store.load(number).log][-3:] == ["phone"] * 3


def test_a_name_is_pressed_at_the_door_where_that_is_allowed(
    served: Served, browser: Browser, number: int
) -> None:
    page = browser.page(f"{served.broadcast.url}#door", PHONE, "light")
    assert served.until(lambda: PEOPLE[0] in page.text("#absent-list"))
    assert page.get("!document.querySelector('#tournament').hidden")
    assert page.get("document.querySelector('#do-in-1') === null")
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.allow_self_check_in(t, True))
    assert served.until(lambda: bool(page.get("document.querySelector('#do-in-1') !== null")))
    if os.environ.get("SHOTS"):
        page.screenshot(Path(os.environ["SHOTS"]) / "door.png")
    page.click("#do-in-1")
    assert seen(served, page, "#absent-title", "Everyone is here.")
    with TournamentStore() as store:
        entrant = store.load(number).entrants[1]
        assert entrant.present
        assert entrant.by_phone
    assert not page.complaints


def test_a_game_that_was_not_played_is_said_in_words(
    served: Served, browser: Browser, number: int
) -> None:
    page = turned(served, browser, PHONE, "light")
    with TournamentStore() as store:
        forfeit = PairingResult(2, 0, played=False)
        store.carry_out(number, lambda t: operations.rule(t, 1, 1, forfeit))
    assert seen(served, page, ".game .status", "did not come")
    assert "+" not in page.text("#games")


def test_the_code_of_a_slip_is_read_from_the_address(
    served: Served, browser: Browser, number: int
) -> None:
    with TournamentStore() as store:
        code = player_codes.codes(store.load(number))[2]
    page = browser.page(own_link(served.broadcast.url, code), PHONE, "light")
    assert served.until(lambda: "Ben" in page.text("#player"))
    assert page.get("!document.querySelector('#tournament').hidden")
    assert page.get("location.hash") == "", "nobody reads it over a shoulder"


def test_nothing_of_a_tournament_is_cut_or_wider_than_the_window(
    served: Served, browser: Browser, number: int, tmp_path: Path
) -> None:
    with TournamentStore() as store:
        code = player_codes.codes(store.load(number))[2]
    page = turned(served, browser, PHONE, "light")
    enter(served, page, code)
    for size, language in each_language(((320, 568), PHONE, (844, 390), DESKTOP)):
        page.resize(size)
        page.speak(language)
        assert page.cut("button, #tournament *") == [], (size, language)
        page.screenshot(tmp_path / "page.png")
        if os.environ.get("SHOTS"):
            page.screenshot(Path(os.environ["SHOTS"]) / f"{size[0]}.png")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_each_game_says_why_it_is_paired(
    served: Served, browser: Browser, number: int, size: tuple[int, int], tmp_path: Path
) -> None:
    page = turned(served, browser, size, "light")
    assert page.get("document.querySelectorAll('#games .why').length") == 2
    assert page.get("document.querySelector('#games .why p').checkVisibility()") is False
    page.click("#games .why summary")
    said = "[...document.querySelectorAll('#games .why')[0].querySelectorAll('p')]"
    texts = page.get(f"{said}.map((one) => one.textContent)")
    assert len(texts) == 3
    assert texts[0].endswith("are in the same score group: 0.")
    assert "{" not in "".join(texts)
    assert page.get("document.querySelector('#games .why p').checkVisibility()")
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.arrive(t, 1))
    assert seen(served, page, "#absent-title", "Everyone is here.")  # everything was drawn again
    assert page.get("document.querySelector('#games .why').open")
    page.screenshot(tmp_path / "page.png")
