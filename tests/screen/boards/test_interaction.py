"""In all four games, actions can be chosen on the board by pointer, by finger and by keys."""

from __future__ import annotations

from typing import Any

import pytest

from game.games.less.screen.plugin import SAMPLE
from game.rules import Game, State
from game.rules.base import Action
from game.rules.registry import parse_setup
from game.screen.boards.interaction import Interaction, PointingMode, point_beside
from tests.support.setups import SETUPS


def at(setup: str, *turns: str) -> tuple[Interaction, Game, State]:
    game = parse_setup(setup)
    state = game.start()
    for turn in turns:
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state
    hand = Interaction(game)
    hand.set_position(state, game.legal(state), True)
    return hand, game, state


def movement(apart: int = 1) -> tuple[Interaction, Game, State]:
    """Return More or Less at its first movement turn, with counters on every `apart`-th point."""
    game = parse_setup("more-or-less")
    state = game.start()
    for action in [game.topology.centre, *game.topology.points[1::apart][:24]]:
        state = game.play(state, game.parse_action(state, str(action))).state
    assert game.phase(state) == "movement"
    hand = Interaction(game)
    hand.set_position(state, game.legal(state), True)
    return hand, game, state


def go_on(hand: Interaction, game: Game, state: State, action: Action | None) -> State:
    assert action is not None
    state = game.play(state, action).state
    hand.set_position(state, game.legal(state), True)
    return state


# -- placing -----------------------------------------------------------------------------------


def test_a_click_places_where_the_ghost_was() -> None:
    hand, _, _ = at("multiplicity size=3")
    assert hand.starts == set()
    assert len(hand.placements) == 19
    hand.point_at("c3")
    assert hand.aimed is not None
    assert hand.aimed.text == "c3"
    aimed = hand.aimed
    assert hand.press("c3") is None
    assert hand.placing, "the stone is in the hand"
    assert hand.release("c3") == aimed
    assert not hand.placing


def test_a_new_stone_is_drawn_to_where_it_is_let_go() -> None:
    hand, _, _ = at("multiplicity size=3", "c3")
    hand.press("c4")
    hand.point_at("b3")
    action = hand.release("b3")
    assert action is not None
    assert action.text == "b3"
    hand.press("c4")
    assert hand.release("c3") is None
    assert hand.refused == "c3"
    hand.press("c4")
    assert hand.release(None) is None, "let go beside the board it goes away"
    assert hand.refused is None
    hand.press("c4")
    assert hand.cancel()
    assert hand.release("c4") is None


def test_a_finger_aims_first_and_places_with_the_second_tap() -> None:
    hand, _, _ = at("multiplicity size=3")
    assert hand.press("c3", touch=True) is None
    assert hand.proposal is not None
    assert hand.proposal.text == "c3"
    assert hand.press("d3", touch=True) is None
    placed = hand.press("d3", touch=True)
    assert placed is not None
    assert placed.text == "d3"


def test_a_stone_of_libra_takes_the_colour_that_is_chosen() -> None:
    hand, _, _ = at("libra size=3 mode=target target=4")
    assert hand.two_colours
    hand.point_at("c3")
    assert hand.aimed is not None
    assert hand.aimed.text == "Wc3"
    hand.turn_colour()
    assert hand.aimed.text == "Bc3"
    hand.turn_colour("white")
    hand.press("c3")
    released = hand.release("c3")
    assert released is not None
    assert released.text == "Wc3"


def test_a_second_tap_of_a_finger_turns_the_stone_in_libra() -> None:
    hand, _, _ = at("libra size=3 mode=target target=4")
    assert hand.press("c3", touch=True) is None
    assert hand.press("c3", touch=True) is None
    assert hand.proposal is not None
    assert hand.proposal.text == "Bc3"


def test_bound_and_free_cells_are_all_that_can_be_placed_on() -> None:
    hand, game, _ = at("multiplicity size=3", "c3")
    assert set(hand.placements) == set(game.topology.neighbours["c3"])
    assert hand.press("a3") is None
    assert hand.proposal is None


# -- moving ------------------------------------------------------------------------------------


def test_click_and_click_moves_a_piece() -> None:
    hand, _, _ = at(SAMPLE)
    assert hand.press("c4") is None
    assert hand.source is None, "nothing lies there"
    assert hand.press("e2") is None
    assert hand.source == "e2"
    hand.release("e2")
    assert {"d2", "e3"} >= set(hand.targets) != set()
    target = sorted(hand.targets)[0]
    assert hand.press(target) == hand.targets[target]


def test_drag_moves_a_piece_and_a_drag_to_nowhere_keeps_it_chosen() -> None:
    hand, _, _ = at(SAMPLE)
    hand.press("e2")
    target = sorted(hand.targets)[0]
    assert hand.release(target) == hand.targets[target]
    hand.press("e2")
    assert hand.release("a1") is None
    assert hand.source == "e2"


def test_pressing_beside_lets_go_and_another_piece_is_chosen_instead() -> None:
    hand, _, _ = at(SAMPLE)
    hand.press("e2")
    hand.press("f2")
    assert hand.source == "f2"
    hand.press(None)
    assert hand.source is None


def test_escape_lets_go_step_by_step() -> None:
    hand, _, _ = at(SAMPLE)
    hand.press("e2")
    assert hand.cancel()
    assert hand.source is None
    assert not hand.cancel(), "nothing is chosen: the scene may open its menu"


