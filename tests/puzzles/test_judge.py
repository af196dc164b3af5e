"""The judge, a separate process, answers the latest question and ends when it should."""

import os
import signal

import pytest

from game.puzzles import catalogue
from game.puzzles.attempt_checker import ANSWER_TIMEOUT_S, CheckerProcess, Comparer
from game.puzzles.kinds import AttemptAnswer
from tests.support.clocks import ManualClock
from tests.support.waiting import until

PUZZLE = min(catalogue.shipped("libra", "last"), key=lambda puzzle: puzzle.proof)


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def answer_of(judge: CheckerProcess) -> AttemptAnswer:
    found: list[AttemptAnswer] = []
    assert until(lambda: bool(found), step=lambda: found.extend(filter(None, [judge.poll()])))
    return found[0]


def test_the_process_answers_the_last_question() -> None:
    judge = CheckerProcess()
    judge.warm(PUZZLE)
    judge.ask(PUZZLE, ["nonsense"])
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    assert answer_of(judge).right
    assert not judge.problem
    assert judge.poll() is None
    judge.close()
    judge.close()


def test_a_comparison_needs_no_process_and_tells_right_from_wrong_once() -> None:
    comparer, (game, state) = Comparer(), PUZZLE.position()
    for action in game.legal(state):
        comparer.ask(PUZZLE, [action.text])
        said = comparer.poll()
        assert said is not None
        assert said.right == (action.text == PUZZLE.solution[0])
        assert comparer.poll() is None
    comparer.ask(PUZZLE, PUZZLE.solution)
    comparer.forget()
    assert comparer.poll() is None
    assert comparer.process is None


def test_closing_ends_the_process_and_is_no_problem() -> None:
    judge = CheckerProcess()
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    assert answer_of(judge).right
    process = judge.process
    assert process is not None
    judge.close()
    assert judge.process is None
    assert until(lambda: process.poll() is not None)
    assert judge.poll() is None
    assert not judge.problem


def test_what_cannot_be_judged_is_a_problem() -> None:
    judge = CheckerProcess()
    judge.ask(PUZZLE, ["nonsense"])
    assert until(lambda: judge.poll() is None and bool(judge.problem), 60.0)
    assert "nonsense" in judge.problem
    judge.close()


def test_a_process_that_was_killed_is_a_problem_and_the_next_question_starts_another() -> None:
    judge = CheckerProcess()
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    assert judge.process is not None
    judge.process.kill()
    assert until(lambda: judge.poll() is None and bool(judge.problem))
    assert "has stopped" in judge.problem
    assert judge.process.poll() is not None, "or the next question would go to it"
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    assert answer_of(judge).right
    assert not judge.problem
    judge.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="only where processes can be stopped")
def test_a_process_that_does_not_answer_is_killed_and_is_a_problem() -> None:
    time = ManualClock(0.0, step=0.5)
    judge = CheckerProcess(time)
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    assert judge.process is not None
    os.kill(judge.process.pid, signal.SIGSTOP)
    assert until(lambda: judge.poll() is None and bool(judge.problem))
    assert time.now > ANSWER_TIMEOUT_S
    assert "has stopped" in judge.problem
    judge.close()
