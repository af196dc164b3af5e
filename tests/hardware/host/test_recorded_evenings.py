"""Recordings of evenings on the real firmware are still read as they were when recorded.

Each recording is the last session of an evening from `make games`, in one controller's emulator. It
goes from a power cut to the end, with pulled cables.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from hardware.host.recording import read_recording, replay
from hardware.tracking.tracker_events import TurnSoFar

EVENINGS = sorted((Path(__file__).parents[2] / "data" / "evenings").glob("*.jsonl.gz"))

Turn = tuple[tuple[int, ...], tuple[str, ...]]  # the position before the turn, and its actions


def turns_played(lines: list[dict[str, Any]]) -> list[Turn]:
    """Return the turns reported in a session, without the first, which was played before it."""
    told = [line["position"] for line in lines if "position" in line]
    turns = [(tuple(p["before"][-1]), tuple(p["last"])) for p in told if p["last"]]
    return [turn for turn in dict.fromkeys(turns) if turn != turns[0]]


@pytest.mark.parametrize("packed", EVENINGS, ids=lambda path: path.name.partition(".")[0])
def test_every_turn_of_an_evening_is_read_again(packed: Path, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    lines = read_recording(file)
    readings = [reading for _now, reading in replay(lines) if isinstance(reading, TurnSoFar)]
    read = {(tuple(turn.start), tuple(map(str, turn.actions))) for turn in readings}
    played = turns_played(lines)
    assert len(played) > 10
    assert [turn for turn in played if turn not in read] == []


def test_both_controllers_have_recordings() -> None:
    assert {file.name.partition("-")[0] for file in EVENINGS} == {"atmega328p", "rp2040"}
