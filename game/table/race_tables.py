"""Ways home in Less: how many moves four pieces alone need, looked up for any position.

The tables are made by a process of its own (the helper `race-tables SETUP`, bytes on standard
output), so that compiling disturbs no frame; `WaysHome` starts it and reads them.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from math import comb

from game.engine.games.less.placements import PIECES, binomial_table, number_of, squares_of
from game.processes import helper_command
from game.rules import parse_setup
from game.rules.base import Game, State
from game.rules.less import HOME, Less


def tables(game: Game) -> list[bytes]:
    """For each seat the moves home from each placement, a byte each.  Imports the engine."""
    from game.engine.compile.compiler import can_compile
    from game.engine.games.less.tables import solo_table

    return [
        bytes(int(d) for d in solo_table(game, seat, can_compile())) for seat in range(game.seats)
    ]


class WaysHome:
    """Distances of one layout.  `distance` answers None until the tables are there."""

    def __init__(self, game: Less) -> None:
        self.game = game
        self._tables: list[bytes] = []
        self._known: dict[tuple[State, int], int] = {}
        self._exact: dict[State, int | None] = {}
        threading.Thread(target=self._fetch, name="ways home", daemon=True).start()

    def exact(self, state: State) -> int | None:
        """Moves home of the side to move in a race of two seats, by the rules of turns too.

        None outside of a race, and until a process of its own has found it.
        """
        if self.game.seats != 2 or state[HOME] + state[HOME + 1] != 1 or self.game.over(state):
            return None
        if state not in self._exact:
            self._exact[state] = None
            threading.Thread(target=self._race, args=(state,), name="race", daemon=True).start()
        return self._exact[state]

    def _race(self, state: State) -> None:
        found = self._ask("race", ",".join(map(str, state)), self.game.setup)
        if found.strip().isdigit():
            self._exact[state] = int(found)

    def _ask(self, *words: str) -> bytes:
        """What the helping process writes; empty where there is no engine."""
        command = helper_command("race-tables", *words)
        try:
            done = subprocess.run(command, capture_output=True, check=True, timeout=300)
        except (OSError, subprocess.SubprocessError):
            return b""
        return done.stdout

    def _fetch(self) -> None:
        made = self._ask(self.game.setup)
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
        number = number_of(binomial_table(), *squares_of(state, seat))
        return self._tables[seat][number]


def race(game: Game, state: State) -> int:
    """The fewest moves home of the side to move when the other is home.  Imports the engine."""
    from game.engine.compile.compiler import can_compile
    from game.engine.games.less.race import way_home

    return way_home(game, state, can_compile())[0]


def main(words: list[str]) -> None:
    """`SETUP` writes the tables as bytes; `race NUMBERS SETUP` the moves home as text."""
    if words[0] == "race":
        state = tuple(int(number) for number in words[1].split(","))
        print(race(parse_setup(" ".join(words[2:])), state))
        return
    for table in tables(parse_setup(" ".join(words))):
        sys.stdout.buffer.write(table)
