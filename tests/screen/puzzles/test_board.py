"""A puzzle on a simulated sensor board: lights ask for the position, then the hand is watched."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator

import pytest

from game.rules.events import Piece, fold
from game.screen.app.app import App
from game.screen.puzzles.attempt import SOLVED, task
from game.screen.puzzles.scene import PuzzleScene
from game.screen.scenes import open_scene
from game.settings import Settings
from hardware.host.session import BoardSession
from hardware.tracking.sensor_image import SensorModel
from tests.screen.puzzles.helpers import AtOnce, easy
from tests.support.waiting import until

SPEED = 5.0  # how much faster the board's clock runs than the wall's
REST = 4.0  # of the board's seconds: hands rest until the tracker agrees with the wood
SET_OUT = "Set up the position: the lights show where."


def fast() -> float:
    return time.monotonic() * SPEED


class Table:
    """A puzzle on the simulated board, and hands."""

    def __init__(self, key: str, kind: str) -> None:
        self.scene = PuzzleScene(easy(key, kind), board="sim", judge=AtOnce())
        chosen = Settings(language="en", animation_speed=0.0)
        self.app = App(self.scene, scenes=open_scene, settings=chosen, size=(800, 600), keep=False)
        self.faces = SensorModel(self.scene.game)
        self.index = self.scene.game.topology.index
        self.lying: dict[str, Piece] = {}

    @property
    def session(self) -> BoardSession:
        assert self.scene.hands is not None
        session = self.scene.hands.sensor.session
        assert isinstance(session, BoardSession)
        return session

    def ready(self) -> bool:
        device, welcome = self.session.device, self.session.follower.welcome
        assert device is not None
        wanted = self.scene.game.topology.name
        return device.board.identity.layout == wanted == (welcome.layout if welcome else "")

    def put(self, pieces: dict[str, Piece]) -> None:
        device = self.session.device
        assert device is not None
        with device.lock:
            for point in {*self.lying, *pieces}:
                if self.lying.get(point) != pieces.get(point):
                    device.board.set(self.index[point], self.faces.face(pieces.get(point)))
        self.lying = pieces

    def lit(self) -> set[str]:
        device = self.session.device
        assert device is not None
        return {point for point, n in self.index.items() if device.board.light_of(n)}

    def until(self, done, seconds: float = 60.0) -> bool:  # type: ignore[no-untyped-def]
        return until(done, seconds, step=lambda: self.app.frame(0.05), clock=fast)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    fitting = functools.partial(BoardSession.open, clock=fast, window=False)
    monkeypatch.setattr(BoardSession, "open", fitting)
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.app.close()


@pytest.mark.parametrize(
    ("key", "kind"), [("more-or-less", "win-1"), ("less", "home"), ("multiplicity", "last")]
)
def test_set_out_by_lights_and_solved_by_hand(key: str, kind: str, opened: list[Table]) -> None:
    table = Table(key, kind)
    opened.append(table)
    scene = table.scene
    assert table.until(table.ready)
    assert table.until(lambda: scene.setting_out and bool(table.lit()))
    assert scene.card.words == SET_OUT
    pieces = scene.game.pieces(scene.match.state)
    assert table.lit() <= set(pieces)
    table.put(dict(pieces))
    assert table.until(lambda: not scene.setting_out)
    assert scene.card.words == task(scene.puzzle)
    table.until(lambda: False, REST)
    for turn in scene.puzzle.solution:
        for action in scene.game.parse_turn(scene.match.state, turn):
            if not action.points:
                continue
            before, state = table.lying, scene.match.state
            table.put(fold(before, scene.game.play(state, action).events))
            count = len(scene.match.entries)
            assert table.until(lambda count=count: len(scene.match.entries) > count)
    if kind == "win-1":  # a train may have to be stopped
        table.until(lambda: bool(scene.posed.made), 3.0)
        stop = next((a for a in scene.match.legal() if a.kind == "stop"), None)
        if stop is not None and not scene.posed.made:
            scene.chosen(stop)
    answered = scene.attempt
    assert table.until(lambda: answered.over or (kind == "last" and answered.answer is not None))
    assert answered.answer is not None
    assert answered.answer.right
    assert kind == "last" or answered.status == SOLVED