def test_a_train_keeps_its_counter_and_enter_stops_it() -> None:
    hand, game, state = movement()
    jump = next(
        a
        for a in hand.moves
        if a.kind == "jump" and any(b.kind == "stop" for b in game.legal(game.play(state, a).state))
    )
    hand.press(jump.source)
    assert hand.press(jump.target) == jump
    state = go_on(hand, game, state, jump)
    assert hand.source == jump.target == hand.forced
    assert not hand.cancel(), "a train in progress is not let go by accident"
    hand.point_at(None)
    stop = hand.act()
    assert stop is not None
    assert stop.kind == "stop"
    landing = sorted(hand.targets)[0]
    hand.point_at(landing)
    assert hand.proposal == hand.targets[landing] == hand.press(landing)


def test_after_a_slide_the_jump_is_all_there_is() -> None:
    hand, game, state = movement(3)
    slide = next(a for a in hand.moves if a.kind == "slide")
    state = go_on(hand, game, state, slide)
    assert hand.source == slide.target
    assert hand.stop is None
    assert {a.kind for a in hand.legal} == {"jump"}


# -- keyboard ----------------------------------------------------------------------------------


def walk(hand: Interaction, target: str) -> None:
    """Move the cursor to a point by arrow keys, along the shortest path."""
    board = hand.game.topology
    hand.step(1, 0)  # shows the cursor
    ways: dict[str, Any] = {str(hand.cursor): []}
    todo = [str(hand.cursor)]
    while target not in ways:
        here = todo.pop(0)
        for way in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            there = point_beside(board, here, *way)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], way]
                todo.append(there)
    for way in ways[target]:
        assert hand.step(*way)
    assert hand.cursor == target


def test_keys_place() -> None:
    hand, _, _ = at("multiplicity size=3")
    walk(hand, "a4")
    assert hand.aim == "a4"
    action = hand.act()
    assert action is not None
    assert action.text == "a4"


def test_keys_choose_and_move() -> None:
    hand, _, _ = at(SAMPLE)
    walk(hand, "e2")
    assert hand.act() is None
    assert hand.source == "e2"
    target = sorted(hand.targets)[0]
    walk(hand, target)
    assert hand.act() == hand.targets[target]


def test_the_first_arrow_only_shows_the_cursor() -> None:
    hand, _, _ = at("multiplicity size=3")
    hand.point_at("a3")
    assert hand.step(1, 0)
    assert hand.cursor == "a3"
    assert hand.mode is PointingMode.KEYS
    assert hand.step(1, 0)
    assert hand.cursor != "a3"


def test_arrows_stop_at_the_rim() -> None:
    hand, _, _ = at(SAMPLE)
    walk(hand, "a1")
    assert not hand.step(-1, 0)
    assert not hand.step(0, 1)
    assert hand.cursor == "a1"


def test_tabbing_through_what_can_be_done() -> None:
    hand, _, _ = at(SAMPLE)
    seen = set()
    for _ in range(len(hand.starts)):
        assert hand.jump_to_next()
        seen.add(hand.cursor)
    assert seen == hand.starts
    hand.act()
    hand.jump_to_next()
    assert hand.cursor in hand.targets


@pytest.mark.parametrize("setup", SETUPS)
def test_every_point_is_reached_by_arrows(setup: str) -> None:
    board = parse_setup(setup).topology
    seen = {board.points[0]}
    todo = [board.points[0]]
    while todo:
        here = todo.pop()
        for way in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            there = point_beside(board, here, *way)
            if there is not None and there not in seen:
                seen.add(there)
                todo.append(there)
    assert seen == set(board.points)


def test_right_and_left_keep_to_a_row_of_cells() -> None:
    board = parse_setup("libra size=5").topology
    here: str | None = "a5"
    heights = []
    while here is not None:
        heights.append(board.xy[here][1])
        here = point_beside(board, here, 1, 0)
    assert len(heights) == 9
    assert max(heights) - min(heights) < 0.13


# -- bids and passes -----------------------------------------------------------------------------


def test_bids_rise_and_enter_bids() -> None:
    hand, game, state = at("libra size=3 mode=bid")
    assert hand.proposal is not None
    assert hand.proposal.text == "bid1"
    assert hand.pass_ is None
    hand.set_bid(7)
    bid = hand.act()
    assert bid is not None
    assert bid.text == "bid7"
    state = go_on(hand, game, state, bid)
    assert hand.bid == 8
    assert hand.pass_ is not None
    hand.set_bid(99)
    assert hand.bid == 19
    hand.set_bid(-1)
    assert hand.bid == 8


def test_nothing_can_be_done_while_another_is_to_move() -> None:
    hand, _, state = at(SAMPLE)
    hand.set_position(state, hand.legal, False)
    hand.point_at("e2")
    assert hand.press("e2") is None
    assert hand.act() is None
    assert hand.proposal is None
    assert hand.aim is None
    assert hand.reach == set()


def test_previews_say_what_would_happen() -> None:
    hand, game, state = movement()
    jump = next(a for a in hand.moves if a.kind == "jump")
    assert hand.preview(jump) == game.play(state, jump)


def test_the_cursor_stays_where_it_went_when_the_same_position_is_told_again() -> None:
    hand, game, state = movement()
    jump = next(
        a
        for a in hand.moves
        if a.kind == "jump" and any(b.kind == "stop" for b in game.legal(game.play(state, a).state))
    )
    state = go_on(hand, game, state, jump)
    hand.step(1, 0)
    assert hand.cursor == hand.forced
    assert any(hand.step(*way) for way in ((1, 0), (-1, 0), (0, 1)))
    there = hand.cursor
    hand.set_position(state, game.legal(state), True)
    assert hand.cursor == there != hand.forced
