"""Plays for hours on a hall's boards with drift, lights and dying sensors.

`python -m tests.tools.rig.endurance_hours [--hours N] [--only TEXT] [--seed N]` prints the outcome
of each game, and the total; games must be read right. test_endurance.py judges fewer hours. With
`--mcu atmega328p` (or rp2040), the real image of the firmware runs in the emulator, some two
hundred times slower.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from tests.table.homeward import homeward
from tools.rig.emulator.tools import CONTROLLERS
from tools.rig.endurance.board import SICKNESSES, EmulatedFirmware, Firmware
from tools.rig.endurance.evenings import EnduranceReport, EnduranceRun

BOARDS = {
    "decagon-81": ("more-or-less",),
    "squares-8": ("less seats=4 seed=3", "less seed=4"),
    "hexagon-5": (
        "multiplicity size=5",
        "libra size=4 mode=duel",
        "libra size=5 mode=target target=8",
    ),
}


def a_match(setup: str) -> Match:
    game = parse_setup(setup)
    return Match(two_people(game.setup, game.seats), game=game)


def hall(layout: str, seed: int = 1, longest: int = 1000, mcu: str = "") -> EnduranceRun:
    """Return a run at a calibrated board.

    Purely random games of Less never end, so their pieces go home.
    """
    made = EnduranceRun(
        BOARDS[layout],
        a_match,
        {"less": homeward},
        seed,
        layout=layout,
        sicknesses=SICKNESSES,
        longest=longest,
        mcu=mcu,
    )
    made.calibrate()
    return made


def play(
    layout: str,
    hours: float,
    seed: int,
    tell: Callable[[str], None],
    mcu: str = "",
    longest: int = 1000,
) -> EnduranceReport:
    """Play several evenings, with the power switched off in between."""
    made, began = hall(layout, seed, longest, mcu), time.monotonic()
    try:
        while made.ledger.hours < hours:
            made.play(min(made.ledger.hours + 0.1, hours))
            made.board.reset(made.line.now)
            writes = made.board.firmware.writes
            tell(
                f"{layout}: {made.ledger}, {made.board.firmware.boots} boots, {sum(writes)} bytes"
                f" written, at most {max(writes)} times the same, {time.monotonic() - began:.0f} s"
                + _signals(made.board.firmware)
            )
    finally:
        made.close()
    return made.ledger


def _signals(firmware: Firmware) -> str:
    """Return the faults that the emulator has found on the line and in the lights."""
    if not isinstance(firmware, EmulatedFirmware):
        return ""
    counts = firmware.emulator.stats()
    bad = counts.overruns, counts.bad_pulses, counts.early_readings, counts.crashes
    return f"; overruns, bad pulses, early readings, crashes: {bad}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=100.0, help="of all boards together")
    parser.add_argument("--only", default="", help="part of the layout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=1000, help="of a game, at most")
    parser.add_argument("--mcu", default="", choices=["", *CONTROLLERS])
    wanted = parser.parse_args()
    tell = partial(print, flush=True)
    layouts = [layout for layout in BOARDS if wanted.only in layout]
    for layout in layouts:
        hours = wanted.hours / len(layouts)
        play(layout, hours, wanted.seed, tell, wanted.mcu, wanted.turns)


if __name__ == "__main__":
    main()
