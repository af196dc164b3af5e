"""Full placements that are even: what `opening=even` deals from, a book for each shipped board.

A book is JSON: `placements` has pairs of a position's text, which stands for all that are the same
on a board turned or mirrored, and the chance of Black there by `nodes` nodes of search.  It only
grows at its end: setup strings name a placement, and how it is turned, by its number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from game.platform import untrusted
from game.platform.paths import ASSETS
from game.platform.untrusted import InputError
from game.rules.errors import SetupError
from game.rules.topology import Point, Topology, ways_of

FOLDER = ASSETS / "placements"
FORMAT, VERSION = "less-is-more even placements", 1
COLOURS = ("black", "green")
FIRST_NUMBER, MOST_NUMBER = 1, 10**18 - 1  # of a placement, in a setup string

Placement = tuple[tuple[int, ...], tuple[int, ...]]  # numbers of the points of Black and of Green


@cache
def book_of(board: str) -> tuple[str, ...]:
    """Return the texts of the placements for the board of that name; none without a book."""
    try:
        data = untrusted.read_json(FOLDER / f"{board}.json")
    except (OSError, InputError):
        return ()
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        return ()
    return tuple(str(text) for text, _chance in data["placements"])


def resolved(board: Topology, number: int) -> int:
    """Return the number of the placement that any number stands for.

    Resolved numbers keep their meaning when a book grows.  Raises SetupError for a board without.
    """
    book = book_of(board.name)
    if not book:
        raise SetupError("no-placements", board=board.name)
    return number % (len(book) * len(symmetries(board)))


def dealt_placement(board: Topology, number: int) -> Placement:
    """Return the placement with this resolved number, turned or mirrored by it.

    Raises SetupError for a board that only has the name of one with a book.
    """
    ways = symmetries(board)
    place, turned = divmod(number, len(ways))
    words = dict(word.split("=") for word in book_of(board.name)[place].split())
    way = ways[turned]
    try:
        black, green = (
            tuple(board.index[way[label]] for label in words[colour].split(","))
            for colour in COLOURS
        )
    except KeyError:
        raise SetupError("no-placements", board=board.name) from None
    return black, green


@cache
def symmetries(board: Topology) -> list[Mapping[Point, Point]]:
    """Return the ways to lay the board that put lines on lines; as it lies comes first."""
    lines = {frozenset(line) for line in board.lines}
    return [
        way
        for way in ways_of(board)
        if {frozenset(way[point] for point in line) for line in board.lines} == lines
    ]
