"""Faults of a board, as structured values and in words.  Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.platform.i18n import _
from game.rules.base import Game, State
from game.rules.events import Piece
from game.rules.topology import Point, Topology
from hardware.tracking.sensor_image import ANY, EMPTY, SensorImage, SensorModel
from hardware.tracking.tracker_events import Execute, Fault


def find_faults(
    sensors: SensorModel, wanted: Mapping[Point, Piece], shown: SensorImage
) -> tuple[Fault, ...]:
    """Return the faults to mend so that the board shows `wanted`, in the order of the points.

    A missing piece and a superfluous one of the same face are one fault: the piece moved.
    """
    missing: list[Point] = []
    extra: list[Point] = []
    faults: list[Fault] = []
    for point, seen in zip(sensors.points, shown):
        piece = wanted.get(point)
        face = sensors.face(piece)
        if seen == face or ANY in (seen, face):
            continue
        if seen == EMPTY:
            missing.append(point)
        elif face == EMPTY:
            extra.append(point)
        else:
            faults.append(Fault("turn", point, piece))
    for point in missing:
        source = _nearest(sensors, point, wanted[point], extra, shown)
        if source is None:
            faults.append(Fault("place", point, wanted[point]))
        else:
            extra.remove(source)
            faults.append(Fault("move", point, wanted[point], source))
    faults += [Fault("remove", point) for point in extra]
    return tuple(sorted(faults, key=lambda fault: sensors.index[fault.point]))


def _nearest(
    sensors: SensorModel, point: Point, piece: Piece, extra: Sequence[Point], shown: SensorImage
) -> Point | None:
    """Return the nearest superfluous piece with the face that is missing on `point`."""
    alike = [other for other in extra if shown[sensors.index[other]] == sensors.face(piece)]
    return min(alike, key=lambda other: _apart(sensors.game.topology, point, other), default=None)


def _apart(topology: Topology, one: Point, other: Point) -> float:
    (x1, y1), (x2, y2) = topology.xy[one], topology.xy[other]
    return (x1 - x2) ** 2 + (y1 - y2) ** 2


def say(fault: Fault) -> str:
    """Return one fault in words, in the language in use."""
    if fault.kind == "turn":
        return _("Flip the counter on {point}").format(point=fault.point)
    if fault.kind == "remove":
        return _("Take the piece off {point}").format(point=fault.point)
    if fault.kind == "move":
        return _("Put the piece from {source} back on {point}").format(
            source=fault.source, point=fault.point
        )
    return _place(fault.piece).format(points=fault.point)


def say_all(faults: Sequence[Fault], setup: bool = False) -> tuple[str, ...]:
    """Return several faults in words; with `setup`, one sentence per colour of piece."""
    if not setup:
        return tuple(say(fault) for fault in faults)
    sentences: list[str] = []
    for piece in dict.fromkeys(f.piece for f in faults if f.kind in ("place", "move")):
        here = [f.point for f in faults if f.kind in ("place", "move") and f.piece == piece]
        sentences.append(_place(piece, len(here)).format(points=", ".join(here)))
    away = [f.source or f.point for f in faults if f.kind in ("remove", "move")]
    if away:
        sentences.append(_("Take the pieces off {points}").format(points=", ".join(away)))
    turned = [fault.point for fault in faults if fault.kind == "turn"]
    if turned:
        sentences.append(_("Flip the counters on {points}").format(points=", ".join(turned)))
    return tuple(sentences)


def say_task(task: Execute) -> tuple[str, ...]:
    """Return a turn made elsewhere in words: other faults first, then the next movement."""
    landings = {action.points[-1] for action in task.actions if action.points}
    sentences: list[str] = []
    for fault in task.faults:
        # "Put back" would be wrong: the piece was never there.
        if fault.kind == "move" and fault.point in landings:
            assert fault.source is not None
            sentences.append(say(Fault("remove", fault.source)))
            sentences.append(_place(fault.piece).format(points=fault.point))
        else:
            sentences.append(say(fault))
    return (*sentences, *map(_say_movement, task.movements[:1]))


def _say_movement(movement: Fault) -> str:
    """Return one hand movement in words."""
    if movement.kind != "move":
        return say(movement)
    words = _("Move the piece from {source} to {point}")
    return words.format(source=movement.source, point=movement.point)


def say_turn(game: Game, state: State) -> str:
    """Return the sentence that tells whose turn it is, after somebody moved another's piece."""
    seat = game.to_move(state)
    colours = {piece.colour for piece in game.pieces(state).values() if piece.seat == seat}
    return {
        "black": _("It is Black’s turn."),
        "white": _("It is White’s turn."),
        "green": _("It is Green’s turn."),
    }.get("".join(colours), _("It is somebody else’s turn."))


def _place(piece: Piece | None, count: int = 1) -> str:
    """Return the sentence that asks for a piece.

    Each colour has a whole sentence, because languages inflect colours.
    """
    colour = piece.colour if piece else ""
    marked = bool(piece and piece.mark)
    if count > 1:
        return {
            ("black", False): _("Put the black pieces on {points}"),
            ("black", True): _("Put the marked black pieces on {points}"),
            ("white", False): _("Put the white pieces on {points}"),
            ("white", True): _("Put the marked white pieces on {points}"),
            ("green", False): _("Put the green pieces on {points}"),
        }.get((colour, marked), _("Put the pieces on {points}"))
    return {
        ("black", False): _("Put a black piece on {points}"),
        ("black", True): _("Put a marked black piece on {points}"),
        ("white", False): _("Put a white piece on {points}"),
        ("white", True): _("Put a marked white piece on {points}"),
        ("green", False): _("Put a green piece on {points}"),
    }.get((colour, marked), _("Put a piece on {points}"))
