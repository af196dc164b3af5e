"""The worker's answers are right when called in this process; `test_judge` tests the process."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from game.platform import codec
from game.puzzles import attempt_checker, catalogue
from game.puzzles.attempt_checker import AttemptChecker, CheckerProcess, main
from game.puzzles.kinds import AttemptAnswer
from game.puzzles.puzzle import Puzzle, as_data
from game.rules import RulesError, State
from game.rules.kernel import P1_WIN, RESULT, RUNNING

EASY, OTHER = sorted(catalogue.shipped("libra", "last"), key=lambda puzzle: puzzle.proof)[:2]
SOLUTION = EASY.solution[0]


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


@pytest.fixture(scope="module")
def checker() -> AttemptChecker:
    return AttemptChecker()


def played_out(turn: str, said: AttemptAnswer) -> State:
    """Return the position after a turn, its reply and the rest of the line."""
    game, state = EASY.position()
    codes = [action.code for action in game.parse_turn(state, turn)]
    for code in [*codes, *said.reply, *(code for one in said.rest for code in one)]:
        state = game.advance(state, game.action(code))
    return state


def won(state: State) -> bool:
    return state[RESULT] == P1_WIN + EASY.seat


def test_a_wrong_turn_is_played_on_to_its_end_and_a_right_one_only_where_it_is_shown(
    checker: AttemptChecker,
) -> None:
    game, state = EASY.position()
    solution = game.parse_action(state, SOLUTION)
    for action in (solution, *game.legal(state)[:3]):
        said = checker.answer(EASY, [action.text])
        assert said.right == (action.text == SOLUTION)
        if said.right:
            assert played_out(action.text, said)[RESULT] == RUNNING
            said = checker.answer(EASY, [action.text], shown=True)
        end = played_out(action.text, said)
        assert end[RESULT] != RUNNING
        assert won(end) == (action.text == SOLUTION)


def test_the_last_of_several_turns_is_answered(checker: AttemptChecker) -> None:
    game, state = EASY.position()
    turns = [SOLUTION]
    answers: list[AttemptAnswer] = []
    while not (answers and answers[-1].done):
        said = checker.answer(EASY, turns, shown=True)
        answers.append(said)
        state = EASY.position()[1]
        for turn in turns:
            (action,) = game.parse_turn(state, turn)
            state = game.advance(state, action)
        for code in (*said.reply, *(said.rest[0] if said.rest else ())):
            action = game.action(code)
            turns.append(action.text)
            state = game.advance(state, action)
    assert all(one.right for one in answers)
    assert len(answers) > 1
    assert won(state)


def test_what_is_no_turn_is_refused(checker: AttemptChecker) -> None:
    for turns in (["nonsense"], [SOLUTION, SOLUTION]):
        with pytest.raises(RulesError):
            checker.answer(EASY, turns)


def test_what_one_puzzle_needs_is_kept_until_another_is_asked_about() -> None:
    checker = AttemptChecker()
    first = checker.prover(EASY)
    assert checker.prover(EASY) is first
    other = checker.prover(OTHER)
    assert other is not first
    assert other.game.setup == OTHER.setup
    assert checker.prover(OTHER) is other


def question(number: int, *turns: str, puzzle: Puzzle = EASY, **more: bool) -> str:
    return json.dumps({"puzzle": as_data(puzzle), "turns": turns, "number": number, **more})


def test_questions_are_answered_line_by_line_those_without_turns_by_nothing(
    checker: AttemptChecker,
) -> None:
    lines = [question(1), question(2, SOLUTION), question(3, "nonsense")]
    lines += [question(4, SOLUTION, shown=True)]
    out = io.StringIO()
    assert main([], io.StringIO("".join(f"{line}\n" for line in lines)), out) == 0
    told: list[dict[str, Any]] = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one["number"] for one in told] == [2, 3, 4]
    plain, wrong, shown = told
    assert codec.read(AttemptAnswer, plain["answer"]) == checker.answer(EASY, [SOLUTION])
    assert codec.read(AttemptAnswer, shown["answer"]).rest
    assert "nonsense" in wrong["error"]
    assert "answer" not in wrong
    assert "error" not in plain


# -- the other end ---------------------------------------------------------------------------------


def heard(number: int, **said: object) -> CheckerProcess:
    judge = CheckerProcess()
    judge.hear(json.dumps({"number": number, **said}))
    return judge


def test_an_answer_to_another_question_and_half_a_line_say_nothing() -> None:
    judge = heard(7, error="too late")
    judge.hear('{"number": 0, "err')
    assert (judge.poll(), judge.problem) == (None, "")
    judge.hear('{"number": 0, "error": "too much"}')
    assert (judge.poll(), judge.problem) == (None, "too much")
    judge.fail("gone")
    assert (judge.poll(), judge.problem) == (None, "gone")


def test_what_is_forgotten_is_not_answered() -> None:
    judge = heard(0, answer=codec.write(AttemptAnswer(True, True)))
    assert judge.poll() == AttemptAnswer(True, True)
    judge = heard(0, answer=codec.write(AttemptAnswer(True, True)))
    judge.forget()
    assert (judge.poll(), judge.problem) == (None, "")


def test_a_process_that_does_not_start_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt_checker, "helper_command", lambda _name: ["/nowhere/to/be/found"])
    judge = CheckerProcess()
    judge.ask(EASY, [SOLUTION])
    assert judge.problem
    assert judge.poll() is None
