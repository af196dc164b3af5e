"""Targets of boards of other kinds: the driver's word, the port, and options.

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
from hardware.drivers.registry import KINDS, Choices, Kind, Line
from hardware.host.layouts import LayoutError, points_of
from hardware.host.ports import FoundPort, PortError

BAUDS = (9600, 19200, 38400, 57600, 115200, 230400)
EXAMPLES = {
    Line.SERIAL: "{kind}:PORT",
    Line.HID: "{kind}:auto",
    Line.WEBSOCKET: "{kind}:127.0.0.1:1982",
}


@dataclass(frozen=True)
class DriverAddress:
    """A parsed target: the word of the kind, the port, its speed, and the board's driver."""

    word: str
    port: str
    baud: int
    driver: Driver

    @property
    def line(self) -> Line:
        return KINDS[self.word].line


def address_of(target: str) -> DriverAddress | None:
    """Return the parsed target of a board of another kind; None for one that speaks our protocol.

    Raises PortError for options that do not fit.
    """
    word, _colon, rest = target.partition(":")
    kind = KINDS.get(word)
    if kind is None or word == target:
        return None
    port, _mark, query = rest.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    known = kind.options | ({"baud"} if kind.line is Line.SERIAL else set())
    baud = options.get("baud", str(kind.baud))
    if options.keys() - known or not port or baud not in map(str, BAUDS):
        words = _("{port} is no port of such a board; write {example}")
        raise PortError(words.format(port=target, example=_example(word, kind)))
    file = options.get("map")
    try:
        driver = kind.make(_choices(kind, options))
    except (LayoutError, OSError, ValueError) as error:
        raise PortError(f"{file or target}: {in_words(error)}") from None
    return DriverAddress(word, port, int(baud), driver)


def _choices(kind: Kind, options: dict[str, str]) -> Choices:
    """Return the choices that the options contain.  Raises LayoutError, OSError or ValueError."""
    layout, file = options.get("layout", kind.layout), options.get("map")
    return Choices(
        layout,
        points_of(layout),
        sides=options.get("sides", "01"[kind.sides]) == "1",
        button=options.get("button") == "1",
        inverted=options.get("inverted") == "1",
        names=read_map(untrusted.read_foreign_text(Path(file)), file) if file else None,
        serial=options.get("serial", ""),
    )


def _example(word: str, kind: Kind) -> str:
    """Return an example target for this kind, with its commonest options."""
    shown = "?layout=squares-6&baud=115200" if "layout" in kind.options else ""
    return EXAMPLES[kind.line].format(kind=word) + shown


def port_of(target: str) -> str:
    """Return the port that a target names: the whole target if the board speaks our protocol."""
    word, colon, rest = target.partition(":")
    return rest.partition("?")[0] if colon and word in KINDS else target


def at_port(target: str, port: str) -> str:
    """Return a target with another port and the same kind and options."""
    word, colon, rest = target.partition(":")
    if not colon or word not in KINDS:
        return port
    _port, mark, query = rest.partition("?")
    return f"{word}:{port}{mark}{query}"


def kinds_at(found: FoundPort, anything: bool = False) -> list[str]:
    """Return targets of the other kinds that may be at a port, judged by its USB identity.

    `anything` adds all kinds that identify themselves on request, whichever port it is.
    """
    vendor, _colon, rest = found.usb.partition(":")
    ids = (int(vendor, 16), int(rest[:4], 16)) if vendor else (0, 0)
    kinds = [(word, kind) for word, kind in KINDS.items() if kind.line is Line.SERIAL]
    return [
        f"{word}:{found.port}"
        for word, kind in kinds
        if kind.fits(*ids) or (anything and kind.says_what_it_is)
    ]
