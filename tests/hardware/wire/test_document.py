"""PROTOCOL.md, the golden frames, the codec and the boards agree."""

from __future__ import annotations

import re
from typing import Any

import pytest

from game.platform.paths import ROOT
from hardware.host.layouts import layout_named
from hardware.wire.codec import MAX_BODY_BYTES, crc16
from hardware.wire.fields import (
    IntegerField,
    OptionalField,
    PackedField,
    PayloadField,
    PayloadText,
    RecordsField,
)
from hardware.wire.messages import COMMANDS, LIGHTS_TIMEOUT_S, REPORTS, ErrorCode, Message
from hardware.wire.palette import COLOURS, Light
from tests.hardware.wire.golden import BAD, FRAMES, GOLDEN, frame_id

PAGE = (ROOT / "hardware" / "PROTOCOL.md").read_text(encoding="utf-8")
HEX = re.sub(r"\s+", " ", PAGE)


def spaced(text: str) -> str:
    return " ".join(text[at : at + 2] for at in range(0, len(text), 2))


@pytest.mark.parametrize("frame", FRAMES + GOLDEN["longer"], ids=frame_id)
def test_every_golden_frame_is_on_the_page(frame: dict[str, Any]) -> None:
    assert spaced(frame["hex"]) in HEX
    assert frame["name"] in PAGE or frame in GOLDEN["longer"]


@pytest.mark.parametrize("frame", BAD, ids=frame_id)
def test_every_bad_frame_is_on_the_page(frame: dict[str, Any]) -> None:
    words = spaced(frame["hex"])
    assert f"`{frame['name']}`" in PAGE
    assert words in HEX or (words[:47] in HEX and f"({len(frame['hex']) // 2} bytes)" in PAGE)


SIZES = {1: "one byte", 2: "two bytes", 4: "four bytes"}


def described(field: PayloadField) -> str:
    """Return how PROTOCOL.md describes a field of a payload."""
    if isinstance(field, IntegerField):
        if field.low < 0:
            return f"{SIZES[field.size]}, two's complement"
        if (field.low, field.high) == (0, 256**field.size - 1):
            return SIZES[field.size]
        span = "0 or 1" if (field.low, field.high) == (0, 1) else f"{field.low} to {field.high}"
        return f"{SIZES[field.size]}, {span}"
    if isinstance(field, PayloadText):
        return f"one byte length (0 to {field.longest}), then that many bytes of UTF-8"
    if isinstance(field, OptionalField):
        absent = {-1: "absent without the feature EVENTS", "": "absent before version 1.1"}
        since = "1.2" if field.omitted else "1.1"
        missing = f"since {since}, 0 if it is missing"
        return f"{described(field.field)}; {absent.get(field.absent, missing)}"
    if isinstance(field, RecordsField):
        inside = "; ".join(f"{name}: {described(one)}" for name, one in field.row)
        return f"one byte count n (0 to {field.most}), then n times ({inside})"
    assert isinstance(field, PackedField)
    if field.bits == 8:
        return f"one byte count n (0 to {field.most}), then n bytes"
    return (
        f"one byte count n (0 to {field.most}), then n values of {field.bits} bits, "
        f"{8 // field.bits} in a byte, the first in the lowest bits, unused bits zero"
    )


@pytest.mark.parametrize("kind", [*COMMANDS, *REPORTS], ids=lambda kind: kind.__name__)
def test_every_field_is_described_with_its_bytes(kind: type[Message]) -> None:
    (section,) = re.findall(rf"### \w+ \(0x{kind.type:02x}\)\n(.*?)(?=\n##)", PAGE, re.S)
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.M)
    assert rows == [(name, described(field)) for name, field in kind.row]


@pytest.mark.parametrize("layout", ["squares-6", "hexagon-3", "hexagon-5", "decagon-81"])
def test_the_order_of_points(layout: str) -> None:
    assert " ".join(layout_named(layout).points) in HEX


@pytest.mark.parametrize("layout", ["decagon-51", "decagon-71", "decagon-81"])
def test_the_rings(layout: str) -> None:
    points = layout_named(layout).points
    rings = [sum(label[0] == ring for label in points) for ring in "abcdefg"]
    cells = " | ".join(str(count) if count else "" for count in rings).replace("  ", " ")
    assert f"| {layout} | {cells} |".replace("  ", " ") in PAGE.replace("  ", " ")
    assert points == tuple(
        f"{ring}{number}" for ring, count in zip("abcdefg", rings) for number in range(1, count + 1)
    )


@pytest.mark.parametrize("side", range(2, 9))
def test_the_rule_for_hexagons(side: int) -> None:
    expected = [
        f"{chr(ord('a') + q + side - 1)}{r + side}"
        for q in range(1 - side, side)
        for r in range(1 - side, side)
        if abs(q + r) < side
    ]
    assert list(layout_named(f"hexagon-{side}").points) == expected


@pytest.mark.parametrize("side", [6, 8])
def test_the_rule_for_squares(side: int) -> None:
    index = layout_named(f"squares-{side}").index
    for label, number in index.items():
        assert number == (int(label[1:]) - 1) * side + ord(label[0]) - ord("a")


def test_palette_errors_and_limits() -> None:
    for light, colour in zip(Light, COLOURS):
        row = f"| {light.value} | {light.name} | {colour.red}, {colour.green}, {colour.blue} |"
        assert row in PAGE
    for code in ErrorCode:
        assert f"| {code.value} | {code.name} |" in PAGE
    assert f"at most {MAX_BODY_BYTES} bytes" in PAGE
    assert f"{LIGHTS_TIMEOUT_S:g} s it MUST darken" in HEX
    assert f"0x{crc16(b'123456789'):04x}" in PAGE
