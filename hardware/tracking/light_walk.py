"""A turn walked by the lights of a board, hop by hop; its pieces need not lie there.  Pure.

A walk is a row of pictures.  What has been passed stays lit dimly, so that at the end the whole
way is seen, and then it begins anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.base import Action, Game, State
from game.rules.events import Flipped
from game.rules.topology import Point
from hardware.tracking.guidance import Lit
from hardware.wire.palette import Light

PICTURE_S = 0.7  # seconds of a picture
LAST_PICTURE_S = 2.1  # seconds of the last one


def walk(game: Game, state: State, actions: Sequence[Action]) -> tuple[Lit, ...]:
    """The pictures of a turn from `state`; none for a turn that touches no point."""
    pictures: list[Lit] = []
    passed: dict[Point, int] = {}
    landing: Point = ""
    for action in actions:
        step = game.play(state, action)
        turned = [event.point for event in step.events if isinstance(event, Flipped)]
        state = step.state
        if not action.points:
            continue
        if action.source is not None and not pictures:
            pictures.append({action.source: int(Light.FROM)})
        if action.source is not None:
            passed[action.source] = int(Light.VIA)
        landing = action.points[-1]
        goal = Light.TO if action.source is not None else Light.PLACE
        pictures.append(passed | dict.fromkeys(turned, int(Light.FLIP)) | {landing: int(goal)})
        passed |= dict.fromkeys(turned, int(Light.LAST)) | {landing: int(Light.VIA)}
    if pictures:
        pictures.append(passed | {landing: int(Light.GOOD)})
    return tuple(pictures)


class LightWalk:
    """A walk in time, again and again."""

    def __init__(self, pictures: Sequence[Lit]) -> None:
        self.pictures = tuple(pictures)

    def at(self, seconds: float) -> Lit:
        """What is lit so long after the beginning."""
        if not self.pictures:
            return {}
        last = len(self.pictures) - 1
        number = int(seconds % (last * PICTURE_S + LAST_PICTURE_S) / PICTURE_S)
        return self.pictures[min(number, last)]
