"""On desktops that enlarge programs, at every scale, clicks hit what the pointer shows."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.tools import require
from tests.support.waiting import PATIENCE, until
from tests.window.e2e_window import STILL, Window
from tools.virtual_display import VirtualDisplay

PLAY = ("play", "libra", "size=4", "--seats", "person,person")
CELL = "b3"
SIZE = (1600, 1200)  # the compositor's output in real pixels
NO_TOOLKITS = ("GDK_SCALE", "QT_SCALE_FACTOR", "GDK_DPI_SCALE")


@pytest.fixture(scope="module")
def screen() -> Iterator[VirtualDisplay]:
    require("xvfb and xdotool")
    with VirtualDisplay(SIZE) as shown:
        yield shown


def laid(window: Window) -> bool:
    """Return whether the stone was laid on the clicked cell."""
    seen = window.wait(lambda seen: seen.get("entries") == 1)
    return list(seen["turns"]) == [f"W{CELL}"]


@pytest.mark.parametrize("percent", [125, 150, 200, 300])
def test_the_scale_of_an_x_desktop_changes_neither_pixels_nor_hits(
    percent: int, screen: VirtualDisplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require("xrdb")
    told = {**os.environ, "DISPLAY": screen.name}
    dpi = f"Xft.dpi: {96 * percent // 100}\n"
    subprocess.run(["xrdb", "-nocpp", "-merge"], input=dpi, env=told, text=True, check=True)
    for name in NO_TOOLKITS:
        monkeypatch.setenv(name, str(percent // 100))
    window = Window(screen, tmp_path, PLAY, STILL)
    try:
        seen = window.wait_scene("PlayScene")
        assert (seen["size"], seen["zoom"]) == ([1000, 700], 1.0)
        window.click(*seen["points"][CELL])
        assert laid(window)
    finally:
        window.close()


@contextmanager
def compositor(screen: VirtualDisplay, home: Path, scale: int) -> Iterator[str]:
    """Run a Wayland desktop of this scale in a window of `screen`; yield its socket's name."""
    home.chmod(0o700)
    told = {**os.environ, "DISPLAY": screen.name, "XDG_RUNTIME_DIR": str(home)}
    backend = ["--backend=x11-backend.so", "--shell=kiosk-shell.so"]
    shape = [f"--width={SIZE[0] // scale}", f"--height={SIZE[1] // scale}", f"--scale={scale}"]
    with (home / "weston.log").open("w") as log:
        process = subprocess.Popen(
            ["weston", *backend, *shape, "--socket=desk", "--idle-time=0"],
            env=told,
            stdout=log,
            stderr=log,
        )
        try:
            assert until((home / "desk").exists)
            yield "desk"
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.mark.parametrize("scale", [1, 2])
def test_the_scale_of_a_wayland_desktop_moves_no_hits(
    scale: int, screen: VirtualDisplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require("weston")
    home = tmp_path / "run"
    home.mkdir()
    with compositor(screen, home, scale) as socket:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(home))
        monkeypatch.setenv("WAYLAND_DISPLAY", socket)
        window = Window(screen, tmp_path, PLAY, STILL, driver="wayland")
        try:
            window.wait_scene("PlayScene")
            whole = [side // scale for side in SIZE]
            # The compositor's shell sets this size.
            seen = window.wait(lambda seen: bool(seen["size"] == whole))
            x, y = (round(at / seen["zoom"] * scale) for at in seen["points"][CELL])
            window.do(f"mousemove {x} {y}")
            window.do("click 1")
            assert laid(window)
        finally:
            window.close()
