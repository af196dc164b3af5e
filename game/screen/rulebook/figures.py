"""What a game counts, in one line below the note of a page."""

from __future__ import annotations

from game.i18n import _, ngettext
from game.rules import Game, Multiplicity, State
from game.rules.boards import COUNTERS
from game.screen.games.less.commentary import spent_words
from game.screen.games.multiplicity.commentary import products_words


def figures(game: Game, state: State) -> str:
    """The numbers of a position; "" where there is nothing to count yet."""
    tally = game.tally(state)
    if game.key == "more-or-less":
        total = tally["placed"]
        text = _("{black} black and {green} green: {total} of {all} counters.")
        return text.format(black=tally["black"], green=tally["green"], total=total, all=COUNTERS)
    if game.key == "less":
        return spent_words(game, state)
    if isinstance(game, Multiplicity):
        return products_words(game, state)
    if tally["more"] < 0:
        return ""
    groups = tally["groups"]
    return ngettext("{count} group lies.", "{count} groups lie.", groups).format(count=groups)
