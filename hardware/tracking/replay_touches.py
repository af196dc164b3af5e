"""Lines that make the very movements the hands made, all of them or some.  Pure.

`MoveSearch` looks for ways to an image and keeps few that lead through the same positions.  Hands
say which of them it was: to and fro with one piece is not to and fro with another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.rules.base import Action
from hardware.tracking.move_search import PlayLine, extend
from hardware.tracking.sensor_image import SensorImage, SensorModel
from hardware.tracking.touches import OUTSIDE, SetDown

NODE_LIMIT = 200  # positions looked at
MAX_MOVEMENTS = 24  # movements of a turn that are looked at; more is no turn but a rummage


def replay(
    sensors: SensorModel, start: PlayLine, target: SensorImage, set_downs: Sequence[SetDown]
) -> list[PlayLine]:
    """The lines from `start` to `target` that consist of movements that were made, in order."""
    moves = [one for one in set_downs if not one.turned]
    if len(moves) > MAX_MOVEMENTS:
        return []
    found: list[PlayLine] = []
    left = NODE_LIMIT
    stack: list[tuple[PlayLine, int, dict[int, int]]] = [(start, 0, {})]
    while stack and left > 0:
        line, number, places = stack.pop()
        if line.ended or number == len(moves):
            continue
        stack.append((line, number + 1, places))  # this movement was none of the turn
        move = moves[number]
        for action in _actions(sensors, line, move, places):
            left -= 1
            after = extend(sensors, line, action)
            if after.image == target:
                found.append(after)
            stack.append((after, number + 1, {**places, move.piece: move.point}))
    return found


def explains(sensors: SensorModel, line: PlayLine, set_downs: Sequence[SetDown]) -> bool:
    """Does a line consist of exactly the movements that were made?"""
    made = [
        (
            None if move.source == OUTSIDE else sensors.points[move.source],
            sensors.points[move.point],
        )
        for move in set_downs
        if not move.turned
    ]
    return made == [(a.source, a.target) for a in line.actions if a.target is not None]


def _actions(
    sensors: SensorModel, line: PlayLine, move: SetDown, places: dict[int, int]
) -> Iterator[Action]:
    """The legal actions that set this piece down where the hand did."""
    place = places.get(move.piece, move.piece)
    source = None if move.piece == OUTSIDE else sensors.points[place]
    target = sensors.points[move.point]
    for action in sensors.legal(line.state):
        if action.points and action.target == target and action.source == source:
            yield action
