"""Boards of other kinds, as a target names them: the driver's word, the port, and options.

text:PORT?layout=squares-6&baud=115200&sides=1&map=FILE
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl

from game.platform import untrusted
from game.platform.errors import in_words
from game.platform.i18n import _
from hardware.drivers.driver import Driver
from hardware.drivers.learning import read_map
from hardware.drivers.registry import KINDS
from hardware.host.layouts import LayoutError, points_of
from hardware.host.ports import PortError
from hardware.wire.messages import BAUD

BAUDS = (9600, 19200, 38400, 57600, 115200, 230400)
OPTIONS = {"layout", "baud", "sides", "map"}
EXAMPLE = "text:PORT?layout=squares-6&baud=115200"


@dataclass(frozen=True)
class DriverAddress:
    """A port, its speed, and the driver for what is behind it."""

    port: str
    baud: int
    driver: Driver


def address_of(target: str) -> DriverAddress | None:
    """Return what a target of another kind of board means, None for one of ours.

    Raises PortError for what cannot be meant.
    """
    kind, colon, rest = target.partition(":")
    if not colon or kind not in KINDS:
        return None
    port, _mark, query = rest.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    unknown = options.keys() - OPTIONS
    baud = options.get("baud", str(BAUD))
    if unknown or not port or baud not in map(str, BAUDS):
        words = _("{port} is no port of such a board; write {example}")
        raise PortError(words.format(port=target, example=EXAMPLE))
    layout, file = options.get("layout", "squares-6"), options.get("map")
    try:
        names = read_map(untrusted.read_foreign_text(Path(file)), file) if file else None
        driver = KINDS[kind](layout, points_of(layout), options.get("sides") == "1", names)
    except (LayoutError, OSError, ValueError) as error:
        raise PortError(f"{file or target}: {in_words(error)}") from None
    return DriverAddress(port, int(baud), driver)
