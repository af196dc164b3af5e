"""Questions caused by moves on the board stay up to date, are withdrawn, and explain refusals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.platform.settings import Settings
from game.rules.base import Action
from game.rules.proposals import Resign
from game.screen.app.dialog import Dialog
from game.screen.play import result_delay
from game.screen.play.board_controller import BoardLease, BoardQuestion
from game.screen.play.board_questions import GO_ON, WHICH, tell
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.screen.ui.input import Press
from game.table.spec import MatchSpec, SeatSpec
from hardware.tracking.tracker_events import (
    Agreed,
    Ambiguous,
    Doubt,
    TakeBack,
    TrackerEvent,
    TurnSoFar,
)
from hardware.wire.palette import Light
from tests.screen.play.play_helpers import Glanced
from tests.screen.screens import scene_of
from tests.screen.wooden import Wooden, hurry_boards, reads_turns
from tests.support.text_recorder import TextRecorder

SETUP = "multiplicity size=3"


class Table(Wooden):
    """A play scene on the simulated board, with a person who moves the pieces."""

    def __init__(
        self,
        setup: str = SETUP,
        size: tuple[int, int] = (800, 600),
        recorder: TextRecorder | None = None,
    ) -> None:
        seats = (SeatSpec("board"), SeatSpec("board"))
        self.scene = PlayScene(MatchSpec(setup, seats, board="sim"))
        self.app = Glanced(
            self.scene,
            scenes=open_scene,
            settings=Settings(animation_speed=0.0),
            size=size,
            keep=False,
            recorder=recorder,
        )
        super().__init__(self.scene.game)

    @property
    def sensor(self) -> BoardLease:
        assert self.scene.sensor_board is not None
        return self.scene.sensor_board.lease

    def ready(self) -> bool:
        return reads_turns(self.session, self.game)

    def put(self, point: str, white: bool | None) -> None:
        """Put a white (True) or black stone on a point, or remove it (None)."""
        device = self.session.device
        assert device is not None
        face = 0 if white is None else (1 if white else 2)
        with device.lock:
            device.board.set(self.game.topology.index[point], face)

    def seen(self) -> bool:
        """Return whether the host has seen the board's current state, later on a busy machine."""
        tracker = self.session.driver.tracker
        return tracker is not None and list(tracker.shown or ()) == list(self.board.truth)

    def lay_start(self) -> None:
        """Set up the first position on the board."""
        pieces = self.game.pieces(self.game.start())
        for point, piece in pieces.items():
            self.put(point, piece.colour == self.game.kinds[0].colour)

    def rest(self, seconds: float) -> None:
        """Leave the board untouched for this many seconds of its clock."""
        self.until(lambda: False, seconds)

    def first_turn(self) -> Action:
        """Connect and place the first stone by hand."""
        assert self.until(self.ready)
        action = self.scene.match.legal()[0]
        self.put(str(action.target), white=True)
        assert self.until(lambda: len(self.scene.match.entries) == 1)
        return action

    def hear(self, *readings: TrackerEvent) -> None:
        """Pass readings on, whatever is on the board."""
        assert self.scene.sensor_board is not None
        self.session.driver.readings.extend(readings)
        self.app.frame(0.05)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    hurry_boards(monkeypatch)
    table = Table()
    yield table
    table.app.close()


def test_hands_that_put_the_stone_back_answer_the_question_themselves(table: Table) -> None:
    point = str(table.first_turn().target)
    table.rest(1.5)  # lifting the stone earlier would correct its placement
    table.put(point, None)
    assert table.until(lambda: isinstance(table.app.scene, BoardQuestion)), "taken back?"
    table.put(point, white=True)
    assert table.until(lambda: table.app.scene is table.scene), "nobody needs to answer any more"
    assert len(table.scene.match.entries) == 1
    assert not table.scene.held


def test_the_next_turn_is_read_while_the_question_is_open(table: Table) -> None:
    first = table.first_turn()
    game, match = table.scene.game, table.scene.match
    turn = (match.legal()[0],)
    table.hear(Ambiguous(((first,), turn)))
    assert isinstance(table.app.scene, BoardQuestion)
    table.hear(TurnSoFar(turn, complete=False, start=match.state))
    assert table.until(lambda: len(match.entries) == 2)
    assert table.until(lambda: table.app.scene is table.scene)
    assert match.entries[-1].action == turn[0]
    assert game.pieces(match.state) == table.scene.board.pieces


