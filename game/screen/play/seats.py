"""What the seat cards and the board's pill say of a match in progress.  Words, no drawing."""

from __future__ import annotations

from typing import Any

from game.i18n import _
from game.screen.play.column import Link, Seat, board_link
from game.table.clock import clock_text

HURRY = 30  # seconds left at which a clock is shown in alarm


def link_of(scene: Any) -> Link:
    """The sensor board in one word."""
    return board_link(None, 0) if scene.hands is None else scene.hands.link


def seats_of(scene: Any) -> list[Seat]:
    """The cards of all seats."""
    return [_seat(scene, number) for number in range(scene.game.seats)]


def _seat(scene: Any, number: int) -> Seat:
    match, panel = scene.match, scene.panel
    name, kind = _names(scene, number)
    left = match.clock.remaining(number, scene.desk.now)
    return Seat(
        name=name,
        kind=kind,
        clock=clock_text(left) if left is not None else "",
        piece=panel.seat_piece(number),
        icon=panel.seat_icon(number),
        active=not match.over and match.to_move == number,
        alarm=left is not None and left < HURRY,
        won=match.outcome is not None and number in match.outcome.winners,
        used=clock_text(_used(scene, number), tenths=False),
    )


def _used(scene: Any, number: int) -> float:
    """Seconds a seat has taken so far."""
    match = scene.match
    used = sum(time for turn, time in zip(match.turns, match.times) if turn.seat == number)
    running = match.clock.spent(scene.desk.now) if match.to_move == number else 0.0
    return float(used + running)


def _names(scene: Any, number: int) -> tuple[str, str]:
    """The large and the small words of a card."""
    spec, panel = scene.match.spec.seats[number], scene.panel
    name = spec.name or panel.seat_name(number)
    kind = _("Board") if spec.kind == "board" else _("Person")
    if spec.kind == "engine":
        kind = _("Engine {level}").format(level=spec.level)
        if scene.conductor.thinking is not None and scene.match.to_move == number:
            kind = _("thinking …")
    role = panel.seat_role(number)
    return (role, f"{name} · {kind}") if role else (name, kind)
