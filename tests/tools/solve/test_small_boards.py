"""On solved boards, books agree with searches, searches with the rules, and play loses nothing."""

from __future__ import annotations

import random

import pytest

from game.engine.compile.compiler import can_compile
from game.engine.kernels.alphabeta import SURE
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.profile import Profile
from game.engine.search.solver import PLIES, Solver
from game.engine.search.tablebase import Tablebase, number_of, symmetries
from game.games.libra.engine.endgame import BOOK_FILE, PerfectLibra
from game.games.libra.engine.profile import PROFILE as LIBRA
from game.games.libra.engine.solved import WORTH
from game.games.libra.rules import Libra
from game.games.multiplicity.engine.endgame import PerfectMultiplicity
from game.games.multiplicity.engine.profile import PROFILE as MULTIPLICITY
from game.games.multiplicity.rules import Multiplicity
from game.rules import Game, State
from game.rules.kernel import P1_WIN, RESULT
from game.rules.topology import hexagon
from tools.solve.command import main


def budget() -> Budget:
    return Budget(SearchLimits(), 0, StopSignal(), lambda: 0.0)


def random_position(game: Game, stones: int, dice: random.Random) -> State:
    state = game.start()
    for _ in range(stones):
        state = game.advance(state, dice.choice(game.legal(state)))
    return state


def wins(game: Game, profile: Profile, state: State) -> bool:
    """Return whether the side to move wins, by a search that knows only the rules."""
    value = Solver(game, profile, can_compile(), 16).search(state, PLIES)
    assert value is not None
    return value > SURE


def test_a_board_has_twelve_symmetries() -> None:
    board = hexagon(3)
    ways = symmetries(board)
    assert len(set(ways)) == 12
    touching = {(a, b) for a in board.points for b in board.neighbours[a]}
    numbers = {(board.index[a], board.index[b]) for a, b in touching}
    assert all((way[a], way[b]) in numbers for way in ways for a, b in numbers)


def test_each_position_of_the_book_follows_from_the_next_ones() -> None:
    board, book, dice = hexagon(3), Tablebase(BOOK_FILE), random.Random(3)
    for count in (0, 1, 2, 3, 4):
        cells = dice.sample(range(19), count)
        stones = [(cell, dice.choice((1, 2))) for cell in cells]
        after = [
            book.value(number_of(board, [*stones, (cell, colour)], colours_alike=True))
            for cell in range(19)
            if cell not in cells
            for colour in (1, 2)
        ]
        known = [value for value in after if value is not None]
        best = min(known) if count % 2 == 0 else max(known)
        assert len(known) == len(after)
        assert book.value(number_of(board, stones, colours_alike=True)) == best


def test_perfect_libra_agrees_with_the_rules() -> None:
    dice = random.Random(5)
    for stones in (11, 12, 13):
        plain = random_position(Libra(3, "target", 1), stones, dice)
        groups = None
        for target in range(1, 10):
            game = Libra(3, "target", target)
            state = (*plain[:5], target, *plain[6:])
            assert game.start()[5] == target, "the aim is there"
            found = PerfectLibra(game, LIBRA).think(state, budget(), can_compile())
            assert found is not None
            assert (found.proof == "win") == wins(game, LIBRA, state)
            more_wins = (found.proof == "win") == (game.to_move(state) == 1)
            groups = target if more_wins else groups
        assert groups is not None


@pytest.mark.parametrize(("target", "winner"), [(2, 1), (3, 0)])
def test_libra_of_side_two_goes_as_it_was_solved(target: int, winner: int) -> None:
    game, dice = Libra(2, "target", target), random.Random(target)
    assert WORTH[2] == 2
    expert = PerfectLibra(game, LIBRA)
    for _ in range(20):
        state = game.start()
        while not game.over(state):
            action = dice.choice(game.legal(state))
            if game.to_move(state) == winner:
                found = expert.think(state, budget(), can_compile())
                assert found is not None
                assert found.proof == "win"
                action = found.best[0]
            state = game.advance(state, action)
        assert state[RESULT] == P1_WIN + winner


def test_a_duel_on_a_solved_board_is_a_draw() -> None:
    game = Libra(2, "duel")
    expert, state = PerfectLibra(game, LIBRA), game.start()
    while not game.over(state):
        found = expert.think(state, budget(), can_compile())
        assert found is not None
        assert found.proof == "draw"
        state = game.advance(state, found.best[0])
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == ()


@pytest.mark.parametrize("setup", [(False, True), (False, False), (True, True), (True, False)])
def test_perfect_multiplicity_wins_what_is_won(setup: tuple[bool, bool]) -> None:
    game, dice = Multiplicity(2, *setup), random.Random(1)
    expert = PerfectMultiplicity(game, MULTIPLICITY)
    for _ in range(20):
        state = game.start()
        while not game.over(state):
            action = dice.choice(game.legal(state))
            if game.to_move(state) == 0:
                found = expert.think(state, budget(), can_compile())
                assert found is not None
                assert found.proof == "win"
                action = found.best[0]
            state = game.advance(state, action)
        assert state[RESULT] == P1_WIN


@pytest.mark.parametrize("full", [False, True])
def test_the_book_of_multiplicity_agrees_with_the_rules(full: bool) -> None:
    game, dice = Multiplicity(3, full, bound=False), random.Random(3)
    expert = PerfectMultiplicity(game, MULTIPLICITY)
    state = random_position(game, 3, dice)  # drawn, or won if the whole board must be filled
    found = expert.think(state, budget(), can_compile())
    assert found is not None
    if can_compile():
        assert (found.proof == "win") == wins(game, MULTIPLICITY, state)


def test_the_commands_solve_side_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["libra-small"]) == 0
    assert "MORE makes 2 groups" in capsys.readouterr().out
    for words in ([], ["--full"], ["--free"], ["--free", "--full"]):
        assert main(["multiplicity-small", *words]) == 0
        assert "White wins" in capsys.readouterr().out


def test_an_expert_plays_whole_turns() -> None:
    game = Multiplicity(2)
    state = game.advance(game.start(), game.legal(game.start())[0])
    while not game.over(state):
        found = PerfectMultiplicity(game, MULTIPLICITY).think(state, budget(), can_compile())
        assert found is not None
        seat = game.to_move(state)
        for action in found.best:
            assert game.to_move(state) == seat
            state = game.advance(state, action)
        assert game.over(state) or game.to_move(state) != seat


@pytest.mark.slow
@pytest.mark.parametrize("words", [[], ["--full"]])
def test_the_bound_game_of_side_three_is_solved_again(words: list[str]) -> None:
    assert main(["multiplicity-small", "--size", "3", *words]) == 0
