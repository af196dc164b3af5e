"""A window and the simulated sensor board with a fast clock, for tests that move its pieces."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable

import pytest

from game.rules import Game
from game.rules.events import Piece
from game.screen.app.app import App
from game.screen.play.board_controller import BoardLease
from hardware.host.session import BoardSession
from hardware.simulator.board import SimulatedBoard
from hardware.tracking.sensor_image import SensorModel
from tests.support.waiting import PATIENCE, until

SPEED = 5.0  # factor by which the board's clock is faster than real time


def fast() -> float:
    return time.monotonic() * SPEED


def hurry_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open boards with the fast clock, and without a window of their own."""
    opened = functools.partial(BoardSession.open, clock=fast, window=False)
    monkeypatch.setattr(BoardSession, "open", opened)


def has_layout(session: BoardSession, game: Game) -> bool:
    """Return whether the board has the game's layout, and the host knows this."""
    device, welcome = session.device, session.driver.welcome
    if device is None or welcome is None:
        return False
    return device.board.identity.layout == welcome.layout == game.topology.name


def reads_turns(session: BoardSession, game: Game) -> bool:
    """Return whether the host has seen the position on the board, and so reads turns."""
    tracker = session.driver.tracker
    return has_layout(session, game) and tracker is not None and tracker.mode == "play"


class Wooden:
    """Base class for tests at a board; subclasses have the app and find the sensor board."""

    app: App

    def __init__(self, game: Game) -> None:
        self.game = game
        self.faces = SensorModel(game)
        self.lying: dict[str, Piece] = {}

    @property
    def sensor(self) -> BoardLease:
        raise NotImplementedError

    @property
    def session(self) -> BoardSession:
        session = self.sensor.session
        assert isinstance(session, BoardSession)
        return session

    @property
    def board(self) -> SimulatedBoard:
        assert self.session.device is not None
        return self.session.device.board

    def lay(self, pieces: dict[str, Piece]) -> None:
        """Set these pieces on the board."""
        device = self.session.device
        assert device is not None
        with device.lock:
            for point in {*self.lying, *pieces}:
                if self.lying.get(point) != pieces.get(point):
                    face = self.faces.face(pieces.get(point))
                    device.board.set(self.game.topology.index[point], face)
        self.lying = pieces

    def until(self, done: Callable[[], bool], seconds: float = PATIENCE * SPEED) -> bool:
        return until(done, seconds, step=lambda: self.app.frame(0.05), clock=fast)

    def ready(self) -> bool:
        return has_layout(self.session, self.game)
