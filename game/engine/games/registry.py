"""Which games have a room; imported by what makes bots, never by the search or by a room."""

from __future__ import annotations

from game.engine.games.less.profile import PROFILE as LESS
from game.engine.games.libra.profile import PROFILE as LIBRA
from game.engine.games.more_or_less.profile import PROFILE as MORE_OR_LESS
from game.engine.games.multiplicity.profile import PROFILE as MULTIPLICITY
from game.engine.search.profile import Profile
from game.rules import Game

PROFILES = {profile.key: profile for profile in (MORE_OR_LESS, LESS, LIBRA, MULTIPLICITY)}


def profile_of(game: Game) -> Profile:
    """The profile from the game's room, or the plain one of a game without a room."""
    return PROFILES.get(game.key) or Profile(game.key)
