"""TRF16: what is written is read back the same, and a damaged file says where."""

from __future__ import annotations

import pytest
from caissify_pairings.trf import TRFParser  # type: ignore[import-untyped]

from game.tournament import trf
from game.tournament.errors import TournamentError
from game.tournament.events import LogEntry
from game.tournament.plan import TournamentPlan
from game.tournament.standings import standings
from game.tournament.tournament import Tournament
from tests.tournament.evenings import AT, played


def read_back(text: str) -> Tournament:
    return Tournament(LogEntry(n, AT, "import", e) for n, e in enumerate(trf.read(text, "libra")))


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
@pytest.mark.parametrize("seed", range(4))
def test_back_and_forth(system: str, seed: int) -> None:
    plan = TournamentPlan("Cup", "libra", system, rounds=5, place="Club")  # type: ignore[arg-type]
    tournament = played(seed, 9 + seed, plan)
    again = read_back(trf.write(tournament))
    assert [(x.place, x.entrant.name, x.points, x.values) for x in standings(again)] == [
        (x.place, x.entrant.name, x.points, x.values) for x in standings(tournament)
    ]
    assert again.plan.place == "Club"


def test_another_program_reads_it() -> None:
    tournament = played(3, 12)
    parsed = TRFParser(trf.write(tournament)).parse()
    assert parsed["tournament"]["name"] == "Autumn cup"
    assert len(parsed["players"]) == len(tournament.entrants)


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (12, lambda row: row[:4] + "   x" + row[8:]),
        (12, lambda row: row[:14] + " " * 33 + row[47:]),
        (13, lambda row: row[:4] + "   1" + row[8:]),
        (12, lambda row: row[:91] + "  99" + row[95:]),
    ],
)
def test_a_damaged_file_says_where(line: int, change: object) -> None:
    rows = trf.write(played(1, 8)).splitlines()
    rows[line - 1] = change(rows[line - 1])  # type: ignore[operator]
    with pytest.raises(TournamentError) as refused:
        trf.read("\n".join(rows), "libra", "cup.trf")
    assert refused.value.code == "trf"


def test_two_people_are_no_tournament() -> None:
    with pytest.raises(TournamentError):
        trf.read("012 Nothing\n", "libra")
