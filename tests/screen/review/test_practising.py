"""With "Practise this", a review looks for puzzles in the person's own mistakes."""

from typing import Any

import pytest

from game.puzzles import catalogue
from game.screen.app.scene import Scene
from game.screen.review import tryout
from game.table.match import Match
from game.table.mistakes import Evaluation
from game.table.spec import MatchSpec, SeatSpec
from tests.screen.play.play_helpers import Glanced
from tests.screen.screens import make_app, texts


def played() -> tuple[Match, int]:
    """Return a match of a person who met a puzzle's position and missed the solution."""
    puzzle = catalogue.shipped("multiplicity", "last")[20]
    seats = [SeatSpec("engine"), SeatSpec("engine")]
    seats[puzzle.seat] = SeatSpec("person")
    match = Match(MatchSpec(puzzle.setup, tuple(seats)))
    for text in puzzle.turns:
        for action in match.game.parse_turn(match.state, text):
            match.play(action)
    number = len(match.turns)
    wrong = next(a for a in match.legal() if a.text != puzzle.solution[0])
    before = match.state
    match.play(wrong)
    match.evaluations[before] = Evaluation(1.0, ())
    match.evaluations[match.state] = Evaluation(1.0, ())
    return match, number


def test_own_mistakes_are_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    match, number = played()
    asked: list[Any] = []
    monkeypatch.setattr(tryout, "look_for", lambda *about: asked.append(about))
    base = Scene()
    app = make_app(base, kind=Glanced)
    tryout.practise(match, base.services)
    setup, turns, numbers, done = asked[0]
    assert (setup, numbers) == (match.game.setup, [number])
    assert turns[-1] == match.turns[-1].text
    done(2, "")
    app.frame(0.1)
    assert "2 puzzles from your mistakes: see Puzzles, My own" in texts(app)
    app.close()


def test_no_mistake_is_said() -> None:
    match, _number = played()
    match.evaluations.clear()
    base = Scene()
    app = make_app(base, kind=Glanced)
    tryout.practise(match, base.services)
    app.frame(0.1)
    assert "No mistake here makes a puzzle." in texts(app)
    app.close()


def test_only_games_that_can_be_played_again() -> None:
    match, _number = played()
    assert tryout.can_practise(match)
    match.boards["x.json"] = "{}"
    assert not tryout.can_practise(match)
