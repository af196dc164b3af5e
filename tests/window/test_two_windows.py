"""Side by side, the windows of the simulated board and of the program have different names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.platform.paths import ROOT
from game.screen.app.window import halves
from tests.support.waiting import PATIENCE, until
from tools.virtual_display import VirtualDisplay

BOARD, PROGRAM = "Simulated board – Less is More", "Less is More"


def tool(display: VirtualDisplay, *words: str) -> str:
    """Return the output of xdotool."""
    environment = {**os.environ, "DISPLAY": display.name}
    call = ["xdotool", *words]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    return done.stdout


def places(display: VirtualDisplay) -> dict[str, pygame.Rect]:
    """Return the places of the windows by their names."""
    found = {}
    for number in tool(display, "search", "--onlyvisible", "--class", "lessismore").split():
        lines = tool(display, "getwindowgeometry", "--shell", number).split()
        values = dict(line.split("=") for line in lines)
        if "HEIGHT" in values:
            rect = pygame.Rect(*(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT")))
            found[tool(display, "getwindowname", number).strip()] = rect
    return found


def test_the_two_windows_lie_side_by_side(display: VirtualDisplay, tmp_path: Path) -> None:
    environment = {
        # `places` searches by window class, so this process's own class is left out.
        **{name: value for name, value in os.environ.items() if "WMCLASS" not in name},
        "DISPLAY": display.name,
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "LESS_IS_MORE_HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    command = [sys.executable, str(ROOT / "main.py"), "play", "multiplicity", "--board", "sim"]
    program = subprocess.Popen(command, env=environment, cwd=tmp_path)
    try:

        def apart() -> bool:
            found = places(display)
            both = {PROGRAM, BOARD} == set(found)
            return both and not found[PROGRAM].colliderect(found[BOARD])

        assert until(apart), places(display)
        assert places(display)[PROGRAM].width >= 800
    finally:
        program.terminate()
        program.wait(PATIENCE)


@pytest.mark.parametrize("desktop", [(1400, 900), (1920, 1080), (2560, 1440), (3840, 2160)])
def test_halves_of_a_desktop(desktop: tuple[int, int]) -> None:
    found = halves(desktop)
    assert found is not None
    left, right = found
    assert left.width >= 800
    assert right.width >= 480
    assert left.right < right.left
    assert pygame.Rect((0, 0), desktop).contains(left.union(right))


def test_a_small_desktop_has_no_halves() -> None:
    assert halves((1024, 768)) is None
