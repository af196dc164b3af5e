"""Helper process of Less: moves home, for every placement or in a race.

The helper `game less SETUP` writes a table for each seat to standard output, with a byte for each
placement. The helper `game less race NUMBERS SETUP` prints the fewest moves home in the position
with these numbers, or an empty line if they are not known.
"""

from __future__ import annotations

import sys

from game.engine.compile.compiler import can_compile
from game.games.less.engine.race import way_home
from game.games.less.engine.tables import solo_table
from game.rules import Game, State
from game.rules.registry import parse_setup


def tables(game: Game) -> list[bytes]:
    """Return for each seat the moves home from each placement, one byte each."""
    return [
        bytes(int(d) for d in solo_table(game, seat, can_compile(game.key)))
        for seat in range(game.seats)
    ]


def race(game: Game, state: State) -> int | None:
    """Return the fewest moves home of the side to move while the other is home.

    None if the number is not known.
    """
    way = way_home(game, state, can_compile(game.key))
    return way.moves if way.exact else None


def main(words: list[str]) -> None:
    if words[0] == "race":
        state = tuple(int(number) for number in words[1].split(","))
        found = race(parse_setup(" ".join(words[2:])), state)
        print("" if found is None else found)
        return
    for table in tables(parse_setup(" ".join(words))):
        sys.stdout.buffer.write(table)
