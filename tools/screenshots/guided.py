"""Photographs of the guided first games: something asked, something answered, something put off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.rules.proposals import Play
from game.screen.app.app import App
from game.screen.guided.scene import GuidedScene
from tools.screenshots.camera import Shot


def _scene_of(app: App) -> GuidedScene:
    assert isinstance(app.scene, GuidedScene)
    return app.scene


def _answer(scene: GuidedScene) -> None:
    """Play the other side's scripted turns."""
    turn = scene.led.reply(scene.led.state)
    while turn is not None:
        scene.led.submit_or_raise(Play(turn, by="engine"))
        turn = scene.led.reply(scene.led.state)


def _do(scene: GuidedScene, steps: int) -> None:
    """Do what the first steps ask."""
    for _step in range(steps):
        _answer(scene)
        guide = scene.led.guide
        assert guide is not None
        action = guide.wanted(guide.place(tuple(scene.led.entries)), scene.led.state)[0]
        scene.led.submit_or_raise(Play((action,)))


def asked(steps: int, app: App) -> None:
    """After so many steps the next is asked."""
    scene = _scene_of(app)
    _do(scene, steps)
    _answer(scene)
    scene.playback.follow()
    scene.playback.finish()
    scene.read_on()


def answered(steps: int, app: App) -> None:
    """After so many steps the last is being answered."""
    scene = _scene_of(app)
    _do(scene, steps)
    scene.playback.follow()
    scene.playback.finish()


def put_off(app: App) -> None:
    """Another counter was taken up."""
    asked(0, app)
    scene = _scene_of(app)
    other = next(a for a in scene.match.legal() if a.points not in {w.points for w in scene.wanted})
    scene.refuse_attempt((str(other.source), str(other.source)))


def helped(steps: int, app: App) -> None:
    """Ask the lamp where to look."""
    asked(steps, app)
    _scene_of(app).open_help()


def parting(app: App) -> None:
    """Go to the farewell."""
    scene = _scene_of(app)
    answered(len(scene.lesson.steps), app)


def shot(name: str, key: str, prepare: Callable[[App], None]) -> Shot:
    make = partial(GuidedScene, key, keep=False)
    return Shot(f"guided.{name}", make, prepare, seconds=0.4)


SHOTS = (
    shot("jump", "more-or-less", partial(asked, 0)),
    shot("train", "more-or-less", partial(asked, 8)),
    shot("turned", "more-or-less", partial(answered, 3)),
    shot("put-off", "more-or-less", put_off),
    shot("leap", "less", partial(asked, 2)),
    shot("wall", "less", partial(asked, 4)),
    shot("find", "less", partial(helped, 5)),
    shot("guard", "libra", partial(asked, 2)),
    shot("bound", "multiplicity", partial(answered, 1)),
    shot("product", "multiplicity", partial(answered, 4)),
    shot("parting", "multiplicity", parting),
)
