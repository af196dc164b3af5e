"""Names of openings, composed of parts: what the first turns do, and where on the board.

A name is stored as the keys of its parts, separated by spaces, so that similar names sort together;
people see the words of the parts. Each game's `openings.py` finds the parts of its first turns.
Symmetric openings have the same parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from game.platform.i18n import N_, _
from game.rules import Game, Point, RulesError, Topology
from game.rules.registry import parse_setup, plugin_part

MOST_PARTS = 3
CENTRE, INNER, HALFWAY, OUTER, EDGE, CORNER = (
    "centre",
    "inner",
    "halfway",
    "outer",
    "edge",
    "corner",
)
CORNER_WAYS = 3  # neighbours of a corner cell of a hexagon
PLACES = {
    CENTRE: N_("centre"),
    INNER: N_("near the centre"),
    HALFWAY: N_("halfway"),
    OUTER: N_("near the edge"),
    EDGE: N_("edge"),
    CORNER: N_("corner"),
}


@dataclass(frozen=True)
class Naming:
    """A game's naming of openings: `parts` returns keys of `words` for its first turns.

    `firsts` are the possible first keys of a name, in the order in which they are listed.
    """

    parts: Callable[[Game, Sequence[Sequence[str]]], list[str]]
    words: Mapping[str, str]
    firsts: Sequence[str]


def naming_of(key: str) -> Naming | None:
    """Return the naming of a game; None for one whose openings have no names."""
    return cast(Naming | None, plugin_part(key, "openings"))


def name_of(game: Game, turns: Sequence[str]) -> str:
    """Return the name of an opening from the texts of its first turns, "" if it has none yet."""
    naming = naming_of(game.key)
    if naming is None:
        return ""
    return " ".join(naming.parts(game, [turn.split(",") for turn in turns])[:MOST_PARTS])


@lru_cache(maxsize=512)
def game_of(setup: str) -> Game | None:
    """Return the game of a setup, from a cache; None if the setup cannot be read."""
    try:
        return parse_setup(setup)
    except RulesError:
        return None


def in_words(key: str, name: str) -> str:
    """Return a name in the user's language, "" for none."""
    naming = naming_of(key)
    if naming is None or not name:
        return ""
    words = ", ".join(_(naming.words.get(part, part)) for part in name.split())
    return words[:1].upper() + words[1:]


@lru_cache(maxsize=64)
def steps_from(board: Topology, point: Point) -> Mapping[Point, int]:
    """Return the distance of every point from `point`, in steps between neighbours."""
    steps, ring = {point: 0}, [point]
    while ring:
        ring = list(dict.fromkeys(n for p in ring for n in board.neighbours[p] if n not in steps))
        steps.update(dict.fromkeys(ring, steps[next(reversed(steps))] + 1))
    return steps


def place(board: Topology, point: Point) -> str:
    """Return the place of a point on a hexagon, one of PLACES."""
    assert board.centre is not None
    steps = steps_from(board, board.centre)
    ring, last = steps[point], max(steps.values())
    if ring == last:
        return CORNER if len(board.neighbours[point]) == CORNER_WAYS else EDGE
    return {0: CENTRE, last - 1: OUTER, 1: INNER}.get(ring, HALFWAY)
