"""A sensor board works on a page in Chromium; the port is a stand-in with the real firmware."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from game.platform.i18n import LANGUAGES
from game.rules.registry import parse_setup
from tests.hardware.firmware_bench import both, needs_bench
from tests.support.browser import DESKTOP, PHONE, Browser, Page
from tests.table.homeward import homeward
from tests.web.board_line import STEP_S, TabBoardLine, TurnsMatch, exercise_at, take_back
from tests.web.site import Site, opened
from tests.web.tab import Json
from tools.rig.clumsy import Habits, random_turn
from tools.rig.emulator.emulator import Emulator, LockstepDevice
from tools.rig.exercise import Exercise, Policy

PORT = (Path(__file__).parent / "port.js").read_text("utf-8")
WITHOUT = "delete Navigator.prototype.serial;"
LESS, MORE = "less seed=3", "more-or-less board=decagon-51"
QUICK = Habits(pace=(0.26, 0.34))
NARROW, ASIDE = (360, 640), (640, 360)
CARD = "#sensor button, #sensor h2, #sensor p, #sensor li"
CHOICE = "#board-choice button, #board-choice p, #board-choice label"
# Waits 10 ms, because no real board is faster, and returns what the page shows about match and
# board.
LOOK = """
(async () => {
  await new Promise((go) => setTimeout(go, 10));
  const all = (selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
  return {
    turns: all('#turns .text'),
    state: document.querySelector('#sensor').dataset.state,
    tasks: all('#sensor li'), words: all('#sensor .told')[0],
    asked: all('#sensor .asks button'),
  };
})()
"""


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


class PageLine(TabBoardLine):
    """A board at the port of a page, whose time advances as the page reads it."""

    def __init__(self, page: Page, device: LockstepDevice) -> None:
        super().__init__(device)
        self.page, self._now = page, 0.0
        self.seen: Json = {"turns": []}

    @property
    def now(self) -> float:
        return self._now

    def pass_step(self) -> None:
        self._now += STEP_S
        said = self.device.advance(self._now).hex()
        says = f"boardSays('{said}'), " if said and self.plugged else ""
        self.seen = self.page.get(f"{says}{LOOK.strip()}")
        for written in self.page.called():
            if self.plugged:
                self.device.feed(bytes.fromhex(written), self._now)
        there = self.seen.get("state", "away") != "away"
        self.told = {"state": "connected" if there else "lost", "tasks": self.seen["tasks"]}
        if self.seen["asked"]:
            self.say_what_was_meant(self.seen["asked"])

    def say_what_was_meant(self, labels: list[str]) -> None:
        if labels[0] == "Take back":
            wanted = labels[0 if self.accepts else 1]
        else:
            wanted = self.meant(labels) or labels[-1]
        self.asked.append(wanted)
        self.page.get(
            "[...document.querySelectorAll('#sensor .asks button')]"
            f".find((one) => one.textContent === {json.dumps(wanted)})?.click()"
        )

    def unplug(self) -> None:
        self.plugged = False
        self.device.unplug()
        self.page.get("boardCable(false)")

    def plug(self) -> None:
        self.device.plug()
        self.plugged = True
        self.page.get("boardCable(true)")


def chosen(page: Page) -> None:
    """Choose the port on the page where games are chosen."""
    page.get("document.querySelector('#open-home').click()")
    assert page.sees("document.querySelector('#home').open")
    page.click("#sensor-open")
    assert page.sees("document.querySelector('#board-choice').open")
    page.click("#board-open")


def played(
    browser: Browser, site: Site, setup: str, policy: Policy, longest: int, **how: Any
) -> Iterator[PageLine]:
    """Play a game on the board; yield its line at the start and again at the end."""
    size = how.get("size", DESKTOP)
    address = f"{site.url}?setup={quote(setup)}&level=0"
    page = opened(browser, address, size, script=PORT, binding="toBoard")
    assert page.sees("document.querySelectorAll('.spot.place, .spot.start').length > 0")
    topology = parse_setup(setup).topology
    made = {"POINTS": str(len(topology)), "LAYOUT": topology.name}
    with Emulator(mcu=how.get("mcu", "atmega328p"), options=made) as emulator:
        chosen(page)
        line = PageLine(page, LockstepDevice(emulator))
        match = TurnsMatch(setup, lambda: line.seen["turns"])
        incidents = {3: Exercise.pull_cable, 5: take_back}
        habits = {"habits": QUICK, "policy": policy, "longest": longest, "incidents": incidents}
        exercise = exercise_at(line, match, 1, **habits)
        yield line
        exercise.play()
        assert exercise.account.wrong == ""
        assert exercise.recorded == exercise.intended
        yield line
    assert not page.complaints


@needs_bench
@both
def test_the_beginning_of_a_game(browser: Browser, site: Site, mcu: str) -> None:
    """Pieces are set up and played; a cable is pulled, a turn taken back, the page reloaded."""
    game = played(browser, site, LESS, homeward, 7, size=PHONE, mcu=mcu)
    line = next(game)
    page = line.page
    table = line.exercise.table if line.exercise is not None else None
    assert table is not None
    assert table.run_until(lambda: len(line.told.get("tasks", ())) > 0, 30.0)
    for language in LANGUAGES:
        page.speak(language)
        table.run(0.2)
        for size in (NARROW, ASIDE):
            page.resize(size)
            assert page.cut(CARD) == [], language
    page.speak("en")
    assert page.get("document.querySelectorAll('.sensed .fault').length") > 0
    next(game)
    turns = line.seen["turns"]
    assert len(turns) == 6  # seven were played, and one was taken back
    page.reload()
    assert page.sees(f"document.querySelectorAll('#turns .text').length === {len(turns)}")
    assert table.run_until(lambda: line.told.get("state") == "connected", 30.0)
    assert line.seen["words"] == "a board without a name is connected"


@needs_bench
@pytest.mark.slow
@pytest.mark.parametrize(("setup", "policy"), [(LESS, homeward), (MORE, random_turn)])
def test_whole_games(browser: Browser, site: Site, setup: str, policy: Policy) -> None:
    game = played(browser, site, setup, policy, 1000)
    next(game)
    line = next(game)
    assert line.exercise is not None
    assert line.exercise.match.over


def test_a_port_that_cannot_be_had_is_said(browser: Browser, site: Site) -> None:
    page = opened(browser, site.url, NARROW, script=PORT, binding="toBoard")
    for fault, words in (
        ("boardChoice = 'NotFoundError'", "No port was chosen."),
        ("boardChoice = 'SecurityError'", "not allowed to use ports"),
        ("boardChoice = ''; boardBusy = true", "cannot be opened"),
    ):
        page.get(f"(() => {{ {fault} }})()")
        chosen(page)
        note = "document.querySelector('#board-note').textContent"
        assert page.sees(f"{note}.includes({json.dumps(words)})"), page.text("#board-note")
        page.click("#board-close")
    page.get("boardBusy = false")
    chosen(page)  # a device that sends nothing
    assert page.sees("document.querySelector('#sensor .told').textContent.includes('not answer')")
    assert not page.complaints


def test_a_browser_without_the_interface_says_so(browser: Browser, site: Site) -> None:
    page = opened(browser, site.url, NARROW, script=WITHOUT)
    assert page.sees("document.querySelector('#home').open")
    for language in LANGUAGES:
        page.speak(language)
        page.click("#sensor-open")
        assert "Chrome" in page.text("#board-about")
        assert page.get("document.querySelector('#board-open').hidden")
        for size in (NARROW, ASIDE):
            page.resize(size)
            assert page.cut(CHOICE) == [], language
        page.click("#board-close")
    assert not page.complaints
