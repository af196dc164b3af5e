"""Ways home in Less: how many moves four pieces alone need, looked up for any position.

The tables are made by a process of its own (`python -m game.table.ways SETUP`, bytes on standard
output), so that compiling disturbs no frame; `WaysHome` starts it and reads them in a thread.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from math import comb

from game.rules import parse_setup
from game.rules.base import Game, State
from game.rules.less import BOARD, Less

PIECES = 4
WIDE = 64  # row length of the table of binomials the engine's kernel wants


def tables(game: Game) -> list[bytes]:
    """For each seat the moves home from each placement, a byte each.  Imports the engine."""
    from game.engine.distance import placement_distances

    squares = len(game.topology)
    rows = [comb(n, k) for k in range(PIECES + 1) for n in range(WIDE)]
    total = comb(squares, PIECES)
    return [
        bytes(int(d) for d in placement_distances(game, seat, rows, total))
        for seat in range(game.seats)
    ]


def placement_number(squares: list[int]) -> int:
    """Number of a placement: C(a,1) + C(b,2) + C(c,3) + C(d,4) of its squares in order."""
    return sum(comb(square, place) for place, square in enumerate(sorted(squares), start=1))


class WaysHome:
    """Distances of one layout.  `distance` answers None until the tables are there."""

    def __init__(self, game: Less) -> None:
        self.game = game
        self._tables: list[bytes] = []
        self._known: dict[tuple[State, int], int] = {}
        threading.Thread(target=self._fetch, name="ways home", daemon=True).start()

    def _fetch(self) -> None:
        from game.engine.warm import child_environment

        command = [sys.executable, "-m", "game.table.ways", self.game.setup]
        try:
            made = subprocess.run(
                command, env=child_environment(), capture_output=True, check=True, timeout=300
            ).stdout
        except (OSError, subprocess.SubprocessError):
            return  # no engine here: the screen then shows what it knows
        total = comb(len(self.game.topology), PIECES)
        if len(made) == total * self.game.seats:
            self._tables = [made[at : at + total] for at in range(0, len(made), total)]

    def distance(self, state: State, side: int) -> int | None:
        """Moves the pieces of a side need alone to get home."""
        if not self._tables:
            return None
        if (state, side) not in self._known:
            if len(self._known) > 5000:
                self._known.clear()
            self._known[state, side] = sum(self._of_seat(state, s) for s in self.game.side(side))
        return self._known[state, side]

    def _of_seat(self, state: State, seat: int) -> int:
        board = state[BOARD : BOARD + len(self.game.topology)]
        squares = [square for square, piece in enumerate(board) if piece == seat + 1]
        return self._tables[seat][placement_number(squares)]


def main(setup: str) -> None:
    for table in tables(parse_setup(setup)):
        sys.stdout.buffer.write(table)


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
