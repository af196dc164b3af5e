"""Every kind of puzzle is checked by brute force on a small board of Yavalath.

A turn is one stone there: four in a row win, three lose.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from game.puzzles.kinds import BY_KEY, LEAST_ENDS
from game.puzzles.plugin import LAST, SAVE, WIN_ONE, WIN_TWO
from game.puzzles.prover import Prover
from game.puzzles.puzzle import Puzzle
from game.rules import State
from game.rules.kernel import DRAW, P1_WIN, RESULT, RUNNING
from tests.support.yavalath.rules import Yavalath

GAME = Yavalath(3)
# With this number and seed, the random games contain every case that a test requires.
GAMES, SEED = 60, 8
FREE = range(6, 11)  # free cells in the positions used


@cache
def prover() -> Prover:
    return Prover(GAME, compiled=False)


def after(state: State) -> list[State]:
    """Return the positions after each legal stone, in the order of the actions."""
    return [GAME.advance(state, action) for action in GAME.legal(state)]


@cache
def worth(state: State, side: int) -> int:
    """Return the side's result with best play by both: 1 for a win, 0 for a draw, -1 for a loss."""
    if state[RESULT] != RUNNING:
        return 0 if state[RESULT] == DRAW else 1 if state[RESULT] == P1_WIN + side else -1
    best = max if GAME.to_move(state) == side else min
    return best(worth(one, side) for one in after(state))


def has_won(state: State, side: int) -> bool:
    return state[RESULT] == P1_WIN + side


def wins_now(state: State, side: int) -> bool:
    running = state[RESULT] == RUNNING and GAME.to_move(state) == side
    return running and any(has_won(one, side) for one in after(state))


def wins_next(state: State, side: int) -> bool:
    """Return whether the side not to move can win in its next turn, whatever the opponent plays."""
    return state[RESULT] == RUNNING and all(
        has_won(one, side) or wins_now(one, side) for one in after(state)
    )


def is_saved(state: State, side: int) -> bool:
    return not has_won(state, 1 - side) and not wins_now(state, 1 - side)


def goes_on(state: State) -> bool:
    return any(one[RESULT] == RUNNING for one in after(state))


RIGHT = {WIN_ONE: has_won, WIN_TWO: wins_next, SAVE: is_saved}
MOST_WORTH = 7  # maximum number of free cells in positions played to the end


@cache
def positions() -> list[tuple[State, tuple[str, ...]]]:
    """Return positions of random games, with the turns before them; the games avoid ending."""
    dice, found = random.Random(SEED), []
    for _game in range(GAMES):
        state, turns = GAME.start(), tuple[str, ...]()
        while state[RESULT] == RUNNING:
            if GAME.legal(state)[FREE.start - 1 :] and len(GAME.legal(state)) < FREE.stop:
                found.append((state, turns))
            actions = GAME.legal(state)
            calm = [one for one in actions if GAME.advance(state, one)[RESULT] == RUNNING]
            action = dice.choice(calm or actions)
            state, turns = GAME.advance(state, action), (*turns, action.text)
    return found


def asked(kind: str, state: State, turns: tuple[str, ...], aim: int = 0) -> Puzzle:
    """Return a puzzle of a position; judging its kind needs only the turns and the aim."""
    return Puzzle(GAME.setup, turns, kind, GAME.to_move(state), (), 1, aim, 1, 1, ())


def of_last(most: int = MOST_WORTH) -> list[tuple[State, tuple[str, ...]]]:
    return [one for one in positions() if len(GAME.legal(one[0])) <= most]


@pytest.mark.parametrize("kind", RIGHT)
def test_a_position_is_a_puzzle_where_one_stone_alone_is_right(kind: str) -> None:
    met = set()
    for state, _turns in positions():
        side, ends = GAME.to_move(state), after(state)
        right = [one for one in ends if RIGHT[kind](one, side)]
        at_once = kind != WIN_ONE and wins_now(state, side)
        proof = BY_KEY[kind].prove(prover(), state)
        alone = len(right) == 1 and len(ends) >= LEAST_ENDS and not at_once
        if kind == WIN_TWO and alone:  # the opponent must also be able to hold out for a turn
            alone = goes_on(right[0])
        assert (proof is not None) == alone
        if proof is not None:
            assert [proof.first.state] == right
            assert proof.line[0] == proof.first.codes
            assert proof.chance == pytest.approx(1 / len(ends))
        if not at_once:
            met.add((len(right), len(ends) >= LEAST_ENDS))
    assert {(0, True), (1, True), (2, True), (1, False)} <= met


