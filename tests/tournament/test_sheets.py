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
    """Return a tournament of Less, in which margins count, with its first round paired."""
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
