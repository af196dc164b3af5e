"""A night of games, told and printed in the real window by mouse and keys."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from game.library.evening_sheet import usual_folder
from game.platform.storage import games_folder
from tests.library.kept_games import kept, played
from tests.support.waiting import until
from tests.window.e2e_window import STILL, Window
from tests.window.test_window import to_menu
from tools.virtual_display import VirtualDisplay

PEOPLE = ("Anna", "Bernd")


def test_a_night_of_games_is_told_opened_and_printed(
    display: VirtualDisplay, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", "true")  # a program that opens nothing
    now = datetime.datetime.now().isoformat(timespec="seconds")
    kept(games_folder(), played(now, PEOPLE, "multiplicity size=3"))
    window = Window(display, home, settings=STILL)
    try:
        to_menu(window)
        window.click_on("club")
        window.wait(lambda seen: "evening" in seen["widgets"])
        window.settle()
        window.click_on("evening")
        window.wait_scene("EveningScene")
        window.wait(lambda seen: seen["widgets"]["print"][4])
        window.tab_to("list")
        window.keys("End", "Return")  # the game itself, below what it is remembered for
        window.wait_scene("ReviewScene")
        window.keys("Escape")
        window.wait_scene("EveningScene")
        window.click_on("print")
        assert until(lambda: any(usual_folder().glob("evening-*.html")))
        (page,) = usual_folder().glob("evening-*.html")
        assert all(name in page.read_text(encoding="utf-8") for name in PEOPLE)
        window.choose_by_keys("day", 1)  # yesterday nobody played
        window.wait(lambda seen: not seen["widgets"]["print"][4])
    finally:
        window.close()
