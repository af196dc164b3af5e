"""In the real window, a custom look is chosen, typed, remembered at the next start, or missing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from tests.support.own_looks import GAMES, write_look
from tests.support.waiting import PATIENCE
from tests.window.e2e_window import STILL, Window
from tools.virtual_display import VirtualDisplay


def opened(window: Window) -> None:
    """Go from the title to the choice of boards and pieces."""
    window.wait(lambda seen: seen["mode"] == "menu")
    window.settle()
    window.click_on("more")
    window.wait(lambda seen: "settings" in seen["widgets"])
    window.click_on("settings")
    window.wait_scene("SettingsScene")
    window.click_on("own-look")
    window.wait_scene("OwnLookScene")


def own(seen: dict[str, Any]) -> bool:
    return bool(seen["own"] == sorted(GAMES))


def test_a_look_is_chosen_left_typed_and_remembered(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    write_look(tmp_path / "data" / "looks" / "plain")
    other = write_look(tmp_path / "other")
    window = Window(display, tmp_path, settings=STILL)
    try:
        opened(window)
        window.click_on("again")
        window.click_on("looks", 0.5)
        window.keys("Home", "Down", "Return")
        window.wait(own)
        window.keys("Up", "Return")
        window.wait(lambda seen: seen["own"] == [])
        window.click_on("folder")
        window.do(f"type --delay 20 {other}")
        window.wait(lambda seen: seen["values"]["folder"][0] == str(other))
        window.click_on("add")
        window.wait(own)
        window.click_on("done")
        window.wait_scene("SettingsScene")
        window.keys("Escape")
        window.wait_scene("TitleScene")
        window.ask_to_close()
        assert window.process.wait(PATIENCE) == 0
    finally:
        window.close()
    again = Window(display, tmp_path)
    try:
        again.wait(own)
    finally:
        again.close()
    shutil.rmtree(other)
    without = Window(display, tmp_path)
    try:
        without.wait(lambda seen: seen["mode"] in ("menu", "show"))
        assert without.seen["own"] == []
    finally:
        without.close()
