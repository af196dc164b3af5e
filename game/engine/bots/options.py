"""The options of an engine and the setoption lines that set them. No search, no I/O."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from game.engine.search.levels import TOP_LEVEL
from game.engine.search.style import NONE, TASTES, PlayingStyle

UNCOMPILED = "playing uncompiled, weaker"  # in an info string; the reason follows
# Text of the info string sent when loading ends, if `readyok` had to be sent earlier.
LOADED = "loading has ended"
ENGINES = ("full", "tree", "greedy", "uct", "random")

TRUE_OR_FALSE = ("true", "false")
# By name, (field, values): a range is a spin, TRUE_OR_FALSE a check, any other tuple a combo.
OPTIONS: dict[str, tuple[str, range | tuple[str, ...]]] = {
    "Level": ("level", range(1, TOP_LEVEL + 1)),
    "Threads": ("threads", range(1, 65)),
    "Hash": ("hash_mb", range(16, 4097)),
    "Seed": ("seed", range(2**31)),
    "Lines": ("lines", range(1, 65)),
    "Temper": ("temper", range(25, 201)),
    "Ponder": ("ponder", TRUE_OR_FALSE),
    "Book": ("book", TRUE_OR_FALSE),
    "Engine": ("engine", ENGINES),
    "Taste": ("taste", (NONE, *TASTES)),
}


class OptionError(ValueError):
    """An error: a setoption line has an impossible value."""


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """Options of an engine.

    `engine` is one of ENGINES. `lines` is the number of first actions that `info` lists. With
    `seed` 0, the clock supplies the seed. `taste` and `temper` are those of a `PlayingStyle`. With
    `book`, the strongest levels play from the opening book, except in an endless search (an
    analysis).
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
        """The player's style."""
        return PlayingStyle(self.taste, self.temper)

    def with_value(self, name: str, value: str) -> EngineOptions | None:
        """Return the options with one value changed, or None if there is no such option.

        Names are matched without regard to case, as in UCI. Raises OptionError.
        """
        for known, (field, values) in OPTIONS.items():
            if known.lower() == name.lower():
                return self._changed(field, _read(known, values, value))
        return None

    def _changed(self, field: str, value: Any) -> EngineOptions:
        return replace(self, **{field: value})


def _read(name: str, values: range | tuple[str, ...], text: str) -> int | str | bool:
    """Return the value of an option from its text. Raises OptionError."""
    if isinstance(values, range):
        number = text.isascii() and text.isdigit() and len(text) < 12
        if number and int(text) in values:
            return int(text)
        found = text if number else repr(text)
        raise OptionError(f"option {name}: {found} found, expected {values[0]} to {values[-1]}")
    if text in values:
        return text == "true" if values is TRUE_OR_FALSE else text
    wanted = " or ".join(values) if values is TRUE_OR_FALSE else f"one of {', '.join(values)}"
    raise OptionError(f"option {name}: {text!r} found, expected {wanted}")


def option_lines(default_setup: str) -> Iterator[str]:
    """Yield the `option` lines that answer `ugi`."""
    defaults = EngineOptions()
    yield f"option name Setup type string default {default_setup}"
    for name, (field, values) in OPTIONS.items():
        default = getattr(defaults, field)
        if isinstance(values, range):
            kind = f"spin default {default} min {values[0]} max {values[-1]}"
        elif values is TRUE_OR_FALSE:
            kind = f"check default {str(default).lower()}"
        else:
            kind = f"combo default {default} {' '.join(f'var {value}' for value in values)}"
        yield f"option name {name} type {kind}"
