"""Known answers from a file: stuck positions and trains, by the name of the board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from game.platform.paths import ASSETS

FILE = ASSETS / "answers" / "more-or-less.json"


@dataclass(frozen=True)
class StuckPosition:
    """The counters of the side that cannot move, and those of the other side."""

    own: tuple[str, ...]
    other: tuple[str, ...]


@dataclass(frozen=True)
class KnownTrain:
    """The counters that do not move, and the points of the one that moves, from its start on."""

    counters: tuple[str, ...]
    points: tuple[str, ...]
    proved: bool  # true if a better train is impossible


@cache
def _kept() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


def stuck_positions(board: str) -> dict[int, StuckPosition]:
    """Return stuck positions by their number of own counters; empty for an unknown board."""
    found = _kept()["stuck"].get(board, {})
    return {
        int(own): StuckPosition(tuple(entry["own"].split()), tuple(entry["other"].split()))
        for own, entry in found.items()
    }


def best_train(board: str, kind: str) -> KnownTrain | None:
    """Return the best train known, of kind "jumps" or "turned"; None for an unknown board."""
    entry = _kept()["trains"].get(board, {}).get(kind)
    if entry is None:
        return None
    return KnownTrain(
        tuple(entry["counters"].split()), tuple(entry["points"].split()), entry["proved"]
    )
