"""Every lesson keeps to the rules, ends in a win, and handles wrong actions at every step."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from game.games.less.engine.tables import binomial_table, number_of, solo_table, squares_of
from game.games.less.rules import Less
from game.games.multiplicity.rules import Multiplicity
from game.rules.base import Action, Game, State
from game.rules.errors import RulesError
from game.rules.proposals import Amend, GoBack, Play, Redo, Refused
from game.rules.registry import GAMES, parse_setup
from game.screen.guided.match import Guide, GuidedMatch, GuidedPlayer, LessonOrderError, is_guided
from game.screen.plugin.pages import Lesson, LessonStep
from game.screen.plugin.registry import lesson_of
from game.table.engine_seat import TurnChooser
from game.table.history import ends_turn
from game.table.match import Match
from game.table.spec import SeatSpec

KEYS = [game.key for game in GAMES]
MOST_WORDS = 25  # maximum number of words in a sentence that is read at a glance
MOST_SECONDS = 120  # duration of the longest lesson
LETTERS_A_SECOND, ACTION_S = 15.0, 1.5  # speed of a slow reader; seconds for an action
# Numbers that a text may contain because they are in the rules: what wins, the number of turns, the
# cost of moves.
RULED = {"more-or-less": {19, 6, 12}, "less": {1, 2, 3}, "libra": set(), "multiplicity": set()}


def lesson(key: str) -> Lesson:
    found = lesson_of(key)
    assert found is not None
    return found


def guide_of(match: GuidedMatch) -> Guide:
    assert match.guide is not None
    return match.guide


def place_of(match: GuidedMatch) -> int:
    """Return the place in the lesson that the match has reached."""
    return guide_of(match).place(tuple(match.entries))


def answer(match: GuidedMatch) -> None:
    """Play the other side's turns as far as the script goes."""
    turn = match.reply(match.state)
    while turn is not None:
        assert not isinstance(match.submit(Play(turn, by="engine")), Refused)
        turn = match.reply(match.state)


def steps(match: GuidedMatch) -> Iterator[tuple[LessonStep, Action]]:
    """Yield each step with an action that fulfils it; then play this action."""
    answer(match)
    while not match.over:
        step = guide_of(match).step(place_of(match))
        assert step is not None, "the lesson ends before the game"
        wanted = guide_of(match).wanted(place_of(match), match.state)
        assert len(wanted) == len(step.wants), "what is asked is legal"
        yield step, wanted[0]
        match.submit_or_raise(Play((wanted[0],)))
        answer(match)


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_ends_in_a_game_that_the_person_has_won(key: str) -> None:
    match, found, turns = GuidedMatch(lesson(key)), 0, set()
    for step, _action in steps(match):
        found = found + 1 if step.find else 0
        turns.add(match.game.turns(match.state))
    assert match.outcome is not None
    assert match.outcome.winners == (lesson(key).person,)
    assert place_of(match) == len(lesson(key).steps)
    assert found >= 1 or lesson(key).steps[-2].find, "the last turn is found by the person"
    assert 3 <= len(turns) <= 7


@pytest.mark.parametrize("key", KEYS)
def test_every_other_legal_action_is_put_off_with_a_reason(key: str) -> None:
    match, put_off, early = GuidedMatch(lesson(key)), 0, 0
    for _step, wanted in steps(match):
        before, state = list(match.entries), match.state
        for other in match.legal():
            if other == wanted:
                continue
            for proposal in (Play((other,)), Amend(state, (other,), False)):
                refused = match.submit(proposal)
                assert isinstance(refused, Refused)
                assert isinstance(refused.why, LessonOrderError)
                words = str(refused.why)
                assert words.endswith(".")
                assert "{" not in words
                put_off += 1
                early += other.kind == "stop"
        assert match.entries == before
    assert put_off > 10
    assert early or key != "more-or-less"


@pytest.mark.parametrize("key", KEYS)
def test_what_the_rules_forbid_keeps_their_refusal(key: str) -> None:
    match = GuidedMatch(lesson(key))
    for _step, wanted in steps(match):
        before = list(match.entries)
        refused = match.submit(Play((wanted, wanted)))
        assert isinstance(refused, Refused)
        assert isinstance(refused.why, RulesError)
        assert match.entries == before


@pytest.mark.parametrize("key", KEYS)
def test_every_step_can_be_taken_back_and_done_again(key: str) -> None:
    match = GuidedMatch(lesson(key))
    for _step, wanted in steps(match):
        here, length = place_of(match), len(match.entries)
        match.submit_or_raise(Play((wanted,)))
        assert place_of(match) == here + 1
        match.submit_or_raise(GoBack(length))
        assert place_of(match) == here
        assert guide_of(match).wanted(here, match.state) == [wanted]
        match.submit_or_raise(Redo(1))
        assert place_of(match) == here + 1
        match.submit_or_raise(GoBack(length))


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_that_was_left_goes_on_where_it_was(key: str) -> None:
    match = GuidedMatch(lesson(key))
    for _step, wanted in steps(match):
        again = GuidedMatch(lesson(key))
        again.go_on(match)
        assert (place_of(again), again.state) == (place_of(match), match.state)
        assert guide_of(again).wanted(place_of(again), again.state) == [wanted]


