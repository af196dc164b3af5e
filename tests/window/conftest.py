"""Fixtures: a virtual display for each worker, and a window on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.tools import require
from tests.window.e2e_window import STILL, Window
from tools.virtual_display import VirtualDisplay


@pytest.fixture(scope="session")
def display() -> Iterator[VirtualDisplay]:
    require("xvfb and xdotool")
    with VirtualDisplay() as shown:
        yield shown


@pytest.fixture
def window(display: VirtualDisplay, tmp_path: Path) -> Iterator[Window]:
    opened = Window(display, tmp_path, settings=STILL)
    yield opened
    opened.close()
