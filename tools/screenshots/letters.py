"""Photographs of games by letter: the list, empty and with games, and a turn."""

from __future__ import annotations

import time

from game.correspondence import game as games
from game.screen.app.scene import Scene
from game.screen.library.by_letter import LettersScene, letter_scene
from tools.screenshots.camera import Shot

NAMES = ("Chloé Martin", "Bernd Vogel")


def _games() -> list[games.CorrespondenceGame]:
    """Return games by letter: one waits for the opponent, one is over, one waits for us."""
    if found := _by_setup():
        return found
    now = time.time()
    for setup, days in (("libra size=4", 3.0), ("multiplicity size=4", 0.0), ("less seed=3", 7.0)):
        games.save(games.begin(setup, NAMES, [0], days, now))
    libra, multiplicity, _less = _by_setup()
    games.play_text(libra.number, "Wa4", now)
    games.play_text(multiplicity.number, "resign", now)
    return _by_setup()


def _by_setup() -> list[games.CorrespondenceGame]:
    order = ("libra", "multiplicity", "less")
    return sorted(games.load_all(), key=lambda one: order.index(one.match.game.key))


def _list() -> Scene:
    _games()
    return LettersScene()


def _turn() -> Scene:
    return letter_scene(_games()[2])


SHOTS = (
    Shot("letters.none", LettersScene),
    Shot("letters", _list),
    Shot("letters.turn", _turn),
)
