"""Every example in the rulebook is legal, and its claims are true."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.games.less.rules import Less
from game.rules import Game, State
from game.rules.events import Event
from game.rules.registry import titles
from game.screen.animation.choreography import MotionStyle
from game.screen.plugin.pages import (
    BuildingPuzzle,
    Example,
    RulebookPage,
    Task,
)
from game.screen.plugin.refusals import find, refusal
from game.screen.rulebook.book import TaskProgress, build, pages_of, reached
from game.screen.rulebook.handlers import ExampleHandler
from game.screen.rulebook.live_board import LiveBoard, named_in
from tests.support.less_walls import walled

PAGES = [
    (game, page) for game, pages in ((key, pages_of(key)) for key in titles()) for page in pages
]
EXAMPLES = [(game, page) for game, page in PAGES if isinstance(page.shows, Example)]
TASKS = [(game, page) for game, page in PAGES if isinstance(page.shows, Task)]

# Topics of the published rules; each needs a page with this name.
PUBLISHED = {
    "more-or-less": (
        "aim more board placement jump train twice slide forbidden markers "
        "compulsion stuck strategy"
    ),
    "less": (
        "aim turn leap walls forbidden use end score-white score-black block limit "
        "teams team-block sequence handover strategy"
    ),
    "libra": ("aim board turn count join duel duel-end bid target more trees less careful puzzle"),
    "multiplicity": "aim bound-free no-free open opening score strategy",
}


def identify(case: tuple[str, RulebookPage]) -> str:
    return f"{case[0]}-{case[1].key}"


def facts(game: Game, state: State) -> dict[str, Any]:
    """Return the values that examples may claim."""
    outcome = game.outcome(state)
    return {
        **game.tally(state),
        "seat": game.to_move(state),
        "phase": game.phase(state),
        "over": game.over(state),
        "winners": outcome.winners if outcome else None,
        "reason": outcome.reason if outcome else None,
        "margin": outcome.margin if outcome else None,
    }


@pytest.mark.parametrize("case", EXAMPLES, ids=identify)
def test_example_is_played_by_the_rules_and_its_claims_hold(case: tuple[str, RulebookPage]) -> None:
    game_key, page = case
    example = page.shows
    assert isinstance(example, Example)
    game, state = build(example.position)
    assert game.key == game_key
    assert example.moves
    for move in example.moves:
        if move.forbidden:
            assert find(game, state, move.forbidden) is None
            assert refusal(game, state, move.forbidden).key == move.why
        for action in game.parse_turn(state, move.actions) if move.actions else ():
            state = game.play(state, action).state
        known = facts(game, state)
        assert {name: known[name] for name in move.claims} == dict(move.claims)
        points = {*move.marks, *move.numbers, *move.forbidden}
        assert points <= set(game.topology.points)


@pytest.mark.parametrize("case", TASKS, ids=identify)
def test_task_can_be_solved_and_explains_what_is_wrong(case: tuple[str, RulebookPage]) -> None:
    task = case[1].shows
    assert isinstance(task, Task)
    game, first = build(task.position)
    for wrong in task.wrong:
        assert find(game, first, wrong.points) is None
        assert refusal(game, first, wrong.points).key == wrong.why
    state, events = first, list[Event]()
    assert not reached(task.goal, TaskProgress(game, first, state, ()))
    for turn in task.solution.split():
        for action in game.parse_turn(state, turn):
            step = game.play(state, action)
            state = step.state
            events += step.events
    assert reached(task.goal, TaskProgress(game, first, state, tuple(events)))


@pytest.mark.parametrize("game", titles())
def test_every_published_matter_has_its_page(game: str) -> None:
    keys = [page.key for page in pages_of(game)]
    assert len(keys) == len(set(keys))
    assert set(PUBLISHED[game].split()) <= set(keys)
    assert game in titles()


@pytest.mark.parametrize("game", titles())
def test_every_game_marks_what_was_settled(game: str) -> None:
    assert sum(say.kind == "settled" for page in pages_of(game) for say in page.words) >= 4


def test_the_compulsion_is_marked_as_ours_and_nobody_is_said_to_be_free_of_it() -> None:
    pages = {page.key: page for page in pages_of("more-or-less")}
    kinds = [say.kind for say in pages["compulsion"].words]
    assert kinds == ["rule", "settled", "settled"]
    words = " ".join(say.text for page in pages.values() for say in page.words)
    assert "Nobody is ever obliged" not in words


def test_notes_name_only_points_of_their_board() -> None:
    for _game, page in EXAMPLES:
        example = page.shows
        assert isinstance(example, Example)
        board, _state = build(example.position)
        for move in example.moves:
            written = set(re.findall(r"(?<![\w>~,-])[a-i]\d{1,2}(?![\w>~,-])", move.note))
            assert written <= set(named_in(board, move.note)), (page.key, move.note)


def test_nothing_is_left_unsaid() -> None:
    for _game, page in PAGES:
        assert page.title
        assert page.words
        assert all(say.text for say in page.words)
        shows = page.shows
        if isinstance(shows, Example):
            assert shows.note
            assert all(move.note for move in shows.moves)
        elif isinstance(shows, BuildingPuzzle):
            assert all(shows.prompts)
        else:
            assert all((shows.prompt, shows.praise))


def test_stepping_forth_and_back_shows_the_same_positions() -> None:
    stage = cast(LiveBoard, SimpleNamespace(manner=MotionStyle(speed=0)))
    for _game, page in EXAMPLES:
        example = page.shows
        assert isinstance(example, Example)
        exhibit = ExampleHandler(example, stage)
        seen = [exhibit.pieces]
        while exhibit.forward():
            seen.append(exhibit.pieces)
        assert exhibit.at_end
        assert len(seen) == len(example.moves) + 1
        while exhibit.at:
            assert exhibit.pieces == seen[exhibit.at]
            exhibit.back()
        assert exhibit.pieces == seen[0]


def test_walls_are_written_by_their_squares() -> None:
    game = Less(walled("b3c3 d3e3:2 c4c5"))
    assert game.wall("b3", "c3") == 1
    assert game.wall("e3", "d3") == 2
    assert game.wall("c5", "c4") == 1
    assert game.wall("a1", "a2") == 0
