"""Whoever judges sits in a process of its own: it answers the last question, and goes away."""

import pytest

from game.puzzles import catalogue
from game.puzzles.attempt_checker import CheckerProcess
from tests.support.waiting import until

PUZZLE = min(catalogue.shipped("libra", "last"), key=lambda puzzle: puzzle.proof)


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def test_the_process_answers_the_last_question() -> None:
    judge = CheckerProcess()
    judge.warm(PUZZLE)
    judge.ask(PUZZLE, ["nonsense"])
    judge.ask(PUZZLE, [PUZZLE.solution[0]])
    found = []

    def answered() -> bool:
        answer = judge.poll()
        if answer is not None:
            found.append(answer)
        return bool(found)

    assert until(answered)
    assert found[0].right
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
