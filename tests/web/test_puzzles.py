"""At the table of a tab, puzzles work with the courses, rules and progress of the window."""

from __future__ import annotations

import datetime
from functools import partial

import pytest

from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.puzzle import Puzzle
from tests.web.tab import Json, Tab, begin, card, deeds

TODAY = datetime.date.today()


def start(tab: Tab, course: str, game: str = "", kind: str = "") -> Puzzle:
    """Begin a course; return its puzzle, which is recognised by its position."""
    assert tab.ask("puzzle", course=course, game=game, kind=kind) == {}
    tab.go_on()
    return posed(tab)


def posed(tab: Tab) -> Puzzle:
    match = tab.table.match
    assert match is not None
    start = match.history.start
    return next(one for one in catalogue.choose(match.game.key) if one.position()[1] == start)


def press(tab: Tab, deed: str) -> None:
    assert tab.ask("guide", deed=deed) == {}


def play_turn(tab: Tab, turn: str) -> None:
    """Play the actions of a turn as a page does, each as soon as it can be chosen."""
    for text in turn.split(","):
        assert tab.until(partial(may_play, tab, text)), text
        tab.play(text)


def may_play(tab: Tab, text: str) -> bool:
    return any(one["text"] == text for one in tab.choices)


def solve(tab: Tab, puzzle: Puzzle) -> None:
    for number, turn in enumerate(puzzle.solution):
        if number % 2 == 0 or puzzle.kind == "home":
            play_turn(tab, turn)
    assert tab.until(lambda: card(tab)["state"] != "")


def wrong_turn(puzzle: Puzzle) -> str:
    """Return a turn of one action that does not solve a puzzle of Multiplicity or Libra."""
    game, state = puzzle.position()
    first = puzzle.solution[0].split(",")[0]
    texts = (action.text for action in game.legal(state))
    return next(text for text in texts if text != first)


def test_the_puzzle_of_the_day_counts_for_the_series_and_can_be_sent(tab: Tab) -> None:
    puzzle = start(tab, "day")
    assert puzzle == catalogue.of_the_day(TODAY)
    press(tab, "solution")
    assert tab.until(lambda: "share" in deeds(tab) and "stop" not in deeds(tab))
    assert "🟥" not in card(tab)["copied"]
    assert "⬛" in card(tab)["copied"]
    assert kept.opened()[0].daily[TODAY.isoformat()] == "o"
    press(tab, "again")
    tab.go_on()
    assert card(tab)["asks"]


def test_a_solved_puzzle_is_noted_and_the_next_one_follows(tab: Tab) -> None:
    puzzle = start(tab, "free", "less", "win-1")
    before = tab.ask("puzzles")["rating"]
    solve(tab, puzzle)
    assert card(tab)["state"] == "good"
    assert kept.load()[0].has_solved(puzzle)
    assert tab.ask("puzzles")["rating"] != before
    press(tab, "next")
    tab.go_on()
    assert posed(tab) != puzzle
    assert tab.ask("games")["games"] == []


def test_a_wrong_turn_is_refuted_and_can_be_tried_again(tab: Tab) -> None:
    puzzle = start(tab, "free", "multiplicity", "last")
    play_turn(tab, wrong_turn(puzzle))
    while card(tab)["state"] != "bad":  # a turn may consist of two stones
        assert tab.until(lambda: bool(tab.choices) or card(tab)["state"] == "bad")
        if card(tab)["state"] != "bad":
            tab.play()
    assert tab.until(lambda: "again" in deeds(tab))
    assert puzzle.id in kept.opened()[0].reviews
    match = tab.table.match
    assert match is not None
    made = len(match.entries)
    tab.choices = tab.choices or [{"text": "a1"}]
    tab.play()
    tab.go_on()
    assert len(match.entries) == made
    press(tab, "again")
    assert tab.until(lambda: card(tab)["asks"])
    assert not match.entries


def test_a_hint_lights_a_place_and_is_no_success(tab: Tab) -> None:
    puzzle = start(tab, "free", "less", "win-1")
    press(tab, "hint")
    tab.go_on()
    assert card(tab)["points"]
    press(tab, "hint")
    tab.go_on()
    assert card(tab)["arrows"]
    solve(tab, puzzle)
    assert not kept.opened()[0].has_solved(puzzle)


def test_a_streak_grows_is_skipped_once_and_ends_with_a_mistake(tab: Tab) -> None:
    first = start(tab, "streak", "less")
    solve(tab, first)
    assert card(tab)["figure"] == "1 in a row"
    press(tab, "next")
    tab.go_on()
    press(tab, "skip")
    tab.go_on()
    assert "skip" not in deeds(tab)
    assert "hint" not in deeds(tab)
    press(tab, "solution")  # has no effect, because the solution is not offered
    tab.go_on()
    assert card(tab)["asks"]
    press(tab, "leave")
    tab.go_on()
    assert tab.table.match is None
    assert card(tab) == {}
    assert kept.opened()[0].best("streak", "less")[0].score == 1


def test_a_closed_tab_comes_back_to_its_puzzle(tab: Tab) -> None:
    first = start(tab, "streak", "less")
    solve(tab, first)
    press(tab, "next")
    tab.go_on()
    second = posed(tab)
    again = Tab()
    again.go_on()
    assert posed(again) == second
    assert card(again)["figure"] == "1 in a row"
    press(again, "leave")
    assert Tab().table.match is None


def test_hints_and_mistakes_are_not_forgotten_by_a_closed_tab(tab: Tab) -> None:
    puzzle = start(tab, "free", "less", "win-1")
    press(tab, "hint")
    again = Tab()
    again.go_on()
    solve(again, puzzle)
    assert not kept.opened()[0].has_solved(puzzle)


def test_a_game_that_was_left_for_a_puzzle_lies_in_the_library(tab: Tab) -> None:
    begin(tab)
    tab.play("c3")
    start(tab, "day")
    assert len(tab.ask("games")["games"]) == 1
    for kind, fields in (("resign", {}), ("offer", {"offer": "draw"})):
        tab.number += 1
        place: Json = {"number": tab.number, "run": tab.run, "seen": tab.seen}
        tab.say("propose", **place, proposal={"is": kind, **fields})
    tab.go_on()
    assert not any(answer["accepted"] for answer in tab.answers()[1:])


def test_the_card_is_in_the_language_of_the_page(tab: Tab) -> None:
    start(tab, "day")
    english = card(tab)["words"]
    tab.ask("language", language="de")
    tab.go_on()
    assert card(tab)["words"] != english
    assert tab.ask("puzzles", language="de")["courses"][0]["title"] == "Aufgabe des Tages"


def test_what_cannot_be_judged_is_said(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise MemoryError("no room")

    puzzle = start(tab, "free", "less", "win-1")
    monkeypatch.setattr("web.engine.AttemptChecker.reply", fail)
    play_turn(tab, puzzle.solution[0])
    assert tab.until(lambda: "MemoryError: no room" in card(tab)["words"])
    assert card(tab)["asks"]


@pytest.mark.parametrize("request_", [{"course": "chess"}, {"course": "day", "game": "x"}, {}])
def test_an_unknown_course_is_refused_in_words(tab: Tab, request_: Json) -> None:
    answer = tab.ask("puzzle", **request_)
    assert answer["error"]
    assert tab.table.match is None


def test_a_damaged_course_begins_nothing(tab: Tab) -> None:
    start(tab, "streak")
    for path in kept.path().parent.parent.rglob("course.json"):
        path.write_text('{"version": 1, "name": "streak", "solved": "many"}')
    assert Tab().table.match is None
