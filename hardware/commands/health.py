"""`board health`: points that were not well over the evenings, shown and cleared."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from game.platform.i18n import _
from hardware.host.health_log import (
    BoardHealth,
    clear,
    health_file,
    read,
)
from hardware.host.layouts import LayoutError

ALL = "all"


def show(name: str, mended: Sequence[str]) -> int:
    """Print the boards, the worst point first, after clearing what is mended.

    `name` is a name or number, "" for all.  Raises LayoutError for a board or a point nobody
    knows, OSError.
    """
    boards = _wanted(name)
    if mended:
        _clear(boards, mended)
        boards = _wanted(name)
    if not any(board.worst_first for board in boards):
        print(_("Nothing is known to be wrong with any board."))
    for board in boards:
        if board.worst_first:
            print(f"{board.name or board.layout} ({board.layout}, {board.number})")
            for trouble in board.worst_first:
                print(f"  {trouble.advice} ({trouble.when})")
    return 0


def _wanted(name: str) -> list[BoardHealth]:
    boards, problem = read(health_file())
    if problem:
        print(problem, file=sys.stderr)
    found = [board for board in boards if not name or name in (board.name, board.number)]
    if name and not found:
        raise LayoutError(_("no board {name} is known").format(name=name))
    return found


def _clear(boards: Sequence[BoardHealth], mended: Sequence[str]) -> None:
    """Clear these points of every board that has them on its list."""
    everything = list(mended) == [ALL]
    known = [{trouble.point for trouble in board.worst_first} for board in boards]
    for point in () if everything else mended:
        if not any(point in points for points in known):
            raise LayoutError(_("{point} is on no list").format(point=point))
    for board, points in zip(boards, known):
        cleared = points if everything else points.intersection(mended)
        if cleared:
            clear(health_file(), board, cleared)
