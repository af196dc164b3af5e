"""Functions that return the guided part of a play scene."""

from __future__ import annotations

from game.screen.app.scene import Scene
from game.screen.guided.scene import GuidedPlay
from tests.screen.play.play_helpers import kind_of


def lesson_in(scene: Scene) -> GuidedPlay:
    return kind_of(scene, GuidedPlay)
