"""Stuck positions and trains of More or Less agree between verifier, rules and stored results."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from game.games.more_or_less.rules import (
    BOARD,
    COUNTS,
    LEFT,
    PLACED,
    MoreOrLess,
)
from game.rules.boards import COUNTERS, parse_board, read_board, shipped_boards
from game.rules.kernel import SEAT
from game.rules.registry import parse_setup
from game.rules.topology import Topology
from tools.referee.more_or_less import moves, turned_by
from tools.solve.command import main
from tools.solve.more_or_less.kept import KnownTrain, best_train, stuck_positions
from tools.solve.more_or_less.stuck import known
from tools.solve.more_or_less.train import better, most_jumps
from tools.solve.more_or_less.train_solver import walk

BOARDS = shipped_boards()


def board_of(name: str) -> Topology:
    return parse_board(read_board(name), name)


def lying(game: MoreOrLess, own: list[str], other: list[str]) -> tuple[int, ...]:
    """Return a position with these counters, with Green (`own`) to move."""
    state = list(game.start())
    for colour, points in ((2, own), (1, other)):
        for point in points:
            state[BOARD + game.topology.index[point]] = colour
        state[COUNTS + colour - 1] = len(points)
    state[PLACED], state[LEFT], state[SEAT] = COUNTERS, 0, 1
    return tuple(state)


def game_on(name: str) -> MoreOrLess:
    game = parse_setup(f"more-or-less board={name}")
    assert isinstance(game, MoreOrLess)
    return game


@pytest.mark.parametrize("name", BOARDS)
def test_the_verifier_sees_the_moves_of_the_rules(name: str) -> None:
    game, dice = game_on(name), random.Random(name)
    for _ in range(15):
        points = dice.sample(game.topology.points, COUNTERS)
        own, other = points[:8], points[8:]
        legal = game.legal(lying(game, own, other))
        wanted = {action.text for action in legal if action.kind != "pass"}
        assert moves(game.topology, own, other) == wanted


@pytest.mark.parametrize("name", BOARDS)
def test_kept_positions_are_stuck_by_the_rules(name: str) -> None:
    game, kept = game_on(name), stuck_positions(board_of(name).name)
    assert {1, 7, 18} <= set(kept)
    assert max(kept) >= 20
    for own, position in kept.items():
        assert len(position.own) == own
        assert len({*position.own, *position.other}) == COUNTERS
        assert not moves(game.topology, position.own, position.other)
        state = lying(game, list(position.own), list(position.other))
        assert [action.kind for action in game.legal(state)] == ["pass"]


@pytest.mark.parametrize("kind", ["jumps", "turned"])
@pytest.mark.parametrize("name", BOARDS)
def test_kept_trains_run_by_the_rules(name: str, kind: str) -> None:
    game = game_on(name)
    train = best_train(game.topology.name, kind)
    assert train is not None
    turned = turned_by(game.topology, train.counters, train.points)
    state = lying(game, [train.points[0]], list(train.counters))
    before = game.pieces(state)
    for here, there in pairwise(train.points):
        text = f"{here}>{there}"
        state = game.advance(state, next(a for a in game.legal(state) if a.text == text))
    after = game.pieces(state)
    assert {point for point in train.counters if after[point] != before[point]} == turned
    bound = COUNTERS - 1 if kind == "turned" else most_jumps(game.topology)
    made = len(turned) if kind == "turned" else len(train.points) - 1
    assert made <= bound
    assert train.proved or made < bound


def test_the_verifier_refuses_what_is_no_train() -> None:
    board = board_of(BOARDS[0])
    train = best_train(board.name, "turned")
    assert train is not None
    for points in (train.points[::2], train.points[:2] * 3, (train.counters[0],)):
        with pytest.raises(ValueError, match=r"jump|often|wanted"):
            turned_by(board, train.counters, points)


def test_one_way_leads_through_all_jumps() -> None:
    made = [("a", "x", "b"), ("b", "x", "a"), ("b", "y", "c")]
    assert walk("b", made) == ["b", "a", "b", "c"]


def test_the_commands_show_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["more-or-less-stuck", "--own", "18"]) == 0
    assert "verifier: 0 moves, 25 counters" in capsys.readouterr().out
    assert main(["more-or-less-train", "--turned"]) == 0
    assert "24 turned over" in capsys.readouterr().out
    assert main(["more-or-less-stuck", "--own", "24"]) == 1
    assert "not known (with up to 2" in capsys.readouterr().out


@pytest.mark.parametrize("name", BOARDS)
def test_a_stuck_position_answers_for_fewer_counters(name: str) -> None:
    """Some of the stuck counters change colour, and the position stays stuck."""
    game, kept = game_on(name), stuck_positions(board_of(name).name)
    for own in range(1, max(kept) + 1):
        position = known(kept, own)
        assert position is not None
        assert len(position.own) == own
        assert len({*position.own, *position.other}) == COUNTERS
        assert not moves(game.topology, position.own, position.other)
    assert known(kept, max(kept) + 1) is None
    assert known(kept, 0) is None


def test_a_search_makes_no_known_train_worse() -> None:
    board = board_of(BOARDS[0])
    best = best_train(board.name, "jumps")
    assert best is not None
    worse = KnownTrain(best.counters, best.points[:-1], proved=False)
    for found in (None, worse, best):
        assert better(board, "jumps", best, found) == best
    assert better(board, "jumps", worse, best) == best
    assert better(board, "jumps", None, None) is None
