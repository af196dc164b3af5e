"""For the largest products of Multiplicity, ceiling, stored groups and verifier agree."""

from __future__ import annotations

import pytest

from game.games.multiplicity.engine.products import best_groups, ceiling, most_stones
from game.rules.topology import hexagon
from tools.referee.multiplicity import product_of
from tools.solve.command import main
from tools.solve.multiplicity.product import largest_product, multisets, shapes, turn


def test_no_sum_has_a_larger_product() -> None:
    assert [ceiling(stones) for stones in range(60)] == [largest_product(n) for n in range(60)]


@pytest.mark.parametrize("side", range(3, 9))
def test_kept_groups_make_the_ceiling(side: int) -> None:
    for stones in range(most_stones(side) + 1):
        groups = best_groups(side, stones)
        if groups is None:
            assert stones > 60, "only on large boards is something missing in between"
            continue
        cells = [cell for group in groups for cell in group]
        assert len(set(cells)) == len(cells) == stones
        assert product_of(side, cells) == ceiling(stones)


@pytest.mark.parametrize(("side", "stones"), [(3, 10), (4, 19), (5, 31), (6, 45), (7, 61), (8, 78)])
def test_how_far_it_is_known(side: int, stones: int) -> None:
    assert most_stones(side) == stones


def test_the_verifier_refuses_cells_that_are_none() -> None:
    with pytest.raises(ValueError, match="no cell"):
        product_of(3, ["a1"])


def test_shapes_and_sizes_that_are_packed() -> None:
    board = hexagon(3)
    assert len(shapes(board, 2)) == 42
    assert len(shapes(board, 3)) == 24 + 87, "triangles, and bent or straight ones"
    assert turn(board, frozenset({"a3"})) == {"e3"}
    assert [sum(size * n for size, n in sizes.items()) for sizes in multisets(31)] == [31, 31]


def test_the_command_shows_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["multiplicity-product", "--size", "4"]) == 0
    assert "their product is 729" in capsys.readouterr().out
    assert main(["multiplicity-product", "--size", "8", "--stones", "84"]) == 1
    assert "up to 78 stones" in capsys.readouterr().out
