"""All turns of a position, tried one by one: the compiled or plain template with its memory.

It is meant for proofs: no position is evaluated, and no turn is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from game.engine.compile.compiler import Arrays, instance
from game.engine.kernels import turns as kernel
from game.engine.search.profile import Profile
from game.rules import Action, Game, State

LONGEST = 200  # maximum number of actions in a turn
MOST_ENDS = 20_000
PLACES = 1 << 16


class TooMany(ValueError):  # noqa: N818 - reads as the field says it
    """An error: a position has more turns than may be tried."""


class End(NamedTuple):
    """A position in which a turn can end, and one of the shortest ways to it.

    `ways` sequences of actions lead to it. `chance` is the probability that random actions do.
    """

    state: State
    codes: tuple[int, ...]
    ways: int
    chance: float


class AllTurns:
    """A generator of all turns in positions of one game. Not safe for two threads at once.

    `visited` counts the actions played; a call that would play more than `most` raises TooMany.
    """

    def __init__(self, game: Game, profile: Profile, compiled: bool, most: int = 400_000) -> None:
        self.game, self.most = game, most
        self.visited = 0
        rules = {"legal": game.kernels.legal, "play": game.kernels.play}
        self._code = instance("engine/kernels/turns", profile.key, compiled, rules)
        make = Arrays(compiled)
        self._tables = make.tables(game.tables)
        self._walk = (
            make.rows(LONGEST + 1, len(game.first)),
            make.rows(LONGEST + 1, game.max_actions + 2),
            make.ints(LONGEST + 1),
            make.ints(LONGEST + 1),
        )
        self._chance = make.floats(LONGEST + 1)
        self._work = make.ints(profile.work_size(game))
        self._ctl = make.longs([0, 0, 0])
        self._codes = make.ints(LONGEST)
        self._make = make
        self._ends: tuple[Any, ...] | None = None

    def ends(self, state: State) -> list[End]:
        """Return every end of the turn, each with its shortest way. Raises TooMany."""
        space = self._space()
        self._begin(state)
        count = self._code.all_turns(
            self._tables, *self._walk, self._chance, self._work, self._ctl, *space
        )
        self._count()
        _places, ends, lines, lengths, ways, chances = space
        states, sizes = _rows(ends, count), _plain(lengths, count)
        paths = _rows(lines, count, max(sizes, default=0))
        found = zip(states, paths, sizes, _plain(ways, count), _plain(chances, count))
        return [
            End(tuple(end), tuple(path[:size]), int(ways_), chance)
            for end, path, size, ways_, chance in found
        ]

    def find(self, state: State, field: int, value: int) -> tuple[int, ...]:
        """Return the codes of a turn after which `field` of the state has `value`, or ().

        Raises TooMany.
        """
        self._begin(state)
        found = self._code.find_turn(self._tables, *self._walk, self._work, self._ctl, field, value)
        self._count()
        _states, outs, _counts, at = self._walk
        return tuple(int(outs[step][at[step] - 1]) for step in range(found))

    def follow(self, state: State, codes: Sequence[int]) -> State | None:
        """Return the state after a turn with these codes.

        None if they are not a complete legal turn.
        """
        self._begin(state)
        for step, code in enumerate(codes):
            self._codes[step] = code
        states, outs, *_rest = self._walk
        played = self._code.follow(
            self._tables, states, outs, self._work, self._ctl, self._codes, len(codes)
        )
        self._count()
        return tuple(_plain(states[played], len(state))) if played else None

    def actions(self, codes: Sequence[int]) -> list[Action]:
        return [self.game.action(code) for code in codes]

    def _begin(self, state: State) -> None:
        row = self._walk[0][0]
        for field, value in enumerate(state):
            row[field] = value
        self._ctl[kernel.VISITED], self._ctl[kernel.ABORTED] = 0, 0
        self._ctl[kernel.LIMIT] = self.most

    def _count(self) -> None:
        self.visited += int(self._ctl[kernel.VISITED])
        if self._ctl[kernel.ABORTED]:
            raise TooMany(f"more than {self.most} actions, or turns that end in too many ways")

    def _space(self) -> tuple[Any, ...]:
        """Return the arrays for the ends of turns. They are large and made when first needed."""
        if self._ends is None:
            make = self._make
            self._ends = (
                make.ints(PLACES),
                make.rows(MOST_ENDS, len(self.game.first)),
                make.rows(MOST_ENDS, LONGEST + 1),
                make.ints(MOST_ENDS),
                make.ints(MOST_ENDS),
                make.floats(MOST_ENDS),
            )
        return self._ends


def _plain(row: Any, count: int) -> list[Any]:
    """Return the first `count` numbers of a row as Python numbers."""
    part = row[:count]
    return list(part.tolist() if hasattr(part, "tolist") else part)


def _rows(rows: Any, count: int, size: int | None = None) -> list[list[int]]:
    """Return the first `count` rows, or `size` numbers of each, as lists of Python numbers."""
    if hasattr(rows, "tolist"):
        return list(rows[:count, :size].tolist())
    return [list(row[:size]) for row in rows[:count]]
