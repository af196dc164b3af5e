"""A club evening works in real windows: 24 people, two organisers at two programs, a power cut."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.cli import main
from game.tournament.plan import TournamentPlan
from game.tournament.standings import standings
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament
from tests.support.tools import require
from tests.support.waiting import until
from tests.tournament.test_standings import ORDER, theirs
from tests.window.e2e_window import STILL, Window
from tests.window.test_window import to_menu
from tools.virtual_display import VirtualDisplay

LISTED = 20  # number of people in a list; all others are typed in at the door
RESULTS = {"1-0": "result", "0-1": "result", "=": "result", "+-": "absent", "--": "absent"}
PLAN = TournamentPlan("Thursday cup", "libra size=3 mode=duel", rounds=3, order=ORDER, seed=5)


def _typed(text: str, seen: dict[str, Any]) -> bool:
    return bool(seen["values"]["name-0"][0] == text)


def _can_undo(game: int, seen: dict[str, Any]) -> bool:
    return f"game {game}" in seen["values"]["hint-undo"][0]


def _entered(count: int, tournament: Tournament) -> bool:
    return len(tournament.entrants) == count


def _open(game: int, tournament: Tournament) -> bool:
    return tournament.game(1, game).result is None


class Evening:
    """Two desks for one tournament, each with a display; `kept` is the stored tournament."""

    def __init__(self, home: Path) -> None:
        require("xvfb and xdotool")
        home.mkdir(parents=True, exist_ok=True)
        self.home = home
        with TournamentStore() as store:
            self.number = store.found(PLAN)
        self.displays = (VirtualDisplay(), VirtualDisplay())
        self.windows = [self.open(0), self.open(1)]

    def open(self, place: int) -> Window:
        """Start the program at a desk, and open the tournament."""
        window = Window(self.displays[place], self.home, settings=STILL, name=str(place))
        to_menu(window)
        window.click_on("club")
        window.wait(lambda seen: "tournaments" in seen["widgets"])
        window.settle()
        window.click_on("tournaments")
        window.wait_scene("TournamentsScene")
        window.wait(lambda seen: seen["widgets"]["open"][4])
        window.click_on("open")
        window.wait_scene("TournamentScene")
        return window

    @property
    def kept(self) -> Tournament:
        with TournamentStore() as store:
            return store.load(self.number)

    def until(self, met: Callable[[Tournament], bool]) -> None:
        assert until(lambda: met(self.kept))

    def tab(self, place: int, name: str) -> Window:
        window = self.windows[place]
        window.choose("tab", name)
        return window

    def add(self, place: int, *names: str) -> None:
        """Type names in at the door; a second person of the same name gets a number."""
        window = self.tab(place, "players")
        window.click_on("add")
        window.wait_scene("TournamentEntryScene")
        for name in names:
            count = len(self.kept.entrants)
            known = any(name == one.plain_name for one in self.kept.entrants.values())
            window.keys(*name)
            window.wait(partial(_typed, name))
            window.keys("Return")
            if known:
                window.wait_scene("Dialog")
                window.click_on("answer-1")
                window.wait_scene("TournamentEntryScene")
            self.until(partial(_entered, count + 1))
            window.wait(partial(_typed, ""))
        window.keys("Escape")
        window.wait_scene("TournamentScene")

    def pair(self, place: int) -> None:
        window, number = self.tab(place, "round"), len(self.kept.rounds) + 1
        window.wait(lambda seen: seen["widgets"]["draw"][4])
        window.click_on("draw")

        # The window asks only if it already knows the changes that the command has made.
        def asked() -> bool:
            return bool(window.seen.get("scene") == "Dialog")

        self.until(lambda t: len(t.rounds) == number or asked())
        if asked():
            window.settle()
            window.click_on("answer-1")
        self.until(lambda t: len(t.rounds) == number)
        window.wait_scene("TournamentScene")

    def result(self, place: int, game: int, text: str) -> None:
        """Enter a result: keys lead to the game, and the mouse fills in its form."""
        window = self.tab(place, "round")
        number = len(self.kept.rounds)
        window.wait(lambda seen: seen["widgets"]["result"][4])
        window.wait(lambda seen: seen["values"].get("shown", [1])[0] == number)
        window.tab_to("list")
        window.keys("Home", *["Down"] * (game - 1), "Return")
        window.wait_scene("TournamentGameScene")
        window.choose(RESULTS[text], text)
        window.click_on("give")
        self.until(lambda t: t.game(number, game).result is not None)
        window.wait_scene("TournamentScene")

    def power_cut(self, place: int) -> None:
        self.windows[place].process.kill()
        self.windows[place].process.wait()
        self.windows[place].close()

    def close(self) -> None:
        for window in self.windows:
            window.close()
        for display in self.displays:
            display.close()


@pytest.fixture
def evening(home: Path) -> Iterator[Evening]:
    made = Evening(home)
    yield made
    made.close()


@pytest.mark.slow
def test_nothing_of_the_evening_is_lost(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(2)
    people = tmp_path / "people.csv"
    listed = "".join(f"Person {n};{1900 - 20 * n};Club {n % 3}\n" for n in range(LISTED))
    people.write_text(f"Name;Rating;Club\n{listed}", encoding="utf-8")
    assert main(["tournament", "add", "--from", str(people), "--here"]) == 0
    evening.add(0, "Anna", "Bernd")
    evening.add(1, "Anna")
    assert [one.name for one in evening.kept.entrants.values()][-3:] == [
        *("Anna (1)", "Bernd", "Anna (2)"),
    ]
    assert main(["tournament", "out", "Person 19"]) == 0
    given: dict[tuple[int, int], str] = {}
    for number in (1, 2, 3):
        evening.pair(number % 2)
        games = [game.number for game in evening.kept.rounds[-1].open]
        for turn, game in enumerate(games):
            text = dice.choices(list(RESULTS), (5, 5, 2, 1, 1))[0]
            evening.result(turn % 2, game, text)
            given[number, game] = text
            if (number, turn) == (1, 3):  # a result is entered at the wrong table, then taken back
                window = evening.windows[turn % 2]
                window.wait(partial(_can_undo, game))
                window.keys("ctrl+z")
                evening.until(partial(_open, game))
                evening.result(turn % 2, game, text)
            if (number, turn) == (2, 5):
                before = evening.kept
                evening.power_cut(1)
                assert evening.kept.log == before.log
                evening.windows[1] = evening.open(1)
        if number == 1:
            evening.add(1, "Late")
            assert main(["tournament", "in", "Person 19"]) == 0
    evening.tab(1, "standings").click_on("finish")
    evening.windows[1].wait_scene("Dialog")
    evening.windows[1].click_on("answer-1")
    evening.until(lambda t: t.ended)

    tournament = evening.kept
    assert len(tournament.entrants) == LISTED + 4
    found = {(g.round, g.number): g.result.text for g in tournament.games if g.result is not None}
    assert found == given
    assert len(found) == 11 + 12 + 12
    numbers = tournament.start_numbers
    recount = theirs(tournament, tmp_path, monkeypatch)
    assert {numbers[line.entrant.id]: line.place for line in standings(tournament)} == {
        number: line[0] for number, line in recount.items()
    }
    assert {numbers[line.entrant.id]: line.points / 2 for line in standings(tournament)} == {
        number: line[1] for number, line in recount.items()
    }
