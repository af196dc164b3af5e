"""Turns made on the screen or by a program are repeated on the board by a person."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.registry import parse_setup
from hardware.tracking.advice import complaint, is_followed, task_for
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import say_task
from hardware.tracking.guidance import lights_for
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import (
    Agreed,
    BoardMismatch,
    Execute,
    Fault,
    TakeBack,
)
from hardware.wire.palette import Light
from tests.hardware.tracking.tracker_board import Board, played, turns


def test_moves_of_other_seats_are_not_read() -> None:
    game = parse_setup("multiplicity size=3")
    board = Board(game, hands=frozenset({1}))
    out = board.put("c3", 1, 3.0)
    assert turns(out) == []
    assert any(isinstance(reading, BoardMismatch) for reading in out)


def test_a_turn_made_elsewhere_is_to_be_made_on_the_board() -> None:
    game = parse_setup("multiplicity size=3")
    board = Board(game, hands=frozenset({1}))
    after = played(game, "c3")
    last = tuple(game.parse_turn(game.start(), "c3"))
    board.tracker.set_position(
        ExpectedPosition(game, after, (), (game.start(),), last, frozenset({1}))
    )
    (task,) = [reading for reading in board.wait(0.5) if isinstance(reading, Execute)]
    assert task.actions == last
    assert say_task(task) == ("Put a white piece on c3",)
    assert Agreed() in board.put("c3", 1)
    assert turns(board.put("c2", 2), complete=False) == ["c2"]


def test_a_train_made_elsewhere_is_told_hop_by_hop() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    board = Board(game, hands=frozenset({1}))
    last = tuple(game.parse_turn(game.start(), "e2-d2,d2-c2,c2-b2"))
    after = played(game, "e2-d2,d2-c2,c2-b2")
    board.tracker.set_position(
        ExpectedPosition(game, after, (), (game.start(),), last, frozenset({1}))
    )
    told = []
    for source, target in (("e2", "d2"), ("d2", "c2"), ("c2", "b2")):
        out = board.wait(0.1) + board.put(source, 0) + board.put(target, 1)
        told += [say_task(reading) for reading in out if isinstance(reading, Execute)]
    assert told[0] == ("Move the piece from e2 to d2",)
    assert ("Move the piece from d2 to c2",) in told
    assert ("Move the piece from c2 to b2",) in told
    assert board.tracker.mode == "play"


def made_elsewhere(setup: str, *texts: str) -> Board:
    """Return a board on which a person still has to make the last of these turns."""
    game = parse_setup(setup)
    before, after = played(game, *texts[:-1]), played(game, *texts)
    hand = frozenset({game.to_move(after)})
    board = Board(game, before, hands=hand)
    last = tuple(game.parse_turn(before, texts[-1]))
    board.tracker.set_position(ExpectedPosition(game, after, (), (before,), last, hand))
    board.wait(0.5)
    return board


def task_of(board: Board) -> Execute:
    assert isinstance(board.tracker.said, Execute)
    return board.tracker.said


@pytest.mark.parametrize("face", [1, 2])
def test_a_wrong_stone_beside_a_turn_made_elsewhere_is_lit_and_named(face: int) -> None:
    board = made_elsewhere("multiplicity size=3", "c3")
    board.put("a4", face, 0.8)
    task = task_of(board)
    assert lights_for(task) == {"c3": Light.PLACE, "a4": Light.REMOVE}
    assert say_task(task) == ("Take the piece off a4", "Put a white piece on c3")
    board.put("a4", 0, 0.8)
    assert say_task(task_of(board)) == ("Put a white piece on c3",)
    assert Agreed() in board.put("c3", 1)


def test_a_wrong_stone_that_stays_is_asked_away_before_the_game_goes_on() -> None:
    board = made_elsewhere("multiplicity size=3", "c3")
    board.put("a4", 1)
    out = board.put("c3", 1, 1.0)
    assert Agreed() not in out
    assert lights_for(task_of(board)) == {"a4": Light.REMOVE}
    assert say_task(task_of(board)) == ("Take the piece off a4",)
    out = board.put("c2", 2, 1.0)  # Black's answer counts only after the board has been corrected
    assert turns(out, complete=False) == []
    assert lights_for(task_of(board)) == {"c2": Light.REMOVE, "a4": Light.REMOVE}
    out = board.put("a4", 0, 1.0)
    assert turns(out, complete=False) == ["c2"]


def test_what_lies_wrong_is_told_apart_from_the_piece_that_is_carried() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors, start = SensorModel(game), game.start()
    actions = tuple(game.parse_turn(start, "e2-d2"))
    moved = Fault("move", "d2", game.pieces(start)["e2"], "e2")
    wrong = Fault("remove", "c4")

    def task(**faces: int) -> tuple[tuple[Fault, ...], tuple[Fault, ...], bool]:
        image = list(sensors.image(start))
        for point, face in faces.items():
            image[sensors.index[point]] = face
        found = task_for(sensors, start, actions, tuple(image))
        assert found is not None
        return found.movements, found.faults, found.held

    assert task(c4=2) == ((moved,), (wrong,), False)
    assert task(e2=0, c4=2) == ((moved,), (wrong,), True), "another piece lies there"
    assert task(e2=0, c4=1) == ((replace(moved, source="c4"),), (), False)
    assert task(e2=0, d2=1, c4=2) == ((), (wrong,), False), "the turn is made, the board is not"


def test_less_work_is_asked_for_where_nothing_explains_a_board() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors, start = SensorModel(game), game.start()
    after = played(game, "e2-d2")
    for state, other in ((start, after), (after, start)):
        image = list(sensors.image(state))
        image[sensors.index["c4"]] = 2
        assert complaint(sensors, other, state, tuple(image)) == (Fault("remove", "c4"),)
        assert complaint(sensors, state, other, tuple(image)) == (Fault("remove", "c4"),)


def test_a_match_follows_what_hands_have_corrected_and_nothing_else() -> None:
    game = parse_setup("multiplicity size=3")
    start = game.start()
    other = tuple(game.parse_turn(start, "c3"))
    after = played(game, "c3")
    begun, there = ExpectedPosition(game, start), ExpectedPosition(game, after)
    back = TakeBack(1, corrected=True, start=start)
    assert is_followed(back, begun)
    assert not is_followed(back, there)
    assert not is_followed(None, begun)
    assert not is_followed(TakeBack(1, start=start), begun), "it was only asked"
    instead = replace(back, instead=other)
    assert is_followed(instead, ExpectedPosition(game, after, (), (start,), other))
    assert is_followed(instead, ExpectedPosition(game, start, other))
    assert not is_followed(instead, begun)
    assert not is_followed(instead, there)


def test_stones_of_a_turn_made_elsewhere_may_be_laid_in_any_order() -> None:
    board = made_elsewhere("multiplicity size=3", "c3", "c2,e1")
    assert lights_for(task_of(board)) == {"c2": Light.PLACE, "e1": Light.VIA}
    board.put("e1", 2)
    assert lights_for(task_of(board)) == {"c2": Light.PLACE}
    board.put("a5", 2)
    assert lights_for(task_of(board)) == {"c2": Light.PLACE, "a5": Light.REMOVE}
    assert say_task(task_of(board)) == ("Take the piece off a5", "Put a black piece on c2")


def test_a_piece_of_a_turn_made_elsewhere_that_is_set_down_wrongly() -> None:
    board = made_elsewhere("less walls=" + "0" * 60, "e2-d2,d2-c2,c2-b2")
    board.put("e2", 0)
    assert lights_for(task_of(board))["d2"] == Light.TO
    board.put("e4", 1)
    assert lights_for(task_of(board))["e4"] == Light.FROM
    assert say_task(task_of(board)) == ("Move the piece from e4 to d2",)
    board.put("e4", 0)
    board.put("d2", 1)
    board.put("f2", 0)  # an elbow pushes the piece away
    assert lights_for(task_of(board))["f2"] == Light.PLACE
    assert say_task(task_of(board))[0] == "Put a white piece on f2"
    assert say_task(task_of(board))[-1] == "Move the piece from d2 to c2"
    board.put("f2", 1)
    board.put("d2", 0)
    assert Agreed() in board.put("b2", 1)