def test_of_a_win_in_two_the_reply_is_shown_that_leaves_the_fewest_wins() -> None:
    left = set()
    for state, _turns in positions():
        side = GAME.to_move(state)
        proof = BY_KEY[WIN_TWO].prove(prover(), state)
        if proof is not None:
            wins = [
                sum(has_won(two, side) for two in after(one))
                for one in after(proof.first.state)
                if one[RESULT] == RUNNING
            ]
            _first, (reply,), (win,) = proof.line
            replied = GAME.advance(proof.first.state, GAME.action(reply))
            assert sum(has_won(two, side) for two in after(replied)) == min(wins)
            assert has_won(GAME.advance(replied, GAME.action(win)), side)
            left.add(min(wins))
    assert left == {1, 2}


@pytest.mark.parametrize("kind", RIGHT)
def test_every_stone_is_answered_and_a_wrong_one_refuted(kind: str) -> None:
    for state, turns in positions():
        side, puzzle = GAME.to_move(state), asked(kind, state, turns)
        if kind != WIN_ONE and wins_now(state, side):
            continue
        for action in GAME.legal(state):
            there = GAME.advance(state, action)
            said = BY_KEY[kind].answer(prover(), puzzle, state, (action.code,))
            assert said.right == RIGHT[kind](there, side)
            assert said.done == (not said.right or kind != WIN_TWO)
            replied = there
            for code in said.reply:
                replied = GAME.advance(replied, GAME.action(code))
            if not said.right and wins_now(there, 1 - side):
                assert has_won(replied, 1 - side), "the plainest refutation"
            elif kind == WIN_TWO and goes_on(there):
                assert said.reply
                assert wins_now(replied, side) == said.right
            else:
                assert not said.reply


def test_the_second_stone_of_a_win_in_two_wins_or_not() -> None:
    for state, turns in positions():
        puzzle = asked(WIN_TWO, state, turns[:-2])
        side = GAME.to_move(state)
        for action in GAME.legal(state):
            said = BY_KEY[WIN_TWO].answer(prover(), puzzle, state, (action.code,))
            assert (said.right, said.done) == (has_won(GAME.advance(state, action), side), True)


# -- to the end of the game ------------------------------------------------------------------------


def test_an_ending_is_a_puzzle_where_one_stone_alone_brings_most() -> None:
    met = set()
    for state, _turns in of_last():
        side = GAME.to_move(state)
        values = [worth(one, side) for one in after(state)]
        most = max(values)
        proof = BY_KEY[LAST].prove(prover(), state)
        alone = values.count(most) == 1 and most >= 0
        assert (proof is not None) == alone
        if proof is not None:
            assert (worth(proof.first.state, side), proof.aim) == (most, most)
        met.add((most, alone))
    assert met >= {(-1, False), (0, True), (1, False), (1, True)}


def test_what_a_position_is_worth_to_either_side() -> None:
    for state, _turns in of_last():
        for there in (state, *after(state)):
            assert [prover().value(there, side) for side in (0, 1)] == [
                worth(there, side) for side in (0, 1)
            ]


def test_in_an_ending_the_defence_leaves_the_fewest_right_stones() -> None:
    for state, turns in of_last(6):
        side = GAME.to_move(state)
        aim = max(worth(one, side) for one in after(state))
        puzzle = asked(LAST, state, turns, aim)
        for action in GAME.legal(state):
            there = GAME.advance(state, action)
            said = BY_KEY[LAST].answer(prover(), puzzle, state, (action.code,))
            value = worth(there, side)
            assert said.right == (value >= aim)
            assert said.done == (not said.right or there[RESULT] != RUNNING)
            if there[RESULT] != RUNNING:
                assert not said.reply
                continue
            (reply,) = said.reply
            ranked = {
                one.code: (worth(reached, side), sum(worth(two, side) == value for two in then))
                for one in GAME.legal(there)
                for reached in [GAME.advance(there, one)]
                for then in [after(reached)]
                if worth(reached, side) == value
            }
            assert ranked[reply] == min(ranked.values())
        line, here = BY_KEY[LAST].rest(prover(), state, side), state
        for codes in line:
            here = GAME.advance(here, GAME.action(codes[0]))
        assert here[RESULT] != RUNNING
        assert worth(here, side) == aim
