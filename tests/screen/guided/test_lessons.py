"""Every lesson played through the rules: by its script, by other ways it takes, and against it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.rules.base import Action
from game.rules.errors import RulesError
from game.rules.proposals import Amend, GoBack, Play, Redo, Refused
from game.rules.registry import GAMES
from game.screen.guided.guide import Guide
from game.screen.guided.match import GuidedMatch, GuidedPlayer, LessonOrderError
from game.screen.plugin.lesson import Lesson
from game.screen.plugin.registry import lesson_of
from game.table.engine_seat import TurnChooser
from game.table.history import ends_turn

KEYS = [game.key for game in GAMES]
WAYS = 400  # through a lesson that are tried at most


def lesson(key: str) -> Lesson:
    found = lesson_of(key)
    assert found is not None
    return found


def guide_of(match: GuidedMatch) -> Guide:
    assert match.guide is not None
    return match.guide


def answer(match: GuidedMatch) -> None:
    """The other side's turns, as far as they are scripted."""
    while not match.over and match.to_move != guide_of(match).lesson.person:
        turn = match.reply(match.state)
        if turn is None:
            return
        assert not isinstance(match.submit(Play(turn, by="engine")), Refused)


def taught(match: GuidedMatch) -> bool:
    """Are all steps done, or is it nobody's turn in the lesson any more?"""
    guide = guide_of(match)
    mine = match.to_move == guide.lesson.person
    return match.over or not mine or guide.step(match.place, match.state) is None


def steps(match: GuidedMatch) -> Iterator[Action]:
    """Each action of the script, before it is played; the first that fulfils the step."""
    answer(match)
    while not taught(match):
        action = guide_of(match).wanted(match.place, match.state)[0]
        yield action
        match.submit_or_raise(Play((action,)))
        answer(match)


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_is_played_by_its_script(key: str) -> None:
    match = GuidedMatch(lesson(key))
    seen = []
    for action in steps(match):
        place = match.place
        step = guide_of(match).step(place, match.state)
        assert step is not None
        seen.append(step.say)
        assert guide_of(match).takes(place, match.state, action)
    assert match.place.number == len(lesson(key).steps)
    assert set(seen) <= {step.say for step in lesson(key).steps}
    assert len(seen) >= 4
    assert not match.over


@pytest.mark.parametrize("key", KEYS)
def test_what_the_other_side_answers_is_what_the_script_says(key: str) -> None:
    """No answer falls back on any turn, along the way that is expected."""
    match = GuidedMatch(lesson(key))
    for _action in steps(match):
        pass
    scripted = {text for step in lesson(key).steps for text in (*step.reply, lesson(key).opening)}
    others = [turn for turn in match.turns if turn.seat != lesson(key).person]
    taught_turns = [turn for turn in others if turn.first >= guide_of(match).start]
    assert taught_turns
    assert {turn.text for turn in taught_turns} <= scripted


@pytest.mark.parametrize("key", KEYS)
def test_every_way_the_lesson_takes_leads_to_its_end(key: str) -> None:
    match = GuidedMatch(lesson(key))
    ends = 0

    def go_on() -> None:
        nonlocal ends
        answer(match)
        if ends >= WAYS:
            return
        if taught(match):
            ends += 1
            assert match.place.number == len(lesson(key).steps)
            return
        here, length = match.place, len(match.entries)
        for action in match.legal():
            if guide_of(match).takes(here, match.state, action):
                match.submit_or_raise(Play((action,)))
                go_on()
                match.submit_or_raise(GoBack(length))

    go_on()
    assert ends >= 1


@pytest.mark.parametrize("key", KEYS)
def test_somebody_who_always_tries_something_else_is_put_off_in_words(key: str) -> None:
    match = GuidedMatch(lesson(key))
    put_off = 0
    for _expected in steps(match):
        before = list(match.entries)
        for other in match.legal():
            if guide_of(match).takes(match.place, match.state, other):
                continue
            put_off += 1
            for proposal in (Play((other,)), Amend(match.state, (other,), False)):
                refused = match.submit(proposal)
                assert isinstance(refused, Refused)
                assert isinstance(refused.why, LessonOrderError)
                assert str(refused.why).endswith(".")
        assert match.entries == before
    assert put_off > 3


@pytest.mark.parametrize("key", KEYS)
def test_what_the_rules_forbid_keeps_their_refusal(key: str) -> None:
    match = GuidedMatch(lesson(key))
    for expected in steps(match):
        before = list(match.entries)
        refused = match.submit(Play((expected, expected)))
        assert isinstance(refused, Refused)
        assert isinstance(refused.why, RulesError)
        assert match.entries == before


@pytest.mark.parametrize("key", KEYS)
def test_every_step_can_be_taken_back_and_done_again(key: str) -> None:
    match = GuidedMatch(lesson(key))
    for _expected in steps(match):
        here, length, guide = match.place, len(match.entries), guide_of(match)
        wanted = guide.wanted(here, match.state)
        match.submit_or_raise(Play((wanted[0],)))
        after = match.place
        match.submit_or_raise(GoBack(length))
        assert match.place == here
        assert guide.wanted(here, match.state) == wanted
        match.submit_or_raise(Redo(1))
        assert match.place == after
        match.submit_or_raise(GoBack(length))


@pytest.mark.parametrize("key", KEYS)
def test_nobody_goes_back_behind_the_beginning(key: str) -> None:
    match = GuidedMatch(lesson(key))
    start = guide_of(match).start
    if start:
        refused = match.submit(GoBack(start - 1))
        assert isinstance(refused, Refused)
        assert isinstance(refused.why, LessonOrderError)
    assert len(match.entries) == start


@pytest.mark.parametrize("key", KEYS)
def test_the_guide_lets_go_at_every_step(key: str) -> None:
    """From there on everything legal is taken, and no turn is scripted."""
    count = len(list(steps(GuidedMatch(lesson(key)))))
    for number in range(count):
        match = GuidedMatch(lesson(key))
        for done, _action in enumerate(steps(match)):
            if done == number:
                break
        match.let_go()
        for action in match.legal():
            assert not isinstance(match.submit(Play((action,))), Refused)
            if ends_turn(match.entries[-1]):
                assert match.reply(match.state) is None
            match.submit_or_raise(GoBack(len(match.entries) - 1))


class MissingError(Exception):
    """There is no engine."""


def no_engine(*_asked: object) -> TurnChooser:
    raise MissingError


@pytest.mark.parametrize("key", KEYS)
def test_the_lesson_needs_no_engine(key: str) -> None:
    """The scripted side plays without one; it is asked for first when the guide has let go."""
    match = GuidedMatch(lesson(key))
    player = GuidedPlayer(match, no_engine, match.game, 1, 1)
    while not (match.to_move == lesson(key).person and taught(match)):
        if match.to_move == lesson(key).person:
            match.submit_or_raise(Play((guide_of(match).wanted(match.place, match.state)[0],)))
            continue
        if match.reply(match.state) is None:
            break
        player.start(match.state, None)
        assert player.poll().done
        match.submit_or_raise(Play(player.poll().best, by="engine"))
    assert match.place.number == len(lesson(key).steps)
    match.let_go()
    with pytest.raises(MissingError):
        player.start(match.state, None)
