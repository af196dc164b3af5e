"""Two people at a cabinet, each with a gamepad, get from the title to the rematch in a real window.

They use no mouse or key. The second pad is plugged in when its player sits down, pulled out in the
middle of the game, and plugged in again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.rules.registry import parse_setup
from game.screen.ui.input_translator import PAD
from tests.support.waiting import PATIENCE
from tests.window.e2e_window import STILL, Window
from tests.window.test_window import way
from tests.window.virtual_pads import VARIABLE
from tools.virtual_display import VirtualDisplay

BUTTONS = {command: button for button, command in PAD.items()}
ANA, BEN = "ana", "ben"
# Number of stones on the board when the pad is unplugged and plugged in again.
UNPLUGGED, PLUGGED = 4, 8


class Cabinet:
    """A window, and the file that controls its pads."""

    def __init__(self, window: Window, pads: Path) -> None:
        self.window, self._pads = window, pads

    def write(self, *lines: str) -> None:
        with self._pads.open("a") as file:
            file.writelines(f"{line}\n" for line in lines)

    def press(self, who: str, *commands: str) -> None:
        """Press and release buttons; wait until the program has handled one before the next."""
        for command in commands:
            before = self.window.seen["padded"]
            button = BUTTONS[command]
            self.write(f"down {who} {button}", f"up {who} {button}")
            assert self.window.glance(partial(_has_heard, before), PATIENCE)

    def focus(self, who: str, name: str) -> None:
        """Press the right stick until the control of this name has the focus."""
        for _step in range(60):
            if self.window.seen.get("focused") == name:
                return
            self.press(who, "next")
        raise AssertionError(f"{name} is not reached: {self.window.seen}")

    def choose(self, who: str, name: str, value: object) -> None:
        self.focus(who, name)
        for _step in range(12):
            if self.window.seen["values"][name][0] == value:
                return
            self.press(who, "left")
        raise AssertionError(f"{name} does not become {value}")

    def place(self, who: str) -> None:
        """Move the cursor to the first legal cell and place a stone there."""
        seen = self.window.wait(lambda seen: bool(seen.get("enabled") and not seen["moving"]))
        game = parse_setup(seen["setup"])
        action = game.legal(tuple(seen["state"]))[0]
        names = way(game, seen["cursor"], str(action.target))
        self.press(who, *(name.lower() for name in names))
        self.press(who, "accept")
        self.window.wait(
            lambda now: now["scene"] != "PlayScene" or now["entries"] > seen["entries"]
        )


def _has_heard(before: int, seen: dict[str, Any]) -> bool:
    return bool(seen["padded"] > before)


@pytest.fixture
def cabinet(
    display: VirtualDisplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Cabinet]:
    pads = tmp_path / "pads.txt"
    pads.touch()
    monkeypatch.setenv(VARIABLE, str(pads))
    window = Window(display, tmp_path, settings=STILL)
    yield Cabinet(window, pads)
    window.close()


def play_to_the_end(cabinet: Cabinet) -> None:
    """Play each seat with its own pad; the second is plugged in when it is first needed."""
    window, here = cabinet.window, {ANA}
    while not window.seen["over"]:
        seen = window.seen
        game = parse_setup(seen["setup"])
        who = (ANA, BEN)[game.to_move(tuple(seen["state"]))]
        if seen["entries"] == UNPLUGGED:
            cabinet.write(f"unplug {BEN}")
            here.discard(BEN)
        if who not in here and (seen["entries"] < UNPLUGGED or seen["entries"] >= PLUGGED):
            cabinet.write(f"plug {who}")
            here.add(who)
        cabinet.place(who if who in here else ANA)  # both people share one pad
        if window.seen["scene"] != "PlayScene":
            return


def test_two_people_play_with_pads_that_come_and_go(cabinet: Cabinet) -> None:
    window = cabinet.window
    window.wait(lambda seen: seen["mode"] == "menu")
    window.settle()
    cabinet.write(f"plug {ANA}")
    cabinet.focus(ANA, "play")
    cabinet.press(ANA, "accept")
    window.wait_scene("GameChoiceScene")
    cabinet.focus(ANA, "multiplicity")
    cabinet.press(ANA, "accept")
    window.wait_scene("NewMatchScene")
    cabinet.choose(ANA, "kind-1", "person")
    cabinet.choose(ANA, "size", 3)
    cabinet.focus(ANA, "start")
    cabinet.press(ANA, "accept")
    window.wait_scene("PlayScene")
    cabinet.press(ANA, "up", "down")  # takes over the cursor
    play_to_the_end(cabinet)
    window.wait_scene("ResultScene")
    cabinet.focus(BEN, "rematch")
    cabinet.press(BEN, "accept")
    window.wait_scene("PlayScene")
    cabinet.press(BEN, "up", "down")
    cabinet.place(BEN)
    assert window.seen["heard"] == window.seen["clicked"] == 0
