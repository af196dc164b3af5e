"""Whoever judges sits in a process of its own: it answers the last question, and goes away."""

import pytest

from game.puzzles import catalogue
from game.puzzles.attempt_checker import CheckerProcess
from game.puzzles.kinds import AttemptAnswer
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


def test_what_cannot_be_judged_is_a_problem() -> None:
    judge = CheckerProcess()
    judge.ask(PUZZLE, ["nonsense"])
    assert until(lambda: judge.poll() is None and bool(judge.problem), 60.0)
    assert "nonsense" in judge.problem
    judge.close()


def test_a_process_that_was_killed_is_a_problem_and_the_next_question_starts_another() -> None:
    judge = CheckerProcess()
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    assert judge._process is not None
    judge._process.kill()
    assert until(lambda: judge.poll() is None and bool(judge.problem))
    assert "has stopped" in judge.problem
    assert judge._process.poll() is not None, "or the next question would go to it"
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    assert answer_of(judge).right
    assert not judge.problem
    judge.close()
