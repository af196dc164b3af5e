"""Footprints of parts: pads, bodies, and the orientation of a part on the carrier.

All values are millimetres, x to the right, y down, seen from above, even for parts that are mounted
below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

Spot = tuple[float, float]


@dataclass(frozen=True)
class Rect:
    """An axis-aligned rectangle: left, upper, right and lower edge."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Rect:
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, spot: Spot) -> Rect:
        x, y = spot
        return Rect(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def turned(self, angle: int) -> Rect:
        """Return the rectangle turned anticlockwise round the origin, by a multiple of 90°."""
        (x0, y0), (x1, y1) = (
            turned((self.left, self.top), angle),
            turned((self.right, self.bottom), angle),
        )
        return Rect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def meets(self, other: Rect) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Rect) -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def around(self, other: Rect) -> Rect:
        """Return the smallest rectangle that contains this one and another."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def without_corners(self, legs: float) -> list[Spot]:
        """Return the vertices in order, with this much of both sides cut off at each corner."""
        x0, y0, x1, y1 = self.left, self.top, self.right, self.bottom
        around = [(x0 + legs, y0), (x1 - legs, y0), (x1, y0 + legs), (x1, y1 - legs)]
        return [*around, (x1 - legs, y1), (x0 + legs, y1), (x0, y1 - legs), (x0, y0 + legs)]

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def turned(spot: Spot, angle: int) -> Spot:
    """Return a place turned anticlockwise round the origin, by a multiple of 90 degrees."""
    x, y = spot
    for _quarter in range(angle // 90 % 4):
        x, y = y, -x
    return x, y


def middle(width: float, height: float) -> Rect:
    """Return a rectangle centred at the origin."""
    return Rect(-width / 2, -height / 2, width / 2, height / 2)


@dataclass(frozen=True)
class Pad:
    """One pad: its pin's name, its middle and size; `drill` is 0 for a surface pad."""

    pin: str
    x: float
    y: float
    width: float
    height: float
    drill: float = 0.0

    @property
    def rect(self) -> Rect:
        return middle(self.width, self.height).moved((self.x, self.y))


@dataclass(frozen=True)
class Footprint:
    """The pads and bodies of a package.

    `body` is the drawn outline; `above` and `below` are areas on the two sides of the carrier that
    are reserved for this part.
    """

    name: str
    pads: tuple[Pad, ...]
    body: Rect
    above: tuple[Rect, ...]
    below: tuple[Rect, ...] = ()
    end: float = 0.0  # mm from a controller's middle to the edge with the USB plug

    @property
    def through(self) -> bool:
        """Whether the part is mounted from below, with legs through the carrier."""
        return any(pad.drill for pad in self.pads)


def _flat(name: str, pads: tuple[Pad, ...], body: Rect, room: Rect) -> Footprint:
    return Footprint(name, pads, body, (room,))


def _so24() -> Iterator[Pad]:
    for number in range(24):
        side, row = divmod(number, 12)
        y = 1.27 * (5.5 - row if side else row - 5.5)
        yield Pad(str(number + 1), 4.65 * (1 if side else -1), y, 2.05, 0.6)


