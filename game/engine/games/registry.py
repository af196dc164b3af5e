"""The way from a game to its profile; asked by what makes bots, never by the search or by a room.

Rooms are found by their folder: a game without one has the plain profile.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from game.engine.search.profile import Profile
from game.rules import Game, folder_of


def profile_of(game: Game) -> Profile:
    """The profile from the game's room, or the plain one of a game without a room."""
    return _profile(game.key)


@cache
def _profile(key: str) -> Profile:
    package = f"{__package__}.{folder_of(key)}"
    if find_spec(package) is None:
        return Profile(key)
    profile = import_module(f"{package}.profile").PROFILE
    assert isinstance(profile, Profile)
    return profile
