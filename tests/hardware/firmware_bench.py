"""Boards on the bench for the firmware tests, and the loud word when there is no bench."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hardware.rig.emulator.emulator import Emulator
from hardware.rig.emulator.host import LockstepHost
from hardware.rig.emulator.tools import advice, missing_tools


def _needs(mcu: str) -> pytest.MarkDecorator:
    missing = missing_tools(mcu)
    reason = f"FIRMWARE NOT RUN IN THE EMULATOR: {advice(missing, mcu)}"
    return pytest.mark.skipif(bool(missing), reason=reason)


needs_cc = pytest.mark.skipif(
    not (shutil.which("cc") and shutil.which("make")),
    reason="FIRMWARE NOT TESTED: no C compiler (cc) or no make",
)
needs_bench = _needs("atmega328p")
needs_pico = _needs("rp2040")
PICO = pytest.param("rp2040", marks=needs_pico)
PICO_SLOWLY = pytest.param("rp2040", marks=[needs_pico, pytest.mark.slow])
both = pytest.mark.parametrize("mcu", ["atmega328p", PICO])  # every day
both_slowly = pytest.mark.parametrize("mcu", ["atmega328p", PICO_SLOWLY])


@contextmanager
def welcomed(**options: Any) -> Iterator[tuple[Emulator, LockstepHost]]:
    """A board that has booted and said welcome, and its host.  Faults of the signals fail."""
    with Emulator(**options) as board:
        host = LockstepHost(board)
        host.greet()
        yield board, host
        stats = board.stats()
        assert stats.overruns == stats.bad_pulses == stats.early_readings == stats.crashes == 0
