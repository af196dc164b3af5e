"""Lines that make the very movements the hands made, all of them or some.  Pure.

`explain.Search` looks for ways to a picture and keeps few that lead through the same positions.
Hands say which of them it was: to and fro with one piece is not to and fro with another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.rules.base import Action
from hardware.tracking.move_search import Line, extend
from hardware.tracking.sensor_image import Picture, Sight
from hardware.tracking.touches import OUTSIDE, Rest

LIMIT = 200  # positions looked at
LONGEST = 24  # movements of a turn that are looked at; more is no turn but a rummage


def retrace(sight: Sight, start: Line, target: Picture, rests: Sequence[Rest]) -> list[Line]:
    """The lines from `start` to `target` that consist of movements that were made, in order."""
    moves = [rest for rest in rests if not rest.turned]
    if len(moves) > LONGEST:
        return []
    found: list[Line] = []
    left = LIMIT
    stack: list[tuple[Line, int, dict[int, int]]] = [(start, 0, {})]
    while stack and left > 0:
        line, number, places = stack.pop()
        if line.ended or number == len(moves):
            continue
        stack.append((line, number + 1, places))  # this movement was none of the turn
        move = moves[number]
        for action in _actions(sight, line, move, places):
            left -= 1
            after = extend(sight, line, action)
            if after.picture == target:
                found.append(after)
            stack.append((after, number + 1, {**places, move.piece: move.point}))
    return found


def explains(sight: Sight, line: Line, rests: Sequence[Rest]) -> bool:
    """Does a line consist of exactly the movements that were made?"""
    made = [
        (None if move.source == OUTSIDE else sight.points[move.source], sight.points[move.point])
        for move in rests
        if not move.turned
    ]
    return made == [(a.source, a.target) for a in line.actions if a.target is not None]


def _actions(sight: Sight, line: Line, move: Rest, places: dict[int, int]) -> Iterator[Action]:
    """The legal actions that set this piece down where the hand did."""
    place = places.get(move.piece, move.piece)
    source = None if move.piece == OUTSIDE else sight.points[place]
    target = sight.points[move.point]
    for action in sight.legal(line.state):
        if action.points and action.target == target and action.source == source:
            yield action
