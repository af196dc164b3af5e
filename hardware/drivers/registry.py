"""The kinds of boards, by the word before the port: "text:/dev/ttyACM0"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from game.platform.i18n import N_
from hardware.drivers import certabo, millennium
from hardware.drivers.certabo import Certabo
from hardware.drivers.chess import LAYOUT
from hardware.drivers.chessnut import Chessnut
from hardware.drivers.driver import Driver
from hardware.drivers.livechess import LiveChess
from hardware.drivers.millennium import Millennium
from hardware.drivers.sensor_board import SensorBoard
from hardware.drivers.text_matrix import TextMatrix
from hardware.wire.messages import BAUD


class Line(Enum):
    """The type of line that a board of a kind is connected to."""

    SERIAL = "serial"
    HID = "hid"
    WEBSOCKET = "websocket"


@dataclass(frozen=True)
class Choices:
    """A person's choices for a board: its layout, the layout's labels, and the options."""

    layout: str
    labels: Sequence[str]
    sides: bool = False
    button: bool = False
    inverted: bool = False
    names: Mapping[str, str] | None = None
    serial: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of board: its name, its type of line, and what makes its driver.

    `words` are also the board's own name, and are translated where they are shown.

    `options` are those of a target, without the speed of a serial line.  `sides`: it senses sides
    unless an option says otherwise.  `says_what_it_is`: its messages are like no other board's.
    `usb` are vendors and products of such boards (None: every product of the vendor); `auto` asks
    devices that match.  If `usb` is empty, such a board is only found by name.  `note` is a
    sentence about the kind, translated and shown where a board is chosen.
    """

    words: str
    make: Callable[[Choices], Driver]
    line: Line = Line.SERIAL
    baud: int = BAUD
    layout: str = LAYOUT
    options: frozenset[str] = frozenset({"sides"})
    sides: bool = True
    says_what_it_is: bool = False
    usb: frozenset[tuple[int, int | None]] = field(default_factory=frozenset)
    note: str = N_("A board that somebody has written a driver for.")

    def fits(self, vendor: int, product: int) -> bool:
        """Return whether a USB device may be such a board."""
        return (vendor, product) in self.usb or (vendor, None) in self.usb


CP210X = frozenset({(0x10C4, 0xEA60)})
CHESSNUT_VENDOR: frozenset[tuple[int, int | None]] = frozenset({(0x2D80, None)})

KINDS: Mapping[str, Kind] = {
    "ours": Kind(
        N_("Firmware of your own"),
        lambda said: SensorBoard(said.layout, len(said.labels), said.sides),
        layout="squares-6",
        options=frozenset({"layout", "sides"}),
        note=N_("A controller that keeps to hardware/PROTOCOL.md in part."),
    ),
    "text": Kind(
        N_("Board printing text"),
        lambda said: TextMatrix(
            *(said.layout, said.labels, said.sides, said.names, said.button, said.inverted)
        ),
        layout="squares-6",
        options=frozenset({"layout", "sides", "map", "button", "inverted"}),
        sides=False,
        note=N_("A sketch that prints what lies where, as hardware/DRIVERS.md shows it."),
    ),
    "certabo": Kind(
        "Certabo, Tabutronic",
        lambda said: Certabo(),
        baud=certabo.BAUD,
        options=frozenset(),
        sides=False,
        says_what_it_is=True,
        usb=CP210X,
        note=N_("A board for chess at USB. It tells where something lies, not whose it is."),
    ),
    "chessnut": Kind(
        "Chessnut",
        lambda said: Chessnut(said.sides),
        line=Line.HID,
        usb=CHESSNUT_VENDOR,
        note=N_("A board for chess at USB; it must be switched on."),
    ),
    "millennium": Kind(
        "Millennium ChessLink",
        lambda said: Millennium(said.sides),
        baud=millennium.BAUD,
        says_what_it_is=True,
        note=N_("A board for chess behind a ChessLink, at USB."),
    ),
    "dgt": Kind(
        N_("DGT, by LiveChess"),
        lambda said: LiveChess(said.sides, said.serial),
        line=Line.WEBSOCKET,
        options=frozenset({"sides", "serial"}),
        note=N_("A board for chess. Start LiveChess, the program of its maker, on this computer."),
    ),
}
