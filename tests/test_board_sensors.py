"""Sensors that are not well are called by name while a game is played, and do not disturb it."""

from __future__ import annotations

import pytest

from game.rules import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.conversation import Conversation, Refused
from hardware.protocol import BoardState, Welcome, encode
from hardware.referee import Referee
from hardware.rehearsal import Rehearsal
from hardware.simulator import Identity, SimulatedBoard
from hardware.unsteady import CALM_AFTER, Unsteady


def table(setup: str = "multiplicity size=3") -> tuple[Rehearsal, SimulatedBoard, Match]:
    game = parse_setup(setup)
    match = Match(two_people(setup, game.seats), game=game)
    board = SimulatedBoard(Identity(game.topology.name, len(game.topology)), 1)
    made = Rehearsal(match, board)
    made.run(1.0)
    return made, board, match


def test_a_point_that_flickers_is_named_and_the_game_goes_on() -> None:
    rehearsal, board, match = table()
    index = match.game.topology.index
    board.set(index["b2"], 1)
    rehearsal.run(1.0)
    assert rehearsal.referee.sentences() == ()
    for number in range(30):
        board.set(index["b2"], number % 2)
        rehearsal.run(0.1)
    assert rehearsal.referee.sentences() == ("The sensor of b2 flickers: is the magnet weak?",)
    board.set(index["b2"], 1)
    rehearsal.run(CALM_AFTER + 1)
    assert rehearsal.referee.sentences() == ()
    assert [entry.action.text for entry in match.entries] == ["b2"]


def test_a_weak_magnet_in_the_simulated_board_is_found_out() -> None:
    rehearsal, board, match = table()
    number = match.game.topology.index["c3"]
    board.set(number, 1)
    board.troubles.weak.add(number)
    said: set[str] = set()
    for _second in range(60):
        rehearsal.run(0.5)
        said.update(rehearsal.referee.sentences())
    assert "The sensor of c3 flickers: is the magnet weak?" in said


def test_hands_do_not_flicker() -> None:
    watch = Unsteady()
    for number in range(100):  # lifted and set down, twice a second
        watch.changed(3, number * 0.4)
        assert watch.points(number * 0.4) == ()


def test_a_broken_sensor_is_named() -> None:
    rehearsal, board, match = table()
    index = match.game.topology.index
    board._states[index["a3"]] = 3
    board._scan = lambda now: None  # type: ignore[method-assign]
    rehearsal.run(2.0)
    words = ("The sensor of a3 is out of order; it is not looked at",)
    assert rehearsal.referee.sentences() == words


@pytest.mark.parametrize(("major", "update"), [(2, True), (0, False)])
def test_another_major_version_is_refused_whichever_it_is(major: int, update: bool) -> None:
    welcome = Welcome(1, major, 0, (1, 0, 0), 19, 1, 15, 1, 7, "hexagon-3", "")
    talk = Conversation()
    talk.due(0.0)
    assert talk.feed(encode(welcome, 0), 0.1) == [Refused(major, 0)]
    referee = Referee()
    referee.opened()
    referee.step(0.0)
    referee.receive(encode(welcome, 0) + encode(BoardState(0, 1, 0, (0,) * 19), 1), 0.1)
    assert f"protocol {major}, this program knows 1" in referee.trouble
    assert ("update the program" in referee.trouble) is update
