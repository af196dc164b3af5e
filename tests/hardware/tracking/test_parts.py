"""Each part of the tracker works alone: words, faces, debouncing, currents."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

from game.rules.base import State
from game.rules.events import Piece
from game.rules.registry import parse_setup
from hardware.tracking.advice import LiftedPiece, in_the_air, movements, piece_lifted, task_for
from hardware.tracking.debounce import (
    DEBOUNCE_S,
    LONG,
    RESTLESS_DEBOUNCE_S,
    SHORT,
    VERY_LONG,
    ButtonHold,
    Debouncer,
    Touch,
)
from hardware.tracking.doubt import (
    CALM_AFTER_S,
    DOUBT_DELAY_S,
    FLICKER_CHANGES,
    SLOW_DOUBT_DELAY_S,
    DoubtfulSensors,
    FlickerWatch,
)
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import find_faults, say, say_all, say_task
from hardware.tracking.guidance import (
    LIMIT_MA,
    LightWalk,
    current_ma,
    dimmed,
    edge,
    lights_for,
    walk,
)
from hardware.tracking.move_search import follow, root
from hardware.tracking.sensor_image import ANY, OCCUPANCY, PendingFlips, SensorModel
from hardware.tracking.take_back import TakeBackQuestion
from hardware.tracking.track import MarkerHint, hint_lights, place_name, say_hint, track_of
from hardware.tracking.tracker import Tracker
from hardware.tracking.tracker_events import (
    Ambiguous,
    BoardMismatch,
    Doubt,
    Execute,
    Fault,
    Lifted,
    TakeBack,
    TurnSoFar,
    needs_no_answer,
)
from hardware.wire.palette import Light
from tests.hardware.tracking.tracker_board import Board

BLACK, WHITE, GREEN = Piece("black", 1), Piece("white", 0), Piece("green", 1)
MARKED = Piece("black", 3, 1)


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "one", "several"),
    [
        (BLACK, "Put a black piece on a1", "Put the black pieces on a1, a2"),
        (MARKED, "Put a marked black piece on a1", "Put the marked black pieces on a1, a2"),
        (WHITE, "Put a white piece on a1", "Put the white pieces on a1, a2"),
        (
            Piece("white", 2, 1),
            "Put a marked white piece on a1",
            "Put the marked white pieces on a1, a2",
        ),
        (GREEN, "Put a green piece on a1", "Put the green pieces on a1, a2"),
        (Piece("grey", None), "Put a piece on a1", "Put the pieces on a1, a2"),
        (None, "Put a piece on a1", "Put the pieces on a1, a2"),
    ],
)
def test_a_missing_piece_is_asked_for_by_its_colour(
    piece: Piece | None, one: str, several: str
) -> None:
    first, second = (Fault("place", point, piece) for point in ("a1", "a2"))
    assert say(first) == one
    assert say_all([first, second], setup=True) == (several,)
    assert say_all([first], setup=True) == (one,)


def test_every_fault_has_its_sentence() -> None:
    faults = [
        Fault("turn", "a1", GREEN), Fault("remove", "b1"), Fault("move", "c1", BLACK, "c2"),
    ]  # fmt: skip
    assert say_all(faults) == (
        "Flip the counter on a1",
        "Take the piece off b1",
        "Put the piece from c2 back on c1",
    )
    assert say_all([*faults, Fault("turn", "d1")], setup=True) == (
        "Put a black piece on c1",
        "Take the pieces off b1, c2",
        "Flip the counters on a1, d1",
    )
    assert say_all((), setup=True) == ()


def test_a_turn_made_elsewhere_is_asked_for_movement_by_movement() -> None:
    game = parse_setup("less seed=1 block=off")
    action = game.legal(game.start())[0]
    source, target = action.points[0], action.points[-1]
    movements = (Fault("move", target, WHITE, source), Fault("turn", "a1"))
    assert say_task(Execute((action,), 0, (), movements)) == (
        f"Move the piece from {source} to {target}",
    )
    assert say_task(Execute((action,), 0, (), movements[1:])) == ("Flip the counter on a1",)
    wrong = (
        Fault("move", target, WHITE, "c3"),
        Fault("remove", "c4"),
        Fault("move", "a6", BLACK, "b6"),
    )
    assert say_task(Execute((action,), 0, wrong)) == (
        "Take the piece off c3",
        f"Put a white piece on {target}",
        "Take the piece off c4",
        "Put the piece from b6 back on a6",
    )


def test_hints_about_markers_name_colour_place_and_letter() -> None:
    track = track_of(parse_setup("more-or-less"))
    assert track is not None
    assert say_hint(MarkerHint("black", 0), track) == "Slide the black marker back to its start"
    assert say_hint(MarkerHint("green", 0), track) == "Slide the green marker back to its start"
    assert say_hint(MarkerHint("red", 0), track) == "Slide the marker back to its start"
    assert say_hint(MarkerHint("black", 1), track) == "Slide the black marker to place 1 (M)"
    assert say_hint(MarkerHint("green", 12), track) == "Slide the green marker to place 12 (S)"
    assert say_hint(MarkerHint("red", 5), track) == "Slide the marker to place 5"
    lit = hint_lights([MarkerHint("black", 2, (3, 5)), MarkerHint("green", 0, (1,))])
    assert lit == {
        place_name("black", 3): Light.REMOVE,
        place_name("black", 5): Light.REMOVE,
        place_name("black", 2): Light.PLACE,
        place_name("green", 1): Light.REMOVE,
    }


# -- faces -----------------------------------------------------------------------------------------


def test_a_piece_is_drawn_by_the_face_that_is_seen() -> None:
    game = parse_setup("less seed=1")
    sensors, start = SensorModel(game), game.start()
    first, second = sensors.piece(1, start), sensors.piece(2, start)
    assert sensors.piece(0, start) is None
    assert first is not None
    assert second is not None
    assert (first.colour, first.seat, second.colour, second.seat) == ("white", 0, "black", 1)
    empty = parse_setup("multiplicity size=3")
    assert SensorModel(empty).piece(1, empty.start()) == Piece("white", None)
    assert SensorModel(empty).piece(2, empty.start()) == Piece("black", None)
    assert SensorModel(empty).piece(ANY, empty.start()) is None


def test_a_board_blind_to_sides_draws_a_piece_of_the_seat_to_move() -> None:
    game = parse_setup("multiplicity size=3 opening=free")
    state = game.advance(game.start(), game.legal(game.start())[0])
    blind = SensorModel(game, OCCUPANCY)
    assert blind.piece(1, state) == Piece("white", None)
    after = game.advance(state, game.legal(state)[0])
    assert game.to_move(after) == 0
    assert blind.piece(1, after) == Piece("white", 0)
    assert [blind.face(piece) for piece in (WHITE, BLACK, None)] == [1, 1, 0]
    assert blind.observed([0, 2, 1, *[0] * 16])[:3] == (0, 1, 1)


def test_partners_are_told_apart_by_their_faces_and_grey_counters_by_none() -> None:
    team = SensorModel(parse_setup("less seats=4 seed=3"))
    assert [team.face(kind) for kind in team.game.kinds] == [1, 1, 2, 2]
    grey = parse_setup("libra size=3 obstacles=c3")
    sensors = SensorModel(grey)
    number = grey.topology.index["c3"]
    assert sensors.ignored == {number}
    assert sensors.image(grey.start()) == tuple(ANY if n == number else 0 for n in range(19))
    assert sensors.observed([1] * 19)[number] == ANY


def test_a_sensor_out_of_order_is_seen_as_anything_in_every_image() -> None:
    game = parse_setup("less seed=1")
    sensors, start = SensorModel(game), game.start()
    before = sensors.image(start)
    sensors.ignore([4, 7])
    assert sensors.unseen == {4, 7} == sensors.ignored
    after = sensors.image(start)
    assert [n for n in range(36) if before[n] != after[n]] == [4, 7]
    assert (after[4], after[7]) == (ANY, ANY)


class Turned(NamedTuple):
    """A turn that turns counters over, and the flips that the board still needs."""

    flips: PendingFlips
    turned: set[int]
    before: State
    after: State


def flipped() -> Turned:
    """Return a turn that turns counters over: the positions before and after it, and the flips."""
    game = parse_setup("more-or-less")
    state = game.start()
    while game.phase(state) == "placement":
        legal = game.legal(state)
        state = game.play(state, legal[(7 * game.turns(state)) % len(legal)]).state
    before = state
    while game.to_move(state) == game.to_move(before):
        jumps = [action for action in game.legal(state) if action.kind in ("jump", "stop")]
        state = game.advance(state, (jumps or game.legal(state))[-1])
    old, new = game.pieces(before), game.pieces(state)
    turned = {
        game.topology.index[point]
        for point in old.keys() & new.keys()
        if old[point].colour != new[point].colour
    }
    assert turned
    flips = PendingFlips(SensorModel(game, OCCUPANCY))
    flips.turn_begins(before, None)
    assert flips.owed == set()
    return Turned(flips, turned, before, state)


def test_counters_to_be_turned_over_are_owed_until_they_have_been_lifted_and_put_back() -> None:
    flips, turned, before, after = flipped()
    flips.turn_begins(after, before)
    assert flips.owed == turned
    point = min(turned)
    flips.touched(point, 1)
    assert flips.owed == turned
    flips.touched(point, 0)
    assert flips.owed == turned
    flips.touched(point, 1)
    assert flips.owed == turned - {point}
    flips.turn_begins(after, before)
    assert flips.owed == turned - {point}


def test_what_was_turned_over_before_the_turn_was_read_is_not_owed() -> None:
    flips, turned, before, after = flipped()
    point = min(turned)
    flips.touched(point, 0)
    flips.touched(point, 1)
    flips.turn_begins(after, before)
    assert flips.owed == turned - {point}


def test_nothing_is_owed_in_a_position_that_was_set_up() -> None:
    flips, _turned, before, after = flipped()
    flips.turn_begins(after, None)
    assert flips.owed == set()
    fresh = PendingFlips(flips.sensors)
    fresh.turn_begins(after, before)
    assert fresh.owed == set()


def test_a_piece_that_moved_is_one_fault_with_the_nearest_piece_of_its_face() -> None:
    game = parse_setup("multiplicity size=3")
    sensors, index = SensorModel(game), game.topology.index
    shown = [0] * 19
    for point, face in (("a3", 1), ("e3", 1), ("d1", 2), ("c3", 1)):
        shown[index[point]] = face
    white, black = Piece("white", 0), Piece("black", 1)
    wanted = {"a4": white, "c3": black, "e1": black, "b2": black}
    found = find_faults(sensors, wanted, tuple(shown))
    assert set(found) == {
        Fault("move", "a4", white, "a3"),
        Fault("turn", "c3", black),
        Fault("move", "b2", black, "d1") if Fault("move", "b2", black, "d1") in found
        else Fault("move", "e1", black, "d1"),
        Fault("place", "e1", black) if Fault("place", "e1", black) in found
        else Fault("place", "b2", black),
        Fault("remove", "e3"),
    }  # fmt: skip
    assert [index[fault.point] for fault in found] == sorted(index[fault.point] for fault in found)
    shown[index["e3"]] = ANY
    assert Fault("remove", "e3") not in find_faults(sensors, wanted, tuple(shown))


# -- debouncing ------------------------------------------------------------------------------------


def settled(size: int = 4) -> Debouncer:
    found = Debouncer(size)
    found.whole([0] * size, 0.0)
    return found


def test_nothing_counts_before_a_whole_image() -> None:
    debouncer = Debouncer(4)
    debouncer.event(1, 1, 0.5)
    assert (debouncer.known, debouncer.raw, debouncer.touches) == (False, [0] * 4, [])
    debouncer.whole([0, 2, 0, 0], 1.0)
    assert (debouncer.known, debouncer.faces, debouncer.changed) == (True, [0, 2, 0, 0], 1.0)
    assert debouncer.touches == []


def test_a_point_counts_once_it_has_kept_its_state() -> None:
    debouncer = settled()
    debouncer.event(1, 1, 0.0)
    assert (debouncer.raw, debouncer.faces) == ([0, 1, 0, 0], [0] * 4)
    assert debouncer.settling_until(0.0) == [1]
    assert debouncer.settling_until(-0.1) == []
    assert not debouncer.advance(0.9 * DEBOUNCE_S)
    assert debouncer.advance(DEBOUNCE_S)
    assert debouncer.faces == [0, 1, 0, 0]
    assert not debouncer.settling_until(9.0)
    assert not debouncer.advance(9.0)
    debouncer.whole([0, 1, 2, 0], 10.0)
    assert debouncer.touches == [Touch(0.0, 1, 1), Touch(10.0, 2, 2)]
    assert debouncer.changed == 10.0


def test_what_is_no_point_or_no_change_is_no_touch() -> None:
    debouncer = settled()
    for point, face in ((-1, 1), (4, 1), (2, 0)):
        debouncer.event(point, face, 1.0)
    assert (debouncer.touches, debouncer.changed) == ([], 0.0)
    debouncer.event(3, 1, 1.0)
    debouncer.event(0, 1, 1.0)
    assert [touch.point for touch in debouncer.touches] == [3, 0]


def test_ignored_points_are_neither_touched_nor_settling() -> None:
    debouncer = settled()
    debouncer.event(1, 1, 1.0)
    debouncer.event(2, 1, 1.0)
    debouncer.ignore([1])
    assert debouncer.touches == [Touch(1.0, 2, 1)]
    assert debouncer.settling_until(2.0) == [2]
    debouncer.event(1, 2, 3.0)
    assert debouncer.raw[1] == 1
    assert debouncer.changed == 1.0


@pytest.mark.parametrize(("between", "changes"), [(False, 5), (True, 12)])
def test_a_point_that_comes_and_goes_settles_later(between: bool, changes: int) -> None:
    """A point settles sooner if other points are touched in between, as by a hesitant player."""
    for count, patience in ((changes - 1, DEBOUNCE_S), (changes, RESTLESS_DEBOUNCE_S)):
        debouncer = settled()
        now = 0.0
        for number in range(count):
            now += 0.2
            if between:
                debouncer.event(3, (number + 1) % 2, now - 0.1)
            debouncer.event(1, (number + 1) % 2, now)
        debouncer.raw[1] = 2
        debouncer.advance(now + 0.9 * patience)
        assert debouncer.faces[1] != 2
        debouncer.advance(now + 1.01 * patience)
        assert debouncer.faces[1] == 2


def test_slow_changes_make_no_point_restless() -> None:
    debouncer = settled()
    for number in range(5):
        debouncer.event(1, (number + 1) % 2, 0.76 * number)
    assert debouncer.advance(0.76 * 4 + DEBOUNCE_S)


def test_touches_are_forgotten_up_to_a_time_and_a_gap_with_them() -> None:
    debouncer = settled()
    for number in range(3):
        debouncer.event(number, 1, float(number + 1))
    debouncer.gap = True
    debouncer.forget(2.0)
    assert [touch.point for touch in debouncer.touches] == [2]
    assert not debouncer.gap
    debouncer.forget()
    assert debouncer.touches == []


def test_a_press_is_told_by_how_long_it_lasts() -> None:
    hold = ButtonHold()
    assert (hold.look(0), hold.lost(), hold.lasts) == (None, None, False)
    hold.down(10_000)
    assert hold.lasts
    told = [hold.look(ms) for ms in (10_999, 11_000, 12_000, 14_999, 15_000, 16_000)]
    assert told == [None, LONG, None, None, VERY_LONG, None]
    assert (hold.look(17_000, up=True), hold.lasts) == (None, False)
    hold.down(20_000)
    assert hold.look(20_100, up=True) == SHORT
    hold.down(30_000)
    assert (hold.lost(), hold.lasts) == (SHORT, False)
    hold.down(40_000)
    assert (hold.look(41_000), hold.lost()) == (LONG, None)


# -- lights ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [20, 60, 128])
def test_lights_are_as_bright_as_the_limit_lets_them_be(count: int) -> None:
    codes = [int(Light.WHITE)] * count
    brightness = dimmed(codes, 255, 81)
    assert current_ma(codes, brightness, 81) <= LIMIT_MA
    if brightness < 255:
        assert current_ma(codes, brightness + 1, 81) > LIMIT_MA
    assert dimmed(codes, 3, 81) == 3
    assert dimmed(codes, 255, 81, limit=0) == 0
    assert dimmed([0] * count, 200, 81, limit=0) == 200


def test_the_current_grows_with_points_lights_and_brightness() -> None:
    dark = current_ma((), 255, 81)
    assert dark == current_ma([0] * 81, 255, 81) == current_ma([15] * 9, 0, 81)
    assert current_ma((), 0, 82) > dark
    one = current_ma([int(Light.WHITE)], 255, 81) - dark
    assert current_ma([int(Light.WHITE)] * 3, 255, 81) - dark == pytest.approx(3 * one)
    assert current_ma([int(Light.WHITE)], 51, 81) - dark == pytest.approx(one / 5)


def test_the_edge_of_a_board_is_its_rim_or_has_the_fewest_neighbours() -> None:
    hexagon = parse_setup("multiplicity size=3").topology
    assert len(edge(hexagon)) == 12
    assert "c3" not in edge(hexagon)
    decagon = parse_setup("more-or-less").topology
    assert edge(decagon) == decagon.rim


def test_a_turn_is_walked_in_pictures_that_come_round_again() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    pictures = walk(game, game.start(), game.parse_turn(game.start(), "e2-d2,d2-c2"))
    assert pictures == (
        {"e2": Light.FROM},
        {"e2": Light.VIA, "d2": Light.TO},
        {"e2": Light.VIA, "d2": Light.VIA, "c2": Light.TO},
        {"e2": Light.VIA, "d2": Light.VIA, "c2": Light.GOOD},
    )
    shown = LightWalk(pictures)
    assert shown.at(0.0) == pictures[0]
    seen = [shown.at(tenth / 10) for tenth in range(200)]
    changes = [one for before, one in zip([None, *seen], seen) if one != before]
    assert changes[:5] == [*pictures, pictures[0]]
    assert LightWalk(()).at(3.0) == {}
    placing = parse_setup("multiplicity size=3")
    assert walk(placing, placing.start(), placing.parse_turn(placing.start(), "c3")) == (
        {"c3": Light.PLACE},
        {"c3": Light.GOOD},
    )
    assert walk(game, game.start(), ()) == ()


# -- what the tracker tells ------------------------------------------------------------------------


def test_the_view_is_of_this_moment() -> None:
    board = Board(parse_setup("less seed=1"))
    view = board.tracker.view()
    assert (view.state, view.wanted, view.said, view.lifted) == (
        board.state, board.sensors.image(board.state), None, None,
    )  # fmt: skip
    assert view.seen == view.wanted
    number = board.game.topology.index["e2"]
    at = board.now
    board.put("e2", 0, 0.1)
    view = board.tracker.view()
    assert view.changed == at
    assert view.seen is not None
    assert view.seen[number] == 0
    assert view.wanted[number] == 1
    assert isinstance(view.lifted, Lifted)
    assert view.lifted.point == "e2"
    assert Tracker(board.game).view().seen is None


def test_what_the_match_refuses_is_complained_about_in_its_words_once() -> None:
    board = Board(parse_setup("multiplicity size=3"))
    board.put("c3", 1)
    board.tracker.refuse(ExpectedPosition(board.game, board.state), "not now")
    (said,) = board.wait(0.1)
    assert said == BoardMismatch((Fault("remove", "c3"),), False, "not now")
    assert board.tracker.view().said == said
    assert board.wait(5.0) == []
    board.put("c3", 0)
    assert board.tracker.said is None


def test_a_tracker_follows_one_game() -> None:
    game, other = parse_setup("libra size=3"), parse_setup("libra size=4")
    with pytest.raises(ValueError, match="a tracker follows one game; make a new one for another"):
        Tracker(game).set_position(ExpectedPosition(other, other.start()))


def test_readings_that_need_no_answer() -> None:
    assert needs_no_answer(TurnSoFar((), True))
    assert needs_no_answer(TakeBack(1, corrected=True))
    assert needs_no_answer(TakeBack(1, agreed=True))
    assert not needs_no_answer(TakeBack(1))
    assert not needs_no_answer(BoardMismatch(()))


def test_a_turn_is_read_with_the_position_it_began_in() -> None:
    board = Board(parse_setup("less walls=" + "0" * 60))
    board.put("e2", 0)
    board.put("d2", 1, 1.0)
    (reading,) = [one for one in board.seen if isinstance(one, TurnSoFar)]
    assert reading.start == board.state
    assert not reading.complete
    proposal = reading.proposal
    assert (proposal.start, proposal.actions, proposal.by) == (
        board.state, reading.actions, "board",
    )  # fmt: skip


# -- tasks, take-backs, doubts --------------------------------------------------------------------


def test_the_movements_of_hands_in_a_turn_and_the_moments_between() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors, start = SensorModel(game), game.start()
    white = game.pieces(start)["e2"]
    actions = game.parse_turn(start, "e2-d2,d2-c2")
    todo, moments = movements(sensors, start, actions)
    assert todo == [Fault("move", "d2", white, "e2"), Fault("move", "c2", white, "d2")]
    assert [(one.done, one.actions, one.held) for one in moments] == [
        (0, 0, False), (0, 0, True), (1, 1, False), (1, 1, True), (2, 2, False),
    ]  # fmt: skip
    assert [{"e2", "d2", "c2"} & one.pieces.keys() for one in moments] == [
        {"e2"}, set(), {"d2"}, set(), {"c2"},
    ]  # fmt: skip


def test_counters_turned_over_are_movements_where_a_sensor_sees_them() -> None:
    flips, _turned, before, _after = flipped()
    game = flips.sensors.game
    jump = next(action for action in game.legal(before) if action.kind == "jump")
    old = game.pieces(before)
    other = "black" if old[jump.points[1]].colour == "green" else "green"
    todo, moments = movements(SensorModel(game), before, [jump])
    assert [(one.kind, one.point, one.source) for one in todo] == [
        ("move", jump.points[2], jump.points[0]), ("turn", jump.points[1], None),
    ]  # fmt: skip
    assert todo[1].piece is not None
    assert todo[1].piece.colour == other
    assert [(one.done, one.actions, one.held) for one in moments] == [
        (0, 0, False), (0, 0, True), (1, 0, False), (1, 0, True), (2, 1, False),
    ]  # fmt: skip
    todo, moments = movements(SensorModel(game, OCCUPANCY), before, [jump])
    assert [one.kind for one in todo] == ["move"]
    assert [(one.done, one.actions) for one in moments] == [(0, 0), (0, 0), (1, 1)]


def test_placed_stones_are_not_lifted_first() -> None:
    game = parse_setup("multiplicity size=3")
    todo, moments = movements(SensorModel(game), game.start(), game.parse_turn(game.start(), "c3"))
    assert todo == [Fault("place", "c3", Piece("white", 0))]
    assert [(one.done, one.actions, one.held) for one in moments] == [(0, 0, False), (1, 1, False)]


def test_a_task_goes_on_from_where_the_board_is() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors, start = SensorModel(game), game.start()
    actions = tuple(game.parse_turn(start, "e2-d2,d2-c2"))
    todo, moments = movements(sensors, start, actions)
    images = [sensors.image_of(moment.pieces) for moment in moments]
    for moment, image in zip(moments[:-1], images):
        before = Execute(actions, 0, (), tuple(todo[moment.done :]))
        task = task_for(sensors, start, actions, image, before)
        assert task is not None
        assert (task.movements, task.faults) == (tuple(todo[moment.done :]), ())
        assert task.step == moment.actions
        assert task.held == moment.held
    assert task_for(sensors, start, actions, images[-1]) is None
    assert task_for(sensors, start, actions, (0,) * 36) is None
    shown = list(images[1])
    # A piece set down beside its target goes on from that point.
    shown[game.topology.index["d3"]] = 1
    task = task_for(sensors, start, actions, tuple(shown))
    assert task is not None
    assert not task.held
    assert task.faults == ()
    assert task.movements[0] == Fault("move", "d2", todo[0].piece, "d3")
    shown = list(images[0])
    shown[game.topology.index["c4"]] = 2
    task = task_for(sensors, start, actions, tuple(shown))
    assert task is not None
    assert task.faults == (Fault("remove", "c4"),)
    assert task.movements == tuple(todo)


def test_one_piece_that_may_move_is_in_the_air_beside_counters_to_be_turned() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors = SensorModel(game)
    here = root(sensors, game.start())

    def lifted(**faces: int) -> bool:
        image = list(here.image)
        for point, face in faces.items():
            image[sensors.index[point]] = face
        return in_the_air(sensors, here, tuple(image))

    assert lifted(e2=0)
    assert lifted(e2=0, f2=2), "another one shows its other side"
    assert not lifted()
    assert not lifted(e2=2), "it lies there"
    assert not lifted(e2=0, f2=0)
    assert not lifted(e2=0, c3=1), "it has come down"
    assert not lifted(c3=1)
    assert not lifted(b5=0), "it is the other side's"


def test_a_lifted_piece_may_land_where_its_movements_end() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors = SensorModel(game)
    here = root(sensors, game.start())
    for point, targets in (("e1", ("d1", "e3")), ("e2", ("e3", "d2")), ("b5", None)):
        image = list(here.image)
        image[sensors.index[point]] = 0
        wanted = None if targets is None else Lifted(point, targets)
        assert piece_lifted(sensors, here, tuple(image)) == wanted


def test_a_lift_is_told_once_and_lasts_while_hands_are_to_move() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors = SensorModel(game)
    here, debouncer = root(sensors, game.start()), Debouncer(len(sensors.points))
    debouncer.whole(here.image, 0.0)
    watch = LiftedPiece(sensors, debouncer)
    assert watch.look(here, expected=True) is None
    debouncer.event(sensors.index["e2"], 0, 1.0)
    lifted = watch.look(here, expected=True)
    assert lifted is not None
    assert lifted.point == "e2"
    assert watch.look(here, expected=True) is None, "it has been told"
    assert watch.now == lifted
    assert watch.look(here, expected=False) is None
    assert watch.now is None, "nobody here is to move any more, though nothing was touched"


def test_lights_of_offers_questions_and_the_last_turn() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    last = game.parse_turn(game.start(), "e2-d2,d2-c2")
    a, b = Light.CHOICE_A, Light.CHOICE_B
    assert lights_for(TakeBack(1), None, last, (), ("a1",)) == {"a1": a, "d2": b, "c2": b}
    assert lights_for(None, None, last) == {"d2": Light.LAST, "c2": Light.LAST}
    assert lights_for(None, None, last[:1], last[1:], ("a1",)) == {
        "d2": Light.FROM, "c2": Light.TO, "a1": a,
    }  # fmt: skip
    assert lights_for(None, Lifted("d2", ("c2", "e2")), (), last[1:]) == {
        "c2": Light.TO, "d2": Light.LIFTED,
    }  # fmt: skip
    stones = parse_setup("multiplicity size=3")
    asked = stones.parse_turn(stones.start(), "c3")
    assert lights_for(None, None, (), asked) == {"c3": Light.PLACE}
    faults = (Fault("remove", "a1"), Fault("place", "b1"), Fault("odd", "c1"))
    assert lights_for(BoardMismatch(faults)) == {
        "a1": Light.REMOVE, "b1": Light.PLACE, "c1": Light.WRONG,
    }  # fmt: skip
    assert lights_for(Ambiguous((tuple(last), tuple(last[:1])))) == {
        "c2": a, "e2": b, "d2": b,
    }  # fmt: skip


def test_a_sensor_alone_against_a_line_is_doubted_once_and_after_a_while() -> None:
    game = parse_setup("multiplicity size=3")
    sensors = SensorModel(game)
    lines = [root(sensors, game.start())]
    number = game.topology.index["c3"]
    shown = tuple(int(n == number) for n in range(19))
    doubts = DoubtfulSensors(sensors)
    assert doubts.of(shown, DOUBT_DELAY_S - 0.1, lines) is None
    assert doubts.of(shown, SLOW_DOUBT_DELAY_S - 0.1, lines, patient=True) is None
    assert doubts.of(shown, DOUBT_DELAY_S, ()) is None
    assert doubts.of((0,) * 19, DOUBT_DELAY_S, lines) is None
    assert doubts.of((1, 1, *[0] * 17), DOUBT_DELAY_S, lines) is None
    assert doubts.of((ANY, *[0] * 18), DOUBT_DELAY_S, lines) is None
    assert doubts.of(shown, DOUBT_DELAY_S, lines) == Doubt("c3", (), None, True)
    assert doubts.of(shown, DOUBT_DELAY_S, lines) is None
    later = [follow(sensors, lines[0], game.parse_turn(game.start(), "c3"))]
    found = DoubtfulSensors(sensors).of((0,) * 19, SLOW_DOUBT_DELAY_S, later, patient=True)
    assert found == Doubt("c3", later[0].actions, Piece("white", 0), False)


def test_a_point_flickers_until_it_has_been_calm() -> None:
    watch = FlickerWatch()
    for number in range(FLICKER_CHANGES):
        assert watch.points(0.12 * number) == ()
        watch.changed(5, 0.12 * number)
        watch.changed(2, 0.16 * number)  # the pace of somebody who fidgets
    last = 0.12 * (FLICKER_CHANGES - 1)
    assert watch.points(last) == (5,)
    assert watch.points(last + CALM_AFTER_S) == (5,)
    assert watch.points(last + CALM_AFTER_S + 0.1) == ()
    for _ in range(FLICKER_CHANGES):
        watch.changed(2, 9.0)
        watch.changed(1, 9.0)
    assert watch.points(9.0) == (1, 2)


def test_an_earlier_position_is_offered_after_a_while_or_at_once_to_a_correcting_hand() -> None:
    game = parse_setup("multiplicity size=3 opening=free")
    sensors = SensorModel(game)
    states = [game.start()]
    for text in ("c3", "a3", "e1"):
        states.append(game.advance(states[-1], game.parse_action(states[-1], text)))
    question = TakeBackQuestion()
    shown = sensors.image(states[1])
    assert question.look(sensors, states[:3], shown, 0.7, False, None) == (True, None)
    assert question.look(sensors, states[:3], shown, 0.7, True, None) == (True, None)
    back, offered = question.look(sensors, states[:3], shown, 0.8, False, None)
    assert back
    assert offered is not None
    assert (offered.turns, offered.start, offered.corrected) == (2, states[1], False)
    at_once = question.look(sensors, states[:2], shown, 0.0, True, None)[1]
    assert at_once is not None
    assert (at_once.turns, at_once.corrected, at_once.start) == (1, True, states[1])
    assert question.look(sensors, states[:2], (1,) * 19, 9.0, True, None) == (False, None)
    instead = follow(sensors, root(sensors, states[1]), [game.parse_action(states[1], "e1")])
    assert question.look(sensors, states[:2], instead.image, 1.1, False, instead) == (True, None)
    other = question.look(sensors, states[:2], instead.image, 1.2, False, instead)[1]
    assert other is not None
    assert (other.turns, other.instead, other.start) == (1, instead.actions, states[1])
    assert (other.corrected, other.agreed) == (False, False)


def test_an_offer_is_agreed_to_by_the_button_or_by_another_turn() -> None:
    game = parse_setup("multiplicity size=3 opening=free")
    sensors = SensorModel(game)
    start = game.start()
    after = game.advance(start, game.parse_action(start, "c3"))
    shown = sensors.image(start)
    question = TakeBackQuestion()
    assert question.pressed(shown) is None
    assert question.start(game, [start, after], {0}) is None
    assert question.start(game, [start, after], {1}) == after
    assert question.start(game, [], {0, 1}) is None
    offer = TakeBack(2, start=start)
    question.said(offer, shown)
    assert question.offer == offer
    assert question.pressed(sensors.image(after)) is None
    agreed = question.pressed(shown)
    assert agreed is not None
    assert (agreed.turns, agreed.agreed, agreed.start) == (2, True, start)
    assert question.start(game, [start, after], {0}) == start
    instead = follow(sensors, root(sensors, start), [game.parse_action(start, "e1")])
    other = question.look(sensors, [after], instead.image, 1.2, False, instead)[1]
    assert other is not None
    assert (other.turns, other.instead, other.agreed) == (2, instead.actions, True)
    question.said(BoardMismatch(()), shown)
    assert question.offer == offer
    question.said(TurnSoFar((), True), shown)
    assert question.offer is None
    question.said(replace(offer, corrected=True), shown)
    assert question.offer is None
