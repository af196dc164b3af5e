"""A screen of its own for each file of tests, and the window on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.window.e2e_window import STILL, Display, Window, require


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    require()
    shown = Display()
    yield shown
    shown.close()


@pytest.fixture
def window(display: Display, tmp_path: Path) -> Iterator[Window]:
    opened = Window(display, tmp_path, settings=STILL)
    yield opened
    opened.close()