@pytest.mark.parametrize("key", KEYS)
def test_where_something_else_was_played_it_goes_on_without_the_guide(key: str) -> None:
    match = GuidedMatch(lesson(key))
    answer(match)
    other = next(
        action
        for action in match.legal()
        if action not in guide_of(match).wanted(place_of(match), match.state)
    )
    match.let_go()
    match.submit_or_raise(Play((other,)))
    again = GuidedMatch(lesson(key))
    again.go_on(match)
    assert again.guide is None
    assert again.state == match.state


@pytest.mark.parametrize("key", KEYS)
def test_the_guide_lets_go_at_every_step(key: str) -> None:
    """From that step on, every legal action is accepted, and no turn is scripted."""
    for number in range(len(lesson(key).steps)):
        match = GuidedMatch(lesson(key))
        for done, _step in enumerate(steps(match)):
            if done == number:
                break
        match.let_go()
        for action in match.legal():
            assert not isinstance(match.submit(Play((action,))), Refused)
            if ends_turn(match.entries[-1]):
                assert match.reply(match.state) is None
            match.submit_or_raise(GoBack(len(match.entries) - 1))


class MissingError(Exception):
    """Raised instead of starting an engine."""


def no_engine(*_asked: object) -> TurnChooser:
    raise MissingError


@pytest.mark.parametrize("key", KEYS)
def test_the_lesson_needs_no_engine(key: str) -> None:
    """The scripted side plays without an engine until the guide has let go."""
    match = GuidedMatch(lesson(key))
    player = GuidedPlayer(match, no_engine, match.game, 1, 1)
    while not match.over:
        if match.to_move == lesson(key).person:
            wanted = guide_of(match).wanted(place_of(match), match.state)
            match.submit_or_raise(Play((wanted[0],)))
            continue
        player.start(match.state, None)
        assert player.poll().done
        match.submit_or_raise(Play(player.poll().best, by="engine"))
    again = GuidedMatch(lesson(key))
    again.let_go()
    with pytest.raises(MissingError):
        GuidedPlayer(again, no_engine, again.game, 1, 1).start(again.state, None)


@pytest.mark.parametrize("key", KEYS)
def test_a_turn_taken_back_before_the_answer_gets_the_same_answer(key: str) -> None:
    """The player runs in its own thread, which may start on the question late."""
    match = GuidedMatch(lesson(key))
    player = GuidedPlayer(match, no_engine, match.game, 1, 1)
    while not match.over:
        if match.to_move == lesson(key).person:
            match.submit_or_raise(Play((guide_of(match).wanted(place_of(match), match.state)[0],)))
            continue
        asked, length = match.state, len(match.entries)
        last = match.entries[-1].action if match.entries else None
        if last is not None and match.entries[-1].seat == lesson(key).person:
            match.submit_or_raise(GoBack(length - 1))
            player.start(asked, None)
            assert player.poll() is None
            match.submit_or_raise(Play((last,)))
            assert len(match.entries) == length
        else:
            player.start(asked, None)
        match.submit_or_raise(Play(player.poll().best, by="engine"))


@pytest.mark.parametrize("key", KEYS)
def test_the_game_after_it_is_an_ordinary_one(key: str) -> None:
    game = parse_setup(lesson(key).after)
    assert game.key == key
    assert game.seats == 2


# -- what the texts say ----------------------------------------------------------------------------


def texts(step: LessonStep) -> list[str]:
    return [text for text in (step.say, step.reason, step.answer, step.early) if text]


@pytest.mark.parametrize("key", KEYS)
def test_texts_are_short_and_end_in_a_full_stop_or_a_question(key: str) -> None:
    for step in lesson(key).steps:
        for text in (*texts(step), lesson(key).farewell):
            assert len(text.split()) <= MOST_WORDS, text
            assert text[-1] in ".?", text
            assert step.reason


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_takes_two_minutes_at_most(key: str) -> None:
    found = lesson(key)
    said = [text for step in found.steps for text in (step.say, step.answer)]
    letters = sum(map(len, [*said, found.farewell]))
    assert letters / LETTERS_A_SECOND + ACTION_S * len(found.steps) <= MOST_SECONDS
    assert len(found.steps[0].say) / LETTERS_A_SECOND < 10, "the first act comes within ten seconds"


