"""TRF16: what is written is read back the same, and a damaged file says where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from caissify_pairings.trf import TRFParser

from game.tournament import events, operations, trf
from game.tournament.errors import TournamentError
from game.tournament.events import LogEntry
from game.tournament.plan import TournamentPlan, read_result
from game.tournament.standings import standings
from game.tournament.tournament import Tournament
from tests.support.tools import needs
from tests.tournament.evenings import AT, PLAN, do, founded, played


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


def under_way(seed: int, **plan: object) -> Tournament:
    """Four rounds of seven, with a forbidden pair; the last round has results."""
    tournament = played(seed, 10 + seed, replace(PLAN, **plan))  # type: ignore[arg-type]
    while len(tournament.rounds) > 4:
        tournament = Tournament(tournament.log[:-1])
    for game in tournament.rounds[-1].open:
        do(tournament, operations.rule(tournament, 4, game.number, read_result("1-0")))
    a, b = [one.id for one in operations.here(tournament)][:2]
    do(tournament, operations.keep_apart(tournament, a, [b]))
    return tournament


def drawn(tournament: Tournament) -> list[tuple[str, str]]:
    """Return the next round by names."""
    [round_] = [e for e in operations.draw(tournament) if isinstance(e, events.RoundPaired)]
    names = {number: entrant.name for number, entrant in tournament.entrants.items()}
    return [(names[pair.first], names[pair.second]) for pair in round_.pairs]


@pytest.mark.parametrize("pairing", ["matching", "dutch"])
@pytest.mark.parametrize("seed", range(4))
def test_a_tournament_that_was_read_goes_on_as_the_written_one(seed: int, pairing: str) -> None:
    tournament = under_way(seed, pairing=pairing)
    again = read_back(trf.write(tournament))
    assert again.plan.pairing == pairing
    assert len(again.forbidden) == 1
    assert drawn(again) == drawn(tournament)
    assert trf.write(again).splitlines()[8:] == trf.write(tournament).splitlines()[8:]


def test_a_tournament_without_a_round_is_read() -> None:
    again = read_back(trf.write(founded(PLAN, 5)))
    assert (len(again.rounds), len(operations.here(again))) == (0, 5)


def test_virtual_points_are_written_and_read() -> None:
    tournament = under_way(1, accelerated=True)
    text = trf.write(tournament)
    assert "XXA    1  1.0  1.0  0.5  0.5  0.0  0.0  0.0\n" in text
    assert read_back(text).plan.accelerated


def test_a_bye_known_beforehand_is_read() -> None:
    rows = trf.write(under_way(2)).splitlines()
    rows = [row + "  0000 - H" if row.startswith("001    3") else row for row in rows]
    again = read_back("\n".join(row for row in rows if not row.startswith("XXZ")))
    assert len(again.rounds) == 4
    assert again.entrants[3].asked == {5}


@pytest.mark.parametrize("line", ["XXP 1 99", "XXP x y", "XXP", "XXZ 0", "XXZ " + 5000 * "9"])
def test_an_extension_that_names_nobody_is_refused(line: str) -> None:
    with pytest.raises(TournamentError) as refused:
        trf.read(trf.write(played(1, 8)) + line + "\n", "libra", "cup.trf")
    assert refused.value.code == "trf"


@needs("py4swiss")
@pytest.mark.parametrize("seed", range(4))
def test_a_pairing_program_reads_all_of_it(seed: int, tmp_path: Path) -> None:
    from tools.tournaments.dutch import parsed

    tournament = under_way(seed, accelerated=seed % 2 == 1)
    found = parsed(tournament, tmp_path)
    assert len(found.player_sections) == len(tournament.entrants)
    assert found.x_section.number_of_rounds == 7
    assert len(found.x_section.forbidden_pairs) == 1
    assert bool(found.x_section.accelerations) == (seed % 2 == 1)
