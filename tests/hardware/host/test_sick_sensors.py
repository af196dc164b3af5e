"""Sensors that are not well are called by name while a game is played, and do not disturb it."""

from __future__ import annotations

import pytest

from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from game.rules.topology import Point
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.board_connection import BoardConnection, VersionRefused
from hardware.host.board_driver import BoardDriver
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.doubt import CALM_AFTER_S, FlickerWatch
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.sensor_image import OCCUPANCY, PendingFlips, SensorModel
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
    assert driver.sentences() == ("The sensor of b2 flickers: is the magnet weak?",)
    board.set(index["b2"], 1)
    rehearsal.run(CALM_AFTER_S + 1)
    words = "The sensor of b2 is intermittent: enter on the screen what it misses"
    assert driver.sentences() == (words,)
    assert [entry.action and entry.action.text for entry in match.entries] == ["b2"]


def test_a_weak_magnet_in_the_simulated_board_is_found_out() -> None:
    rehearsal, driver, board, match = table()
    number = match.game.topology.index["c3"]
    board.set(number, 1)
    board.troubles.weak.add(number)
    said: set[str] = set()
    for _second in range(60):
        rehearsal.run(0.5)
        said.update(driver.sentences())
    assert "The sensor of c3 flickers: is the magnet weak?" in said


def test_hands_do_not_flicker() -> None:
    watch = FlickerWatch()
    for number in range(100):  # lifted and set down, twice a second
        watch.changed(3, number * 0.4)
        assert watch.points(number * 0.4) == ()


def test_a_broken_sensor_is_named() -> None:
    rehearsal, driver, board, match = table()
    index = match.game.topology.index
    board.sensors.states[index["a3"]] = 3
    board.sensors.scan = list  # type: ignore[method-assign]
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
    """Return a position, a jump in it that turns a counter over, and the turn after it."""
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
    driver.set_position(after)  # played on the screen
    board.set(index[source], 0)
    board.set(index[target], 1)
    rehearsal.run(1.0)
    assert unturned(driver) == (over,)
    assert f"Turn over the counter on {over}" in driver.sentences()
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
