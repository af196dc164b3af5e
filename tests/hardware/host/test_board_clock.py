"""The board's own milliseconds tell how long a piece lay, however late the host reads."""

from __future__ import annotations

import pytest

from game.rules.base import Game
from game.rules.registry import parse_setup
from hardware.host.board_driver import BoardDriver
from hardware.host.line_quality import BoardClock
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.tracker_events import TurnSoFar
from hardware.wire.codec import encode
from hardware.wire.messages import BoardState, Button, PointChanged, Welcome


def test_what_is_read_late_is_dated_back() -> None:
    clock = BoardClock()
    clock.received(1000, 11.004)
    clock.received(2000, 12.002)
    assert clock.time_of(2500, 12.8) == pytest.approx(12.502)
    assert clock.time_of(2600, 12.605) == pytest.approx(12.602)


def test_nothing_lies_in_the_future_or_far_back() -> None:
    clock = BoardClock()
    clock.received(1000, 11.0)
    assert clock.time_of(2000, 11.5) == 11.5
    assert clock.time_of(2001, 13.4) == pytest.approx(12.9)


def test_a_clock_that_stands_still_or_jumps_is_not_believed() -> None:
    still, jumps = BoardClock(), BoardClock()
    for now in (5.0, 6.0, 7.0):
        assert still.time_of(0, now) == now
    jumps.received(1000, 11.0)
    jumps.received(90_000, 12.0)
    assert jumps.time_of(90_010, 12.5) == 12.5


def test_a_clock_that_runs_slow_for_an_hour() -> None:
    clock = BoardClock()
    for second in range(3600):
        now = 100 + second * 1.005
        assert now - clock.time_of(second * 1000, now) <= 0.03


def test_a_landing_counts_though_its_events_come_in_one_piece() -> None:
    """A piece that rested on the way, read after the fact, on a machine that was busy."""
    game = parse_setup("less walls=" + "0" * 60)
    driver = BoardDriver()
    driver.set_position(ExpectedPosition(game, game.start()))
    driver.opened()
    number = iter(range(256))

    def heard(now: float, *messages: object) -> None:
        wire = b"".join(encode(one, next(number)) for one in messages)  # type: ignore[arg-type]
        driver.receive(wire, now)

    faces = [0] * 36
    for point, piece in game.pieces(game.start()).items():
        faces[game.topology.index[point]] = 1 + (piece.colour == "black")
    welcome = Welcome(1, 1, 0, (1, 0, 0), 36, 1, 15, 1, 7, "squares-6", "")
    heard(0.0, welcome, BoardState(0, 1, 1000, tuple(faces)))
    driver.step(0.1)
    heard(1.0, BoardState(0, 1, 2000, tuple(faces)))
    index = game.topology.index
    touches = (("f2", 0, 2100), ("f3", 1, 2200), ("f3", 0, 2400), ("f2", 1, 2500))
    heard(1.55, *(PointChanged(index[point], face, ms) for point, face, ms in touches))
    heard(1.8, PointChanged(index["e2"], 0, 2800))
    heard(2.1, PointChanged(index["d2"], 1, 3100))
    for step in range(50):
        driver.step(2.1 + step / 100)
    heard(2.6, Button(1, 3600))
    for step in range(100):
        driver.step(2.6 + step / 100)
    turns = [reading for reading in driver.readings if isinstance(reading, TurnSoFar)]
    assert Game.turn_text(turns[-1].actions) == "f2-f3,f3-f2,e2-d2"
