"""Comments on a game that do not describe an action are right."""

from __future__ import annotations

import re

import pytest

from game.games.less.rules import Less
from game.rules.registry import parse_setup
from game.screen.plugin.commentary import commentary_of


@pytest.mark.parametrize("setup", ["less seed=1", "less seed=1 seats=4", "less seed=8"])
def test_walls_are_told_in_words(setup: str) -> None:
    game = parse_setup(setup)
    words = commentary_of(game).layout()
    told = {
        frozenset((one, two)): 2 if "Double" in sentence else 1
        for sentence in words.split(". ")
        for one, two in re.findall(r"(\w\d)–(\w\d)", sentence)
    }
    neighbours = game.topology.neighbours
    edges = {frozenset((one, two)) for one in neighbours for two in neighbours[one]}
    assert isinstance(game, Less)
    walls = {edge: game.wall(*edge) for edge in edges}
    assert told == {edge: count for edge, count in walls.items() if count}


def test_where_nothing_is_to_be_set_up_nothing_is_said() -> None:
    for setup in ("less walls=" + 60 * "0", "libra size=3", "more-or-less"):
        game = parse_setup(setup)
        assert commentary_of(game).layout() == ""
