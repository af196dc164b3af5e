"""In the board check, the test of the joints asks for points, names faults, and leads to a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from game.platform.settings import Settings
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.scene import Replace
from game.screen.menus.board_check import FIRST_GAME, BoardCheckScene
from game.screen.ui.input import Press
from hardware.host.joint_test import JointTest
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.messages import Feature, Sensing
from tests.screen.screens import act_on
from tests.screen.wooden import SPEED, fast
from tests.support.waiting import BREATH, until


class Bench:
    """The board check with a simple board, and a person who puts a magnet where it asks."""

    def __init__(self) -> None:
        bare = Feature.CALIBRATED + Feature.READINGS + Feature.MATRIX
        self.board = SimulatedBoard(
            BoardIdentity("hexagon-3", 19, sensing=Sensing.OCCUPANCY, features=bare)
        )
        session = BoardSession.open("sim", window=False, device=self.board, clock=fast)
        self.scene = BoardCheckScene("sim", session)
        self.app = App(self.scene, settings=Settings(), size=(800, 600), keep=False)

    def until(self, done: Callable[[], bool]) -> bool:
        return until(done, step=lambda: self.app.frame(BREATH * SPEED))

    def press(self, name: str) -> object:
        return act_on(self.scene, name)

    @property
    def states(self) -> tuple[int, ...]:
        return tuple(self.scene.session.driver.states)

    def begin(self) -> None:
        assert self.until(lambda: self.scene.welcome is not None and bool(self.states))
        self.press("joints")
        assert self.scene.joints is not None

    def play(self) -> None:
        """Touch all points until the test has ended."""
        test = self.scene.joints
        assert test is not None
        assert self.until(lambda: test.point >= 0)
        while not test.done:
            self.touch(test, test.point)

    def touch(self, test: JointTest, point: int) -> None:
        """Hold the magnet on a point until the test asks for the next point."""
        driver = self.scene.session.driver
        self.board.set(point, 1)
        assert self.until(lambda: test.point != point)
        self.board.set(point, 0)
        assert self.until(lambda: not any(driver.states))


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr("hardware.host.joint_test.OPEN_S", 1000.0)  # enough for a busy machine
    bench = Bench()
    yield bench
    bench.app.close()


def test_a_good_board_is_ready_and_begins_its_first_game(bench: Bench) -> None:
    bench.begin()
    bench.play()
    assert bench.until(lambda: isinstance(bench.app.scene, Dialog))
    assert isinstance(bench.app.scene, Dialog)
    assert bench.app.scene.title == "Ready: every point is heard."
    change = bench.scene.resume(FIRST_GAME)
    assert isinstance(change, Replace)
    assert isinstance(change.scene, routes.PlayMatch)
    spec = change.scene.spec
    assert (spec.setup, spec.board) == ("multiplicity size=3", "sim")
    assert [seat.kind for seat in spec.seats] == ["board", "board"]


def test_faults_are_named_on_the_board_and_in_words(bench: Bench) -> None:
    a3, b2 = 0, 3
    bench.board.troubles.wired |= {a3: (b2,), b2: (a3,)}
    bench.begin()
    bench.play()
    assert bench.until(lambda: bench.scene.joints is None)
    assert bench.app.scene is bench.scene
    concerns = [one.concern for one in bench.scene.account.readings(bench.states)]
    assert [one for one in concerns if one] == ["a3: b2 is heard", "b2: a3 is heard"]
    bench.press("joints")
    assert not bench.scene.account.joints, "found anew"


def test_enter_skips_a_point_and_escape_ends_the_test(bench: Bench) -> None:
    bench.begin()
    test = bench.scene.joints
    assert test is not None
    assert bench.until(lambda: test.point == 0)
    bench.app.frame(0.05, [Press(("accept",))])
    assert test.point == 1
    status = bench.scene.status
    assert status is not None
    assert (status.words, status.count) == ("Put the magnet on a4.", "2 of 19")
    bench.app.frame(0.05, [Press(("cancel",))])
    assert bench.scene.joints is None
    assert bench.scene.account.joints == {0: "a3: nothing is heard"}


def test_a_board_without_lights_has_no_test_of_lights(bench: Bench) -> None:
    assert bench.until(lambda: bench.scene.form.get("joints").enabled)
    assert not bench.scene.form.get("lights").enabled
