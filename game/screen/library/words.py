"""The words of a game's row in the list, as many as the window has room for."""

from __future__ import annotations

from game.library.names import day, listed, result_words
from game.library.search import Found
from game.openings.naming import in_words
from game.rules import titles
from game.screen.ui.listing import Column
from game.screen.ui.tokens import Metrics

DATE, SHORT_DATE, TITLE, OPENING, RESULT, TURNS = 168, 116, 150, 236, 250, 58


def columns(metrics: Metrics) -> list[Column]:
    """Date, game, players, turns, and how it ended; the opening where there is room."""
    if metrics.portrait:
        return [Column(SHORT_DATE, look="second"), Column(0), Column(TURNS, "right", "second")]
    narrow = metrics.narrow
    opening = [] if narrow else [Column(OPENING, look="second")]
    return [
        Column(SHORT_DATE if narrow else DATE, look="second"),
        Column(TITLE),
        Column(0),
        *opening,
        Column(TURNS, "right", "second"),
        Column(190 if narrow else RESULT),
    ]


def row_of(found: Found, metrics: Metrics) -> tuple[str, ...]:
    """The cells of a game."""
    names = listed(found.names)
    sides = " – ".join(" + ".join(names[side::2]) for side in (0, 1))
    title = titles().get(found.game, found.game)
    count = str(found.turns)
    if metrics.portrait:
        return day(found.begun, minutes=False), f"{title} · {sides}", count
    result = result_words(found.result, found.margin, names)
    if metrics.narrow:
        return day(found.begun, minutes=False), title, sides, count, result
    return day(found.begun), title, sides, in_words(found.game, found.named), count, result
