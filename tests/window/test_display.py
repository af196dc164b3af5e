"""The virtual display survives the end of its last client, and missing programs are reported."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from tests.support.tools import require
from tools.virtual_display import VirtualDisplay


def atom(display: str, name: bytes, only_known: bool) -> int:
    """Return a server's atom for a name, through a short-lived client."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    number: int = x11.XInternAtom(server, name, only_known)
    x11.XCloseDisplay(server)
    return number


def test_it_does_not_start_over_when_its_last_client_leaves() -> None:
    require("xvfb and xdotool")
    with VirtualDisplay() as display:
        known = atom(display.name, b"_A_NAME_OF_THIS_TEST", False)
        assert atom(display.name, b"_A_NAME_OF_THIS_TEST", True) == known


def test_without_the_server_it_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match="Xvfb"):
        VirtualDisplay()
