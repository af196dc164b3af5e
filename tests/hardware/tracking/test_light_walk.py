"""Lights show a turn as a walk, hop by hop in order, and the whole way at the end."""

from __future__ import annotations

import random

import pytest

from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from hardware.tracking.guidance import LAST_PICTURE_S, PICTURE_S, LightWalk, walk
from hardware.wire.palette import Light
from tools.rig.clumsy import random_turn


def a_train(seed: int, least: int = 3) -> tuple[Game, State, list[Action]]:
    """Return a turn of several jumps from a random game."""
    game, dice = parse_setup("more-or-less"), random.Random(seed)
    while True:
        state = game.start()
        while not game.over(state):
            turn = random_turn(game, state, dice)
            if sum(action.kind == "jump" for action in turn) >= least:
                return game, state, turn
            for action in turn:
                state = game.play(state, action).state


@pytest.mark.parametrize("seed", [1, 2])
def test_a_train_is_walked_hop_by_hop(seed: int) -> None:
    game, state, turn = a_train(seed)
    hops = [action for action in turn if action.points]
    pictures = walk(game, state, turn)
    assert pictures[0] == {hops[0].source: Light.FROM}
    assert len(pictures) == len(hops) + 2
    for action, picture in zip(hops, pictures[1:]):
        assert picture[action.points[-1]] == Light.TO
        assert list(picture.values()).count(Light.TO) == 1
        if action.kind == "jump":
            assert list(picture.values()).count(Light.FLIP) == 1
    ways = {point for action in hops for point in (action.source, action.points[-1])}
    assert ways <= set(pictures[-1]), "at the end the whole way is seen"
    assert pictures[-1][hops[-1].points[-1]] == Light.GOOD


def test_stones_and_passes() -> None:
    game = parse_setup("multiplicity size=3")
    actions = game.parse_turn(game.start(), "c3")
    assert walk(game, game.start(), actions) == ({"c3": Light.PLACE}, {"c3": Light.GOOD})
    assert walk(game, game.start(), ()) == ()
    assert LightWalk(()).at(3.0) == {}


def test_it_begins_anew_after_a_rest() -> None:
    pictures: list[dict[str, int]] = [{"a1": 1}, {"a1": 2}, {"a1": 3}]
    shown = LightWalk(pictures)
    assert [shown.at(step * PICTURE_S + 0.01)["a1"] for step in range(3)] == [1, 2, 3]
    assert shown.at(2 * PICTURE_S + LAST_PICTURE_S - 0.01)["a1"] == 3
    assert shown.at(2 * PICTURE_S + LAST_PICTURE_S + 0.01)["a1"] == 1
