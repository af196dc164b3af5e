"""However late the host reads, the board's own milliseconds show how long a piece lay somewhere."""

from __future__ import annotations

import pytest

from game.rules.base import Game
from game.rules.registry import parse_setup
from hardware.host.board_driver import BoardDriver
from hardware.host.board_time import BoardTime
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.tracker_events import TurnSoFar
from hardware.wire.codec import encode
from hardware.wire.messages import BoardState, Button, Message, PointChanged, Welcome


def told(time: BoardTime, ms: int, arrived: float) -> float:
    """Return the board's time after a message with this `ms`."""
    for _tick in time.ticks(time.told(ms, arrived)):
        pass
    return time.now


def waited(time: BoardTime, now: float, answers: bool = True) -> float:
    """Return the board's time without a message."""
    for _tick in time.ticks(time.until(now, answers)):
        pass
    return time.now


def test_time_goes_on_as_the_board_says_however_late_it_is_read() -> None:
    time = BoardTime()
    start = told(time, 1000, 11.0)
    assert told(time, 1500, 14.3) - start == pytest.approx(0.5)
    assert told(time, 2600, 14.3) - start == pytest.approx(1.6, abs=0.001)
    assert told(time, 90_000, 102.0) - start == pytest.approx(89)


def test_time_never_goes_back() -> None:
    time = BoardTime()
    before = 0.0
    for ms, arrived in ((5000, 3.0), (5100, 3.1), (40, 3.2), (30, 3.2), (0, 3.3), (9000, 3.4)):
        now = told(time, ms, arrived)
        assert now >= before
        before = now


def test_every_tick_is_lived_through_once_and_alike() -> None:
    seen = []
    for start_s, cuts in ((11.0, (10_450, 10_610)), (17.3, (10_610,)), (0.0, (10_011, 10_610))):
        time = BoardTime()
        first = told(time, 10_003, start_s)
        ticks = [t for ms in cuts for t in time.ticks(time.told(ms, start_s + 2))]
        seen.append([tick - first for tick in ticks])
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) == 61


def test_without_a_message_time_waits_for_a_board_that_answers_and_no_longer_than_that() -> None:
    time = BoardTime()
    start = told(time, 1000, 11.0)
    assert waited(time, 11.4) == start
    assert waited(time, 11.4, answers=False) - start == pytest.approx(0.4, abs=0.001)
    assert waited(time, 15.0) - start == pytest.approx(4.0)


def test_a_clock_that_stands_still_or_jumps_is_not_believed() -> None:
    nothing, still, jumps = BoardTime(), BoardTime(), BoardTime()
    start = told(nothing, 0, 5.0)
    assert told(nothing, 0, 5.3) - start == pytest.approx(0.3, abs=0.001)
    assert waited(nothing, 5.6) - start == pytest.approx(0.6, abs=0.001)
    start = told(still, 77, 5.0)
    assert 0.9 < told(still, 77, 6.0) - start <= 2.0
    start = told(jumps, 1000, 11.0)
    assert told(jumps, 90_000, 12.0) - start <= 2.0


def test_a_long_gap_is_not_lived_through_tick_by_tick() -> None:
    time = BoardTime()
    assert sum(1 for _tick in time.ticks(time.until(100_000.0, False))) < 2000
    assert time.now == 100_000.0


def test_a_landing_counts_though_its_events_come_in_one_piece() -> None:
    """Even if its events are read late and together, a piece that rested on the way has landed."""
    game = parse_setup("less walls=" + "0" * 60)
    driver = BoardDriver()
    driver.set_position(ExpectedPosition(game, game.start()))
    driver.opened()
    number = iter(range(256))

    def heard(now: float, *messages: Message) -> None:
        wire = b"".join(encode(one, next(number)) for one in messages)
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
