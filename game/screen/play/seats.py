"""What the seat cards and the board's pill say of a match in progress.  Words, no drawing."""

from __future__ import annotations

from game.platform.i18n import _, format_number
from game.screen.play.at_play import AtPlay
from game.screen.play.seat_cards import SeatCard
from game.screen.plugin.clock_names import beside
from game.table.clock import clock_text
from game.table.opponents import OPPONENTS


def seats_of(at: AtPlay) -> list[SeatCard]:
    """The cards of all seats."""
    return [_seat(at, number) for number in range(at.match.game.seats)]


def _seat(at: AtPlay, number: int) -> SeatCard:
    shown, clock, panel = at.playback.shown, at.match.clock, at.panel
    name, kind = _names(at, number)
    reading = clock.reading(number, at.desk.now)
    return SeatCard(
        name=name,
        kind=kind,
        clock=clock_text(reading.seconds) if reading is not None else "",
        beside=beside(reading) if reading is not None else "",
        piece=panel.seat_piece(number),
        icon=panel.seat_icon(number),
        active=number == at.confirming.seat if at.confirming.waiting else _to_move(at, number),
        alarm=reading is not None and reading.hurry,
        won=shown.outcome is not None and number in shown.outcome.winners,
        used=clock_text(used(at, number), tenths=False),
        opponent=at.match.spec.seats[number].opponent,
        note=_offer(at, number),
        points=_points(at, number),
    )


def _offer(at: AtPlay, number: int) -> str:
    """That this seat waits for an answer, "" if it does not."""
    offer = at.match.offer
    if offer is None or offer.seat != number:
        return ""
    return _("offers a draw") if offer.what == "draw" else _("offers an end")


def _points(at: AtPlay, number: int) -> str:
    """The points of a series so far, "" where none runs."""
    series = at.match.spec.series
    if not (series.games or series.length):
        return ""
    return format_number(series.points[number] / 2 if series.points else 0, "g")


def _to_move(at: AtPlay, number: int) -> bool:
    shown = at.playback.shown
    return not shown.over and shown.to_move == number


def used(at: AtPlay, number: int) -> float:
    """Seconds a seat has taken so far."""
    match = at.match
    used = sum(time for turn, time in zip(match.turns, match.times) if turn.seat == number)
    running = match.clock.spent(at.desk.now) if match.to_move == number else 0.0
    return float(used + running)


def _names(at: AtPlay, number: int) -> tuple[str, str]:
    """The large and the small words of a card."""
    spec, panel = at.match.spec.seats[number], at.panel
    name = spec.name or panel.seat_name(number)
    kind = _("Board") if spec.kind == "board" else _("Person")
    if spec.kind == "remote" or at.desk.air.elsewhere(number):
        kind = _("By phone") if at.desk.air.visiting is None else _("Elsewhere")
        if at.desk.air.lost(number):
            kind = _("Cut off")
    if spec.kind == "engine":
        words = _("about level {level}") if spec.opponent in OPPONENTS else _("Engine {level}")
        kind = words.format(level=spec.level)
        thinking, engine = at.conductor.thinking, at.conductor.engines.get(number)
        if engine is not None and engine.uncompiled:
            kind = _("engine uncompiled")
        elif thinking is not None and at.playback.shown.to_move == number:
            kind = _("being prepared …") if thinking.message else _("thinking …")
    role = panel.seat_role(number)
    return (role, f"{name} · {kind}") if role else (name, kind)
