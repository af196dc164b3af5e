"""Holding the button gives hints, another answer or a menu; a placed piece chooses a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from game.platform.settings import Settings
from game.rules.proposals import Offer
from game.screen.app.scene import Scene
from game.screen.play.board_controller import BoardLease, BoardQuestion
from game.screen.play.board_menu import BoardMenu, GameMenu
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.table.spec import MatchSpec, SeatSpec
from hardware.tracking.tracker_events import Ambiguous, Doubt
from hardware.wire.palette import Light
from tests.screen.play.play_helpers import Dice, Glanced
from tests.screen.play.test_board_questions import Table
from tests.screen.play.test_unfinished_on_board import SETUP, SPEC, FoundTable, leave
from tests.screen.wooden import fast, hurry_boards


class HeldTable(Table):
    """Two people at the board, with random hints."""

    def __init__(self, setup: str = SETUP) -> None:
        super().__init__(setup)
        self.app.close()
        spec = MatchSpec(setup, (SeatSpec("board"), SeatSpec("board")), board="sim")
        # The board stays connected between games, as in a program without a screen.
        self.lease = BoardLease("sim", None, ())
        self.scene = PlayScene(spec, keep=False, make=Dice)
        settings = Settings(animation_speed=0.0)
        self.app = Glanced(self.scene, scenes=open_scene, settings=settings, size=(800, 600))

    def press(self, seconds: float = 0.0) -> None:
        device = self.lease.session.device
        assert device is not None
        with device.lock:
            device.board.press(fast(), seconds)

    def light_of(self, point: str) -> int:
        device = self.lease.session.device
        assert device is not None
        return device.board.light_of(self.game.topology.index[point])

    def lit(self, point: str) -> bool:
        return self.light_of(point) == Light.CHOICE_A

    def shows(self, kind: type[Scene]) -> bool:
        return self.until(lambda: isinstance(self.app.scene, kind))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldTable]:
    hurry_boards(monkeypatch)
    table = HeldTable()
    yield table
    table.app.close()
    table.lease.close()


def test_a_long_press_lights_a_hint_until_something_is_played(table: HeldTable) -> None:
    table.first_turn()
    table.press(1.5)
    assert table.until(lambda: table.scene.assistant.answer is not None)
    answer = table.scene.assistant.answer
    assert answer is not None
    point = str(answer.actions[0].target)
    assert table.until(lambda: table.light_of(point) == Light.PLACE)
    table.put(point, white=False)
    assert table.until(lambda: len(table.scene.match.entries) == 2)
    assert table.until(lambda: table.light_of(point) != Light.PLACE)


def test_a_very_long_press_opens_a_menu_in_which_one_resigns(table: HeldTable) -> None:
    table.first_turn()
    table.press(5.5)
    assert table.shows(BoardMenu)
    assert table.until(lambda: table.light_of("a3") == Light.CHOICE_A), "the first answer"
    menu = table.app.scene
    assert isinstance(menu, BoardMenu)
    labels = [answer.label for answer in menu.answers]
    assert labels[0] == "Continue"
    assert menu.answers[0].kind == "main", "Enter goes on with the game"
    for number in range(1, labels.index("Resign") + 1):
        table.rest(0.3)
        table.press()
        point = table.game.topology.points[number]
        assert table.until(partial(table.lit, point))
        assert table.light_of("a3") == Light.HOME
    table.press(1.5)
    assert table.until(lambda: table.scene.match.over)
    assert table.shows(ResultScene)


def test_after_the_end_a_long_press_chooses_another_game_and_a_piece_begins_it(
    table: HeldTable,
) -> None:
    test_a_very_long_press_opens_a_menu_in_which_one_resigns(table)
    table.press(1.5)
    assert table.shows(GameMenu)
    menu = table.app.scene
    assert isinstance(menu, GameMenu)
    assert table.until(lambda: len(menu.answers) > 2)
    labels = [answer.label for answer in menu.answers]
    assert labels[0] == "a3: Libra, 2 players"
    assert labels[5] == "b4: Multiplicity, 2 players, level 2", (
        "there are four for each of two games"
    )
    assert labels[-1] == "c2: Quit"
    for point in ("a4", "b4"):  # two pieces are no answer
        table.put(point, white=True)
    table.rest(2.0)
    assert table.app.scene is menu
    for point in table.game.topology.points:
        table.put(point, None)
    table.rest(2.0)
    table.put("b4", white=True)
    assert table.shows(PlayScene)
    again = table.app.scene
    assert isinstance(again, PlayScene)
    assert again.match.game.setup == SETUP
    assert [(seat.kind, seat.level) for seat in again.spec.seats[1:]] == [("engine", 2)]


def test_of_two_turns_a_press_says_the_first_and_a_long_one_the_second(
    table: HeldTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.first_turn()
    chosen: list[int | None] = []
    monkeypatch.setattr(table.session, "choose", chosen.append)
    first, second = [(action,) for action in table.scene.match.legal()[:2]]
    table.hear(Ambiguous((first, second)))
    assert isinstance(table.app.scene, BoardQuestion)
    table.press(1.5)
    assert table.until(lambda: chosen == [1])
    assert table.until(lambda: table.app.scene is table.scene)


def test_the_button_says_that_a_sensor_is_out_of_order(
    table: HeldTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.first_turn()
    trusted: list[str] = []
    monkeypatch.setattr(table.session, "distrust", trusted.append)
    table.hear(Doubt("a3"))
    assert isinstance(table.app.scene, BoardQuestion)
    table.press()
    assert table.until(lambda: trusted == ["a3"])
    assert table.until(lambda: table.app.scene is table.scene)


def test_a_long_press_says_no_to_a_take_back(table: HeldTable) -> None:
    point = str(table.first_turn().target)
    table.rest(1.8)
    table.put(point, None)
    assert table.shows(BoardQuestion)
    table.press(1.5)
    assert table.until(lambda: table.app.scene is table.scene)
    assert table.until(lambda: table.light_of(point) == Light.PLACE), "it is to be put back"
    assert len(table.scene.match.entries) == 1


def test_a_long_press_declines_an_offer(table: HeldTable) -> None:
    table.first_turn()
    match = table.scene.match
    match.submit_or_raise(Offer("draw", 0))
    table.rest(1.0)
    table.press(1.5)
    assert table.until(lambda: match.offers[-1].end == "declined")
    assert not match.over


def test_a_long_press_begins_anew_instead_of_an_unfinished_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hurry_boards(monkeypatch)
    table = FoundTable(leave(SPEC, "c3"), SPEC)
    assert table.until(lambda: isinstance(table.app.scene, BoardQuestion))
    assert table.until(table.ready)
    device = table.session.device
    assert device is not None
    with device.lock:
        device.board.press(fast(), 1.5)
    assert table.until(
        lambda: isinstance(table.app.scene, PlayScene) and table.app.scene is not table.scene
    )
    scene = table.app.scene
    assert isinstance(scene, PlayScene)
    assert scene.match.entries == []
    table.app.close()
