"""Faulty sensors are named while a game is played, and do not disturb it."""

from __future__ import annotations

import pytest

from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from game.rules.topology import Point
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.board_connection import BoardConnection, VersionRefused
from hardware.host.board_driver import BoardDriver
from hardware.host.sensor_trust import CALM_S, SensorTrust
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.doubt import CALM_AFTER_S, FlickerWatch
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.sensor_image import OCCUPANCY, PendingFlips, SensorModel
from hardware.tracking.tracker_events import Doubt
from hardware.wire.codec import encode
from hardware.wire.messages import BoardState, Welcome
from hardware.wire.palette import Light
from tools.rig.table import BoardTable, SteppedLine


def table(
    setup: str = "multiplicity size=3",
) -> tuple[BoardTable, BoardDriver, SimulatedBoard, Match]:
    game = parse_setup(setup)
    match = Match(two_people(setup, game.seats), game=game)
    board = SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology)), 1)
    line = SteppedLine(board)
    made = BoardTable(match, line)
    made.run(1.0)
    return made, line.driver, board, match


def test_a_point_that_flickers_is_named_and_the_game_goes_on() -> None:
    rehearsal, driver, board, match = table()
    index = match.game.topology.index
    board.set(index["b2"], 1)
    rehearsal.run(1.0)
    assert driver.sentences() == ()
    for number in range(30):
        board.set(index["b2"], number % 2)
        rehearsal.run(0.1)
    assert driver.sentences() == (
        "b2 flickers: does the piece lie off the middle, or is its magnet weak?",
    )
    board.set(index["b2"], 1)
    rehearsal.run(CALM_AFTER_S + 1)
    assert driver.sentences() == (), "calm again, it is believed again"
    assert [entry.action and entry.action.text for entry in match.entries] == ["b2"]


def fidget(rehearsal: BoardTable, board: SimulatedBoard, point: int, seconds: float) -> None:
    """Lift a piece and put it back, three times a second."""
    for _number in range(int(3 * seconds)):
        board.set(point, 0)
        rehearsal.run(0.15)
        board.set(point, 1)
        rehearsal.run(0.18)


def test_who_fidgets_makes_no_sensor_deaf() -> None:
    rehearsal, driver, board, match = table()
    index = match.game.topology.index
    board.set(index["b2"], 1)
    rehearsal.run(1.0)
    fidget(rehearsal, board, index["b2"], 10)
    rehearsal.run(3.0)
    assert driver.sentences() == ()
    assert driver.doubted == ()
    assert not any(isinstance(one, Doubt) for _now, one in rehearsal.readings)
    board.set(index["b3"], 2)
    rehearsal.run(1.5)
    assert [entry.action and entry.action.text for entry in match.entries][:2] == ["b2", "b3"]


def test_a_piece_that_comes_and_goes_is_asked_about_and_seen_until_it_is_calm() -> None:
    rehearsal, driver, board, match = table()
    b2 = match.game.topology.index["b2"]
    board.set(b2, 1)
    rehearsal.run(1.0)
    for _minute in range(6):
        board.set(b2, 0)
        rehearsal.run(0.5)
        board.set(b2, 1)
        rehearsal.run(7.0)
    asked = [one for _now, one in rehearsal.readings if isinstance(one, Doubt)]
    assert asked == [Doubt("b2", returns=True)]
    assert driver.doubted == ("b2",)
    assert driver.tracker is not None
    assert driver.tracker.broken == set(), "it is asked about, and believed until it is answered"
    driver.distrust("b2")
    rehearsal.run(1.0)
    assert driver.tracker.broken == {b2}
    assert driver.doubted == ("b2",)
    rehearsal.run(CALM_S + 35)
    assert driver.tracker.broken == set()
    assert not driver.doubted
    assert not driver.sentences()


def test_a_hand_that_did_it_is_believed() -> None:
    rehearsal, driver, board, match = table()
    b2 = match.game.topology.index["b2"]
    board.set(b2, 1)
    rehearsal.run(1.0)
    fidget(rehearsal, board, b2, 25)
    assert driver.doubted == ("b2",)
    driver.believe("b2")
    rehearsal.run(1.0)
    assert not driver.doubted


def test_a_sensor_that_recovers_is_trusted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rehearsal, driver, board, match = table()
    a3 = match.game.topology.index["a3"]
    board.sensors.states[a3] = 3
    monkeypatch.setattr(board.sensors, "scan", list)
    rehearsal.run(2.0)
    assert driver.doubted == ("a3",)
    board.sensors.states[a3] = 0
    monkeypatch.undo()
    rehearsal.run(CALM_S + 3)
    assert not driver.doubted
    assert not driver.sentences()


