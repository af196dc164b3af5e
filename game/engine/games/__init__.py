"""What the engine knows of each game beyond its rules: playouts, glances, settings.

A game without an entry in PROFILES is searched with uniform playouts of its rules.
"""

from __future__ import annotations

from game.engine.games.less import profile as less
from game.engine.games.libra import profile as libra
from game.engine.games.more_or_less import profile as more_or_less
from game.engine.games.multiplicity import profile as multiplicity
from game.engine.games.profile import Profile
from game.rules import Game

PROFILES: dict[str, Profile] = {
    profile.key: profile
    for profile in (less.PROFILE, libra.PROFILE, more_or_less.PROFILE, multiplicity.PROFILE)
}


def profile_of(game: Game) -> Profile:
    return PROFILES[game.key]
