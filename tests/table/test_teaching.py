"""The teacher gives back the right turns, up to a limit, and sums up what was learned."""

from __future__ import annotations

from typing import Any

from game.rules.proposals import GoBack
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from game.table.teaching import GivenBack, Teacher, teachable
from tests.screen.play.play_helpers import Dice
from tests.screen.play.test_teaching import BAD, SEATS, SETUP, Knowing
from tests.support.waiting import until

GOOD = "a3"
LEAST = 0.2  # minimum loss of chance that counts as a mistake


class Broken(Dice):
    def poll(self) -> Any:
        raise RuntimeError("out of order")


def lesson(make: Any = Knowing, most: int = 3) -> tuple[Match, Teacher]:
    match = Match(MatchSpec(SETUP, SEATS))
    return match, Teacher(match, make, LEAST, most)


def play(match: Match, point: str) -> None:
    match.play(next(action for action in match.legal() if action.target == point))


def back(match: Match, teacher: Teacher) -> None:
    """Take everything back, and check that the teacher waits for no turn."""
    match.submit_or_raise(GoBack(0))
    assert teacher.waiting is None


def judged(teacher: Teacher) -> GivenBack | None:
    """Return the verdict on the turn that the teacher judges, or None if the turn is good."""
    said: list[GivenBack | None] = []
    assert until(
        lambda: teacher.waiting is None or any(said), step=lambda: said.append(teacher.update())
    )
    return next(filter(None, said), None)


def test_a_mistake_is_given_back_with_the_position_it_was_made_in() -> None:
    match, teacher = lesson()
    play(match, BAD)
    given = judged(teacher)
    assert given is not None
    assert (given.number, given.before, given.start) == (1, match.history.start, ())
    assert given.text == match.turns[0].text
    assert given.mistake.loss >= LEAST
    assert given.mistake.better
    assert given.learned is None, "it has not been played again"
    assert not teacher.solved
    assert teacher.given == [given]
    teacher.close()


def test_what_is_played_from_there_again_says_whether_it_was_learned() -> None:
    match, teacher = lesson()
    play(match, BAD)
    first = judged(teacher)
    assert first is not None
    back(match, teacher)
    play(match, BAD)
    second = judged(teacher)
    assert second is not None
    assert first.learned is False
    assert second.learned is None
    back(match, teacher)
    play(match, GOOD)
    assert judged(teacher) is None
    assert teacher.solved
    assert [one.learned for one in teacher.given] == [True, True]
    back(match, teacher)
    play(match, BAD)
    assert judged(teacher) is not None
    assert [one.learned for one in teacher.given] == [True, True, None], "it was found once"
    teacher.close()


def test_a_game_gives_back_only_so_many_turns() -> None:
    match, teacher = lesson(most=1)
    play(match, BAD)
    assert judged(teacher) is not None
    back(match, teacher)
    play(match, BAD)
    assert teacher.waiting is None
    assert judged(teacher) is None
    teacher.close()


def test_turns_of_engines_and_of_before_are_not_judged() -> None:
    match, teacher = lesson()
    play(match, GOOD)
    assert teacher.waiting == match.turns[0]
    assert judged(teacher) is None
    play(match, BAD)  # a turn of the engine
    assert teacher.waiting is None
    assert Teacher(match, Knowing, LEAST, 3).waiting is None, "both turns were there before"
    teacher.close()


def test_an_engine_that_fails_judges_nothing_any_more() -> None:
    match, teacher = lesson(Broken)
    play(match, BAD)
    assert judged(teacher) is None
    assert teacher.failed
    back(match, teacher)
    play(match, BAD)
    assert teacher.waiting is None
    teacher.close()


def test_only_people_against_engines_without_a_clock_are_taught() -> None:
    person, engine = SeatSpec("person"), SeatSpec("engine", 1)
    assert teachable(Match(MatchSpec(SETUP, (person, engine))))
    assert not teachable(Match(MatchSpec(SETUP, (person, person))))
    assert not teachable(Match(MatchSpec(SETUP, (engine, engine))))
    assert not teachable(Match(MatchSpec(SETUP, (person, engine), ClockSpec(60))))
