"""In the real window, keys alone pair a round by hand, and Keizer points are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from game.cli import main
from game.tournament import operations
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament
from tests.support.waiting import until
from tests.window.e2e_window import STILL, Window
from tests.window.test_window import to_menu
from tools.virtual_display import VirtualDisplay

PLAN = TournamentPlan("League", "libra size=3", rounds=3, pairing="keizer", seed=2)
PEOPLE = ("Anna", "Bernd", "Chloé", "Dmitri")


class Desk:
    """A window with a tournament's desk; the tests also read the stored tournament."""

    def __init__(self, display: VirtualDisplay, home: Path) -> None:
        home.mkdir(parents=True, exist_ok=True)
        with TournamentStore() as store:
            self.number = store.found(PLAN)
            for name in PEOPLE:
                entered = partial(operations.enter, names=[name], here=True)
                store.carry_out(self.number, entered)
        self.window = Window(display, home, settings=STILL)
        to_menu(self.window)
        self.window.click_on("club")
        self.window.wait(lambda seen: "tournaments" in seen["widgets"])
        self.window.settle()
        self.window.click_on("tournaments")
        self.window.wait_scene("TournamentsScene")
        self.window.wait(lambda seen: seen["widgets"]["open"][4])
        self.window.click_on("open")
        self.window.wait_scene("TournamentScene")

    @property
    def kept(self) -> Tournament:
        with TournamentStore() as store:
            return store.load(self.number)

    def until(self, met: Callable[[Tournament], bool]) -> None:
        assert until(lambda: met(self.kept))

    @property
    def pairs(self) -> list[tuple[int, ...]]:
        return [game.sides for game in self.kept.round(1).games]


@pytest.fixture
def desk(display: VirtualDisplay, home: Path) -> Iterator[Desk]:
    made = Desk(display, home)
    yield made
    made.window.close()


def test_two_places_change_and_keizer_says_what_the_round_brought(desk: Desk) -> None:
    window = desk.window
    window.choose("tab", "round")
    window.click_on("draw")
    desk.until(lambda t: len(t.rounds) == 1)
    (anna, other), (third, fourth) = desk.pairs
    window.wait(lambda seen: seen["widgets"]["hand"][4] and seen["widgets"]["back"][4])
    window.click_on("hand")
    window.wait_scene("HandPairingScene")
    window.tab_to("list")
    window.keys("Home", "Right", "Return", "Down", "Return")  # swaps the second seats
    window.tab_to("pair")
    window.keys("Return")
    desk.until(lambda t: t.round(1).by_hand)
    assert desk.pairs == [(anna, fourth), (third, other)]
    window.wait_scene("TournamentScene")

    assert main(["tournament", "result", "1", "1-0"]) == 0
    assert main(["tournament", "result", "2", "="]) == 0
    window.choose("tab", "standings")
    window.wait(lambda seen: "why" in seen["widgets"])
    window.tab_to("list")
    window.keys("Home", "Return")
    window.wait_scene("KeizerAccountScene")
    assert {"list", "back"} <= set(window.seen["widgets"])
    window.keys("Escape")
    window.wait_scene("TournamentScene")
