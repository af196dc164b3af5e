"""The schematic of the board, drawn: `python -m hardware.commands.schematic` writes schematic.svg.

Only drawing; what it shows is explained in BUILD.md.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.platform.paths import ROOT

WIDTH, HEIGHT = 1240, 780
TARGET = ROOT / "hardware" / "schematic.svg"
STYLE = (
    "text{font-family:sans-serif;font-size:13px;fill:#222}.s{font-size:11px}"
    ".t{font-size:14px;font-weight:600}.e{text-anchor:end}.c{text-anchor:middle}"
    ".box{fill:#fbf7ee;stroke:#222;stroke-width:1.6}.w{stroke:#222;stroke-width:1.4;fill:none}"
    ".p{stroke:#b3261e;stroke-width:1.6;fill:none}.g{stroke:#333;stroke-width:2;fill:none}"
    ".bus{stroke:#1f5fa8;stroke-width:3;fill:none}.dot{fill:#222}"
    ".d{stroke:#666;stroke-width:1.2;fill:none;stroke-dasharray:5 4}"
)


def box(x: float, y: float, width: float, height: float, title: str) -> str:
    """A box with a title; lengths in px."""
    return (
        f'<rect class="box" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>'
        f'<text class="t c" x="{x + width / 2}" y="{y + 20}">{title}</text>'
    )


def words(x: float, y: float, text: str, style: str = "s") -> str:
    """A text at a place, in a style of the sheet."""
    return f'<text class="{style}" x="{x}" y="{y}">{text}</text>'


def wire(path: str, style: str = "w") -> str:
    """A line along an SVG path."""
    return f'<path class="{style}" d="{path}"/>'


def dot(x: float, y: float) -> str:
    """Where wires are joined."""
    return f'<circle class="dot" cx="{x}" cy="{y}" r="3.2"/>'


def ground(x: float, y: float) -> str:
    """The sign of ground."""
    return wire(f"M{x} {y}v10M{x - 10} {y + 10}h20M{x - 6} {y + 14}h12M{x - 2} {y + 18}h4", "g")


def supply(x: float, y: float, name: str = "5 V") -> str:
    """The sign of a supply."""
    return wire(f"M{x} {y}v-12M{x - 8} {y - 12}h16", "p") + words(x, y - 17, name, "s c")


def resistor(x: float, y: float, name: str, upright: bool = False) -> str:
    """A resistor of 40 units from (x, y), to the right or down."""
    if upright:
        body = wire(f"M{x} {y}v8M{x} {y + 32}v8") + (
            f'<rect class="box" x="{x - 6}" y="{y + 8}" width="12" height="24"/>'
        )
        return body + words(x + 11, y + 24, name)
    body = wire(f"M{x} {y}h8M{x + 32} {y}h8") + (
        f'<rect class="box" x="{x + 8}" y="{y - 6}" width="24" height="12"/>'
    )
    return body + words(x + 20, y - 10, name, "s c")


def capacitor(x: float, y: float, name: str) -> str:
    """A capacitor hanging from (x, y) to ground."""
    return (
        wire(f"M{x} {y}v14M{x - 10} {y + 14}h20M{x - 10} {y + 20}h20M{x} {y + 20}v6")
        + ground(x, y + 26)
        + words(x + 14, y + 21, name)
    )


def controller() -> Iterable[str]:
    """The controller and what its pins are for."""
    yield box(60, 210, 190, 400, "Arduino Nano")
    yield words(155, 246, "ATmega328P, 16 MHz", "s c")
    yield supply(90, 210, "5 V")
    yield wire("M90 610v6")
    yield ground(90, 616)
    for number, (pin, use) in enumerate(
        [("D4", "S0"), ("D5", "S1"), ("D6", "S2"), ("D7", "S3")], start=0
    ):
        y = 280 + 22 * number
        yield words(242, y + 4, pin, "e s")
        yield wire(f"M250 {y}h60")
        yield words(262, y - 4, use)
    yield wire("M310 270v86", "bus")
    for number in range(8):
        y = 392 + 22 * number
        yield words(242, y + 4, f"A{number}", "e s")
        yield wire(f"M250 {y}h50")
    yield wire("M300 384v170", "bus")
    yield words(242, 584, "D8", "e s")
    yield words(242, 602, "D2", "e s")
    yield words(70, 590, "USB")
    yield wire("M60 586h-34")
    yield words(6, 578, "to host")


def multiplexer() -> Iterable[str]:
    """One of the multiplexers, with its select lines."""
    yield box(420, 240, 150, 330, "CD74HC4067")
    yield words(495, 276, "multiplexer 0 of 8", "s c")
    yield wire("M310 300h110", "bus")
    yield words(424, 304, "S0-S3")
    yield words(322, 330, "to all eight")
    yield wire("M300 420h120")
    yield words(424, 424, "SIG")
    yield words(306, 412, "A0, A1, ...")
    yield words(424, 454, "EN")
    yield wire("M420 450h-20v10")
    yield ground(400, 460)
    yield supply(450, 240)
    yield wire("M540 570v6")
    yield ground(540, 576)
    yield wire("M450 228h-86", "p")
    yield dot(450, 228)
    yield capacitor(364, 228, "100 nF")
    for number, name in enumerate(["C0", "C1", "...", "C7", "C8", "...", "C15"]):
        y = 300 + 40 * number
        yield words(562, y + 4, name, "e s")
        if name != "...":
            yield wire(f"M570 {y}h{70 if name in ('C0', 'C8') else 30}")
    yield wire("M382 206h224v414h-224z", "d")
    yield words(400, 608, "8 times: 128 channels")


def sensors() -> Iterable[str]:
    """Sensors of a row and how they are wired."""
    yield box(640, 280, 130, 62, "Hall sensor")
    yield words(705, 318, "point 0: DRV5053", "s c")
    yield words(646, 334, "OUT")
    yield wire("M720 342v8")
    yield ground(720, 350)
    yield words(728, 356, "GND")
    yield wire("M750 280v-40", "p")
    yield words(758, 244, "bank A")
    yield dot(750, 256)
    yield wire("M750 256h46v34", "p")
    yield capacitor(796, 290, "10 nF")
    yield words(616, 396, "C1 ... C7: points 1 ... 7, bank A")
    yield box(640, 440, 130, 62, "Hall sensor")
    yield words(705, 478, "point 8: DRV5053", "s c")
    yield words(646, 494, "OUT")
    yield wire("M720 502v8")
    yield ground(720, 510)
    yield wire("M750 440v-24", "p")
    yield words(756, 430, "bank B")
    yield words(616, 560, "C9 ... C15: points 9 ... 15, bank B")


def banks() -> Iterable[str]:
    """The two banks of sensors and their switch."""
    yield words(900, 50, "Two banks of sensors, switched by S3", "t")
    for number, (name, gate, label) in enumerate(
        [("Q1", "S3", "bank A"), ("Q2", "S3 inverted", "bank B")]
    ):
        x = 920 + 160 * number
        yield box(x, 110, 104, 46, f"{name} AO3401")
        yield words(x + 52, 148, "P-MOSFET", "s c")
        yield supply(x + 20, 110)
        yield wire(f"M{x + 70} 156v34", "p")
        yield words(x + 70, 206, label, "s c")
        yield wire(f"M{x} 140h-22v40")
        yield words(x - 26, 196, gate, "s c")
    yield box(900, 270, 110, 46, "Q3 2N7002")
    yield words(955, 308, "N-MOSFET", "s c")
    yield wire("M900 296h-40")
    yield words(832, 300, "S3")
    yield ground(980, 316)
    yield resistor(1060, 232, "10 kΩ", upright=True)
    yield supply(1060, 232)
    yield wire("M1010 286h50v-14")
    yield wire("M1060 286h40")
    yield dot(1060, 286)
    yield words(1064, 304, "S3 inverted")
    yield words(836, 366, "S3 low: channels 0-7 have power (bank A)")
    yield words(836, 384, "S3 high: channels 8-15 have power (bank B)")
    yield words(836, 402, "The firmware waits 100 µs after each change.")


def lights() -> Iterable[str]:
    """The chain of lights."""
    yield wire("M250 580h120v90h40")
    yield resistor(410, 670, "330 Ω")
    for number in range(3):
        x = 470 + 150 * number
        yield box(x, 646, 90, 52, "WS2812B")
        yield words(x + 45, 684, f"light {number}" if number < 2 else "light n-1", "s c")
        yield supply(x + 20, 646)
        yield ground(x + 70, 698)
        yield words(x + 4, 694, "in")
        if number < 2:
            yield wire(f"M{x + 90} 672h{20 if number else 60}")
    yield wire("M450 670h20v2")
    yield wire("M730 672h40", "d")
    yield capacitor(900, 660, "1000 µF, 10 V")
    yield supply(900, 660)
    yield words(470, 746, "The chain runs through the points in their order; see BUILD.md.")


def button() -> Iterable[str]:
    """The button that ends a turn."""
    yield wire("M250 598h60v60h-40")
    yield wire("M270 658l-26 -12")
    yield wire("M240 658h-20v10")
    yield ground(220, 668)
    yield words(206, 712, "turn button")


def switches() -> Iterable[str]:
    """The cheaper build, in a frame of its own."""
    yield wire("M830 440h330v180h-330z", "d")
    yield words(846, 464, "Occupancy only, instead of sensors", "t")
    yield resistor(870, 500, "10 kΩ", upright=True)
    yield supply(870, 500)
    yield wire("M870 540v30M840 570h130")
    yield dot(870, 570)
    yield words(846, 590, "SIG of a multiplexer and A0 ... A7")
    yield words(1000, 520, "each input C0 ... C15")
    yield wire("M1000 560h24l26 -12M1054 560h24v8")
    yield ground(1078, 568)
    yield words(1000, 612, "reed or unipolar Hall switch")


def drawing() -> str:
    """The whole schematic as SVG text."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        words(40, 50, "Less is More: sensor board for up to 128 points", "t"),
        words(
            40, 72, "5 V from USB, or from a supply of its own (see BUILD.md). All grounds joined."
        ),
        words(40, 90, "Arduino Mega 2560: S0-S3 at D26-D29, lights at D53, button at D19."),
        words(
            40, 108, "Raspberry Pi Pico: 3.3 V, and a ninth multiplexer (see BUILD.md, section 3)."
        ),
    ]
    for part in (controller, multiplexer, sensors, banks, lights, button, switches):
        parts += [f'<g id="{part.__name__}">', *part(), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


if __name__ == "__main__":
    TARGET.write_text(drawing(), encoding="utf-8")
