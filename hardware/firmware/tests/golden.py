"""Writes golden_frames.json as a C header: python golden.py OUTPUT."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FRAMES = Path(__file__).resolve().parents[2] / "wire" / "golden_frames.json"
# Faults that a receiver detects without knowing types.
OF_THE_FRAME = ("crc", "cobs", "short", "long")
OF_THE_COMMAND = ("unknown", "payload")
FROM_BOARD = 0x80


def array(raw: bytes) -> str:
    return "(const uint8_t[]){" + ", ".join(map(str, raw or b"\0")) + "}"


def row(frame: dict[str, Any]) -> str:
    payload, wire = bytes.fromhex(frame.get("payload", "")), bytes.fromhex(frame["hex"])
    numbers = f"{frame.get('type', 0)}, {frame.get('sequence', 0)}"
    return (
        f'    {{"{frame["name"]}", {numbers}, {len(payload)}, {len(wire)}, '
        f"{array(payload)}, {array(wire)}}},\n"
    )


def table(name: str, frames: Iterable[dict[str, Any]]) -> str:
    return f"static const golden_t {name}[] = {{\n" + "".join(map(row, frames)) + "};\n"


def with_head(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame with its type and sequence, read behind the first COBS code.

    COBS leaves these bytes unchanged, because they are not zero.
    """
    wire = bytes.fromhex(frame["hex"])
    return {**frame, "type": wire[1], "sequence": wire[2]}


def header(text: str) -> str:
    golden = json.loads(text)
    bad = [frame for frame in golden["bad"] if frame["fault"] in OF_THE_FRAME]
    others = [with_head(frame) for frame in golden["bad"] if frame["fault"] in OF_THE_COMMAND]
    refused = [frame for frame in others if frame["type"] < FROM_BOARD]
    return (
        "/* Made from golden_frames.json. */\n"
        "#include <stdint.h>\n\n"
        "typedef struct {\n"
        "    const char *name;\n"
        "    unsigned type, sequence, payload_size, wire_size;\n"
        "    const uint8_t *payload, *wire;\n"
        "} golden_t;\n\n"
        + table("golden_frames", golden["frames"] + golden["longer"])
        + table("golden_bad", bad)
        + table("golden_refused", refused)
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(header(FRAMES.read_text(encoding="utf-8")), encoding="utf-8")
