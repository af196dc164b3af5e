"""If an engine hangs or is killed, the open window reports this, offers choices and goes on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from game.engine.protocol.restarting_player import RESTARTS
from tests.support.waiting import COSTLY_BREATH, until
from tests.window.e2e_app import GRACE
from tests.window.e2e_window import STILL, Window
from tools.virtual_display import VirtualDisplay

SETUP = "libra size=6"
# Seconds for which the program is stopped, as when its title bar is dragged.
STOPPED_S = 4
ALL_ITS_TIME_MIN = "60"  # minutes on the clock, with which the strongest level thinks long


@contextmanager
def thinking(
    display: VirtualDisplay, home: Path, level: int, *more: str, **settings: Any
) -> Iterator[Window]:
    """Open the window of a game in which an engine of this level has the first turn."""
    seats = ("--seats", f"engine:{level},person")
    window = Window(display, home, ["play", *SETUP.split(), *seats, *more], {**STILL, **settings})
    try:
        window.wait_scene("PlayScene")
        yield window
    finally:
        window.close()


def engine_of(window: Window, but: int = 0) -> int:
    """Return the engine's process number, which must differ from `but`."""
    found: list[int] = []

    def look() -> bool:
        found[:] = [
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/cmdline")
            if _is_engine(path, window.process.pid) and int(path.parent.name) != but
        ]
        return bool(found)

    assert until(look)
    return found[0]


def _is_engine(path: Path, parent: int) -> bool:
    try:
        status = (path.parent / "stat").read_text().rpartition(") ")[2].split()
        return int(status[1]) == parent and status[0] != "Z" and b"\0engine\0" in path.read_bytes()
    except OSError:
        return False


def note(number: int) -> list[str]:
    return [f"restart {number} of {RESTARTS} …", ""]


def wait_note(window: Window, number: int) -> None:
    window.wait(lambda seen: bool(seen.get("notes") == note(number)))


def kill_again_and_again(window: Window) -> None:
    """Kill the engine until no restart is left; check its card each time."""
    engine = 0
    for number in range(1, RESTARTS + 1):
        engine = engine_of(window, but=engine)
        os.kill(engine, signal.SIGKILL)
        wait_note(window, number)
    os.kill(engine_of(window, but=engine), signal.SIGKILL)
    window.wait_scene("EngineTroubleDialog")


def test_an_engine_that_is_killed_is_started_again_with_its_clock_and_position(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    with thinking(display, tmp_path, 10, "--clock", ALL_ITS_TIME_MIN) as window:
        engine = engine_of(window)
        os.kill(engine, signal.SIGKILL)
        seen = window.wait(lambda seen: seen.get("notes") == note(1))
        assert seen["entries"] == 0
        assert seen["clock"][0] > int(ALL_ITS_TIME_MIN) * 60 - 60
        assert engine_of(window, but=engine) != engine


@pytest.mark.parametrize("answer", ["again", "person"])
def test_after_the_third_time_somebody_decides(
    answer: str, display: VirtualDisplay, tmp_path: Path
) -> None:
    with thinking(display, tmp_path, 10, "--clock", ALL_ITS_TIME_MIN) as window:
        kill_again_and_again(window)
        window.click_on(answer)
        seen = window.wait_scene("PlayScene")
        if answer == "person":
            assert window.wait(lambda seen: seen["enabled"])["entries"] == 0
            window.click(*seen["points"]["e5"])
            window.wait(lambda seen: seen["entries"] == 1)
        else:
            window.wait(lambda seen: seen.get("notes") == ["", ""])
            engine_of(window)


def test_an_engine_that_hangs_is_ended_and_another_one_plays(
    display: VirtualDisplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GRACE, "0.5")
    with thinking(display, tmp_path, 8) as window:
        engine = engine_of(window)
        os.kill(engine, signal.SIGSTOP)
        window.wait(lambda seen: seen.get("notes") == note(1) or seen["entries"] > 0)
        window.wait(lambda seen: seen["entries"] > 0 and seen["notes"] == ["", ""])
        assert until(lambda: not Path(f"/proc/{engine}").exists())


def test_a_turn_is_taken_back_while_the_engine_hangs(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    play = ["play", *SETUP.split(), "--seats", "person,engine:10", "--clock", ALL_ITS_TIME_MIN]
    window = Window(display, tmp_path, play, STILL)
    try:
        seen = window.wait(lambda seen: seen.get("enabled") is True)
        window.click(*window.settle()["points"]["e5"])
        window.wait(lambda seen: seen["entries"] == 1 and not seen["enabled"])
        engine = engine_of(window)
        os.kill(engine, signal.SIGSTOP)
        window.keys("z")
        seen = window.wait(lambda seen: seen["entries"] == 0 and seen["enabled"])
        window.click(*seen["points"]["e5"])
        window.wait(lambda seen: seen["entries"] == 1)
    finally:
        window.close()
    assert until(lambda: not Path(f"/proc/{engine}").exists())


def test_a_program_that_stands_still_is_charged_all_of_it(
    display: VirtualDisplay, tmp_path: Path
) -> None:
    play = ["play", *SETUP.split(), "--seats", "person,person", "--clock", "10"]
    window = Window(display, tmp_path, play, STILL)
    try:
        window.wait(lambda seen: seen.get("enabled") is True)
        before = window.settle()["clock"][0]
        os.kill(window.process.pid, signal.SIGSTOP)
        stopped = time.monotonic()
        assert until(lambda: time.monotonic() - stopped > STOPPED_S, breath=COSTLY_BREATH)
        os.kill(window.process.pid, signal.SIGCONT)
        window.wait(lambda seen: seen["clock"][0] <= before - STOPPED_S + 1)
    finally:
        window.close()
