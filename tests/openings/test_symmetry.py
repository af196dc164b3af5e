"""The canonical text of a position is the same however the board is turned."""

from __future__ import annotations

import random

import pytest

from game.openings.symmetry import key_of, mapped, reverse, symmetries, ways_to
from game.rules import Game
from game.rules.registry import parse_setup
from tests.engine.engine_tools import play_turns

SETUPS = {
    "more-or-less": 20,
    "more-or-less board=decagon-51": 20,
    "libra size=4": 24,
    "libra size=4 obstacles=a4": 4,
    "multiplicity size=5": 12,
    "multiplicity size=4 opening=free": 12,
    "less seed=3": 1,
}


def play(game: Game, turns: int, seed: int) -> list[str]:
    """Return some random turns as text."""
    dice, state, texts = random.Random(seed), game.start(), []
    while game.turns(state) < turns:
        actions, begun = [], game.turns(state)
        while game.turns(state) == begun:
            actions.append(dice.choice(game.legal(state)))
            state = game.advance(state, actions[-1])
        texts.append(game.turn_text(actions))
    return texts


@pytest.mark.parametrize("setup", SETUPS)
def test_all_ways_lead_to_one_text_which_the_rules_read(setup: str) -> None:
    game = parse_setup(setup)
    assert len(symmetries(game)) == SETUPS[setup]
    for seed in range(3):
        turns = play(game, 4, seed)
        key, _way = key_of(game, play_turns(game, turns))
        keys = {
            key_of(game, play_turns(game, [mapped(turn, way) for turn in turns]))[0]
            for way in symmetries(game)
        }
        assert keys == {key}
        assert key_of(game, game.from_position(key))[0] == key


@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_legal_there_is_legal_here(setup: str) -> None:
    game = parse_setup(setup)
    state = play_turns(game, play(game, 3, 5))
    key, way = key_of(game, state)
    there = {action.text for action in game.legal(game.from_position(key))}
    assert {mapped(action.text, way) for action in game.legal(state)} == there
    assert {mapped(text, reverse(way)) for text in there} == {a.text for a in game.legal(state)}


def test_an_empty_board_is_like_itself_in_every_way() -> None:
    game = parse_setup("libra size=4")
    key = key_of(game, game.start())[0]
    assert len(ways_to(game, game.start(), key)) == 24
    state = play_turns(game, ["Wa4"])
    assert len(ways_to(game, state, key_of(game, state)[0])) == 2
