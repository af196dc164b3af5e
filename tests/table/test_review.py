"""Review of a match: losses, mistakes, stopping, and an engine that fails."""

from __future__ import annotations

import random

from game.table.match import Match
from game.table.review import Review
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

    def judge(state):  # type: ignore[no-untyped-def]
        chance = chances.get(state, 0.5)
        return chance if game.to_move(state) % 2 == 0 else 1 - chance

    review = Review(match, lambda game: judge)
    review.start()
    wait(review)
    assert review.done == len(match.turns) + 1
    for number in range(1, len(match.turns) - 1):
        judged = review.judged(number)
        assert judged is not None
        rises = judged.turn.seat == 0
        assert abs(judged.loss - (0.0 if rises else 1 / 40)) < 1e-9
    last = 1.0 if match.outcome.result == "p1win" else 0.0  # type: ignore[union-attr]
    assert review.chances[-1] == last, "the end is not judged but known"


def test_mistakes_come_the_worst_first() -> None:
    match = finished()
    review = Review(match, lambda game: lambda state: 0.5)
    review.chances = [0.5] * (len(match.turns) + 1)
    review.chances[3], review.chances[5] = 0.9, 0.1
    mistakes = review.mistakes()
    losses = [review.judged(n).loss for n in mistakes]  # type: ignore[union-attr]
    assert mistakes
    assert losses == sorted(losses, reverse=True)


def test_it_can_be_stopped_and_goes_on_where_it_stopped() -> None:
    match = finished()
    asked = []

    def judge(state):  # type: ignore[no-untyped-def]
        asked.append(state)
        if len(asked) == 3:
            review.stop()
            return None
        return 0.5

    review = Review(match, lambda game: judge)
    review.start()
    wait(review)
    done = review.done
    assert 0 < done < len(match.turns)
    review.start()
    wait(review)
    assert review.done == len(match.turns) + 1


def test_an_engine_that_fails_is_said_and_what_there_is_stays() -> None:
    def broken(state):  # type: ignore[no-untyped-def]
        raise RuntimeError("the engine stopped")

    review = Review(finished(), lambda game: broken)
    review.start()
    wait(review)
    assert review.failed == "the engine stopped"
    assert review.done == 1
