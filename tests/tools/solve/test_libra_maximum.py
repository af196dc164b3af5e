"""For the maximum of groups on a board of Libra, theorem, sweep and verifier agree."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from game.games.libra.engine.bidding import Bidder
from game.games.libra.engine.frontier import most_groups
from game.games.libra.engine.maximum import (
    best_filling,
    ceiling,
    most_of,
    most_on_hexagon,
)
from game.games.libra.engine.profile import PROFILE
from game.games.libra.rules import Libra
from game.rules.topology import Topology, hexagon
from tools.referee.libra import groups_of
from tools.solve.command import main
from tools.solve.libra.certificate import bound_of, weights_of


def most_by_trying(board: Topology, blocked: list[str]) -> int:
    """Return the maximum number of groups, by trying all fillings."""
    free = [cell for cell in board.points if cell not in blocked]
    fillings = product((False, True), repeat=len(free))
    return max(
        groups_of(board, blocked, {cell for cell, white in zip(free, filling) if white})
        for filling in fillings
    )


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_filling_certificate_and_sweep_agree(side: int) -> None:
    board, most = hexagon(side), most_on_hexagon(side)
    assert groups_of(board, (), best_filling(board)) == most
    assert bound_of(board, weights_of(board)) == most
    swept = most_groups(board)
    assert swept.groups == most == groups_of(board, (), swept.white)


@pytest.mark.slow
@pytest.mark.parametrize("side", [6, 7])
def test_the_sweep_proves_large_sides_too(side: int) -> None:
    assert most_groups(hexagon(side)).groups == most_on_hexagon(side)


@pytest.mark.parametrize("side", [6, 7, 8, 9])
def test_large_sides_by_certificate(side: int) -> None:
    board = hexagon(side)
    assert bound_of(board, weights_of(board)) == most_on_hexagon(side)
    assert groups_of(board, (), best_filling(board)) == most_on_hexagon(side)


def test_the_verifier_refuses_weights_that_prove_nothing() -> None:
    board = hexagon(4)
    weights = weights_of(board)
    heavy = next(triangle for triangle, weight in weights.items() if weight == Fraction(1, 2))
    for wrong in (Fraction(2, 5), Fraction(-1, 6)):
        with pytest.raises(ValueError, match="lighter"):
            bound_of(board, weights | {heavy: wrong})


def test_the_sweep_finds_the_best_of_all_fillings() -> None:
    dice, board = random.Random(13), hexagon(3)
    for _ in range(12):
        blocked = dice.sample(board.points, dice.randrange(8, 14))
        most = most_groups(board, blocked)
        assert most.groups == most_by_trying(board, blocked), blocked
        assert groups_of(board, blocked, most.white) == most.groups
        assert most.groups <= ceiling(3, len(blocked))


def test_the_sweep_tells_how_far_it_is() -> None:
    told: list[tuple[int, int, int]] = []
    most_groups(hexagon(3), ("c3",), lambda *numbers: told.append(numbers))
    assert [done for done, _cells, _kept in told] == list(range(1, 19))
    assert told[-1] == (18, 18, 1)


@pytest.mark.parametrize("obstacles", [(), ("a7", "b5", "c5", "d5")])
def test_nobody_bids_more_than_can_be_made(obstacles: tuple[str, ...]) -> None:
    game = Libra(4, "bid", 0, obstacles)
    bidder = Bidder(game, PROFILE, 1)
    bidder._trials = [30] * 50
    state, most = game.start(), most_of(game)
    assert bidder.choose(state).cost == most
    state = game.advance(state, game.action(2 * 37 + most))
    assert bidder.choose(state).kind == "pass"


def test_the_command_answers_and_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["libra-maximum", "--size", "4", "--sweep"]) == 0
    said = capsys.readouterr().out
    assert said.count("14 groups") == 4
    assert "144 weights" not in said
    assert "54 weights allow 14 at most" in said
    assert main(["libra-maximum", "--size", "3", "--obstacles", "c3,a4"]) == 0
    assert "17 cells" in capsys.readouterr().out
