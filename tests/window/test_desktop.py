"""On desktops of all kinds, the window opens where it was, fits, and always comes back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pygame import Rect

from tests.support.tools import require
from tests.support.waiting import COSTLY_BREATH, PATIENCE, until
from tests.window.desktops import Desktop, Manager
from tests.window.e2e_window import STILL, Window

MANAGERS = ["", "openbox", "i3"]
SMALL, LAPTOP, LARGE = "800x480", "1280x800", "1920x1080"


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    require("xorg and window managers")
    made = Desktop(tmp_path_factory.mktemp("desktop"))
    yield made
    made.close()


@contextmanager
def opened(desktop: Desktop, home: Path, **settings: Any) -> Iterator[Window]:
    """Open a window; if no settings are given, those of an earlier start apply."""
    window = Window(desktop, home, settings={**STILL, **settings} if settings else None)
    try:
        window.wait(lambda seen: seen["mode"] == "menu")
        yield window
    finally:
        window.close()


@contextmanager
def at_play(desktop: Desktop, home: Path) -> Iterator[Window]:
    """Open a window with a game of Less between two people, under a window manager."""
    play = ["play", "less", f"walls={'0' * 60}", "--seats", "person,person"]
    with Manager(desktop, "openbox"):
        window = Window(desktop, home, play, {**STILL, "window": [900, 640]})
        try:
            window.wait(lambda seen: seen.get("enabled") is True)
            window.settle()
            yield window
        finally:
            window.close()


def kept(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((home / "config" / "settings.json").read_text())
    return found


def close(window: Window) -> None:
    """Close the window as a click on its cross does."""
    window.ask_to_close()
    assert window.process.wait(PATIENCE) == 0


def becomes(met: Callable[[], bool]) -> bool:
    """Return whether a condition is soon met, and stays met."""
    steady = 0

    def stays() -> bool:
        nonlocal steady
        steady = steady + 1 if met() else 0
        return steady > 4

    return until(stays, breath=COSTLY_BREATH)


def size_of(mode: str) -> tuple[int, int]:
    width, height = mode.split("x")
    return int(width), int(height)


@pytest.mark.parametrize("manager", MANAGERS)
def test_full_screen_any_number_of_times_ends_where_it_began(
    desktop: Desktop, tmp_path: Path, manager: str
) -> None:
    desktop.monitors(left=LAPTOP)
    whole = Rect((0, 0), size_of(LAPTOP))
    with Manager(desktop, manager), opened(desktop, tmp_path, window=[900, 640]) as window:
        if manager != "i3":
            window.shell("windowmove", window.number, "60", "90")
        assert becomes(lambda: manager == "i3" or desktop.framed(window).left < 100)
        began = desktop.rect(window)
        for _time in range(3):
            window.keys("F11")
            assert becomes(lambda: desktop.rect(window) == whole), desktop.rect(window)
            window.keys("F11")
            assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)
        close(window)
        assert kept(tmp_path)["window"] == list(began.size)
        with opened(desktop, tmp_path) as again:
            assert becomes(lambda: desktop.rect(again) == began), (desktop.rect(again), began)


@pytest.mark.parametrize("manager", MANAGERS)
def test_full_screen_twice_before_anything_has_come_of_it(
    desktop: Desktop, tmp_path: Path, manager: str
) -> None:
    desktop.monitors(left=LAPTOP)
    with Manager(desktop, manager), opened(desktop, tmp_path, window=[900, 640]) as window:
        assert becomes(lambda: Rect(0, 0, 1280, 800).contains(desktop.framed(window)))
        began, heard = desktop.rect(window), window.seen["heard"]
        for _time in range(4):  # all four before the window manager reacts
            window.do("key F11")
        window.wait(lambda seen: seen["heard"] == heard + 4)
        assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)
        window.click_on("play")
        window.wait_scene("GameChoiceScene")


def test_a_monitor_above_the_main_one(desktop: Desktop, tmp_path: Path) -> None:
    """All coordinates on this monitor are negative, relative to the main one."""
    desktop.monitors(left=f"{LAPTOP}+300+1080", right=f"{LARGE}+0+0")
    above = Rect(0, 0, 1920, 1080)
    with Manager(desktop, "openbox"):
        with opened(desktop, tmp_path, window=[900, 640]) as window:
            window.shell("windowmove", window.number, "100", "60")
            assert becomes(lambda: above.contains(desktop.framed(window))), desktop.framed(window)
            began = desktop.rect(window)
            window.keys("F11")
            assert becomes(lambda: desktop.rect(window) == above), desktop.rect(window)
            window.keys("F11")
            assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)
            close(window)
        with opened(desktop, tmp_path) as window:
            assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)


def test_a_window_that_is_moved_while_a_dialog_is_up(desktop: Desktop, tmp_path: Path) -> None:
    desktop.monitors(left=LARGE)
    with at_play(desktop, tmp_path) as window:
        window.keys("Escape")
        window.wait(lambda seen: "answer-0" in seen["widgets"])
        window.settle()
        window.shell("windowmove", window.number, "700", "300")
        assert becomes(lambda: desktop.framed(window).left > 600)
        window.shell("windowsize", window.number, "1000", "700")
        window.wait(lambda seen: seen["size"] == [1000, 700])
        window.click_on("answer-0")
        window.wait(lambda seen: seen["scene"] == "PlayScene")


def test_a_drag_from_which_another_window_takes_the_focus(desktop: Desktop, tmp_path: Path) -> None:
    desktop.monitors(left=LARGE)
    with at_play(desktop, tmp_path) as window:
        points, clicked = window.seen["points"], window.seen["clicked"]
        (x, y), (there, below) = points["e1"], points["d1"]
        window.do(f"mousemove --window {window.number} {x} {y}")
        window.do("mousedown 1")
        window.wait(lambda seen: seen["source"] == "e1")
        window.do(f"mousemove --window {window.number} {(x + there) // 2} {below}")
        mine = window.number
        with desktop.other_window():
            assert becomes(lambda: desktop.ask("xdotool", "getactivewindow").strip() != mine)
            window.do("mouseup 1")
            window.wait(lambda seen: seen["clicked"] > clicked)
            assert window.seen["entries"] == 0
        window.shell("windowactivate", mine)
        assert becomes(lambda: desktop.ask("xdotool", "getactivewindow").strip() == mine)
        if window.seen["source"] != "e1":
            window.click(*points["e1"])
            window.wait(lambda seen: seen["source"] == "e1")
        window.click(*points["d1"])
        window.wait(lambda seen: seen["entries"] == 1)


def test_a_window_partly_off_the_screen_comes_back_to_there(
    desktop: Desktop, tmp_path: Path
) -> None:
    desktop.monitors(left=LAPTOP)
    with Manager(desktop, "openbox"), opened(desktop, tmp_path, window=[900, 640]) as window:
        window.shell("windowmove", window.number, "700", "300")
        assert becomes(lambda: desktop.framed(window).right > 1500)
        began = desktop.rect(window)
        window.keys("F11")
        assert becomes(lambda: desktop.rect(window).topleft == (0, 0))
        window.keys("F11")
        assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)
        close(window)
        with opened(desktop, tmp_path) as again:
            whole = Rect((0, 0), size_of(LAPTOP))
            assert becomes(lambda: whole.contains(desktop.framed(again))), desktop.framed(again)


@pytest.mark.parametrize(
    ("mode", "manager"), [(SMALL, ""), (SMALL, "openbox"), (LAPTOP, "openbox"), (LARGE, "i3")]
)
def test_a_window_too_large_for_the_desktop_is_fitted(
    desktop: Desktop, tmp_path: Path, mode: str, manager: str
) -> None:
    desktop.monitors(left=mode)
    whole = Rect((0, 0), size_of(mode))
    with Manager(desktop, manager), opened(desktop, tmp_path, window=[3800, 2100]) as window:
        assert becomes(lambda: whole.contains(desktop.framed(window))), desktop.framed(window)
        window.click_on("play")
        window.wait_scene("GameChoiceScene")


def test_started_first_on_a_small_display_it_is_used_up(desktop: Desktop, tmp_path: Path) -> None:
    desktop.monitors(left=SMALL)
    whole = Rect((0, 0), size_of(SMALL))
    with Manager(desktop, "openbox"), opened(desktop, tmp_path, window=[0, 0]) as window:
        assert becomes(lambda: whole.contains(desktop.framed(window))), desktop.framed(window)
        assert desktop.rect(window).width == 800
        # The picture is reduced to fit below the title bar; clicks still hit what the pointer
        # shows.
        assert window.seen["zoom"] > 1.0
        window.click_on("play")
        window.wait_scene("GameChoiceScene")


def test_maximised_on_the_large_monitor_it_opens_on_the_laptop(
    desktop: Desktop, tmp_path: Path
) -> None:
    desktop.monitors(left=LARGE)
    with Manager(desktop, "openbox"):
        with opened(desktop, tmp_path, window=[1500, 900]) as window:
            began = desktop.rect(window)
            desktop.maximise(window)
            assert becomes(lambda: desktop.rect(window).width == 1920)
            maximised = desktop.rect(window)
            for wanted in (Rect(0, 0, 1920, 1080), maximised):
                window.keys("F11")
                assert becomes(partial(lambda w: desktop.rect(window) == w, wanted))
            close(window)
            assert kept(tmp_path)["window"] == [1500, 900]
        desktop.monitors(left=LAPTOP)
        whole = Rect((0, 0), size_of(LAPTOP))
        with opened(desktop, tmp_path) as window:
            assert becomes(lambda: desktop.rect(window).width == 1280)
            assert whole.contains(desktop.framed(window))
            desktop.maximise(window, False)
            assert becomes(
                lambda: desktop.rect(window).width < 1280 and whole.contains(desktop.framed(window))
            ), desktop.framed(window)
        assert began.size == (1500, 900)


def test_it_comes_back_to_its_monitor_or_to_the_one_that_is_left(
    desktop: Desktop, tmp_path: Path
) -> None:
    # The right monitor is the main one, so coordinates on the left one are negative.
    both = {"left": f"{LARGE}+0+0", "right": f"{LAPTOP}+1920+0"}
    left, right = Rect(0, 0, 1920, 1080), Rect(1920, 0, 1280, 800)
    desktop.monitors(**both)
    with Manager(desktop, "openbox"):
        with opened(desktop, tmp_path, window=[900, 640]) as window:
            window.shell("windowmove", window.number, "2000", "60")
            assert becomes(lambda: right.contains(desktop.framed(window)))
            began = desktop.rect(window)
            window.keys("F11")
            assert becomes(lambda: desktop.rect(window) == right), desktop.rect(window)
            window.keys("F11")
            assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)
            close(window)
        with opened(desktop, tmp_path) as window:
            assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)
            desktop.monitors(left=f"{LARGE}+0+0")
            assert becomes(lambda: left.contains(desktop.framed(window))), desktop.framed(window)
            window.keys("F11")
            assert becomes(lambda: desktop.rect(window) == left), desktop.rect(window)


def test_a_desktop_that_shrinks_under_a_full_screen(desktop: Desktop, tmp_path: Path) -> None:
    desktop.monitors(left=LARGE)
    with opened(desktop, tmp_path, window=[1500, 900], fullscreen=True) as window:
        assert becomes(lambda: desktop.rect(window).size == (1920, 1080)), desktop.rect(window)
        desktop.monitors(left=LAPTOP)
        assert becomes(lambda: desktop.rect(window) == Rect(0, 0, 1280, 800)), desktop.rect(window)
        window.keys("F11")
        whole = Rect((0, 0), size_of(LAPTOP))
        assert becomes(lambda: whole.contains(desktop.rect(window))), desktop.rect(window)


def test_minimised_and_left_for_another_window(desktop: Desktop, tmp_path: Path) -> None:
    desktop.monitors(left=LAPTOP)
    with Manager(desktop, "openbox"), opened(desktop, tmp_path, window=[900, 640]) as window:
        began = desktop.rect(window)
        window.shell("windowminimize", window.number)
        assert becomes(lambda: "Iconic" in desktop.ask("xprop", "-id", window.number, "WM_STATE"))
        window.shell("windowactivate", window.number)
        assert becomes(lambda: desktop.rect(window) == began)
        window.keys("F11")
        assert becomes(lambda: desktop.rect(window).topleft == (0, 0))
        number = window.number
        with desktop.other_window():
            assert becomes(lambda: desktop.ask("xdotool", "getactivewindow").strip() != number)
            assert "Normal" in desktop.ask("xprop", "-id", number, "WM_STATE")
        window.shell("windowactivate", number)
        window.keys("F11")
        assert becomes(lambda: desktop.rect(window) == began), (desktop.rect(window), began)
