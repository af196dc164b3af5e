"""However a game ends on the screen, it is saved at that moment, and the result opens by itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from game.platform.settings import Settings
from game.platform.storage import games_folder
from game.rules.base import Action
from game.rules.proposals import AllAgreed, Play, Resign
from game.screen.app.app import App
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.table.match import Match
from game.table.record_files import recover, running_path, saved_games
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from hardware.tracking.sensor_image import SensorModel
from tests.screen.play.play_helpers import STEP, Dice, Glanced, frames, playing
from tests.screen.wooden import hurry_boards, reads_turns
from tests.support.waiting import until

ENGINE = SeatSpec("engine", 3)
GAMES = (
    "more-or-less",
    "less seed=3",
    "less seats=4 seed=3",
    "libra size=3 mode=duel",
    "libra size=3 mode=bid",
    "libra size=3 mode=target target=5",
    "multiplicity size=3",
)


LAST = 6  # number of actions played through the scene


def by_play(app: App, scene: PlayScene) -> None:
    """Play at random to the end of the game, the last actions through the scene."""
    dice, game, state = random.Random(4), scene.game, scene.match.state
    line: list[Action] = []
    while not game.over(state):
        line.append(dice.choice(game.legal(state)))
        state = game.advance(state, line[-1])
    for action in line[:-LAST]:
        scene.match.play(action)
    scene.playback.finish()
    for action in line[-LAST:]:
        scene.propose(Play((action,)))


def by_resignation(app: App, scene: PlayScene) -> None:
    scene.propose(Resign(scene.match.to_move))
    assert until(lambda: scene.match.over, step=partial(app.frame, STEP)), "it is counted"


def by_agreement(app: App, scene: PlayScene) -> None:
    """End the game by agreement, draw or resignation, whichever of them the game allows first."""
    for end in (AllAgreed("end"), AllAgreed("draw"), Resign(0)):
        if not scene.match.over:
            scene.propose(end)


def by_time(app: App, scene: PlayScene) -> None:
    while not scene.match.over:
        frames(app, 1)


ENDS: tuple[Callable[[App, PlayScene], None], ...] = (
    by_play,
    by_resignation,
    by_agreement,
    by_time,
)


def kept(match: Match) -> bool:
    """Return whether the finished game is saved, and no running game is left."""
    running, message = recover()
    found = [saved for saved in saved_games() if saved.over]
    return (running, message) == (None, "") and [saved.setup for saved in found] == [
        match.game.setup
    ]


@pytest.mark.parametrize("setup", GAMES)
@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_a_window_closed_in_the_frame_of_the_end_has_kept_the_game(
    setup: str, end: Callable[[App, PlayScene], None]
) -> None:
    with playing(setup, clock=ClockSpec(1.0), animation_speed=1.0) as (app, scene):
        scene.propose(Play((scene.match.legal()[0],)))
        end(app, scene)
        match = scene.match
        assert match.over
        assert not isinstance(app.scene, ResultScene)
    assert kept(match)
    assert not running_path().exists()


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_the_result_opens_by_itself(end: Callable[[App, PlayScene], None]) -> None:
    setup = "multiplicity size=3"
    with playing(setup, clock=ClockSpec(1.0), animation_speed=1.0) as (app, scene):
        scene.propose(Play((scene.match.legal()[0],)))
        end(app, scene)
        assert until(lambda: isinstance(app.scene, ResultScene), step=lambda: frames(app, 5))
        assert app.now < 60


def test_a_game_that_the_engine_ends_is_kept_and_its_result_opens() -> None:
    with playing("multiplicity size=3", (ENGINE, ENGINE), animation_speed=4.0) as (app, scene):
        assert until(lambda: scene.match.over, step=lambda: frames(app, 2))
        assert until(lambda: kept(scene.match)), "whatever the screen still shows"
        assert until(lambda: isinstance(app.scene, ResultScene), step=lambda: frames(app, 5))


def test_a_duel_that_ends_on_the_board_is_kept_and_its_result_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both rounds are played on the simulated board, which is cleared after the first."""
    hurry_boards(monkeypatch)
    seats = (SeatSpec("board"), SeatSpec("board"))
    scene = PlayScene(MatchSpec("libra size=2 mode=duel", seats, board="sim"), make=Dice)
    app = Glanced(scene, scenes=open_scene, settings=Settings(), size=(800, 600), keep=False)
    match, game = scene.match, scene.game
    sensors = SensorModel(game)

    def wait(met: Callable[[], bool]) -> None:
        assert until(met, step=lambda: app.frame(0.02))

    try:
        assert scene.sensor_board is not None
        session = scene.sensor_board.lease.session
        device = session.device
        assert device is not None
        wait(lambda: reads_turns(session, game))
        while not match.over:
            action = match.legal()[0]
            known = len(match.entries)
            assert action.piece is not None
            with device.lock:
                device.board.set(
                    game.topology.index[str(action.target)], sensors.face(action.piece)
                )
            wait(lambda: len(match.entries) > known)  # noqa: B023
            if not game.pieces(match.state) or match.over:
                with device.lock:
                    for number in range(len(game.topology)):
                        device.board.set(number, 0)
                wait(lambda: match.over or reads_turns(session, game))
        assert until(lambda: kept(match))
        wait(lambda: isinstance(app.scene, ResultScene))
        assert [path.name for path in games_folder().glob("*.json")] != []
    finally:
        app.close()
