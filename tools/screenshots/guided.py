"""Photographs of the guided first games: questions, answers, and refused attempts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.rules.proposals import Play
from game.screen.app.app import App
from game.screen.guided.scene import GuidedPlay, guided_scene
from tools.screenshots.camera import Shot, playing


def _answer(lesson: GuidedPlay) -> None:
    """Play the other side's scripted turns."""
    turn = lesson.led.reply(lesson.led.state)
    while turn is not None:
        lesson.led.submit_or_raise(Play(turn, by="engine"))
        turn = lesson.led.reply(lesson.led.state)


def _do(lesson: GuidedPlay, steps: int) -> None:
    """Play the actions that this many steps ask for."""
    for _step in range(steps):
        _answer(lesson)
        guide = lesson.led.guide
        assert guide is not None
        action = guide.wanted(guide.place(tuple(lesson.led.entries)), lesson.led.state)[0]
        lesson.led.submit_or_raise(Play((action,)))


def asked(steps: int, app: App) -> None:
    """Play this many steps, so that the next one asks its question."""
    scene, lesson = playing(app, GuidedPlay)
    _do(lesson, steps)
    _answer(lesson)
    scene.playback.follow()
    scene.playback.finish()
    lesson.read_on()


def answered(steps: int, app: App) -> None:
    """Play this many steps, so that the last one shows its answer."""
    scene, lesson = playing(app, GuidedPlay)
    _do(lesson, steps)
    scene.playback.follow()
    scene.playback.finish()


def put_off(app: App) -> None:
    """Try to lift a counter other than the one that the step asks for."""
    asked(0, app)
    scene, lesson = playing(app, GuidedPlay)
    wanted = {action.points for action in lesson.wanted}
    other = next(action for action in scene.match.legal() if action.points not in wanted)
    scene.refuse_attempt((str(other.source), str(other.source)))


def helped(steps: int, app: App) -> None:
    """Ask for help, which shows the place to look at."""
    asked(steps, app)
    playing(app, GuidedPlay)[0].open_help()


def parting(app: App) -> None:
    """Go to the farewell."""
    answered(len(playing(app, GuidedPlay)[1].lesson.steps), app)


def shot(name: str, key: str, prepare: Callable[[App], None]) -> Shot:
    make = partial(guided_scene, key, keep=False)
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
