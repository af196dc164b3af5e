"""The whole rulebook: the pages of each game in reading order."""

from __future__ import annotations

from functools import cache

from game.platform.i18n import N_
from game.rules.registry import game_class, usual_setup
from game.screen.plugin.pages import (
    Example,
    ExamplePosition,
    RulebookPage,
    ours,
)
from game.screen.plugin.registry import rulebook_of, screen_plugin_of


@cache
def pages_of(key: str) -> tuple[RulebookPage, ...]:
    """The pages of a game; a plain one for a game that has none.  Raises SetupError."""
    return rulebook_of(key).pages or (_plain_page(key),)


def _plain_page(key: str) -> RulebookPage:
    words = [ours(N_("There are no pages for this game yet."))]
    if screen_plugin_of(key).card.about:
        words.insert(0, ours(screen_plugin_of(key).card.about))
    board = Example(ExamplePosition(usual_setup(key)), N_("The board before the first turn."))
    return RulebookPage("plain", game_class(key).title, tuple(words), board)
