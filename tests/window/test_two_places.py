"""Two real windows on a network play: one joins the other's match, and each is killed once."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from game.rules.registry import parse_setup
from tests.support.tools import require
from tests.window.e2e_window import STILL, Window
from tests.window.test_window import by_mouse, to_menu
from tools.virtual_display import VirtualDisplay

SETUP = "libra size=2"


class TwoPlaces:
    """A host with the match and a guest who has joined it, each with a display and a home."""

    def __init__(self, root: Path) -> None:
        self.homes = (root / "host", root / "guest")
        for home in self.homes:
            home.mkdir()
        self.displays = (VirtualDisplay(), VirtualDisplay())
        self.seats = [0, 1]  # the place that plays each seat
        self.dice = random.Random(3)
        self.game = parse_setup(SETUP)
        serve = ("--broadcast", "127.0.0.1:0")
        host = self.open(0, ["play", *SETUP.split(), "--seats", "person,phone", *serve])
        host.wait(lambda seen: "#" in seen.get("link", ""))
        page, _hash, code = host.seen["link"].partition("#")
        self.address = page.removeprefix("http://").rstrip("/")
        self.windows = [host, self.open(1, ["join", f"{code}@{self.address}"])]
        for window in self.windows:
            window.wait_scene("PlayScene")

    def open(self, place: int, words: Sequence[str]) -> Window:
        return Window(self.displays[place], self.homes[place], words, STILL)

    def again(self, place: int, words: Sequence[str]) -> Window:
        """Restart the program at a place."""
        self.windows[place].close()
        self.windows[place] = self.open(place, words)
        return self.windows[place]

    def kill(self, place: int) -> None:
        self.windows[place].process.kill()
        self.windows[place].process.wait()

    def play(self, *seen_by: int) -> None:
        """Play a turn with the mover's mouse, and wait until these places show the turn."""
        seen = self.windows[seen_by[0]].seen
        state, count = tuple(seen["state"]), seen["entries"]
        mover = self.windows[self.seats[self.game.to_move(state)]]
        mover.wait(lambda seen: seen.get("enabled") is True)
        by_mouse(mover, self.dice.choice(list(self.game.legal(state))))
        for place in seen_by:
            self.windows[place].wait(lambda seen: seen.get("entries", count + 1) == count + 1)

    def close(self) -> None:
        for window in self.windows:
            window.close()
        for display in self.displays:
            display.close()


@pytest.fixture
def places(tmp_path: Path) -> Iterator[TwoPlaces]:
    require("xvfb and xdotool")
    made = TwoPlaces(tmp_path)
    yield made
    made.close()


def test_a_match_at_two_places_outlives_the_death_of_both(places: TwoPlaces) -> None:
    host, guest = 0, 1
    for _turn in range(2):
        places.play(host, guest)
    places.kill(guest)
    places.play(host)
    back = places.again(guest, ["join"])
    back.wait(lambda seen: seen.get("entries") == 3)
    places.kill(host)
    places.play(guest)  # this turn waits for the table
    table = places.again(host, ["play", "--broadcast", places.address])
    to_menu(table)
    table.click_on("resume")
    table.wait(lambda seen: seen["scene"] == "PlayScene" and seen["entries"] == 4)
    for _turn in range(2 * len(places.game.topology.points) - 4):
        places.play(host, guest)
    for window in places.windows:
        window.wait_scene("ResultScene")
    table.click_on("rematch")
    for window in places.windows:
        window.wait(lambda seen: seen["scene"] == "PlayScene" and seen["entries"] == 0)
    places.seats.reverse()  # a rematch swaps the sides
    places.play(host, guest)
