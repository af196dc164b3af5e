"""A sensor board without lights and button works, and its player is not asked to use them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.rules.proposals import Resign
from game.screen.app import routes
from game.screen.play.board_controller import BoardQuestion, unfinished
from game.screen.play.board_menu import GameMenu
from game.screen.play.result import ResultScene
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.tracker_events import Ambiguous, TakeBack
from hardware.wire.messages import Feature
from tests.screen.play.test_board_questions import Table
from tests.screen.wooden import hurry_boards

LESS = "less walls=" + 60 * "0"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    hurry_boards(monkeypatch)
    bare = BoardIdentity(features=Feature.CALIBRATED + Feature.READINGS)
    monkeypatch.setattr("hardware.host.session.SimulatedBoard", lambda: SimulatedBoard(bare))
    table = Table(LESS)
    assert table.until(lambda: not table.sensor.view.button and not table.sensor.view.lights)
    table.lay_start()
    assert table.until(table.ready)
    yield table
    table.app.close()


def words_of(question: BoardQuestion) -> str:
    return question.body()


def test_a_turn_that_only_a_button_could_end_is_ended_on_the_screen(table: Table) -> None:
    table.put("e2", None)
    table.rest(0.3)
    table.put("d2", white=True)
    assert table.until(lambda: len(table.scene.match.entries) == 1)
    # A step there and back, which leaves no trace.
    for point, other in (("e1", "d1"), ("d1", "e1")):
        table.put(point, None)
        assert table.until(table.seen)
        table.rest(0.3)
        table.put(other, white=True)
        assert table.until(table.seen)
        table.rest(0.6)
    match = table.scene.match
    assert match.seat is match.spec.seats[0]
    assert table.scene.row.faces[0].label == "End the turn"
    table.scene.act_main()
    assert table.until(lambda: match.seat is match.spec.seats[1])
    assert [str(entry.action) for entry in match.entries] == ["e2-d2", "e1-d1", "d1-e1"]


def test_no_lights_are_sent(table: Table) -> None:
    device = table.session.device
    assert device is not None
    table.put("a1", white=True)
    table.rest(4.0)
    assert not any(device.board.lights)
    assert table.sensor.view.sentences


def test_after_the_end_no_button_is_waited_for(table: Table) -> None:
    table.scene.match.submit_or_raise(Resign(0))
    assert table.until(lambda: isinstance(table.app.scene, ResultScene))
    assert isinstance(table.app.scene, ResultScene)
    assert table.app.scene.pressed is None


def test_the_menu_of_games_asks_for_a_piece_alone(table: Table) -> None:
    table.app.open(routes.ChooseOnBoard("sim"))
    menu = table.app.scene
    assert isinstance(menu, GameMenu)
    assert table.until(lambda: menu.text == "Lay a piece on the point of your choice.")


def test_questions_do_not_speak_of_a_button(table: Table) -> None:
    assert table.scene.sensor_board is not None
    board, (first, *_others) = table.scene.sensor_board, table.scene.match.legal()
    assert "button" not in words_of(board.question(TakeBack(0)))
    assert "button" not in words_of(board.question(Ambiguous(((first,), (first,)))))
    assert "button" not in words_of(unfinished(lambda: False))
    assert "button" in words_of(unfinished(lambda: True))
