"""The options of an engine and the setoption lines that set them.  No search, no I/O."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from game.engine.search.levels import TOP_LEVEL
from game.engine.search.style import NONE, TASTES, PlayingStyle

UNCOMPILED = "playing uncompiled, weaker"  # in an info string; what follows says why
ENGINES = ("full", "tree", "alphabeta", "greedy", "uct", "random")

# name: (field, lowest, highest)
SPINS = {
    "Level": ("level", 1, TOP_LEVEL),
    "Threads": ("threads", 1, 64),
    "Hash": ("hash_mb", 16, 4096),
    "Seed": ("seed", 0, 2**31 - 1),
    "Lines": ("lines", 1, 64),
    "Temper": ("temper", 25, 200),
}
CHECKS = {"Ponder": "ponder", "Book": "book"}
# name: (field, values)
COMBOS = {
    "Engine": ("engine", ENGINES),
    "Taste": ("taste", (NONE, *TASTES)),
}


class OptionError(ValueError):
    """A setoption line names an impossible value."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Options of an engine.

    `engine` is one of ENGINES; `lines` says how many first actions `info` lists; seed 0: the clock.
    `taste` and `temper` are those of a `PlayingStyle`.  `book`: the strongest levels play from the
    book of openings, where a turn is wanted and no analysis.
    """

    engine: str = "full"
    level: int = TOP_LEVEL
    threads: int = 1
    hash_mb: int = 128
    seed: int = 0
    lines: int = 1
    ponder: bool = False
    taste: str = NONE
    temper: int = 100
    book: bool = False

    @property
    def style(self) -> PlayingStyle:
        """What the player likes."""
        return PlayingStyle(self.taste, self.temper)

    def with_value(self, name: str, value: str) -> EngineOptions | None:
        """Return the options with one changed, or None if there is no such option.

        Names are matched without regard to case, as in UCI.  Raises OptionError.
        """
        for spin, (field, low, high) in SPINS.items():
            if spin.lower() == name.lower():
                if not (value.isascii() and value.isdigit() and len(value) < 12):
                    raise OptionError(f"option {spin}: {value!r} found, expected {low} to {high}")
                if not low <= int(value) <= high:
                    raise OptionError(f"option {spin}: {value} found, expected {low} to {high}")
                return self._changed(field, int(value))
        for check, field in CHECKS.items():
            if check.lower() == name.lower():
                if value not in ("true", "false"):
                    raise OptionError(f"option {check}: {value!r} found, expected true or false")
                return self._changed(field, value == "true")
        for combo, (field, values) in COMBOS.items():
            if combo.lower() == name.lower():
                if value not in values:
                    known = ", ".join(values)
                    raise OptionError(f"option {combo}: {value!r} found, expected one of {known}")
                return self._changed(field, value)
        return None

    def _changed(self, field: str, value: Any) -> EngineOptions:
        return replace(self, **{field: value})


def option_lines(default_setup: str) -> Iterator[str]:
    """Return the `option` lines that answer `ugi`."""
    defaults = EngineOptions()
    yield f"option name Setup type string default {default_setup}"
    for name, (field, low, high) in SPINS.items():
        default = getattr(defaults, field)
        yield f"option name {name} type spin default {default} min {low} max {high}"
    for name, field in CHECKS.items():
        yield f"option name {name} type check default {str(getattr(defaults, field)).lower()}"
    for name, (field, values) in COMBOS.items():
        kinds = " ".join(f"var {value}" for value in values)
        yield f"option name {name} type combo default {getattr(defaults, field)} {kinds}"
