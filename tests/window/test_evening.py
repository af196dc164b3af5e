"""An evening of games is reported and printed in the real window, by mouse and keys."""

from __future__ import annotations

import datetime
from functools import partial
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from game.library.evening_sheet import usual_folder
from game.platform.storage import games_folder
from game.tournament import operations
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament
from tests.library.kept_games import kept, played
from tests.support.waiting import until
from tests.window.e2e_window import STILL, Window
from tests.window.test_window import to_menu
from tools.virtual_display import VirtualDisplay

PEOPLE = ("Anna", "Bernd")


def test_a_night_of_games_is_told_opened_and_printed(
    display: VirtualDisplay, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", "true")  # a command that opens nothing
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
        window.keys("End", "Return")  # chooses the game itself, below the evening's highlights
        window.wait_scene("ReviewScene")
        window.keys("Escape")
        window.wait_scene("EveningScene")
        window.click_on("print")
        assert until(lambda: any(usual_folder().glob("evening-*.html")))
        (page,) = usual_folder().glob("evening-*.html")
        assert all(name in page.read_text(encoding="utf-8") for name in PEOPLE)
        window.choose_by_keys("day", 1)  # chooses yesterday, when nobody played
        window.wait(lambda seen: not seen["widgets"]["print"][4])
    finally:
        window.close()


def _enter(name: str, tournament: Tournament) -> operations.Events:
    return operations.enter(tournament, [name], here=True)


def test_sheets_of_a_tournament_are_written_and_opened(
    display: VirtualDisplay, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    plan = TournamentPlan("Autumn cup", "libra size=3", rounds=3, seed=2)
    with TournamentStore() as store:
        number = store.found(plan)
        for name in (*PEOPLE, "Chloé"):  # a tournament needs at least three people
            store.carry_out(number, partial(_enter, name))
        store.carry_out(number, operations.draw)
    window = Window(display, home, settings=STILL)
    try:
        to_menu(window)
        window.click_on("club")
        window.wait(lambda seen: "tournaments" in seen["widgets"])
        window.settle()
        window.click_on("tournaments")
        window.wait_scene("TournamentsScene")
        window.wait(lambda seen: seen["widgets"]["open"][4])
        window.click_on("open")
        window.wait_scene("TournamentScene")
        window.choose("tab", "standings")
        window.click_on("print")
        written = until(lambda: opened.is_file() and opened.read_text("utf-8").endswith("\n"))
        assert written, "the browser has been asked to open the sheets"
        address = opened.read_text(encoding="utf-8").strip()
        page = Path(unquote(urlsplit(address).path))
        assert page.is_file()
        sheets = [sheet.read_text(encoding="utf-8") for sheet in page.parent.glob("*.html")]
        assert any(all(name in sheet for name in PEOPLE) for sheet in sheets)
    finally:
        window.close()
