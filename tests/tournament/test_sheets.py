"""Printed sheets show what people need to know at the table and at the door, and nothing else."""

from __future__ import annotations

import pytest

from game.tournament import operations, player_codes
from game.tournament.plan import TournamentPlan
from game.tournament.sheets import sheets
from game.tournament.tournament import Tournament
from tests.support.page_text import texts_of
from tests.tournament.evenings import do, founded

PAGE = "http://192.168.1.5:8770/"
KEEP = "Your code for check-in and results on your phone. Keep it to yourself."


@pytest.fixture
def cup() -> Tournament:
    """Return a tournament of Less, where margins count, whose first round is paired."""
    tournament = founded(TournamentPlan("Cup", "less", rounds=3), 4)
    do(tournament, operations.draw(tournament))
    return tournament


def body_of(page: str) -> list[str]:
    """Return the texts between the heading and the foot of a sheet."""
    body = page.partition("<main>")[2].partition("</main>")[0]
    return texts_of(body)


@pytest.mark.parametrize("address", ["", PAGE])
def test_a_slip_says_whose_code_it_is_and_where_to_type_it(cup: Tournament, address: str) -> None:
    codes = player_codes.codes(cup)
    wanted: list[str] = []
    for entrant in cup.field:
        wanted += [entrant.name, codes[entrant.id], *([address] if address else []), KEEP]
    assert body_of(sheets.codes(cup, address)) == wanted


def test_a_score_sheet_has_the_names_the_setup_and_room_for_turns_result_and_signatures(
    cup: Tournament,
) -> None:
    wanted: list[str] = []
    for table, (first, second) in enumerate((("P1", "P2"), ("P3", "P4")), start=1):
        wanted += [f"Table {table} · Round 1 of 3", "less seed=101"]
        wanted += [first, "First seat", ":", "by", second, "Second seat"]
        wanted += [str(line) for line in range(1, sheets.LINES + 1)]
        wanted += [f"Signature, {first}", f"Signature, {second}"]
    page = sheets.score_sheets(cup, 1)
    assert body_of(page) == wanted
    assert page.count(sheets.box()) == 2 * 3, "for both results and the margin"


def test_the_poster_at_the_door_says_how_to_check_in_and_where(cup: Tournament) -> None:
    by_code = "Scan the code and type the code from your slip."
    assert body_of(sheets.door(cup)) == ["Check in with your phone", by_code]
    assert body_of(sheets.door(cup, PAGE)) == ["Check in with your phone", PAGE, by_code]
    do(cup, operations.allow_self_check_in(cup, True))
    by_name = "Scan the code, find your name and press it."
    assert body_of(sheets.door(cup, PAGE))[-1] == by_name


def test_a_qr_code_is_as_large_as_the_sheet_s_style_says() -> None:
    head = sheets.qr(PAGE).partition(">")[0]
    assert 'class="qr"' in head
    assert "viewBox" in head
    assert "width" not in head
