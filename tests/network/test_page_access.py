"""The page works without sight, judged by axe-core's checks and by what screen readers receive."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from game.table.match import Match
from game.table.spec import two_people
from game.tournament import operations
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from tests.network.served import Served, about
from tests.network.test_page import seated
from tests.support.browser import DESKTOP, PHONE, Browser, Page
from tests.support.tools import AXE, FULL_BROWSERS, needs

RUN = """axe.run(document, {runOnly:
        ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']})
    .then((found) => found.violations.map((one) =>
        one.id + ': ' + one.nodes.map((node) => node.html.slice(0, 120)).join(' | ')))"""


@pytest.fixture
def served() -> Iterator[Served]:
    """Serve three tables and a tournament of four."""
    with TournamentStore() as store:
        number = store.found(TournamentPlan("Thursday cup", "libra size=3 mode=duel", rounds=3))
        for name in ("Ada", "Ben", "Cleo", "Dora"):
            store.carry_out(number, partial(operations.enter, names=[name], here=True))
        store.carry_out(number, operations.draw)
    with Served() as served:
        for setup in ("more-or-less", "less seed=2"):
            match = Match(two_people(setup))
            served.broadcast.open(match, about(match))
        served.broadcast.open_desk()
        yield served


@pytest.fixture
def page(served: Served, browser: Browser) -> Page:
    page = seated(served, browser, 0, DESKTOP)
    assert served.until(lambda: not page.get("document.querySelector('#view-tournament').hidden"))
    return page


def turn_to(served: Served, page: Page, view: str) -> None:
    page.click(f"#view-{view}")
    there = {
        "board": "document.querySelectorAll('.spot').length > 0",
        "mosaic": "document.querySelectorAll('.card .player.move').length === 3",
        "tournament": "document.querySelectorAll('#standings tr').length === 4",
    }[view]
    assert served.until(lambda: bool(page.get(there)))


@needs("axe-core")
def test_axe_finds_nothing(served: Served, page: Page) -> None:
    page.get(Path(os.environ[AXE]).read_text("utf-8") + "; 1")
    for style in ("light", "dark"):
        page.dress(style, still=True)
        for size in (DESKTOP, PHONE):
            page.resize(size)
            for view in ("board", "mosaic", "tournament"):
                turn_to(served, page, view)
                assert page.get(RUN) == [], (style, size, view)


def test_the_tree_of_a_screen_reader_says_every_view(served: Served, page: Page) -> None:
    turn_to(served, page, "board")
    placed = "document.querySelectorAll('.spot.place').length === 19"
    assert served.until(lambda: bool(page.get(placed)))
    said = page.spoken()
    assert ("application", "The board") in said
    points = [name for role, name in said if role == "button" and ", empty" in name]
    assert len(points) == 19
    assert all("place here" in name for name in points), "it is this seat's turn"
    turn_to(served, page, "mosaic")
    said = page.spoken()
    names = [name for role, name in said if role == "button"]
    [card] = [name for name in names if "Multiplicity" in name and "Favourite" not in name]
    assert "Ada" in card
    assert "to move" in card
    assert "Favourite: Ada – Mira" in names
    assert ("searchbox", "Name or table") in said
    turn_to(served, page, "tournament")
    said = page.spoken()
    assert ("heading", "Thursday cup") in said
    assert [name for role, name in said if role == "cell" and name == "Dora"]


def test_the_page_can_be_put_on_the_home_screen(page: Page) -> None:
    # The tests open pages in a private window, where no page can be installed.
    assert set(page.manifest_errors) <= {"in-incognito"}
    page.click("#open-menu")
    assert not page.get("document.querySelector('#notify-row').hidden")
    assert page.get(
        "navigator.serviceWorker.register('worker.js').then((one) => one.scope === location.href)"
    )
    assert not page.complaints


@pytest.fixture
def full_browser(tmp_path: Path) -> Iterator[Browser]:
    """Yield the full Chromium, because its headless shell shows no notifications."""
    with Browser(tmp_path, FULL_BROWSERS) as browser:
        yield browser


def test_somebody_who_looks_elsewhere_is_told_that_it_is_their_turn(
    served: Served, full_browser: Browser
) -> None:
    page = seated(served, full_browser, 1, PHONE)
    full_browser.allow_notifications()
    page.click("#open-menu")
    page.click("#notify")
    assert served.until(lambda: page.get("document.querySelector('#notify').checked"))
    active = "navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.active))"
    assert served.until(lambda: bool(page.get(active)))
    page.get("Object.defineProperty(document, 'hidden', {get: () => true}) && true")
    # A notification requested while another one is about to appear may get lost in Chromium.
    page.get(
        "(() => { const all = ServiceWorkerRegistration.prototype, own = all.showNotification;"
        "all.showNotification = function (...told) {"
        "return own.apply(this, told).then(() => { window.told = true }) } })()"
    )
    served.play(served.match.legal()[0])
    assert served.until(lambda: page.get("window.told === true"))
    shown = (
        "navigator.serviceWorker.getRegistration().then((one) => one.getNotifications())"
        ".then((all) => all.map((one) => [one.title, one.body]))"
    )
    assert served.until(lambda: page.get(shown) == [["Your turn", "Multiplicity"]])
    assert not page.complaints
