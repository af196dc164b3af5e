"""A picture of a carrier from above, made from its placement and copper: SVG in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from workshop.fabrication.pcb.circuit import CHANNELS
from workshop.fabrication.pcb.copper import Copper
from workshop.fabrication.pcb.footprints import FIDUCIAL, FIDUCIAL_CLEAR, HOLE, Rect
from workshop.fabrication.pcb.placement import CORNER, PlacedComponent, Placement
from workshop.fabrication.pcb.router import VIA, VIA_DRILL

MARGIN = 6.0
STYLE = (
    "text{font-family:sans-serif;fill:#f4f1e6;text-anchor:middle}"
    ".u{stroke:#0b3f33;fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".o{stroke:#2f8a70;fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".p{fill:#d9b45b}.k{fill:#1c1d20}.w{fill:#f7f5ee;stroke:#b9b6aa;stroke-width:.15}"
    ".c{fill:#b98d5a}.h{fill:#fff}.s{fill:none;stroke:#f4f1e6;stroke-width:.2}"
    ".d{fill:#0d4a3c;fill-opacity:.35;stroke:#f4f1e6;stroke-width:.25;stroke-dasharray:1.2 .8}"
)
BODIES = {"sensor": "k", "multiplexer": "k", "bank switch": "k", "inverter": "k"}
BODIES |= {
    "light": "w",
    "10 nF": "c",
    "100 nF": "c",
    "10 kΩ": "k",
    "220 kΩ": "k",
    "330 Ω": "k",
    "fuse": "c",
    "protection": "k",
    "gate": "k",
    "10 µF": "c",
}


def picture(placement: Placement, laid: Copper, title: str) -> str:
    """Return the SVG text."""
    box = placement.outline.grown(MARGIN)
    view = f"{box.left:.2f} {box.top:.2f} {box.width:.2f} {box.height:.2f}"
    size = f'width="{box.width:.2f}mm" height="{box.height:.2f}mm"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size}>',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        _rect(box, 'fill="#fff"'),
        f'<polygon fill="#14604e" points="{_points(placement)}"/>',
        *_tracks(laid, True),
        *_tracks(laid, False),
        *_vias(laid),
        *(line for placed in placement.placed for line in _part(placed)),
        *(
            f'<circle class="h" cx="{x:.2f}" cy="{y:.2f}" r="{HOLE / 2}"/>'
            for x, y in placement.holes
        ),
        *(
            f'<circle class="{kind}" cx="{x:.2f}" cy="{y:.2f}" r="{size / 2}"/>'
            for x, y in placement.fiducials
            for kind, size in (("k", FIDUCIAL_CLEAR), ("p", FIDUCIAL))
        ),
        *_labels(placement),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _points(placement: Placement) -> str:
    around = placement.outline.without_corners(CORNER)
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in around)


def _rect(rect: Rect, rest: str) -> str:
    return (
        f'<rect x="{rect.left:.2f}" y="{rect.top:.2f}" width="{rect.width:.2f}" '
        f'height="{rect.height:.2f}" {rest}/>'
    )


def _tracks(laid: Copper, lower: bool) -> Iterator[str]:
    """Yield one path for all tracks of a width, so that the file stays small."""
    for width in sorted({track.width for track in laid.tracks}):
        steps = (
            f"M{track.start[0]:.2f} {track.start[1]:.2f}L{track.end[0]:.2f} {track.end[1]:.2f}"
            for track in laid.tracks
            if track.lower == lower and track.width == width
        )
        kind = "u" if lower else "o"
        yield f'<path class="{kind}" stroke-width="{width}" d="{"".join(steps)}"/>'


def _vias(laid: Copper) -> Iterator[str]:
    for radius, kind in ((VIA / 2, "p"), (VIA_DRILL / 2, "k")):
        spots = (
            f"M{via.spot[0] - radius:.2f} {via.spot[1]:.2f}"
            f"a{radius} {radius} 0 1 0 {2 * radius:.2f} 0"
            f"a{radius} {radius} 0 1 0 {-2 * radius:.2f} 0"
            for via in laid.vias
        )
        yield f'<path class="{kind}" d="{"".join(spots)}"/>'


def _part(placed: PlacedComponent) -> Iterator[str]:
    shape, part = placed.footprint, placed.component.part
    body = placed.rect(shape.body)
    if part.by_hand:
        yield _rect(body, 'class="d" rx="1"')
        if body.width + body.height > 30:
            spot = f'x="{body.left + 3:.2f}" y="{body.top + 6:.2f}"'
            words = f"{escape(part.value.split()[-1])}, below"
            yield f'<text {spot} font-size="2.2" style="text-anchor:start">{words}</text>'
    for pad in shape.pads:
        rect = placed.pad(pad)
        if pad.drill:
            x, y = placed.spot(pad)
            yield f'<circle class="p" cx="{x:.2f}" cy="{y:.2f}" r="{pad.width / 2}"/>'
            yield f'<circle class="k" cx="{x:.2f}" cy="{y:.2f}" r="{pad.drill / 2}"/>'
        else:
            yield _rect(rect, 'class="p"')
    if part.key in BODIES:
        yield _rect(body, f'class="{BODIES[part.key]}" rx=".2"')
    if part.key == "light":
        yield f'<circle cx="{placed.x:.2f}" cy="{placed.y:.2f}" r="1.7" fill="#e8d9a0"/>'
    if part.key == "multiplexer":
        yield (
            f'<text x="{placed.x:.2f}" y="{placed.y:.2f}" font-size="2.4" '
            f'transform="rotate(90 {placed.x:.2f} {placed.y:.2f})" dy=".8">'
            f"{placed.component.ref}</text>"
        )


def _labels(placement: Placement) -> Iterator[str]:
    for placed in placement.placed:
        if placed.component.part.key == "sensor":
            number = int(placed.component.ref[1:])
            address = f"{number // CHANNELS}/{number % CHANNELS}"
            x, y = placed.x, placed.y
            label = escape(placed.component.point)
            yield f'<text x="{x:.2f}" y="{y + 4.6:.2f}" font-size="2.6">{label}</text>'
            yield f'<text x="{x:.2f}" y="{y + 6.4:.2f}" font-size="1.5">{address}</text>'
