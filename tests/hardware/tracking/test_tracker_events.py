"""In each situation, the tracker draws the right conclusion from what a board shows."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.base import Game, State
from game.rules.events import Piece
from game.rules.registry import parse_setup
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import say, say_all
from hardware.tracking.sensor_image import ANY, OCCUPANCY, SensorModel
from hardware.tracking.tracker import Tracker
from hardware.tracking.tracker_events import (
    Agreed,
    Ambiguous,
    BoardMismatch,
    Execute,
    Fault,
    Lifted,
    Pressed,
    TakeBack,
)
from tests.hardware.tracking.tracker_board import Board, offers, played, turns


def more_or_less() -> tuple[Game, State]:
    """Return a position of More or Less after the placement, in which pieces move."""
    game = parse_setup("more-or-less board=decagon-51")
    state = game.start()
    while game.phase(state) == "placement":
        legal = game.legal(state)
        state = game.play(state, legal[(7 * game.turns(state)) % len(legal)]).state
    return game, state


def a_train(game: Game, state: State) -> list[Any]:
    """Return two jumps that one piece can make in a train."""
    for first in game.legal(state):
        if first.kind == "jump":
            middle = game.play(state, first).state
            if game.to_move(middle) == game.to_move(state):
                follow = [a for a in game.legal(middle) if a.points and a.target != first.source]
                if follow:
                    return [first, follow[0]]
    raise AssertionError("no train here")


def test_nothing_is_read_until_the_board_agrees() -> None:
    board = Board(parse_setup("less seed=1"))
    assert board.seen == [Agreed()]


def test_a_placement_is_read_once() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    assert turns(board.put("c3", 1)) == ["c3"]
    assert board.wait(3.0) == []


def test_lifted_and_put_back_is_no_move() -> None:
    board = Board(parse_setup("less seed=1"))
    (lifted,) = board.put("e2", 0, 0.1)
    assert isinstance(lifted, Lifted)
    assert lifted.point == "e2"
    assert turns(board.put("e2", 1)) == []
    assert board.wait(3.0) == []


def test_a_slide_over_a_point_is_no_move() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    board.put("b2", 1, 0.1)
    board.put("b2", 0, 0.05)
    assert turns(board.put("c3", 1)) == ["c3"]


def test_a_fast_reply_is_not_lost() -> None:
    board = Board(parse_setup("libra size=3 mode=duel"))
    board.put("c3", 1, 0.15)
    assert turns(board.put("b2", 2, 0.6)) == ["Wc3", "Bb2"]


@pytest.mark.parametrize(
    ("setup", "stones", "read"),
    [
        ("libra size=3 mode=duel", [("c3", 1), ("b2", 2)], ["Wc3", "Bb2"]),
        ("libra size=3 mode=duel", [("c3", 1), ("b2", 1)], ["Wc3", "Wb2"]),
        ("multiplicity size=3 opening=free", [("c3", 1), ("b2", 2)], ["c3", "b2"]),
        ("multiplicity size=3", [("c3", 1), ("b2", 2), ("c4", 2)], ["c3", "c4,b2"]),
        ("more-or-less", [("a1", 1), ("b2", 2), ("c4", 2)], ["a1", "b2,c4"]),
    ],
)
@pytest.mark.parametrize("apart", [0.01, 0.06, 0.11])
def test_a_turn_that_is_answered_before_it_could_be_read(
    setup: str, stones: list[tuple[str, int]], read: list[str], apart: float
) -> None:
    board = Board(parse_setup(setup))
    *others, (point, face) = stones
    for other, lying in others:
        board.put(other, lying, apart)
    board.put(point, face, 1.5)
    assert turns(board.seen) == read
    assert not [one for one in board.seen if isinstance(one, BoardMismatch)]


def test_a_second_stone_is_no_turn_of_a_player_who_is_not_at_the_board() -> None:
    board = Board(parse_setup("libra size=3 mode=duel"), hands=frozenset({0}))
    board.put("c3", 1, 0.05)
    board.put("b2", 2, 1.5)
    assert turns(board.seen) == []
    assert isinstance(board.seen[-1], BoardMismatch)


def test_a_stone_that_slips_to_the_next_point_at_once_is_one_turn() -> None:
    board = Board(parse_setup("libra size=3 mode=duel"))
    board.put("c3", 1, 0.05)
    board.put("c4", 1, 0.1)
    board.put("c3", 0, 1.5)
    assert turns(board.seen) == ["Wc4"]


def test_two_stones_that_came_while_nobody_looked_have_no_order() -> None:
    board = Board(parse_setup("libra size=3 mode=duel"))
    index = board.game.topology.index
    board.faces[index["c3"]], board.faces[index["b2"]] = 1, 2
    board.tracker.whole(board.faces, board.now)
    board.wait(1.5)
    assert turns(board.seen) == []
    assert isinstance(board.seen[-1], BoardMismatch)


def test_wrong_within_three_seconds_in_words_and_agreed_when_put_right() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    out = board.put("c3", 2, 3.0)
    (wrong,) = [reading for reading in out if isinstance(reading, BoardMismatch)]
    assert say(wrong.faults[0]) == "Flip the counter on c3"
    assert board.put("c3", 0) == [Agreed()]


def test_a_nudged_piece_is_to_be_put_back() -> None:
    game = parse_setup("multiplicity size=3")
    board = Board(game, played(game, "c3"))
    board.put("c3", 0, 0.0)
    out = board.put("d3", 1, 3.0)
    (wrong,) = [reading for reading in out if isinstance(reading, BoardMismatch)]
    assert [say(fault) for fault in wrong.faults] == ["Put the piece from d3 back on c3"]


def test_a_train_straight_down_with_flips_before_and_after() -> None:
    game, state = more_or_less()
    first, second = a_train(game, state)
    board = Board(game, state)
    mine = board.faces[game.topology.index[first.source]]

    def turned(point: str) -> int:
        return 3 - board.faces[game.topology.index[point]]

    board.put(first.over, turned(first.over))
    board.put(first.source, 0)
    out = board.put(second.target, mine)
    if second.over is not None:
        out += board.put(second.over, turned(second.over), 1.5)
    out += board.press()
    (text,) = turns(out)
    assert text.startswith(f"{first},{second}")


def test_the_button_ends_a_train_that_could_go_on() -> None:
    game, state = more_or_less()
    first, _second = a_train(game, state)
    board = Board(game, state)
    mine = board.faces[game.topology.index[first.source]]
    board.put(first.source, 0)
    board.put(first.target, mine)
    flip = 3 - board.faces[game.topology.index[first.over]]
    out = board.put(first.over, flip, 2.0)
    assert turns(out) == []
    assert turns(out, complete=False) == [str(first)]
    assert turns(board.press()) == [f"{first},."]


def test_a_forgotten_flip_is_named() -> None:
    game, state = more_or_less()
    first, _second = a_train(game, state)
    board = Board(game, state)
    mine = board.faces[game.topology.index[first.source]]
    board.put(first.source, 0)
    out = board.put(first.target, mine, 3.0)
    (wrong,) = [reading for reading in out if isinstance(reading, BoardMismatch)]
    assert [say(fault) for fault in wrong.faults] == [f"Flip the counter on {first.over}"]


def test_going_back_within_the_turn_takes_it_back() -> None:
    board = Board(parse_setup("less walls=" + "0" * 60))
    board.put("e2", 0)
    assert turns(board.put("d2", 1), complete=False) == ["e2-d2"]
    board.put("d2", 0)
    assert turns(board.put("e2", 1), complete=False) == [""]


def test_the_position_before_is_offered_as_take_back() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    board.put("c3", 1, 2.0)
    board.tell("c3")
    out = board.put("c3", 0, 2.0)
    assert TakeBack(1) in out
    board.tracker.set_position(ExpectedPosition(board.game, board.game.start()))
    assert Agreed() in board.wait(0.5)


def test_another_last_turn_is_offered_with_what_was_played_instead() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    board.put("c3", 1, 2.0)
    board.tell("c3")
    board.put("c3", 0, 0.1)
    out = board.put("b2", 1, 3.0)
    (offer,) = [reading for reading in out if isinstance(reading, TakeBack)]
    assert (offer.turns, Game.turn_text(offer.instead)) == (1, "b2")
    board.tell()  # the match takes the turn back
    assert turns(board.wait(1.0)) == []
    board.tell("b2")  # then it plays the other turn
    assert turns(board.wait(1.0)) == []
    assert board.tracker.mode == "play"
    assert turns(board.put("b3", 2), complete=False) == ["b3"]


def test_a_stone_lifted_again_at_once_corrects_the_turn_without_a_question() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    assert turns(board.put("c3", 1, 1.0)) == ["c3"]
    board.tell("c3")
    assert offers(board.put("c3", 0)) == [TakeBack(1, corrected=True)]
    board.tell()
    assert Agreed() in board.wait(0.1)
    assert turns(board.put("b2", 1)) == ["b2"]


def test_a_stone_that_slides_on_at_once_is_read_where_it_comes_to_rest() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    board.put("c3", 1, 0.6)
    board.tell("c3")
    board.put("d3", 1, 0.02)
    (offer,) = offers(board.put("c3", 0))
    assert offer.corrected
    assert Game.turn_text(offer.instead) == "d3"
    board.tell()
    board.tell("d3")
    assert board.wait(3.0) == []
    assert turns(board.put("d2", 2), complete=False) == ["d2"]


def test_a_piece_lifted_again_at_once_reopens_a_turn_of_several_steps() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    board = Board(game)
    for source, target in (("e2", "d2"), ("d2", "c2"), ("c2", "b2")):
        board.put(source, 0)
        out = board.put(target, 1)
    assert turns(out) == ["e2-d2,d2-c2,c2-b2"]
    board.tell("e2-d2,d2-c2,c2-b2")
    board.put("b2", 0, 0.3)
    (offer,) = offers(board.put("c2", 1))
    assert offer.corrected
    assert Game.turn_text(offer.instead) == "e2-d2,d2-c2"
    actions = tuple(game.parse_turn(game.start(), "e2-d2,d2-c2"))
    board.tracker.set_position(ExpectedPosition(game, game.start(), actions))
    board.wait(0.1)
    board.put("c2", 0)
    assert turns(board.put("c3", 1)) == ["e2-d2,d2-c2,c2-c3"]


def test_hands_that_go_on_before_the_match_follows_a_correction_are_still_understood() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    board = Board(game)
    for source, target in (("e2", "d2"), ("d2", "c2"), ("c2", "b2")):
        board.put(source, 0)
        board.put(target, 1)
    board.tell("e2-d2,d2-c2,c2-b2")
    board.put("b2", 0, 0.3)
    (offer,) = offers(board.put("c2", 1))
    board.put("c2", 0)
    board.put("c3", 1)
    board.tracker.set_position(ExpectedPosition(game, game.start(), offer.instead))
    assert turns(board.wait(0.5)) == ["e2-d2,d2-c2,c2-c3"]
    assert not any(isinstance(reading, Execute) for reading in board.seen)


def test_a_turn_taken_away_before_the_match_follows_a_correction_is_taken_back() -> None:
    game = parse_setup("more-or-less")
    state = before = played(game, "a1")  # the first turn lays one counter, all others two
    seat, first, second = game.to_move(before), "f7", "g6"
    board = Board(game, before)
    for point in (first, second):
        board.put(point, seat + 1)
    made = tuple(game.parse_turn(before, f"{first},{second}"))
    for action in made:
        state = game.play(state, action).state
    board.tracker.set_position(ExpectedPosition(game, state, (), (before,), made))
    board.put(first, 0, 0.1)
    (offer,) = offers(board.put(second, 0))
    assert (offer.corrected, Game.turn_text(offer.instead)) == (True, second)
    board.tracker.set_position(ExpectedPosition(game, before, offer.instead))
    assert turns(board.wait(0.5), complete=False) == [""]
    assert board.tracker.mode == "play"


def test_a_stone_lifted_later_or_after_an_answer_is_no_correction() -> None:
    board = Board(parse_setup("libra size=3 mode=duel"))
    board.put("c3", 1, 0.5)
    board.tell("Wc3")
    board.put("b2", 2, 0.5)
    board.tell("Wc3", "Bb2")
    assert not any(offer.corrected for offer in offers(board.put("c3", 0, 3.0)))
    board.put("c3", 1, 1.0)
    assert offers(board.put("b2", 0, 2.0)) == [TakeBack(1)]


def test_the_next_player_may_lift_the_piece_that_was_just_set_down() -> None:
    game = parse_setup("more-or-less board=decagon-51")
    state = game.start()
    while game.phase(state) == "placement":  # the last counter is laid on the board below
        legal = game.legal(state)
        before, last = state, legal[(7 * game.turns(state)) % len(legal)]
        state = game.play(state, last).state
    seat = game.to_move(before)
    (target,) = last.points
    board = Board(game, before)
    assert turns(board.put(target, seat + 1)) != []
    board.tracker.set_position(ExpectedPosition(game, state, (), (before,), (last,)))
    assert offers(board.put(target, 0, 0.5)) == []
    # The counter is turned over, as before a jump.
    assert offers(board.put(target, 2 - seat, 0.5)) == []
    (offer,) = offers(board.put(target, 0, 1.5))
    assert not offer.corrected


def test_the_piece_that_moved_is_the_one_that_was_lifted() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    board = Board(game)
    board.put("e2", 0)
    board.put("e2", 1)  # e2 is only adjusted, although the turn e2-d2,e1-e2 would end alike
    board.put("e1", 0)
    board.put("d2", 1)
    board.put("f1", 0)
    assert turns(board.put("e1", 1, 1.5)) == ["e1-d1,d1-d2,f1-e1"]


def test_to_and_fro_is_recorded_with_the_piece_that_went() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    board = Board(game)
    for source, target in (("f2", "f3"), ("f3", "f2"), ("e2", "d2")):
        board.put(source, 0)
        board.put(target, 1)
    out = board.press()
    assert turns(out) == ["f2-f3,f3-f2,e2-d2"]


def test_of_two_that_went_to_and_fro_the_later_one_is_recorded() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    board = Board(game)
    for source, target in (("e1", "d1"), ("d1", "e1"), ("f2", "f3"), ("f3", "f2"), ("e2", "d2")):
        board.put(source, 0)
        board.put(target, 1)
    out = board.press()
    assert turns(out) == ["f2-f3,f3-f2,e2-d2"]


def test_a_declined_take_back_becomes_a_fault() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    board.put("c3", 1)
    board.put("c3", 0, 1.5)
    board.tracker.decline()
    out = board.wait(2.0)
    (wrong,) = [reading for reading in out if isinstance(reading, BoardMismatch)]
    assert say(wrong.faults[0]) == "Put a white piece on c3"


def test_a_board_blind_to_sides_asks_for_the_colour() -> None:
    game = parse_setup("libra size=3 mode=duel")
    board = Board(game, sensing=OCCUPANCY)
    out = board.put("c3", 1, 2.0)
    (question,) = [reading for reading in out if isinstance(reading, Ambiguous)]
    texts = [game.turn_text(actions) for actions in question.alternatives]
    assert sorted(texts) == ["Bc3", "Wc3"]
    board.tracker.choose(texts.index("Bc3"))
    assert turns(board.wait(0.1)) == ["Bc3"]


def test_partners_are_told_apart_by_their_polarity() -> None:
    game = parse_setup("less seats=4 seed=2")
    sensors = SensorModel(game)
    faces = {(p.colour, p.mark): sensors.face(p) for p in game.pieces(game.start()).values()}
    assert faces[("white", 0)] != faces[("white", 1)]
    assert faces[("black", 0)] != faces[("black", 1)]


def test_the_setup_names_colours_and_points() -> None:
    game = parse_setup("less seed=1")
    board = Board(game)
    tracker = Tracker(game)
    tracker.whole([0] * len(board.faces), 0.0)
    (wrong,) = tracker.advance(0.5)
    assert isinstance(wrong, BoardMismatch)
    assert wrong.setup
    assert say_all(wrong.faults, setup=True) == (
        "Put the white pieces on e1, f1, e2, f2",
        "Put the black pieces on a5, b5, a6, b6",
    )


def test_the_next_round_begins_on_an_empty_board() -> None:
    game = parse_setup("libra size=3 mode=duel")
    state = game.start()
    while game.tally(state)["empty"] > 1:
        state = game.play(state, game.legal(state)[0]).state
    board = Board(game, state)
    point = next(action.points[0] for action in game.legal(state))
    out = board.put(point, 1, 1.0)
    assert turns(out) == [f"W{point}"]
    (wrong,) = [reading for reading in out if isinstance(reading, BoardMismatch)]
    assert wrong.setup
    for other in game.topology.points:
        board.put(other, 0, 0.0)
    assert Agreed() in board.wait(0.5)


def test_a_broken_sensor_does_not_end_the_game() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    faces = list(board.faces)
    faces[0] = ANY
    board.tracker.whole(faces, board.now)
    board.wait(0.5)
    assert turns(board.put("c3", 1)) == ["c3"]


def test_the_button_at_the_wrong_time_does_nothing() -> None:
    board = Board(parse_setup("less seed=1"))
    assert board.press() == [Pressed()]
    assert board.wait(1.0) == []


def test_pressing_too_early_asks_instead_of_spending_moves() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    board = Board(game)
    board.put("e2", 0)
    board.put("d2", 1)
    out = board.press()
    assert turns(out) == []
    assert any(isinstance(reading, Ambiguous) for reading in out)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault("turn", "d3"), "Flip the counter on d3"),
        (Fault("remove", "e7"), "Take the piece off e7"),
        (Fault("move", "e7", Piece("black", 0), "e6"), "Put the piece from e6 back on e7"),
        (Fault("place", "a1", Piece("green", 1)), "Put a green piece on a1"),
        (Fault("place", "a1", Piece("black", 3, 1)), "Put a marked black piece on a1"),
    ],
)
def test_every_fault_has_its_sentence(fault: Fault, words: str) -> None:
    assert say(fault) == words
