"""The kinds of boards there are, by the word before the port: "text:/dev/ttyACM0"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hardware.drivers.driver import Driver
from hardware.drivers.text_matrix import TextMatrix

# What makes a driver: a layout, its labels, whether sides are told, names of points.
Maker = Callable[[str, Sequence[str], bool, Mapping[str, str] | None], Driver]
KINDS: Mapping[str, Maker] = {"text": TextMatrix}
