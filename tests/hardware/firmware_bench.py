"""Boards for the firmware tests, and the tools that each of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.tools import needs
from tools.rig.emulator.emulator import Emulator
from tools.rig.emulator.host import LockstepHost

needs_cc = needs("a C compiler")
needs_bench = needs("simavr")
needs_pico = needs("node and npm")
PICO = pytest.param("rp2040", marks=needs_pico)
PICO_SLOWLY = pytest.param("rp2040", marks=[needs_pico, pytest.mark.slow])
# The two controllers that are tested every day.
both = pytest.mark.parametrize("mcu", ["atmega328p", PICO])
both_slowly = pytest.mark.parametrize("mcu", ["atmega328p", PICO_SLOWLY])


@contextmanager
def welcomed(**options: Any) -> Iterator[tuple[Emulator, LockstepHost]]:
    """Yield a board that has booted and sent its welcome, and its host.

    Afterwards, the test fails if the board's signals had faults.
    """
    with Emulator(**options) as board:
        host = LockstepHost(board)
        host.greet()
        yield board, host
        stats = board.stats()
        assert stats.overruns == stats.bad_pulses == stats.early_readings == stats.crashes == 0
