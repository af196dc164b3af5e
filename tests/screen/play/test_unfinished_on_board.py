"""The command that started a game on a sensor board offers the game again if it was unfinished.

The answer may be given on the screen or on the board.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.platform.settings import Settings
from game.platform.storage import games_folder, write_json
from game.rules.registry import parse_setup
from game.screen.app.dialog import Dialog
from game.screen.play.board_controller import BoardQuestion
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.screen.start import left_on_board
from game.screen.ui.input import Press
from game.table.match import Match
from game.table.record import to_record
from game.table.record_files import running_path, saved_games
from game.table.spec import MatchSpec, SeatSpec
from hardware.tracking.tracker_events import TakeBack
from hardware.wire.palette import Light
from tests.screen.play.play_helpers import Glanced
from tests.screen.play.test_board_questions import Table
from tests.screen.screens import shown
from tests.screen.wooden import fast, has_layout, hurry_boards
from tests.support.waiting import until

SETUP = "multiplicity size=3"
SPEC = MatchSpec(SETUP, (SeatSpec("board"), SeatSpec("board")), board="sim")


def leave(spec: MatchSpec, *turns: str) -> Match:
    """Save a running game, as a killed program leaves it."""
    match = Match(spec)
    for turn in turns:
        for action in match.game.parse_turn(match.state, turn):
            match.play(action)
    write_json(running_path(), to_record(match))
    return match


class FoundTable(Table):
    """The window of `play SETUP --board` for an unfinished game, with its pieces on the board."""

    def __init__(self, found: Match, asked: MatchSpec, lying: bool = True) -> None:
        self.scene = PlayScene(found.spec, found, instead=asked)
        self.app = Glanced(
            self.scene, scenes=open_scene, settings=Settings(animation_speed=0.0), size=(800, 600)
        )
        super(Table, self).__init__(self.scene.game)
        if lying:
            self.lay(self.game.pieces(found.state))

    def press(self) -> None:
        device = self.session.device
        assert device is not None
        with device.lock:
            device.board.press(fast())


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[FoundTable]:
    hurry_boards(monkeypatch)
    leave(SPEC, "c3", "c2,e1")
    found, words = left_on_board(SPEC)
    assert found is not None
    assert words == ""
    table = FoundTable(found, SPEC)
    yield table
    table.app.close()


def asked(table: FoundTable) -> bool:
    return isinstance(table.app.scene, BoardQuestion)


def test_it_is_found_by_the_same_command_alone() -> None:
    leave(SPEC, "c3")
    assert left_on_board(SPEC.with_(board=None)) == (None, "")
    assert left_on_board(SPEC.with_(setup="libra size=3")) == (None, "")
    found, _words = left_on_board(SPEC.with_(board="auto"))
    assert found is not None
    assert found.spec.board == "auto", "it goes on where the board is now"
    assert len(found.entries) == 1


def test_a_game_of_the_screen_is_not_taken_to_the_board() -> None:
    leave(MatchSpec(SETUP, (SeatSpec("person"), SeatSpec("person"))), "c3")
    assert left_on_board(SPEC) == (None, "")


def test_the_button_says_go_on(table: FoundTable) -> None:
    assert table.until(lambda: asked(table))
    assert shown(table.app, Dialog).title == "This is your unfinished game. Go on?"
    assert table.until(table.ready)
    device = table.session.device
    assert device is not None
    rim = table.game.topology.index["a3"]
    assert table.until(lambda: device.board.light_of(rim) == Light.CHOICE_A)
    table.press()
    assert table.until(lambda: table.app.scene is table.scene)
    assert len(table.scene.match.entries) == 3
    assert table.until(lambda: device.board.light_of(rim) != Light.CHOICE_A)


def test_playing_on_says_go_on(table: FoundTable) -> None:
    assert table.until(lambda: asked(table))
    assert table.until(table.ready)
    action = table.scene.match.legal()[0]
    table.put(str(action.target), white=True)
    assert table.until(lambda: len(table.scene.match.entries) == 4)
    assert table.until(lambda: table.app.scene is table.scene)


def test_the_screen_says_new_game_and_nothing_is_lost(table: FoundTable) -> None:
    assert table.until(lambda: asked(table))
    answers = shown(table.app, Dialog).answers
    assert [answer.label for answer in answers] == ["New game", "Go on"]
    table.app.frame(0.05, [Press(("left",))])
    table.app.frame(0.05, [Press(("accept",))])
    assert table.until(lambda: table.app.scene is not table.scene and not asked(table))
    scene = table.app.scene
    assert isinstance(scene, PlayScene)
    assert scene.match.entries == []
    kept = list(saved_games(games_folder()))
    assert len(kept) == 1, "the unfinished one is kept"


def test_clearing_the_board_says_new_game(table: FoundTable) -> None:
    assert table.until(lambda: asked(table))
    assert table.until(lambda: table.ready() and bool(table.session.view().changed))
    table.app.frame(0.05)  # the window sees the board before it is cleared
    for point in table.game.pieces(table.scene.match.state):
        table.put(point, None)
    assert table.until(lambda: table.app.scene is not table.scene and not asked(table))
    scene = table.app.scene
    assert isinstance(scene, PlayScene)
    assert scene.match.entries == []
    assert parse_setup(SETUP).setup == scene.match.game.setup


def test_clearing_the_board_says_new_game_also_while_the_window_stands_still(
    table: FoundTable,
) -> None:
    """Both the cleared board and the tracker's reading of it then arrive in one frame."""
    assert table.until(lambda: table.ready() and bool(table.session.view().changed))
    table.app.frame(0.05)
    for point in table.game.pieces(table.scene.match.state):
        table.put(point, None)
    assert until(lambda: any(isinstance(r, TakeBack) for r in table.session.driver.readings))
    assert table.until(lambda: table.app.scene is not table.scene and not asked(table))
    assert shown(table.app, PlayScene).match.entries == []


def test_a_board_that_was_empty_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_boards(monkeypatch)
    leave(SPEC, "c3", "c2,e1")
    found, _words = left_on_board(SPEC)
    assert found is not None
    table = FoundTable(found, SPEC, lying=False)
    assert table.until(lambda: has_layout(table.session, table.game))
    table.rest(3.0)
    assert asked(table)
    table.lay(table.game.pieces(found.state))
    assert table.until(table.ready)
    assert asked(table), "it lies as it was left"
    table.press()
    assert table.until(lambda: table.app.scene is table.scene)
    assert len(table.scene.match.entries) == 3
    table.app.close()