def test_a_stuck_sensor_is_not_right_by_chance() -> None:
    trust = SensorTrust()
    trust.called_stuck(3, 1)
    for second in range(100):
        assert trust.recovered({3: 1}, {3: 1}, (), float(second)) == {}
    trust.recovered({3: 0}, {3: 1}, (), 100.0)
    found = [trust.recovered({3: 1}, {3: 1}, (), 101.0 + second) for second in range(40)]
    assert {3: 1} in found


def test_a_weak_magnet_in_the_simulated_board_is_found_out() -> None:
    rehearsal, driver, board, match = table()
    number = match.game.topology.index["c3"]
    board.set(number, 1)
    board.troubles.weak.add(number)
    said: set[str] = set()
    for _second in range(60):
        rehearsal.run(0.5)
        said.update(driver.sentences())
    assert "c3 flickers: does the piece lie off the middle, or is its magnet weak?" in said


def test_hands_do_not_flicker() -> None:
    watch = FlickerWatch()
    for number in range(100):  # lifted and set down twice a second
        watch.changed(3, number * 0.4)
        assert watch.points(number * 0.4) == ()


def test_a_broken_sensor_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    rehearsal, driver, board, match = table()
    index = match.game.topology.index
    board.sensors.states[index["a3"]] = 3
    monkeypatch.setattr(board.sensors, "scan", list)
    rehearsal.run(2.0)
    words = ("The sensor of a3 is out of order: enter on the screen what it misses",)
    assert driver.sentences() == words


@pytest.mark.parametrize(("major", "update"), [(2, True), (0, False)])
def test_another_major_version_is_refused_whichever_it_is(major: int, update: bool) -> None:
    welcome = Welcome(1, major, 0, (1, 0, 0), 19, 1, 15, 1, 7, "hexagon-3", "")
    talk = BoardConnection()
    talk.due(0.0)
    assert talk.feed(encode(welcome, 0), 0.1) == [VersionRefused(major)]
    driver = BoardDriver()
    driver.opened()
    driver.step(0.0)
    driver.receive(encode(welcome, 0) + encode(BoardState(0, 1, 0, (0,) * 19), 1), 0.1)
    assert f"protocol {major}, this program knows 1" in driver.trouble
    assert ("update the program" in driver.trouble) is update


def a_turning_jump() -> tuple[Game, State, Action, State]:
    """Return a game, a position, a jump that turns a counter over, and the next position."""
    game = parse_setup("more-or-less board=decagon-51")
    state = game.start()
    while game.phase(state) == "placement":
        legal = game.legal(state)
        state = game.play(state, legal[(7 * game.turns(state)) % len(legal)]).state
    for action in game.legal(state):
        if action.kind == "jump":
            after = game.play(state, action).state
            stop = [one for one in game.legal(after) if one.kind == "stop"]
            return game, state, action, game.play(after, stop[0]).state if stop else after
    raise AssertionError("no such jump")


def unturned(driver: BoardDriver) -> tuple[Point, ...]:
    return driver.unturned


def test_a_board_blind_to_sides_reminds_of_counters_to_turn_over() -> None:
    game, state, jump, end = a_turning_jump()
    source, over, target = jump.points
    match = Match(two_people(game.setup, 2), game=game)
    board = SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology), 0), 1)
    index = game.topology.index
    line = SteppedLine(board)
    rehearsal, driver = BoardTable(match, line), line.driver
    driver.set_position(ExpectedPosition(game, state))
    for point in game.pieces(state):
        board.set(index[point], 1)
    rehearsal.run(2.0)
    assert unturned(driver) == ()
    after = ExpectedPosition(game, end, (), (state,), (jump,))
    driver.set_position(after)  # the turn was played on the screen
    board.set(index[source], 0)
    board.set(index[target], 1)
    rehearsal.run(1.0)
    assert unturned(driver) == (over,)
    assert f"Flip the counter on {over}" in driver.sentences()
    assert board.light_of(index[over]) == Light.FLIP
    board.set(index[over], 0)
    rehearsal.run(0.3)
    board.set(index[over], 1)
    rehearsal.run(1.0)
    assert unturned(driver) == ()
    assert board.light_of(index[over]) != Light.FLIP


def test_a_counter_turned_over_before_the_turn_was_read_is_not_asked_for() -> None:
    game, state, jump, end = a_turning_jump()
    reminders = PendingFlips(SensorModel(game, OCCUPANCY))
    reminders.turn_begins(state, None)
    _source, over_point, _target = jump.points
    over = game.topology.index[over_point]
    reminders.touched(over, 0)
    reminders.touched(over, 1)
    reminders.turn_begins(end, state)
    assert reminders.owed == set()
