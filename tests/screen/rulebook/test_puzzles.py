"""Puzzles: kept solutions are right, proved numbers are proved again, the bench judges."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.rules import BoardError, Libra, parse_setup, titles
from game.rules.boards import parse_board, read_board, shipped_boards
from game.rules.topology import HEX_DIRECTIONS
from game.screen.games.libra.groups_bench import STONES, GroupsBench, best_groups, count_groups
from game.screen.games.more_or_less.stuck import (
    BLACK,
    GREEN,
    StuckBench,
    stuck_moves,
    stuck_solution,
)
from game.screen.games.pages import Puzzle
from game.screen.rulebook.book import pages_of

SHOWN = [page.shows for key in titles() for page in pages_of(key)]
PUZZLES = {shows.kind: shows for shows in SHOWN if isinstance(shows, Puzzle)}


def most_groups(side: int) -> int:
    """The most groups on a full hexagon, by dynamic programming over the frontier.

    A state is the colours and the connections of the cells that still have neighbours to come;
    its value the largest number of groups closed so far.
    """
    cells = [
        (q, r) for q in range(1 - side, side) for r in range(1 - side, side) if abs(q + r) < side
    ]
    place = {cell: number for number, cell in enumerate(cells)}

    def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
        return [(cell[0] + dx, cell[1] + dy) for dx, dy in HEX_DIRECTIONS]

    last = {c: max(place[o] for o in [c, *beside(c)] if o in place) for c in cells}
    frontier: list[tuple[int, int]] = []
    states: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    for number, cell in enumerate(cells):
        touching = [k for k, other in enumerate(frontier) if other in beside(cell)]
        wider = [*frontier, cell]
        keep = [k for k, other in enumerate(wider) if last[other] > number]
        following: dict[tuple[tuple[int, int], ...], int] = {}
        for state, closed in states.items():
            for colour in (0, 1):
                joined = {state[k][1] for k in touching if state[k][0] == colour}
                own = min(joined, default=len(state) + 1)
                groups = [own if group in joined else group for _c, group in state] + [own]
                colours = [c for c, _group in state] + [colour]
                kept = [groups[k] for k in keep]
                names = {group: n for n, group in enumerate(dict.fromkeys(kept))}
                key = tuple((colours[k], names[groups[k]]) for k in keep)
                value = closed + len(set(groups)) - len(names)
                following[key] = max(value, following.get(key, -1))
        frontier, states = [wider[k] for k in keep], following
    return max(states.values())


@pytest.mark.parametrize("side", [2, 3, 4])
def test_no_more_groups_are_possible(side: int) -> None:
    best = best_groups(side)
    assert best.proved
    assert most_groups(side) == best.groups


@pytest.mark.slow
def test_no_more_groups_are_possible_on_side_five() -> None:
    assert most_groups(5) == best_groups(5).groups


@pytest.mark.parametrize("side", range(2, 9))
def test_the_kept_solution_has_that_many_groups(side: int) -> None:
    game = parse_setup(f"libra size={side} mode=target target=1")
    assert isinstance(game, Libra)
    best = best_groups(side)
    white = set(best.white)
    pieces = {p: STONES[0] if p in white else STONES[1] for p in game.topology.points}
    assert white <= set(game.topology.points)
    assert count_groups(game, pieces) == best.groups


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
    bench = GroupsBench(PUZZLES["groups"])
    assert "size=2" in bench.setup
    bench.other_board(1)
    assert "0 groups" in bench.said.text
    bench.cycle("c3")
    assert bench.pieces["c3"] == STONES[0]
    bench.cycle("c3")
    assert bench.pieces["c3"] == STONES[1]
    bench.cycle("c3")
    assert not bench.pieces
    bench.solve()
    assert bench.said.kind == "good"
    assert "8 groups" in bench.said.text
    bench.other_board(1)
    assert not bench.pieces
    assert "size=4" in bench.setup


def test_the_bench_says_what_a_stuck_position_lacks() -> None:
    bench = StuckBench(PUZZLES["stuck"])
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
    bench = StuckBench(PUZZLES["stuck"])
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
    bench = StuckBench(PUZZLES["stuck"])
    bench.take_board(str(own))
    assert bench.game.topology.name == "mine"
    assert not bench.solvable, "we keep no solution for it"
    bench.pieces = stuck_solution("more-or-less board=decagon-71")
    assert bench.said.kind == "good"
    with pytest.raises(BoardError):
        bench.take_board(str(tmp_path / "none.json"))
    assert bench.board == str(own)
