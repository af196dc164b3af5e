"""The position in which threats are searched is the same position with the turn passed."""

from __future__ import annotations

from game.engine.bots.threats import as_if_passed
from game.rules.registry import parse_setup
from tests.engine.engine_tools import play_randomly, race


def test_the_opponent_moves_and_nothing_else_changes() -> None:
    for setup, actions in (("less seed=2", 0), ("libra size=3", 4), ("multiplicity size=3", 12)):
        game = parse_setup(setup)
        state = play_randomly(game, game.start(), actions, 1)
        passed = as_if_passed(game, state)
        assert passed is not None
        assert game.to_move(passed) == 1 - game.to_move(state)
        assert game.pieces(passed) == game.pieces(state)
        assert game.legal(passed)


def test_where_a_pass_makes_no_sense() -> None:
    bid = parse_setup("libra mode=bid")
    assert as_if_passed(bid, bid.start()) is None
    opening = parse_setup("multiplicity")
    assert as_if_passed(opening, opening.start()) is None
    less = parse_setup("less seed=2")
    begun = play_randomly(less, less.start(), 1, 1)
    assert as_if_passed(less, begun) is None
    assert as_if_passed(less, race(less, ["c2", "d3", "e3", "f4"])) is None
