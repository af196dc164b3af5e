"""Notices of a match besides its moves: who was drawn to begin, how near a limit is.

Words only.  A limit is a game's own (`Game.limit_ahead`); most games have none.
"""

from __future__ import annotations

from game.platform.i18n import _, ngettext
from game.rules.base import State
from game.screen.plugin.seats import seat_name, seat_piece, side_name
from game.table.match import Match

NEAR_LIMIT_TURNS = 10  # turns before a limit from which it is shown


def lot_words(match: Match) -> str:
    """Return who was drawn to begin; "" when no lot was drawn or the match is on its way."""
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
    """Return the turns left until a limit that is near, and what it would decide; "" if none is."""
    limit = match.game.limit_ahead(state)
    if limit is None or limit.turns > NEAR_LIMIT_TURNS:
        return ""
    turns = ngettext("{n} turn left", "{n} turns left", limit.turns).format(n=limit.turns)
    return _("{turns}; now {verdict}").format(turns=turns, verdict=_verdict(match, state))


def limit_warning(match: Match, state: State) -> str:
    """Return the sentence said aloud when a limit comes near; "" at any other moment."""
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
