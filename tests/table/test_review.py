"""A review finds losses and mistakes, can be stopped, and survives an engine that fails."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from game.rules import Game, State
from game.table.match import Match
from game.table.mistakes import (
    WIN_EXPECTED,
    Evaluation,
    expected,
    gives_away_much,
    turning_points,
)
from game.table.review import (
    EVALUATION_NODES,
    RECHECK_CHANGE,
    RECHECK_NODES,
    EngineEvaluator,
    Review,
)
from game.table.spec import two_people
from tests.support.waiting import until


def finished(setup: str = "multiplicity size=3") -> Match:
    match, dice = Match(two_people(setup)), random.Random(2)
    while not match.over:
        match.play(dice.choice(match.legal()))
    return match


def wait(review: Review) -> None:
    assert until(lambda: not review.running), "the review does not end"


def test_losses_are_what_a_turn_gave_away_of_its_own_sides_chances() -> None:
    match = finished()
    chances = {turn.after: n / 40 for n, turn in enumerate(match.turns)}
    game = match.game

    def judge(state: State, nodes: int) -> Any:
        chance = chances.get(state, 0.5)
        return Evaluation(chance if game.to_move(state) % 2 == 0 else 1 - chance)

    review = Review(match, lambda game: judge)
    review.start()
    wait(review)
    assert review.done == len(match.turns) + 1
    assert review.complete
    assert review.failed == ""
    for number in range(1, len(match.turns) - 1):
        loss = review.loss(number)
        assert loss is not None
        rises = match.turns[number].seat == 0
        assert abs(loss - (0.0 if rises else 1 / 40)) < 1e-9
    assert match.outcome is not None
    last = 1.0 if match.outcome.result == "p1win" else 0.0
    assert review.chances[-1] == last, "the end is not judged but known"


def test_mistakes_come_the_worst_first() -> None:
    match = finished()
    for number, turn in enumerate(match.turns):
        match.evaluations[turn.before] = Evaluation({3: 0.9, 5: 0.1, 6: 0.8}.get(number, 0.5))
    losses = [mistake.loss for mistake in Review(match).mistakes()]
    assert losses
    assert losses == sorted(losses, reverse=True)


def test_turning_points_changed_the_result_and_have_something_better() -> None:
    match = finished()
    for number, turn in enumerate(match.turns):
        legal = match.game.legal(turn.before)
        played = match.game.parse_turn(turn.before, turn.text)
        best = next(action for action in (*legal, *played) if action != played[0] or len(legal) < 2)
        line = [best]
        state = match.game.advance(turn.before, best)
        while match.game.turn_begun(state) and not match.game.over(state):
            line.append(match.game.legal(state)[0])
            state = match.game.advance(state, line[-1])
        match.evaluations[turn.before] = Evaluation((0.9, 0.3)[number % 2], (tuple(line),))
    story = turning_points(Review(match).mistakes())
    assert 0 < len(story) <= 3
    assert [point.number for point in story] == sorted(point.number for point in story)
    for point in story:
        assert point.before > point.after
        assert point.turned
        assert point.played[0] == match.turns[point.number]
        assert point.better[0].before == point.played[0].before
        assert point.better[0].after != point.played[0].after


def test_it_can_be_stopped_and_goes_on_where_it_stopped() -> None:
    match = finished()
    asked = []

    def judge(state: State, nodes: int) -> Any:
        asked.append(state)
        if len(asked) == 3:
            review.stop()
            return None
        return Evaluation(0.5)

    review = Review(match, lambda game: judge)
    review.start()
    wait(review)
    done = review.done
    assert 0 < done < len(match.turns)
    review.start()
    wait(review)
    assert review.done == len(match.turns) + 1


def test_an_engine_that_fails_is_said_and_what_there_is_stays() -> None:
    def broken(state: State, nodes: int) -> None:
        raise RuntimeError("the engine stopped")

    review = Review(finished(), lambda game: broken)
    review.start()
    wait(review)
    assert review.failed == "the engine stopped"
    assert review.done == 1


class Judge:
    """A judge that waits until `go` is set before each answer."""

    def __init__(self) -> None:
        self.asked = 0
        self.begun, self.go, self.closed = (threading.Event() for _event in range(3))

    def __call__(self, state: State, nodes: int) -> Evaluation:
        self.asked += 1
        self.begun.set()
        self.go.wait()
        return Evaluation(0.5)

    def close(self) -> None:
        self.closed.set()


def test_a_judge_is_closed_and_each_of_its_searches_counted() -> None:
    judge = Judge()
    judge.go.set()
    review = Review(finished(), lambda game: judge)
    assert review.looks == 0
    review.start()
    wait(review)
    assert judge.closed.is_set()
    assert review.looks == judge.asked >= len(review.states) - 1, "the end is known"


def test_a_review_that_is_stopped_runs_no_more_though_its_search_has_yet_to_end() -> None:
    judge = Judge()
    review = Review(finished(), lambda game: judge)
    review.start()
    assert until(judge.begun.is_set)
    assert review.running
    review.stop()
    assert not review.running
    judge.go.set()
    assert until(judge.closed.is_set)
    assert judge.asked == 1, "the search under way was the last"


def test_a_review_that_is_stopped_and_started_at_once_has_one_judge_at_work() -> None:
    slow, next_one = Judge(), Judge()
    judges = iter((slow, next_one))
    review = Review(finished(), lambda game: next(judges))
    review.start()
    assert until(slow.begun.is_set)
    review.stop()
    review.start()
    assert until(next_one.begun.is_set)
    slow.go.set()
    assert until(slow.closed.is_set)
    assert slow.asked == 1
    assert review.running, "it is the other one that has ended"
    next_one.go.set()
    wait(review)
    assert review.complete


def own(match: Match, state: State, chance: float) -> Evaluation:
    """Return the evaluation for the side to move when seat 0 has this chance."""
    return Evaluation(chance if match.game.to_move(state) % 2 == 0 else 1 - chance)


def test_a_position_is_worth_what_was_made_of_it() -> None:
    """If a turn turns out better than the value of its position, that value was wrong."""
    match = finished()
    number = next(n for n, turn in enumerate(match.turns) if n > 1 and turn.seat == 0)
    better = {turn.after for turn in match.turns[number:]}
    asked: list[tuple[State, int]] = []

    def judge(state: State, nodes: int) -> Evaluation:
        asked.append((state, nodes))
        return own(match, state, 0.7 if state in better else 0.4)

    review = Review(match, lambda game: judge)
    review.start()
    wait(review)
    turn = match.turns[number]
    assert [nodes for state, nodes in asked if state == turn.before] == [
        EVALUATION_NODES,
        RECHECK_NODES,
    ]
    assert match.evaluations[turn.before].chance == pytest.approx(0.7)
    assert match.evaluations[turn.before].line[0] == tuple(entry.action for entry in turn.entries)
    assert review.loss(number) == 0
    assert review.loss(number - 1) == pytest.approx(0.3), "so the turn before it gave that away"


def test_what_a_second_look_says_holds() -> None:
    """The loss looked too small, because the position before it was better than first estimated."""
    match = finished()
    number = next(n for n, turn in enumerate(match.turns) if n > 1 and turn.seat == 0)
    before = match.turns[number].before

    def judge(state: State, nodes: int) -> Evaluation:
        chance = 0.5 if nodes == EVALUATION_NODES else 0.75
        return own(match, state, chance if state == before else 0.44)

    review = Review(match, lambda game: judge)
    review.start()
    wait(review)
    assert review.complete
    assert review.loss(number) == pytest.approx(0.31)


def test_a_second_look_can_be_stopped_and_goes_on() -> None:
    match = finished()
    looks: list[int] = []

    def judge(state: State, nodes: int) -> Evaluation | None:
        looks.append(nodes)
        if looks.count(RECHECK_NODES) == 1:
            review.stop()
            return None
        return own(match, state, 0.3 + len(looks) % 2 * 2 * RECHECK_CHANGE)

    review = Review(match, lambda game: judge)
    review.start()
    wait(review)
    assert review.done == len(review.states)
    assert not review.complete
    review.start()
    wait(review)
    assert review.complete
    assert looks.count(RECHECK_NODES) > 1


def test_the_engine_says_the_same_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine counts nodes, with one thread and a seed, so a busy machine changes nothing."""
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    found = []
    for _time in range(2):
        match = finished()

        def make(game: Game) -> Brief:
            return Brief(game, threading.Event())

        review = Review(match, make)
        review.start()
        wait(review)
        assert review.complete, review.failed
        found.append((review.chances, match.evaluations))
    assert found[0] == found[1]


class Brief(EngineEvaluator):
    """The engine with a tenth of the nodes, which is enough for a comparison."""

    def __call__(self, state: State, nodes: int) -> Evaluation | None:
        return super().__call__(state, nodes // 10)


@pytest.mark.parametrize(
    ("before", "after", "much"),
    [
        (0.5, 0.37, True),
        (0.5, 0.42, False),
        (0.976, 0.887, True),
        (0.976, 0.93, False),
        (0.11, 0.02, True),
        (0.3, 0.4, False),
        (1.0, 0.0, True),
        (0.0, 0.0, False),
    ],
)
def test_small_losses_count_where_the_odds_fall_far(
    before: float, after: float, much: bool
) -> None:
    assert gives_away_much(before, after) is much


def test_a_win_is_expected_from_its_bound_on_and_a_loss_from_the_other() -> None:
    chances = (1.0, WIN_EXPECTED, 0.6, 0.5, 1 - WIN_EXPECTED, 0.0)
    assert [expected(chance) for chance in chances] == [1, 1, 0, 0, -1, -1]
