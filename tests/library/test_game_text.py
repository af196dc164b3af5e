"""A game in words: as text, as a sheet to print, and as marks on its pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from game.library.display_names import listed, match_result, player_words
from game.library.game_text import clock, marks_of, sheet_of, text_of
from game.platform.theme import load_theme
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.library.kept_games import played
from tests.support.page_text import texts_of

PAPER = load_theme("paper")
POSITION = "white=a3 last=a3 turn=black"


def from_a_position(turns: int) -> Match:
    seats = (SeatSpec(name="Ann"), SeatSpec(name="Ben"))
    match = Match(MatchSpec("multiplicity size=3", seats, position=POSITION), date="2026-03-01")
    for _turn in range(turns):
        match.play(match.legal()[0])
    return match


def test_a_sheet_tells_the_game_and_four_moments_of_it() -> None:
    match = played("2026-03-02T18:05:00", ("Ann", ""), "libra size=3", actions=8, level=7)
    turns = [turn.text for turn in match.turns]
    page = sheet_of(match, PAPER)
    assert texts_of(page) == [
        "Libra",
        "Ann – Engine 7",
        f"2026-03-02 18:05 · {match.game.setup}",
        *(f"After turn {number}: {turns[number - 1]}" for number in (2, 4, 6, 8)),
        *(text for n, turn in enumerate(turns, 1) for text in ("0:02", str(n), turn)),
        "Not finished",
    ]
    body = ElementTree.fromstring(page[page.index("<body>") : page.index("</html>")])
    figures = body.findall("div[@class='boards']/figure")
    assert [figure.get("class") for figure in figures] == ["small"] * 3 + ["large"]


def test_a_sheet_of_a_game_without_a_turn_shows_how_it_begins() -> None:
    told = texts_of(sheet_of(from_a_position(0), PAPER))
    assert "Before the first turn" in told
    assert any(line.endswith(POSITION) for line in told)


def test_a_text_names_the_position_it_began_from_and_the_turn_that_is_begun() -> None:
    assert text_of(from_a_position(0)).splitlines()[1:] == [
        "2026-03-01",
        "multiplicity size=3",
        POSITION,
        "",
        "No turn was played.",
        "",
        "Not finished",
    ]
    begun = played("2026-01-01", setup="less seed=3", actions=1)
    assert [turn.complete for turn in begun.turns] == [False]
    assert text_of(begun).splitlines()[-3] == f"1. {begun.turns[0].text} …"


def test_turns_whose_time_nobody_took_are_told_without_one() -> None:
    match = played("2026-01-01", setup="multiplicity size=3", actions=1)
    match.times[:] = [0.0]
    turn = match.turns[0].text
    assert f"1. {turn}\n" in text_of(match)
    told = texts_of(sheet_of(match, PAPER))
    assert told[-4:] == [f"After turn 1: {turn}", "1", turn, "Not finished"]


def test_numbers_of_many_turns_stand_below_each_other() -> None:
    match = played("2026-01-01", setup="multiplicity size=3")
    lines = [line for line in text_of(match).splitlines() if ". " in line]
    assert len(lines) == len(match.turns) > 9
    assert {line.index(". ") for line in lines} == {2}


@pytest.mark.parametrize(("seconds", "words"), [(0.4, "0:00"), (59.6, "1:00"), (605, "10:05")])
def test_a_clock_has_minutes_and_seconds(seconds: float, words: str) -> None:
    assert clock(seconds) == words


def test_pictures_mark_where_stones_were_put_and_which_way_pieces_went() -> None:
    placed = played("2026-01-01", setup="multiplicity size=3", actions=1).turns[0]
    put = [entry.action.points[0] for entry in placed.entries if entry.action]
    assert marks_of(placed).points == tuple(put)
    assert marks_of(placed).paths == []
    jumped = next(
        turn for turn in played("2026-11-28T21:00:00", setup="more-or-less").turns if turn.hops > 1
    )
    moved = [entry.action.points for entry in jumped.entries if entry.action]
    assert marks_of(jumped).paths == [(points[0], points[-1]) for points in moved]
    assert marks_of(jumped).points == (moved[-1][-1],)
    assert marks_of(None).points == ()


def test_a_game_given_up_names_a_margin_only_where_margins_are_added_up() -> None:
    """Players may add up margins of Less, so its results name a margin however the game ended."""
    for setup, added_up in (("less seed=3", True), ("libra size=3", False)):
        match = played("2026-01-01", setup=setup, actions=20, loser=0)
        assert match.outcome is not None
        assert match.outcome.margin
        words = f"Ben wins by {match.outcome.margin}" if added_up else "Ben wins"
        assert match_result(match) == words


def test_players_without_a_name_are_told_apart() -> None:
    assert player_words("", "", "person") == "Without a name"
    assert player_words("", "level-4", "engine") == "Engine 4"
    assert player_words("", "level-4", "person") == "level-4"
    assert listed(["", "level-4", "Ann", ""]) == ["Player 1", "Engine 4", "Ann", "Player 4"]