# Pins as seen through the carrier, with the USB plug up: D12 to TX on the left, D13 to VIN on the
# right.
NANO_LEFT: tuple[str, ...] = (
    "D12",
    "D11",
    "D10",
    "D9",
    "D8",
    "D7",
    "D6",
    "D5",
    "D4",
    "D3",
    "D2",
    "GND",
    "RST",
)
NANO_LEFT += ("RX", "TX")
NANO_RIGHT: tuple[str, ...] = (
    "D13",
    "3V3",
    "REF",
    "A0",
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "A6",
    "A7",
    "5V",
    "RST2",
)
NANO_RIGHT += ("GND2", "VIN")
NANO_END, PICO_END = 21.6, 25.5  # mm from a controller's middle to the edge with the USB plug
# Pins as seen in the same way: VBUS to GP16 on the left, GP0 to GP15 on the right.
PICO_LEFT: tuple[str, ...] = ("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "GP28", "AGND")
PICO_LEFT += ("GP27", "GP26", "RUN", "GP22", "GND2", "GP21", "GP20", "GP19", "GP18", "GND3")
PICO_LEFT += ("GP17", "GP16")
PICO_RIGHT: tuple[str, ...] = ("GP0", "GP1", "GND4", "GP2", "GP3", "GP4", "GP5", "GND5", "GP6")
PICO_RIGHT += ("GP7", "GP8", "GP9", "GND6", "GP10", "GP11", "GP12", "GP13", "GND7", "GP14", "GP15")


def _rows(apart: float, left: tuple[str, ...], right: tuple[str, ...]) -> Iterator[Pad]:
    """Return two rows of legs this far apart."""
    for x, names in ((-apart / 2, left), (apart / 2, right)):
        for row, name in enumerate(names):
            yield Pad(name, x, 2.54 * (row - (len(names) - 1) / 2), 1.7, 1.7, 1.0)


def _legs(pitch: float, width: float, height: float, drill: float) -> tuple[Pad, ...]:
    return tuple(
        Pad(name, x, 0, width, height, drill) for name, x in (("1", -pitch / 2), ("2", pitch / 2))
    )


SOT23 = _flat(
    "SOT-23",
    (
        Pad("1", -0.9375, -0.95, 1.475, 0.6),
        Pad("2", -0.9375, 0.95, 1.475, 0.6),
        Pad("3", 0.9375, 0, 1.475, 0.6),
    ),
    middle(1.4, 3.0),
    middle(3.8, 3.4),
)
SOT23_5 = _flat(
    "SOT-23-5",
    (
        Pad("1", -1.1375, -0.95, 1.325, 0.6),
        Pad("2", -1.1375, 0, 1.325, 0.6),
        Pad("3", -1.1375, 0.95, 1.325, 0.6),
        Pad("4", 1.1375, 0.95, 1.325, 0.6),
        Pad("5", 1.1375, -0.95, 1.325, 0.6),
    ),
    middle(1.6, 2.9),
    middle(4.2, 3.4),
)
CHIP = _flat(
    "0603",
    (Pad("1", -0.775, 0, 0.9, 0.95), Pad("2", 0.775, 0, 0.9, 0.95)),
    middle(1.6, 0.8),
    middle(3.0, 1.5),
)
CHIP_1812 = _flat(
    "1812",
    (Pad("1", -2.3, 0, 1.8, 3.4), Pad("2", 2.3, 0, 1.8, 3.4)),
    middle(4.5, 3.2),
    middle(6.9, 3.9),
)
LIGHT = _flat(
    "PLCC-4 5x5",
    (
        Pad("1", -2.45, -1.6, 1.5, 1.0),
        Pad("2", -2.45, 1.6, 1.5, 1.0),
        Pad("3", 2.45, 1.6, 1.5, 1.0),
        Pad("4", 2.45, -1.6, 1.5, 1.0),
    ),
    middle(5.0, 5.0),
    middle(6.9, 5.5),
)
SO24 = _flat("SO-24", tuple(_so24()), middle(7.5, 15.4), middle(11.7, 15.8))
NANO = Footprint(
    "Nano on pins",
    tuple(_rows(15.24, NANO_LEFT, NANO_RIGHT)),
    Rect(-8.9, -NANO_END, 8.9, NANO_END),
    tuple(middle(2.8, 38.6).moved((x, 0)) for x in (-7.62, 7.62)),
    (Rect(-9.4, -NANO_END, 9.4, NANO_END + 0.5),),
    NANO_END,
)
PICO = Footprint(
    "Pico on pins",
    tuple(_rows(17.78, PICO_LEFT, PICO_RIGHT)),
    Rect(-10.5, -PICO_END, 10.5, PICO_END),
    tuple(middle(2.8, 51.0).moved((x, 0)) for x in (-8.89, 8.89)),
    (Rect(-11.0, -PICO_END, 11.0, PICO_END + 0.5),),
    PICO_END,
)
CAN = Footprint(
    "radial 8 mm",
    _legs(3.5, 1.6, 1.6, 0.8),
    middle(8.0, 8.0),
    (middle(6.0, 2.6),),
    (middle(8.6, 8.6),),
)
PLUG = Footprint(
    "JST XH 2",
    _legs(2.5, 1.7, 2.0, 0.95),
    Rect(-3.7, -3.4, 3.7, 2.35),
    (middle(5.0, 3.0),),
    (Rect(-4.2, -3.9, 4.2, 2.9),),
)
HOLE = 3.2  # diameter of the hole for a screw
HOLE_ROOM = middle(7.0, 7.0)  # room for the screw's head, above and below the carrier
FIDUCIAL = 1.0  # diameter of a fiducial, by which pick-and-place machines align the board
FIDUCIAL_CLEAR = 2.0  # diameter of the area around it that has no solder mask and no other copper
FIDUCIAL_ROOM = middle(FIDUCIAL_CLEAR + 0.6, FIDUCIAL_CLEAR + 0.6)
