"""Every reason for a refusal has one test case, and legal actions are never refused."""

from __future__ import annotations

import random

import pytest

from game.rules import Point
from game.screen.plugin.pages import ExamplePosition
from game.screen.plugin.refusals import find, refusal
from game.screen.rulebook.book import build
from tests.support.less_walls import walled

PLAIN = "less walls=" + "0" * 60
TEAM = "less seats=4 walls=" + "0" * 112


def mol(black: str, green: str, played: str = "") -> ExamplePosition:
    return ExamplePosition("more-or-less", {"black": black, "green": green}, played)


def less(white: str, black: str, walls: str = "", **fields: object) -> ExamplePosition:
    setup = "less walls=" + walled(walls)
    return ExamplePosition(setup, {"seats": (white, black), **fields})


CASES: tuple[tuple[str, ExamplePosition, tuple[Point, ...]], ...] = (
    ("centre", ExamplePosition("more-or-less"), ("b1",)),
    ("taken", ExamplePosition("more-or-less", played="a1"), ("a1",)),
    ("move", mol("b1", "d1"), ("a1",)),
    ("empty", mol("b1", "d1"), ("e1", "c2")),
    ("foreign", mol("b1", "d1"), ("b1", "c1")),
    ("taken", mol("b1", "d1"), ("d1", "b1")),
    ("rim", mol("b1", "g1"), ("g1", "g3")),
    ("line", mol("b1", "d1"), ("d1", "b4")),
    ("row", mol("b1 a1", "d1"), ("d1", "b6")),
    ("far", mol("b1", "g2"), ("g2", "a1")),
    ("slide", mol("b1", "g1"), ("g1", "e1")),
    ("gap", less("a1", ""), ("a1", "c1")),
    ("diagonal", less("b2", ""), ("b2", "c3")),
    ("far", less("b2", ""), ("b2", "e2")),
    ("two", less("b2 c2 d2", ""), ("b2", "e2")),
    ("gap", less("b2", ""), ("b2", "d2")),
    ("wall", less("b2 c2", "", "b2c2"), ("b2", "d2")),
    ("wall", less("b2 c2", "", "c2d2"), ("b2", "d2")),
    ("cost", less("b2", "", "b2c2:2", left=2), ("b2", "c2")),
    ("waste", less("b3", "", "b3c3 c3c4 c3d3 c2c3"), ("b3", "c3")),
    ("taken", less("b2", "b3"), ("b2", "b3")),
    ("foreign", less("b2", "b3"), ("b3", "b4")),
    ("empty", less("b2", ""), ("d4", "d5")),
    ("partner", ExamplePosition(TEAM, {"seats": ("a1", "a8", "g1", "h8")}), ("g1", "f1")),
    (
        "handed",
        ExamplePosition(TEAM, {"seats": ("g7 h7 g8 h8", "a8", "d4", "h1")}),
        ("g7", "f7"),
    ),
    ("taken", ExamplePosition("libra size=3 mode=target target=2", played="Wc3"), ("c3",)),
    ("blocked", ExamplePosition("libra size=3 mode=target target=2 obstacles=c3"), ("c3",)),
    ("bound", ExamplePosition("multiplicity size=4", played="d4"), ("a4",)),
    ("free", ExamplePosition("multiplicity size=4", played="d4 d5"), ("d3",)),
    ("taken", ExamplePosition("multiplicity size=4", played="d4"), ("d4",)),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{'-'.join(case[2])}")
def test_each_reason_is_told(case: tuple[str, ExamplePosition, tuple[Point, ...]]) -> None:
    why, position, points = case
    game, state = build(position)
    assert find(game, state, points) is None
    answer = refusal(game, state, points)
    assert answer.key == why
    assert answer.text.endswith(".")


def test_a_third_visit_is_told() -> None:
    position = mol("b1 b8", "d1 e17", "d1>a1,a1>d1,d1>a1")
    game, state = build(position)
    assert game.to_move(state) == 1  # seat 1's train may go on, over b8
    assert find(game, state, ("a1", "d1")) is None
    assert refusal(game, state, ("a1", "d1")).key == "twice"
    assert refusal(game, state, ("e17", "e16")).key == "other"


def test_only_jumps_go_on_after_a_jump_and_one_after_a_slide() -> None:
    game, state = build(mol("b1 b8", "d1 e17", "d1>a1"))
    assert refusal(game, state, ("a1", "b4")).key == "train"
    game, state = build(mol("b1", "g1", "g1~c2"))
    assert refusal(game, state, ("c2", "d2")).key == "slid"


@pytest.mark.parametrize(
    "setup",
    [
        "more-or-less",
        "less tiles=A0B1C2D3E0F1G2H3I0",
        "less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3",
        "libra size=4 mode=target target=5 obstacles=d4",
        "multiplicity size=4",
    ],
)
def test_legal_actions_are_found_and_all_others_get_a_sentence(setup: str) -> None:
    dice = random.Random(4)
    game, state = build(ExamplePosition(setup))
    points = game.topology.points
    while not game.over(state) and game.turns(state) < 60:
        legal = game.legal(state)
        action = dice.choice(legal)
        if action.points:
            ends = (
                action.points if len(action.points) == 1 else (action.points[0], action.points[-1])
            )
            colour = action.piece.colour if action.piece else ""
            assert find(game, state, ends, colour) == action
        moving = any(a.source is not None for a in legal)
        tried = (dice.choice(points), dice.choice(points)) if moving else (dice.choice(points),)
        if find(game, state, tried) is None and tried[0] != tried[-1]:
            assert refusal(game, state, tried).text
        state = game.play(state, action).state
    assert refusal(game, state, (points[0], points[1])).text
