"""The lights: from the tracker's conclusions to one palette code per point.  Pure.

The table in `hardware.wire.palette` defines the codes' colours and blinking; docs/guide/board.md
shows it.

A walk shows a turn hop by hop, as a row of pictures; its pieces need not be on the board.  Points
that were passed stay dimly lit, so that the whole way is visible at the end.  Then the walk starts
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.rules.base import Action, Game, State
from game.rules.events import Flipped
from game.rules.topology import Point, Topology
from hardware.tracking import tracker_events as events
from hardware.wire.palette import COLOURS, Light

LIMIT_MA = 450.0  # limit of a board powered by USB; the firmware has the same limit
CONTROLLER_MA = 30.0  # current of controller and multiplexers
SENSOR_MA = 1.8  # maximum current of a Hall sensor that is powered half of the time
IDLE_MA = 0.7  # current of a WS2812 that is dark
CHANNEL_MA = 20.0  # current of one colour channel of one WS2812 at 255

FAULT_LIGHTS: Mapping[str, Light] = {
    "place": Light.PLACE,
    "move": Light.PLACE,
    "remove": Light.REMOVE,
    "turn": Light.FLIP,
}

Lit = dict[Point, int]

PICTURE_S = 0.7  # seconds that a picture lasts
LAST_PICTURE_S = 2.1  # seconds that the last picture lasts


def lights_for(
    said: events.TrackerEvent | None,
    lifted: events.Lifted | None = None,
    last: Sequence[Action] = (),
    asked: Sequence[Action] = (),
    offered: Iterable[Point] = (),
) -> Lit:
    """Return the lights for the last announcement, a lifted piece or the last turn."""
    if isinstance(said, events.Execute):
        return _task(said)
    if isinstance(said, events.BoardMismatch):
        return _faults(said.faults)
    if isinstance(said, events.Ambiguous):
        return _alternatives(said)
    # The button accepts the take-back; making the turn again refuses it.
    if isinstance(said, events.TakeBack):
        no = {action.points[-1]: int(Light.CHOICE_B) for action in last if action.points}
        return {**dict.fromkeys(offered, int(Light.CHOICE_A)), **no}
    if lifted is not None:
        goals = _goals(action for action in asked if action.source == lifted.point)
        targets = goals or dict.fromkeys(lifted.targets, int(Light.TARGET))
        return {**targets, lifted.point: Light.LIFTED}
    past = {action.points[-1]: int(Light.LAST) for action in last if action.points}
    sources = {action.source: int(Light.FROM) for action in asked if action.source is not None}
    waiting = dict.fromkeys(offered, int(Light.CHOICE_A))
    return {**past, **waiting, **_goals(asked), **sources}


def edge(topology: Topology) -> tuple[Point, ...]:
    """Return the outermost points of a board: its rim, or the points with fewer neighbours."""
    most = max(map(len, topology.neighbours.values()))
    outer = (point for point in topology.points if len(topology.neighbours[point]) < most)
    return topology.rim or tuple(outer)


def _goals(asked: Iterable[Action]) -> Lit:
    """Return the points where the pieces of these actions land, lit."""
    return {
        action.points[-1]: int(Light.TO if action.source is not None else Light.PLACE)
        for action in asked
        if action.points
    }


def _faults(faults: Sequence[events.Fault]) -> Lit:
    lit: Lit = {}
    for fault in faults:
        if fault.source is not None:
            lit[fault.source] = Light.REMOVE
        lit[fault.point] = FAULT_LIGHTS.get(fault.kind, Light.WRONG)
    return lit


def _task(task: events.Execute) -> Lit:
    """Return bright lights for the next movement, dim ones for later landings, faults on top."""
    lit: Lit = {}
    for later in task.movements[1:]:
        if later.kind != "turn":
            lit[later.point] = Light.VIA
    for now in task.movements[:1]:
        if now.source is not None and not task.held:
            lit[now.source] = Light.FROM
        lit[now.point] = Light.TO if now.kind == "move" else FAULT_LIGHTS[now.kind]
    return lit | _faults(task.faults)


def _alternatives(question: events.Ambiguous) -> Lit:
    """Return lights for the first two alternatives, on the points that only one of them touches."""
    lit: Lit = {}
    touched = [_points(actions) for actions in question.alternatives[:2]]
    for light, mine, others in zip((Light.CHOICE_A, Light.CHOICE_B), touched, reversed(touched)):
        for point in mine - others or mine:
            lit.setdefault(point, light)
    return lit


def _points(actions: Sequence[Action]) -> set[Point]:
    return {point for action in actions for point in action.points}


def current_ma(codes: Sequence[int], brightness: int, points: int) -> float:
    """Return the maximum current in mA with these lights; blinking ones count as lit."""
    shine = sum(
        colour.red + colour.green + colour.blue for colour in (COLOURS[code] for code in codes)
    )
    fixed = CONTROLLER_MA + (SENSOR_MA + IDLE_MA) * points
    return fixed + CHANNEL_MA * shine / 255 * brightness / 255


def dimmed(codes: Sequence[int], wanted: int, points: int, limit: float = LIMIT_MA) -> int:
    """Return the highest brightness, 0 to `wanted`, that keeps the board under the limit."""
    fixed = current_ma((), 0, points)
    full = current_ma(codes, 255, points) - fixed
    if full <= 0:
        return wanted
    return max(0, min(wanted, int(255 * (limit - fixed) / full)))


def walk(game: Game, state: State, actions: Sequence[Action]) -> tuple[Lit, ...]:
    """Return the pictures of a turn from `state`; none if the turn touches no point."""
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
    """A walk over time, repeated without end."""

    def __init__(self, pictures: Sequence[Lit]) -> None:
        self.pictures = tuple(pictures)

    def at(self, seconds: float) -> Lit:
        """Return what is lit this many seconds after the beginning."""
        if not self.pictures:
            return {}
        last = len(self.pictures) - 1
        number = int(seconds % (last * PICTURE_S + LAST_PICTURE_S) / PICTURE_S)
        return self.pictures[min(number, last)]
