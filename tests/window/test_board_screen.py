"""A whole game of More or Less passes through the whole product, with an illegal state corrected.

Its stages are a player, a simulated board, a real pty, pyserial, tracker, play scene and record.
"""

from __future__ import annotations

import functools
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.platform.settings import Settings
from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.play.scene import PlayScene
from game.screen.ui.input import Press
from game.table.record import to_record
from game.table.spec import MatchSpec, SeatSpec
from hardware.host.conversation import BoardReport
from hardware.host.recording import read_recording, replay
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.simulator.server import PtyCable, SimulatorServer
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import TurnSoFar
from tests.support.waiting import PATIENCE, until
from tools.rig.clumsy import (
    ClumsyHand,
    Gesture,
    Habits,
    PressButton,
    Put,
    Wait,
    random_turn,
)

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pseudo terminals")

SPEED = 5.0  # factor by which the board's clock is faster than real time
# Longest step of the board's clock, so that a busy machine does not make the player slow.
LONGEST_FRAME_S = 0.1
HABITS = Habits(
    slide=0.0, lift_and_replace=0.1, wrong_square=0.0, nudge=0.1, needless_button=0.0,
    forgetful=0.05, straight_down=0.2, pace=(0.3, 0.4),
)  # fmt: skip


class HandClock:
    """A fast clock that advances only with the frames of the screen, as the player's movements do.

    In each frame, the board has scanned its sensors since the previous frame.
    """

    def __init__(self) -> None:
        self._time, self._seen = 0.0, time.monotonic()
        self.served = threading.Event()

    def __call__(self) -> float:
        return self._time

    def frame(self) -> None:
        before, self._seen = self._seen, time.monotonic()
        self._time += min((self._seen - before) * SPEED, LONGEST_FRAME_S)
        for _look in range(2):  # the first scan may have begun earlier
            self.served.clear()
            assert self.served.wait(PATIENCE)


board_clock = HandClock()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatorServer]:
    """Yield a simulated board on a pty, served by a thread; sessions use the same fast clock."""
    monkeypatch.setattr(
        BoardSession, "open", functools.partial(BoardSession.open, clock=board_clock)
    )
    host = SimulatorServer(
        SimulatedBoard(BoardIdentity()), PtyCable(tmp_path / "board"), board_clock
    )
    over = threading.Event()

    def serve() -> None:
        while not over.wait(0.002):
            host.pump()
            board_clock.served.set()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield host
    over.set()
    thread.join()
    host.pull()


def script(game: Game, seed: int) -> list[list[Action]]:
    """Return the turns of a complete random game."""
    rng, state = random.Random(seed), game.start()
    turns: list[list[Action]] = []
    while not game.over(state):
        turns.append(random_turn(game, state, rng))
        for action in turns[-1]:
            state = game.play(state, action).state
    return turns


class Player:
    """A player who makes the script's movements while the screen runs."""

    def __init__(self, host: SimulatorServer, app: App, game: Game) -> None:
        self.host, self.app, self.game = host, app, game

    def frames(self, done: Callable[[], bool], seconds: float) -> bool:
        """Run the screen until `done`, or for this many seconds of the board's clock."""
        return until(done, seconds, self.frame, board_clock)

    def frame(self) -> None:
        """Run one frame; decline an offered take-back."""
        board_clock.frame()
        asked = isinstance(self.app.scene, Dialog)
        self.app.frame(0.1, [Press(("cancel",))] if asked else [])

    def make(self, moves: list[Gesture]) -> None:
        for move in moves:
            if isinstance(move, Put):
                self.host.board.set(self.game.topology.index[move.point], move.face)
            elif isinstance(move, Wait):
                self.frames(lambda: False, move.seconds)
            elif isinstance(move, PressButton):
                self.host.press()


