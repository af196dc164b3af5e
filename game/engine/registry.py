"""The profile of a game, for the code that makes bots; search and games never use this module.

The game's plugin names the profile; a game whose plugin names none has the plain profile.
"""

from __future__ import annotations

from typing import cast

from game.engine.search.profile import Profile
from game.rules import Game
from game.rules.registry import plugin_part


def profile_of(game: Game) -> Profile:
    """Return the profile from the game's plugin, or a plain one if the plugin has none."""
    return cast(Profile | None, plugin_part(game.key, "profile")) or Profile(game.key)
