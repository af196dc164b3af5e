"""The words of a game's row in the list, as many as the window has room for."""

from __future__ import annotations

from game.library.display_names import day, listed, result_words
from game.library.search import ListedGame
from game.openings.naming import in_words
from game.rules.registry import titles
from game.screen.ui.list_box import ListColumn
from game.screen.ui.tokens import Metrics

DATE, SHORT_DATE, TITLE, RESULT, TURNS = 168, 116, 150, 250, 58
OPENING, OPENING_NARROW = 206, 156
PARTS = 2  # of an opening's name


def columns(metrics: Metrics) -> list[ListColumn]:
    """Date, game, players, opening, turns, and how it ended; less where the window is upright."""
    if metrics.portrait:
        return [
            ListColumn(SHORT_DATE, look="second"),
            ListColumn(0),
            ListColumn(TURNS, "right", "second"),
        ]
    narrow = metrics.narrow
    return [
        ListColumn(SHORT_DATE if narrow else DATE, look="second"),
        ListColumn(TITLE),
        ListColumn(0),
        ListColumn(OPENING_NARROW if narrow else OPENING, look="second"),
        ListColumn(TURNS, "right", "second"),
        ListColumn(190 if narrow else RESULT),
    ]


def row_of(found: ListedGame, metrics: Metrics) -> tuple[str, ...]:
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


def opening_words(found: ListedGame) -> str:
    """The first parts of an opening's name."""
    return in_words(found.game, " ".join(found.named.split()[:PARTS]))
