"""On AZERTY, a train and a name can be typed in the real window, with keys as X delivers them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.rules.registry import parse_setup
from tests.support.tools import require
from tests.window.e2e_window import STILL, Window
from tests.window.test_touch import going_on, train
from tests.window.test_window import by_keys, to_new_match
from tools.virtual_display import VirtualDisplay

# X's code of the key that types q on a US keyboard and a on a French keyboard.
PLACE_OF_Q = "24"


def lay_out(display: VirtualDisplay, layout: str) -> None:
    told = {**os.environ, "DISPLAY": display.name}
    subprocess.run(["setxkbmap", layout], env=told, check=True)


@pytest.fixture(scope="module")
def azerty() -> Iterator[VirtualDisplay]:
    require("xvfb and xdotool")
    require("setxkbmap")
    with VirtualDisplay() as shown:
        lay_out(shown, "fr")
        yield shown


def test_a_train_is_stopped_where_the_full_stop_is_typed(
    azerty: VirtualDisplay, tmp_path: Path
) -> None:
    game = parse_setup("more-or-less")
    moves = [str(game.topology.centre), *game.topology.points[1::3][:24]]
    with going_on(azerty, tmp_path, "more-or-less", moves) as window:
        first, _second = train(game, tuple(window.seen["state"]))
        by_keys(window, first)
        window.wait(lambda seen: seen["enabled"] and not seen["moving"])
        turns = len(window.seen["turns"])
        window.keys("shift+colon")  # this key types the full stop on a US keyboard
        window.keys("semicolon")  # with Shift, this key types the full stop
        assert window.seen["actions"][-1] == first.text
        window.keys("period")
        window.wait(lambda seen: seen["actions"][-1] == ".")
        assert len(window.seen["turns"]) == turns


@contextmanager
def at_a_name(display: VirtualDisplay, home: Path) -> Iterator[Window]:
    """Open a window with the focus in an empty field for a player's name."""
    window = Window(display, home, settings=STILL)
    try:
        to_new_match(window, "multiplicity")
        window.choose("kind-1", "person")
        window.tab_to("name-0")
        window.keys("ctrl+u")
        yield window
    finally:
        window.close()


def test_a_name_is_typed_with_all_that_the_keyboard_has(
    azerty: VirtualDisplay, tmp_path: Path
) -> None:
    with at_a_name(azerty, tmp_path) as window:
        window.keys("Z", "o", "eacute", "space", "A", "period", "at", "1", "EuroSign", "KP_Decimal")
        window.wait(lambda seen: seen["values"]["name-0"][0] == "Zoé A.@1€.")
        window.keys("dead_circumflex", "e", "BackSpace", "Left", "Delete")
        window.wait(lambda seen: seen["values"]["name-0"][0] == "Zoé A.@1€")
        assert window.seen["scene"] == "NewMatchScene"


def test_the_layout_is_switched_and_caps_lock_is_on_while_a_name_is_typed(
    azerty: VirtualDisplay, tmp_path: Path
) -> None:
    try:
        with at_a_name(azerty, tmp_path) as window:
            window.keys(PLACE_OF_Q)
            lay_out(azerty, "us")
            window.keys(PLACE_OF_Q, "Caps_Lock", PLACE_OF_Q, f"shift+{PLACE_OF_Q}", "Caps_Lock")
            window.wait(lambda seen: seen["values"]["name-0"][0] == "aqQq")
            lay_out(azerty, "fr")
            window.keys(PLACE_OF_Q)
            window.wait(lambda seen: seen["values"]["name-0"][0] == "aqQqa")
    finally:
        lay_out(azerty, "fr")
