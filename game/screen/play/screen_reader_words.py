"""A match in words for the ear: turns, points, the board, the clocks.  Pure: nothing is said here.

The words of a turn name every point, which captions on the screen need not, since one sees them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.platform.i18n import N_, _, ngettext
from game.rules.base import Action
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.boards.interaction import Interaction
from game.screen.plugin.panel import Panel
from game.screen.ui.colour_names import colour_name
from game.table.clock import Alarm, ClockReading
from game.table.history import Turn

# What an action did, by its kind; a placement is spoken of by its point.
DEEDS = {
    "jump": N_("{source} jumps to {target}"),
    "slide": N_("{source} slides to {target}"),
    "step": N_("{source} steps to {target}"),
    "leap": N_("{source} leaps to {target}"),
    "bid": N_("Bid {amount}"),
    "pass": N_("Pass"),
}


def turn_words(turn: Turn, name: str) -> str:
    """Who did what, and how many counters were turned over."""
    actions = [entry.action for entry in turn.entries if entry.action is not None]
    deeds = [_deed(action) for action in actions if action.kind != "stop"]
    words = f"{name}: {', '.join(deeds)}." if deeds else ""
    if turn.turned:
        count = ngettext("{n} counter turned", "{n} counters turned", turn.turned)
        words = f"{words} {count.format(n=turn.turned)}."
    return words


def _deed(action: Action) -> str:
    if action.kind == "place":
        if action.piece is None:
            return str(action.target)
        colour = colour_name(action.piece.colour)
        return _("{colour} on {point}").format(colour=colour, point=action.target)
    words = DEEDS.get(action.kind)
    if words is None:
        return action.text
    return _(words).format(source=action.source, target=action.target, amount=action.cost)


def piece_words(piece: Piece | None) -> str:
    """What lies there."""
    if piece is None:
        return _("empty")
    if piece.colour == "grey":
        return _("blocked")
    name = colour_name(piece.colour)
    return _("{colour}, marked").format(colour=name) if piece.mark else name


def point_words(
    point: Point, pieces: Mapping[Point, Piece], hand: Interaction, panel: Panel
) -> str:
    """A point, what lies there, and what can be done with it now."""
    action = hand.targets.get(point) or hand.placements.get(point)
    if action is not None:
        can = " ".join(filter(None, (panel.label(action), panel.effect(action))))
    else:
        can = _("can move") if hand.enabled and point in hand.starts else ""
    return ", ".join(filter(None, (point, piece_words(pieces.get(point)), can)))


def choice_words(hand: Interaction, panel: Panel) -> str:
    """What is asked, and the points it can be answered with."""
    if not hand.enabled:
        return ""
    points = hand.targets or hand.starts
    asked = panel.prompt()
    return f"{asked}: {_listed(points)}" if points else asked


def board_words(pieces: Mapping[Point, Piece]) -> str:
    """Everything that lies on the board, kind by kind."""
    kinds = sorted(set(pieces.values()), key=piece_words)
    if not kinds:
        return _("The board is empty.")
    return " ".join(
        f"{piece_words(kind)}: {_listed(p for p, piece in pieces.items() if piece == kind)}."
        for kind in kinds
    )


def clock_words(clocks: Sequence[tuple[str, ClockReading]]) -> str:
    """The time of each seat, in minutes and seconds, and the periods it has."""
    return " ".join(f"{name}: {_clock(reading)}." for name, reading in clocks)


def _clock(reading: ClockReading) -> str:
    if not reading.periods:
        return _time(reading.seconds)
    return f"{_time(reading.seconds)}, {_periods(reading.periods)}"


def _periods(count: int) -> str:
    return ngettext("{n} period", "{n} periods", count).format(n=count)


def alarm_words(name: str, alarm: Alarm) -> str:
    """What a clock has come to: so much time, or so many periods."""
    left = _time(alarm.bound) if alarm.bound else _periods(alarm.periods)
    return f"{name}: {left}."


def _time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    words = ngettext("{count} second", "{count} seconds", rest).format(count=rest)
    if not minutes:
        return words
    whole = ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return f"{whole} {words}"


def _listed(points: Iterable[Point]) -> str:
    return ", ".join(sorted(points, key=_by_name))


def _by_name(point: Point) -> tuple[str, int, str]:
    """Letters first, then numbers by size: b9 before b10."""
    number = point[1:]
    return point[0], int(number) if number.isdigit() else 0, point
