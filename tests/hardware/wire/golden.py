"""The golden frames as messages, shared by the tests of codec, firmware and documentation."""

from __future__ import annotations

import json
from typing import Any

from game.platform.paths import ROOT
from hardware.wire.messages import COMMANDS, REPORTS, Message, PaletteColour, SensorReading

GOLDEN = json.loads((ROOT / "hardware" / "wire" / "golden_frames.json").read_text(encoding="utf-8"))
FRAMES: list[dict[str, Any]] = GOLDEN["frames"]
BAD: list[dict[str, Any]] = GOLDEN["bad"]
CLASSES = {kind.__name__: kind for kind in (*COMMANDS, *REPORTS)}


def frame_id(frame: dict[str, Any]) -> str:
    return str(frame["name"])


def value(found: Any) -> Any:
    """Return JSON as a field value: a list as a tuple, an object as a colour or a reading."""
    if isinstance(found, list):
        return tuple(map(value, found))
    if isinstance(found, dict):
        return PaletteColour(**found) if "red" in found else SensorReading(**found)
    return found


def message(frame: dict[str, Any]) -> Message:
    fields = {name: value(found) for name, found in frame["fields"].items()}
    return CLASSES[frame["message"]](sequence=frame["sequence"], **fields)