def test_a_question_waits_for_the_menu_and_is_dropped_when_out_of_date(table: Table) -> None:
    action = table.first_turn()
    table.app.frame(0.05, [Press(("menu",))])
    menu = table.app.scene
    assert isinstance(menu, Dialog)
    question = Ambiguous(((action,), (action,)))
    table.hear(question)
    assert table.app.scene is menu
    table.hear(Agreed())
    table.app.frame(0.05, [Press(("cancel",))])
    table.app.frame(0.05)
    assert scene_of(table.app) is table.scene, "the board has answered meanwhile"
    table.app.frame(0.05, [Press(("menu",))])
    table.hear(question)
    table.app.frame(0.05, [Press(("cancel",))])
    table.app.frame(0.05)
    assert isinstance(table.app.scene, BoardQuestion), "asked once the menu has gone"


def test_a_newer_question_takes_the_place_of_the_open_one(table: Table) -> None:
    action = table.first_turn()
    table.hear(Ambiguous(((action,),)))
    first = table.app.scene
    table.hear(Ambiguous(((action,), (action,))))
    assert table.until(
        lambda: isinstance(table.app.scene, BoardQuestion) and table.app.scene is not first
    )
    table.app.frame(0.05, [Press(("cancel",))])
    assert scene_of(table.app) is table.scene, "the older one has gone, not hidden below"


def test_a_doubted_sensor_is_left_out_when_the_board_lies_right(table: Table) -> None:
    point = str(table.first_turn().target)
    device, number = table.session.device, table.game.topology.index[point]
    assert device is not None
    table.rest(1.5)  # too late for a correction
    device.board.troubles.stuck[number] = 0  # the sensor shows an empty point for ever
    assert table.until(lambda: isinstance(table.app.scene, BoardQuestion), 40.0), "taken back?"
    table.app.frame(0.05, [Press(("cancel",))])
    table.hear(Doubt(point, (), table.game.pieces(table.scene.match.state)[point]))
    assert isinstance(table.app.scene, BoardQuestion)
    table.app.frame(0.05, [Press(("accept",))])
    words = f"The sensor of {point} is out of order: enter on the screen what it misses"
    assert table.until(lambda: words in table.session.view().sentences)
    assert len(table.scene.match.entries) == 1
    assert not table.session.view().faults


def test_a_turn_the_match_refuses_changes_nothing(table: Table) -> None:
    action = table.first_turn()
    match = table.scene.match
    before = list(match.entries)
    table.hear(TurnSoFar((action,), complete=False, start=match.state))  # a stone is on that cell
    assert match.entries == before
    assert table.scene.board.pieces == table.game.pieces(match.state)


def test_a_turn_made_after_the_end_is_refused_in_lights_and_words(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The result opens late, so that the next move on the board comes first.
    monkeypatch.setattr(result_delay, "RESULT_DELAY_S", 60.0)
    table.first_turn()
    match = table.scene.match
    match.submit_or_raise(Resign(0))
    spare = next(str(action.target) for action in table.game.legal(match.state))
    table.put(spare, white=False)
    assert table.until(lambda: bool(table.scene.board.overlay.faults))
    assert table.scene.board.overlay.faults == (spare,)
    assert table.session.view().sentences[0] == "the game is over"
    assert "the game is over" in [toast.text for toast in table.app.toasts.live]
    device, number = table.session.device, table.game.topology.index[spare]
    assert device is not None
    assert table.until(lambda: device.board.light_of(number) == Light.REMOVE)
    assert len(match.entries) == 1
    table.put(spare, None)
    assert table.until(lambda: not table.session.view().faults)


def test_the_result_opens_by_itself_though_hands_clear_the_board_at_once(table: Table) -> None:
    first = table.first_turn()
    match = table.scene.match
    for _action in range(3):
        match.play(match.legal()[0])
    match.submit_or_raise(Resign(0))
    table.hear(TakeBack(1, start=match.turns[-1].before))
    assert table.app.scene is table.scene, "no question before the end has been seen"
    table.put(str(first.target), None)
    assert table.until(lambda: isinstance(table.app.scene, ResultScene), 30.0)


class AnswersHeard:
    """A seat that records the answers that its board gets."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []

    def choose(self, index: int | None) -> None:
        self.told.append(("choose", index))

    def distrust(self, point: object) -> None:
        self.told.append(("distrust", point))

    def believe(self, point: object) -> None:
        self.told.append(("believe", point))

    def decline(self) -> None:
        self.told.append(("decline", None))


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        (Ambiguous(((), ())), f"{WHICH}1", ("choose", 1)),
        (Ambiguous(((), ())), None, ("choose", None)),
        (Doubt("a1"), GO_ON, ("distrust", "a1")),
        (Doubt("a1", returns=True), None, ("believe", "a1")),
        (Doubt("a1"), None, ("decline", None)),
    ],
)
def test_an_answer_is_told_to_the_board(
    question: Ambiguous | Doubt, value: object, told: tuple[str, object]
) -> None:
    hands = AnswersHeard()
    tell(question, value, hands)
    assert hands.told == [told]
