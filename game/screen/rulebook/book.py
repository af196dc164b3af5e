"""The whole rulebook: the pages of each game in reading order."""

from __future__ import annotations

from functools import cache

from game.platform.i18n import N_
from game.rules.registry import game_class, usual_setup
from game.screen.plugin.pages import (
    Example,
    Page,
    Position,
    ours,
)
from game.screen.plugin.registry import book_of, room_of


@cache
def pages_of(key: str) -> tuple[Page, ...]:
    """The pages of a game; a plain one for a game that has none.  Raises SetupError."""
    return book_of(key).pages or (_plain_page(key),)


def _plain_page(key: str) -> Page:
    words = [ours(N_("There are no pages for this game yet."))]
    if room_of(key).card.about:
        words.insert(0, ours(room_of(key).card.about))
    board = Example(Position(usual_setup(key)), N_("The board before the first turn."))
    return Page("plain", game_class(key).title, tuple(words), board)
