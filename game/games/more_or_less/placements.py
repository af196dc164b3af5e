"""Even full placements for `opening=even`: a book for each shipped board.

A book is JSON. Its `placements` are pairs: the text of a position, which stands for all symmetric
positions, and Black's chance after a search of `nodes` nodes. New placements are only appended,
because setup strings contain the number of a placement and of its symmetry.
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
# Default and largest number of a placement in a setup string.
FIRST_NUMBER, MOST_NUMBER = 1, 10**18 - 1

Placement = tuple[tuple[int, ...], tuple[int, ...]]  # numbers of Black's points and of Green's


@cache
def book_of(board: str) -> tuple[str, ...]:
    """Return the texts of the placements for the board with this name; () without a book."""
    try:
        data = untrusted.read_json(FOLDER / f"{board}.json")
    except (OSError, InputError):
        return ()
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        return ()
    return tuple(str(text) for text, _chance in data["placements"])


def resolved(board: Topology, number: int) -> int:
    """Return the number in the book for any number of a placement.

    Resolved numbers keep their meaning when the book grows. Raises SetupError for a board without a
    book.
    """
    book = book_of(board.name)
    if not book:
        raise SetupError("no-placements", board=board.name)
    return number % (len(book) * len(symmetries(board)))


def dealt_placement(board: Topology, number: int) -> Placement:
    """Return the placement with this resolved number, which also chooses a symmetry.

    Raises SetupError for a board that has only the name in common with the board of the book.
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
    """Return the symmetries of the board that map lines to lines; the identity comes first."""
    lines = {frozenset(line) for line in board.lines}
    return [
        way
        for way in ways_of(board)
        if {frozenset(way[point] for point in line) for line in board.lines} == lines
    ]
