"""Each kind of play is given to the play scene; no kind is a scene of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.puzzles.course import STORM, STREAK, begin
from game.screen.app import routes
from game.screen.app.scene import Scene
from game.screen.guided.scene import guided_scene
from game.screen.play.match_scene import MatchScene
from game.screen.play.scene import PlayScene
from game.screen.puzzles.runs import storm_scene, streak_scene
from game.screen.puzzles.scene import puzzle_scene
from game.screen.review.scene import ReviewScene
from game.screen.scenes import scene_class
from game.screen.solo.scene import solo_scene
from game.solo.mode import modes, usual_deal
from game.table.spec import two_people
from tests.screen.puzzles.day import TODAY
from tests.screen.puzzles.helpers import easy


def all_routes(route: type[routes.Route] = routes.Route) -> list[type[routes.Route]]:
    found = [below for one in route.__subclasses__() for below in (one, *all_routes(one))]
    return [one for one in found if one.__module__ == routes.__name__]


def test_only_play_and_review_derive_from_the_match_scene_and_nothing_from_them() -> None:
    for route in all_routes():
        scene_class(route)
    assert set(MatchScene.__subclasses__()) == {PlayScene, ReviewScene}
    assert not PlayScene.__subclasses__()
    assert not ReviewScene.__subclasses__()


@pytest.mark.parametrize(
    ("called", "make"),
    [
        ("play", lambda: PlayScene(two_people("libra size=4"), keep=False)),
        ("guided", lambda: guided_scene("less", keep=False)),
        ("puzzle", lambda: puzzle_scene(easy("less", "win-1"))),
        ("streak", lambda: streak_scene(easy("less", "win-1"), begin(STREAK, TODAY))),
        ("storm", lambda: storm_scene(easy("less", "win-1"), begin(STORM, TODAY))),
        ("solo", lambda: solo_scene(usual_deal(modes()["libra-few"], 5))),
    ],
)
def test_a_line_of_status_says_which_kind_is_played(called: str, make: Callable[[], Scene]) -> None:
    assert make().scene_name == called
