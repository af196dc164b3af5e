"""Stored solutions of puzzles are right, proved numbers are proved again, and the judge works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.games.libra.screen.rulebook import BLACK as BLACK_STONE
from game.games.libra.screen.rulebook import GREY, WHITE, GroupsBuilder
from game.games.more_or_less.screen.rulebook import (
    BLACK,
    GREEN,
    StuckBuilder,
    stuck_moves,
    stuck_solution,
)
from game.games.multiplicity.screen.rulebook import ProductBuilder
from game.rules import BoardError
from game.rules.boards import parse_board, read_board, shipped_boards
from game.rules.registry import parse_setup, titles
from game.screen.plugin.pages import BuildingPuzzle
from game.screen.plugin.puzzle_builder import BuilderFeedback
from game.screen.rulebook.book import pages_of
from tests.support.waiting import until

SHOWN = [page.shows for key in titles() for page in pages_of(key)]
PUZZLES = {shows.kind: shows for shows in SHOWN if isinstance(shows, BuildingPuzzle)}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_stuck_position_is_kept_for_every_board_and_colour(seat: int) -> None:
    boards = {parse_setup(setup).topology.name for setup in PUZZLES["stuck"].setups}
    assert boards == {parse_board(read_board(name)).name for name in shipped_boards()}
    for setup in PUZZLES["stuck"].setups:
        pieces = stuck_solution(setup, seat)
        assert len(pieces) == 25
        own = sum(piece == (BLACK, GREEN)[seat] for piece in pieces.values())
        assert 7 <= own <= 18
        game = parse_setup(setup)
        assert stuck_moves(game, pieces, seat) == 0
        assert stuck_moves(game, pieces, 1 - seat) > 0


def test_the_bench_counts_and_praises_groups() -> None:
    bench = GroupsBuilder(PUZZLES["groups"])
    assert "size=2" in bench.setup
    bench.other_board(1)
    assert "0 groups" in bench.said.text
    for stone in (WHITE, BLACK_STONE, GREY):
        bench.cycle("c3")
        assert bench.pieces["c3"] == stone
    bench.cycle("c3")
    assert not bench.pieces
    bench.solve()
    assert bench.said.kind == "good"
    assert "8 groups" in bench.said.text
    bench.other_board(1)
    assert not bench.pieces
    assert "size=4" in bench.setup


def test_the_most_for_ones_own_grey_counters_is_worked_out_beside_the_frames() -> None:
    bench = GroupsBuilder(PUZZLES["groups"])
    bench.other_board(1)
    bench.cycle("c3", back=True)
    before = bench.pulse
    for point in bench.game.topology.points:
        if point not in bench.pieces:
            bench.cycle(point)
    assert until(lambda: bench.solvable), "no answer"
    assert bench.pulse != before
    assert "1 group." in bench.said.text
    assert "9 are possible" in bench.said.text
    bench.solve()
    assert bench.said.kind == "good"
    assert bench.pieces["c3"] == GREY
    bench.close()
    assert not bench.solvable, "nobody works for it any more"


def test_the_bench_says_what_a_stuck_position_lacks() -> None:
    bench = StuckBuilder(PUZZLES["stuck"])
    bench.cycle("a1")
    assert "1 of 25" in bench.said.text
    bench.solve()
    assert bench.said.kind == "good"
    free = next(p for p in bench.game.topology.points if p not in bench.pieces)
    taken = next(p for p, piece in bench.pieces.items() if piece == BLACK)
    del bench.pieces[taken]
    bench.pieces[free] = GREEN
    assert bench.said.kind != "bad" or "18" in bench.said.text
    bench.pieces = dict.fromkeys(list(bench.pieces), GREEN)
    assert bench.said.kind == "bad"


def test_what_lies_is_judged_for_the_colour_chosen() -> None:
    bench = StuckBuilder(PUZZLES["stuck"])
    bench.solve()
    assert "Green can neither" in bench.said.text
    bench.other_colour()
    assert "Black can still move" in bench.said.text
    bench.solve()
    assert "Black can neither" in bench.said.text


def test_a_board_of_ones_own_is_judged_by_the_rules(tmp_path: Path) -> None:
    data = json.loads(read_board("decagon-71"))
    data["name"] = "mine"
    own = tmp_path / "my board.json"
    own.write_text(json.dumps(data), encoding="utf-8")
    bench = StuckBuilder(PUZZLES["stuck"])
    bench.take_board(str(own))
    assert bench.game.topology.name == "mine"
    assert not bench.solvable, "we keep no solution for it"
    bench.pieces = stuck_solution("more-or-less board=decagon-71")
    assert bench.said.kind == "good"
    with pytest.raises(BoardError):
        bench.take_board(str(tmp_path / "none.json"))
    assert bench.board == str(own)


def test_the_bench_of_products_knows_what_so_many_stones_can_make() -> None:
    bench = ProductBuilder(PUZZLES["product"])
    assert "size=3" in bench.setup
    for cell in ("a3", "a4", "c1", "e1"):
        bench.cycle(cell)
    assert bench.said.text.startswith("4 stones: 2.")
    assert "4 is possible" in bench.said.text
    bench.solve()
    assert bench.said == BuilderFeedback("4 stones: 4. More is impossible.", "good")
    bench.clear()
    bench.solve()
    assert "9 stones: 27" in bench.said.text
    for cell in bench.game.topology.points:
        if cell not in bench.pieces:
            bench.cycle(cell)
    assert bench.said.kind == "bad"
