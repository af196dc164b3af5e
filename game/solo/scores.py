"""The best of each mode, kept per user: score, par, and the turns that made it.

Deals differ, so the lists go by how far a score is from par; among equals the earlier stands first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from game.platform import locks, storage, versioned
from game.solo.mode import SoloMode, modes

VERSION = 1
KEEP = 10  # entries of each list


@dataclass(frozen=True, slots=True)
class SoloScore:
    """One line of a list.  `turns` joined by spaces play it again from the deal of `seed`."""

    score: int
    par: int
    seed: int
    turns: str
    date: str = ""


Table = Mapping[str, tuple[SoloScore, ...]]  # mode, scores best first


def gain(mode: SoloMode, score: SoloScore) -> int:
    """Return by how much a score is better than par; negative if it is worse."""
    return score.par - score.score if mode.fewer else score.score - score.par


def rank(table: Table, mode: SoloMode, score: SoloScore) -> int | None:
    """Return the place (1 is best) that a score takes; None when it does not enter the list."""
    known = table.get(mode.key, ())
    place = 1 + sum(gain(mode, one) >= gain(mode, score) for one in known)
    return place if place <= KEEP else None


def entered(table: Table, mode: SoloMode, score: SoloScore) -> Table:
    """Return the table with the score in its place, if it has one."""
    place = rank(table, mode, score)
    if place is None:
        return table
    known = list(table.get(mode.key, ()))
    known.insert(place - 1, score)
    return {**table, mode.key: tuple(known[:KEEP])}


def path_of() -> Path:
    return storage.data_folder() / "solo.json"


def load(path: Path | None = None) -> tuple[Table, str]:
    """Return the kept scores, and a sentence for the person ("" when all is well).

    Never raises.
    """
    return versioned.load(path or path_of(), VERSION, _checked, {})


def save(table: Table, path: Path | None = None) -> None:
    """Write them, with what another window has entered meanwhile.  Raises OSError."""
    path = path or path_of()
    versioned.refuse_newer(path, VERSION)
    with locks.file_locked(path):
        whole = merged(load(path)[0], table)
        kept = {mode: [asdict(score) for score in scores] for mode, scores in whole.items()}
        versioned.write(path, VERSION, {"modes": kept})


def merged(one: Table, other: Table) -> Table:
    """Return every score of either table in its place, each once."""
    table, known = {**other, **one}, modes()
    for key in known.keys() & other.keys():
        for score in (Counter(other[key]) - Counter(one.get(key, ()))).elements():
            table = dict(entered(table, known[key], score)) if key in one else table
    return table


def _checked(data: dict[str, Any]) -> Table:
    return {str(k): tuple(map(_score, v))[:KEEP] for k, v in data["modes"].items()}


def _score(entry: Any) -> SoloScore:
    numbers = [entry[name] for name in ("score", "par", "seed")]
    if any(type(number) is not int for number in numbers):
        raise ValueError(entry)
    score, par, seed = numbers
    return SoloScore(score, par, seed, str(entry["turns"]), str(entry["date"]))
