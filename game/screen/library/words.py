"""The words of a game's row in the list, as many as the window has room for."""

from __future__ import annotations

from game.library.names import day, listed, result_words
from game.library.search import Found
from game.openings.naming import in_words
from game.rules.registry import titles
from game.screen.ui.listing import Column
from game.screen.ui.tokens import Metrics

DATE, SHORT_DATE, TITLE, RESULT, TURNS = 168, 116, 150, 250, 58
OPENING, OPENING_NARROW = 206, 156
PARTS = 2  # of an opening's name


def columns(metrics: Metrics) -> list[Column]:
    """Date, game, players, opening, turns, and how it ended; less where the window is upright."""
    if metrics.portrait:
        return [Column(SHORT_DATE, look="second"), Column(0), Column(TURNS, "right", "second")]
    narrow = metrics.narrow
    return [
        Column(SHORT_DATE if narrow else DATE, look="second"),
        Column(TITLE),
        Column(0),
        Column(OPENING_NARROW if narrow else OPENING, look="second"),
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
    begun = day(found.begun, minutes=not metrics.narrow)
    return begun, title, sides, opening_words(found), count, result


def opening_words(found: Found) -> str:
    """The first parts of an opening's name."""
    return in_words(found.game, " ".join(found.named.split()[:PARTS]))
