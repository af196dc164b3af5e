"""Full placements that are even: what `opening=even` deals from, a book for each shipped board.

A book is JSON: `placements` has pairs of a position's text, which stands for all that are the same
on a board turned or mirrored, and the chance of Black there by `nodes` nodes of search.  Its order
never changes: setup strings name a placement by its number.
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


def dealt_placement(board: Topology, number: int) -> Placement:
    """Return the placement with this number, turned or mirrored by it.

    Placement and way follow from the number, which may be as large as one likes.  Raises SetupError
    for a board without a book.
    """
    book, ways = book_of(board.name), symmetries(board)
    if not book:
        raise SetupError("no-placements", board=board.name)
    words = dict(word.split("=") for word in book[number % len(book)].split())
    way = ways[number // len(book) % len(ways)]
    try:
        black, green = (
            tuple(board.index[way[label]] for label in words[colour].split(","))
            for colour in COLOURS
        )
    except KeyError:
        raise SetupError("no-placements", board=board.name) from None
    return black, green


def symmetries(board: Topology) -> list[Mapping[Point, Point]]:
    """Return the ways to lay the board that put lines on lines; as it lies comes first."""
    lines = {frozenset(line) for line in board.lines}
    return [
        way
        for way in ways_of(board)
        if {frozenset(way[point] for point in line) for line in board.lines} == lines
    ]
