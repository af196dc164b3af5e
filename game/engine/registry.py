"""The profile of a game, for what makes bots; search and games never ask here.

Profiles are found by the game's plugin; a game without one has the plain profile.
"""

from __future__ import annotations

from typing import cast

from game.engine.search.profile import Profile
from game.rules import Game
from game.rules.registry import plugin_part


def profile_of(game: Game) -> Profile:
    """Return the profile of the game's plugin, or a plain one if it brings none."""
    return cast(Profile | None, plugin_part(game.key, "profile")) or Profile(game.key)
