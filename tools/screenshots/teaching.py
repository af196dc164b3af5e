"""Photographs of the teaching game: its card over a game, and its summary."""

from __future__ import annotations

from game.games.less.screen.plugin import SAMPLE
from game.platform.i18n import _
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.play.scene import PlayScene
from game.screen.play.teaching import TeachingScene, TeachingSummaryScene
from game.screen.review.chapters import chapters_of
from game.table.engine_seat import engine_player
from game.table.mistakes import mistakes, turning_points
from game.table.teaching import GivenBack
from tools.screenshots.camera import Shot, settle
from tools.screenshots.play import scene_of
from tools.screenshots.reviews import reviewed

LEARNED = (True, None, False)


def _card(app: App) -> None:
    app.open(TeachingScene())


def _given(app: App) -> None:
    """Show why a turn was given back, at the turn's place on the board."""
    scene = app.scene
    assert isinstance(scene, PlayScene)
    reason = next((told.reason for told in chapters_of(reviewed("less")) if told.reason), "")
    text = _("Given back. {reason} Take this turn again.").format(reason=reason)
    scene.hints.refuse(scene.view, ("c3", "c4"), text)
    if scene.hints.note is not None:
        scene.hints.note.stays = True
    settle(app, 0.5)


def _summary() -> Scene:
    match = reviewed("less")
    found = turning_points(mistakes(match.game, match.turns, match.evaluations))
    given = [
        GivenBack(
            one.played[0].number,
            one.played[0].before,
            (),
            one,
            one.played[0].text,
            told.reason,
            LEARNED[number % 3],
        )
        for number, (one, told) in enumerate(zip(found, chapters_of(match)))
    ]
    return TeachingSummaryScene(match, given, routes.MatchResult(match), engine_player)


SHOTS = (
    Shot("teaching", lambda: scene_of("more-or-less", 45, 3), _card),
    Shot("teaching.given", lambda: scene_of(SAMPLE, 16, 5), _given),
    Shot("teaching.summary", _summary),
)
