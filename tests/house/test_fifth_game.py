"""A fifth game needs only its rules: Yavalath is added with LESS_IS_MORE_GAMES alone.

It is offered and described in the menus, played to its end by mouse against the engine and on a
simulated sensor board, saved and reviewed. No file of the product mentions it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform.settings import Settings
from game.rules import Action
from game.rules.registry import GAMES, OWN_GAMES, add_own_games, parse_setup
from game.screen.app.app import App
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.scores import ScoresScene
from game.screen.menus.title import AttractScene, TitleScene
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.review.scene import ReviewScene
from game.screen.rulebook.scene import RulesScene
from game.screen.scenes import open_scene
from game.table.match import Match
from game.table.record_files import read_match, save_match
from game.table.review import Review
from game.table.spec import MatchSpec, SeatSpec
from hardware.host.session import BoardSession
from tests.screen.play.play_helpers import click, frames, play_by_mouse
from tests.screen.screens import make_app, press, shown, texts
from tests.screen.wooden import hurry_boards, reads_turns
from tests.support.waiting import until

KEY, TITLE = "yavalath", "Yavalath"
SMALL = "yavalath size=3"
STILL = Settings(animation_speed=0.0)


@pytest.fixture(autouse=True)
def fifth(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the game in this process and in every process started from here."""
    monkeypatch.setenv(OWN_GAMES, "tests.support.yavalath")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    # Nothing is compiled, because few turns are played.
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    before = list(GAMES)
    add_own_games()
    yield
    GAMES[:] = before


def test_a_module_with_its_game_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    GAMES[:] = [game for game in GAMES if game.key != KEY]
    monkeypatch.setenv(OWN_GAMES, "tests.support.yavalath.rules")
    add_own_games()
    assert GAMES[-1].key == KEY
    assert parse_setup(SMALL).setup == SMALL


def test_it_is_offered_and_started() -> None:
    app = make_app(GameChoiceScene(KEY))
    assert TITLE in texts(app)
    press(app, "accept")
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    assert scene.game is not None
    assert scene.view is not None
    assert {TITLE, "61", "free cells"} <= set(texts(app))
    press(app, "accept")
    assert isinstance(app.scene, PlayScene)
    assert app.scene.match.game.key == KEY
    app.close()


def test_what_it_does_not_bring_is_plain() -> None:
    app = make_app(RulesScene(KEY))
    assert {TITLE, "1 of 1", "The board before the first turn."} <= set(texts(app))
    app = make_app(ScoresScene(KEY))
    assert "Fewest turns to win" in texts(app)


def test_a_demo_of_it_ends_and_is_told() -> None:
    app = make_app(AttractScene(KEY), animation_speed=0.0)
    trailer = shown(app, TitleScene).trailer
    assert trailer is not None
    heads = set()
    while not trailer.closing:
        trailer.update(0.1)
        heads.add(trailer.narrator.caption.head)
    assert any("places a stone on" in head for head in heads)
    assert trailer.narrator.caption.head.endswith(("wins.", "draw."))


def safe(match: Match, dice: random.Random) -> Action:
    """Return a random action that does not end the game, or any action if all of them do."""
    game, state = match.game, match.state
    legal = game.legal(state)
    calm = [action for action in legal if not game.over(game.play(state, action).state)]
    return dice.choice(calm or legal)


def longer(app: App, match: Match, count: int) -> bool:
    """Return whether the match gets more than `count` entries before a timeout."""
    return until(lambda: len(match.entries) > count, step=lambda: app.frame(0.02))


def test_a_game_by_mouse_against_the_engine_is_saved_and_reviewed(home: Path) -> None:
    spec = MatchSpec(SMALL, (SeatSpec("person", name="Ada"), SeatSpec("engine", 3)))
    scene = PlayScene(spec)
    app = App(scene, scenes=open_scene, settings=STILL, size=(800, 600))
    dice = random.Random(4)
    try:
        while not scene.match.over:
            entries = len(scene.match.entries)
            if scene.game.to_move(scene.match.state) == 0:
                assert until(lambda: scene.hand.enabled, step=lambda: app.frame(0.02))
                play_by_mouse(app, scene, safe(scene.match, dice))
            assert longer(app, scene.match, entries)
        assert until(lambda: isinstance(app.scene, ResultScene), 20, step=lambda: app.frame(0.05))
        frames(app, 3)
        result = app.scene
        assert isinstance(result, ResultScene)
        click(app, result.form.get("review").rect.center)
        frames(app, 2)
        assert isinstance(app.scene, ReviewScene)
    finally:
        app.close()
    kept = read_match(save_match(scene.match, "fifth"))
    assert kept.game.setup == SMALL
    assert [entry.action for entry in kept.entries] == [e.action for e in scene.match.entries]


def test_its_turns_are_judged() -> None:
    match = Match(MatchSpec(SMALL, (SeatSpec("person"), SeatSpec("person"))))
    for text in ("c3", "b2", "c4"):
        match.play(match.game.parse_action(match.state, text))
    review = Review(match)
    review.start()
    assert until(lambda: not review.running)
    assert review.failed == ""
    assert review.done == 4


def test_a_game_on_a_simulated_board(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_boards(monkeypatch)
    scene = PlayScene(MatchSpec(SMALL, (SeatSpec("board"), SeatSpec("board")), board="sim"))
    app = App(
        scene,
        scenes=open_scene,
        settings=Settings(animation_speed=0.0),
        size=(800, 600),
        keep=False,
    )
    game, dice = scene.game, random.Random(7)
    try:
        assert scene.sensor_board is not None
        session = scene.sensor_board.lease.session
        assert isinstance(session, BoardSession)
        device = session.device
        assert device is not None
        assert until(lambda: reads_turns(session, game), step=lambda: app.frame(0.05))
        while not scene.match.over:
            count, seat = len(scene.match.entries), game.to_move(scene.match.state)
            action = safe(scene.match, dice)
            with device.lock:
                device.board.set(game.topology.index[str(action.target)], seat + 1)
            assert longer(app, scene.match, count)
            assert scene.match.entries[-1].action == action
    finally:
        app.close()
