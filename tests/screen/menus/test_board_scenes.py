"""The simulated board's window and the board check work, operated as by a person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from game.platform.settings import Settings
from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.app.scene import STAY, Pop, Push
from game.screen.menus.board_check import BoardCheckScene
from game.screen.menus.check.diagnosis import BoardDiagnosis
from game.screen.simulator_window import SimulatorScene, TrackStrip, shines
from game.screen.ui.input import Pointer, Press
from hardware.host.checkup import Checkup
from hardware.host.conversation import BoardReport
from hardware.host.health_log import (
    DEAD,
    WEAK,
    BoardHealth,
    clear,
    health_file,
    note,
    read,
)
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.simulator.server import SimulatorServer
from hardware.wire.messages import Blink, Calibration, Health, Readings, SensorReading
from tests.screen.screens import act_on, flip_on
from tests.support.waiting import until


class NoLine:
    """A cable that leads nowhere."""

    name = "nowhere"
    hung_up = False

    def __init__(self) -> None:
        self.sent = b""

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def pull(self) -> None: ...

    def plug(self) -> None: ...


class BoardWindow:
    """A simulator window with a clock that the test moves on."""

    def __init__(self, setup: str) -> None:
        self.now = 0.0
        game = parse_setup(setup)
        board = SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology)))
        self.host = SimulatorServer(board, NoLine(), clock=lambda: self.now)
        self.scene = SimulatorScene(self.host, game)
        self.app = App(self.scene, settings=Settings(), size=(800, 600), keep=False)
        self.index = game.topology.index

    def run(self, seconds: float) -> None:
        for _frame in range(int(seconds / 0.05)):
            self.now += 0.05
            self.app.frame(0.05)

    def at(self, kind: str, point: str, button: int = 1) -> None:
        assert self.scene.view is not None
        x, y = self.scene.view.position(point)
        self.scene.handle(Pointer(kind, (round(x), round(y)), button))

    def face(self, point: str) -> int:
        return self.host.board.truth[self.index[point]]


@pytest.fixture
def window() -> Iterator[BoardWindow]:
    window = BoardWindow("more-or-less")
    yield window
    window.app.close()


def test_pieces_are_put_lifted_and_set_down(window: BoardWindow) -> None:
    window.at("down", "a1")
    window.at("up", "a1")
    assert window.face("a1") == 1
    window.at("down", "a1")
    assert window.face("a1") == 0  # the piece is in the air
    window.at("move", "b1")
    window.at("up", "b1")
    window.run(0.2)
    assert (window.face("a1"), window.face("b1")) == (0, 1)


def test_a_right_click_turns_over_and_a_jump_does_it_by_itself(window: BoardWindow) -> None:
    line = next(line for line in window.scene.topology.lines if len(line) > 2)
    source, over, target = line[:3]
    for point in (source, over):
        window.host.board.set(window.index[point], 1)
    window.at("down", over, button=3)
    window.run(0.4)
    assert window.face(over) == 2
    window.at("down", source)
    window.at("up", target)
    window.run(1.0)
    assert (window.face(source), window.face(over), window.face(target)) == (0, 1, 1)
    window.scene.hand.forgetful = True
    window.at("down", target)
    window.at("up", source)
    window.run(1.0)
    assert window.face(over) == 1


def test_switches_of_trouble(window: BoardWindow) -> None:
    flip_on(window.scene, "noise")
    assert window.host.board.troubles.noise > 0
    flip_on(window.scene, "cable")
    assert not window.host.plugged
    flip_on(window.scene, "slow")
    window.host.board.set(window.index["a1"], 1)
    window.at("down", "a1")
    window.at("up", "b1")
    window.run(0.5)
    assert window.face("b1") == 0
    window.run(1.0)
    assert window.face("b1") == 1
    assert window.scene.script.do("unplug") == "ok"


def test_blinking_as_documented() -> None:
    assert [shines(Blink.SLOW, t / 4) for t in range(4)] == [True, True, False, False]
    assert [shines(Blink.COUNTER, t / 4) for t in range(4)] == [False, False, True, True]
    assert shines(Blink.STEADY, 0.9)


def frames(app: App, done: Callable[[], bool], seconds: float = 10.0) -> bool:
    return until(done, seconds, step=lambda: app.frame(0.05))


def test_board_check_reads_warns_lights_and_calibrates() -> None:
    board = SimulatedBoard(BoardIdentity("hexagon-3", 19))
    board.set(4, 1)
    board.troubles.weak = {4}
    session = BoardSession.open("sim", window=False, device=board)
    scene = BoardCheckScene("sim", session)
    app = App(scene, settings=Settings(), size=(800, 600), keep=False)
    try:
        assert frames(app, lambda: all(scene.checkup.seen))
        assert scene.game.topology.name == "hexagon-3"
        assert frames(app, lambda: any(c.kind == "weak" for c in scene.checkup.warnings((1,) * 19)))
        act_on(scene, "lights")
        assert frames(app, lambda: board.light_of(0) == 15)
        for number in range(19):
            scene.handle(Press(name="n" if number == 3 else "y"))
        assert scene.lights is None
        assert scene.dark == [3]
        act_on(scene, "calibrate")
        for number in range(3):
            assert scene.run is not None
            assert scene.run.number == number
            app.frame(0.05, [Press(("accept",))])
            assert frames(
                app, partial(lambda n: scene.run is None or scene.run.number == n + 1, number)
            )
        assert scene.run is None
    finally:
        app.close()


def test_former_troubles_are_listed_and_leave_the_list_when_they_are_mended() -> None:
    identity = BoardIdentity("hexagon-3", 19)
    known = BoardHealth(f"{identity.board_id:08x}", "", "hexagon-3")
    note(health_file(), known, [("c3", DEAD), ("a3", WEAK)], {})
    session = BoardSession.open("sim", window=False, device=SimulatedBoard(identity))
    scene = BoardCheckScene("sim", session)
    app = App(scene, settings=Settings(), size=(800, 600), keep=False)
    try:
        assert frames(
            app, lambda: scene.history is not None and bool(scene.history.board.worst_first)
        )
        assert scene.history is not None
        assert scene.history.words == "2 points to check"
        shown = scene.history.dialog()
        assert act_on(scene, "history") is not None
        app.change(Push(shown))
        app.frame(0.05)
        assert shown.answers[0].label == "c3 is out of order: check its joints and its wire"
        app.frame(0.05, [Press(("up",)), Press(("up",)), Press(("accept",))])
        assert frames(
            app, lambda: scene.history is not None and len(scene.history.board.worst_first) == 1
        )
        assert [one.point for one in read(health_file())[0][0].worst_first] == ["a3"]
    finally:
        app.close()
        clear(health_file(), known, ["a3"])


def test_escape_ends_the_job_that_runs_and_then_the_check() -> None:
    board = SimulatedBoard(BoardIdentity("hexagon-3", 19))
    scene = BoardCheckScene("sim", BoardSession.open("sim", window=False, device=board))
    app = App(scene, settings=Settings(), size=(800, 600), keep=False)
    try:
        assert frames(app, lambda: scene.welcome is not None)
        for job in ("lights", "calibrate"):
            act_on(scene, job)
            assert scene.handle(Press(("cancel",))) == STAY
            assert (scene.lights, scene.run) == (None, None)
        assert isinstance(scene.handle(Press(("cancel",))), Pop)
    finally:
        app.close()


def test_board_and_column_draw_the_chosen_point_from_one_reading() -> None:
    game = parse_setup("multiplicity size=3")
    checkup = Checkup(19)
    account = BoardDiagnosis(game, checkup, None)
    checkup.on_message(Readings(1, 0, (SensorReading(400, 500, 3), SensorReading(702, 500, 2))))
    checkup.choose(1)
    readings = account.readings((1, 2))
    assert checkup.chosen == 1
    assert (readings[0].strength, readings[0].face) == (100, "white")
    assert (readings[1].strength, readings[1].face) == (202, "black")


def test_limits_of_the_calibration_are_those_of_the_check() -> None:
    checkup = Checkup(19)
    checkup.on_message(Calibration(1, 0, 0, 0, press=88, release=55, noise=3, bad=()))
    assert (checkup.press, checkup.release) == (88, 55)


@pytest.mark.parametrize(
    ("saves", "words"), [(0, ""), (1, "stored 1 time"), (37, "stored 37 times")]
)
def test_how_often_a_memory_that_wears_was_written_is_told(saves: int, words: str) -> None:
    checkup = Checkup(19)
    checkup.on_message(Health(1, 1, 0, 5000, 9600, 700, 0, 0, (0,) * 19, saves))
    welcome = SimulatedBoard(BoardIdentity("hexagon-3", 19)).welcome(0)
    account = BoardDiagnosis(parse_setup("multiplicity size=3"), checkup, welcome)
    _title, note = account.connection(BoardReport("connected", ""))
    assert note.endswith(f" · {words}") if words else "stored" not in note


def test_the_chosen_point_is_asked_for_every_second_time() -> None:
    checkup = Checkup(30)
    first = [checkup.request() for _request in range(3)]
    assert [request.first for request in first] == [0, 12, 24]
    checkup.choose(7)
    later = [checkup.request() for _request in range(4)]
    assert sum((request.first, request.count) == (7, 1) for request in later) == 2


def test_the_track_of_a_simulated_board_is_moved_by_pointer_and_keys() -> None:
    game = parse_setup("more-or-less")
    board = SimulatedBoard(BoardIdentity("decagon-81+track", 105))
    scene = SimulatorScene(SimulatorServer(board, NoLine(), clock=lambda: 0.0), game)
    app = App(scene, settings=Settings(), size=(800, 600), keep=False)
    try:
        strip = scene.form.get("track")
        assert isinstance(strip, TrackStrip)
        upper = strip.rect.top + strip.rect.height // 5
        across = [
            strip.rect.left + round((place + 0.5) * strip.rect.width / 13) for place in (3, 7)
        ]
        scene.handle(Pointer("down", (across[0], upper)))
        scene.handle(Pointer("move", (across[1], upper)))
        scene.handle(Pointer("up", (across[1], upper)))
        assert (strip.stands(0), strip.stands(1)) == (7, 0)
        scene.form.focus("track")
        for command in ("right", "accept", "right", "right", "left"):
            scene.handle(Press((command,)))
        assert (strip.stands(0), strip.stands(1)) == (8, 1)
        assert [number for number, face in enumerate(board.truth) if face] == [81 + 7, 93]
        board.lights = tuple(7 if number == 81 + 8 else 0 for number in range(105))
        app.frame(0.05)
        assert scene.script.do("set green-3 two") == "ok"
        assert "black-8 one" in scene.script.do("show")
        assert scene.script.do("lights") == "lights black-9 7"
    finally:
        app.close()


def test_board_check_reads_the_places_of_a_track_beside_the_picture() -> None:
    board = SimulatedBoard(BoardIdentity("decagon-81+track", 105))
    board.set(83, 1)
    board.troubles.weak = {83}
    scene = BoardCheckScene("sim", BoardSession.open("sim", window=False, device=board))
    app = App(scene, settings=Settings(), size=(800, 600), keep=False)
    try:
        assert frames(app, lambda: scene.welcome is not None and all(scene.checkup.seen))
        assert scene.checkup.points == 105
        assert frames(
            app, lambda: any(c.kind == "weak" for c in scene.checkup.warnings((1,) * 105))
        )
        assert scene.account.label(83) == "black-3"
    finally:
        app.close()