def test_a_whole_game_from_the_hands_to_the_record(host: SimulatorServer) -> None:
    game = parse_setup("more-or-less")
    seats = (SeatSpec("board"), SeatSpec("board"))
    scene = PlayScene(MatchSpec("more-or-less", seats, board=host.cable.name))
    app = App(scene, settings=Settings(animation_speed=0.0), size=(800, 600), keep=False)
    player = Player(host, app, game)
    turns = script(game, 14)  # a short game
    used = {point for turn in turns for action in turn for point in action.points}
    spare = next(point for point in game.topology.points if point not in used)
    hand = ClumsyHand(SensorModel(game), 14, HABITS)
    try:
        assert player.frames(lambda: report(scene).connection == "connected", 30)
        state = game.start()
        for number, turn in enumerate(turns):
            if number == 5:
                sentences = an_illegal_state_put_right(player, scene, state, spare)
                assert sentences == (f"Flip the counter on {spare}",)
            player.make(list(hand.turn(state, turn)))
            for action in turn:
                state = game.play(state, action).state
            wanted = state
            if not player.frames(lambda: scene.match.state == wanted, 3):  # noqa: B023
                host.press()
                assert player.frames(lambda: scene.match.state == wanted, 60), (  # noqa: B023
                    f"turn {number}: {game.turn_text(turn)}; {scene.match.turns[-1].text} was read"
                )
        recorded = [in_any_order(text) for text in to_record(scene.match)["turns"]]
        assert recorded == [in_any_order(game.turn_text(turn)) for turn in turns]
        assert scene.match.over
    finally:
        app.close()


def report(scene: PlayScene) -> BoardReport:
    """Return the current report of the scene's sensor board."""
    assert scene.sensor_board is not None
    return scene.sensor_board.lease.view


def in_any_order(text: str) -> str:
    """Return a turn of placements with sorted points, and any other turn unchanged.

    On a busy machine, two placements may reach the board between the same two scans, which hides
    their order.
    """
    return text if set(text) & set(">~.") else ",".join(sorted(text.split(",")))


def an_illegal_state_put_right(
    player: Player, scene: PlayScene, state: State, spare: str
) -> tuple[str, ...]:
    """Place a counter of the wrong colour and remove it; return the complaint about it."""
    index = player.game.topology.index
    mine = player.game.to_move(state) + 1  # face of the seat's colour
    player.host.board.set(index[spare], 3 - mine)
    assert player.frames(lambda: bool(about_pieces(scene)), 60)
    sentences = about_pieces(scene)
    player.host.board.set(index[spare], 0)
    assert player.frames(lambda: not about_pieces(scene), 60)
    return sentences


def about_pieces(scene: PlayScene) -> tuple[str, ...]:
    """Return the board's messages, except one about a slow line on a busy machine."""
    return tuple(text for text in report(scene).sentences if not text.startswith("A slow line"))


def test_sessions_are_recorded_and_the_last_ones_kept(host: SimulatorServer, home: Path) -> None:
    folder = home / "data" / "board-sessions"
    folder.mkdir(parents=True)
    for day in range(10, 25):
        (folder / f"2020-01-{day}-000000-000.jsonl").write_text("old", encoding="utf-8")
    seats = (SeatSpec("board"), SeatSpec("board"))
    scene = PlayScene(MatchSpec("more-or-less", seats, board=host.cable.name))
    app = App(scene, settings=Settings(animation_speed=0.0), size=(800, 600), keep=False)
    player = Player(host, app, parse_setup("more-or-less"))
    try:
        assert player.frames(lambda: report(scene).connection == "connected", 30)
        player.make([Put("a1", 1), Wait(2.0)])
        if not player.frames(lambda: bool(scene.match.entries), 3):
            host.press()  # as a person does whose turn is not accepted by itself
            assert player.frames(lambda: bool(scene.match.entries), 60)
    finally:
        app.close()
    recordings = sorted(folder.glob("*.jsonl"))
    assert len(recordings) == 10
    lines = read_recording(recordings[-1])
    turns = [reading for _now, reading in replay(lines) if isinstance(reading, TurnSoFar)]
    assert [str(action) for action in turns[0].actions] == ["a1"]
