"""Seats, colours, clocks, series and limits in words, for menus and panels.

A limit belongs to a game (`Game.limit_ahead`); most games have none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.platform.i18n import N_, _, format_number, ngettext
from game.rules import Game, Piece
from game.rules.base import State
from game.rules.events import Seat
from game.table.clock import ClockReading
from game.table.match import Match
from game.table.spec import ClockSpec
from game.table.time_control import BETWEEN, parse_clock


def clock_name(clock: ClockSpec | None) -> str:
    """Return a clock in a few words."""
    if clock is None:
        return _("none")
    if clock.periods and not clock.total:
        if clock.periods == 1:
            return _("{seconds} s a turn").format(seconds=_number(clock.period))
        return _periods(clock)
    words = _main(clock.total)
    if clock.increment:
        words += " + " + _("{count} s").format(count=_number(clock.increment))
    if clock.delay:
        words += ", " + _("{seconds} s delay").format(seconds=_number(clock.delay))
    return f"{words}, {_periods(clock)}" if clock.periods else words


def clocks_name(text: str) -> str:
    """Return the clocks of a match in words, from their text.  Raises ClockError."""
    return BETWEEN.join(clock_name(parse_clock(part)) for part in text.split("/"))


def beside(reading: ClockReading) -> str:
    """Return the text beside the time: the periods left, or a delay while the delay runs."""
    if reading.periods > 1 or (reading.periods and not reading.overtime):
        return f"{reading.periods}×{reading.period:g}"
    return f"+{math.ceil(reading.delay)}" if reading.delay else ""


def series_name(length: int) -> str:
    """Return the length of a series in words; 0 means that the length is not fixed."""
    return _("best of {n}").format(n=length) if length else _("single games")


def _main(seconds: float) -> str:
    if seconds % 6:
        return _("{count} s").format(count=_number(seconds))
    return _("{count} min").format(count=_number(seconds / 60))


def _periods(clock: ClockSpec) -> str:
    return f"{clock.periods} × " + _("{count} s").format(count=_number(clock.period))


def _number(value: float) -> str:
    return format_number(value, "g")


def seat_piece(game: Game, seat: Seat) -> Piece | None:
    """Return the piece of a seat; None if both sides use the same pieces."""
    return next((kind for kind in game.kinds if kind.seat == seat), None)


def seat_name(game: Game, seat: Seat) -> str:
    """Return the colour of the seat, numbered if partners share it; else its number."""
    piece = seat_piece(game, seat)
    if piece is None:
        return _("Seat {n}").format(n=seat + 1)
    name = colour_name(piece.colour)
    return f"{name} {1 + seat // 2}" if game.seats > 2 else name


def person_words(kinds: Sequence[str], seat: Seat) -> str:
    """Return the word for a person at `seat`: "You" if all other seats are engines."""
    others = [*kinds[:seat], *kinds[seat + 1 :]]
    return _("You") if all(kind == "engine" for kind in others) else _("Person")


def side_name(game: Game, side: int) -> str:
    """Return the name of seats that win together: their colour, or the name of the only seat."""
    piece = seat_piece(game, side)
    return colour_name(piece.colour) if piece else seat_name(game, side)


NEAR_LIMIT_TURNS = 10  # turns before a limit from which the limit is shown


def lot_words(match: Match) -> str:
    """Return who begins by lot; "" if no lot was drawn or the match has begun."""
    lot = match.spec.lot
    if lot is None or match.entries:
        return ""
    who = match.spec.seats[0]
    name = who.name or _("the player in row {n}").format(n=lot + 1)
    if not who.name and who.kind == "engine":
        name = _("Engine {level}").format(level=who.level)
    if seat_piece(match.game, 0) is None:
        return _("Drawn by lot: {name} begins.").format(name=name)
    words = _("Drawn by lot: {name} begins, as {colour}.")
    return words.format(name=name, colour=seat_name(match.game, 0))


def limit_words(match: Match, state: State) -> str:
    """Return the turns left until a near limit, and what it would decide; "" if none is near."""
    limit = match.game.limit_ahead(state)
    if limit is None or limit.turns > NEAR_LIMIT_TURNS:
        return ""
    turns = ngettext("{n} turn left", "{n} turns left", limit.turns).format(n=limit.turns)
    return _("{turns}; now {verdict}").format(turns=turns, verdict=_verdict(match, state))


def limit_warning(match: Match, state: State) -> str:
    """Return the sentence to announce when a limit becomes near; "" at any other moment."""
    limit = match.game.limit_ahead(state)
    if limit is None or limit.turns != NEAR_LIMIT_TURNS or match.game.turn_begun(state):
        return ""
    words = _("{n} turns are left until the limit. As the board stands: {verdict}.")
    return words.format(n=limit.turns, verdict=_verdict(match, state))


def _verdict(match: Match, state: State) -> str:
    limit = match.game.limit_ahead(state)
    assert limit is not None
    if not limit.outcome.winners:
        return _("a draw")
    name = side_name(match.game, limit.outcome.winners[0] % 2)
    if not (match.game.scored and match.spec.scoring):
        return _("{side} wins").format(side=name)
    return _("{side} wins by {n}").format(side=name, n=limit.outcome.margin)


NAMES = {"black": N_("Black"), "green": N_("Green"), "white": N_("White")}


def colour_name(colour: str) -> str:
    """Return a colour's name in the user's language; a colour without translation is unchanged."""
    return _(NAMES[colour]) if colour in NAMES else colour.capitalize()