@pytest.mark.parametrize("key", KEYS)
def test_a_number_that_a_text_names_is_one_that_the_position_shows(key: str) -> None:
    match = GuidedMatch(lesson(key))
    for step, wanted in steps(match):
        before, after = match.state, match.game.advance(match.state, wanted)
        shown = RULED[key] | numbers(match.game, before) | numbers(match.game, after)
        assert figures(step.say) <= shown, step.say
        assert figures(step.answer) <= shown, step.answer
        tries = [match.game.advance(before, action) for action in match.legal()]
        wrong = [numbers(match.game, state) for state in tries]
        for text in (step.reason, step.early):
            assert figures(text) <= shown.union(*wrong), text
        for text, state in product(texts(step), [before, after, *tries]):
            # Fails if a placeholder is missing in the tally.
            words = guide_of(match).words(text, state)
            said = {step.say: [before], step.answer: [after], step.reason: tries}
            if state in said.get(text, []):
                assert not re.search(r"\b1 (counters|groups|moves|turns|cells)\b", words), words
    assert figures(lesson(key).farewell) <= RULED[key] | numbers(match.game, match.state)


def figures(text: str) -> set[int]:
    return {int(found) for found in re.findall(r"\d+", text)}


def numbers(game: Game, state: State) -> set[int]:
    """Return the numbers in the column besides the tally, whose names are the placeholders."""
    if isinstance(game, Less):
        return {count for seat in (0, 1) for count in ways(game, state, seat)}
    if isinstance(game, Multiplicity):
        factors = [game.factors(state, seat) for seat in (0, 1)]
        return {*factors[0], *factors[1], *map(math.prod, factors)}
    return set()


_tables: dict[int, Any] = {}


def ways(game: Less, state: State, seat: int) -> tuple[int, int]:
    """Return the moves that a side still needs to get home, and its total."""
    if seat not in _tables:
        _tables[seat] = solo_table(game, seat, False)
    table = _tables[seat]
    way = int(table[number_of(binomial_table(), *squares_of(state, seat))])
    spent = game.tally(state)["spent_white" if seat == 0 else "spent_black"]
    return way, spent + way


def test_no_step_of_less_loses_a_move() -> None:
    match = GuidedMatch(lesson("less"))
    game = match.game
    assert isinstance(game, Less)
    for _step, wanted in steps(match):
        assert ways(game, match.state, 1)[1] == 26
        assert ways(game, game.advance(match.state, wanted), 1)[1] == 26
        assert ways(game, match.state, 0)[1] == 27


def test_in_less_other_ways_home_do_not_win() -> None:
    """Other ways take 27 moves or more, as the texts say, and 27 moves only draw."""
    match = GuidedMatch(lesson("less"))
    assert isinstance(match.game, Less)
    found = 0
    for step, wanted in steps(match):
        if step.find:
            for other in match.legal():
                if other != wanted:
                    after = match.game.advance(match.state, other)
                    assert ways(match.game, after, 1)[1] >= 27
                    found += 1
    assert found > 5


def test_in_more_or_less_one_short_train_wins() -> None:
    match = GuidedMatch(lesson("more-or-less"))
    for step, _wanted in steps(match):
        if step.find:
            break
    game, left = match.game, 19 - match.game.tally(match.state)["green"]
    won = []

    def go_on(state: State, train: tuple[str, ...]) -> None:
        for action in game.legal(state):
            after = game.advance(state, action)
            outcome = game.outcome(after)
            if outcome is not None and outcome.winners == (1,):
                won.append((*train, action.text))
            elif game.to_move(after) == 1 and len(train) < left:
                go_on(after, (*train, action.text))

    go_on(match.state, ())
    assert won == [tuple(step.wants[0] for step in lesson("more-or-less").steps[-5:])]


@pytest.mark.parametrize("key", ["libra", "multiplicity"])
def test_the_other_last_stone_does_not_win(key: str) -> None:
    match = GuidedMatch(lesson(key))
    last: list[tuple[State, Action]] = []
    for _step, wanted in steps(match):
        last = [(match.state, wanted)]
    state, wanted = last[0]
    for other in match.game.legal(state):
        outcome = match.game.outcome(match.game.advance(state, other))
        assert outcome is not None
        assert (lesson(key).person in outcome.winners) == (other == wanted)


def test_a_match_of_a_lesson_is_known_by_its_beginning_and_its_seats() -> None:
    match: Match = GuidedMatch(lesson("less"))
    assert is_guided(match.spec, lesson("less"))
    assert is_guided(GuidedMatch(lesson("less"), board="sim").spec, lesson("less"))
    assert not is_guided(match.spec.with_(position=None), lesson("less"))
    assert not is_guided(match.spec.with_(seats=(SeatSpec(), SeatSpec("remote"))), lesson("less"))
    assert not is_guided(match.spec, lesson("libra"))
