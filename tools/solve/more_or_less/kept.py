"""Known answers, kept in a file: stuck positions and trains by the name of the board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from game.platform.paths import ASSETS

FILE = ASSETS / "answers" / "more-or-less.json"


@dataclass(frozen=True)
class StuckPosition:
    """Counters of the side that cannot move, and those of the other."""

    own: tuple[str, ...]
    other: tuple[str, ...]


@dataclass(frozen=True)
class KnownTrain:
    """The other counters, and the points of the moving one from its start on."""

    counters: tuple[str, ...]
    points: tuple[str, ...]
    proved: bool  # whether a better one is impossible


@cache
def _kept() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


def stuck_positions(board: str) -> dict[int, StuckPosition]:
    """Return stuck positions by the number of own counters; none for boards not shipped."""
    found = _kept()["stuck"].get(board, {})
    return {
        int(own): StuckPosition(tuple(entry["own"].split()), tuple(entry["other"].split()))
        for own, entry in found.items()
    }


def best_train(board: str, kind: str) -> KnownTrain | None:
    """Return the best train known, of kind "jumps" or "turned".

    None for a board that is not shipped.
    """
    entry = _kept()["trains"].get(board, {}).get(kind)
    if entry is None:
        return None
    return KnownTrain(
        tuple(entry["counters"].split()), tuple(entry["points"].split()), entry["proved"]
    )
