"""A review names the opening; clicking the name goes to the end of the book."""

from __future__ import annotations

import pytest

from game.rules.proposals import GoBack, Resign
from game.screen.review.column import STORY, TURNS
from game.screen.review.story import look_up
from game.table.match import Match
from game.table.review import Review
from game.table.spec import MatchSpec, SeatSpec
from tests.screen.play.play_helpers import click_on, frames, press
from tests.screen.review.test_review import reviewing
from tests.support.waiting import until

SEATS = (SeatSpec(name="Ada"), SeatSpec(name="Ben"))


def played(setup: str, *turns: str, position: str | None = None) -> Match:
    """Return a game that begins with these turns and ends by resignation."""
    match = Match(MatchSpec(setup, SEATS, position=position), date="2026-03-04T05:06:07")
    for turn in turns:
        for action in match.game.parse_turn(match.state, turn):
            match.play(action)
    match.submit_or_raise(Resign(0))
    return match


@pytest.mark.parametrize("tab", [STORY, TURNS])
def test_a_review_names_the_opening_and_where_the_book_ends(tab: str) -> None:
    match = played("multiplicity size=5", "a5", "b4,i5", "i4,e5")
    with reviewing(match) as (app, scene):
        scene.show_tab(tab)
        assert until(lambda: scene.column.opening.known is not None, step=lambda: frames(app, 1))
        frames(app, 2)
        said = scene.column.opening.lines
        assert "Opening: Corner, opposite, centre" in said
        (book,) = (text for text in said if "book" in text)
        assert book.startswith("Out of the book at turn ")
        assert book.endswith(("% for Ada", "% for Ben"))
        known = look_up(Review(match)).departure
        assert known is not None
        click_on(app, scene, "opening")
        assert scene.study.here == known.turns
        scene.go(len(match.turns))
        scene.form.focus("opening")
        assert scene.form.spoken == ". ".join(said)
        press(app, "accept")
        assert scene.study.here == known.turns


def test_the_opening_stays_when_somebody_elsewhere_takes_the_game_back() -> None:
    match = played("multiplicity size=5", "a5", "b4,i5", "i4,e5")
    with reviewing(match) as (app, scene):
        opening = scene.column.opening
        assert until(lambda: opening.known is not None, step=lambda: frames(app, 1))
        said = opening.lines
        assert len(said) == 2
        match.submit_or_raise(GoBack(0, by="remote"))
        assert opening.lines == said


def test_a_board_without_a_book_has_names_alone() -> None:
    match = played("multiplicity size=3", "c3")
    known = look_up(Review(match))
    assert (known.name, known.departure) == ("centre", None)
    with reviewing(match) as (app, scene):
        opening = scene.column.opening
        assert until(lambda: opening.known is not None, step=lambda: frames(app, 1))
        assert opening.lines == ["Opening: Centre"]
        assert not opening.reachable
        at = scene.study.here
        click_on(app, scene, "opening")
        assert scene.study.here == at


def test_a_game_from_another_position_has_neither() -> None:
    position = "white=a5 last=a5 turn=black"
    known = look_up(Review(played("multiplicity size=5", "b4,i5", position=position)))
    assert (known.name, known.departure) == ("", None)
