"""Puzzles of Less, for two seats: blocks, races, and the shortest way home."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from game.engine.compile.compiler import can_compile
from game.games.less import rules
from game.games.less.engine.race import way_home
from game.games.less.engine.solo import FAR
from game.games.less.engine.tables import (
    binomial_table,
    number_of,
    single_ways,
    solo_table,
    squares_of,
)
from game.puzzles import plugin
from game.rules import Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT

NEAR = 6  # maximum number of moves from home at which to look for a win in two
TAGS = (
    "leap",
    "leap-over-the-other",
    "leapfrog",
    "bridge",
    "wall-crossed",
    "backwards",
    "one-piece",
    "block",
    "home",
    "makes-room",
    "leaves-corner",
)
LEAST_WAY, MOST_WAY = 4, 11  # minimum and maximum number of moves of a way home in a puzzle


@lru_cache(maxsize=8)
def distances(game: Game, seat: int, standing: tuple[int, ...], compiled: bool) -> Any:
    """Return every placement's moves home, `standing` being obstacles; None if uncompiled."""
    return solo_table(game, seat, compiled, standing) if compiled else None


@lru_cache(maxsize=8)
def loose_ways(game: Game, side: int) -> tuple[int, ...]:
    """Return a lower bound of one piece's moves home from each square, with leaps always possible.

    Uncompiled code uses it, because tables of placements would take too long.
    """
    t, squares = game.tables, len(game.topology)
    far = [0 if t[rules.GOAL][square] == side + 1 else FAR for square in range(squares)]
    changed = True
    while changed:
        changed = False
        for step in range(4 * squares):
            near = t[rules.NEXT][step]
            if near < 0:
                continue
            best = far[near] + 1 + t[rules.WALLS][step]
            behind = t[rules.NEXT][4 * near + step % 4]
            if (
                behind >= 0
                and t[rules.WALLS][step] == 0
                and t[rules.WALLS][4 * near + step % 4] == 0
            ):
                best = min(best, far[behind] + 1)
            if best < far[step // 4]:
                far[step // 4], changed = best, True
    return tuple(far)


def way(game: Game, state: State, side: int, compiled: bool) -> int:
    """Return the moves home of a side, ignoring the ends of turns.

    If the other side is home, its pieces are obstacles; otherwise they are ignored.
    """
    still = state[rules.HOME + 1 - side]
    standing = tuple(int(still and piece == 2 - side) for piece in state[rules.BOARD :])
    table = distances(game, side, standing, compiled)
    if table is None:
        far = loose_ways(game, side)
        return sum(far[square] for square in squares_of(state, side))
    return int(table[number_of(binomial_table(), *squares_of(state, side))])


def spent(state: State) -> int:
    return state[rules.SPENT] + state[rules.SPENT + 1]


@lru_cache(maxsize=20_000)
def certain(game: Game, state: State, side: int) -> bool:
    """Return whether the side is home, and the other will certainly need more moves in total."""
    if not state[rules.HOME + side] or state[rules.HOME + 1 - side] or state[RESULT] != RUNNING:
        return False
    lead = state[rules.SPENT + side] - state[rules.SPENT + 1 - side]
    compiled = can_compile(game.key)
    if way(game, state, 1 - side, compiled) > lead:
        return True
    shortest = way_home(game, state, compiled)
    return shortest.exact and shortest.moves > lead


def fits(game: Game, state: State, kind: str) -> bool:
    if game.seats != 2 or state[RESULT] != RUNNING:
        return False
    side = state[SEAT]
    alone = bool(state[rules.HOME + 1 - side])
    if kind == plugin.HOME:
        return alone and LEAST_WAY <= way(game, state, side, can_compile(game.key)) <= MOST_WAY
    if alone or kind == plugin.SAVE:
        return not alone
    return (
        state[rules.ARRIVED + side] >= 1 and way(game, state, side, can_compile(game.key)) <= NEAR
    )


def themes(game: Game, state: State, line: plugin.Line) -> list[str]:
    """Return the tags of the first turn.

    A piece goes backwards if a step takes it farther from its corner. A bridge is a piece that has
    moved in this turn and that another piece then leaps over.
    """
    side, ways = state[SEAT], single_ways(game)
    index, squares = game.topology.index, len(game.topology)
    far = [ways[side * squares + square] for square in range(squares)]
    goal, start = game.tables[rules.GOAL], game.tables[rules.START]
    leaps = 0
    moved: set[str] = set()
    said = dict.fromkeys(TAGS, False)
    after = state
    for action in line[0]:
        if action.points:
            source, target = action.points[0], action.points[-1]
            if action.kind == "leap":
                leaps += 1
                over = action.points[1]
                said["leap-over-the-other"] |= after[rules.BOARD + index[over]] - 1 != side
                said["bridge"] |= over in moved
            said["wall-crossed"] |= action.cost > 1
            said["backwards"] |= far[index[target]] > far[index[source]]
            said["makes-room"] |= goal[index[source]] == side + 1
            said["leaves-corner"] |= start[index[source]] == side + 1
            moved = (moved - {source}) | {target}
        after = game.advance(after, action)
    said |= {
        "leap": leaps > 0,
        "leapfrog": leaps > 1 and len(moved) > 1,
        "one-piece": len(moved) == 1 and len(line[0]) > 1,
        "block": after[rules.REASON] == rules.BLOCKED,
        "home": bool(after[rules.HOME + side]),
    }
    return [tag for tag, true in said.items() if true]


PUZZLES = plugin.PuzzlePlugin(
    kinds=(plugin.WIN_ONE, plugin.WIN_TWO, plugin.SAVE, plugin.HOME),
    certain=certain,
    sign=rules.HOME,
    way=way,
    spent=spent,
    fits=fits,
    themes=themes,
)
