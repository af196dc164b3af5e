"""Best scores of each mode and of single deals, per user: score, par, and the turns played.

The list of a mode is for its deals with the usual options. The par differs between deals, so the
list is sorted by the distance from par; of equal scores, the earlier comes first. A deal of a
campaign, a day or a week has a list of its own with one entry, under the deal's text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.platform import codec, locks, storage, versioned
from game.solo.mode import SoloDeal, SoloMode, modes, read_deal

VERSION = 1
KEEP = 10  # maximum number of entries in a mode's list
MOST_LISTS = 2_000  # maximum number of lists, including those of single deals


@dataclass(frozen=True, slots=True)
class SoloScore:
    """One entry of a list. `turns`, joined by spaces, replay it from the deal of `seed`."""

    score: int
    par: int
    seed: int
    turns: str = field(metadata=codec.rule(length=codec.MAX_INTEGER))
    date: str = ""


# Keys are a mode's list key or a deal's text; the best score comes first.
Table = Mapping[str, tuple[SoloScore, ...]]


@dataclass(frozen=True, slots=True)
class SoloScoresFile:
    modes: Table


def gain(mode: SoloMode, score: SoloScore) -> int:
    """Return by how much a score is better than par; negative if it is worse."""
    return score.par - score.score if mode.fewer else score.score - score.par


def rank(table: Table, mode: SoloMode, score: SoloScore, name: str = "") -> int | None:
    """Return the place (1 is best) of a score in a list; None if the list has no place for it.

    The list is the mode's, unless `name` is the key of another.
    """
    known = table.get(name or mode.list_key, ())
    place = 1 + sum(gain(mode, one) >= gain(mode, score) for one in known)
    return place if place <= (1 if name else KEEP) else None


def entered(table: Table, mode: SoloMode, score: SoloScore, name: str = "") -> Table:
    """Return the table with the score inserted, if it has a place."""
    place = rank(table, mode, score, name)
    if place is None:
        return table
    known = list(table.get(name or mode.list_key, ()))
    known.insert(place - 1, score)
    return {**table, name or mode.list_key: tuple(known[: 1 if name else KEEP])}


def stars_in(table: Table, deal: SoloDeal) -> int | None:
    """Return the stars of the best game of a deal in its own list; None without a list."""
    known = table.get(deal.text, ())
    return modes()[deal.mode].stars(known[0].score, known[0].par) if known else None


def path_of() -> Path:
    return storage.data_folder() / "solo.json"


def stamp(path: Path | None = None) -> int:
    """Return the modification time of the file in nanoseconds; 0 if there is none."""
    try:
        return (path or path_of()).stat().st_mtime_ns
    except OSError:
        return 0


def load(path: Path | None = None) -> tuple[Table, str]:
    """Return the stored scores, and a sentence for the person ("" if all is well).

    Never raises.
    """
    return versioned.load(
        path or path_of(), VERSION, lambda data: codec.read(SoloScoresFile, data).modes, {}
    )


def save(table: Table, path: Path | None = None) -> None:
    """Write the table, merged with scores saved by another window. Raises OSError."""
    path = path or path_of()
    versioned.refuse_newer(path, VERSION)
    with locks.file_locked(path):
        whole = merged(load(path)[0], table)
        versioned.write(path, VERSION, codec.write(SoloScoresFile(whole)))


def merged(one: Table, other: Table) -> Table:
    """Return a table with every score of both tables once, in its place.

    Lists of a mode or deal that no longer exists are not merged: the list in `one` is kept.
    """
    table, lists = {**other, **one}, {mode.list_key: mode for mode in modes().values()}
    for key in one.keys() & other.keys():
        deal = read_deal(key, tuple(modes()))
        mode = modes()[deal.mode] if deal else lists.get(key)
        if mode is None:
            continue
        for score in (Counter(other[key]) - Counter(one[key])).elements():
            table = dict(entered(table, mode, score, key if deal else ""))
    return dict(list(table.items())[-MOST_LISTS:])
