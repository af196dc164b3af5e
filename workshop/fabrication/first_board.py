"""The first board: parts, joints, hours and money, computed from `first_board.toml` and the plan.

`python -m workshop.fabrication guide` writes the tables into hardware/BUILD.md, and the drawing of
the wiring beside that page. Everything is in English, like the page.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.platform.paths import ROOT
from game.platform.toml import loads
from workshop.fabrication.drilling import board_plan
from workshop.fabrication.matrix import (
    TAIL,
    MatrixPlan,
    header_pin,
    matrix_plan,
    wiring_picture,
)

DATA = Path(__file__).with_suffix(".toml")
GUIDE = ROOT / "hardware" / "BUILD.md"
PICTURE = ROOT / "hardware" / "pictures" / "first-board-wiring.svg"
FIRST = "squares-6"
OTHERS = ("hexagon-3", "hexagon-4")
CHOSEN = "matrix"
MM_PER_M = 1000


@dataclass(frozen=True)
class BasketLine:
    """One kind of part in the shopping basket; `order` has its part number by distributor."""

    what: str
    number: str
    order: Mapping[str, str]
    needed: float  # pieces or metres
    packs: int
    price: float  # euros for all packs together


@dataclass(frozen=True)
class BoardEffort:
    """The parts, joints, time and cost of a board with one kind of electronics."""

    electronics: str
    why: str
    has_firmware: bool
    basket: tuple[BasketLine, ...]
    joints: int
    plugged: int
    wires: int
    minutes: float

    @property
    def euros(self) -> float:
        return sum(line.price for line in self.basket)

    @property
    def hours(self) -> float:
        return self.minutes / 60


def data() -> dict[str, Any]:
    """Return the data of parts, prices, joints and minutes."""
    return loads(DATA.read_text(encoding="utf-8"))


def first_board_plan(layout: str) -> MatrixPlan:
    """Return the places of switches and wires for a layout. Raises LayoutError."""
    return matrix_plan(board_plan(layout, with_track=False).drilling)


def efforts(layout: str = FIRST) -> dict[str, BoardEffort]:
    """Return the effort for a board of this layout, by the kind of electronics."""
    known, matrix = data(), first_board_plan(layout)
    ways: list[dict[str, Any]] = known["electronics"]
    return {one["key"]: _effort(known, one, matrix, layout) for one in ways}


def _effort(
    known: Mapping[str, Any], way: Mapping[str, Any], matrix: MatrixPlan, layout: str
) -> BoardEffort:
    points, minutes = len(matrix.reeds), known["minutes"]
    by_point = way["wires"] == "point"
    wires = points if by_point else len(matrix.wires)
    metres = sum(wire.length for wire in matrix.wires) / MM_PER_M
    if by_point:
        metres = points * (matrix.drilling.width / 2 + TAIL) / MM_PER_M
    counts = {"each": points, "piece": known["pieces"][layout], "once": 1, "metres": metres}
    parts = [*way["part"], *known["part"]]
    joints = points * way["joints_each"] + way.get("joints_once", 0)
    plugged = points * way["plugged_each"] + (0 if by_point else wires)
    spent = (
        joints * minutes["joint"]
        + points * minutes["point"]
        + wires * minutes["wire"]
        + minutes["whole"]
        + minutes["test"]
    )
    return BoardEffort(
        way["what"],
        way["why"],
        way["firmware"],
        tuple(_basket_line(part, counts) for part in parts),
        joints,
        plugged,
        wires,
        spent,
    )


def _basket_line(part: Mapping[str, Any], counts: Mapping[str, float]) -> BasketLine:
    needed = sum(part.get(kind, 0) * count for kind, count in counts.items())
    packs = math.ceil(needed / part["pack"])
    order, price = part.get("order", {}), packs * part["price"]
    return BasketLine(part["what"], part["number"], order, needed, packs, price)


def basket_text(layout: str = FIRST) -> str:
    """Return the basket of a board as CSV."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["part", "maker's number", "order numbers", "needed", "packs", "euros"])
    for line in efforts(layout)[CHOSEN].basket:
        order = "; ".join(f"{shop} {number}" for shop, number in line.order.items())
        table.writerow(
            [line.what, line.number, order, f"{line.needed:g}", line.packs, f"{line.price:.2f}"]
        )
    return out.getvalue()


# -- the page --------------------------------------------------------------------------------------


def tables() -> dict[str, str]:
    """Return the tables of the page in Markdown, by name."""
    return {
        "electronics": _rows(
            ("electronics", "euros", "joints", "plugged", "hours", "why"), _electronics()
        ),
        "basket": _rows(("part", "maker's number", "order numbers", "needed", "euros"), _basket()),
        "boards": _rows(("layout", "points", "wires", "joints", "hours", "euros"), _boards()),
        "wiring": _rows(("wire", "points", "Pico H"), _wiring()),
    }


def _rows(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _electronics() -> Iterator[Sequence[str]]:
    for one in efforts().values():
        why = one.why if one.has_firmware else f"{one.why}; no firmware yet"
        yield (
            one.electronics,
            f"{one.euros:.2f}",
            str(one.joints),
            str(one.plugged),
            f"{one.hours:.1f}",
            why,
        )


def _basket() -> Iterator[Sequence[str]]:
    chosen = efforts()[CHOSEN]
    for line in chosen.basket:
        order = ", ".join(f"{shop} `{number}`" for shop, number in line.order.items()) or "-"
        yield line.what, line.number, order, f"{line.needed:.3g}", f"{line.price:.2f}"
    yield "**together**", "", "", "", f"**{chosen.euros:.2f}**"


def _boards() -> Iterator[Sequence[str]]:
    for layout in (FIRST, *OTHERS):
        one, points = efforts(layout)[CHOSEN], len(first_board_plan(layout).reeds)
        yield (
            f"`{layout}`",
            str(points),
            str(one.wires),
            str(one.joints),
            f"{one.hours:.1f}",
            f"{one.euros:.2f}",
        )


def _wiring() -> Iterator[Sequence[str]]:
    matrix = first_board_plan(FIRST)
    labels = [reed.point for reed in matrix.reeds]
    for wire in matrix.wires:
        own = sorted(label for label in labels if wire.name in (label[0], label[1:]))
        yield wire.name, " ".join(own), f"GP{wire.pin}, pin {header_pin(wire.pin)}"


def guide_text(text: str) -> str:
    """Return the page with its tables filled in, each after a comment with the table's name."""
    for name, table in tables().items():
        mark = f"<!-- first board: {name} -->\n"
        before, _mark, after = text.partition(mark)
        after = re.sub(r"\A\n*(?:\|.*\n)*\n*", "", after)
        text = f"{before}{mark}\n{table}\n{after}"
    return text


def write_guide() -> list[Path]:
    """Write the tables into the page, and the drawing of the wiring; return their paths."""
    GUIDE.write_text(guide_text(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_text(wiring_picture(first_board_plan(FIRST)), encoding="utf-8")
    return [GUIDE, PICTURE]
