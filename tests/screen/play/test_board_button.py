"""The button of a sensor board ends a turn like a chess clock, and agrees to an offer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.platform.settings import Settings
from game.rules.proposals import Offer, Resign
from game.screen.play.board_controller import BoardQuestion
from game.screen.play.offer_dialogs import OfferQuestion
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from hardware.tracking.guidance import edge
from hardware.wire.palette import Light
from tests.screen.play.play_helpers import Glanced
from tests.screen.play.test_board_questions import Table
from tests.screen.wooden import fast, hurry_boards

LIBRA = "libra size=3 mode=target target=9"


class ClockTable(Table):
    """Two people at the board with a clock; the button may end a turn."""

    def __init__(self, by_button: bool) -> None:
        super().__init__(LIBRA)
        self.app.close()
        seats = (SeatSpec("board", name="Ada"), SeatSpec("board", name="Ben"))
        spec = MatchSpec(LIBRA, seats, ClockSpec(60, 5), board="sim", by_button=by_button)
        self.scene = PlayScene(spec, keep=False)
        settings = Settings(animation_speed=0.0)
        self.app = Glanced(self.scene, scenes=open_scene, settings=settings, size=(800, 600))

    def press(self) -> None:
        device = self.session.device
        assert device is not None
        with device.lock:
            device.board.press(fast())

    def light_of(self, point: str) -> int:
        device = self.session.device
        assert device is not None
        return device.board.light_of(self.game.topology.index[point])


def opened(monkeypatch: pytest.MonkeyPatch, by_button: bool) -> ClockTable:
    hurry_boards(monkeypatch)
    return ClockTable(by_button)


@pytest.fixture(params=[True, False], ids=["by button", "at once"])
def table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClockTable]:
    table = opened(monkeypatch, request.param)
    yield table
    table.app.close()


def test_a_turn_counts_for_the_clock_when_the_button_is_pressed(table: ClockTable) -> None:
    table.first_turn()
    match, clock = table.scene.match, table.scene.match.clock
    if not match.spec.by_button:
        assert table.until(lambda: clock.running == 1)
        return
    assert table.until(lambda: clock.running == 0), "its time goes on"
    left = clock.remaining(0, table.app.now)
    table.rest(2.0)
    assert clock.running == 0
    now = clock.remaining(0, table.app.now)
    assert now is not None
    assert left is not None
    assert now < left <= 60, "the increment comes with the button"
    table.press()
    assert table.until(lambda: clock.running == 1)
    assert clock.left[0] == pytest.approx(60 - match.times[0] + 5)
    assert len(match.entries) == 1


def test_an_offer_is_lit_and_the_button_agrees(table: ClockTable) -> None:
    table.first_turn()
    scene, match = table.scene, table.scene.match
    if match.spec.by_button:
        table.press()
        assert table.until(lambda: not scene.pending.waiting)
    corner = next(
        p for p in edge(table.game.topology) if match.game.pieces(match.state).get(p) is None
    )
    match.submit_or_raise(Offer("draw", 0))
    assert table.until(lambda: table.light_of(corner) == Light.CHOICE_A)
    assert table.until(lambda: isinstance(table.app.scene, OfferQuestion)), (
        "it can be answered there, too"
    )
    table.press()
    assert table.until(lambda: match.over)
    assert match.offers[-1].agreed == (1,)
    assert table.until(lambda: table.light_of(corner) != Light.CHOICE_A)


def test_the_button_says_yes_to_a_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(monkeypatch, by_button=False)
    try:
        point = str(table.first_turn().target)
        table.rest(1.8)  # lifting it earlier would correct its placement
        table.put(point, None)
        assert table.until(lambda: isinstance(table.app.scene, BoardQuestion))
        corner = edge(table.game.topology)[0]
        assert table.until(lambda: table.light_of(corner) in (Light.CHOICE_A, Light.CHOICE_B))
        table.press()
        assert table.until(lambda: table.app.scene is table.scene)
        assert table.scene.match.entries == []
    finally:
        table.app.close()


def test_after_the_end_the_button_begins_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(monkeypatch, by_button=False)
    try:
        table.first_turn()
        played = table.scene.match
        played.submit_or_raise(Resign(0))
        assert table.until(lambda: isinstance(table.app.scene, ResultScene))
        corner = edge(table.game.topology)[0]
        assert table.until(lambda: table.light_of(corner) in (Light.CHOICE_A, Light.CHOICE_B))
        table.press()
        assert table.until(lambda: isinstance(table.app.scene, PlayScene))
        again = table.app.scene
        assert isinstance(again, PlayScene)
        assert again.match is not played
        assert not again.match.over
        assert again.match.spec.board == "sim"
    finally:
        table.app.close()
