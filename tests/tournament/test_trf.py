"""TRF files are read back as they were written; for a damaged file, the error names the place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from caissify_pairings.trf import TRFParser

from game.tournament import events, operations, trf
from game.tournament.errors import TournamentError
from game.tournament.events import LogEntry
from game.tournament.plan import TournamentPlan, read_result
from game.tournament.standings import standings
from game.tournament.tournament import Tournament
from tests.support.tools import needs
from tests.tournament.evenings import AT, PLAN, do, founded, play_round, played


def read_back(text: str) -> Tournament:
    return Tournament(LogEntry(n, AT, "import", e) for n, e in enumerate(trf.read(text, "libra")))


@pytest.mark.parametrize("edition", trf.EDITIONS)
@pytest.mark.parametrize("system", ["swiss", "round-robin"])
@pytest.mark.parametrize("seed", range(4))
def test_back_and_forth(system: Any, seed: int, edition: trf.Edition) -> None:
    plan = TournamentPlan("Cup", "libra", system, rounds=5, place="Club")
    tournament = played(seed, 9 + seed, plan)
    again = read_back(trf.write(tournament, edition))
    assert again.plan.system == system
    assert [(x.place, x.entrant.name, x.points, x.values) for x in standings(again)] == [
        (x.place, x.entrant.name, x.points, x.values) for x in standings(tournament)
    ]
    assert again.plan.place == "Club"


@pytest.mark.parametrize("edition", trf.EDITIONS)
def test_a_double_round_robin_that_was_read_goes_on_with_its_second_half(
    edition: trf.Edition,
) -> None:
    tournament = founded(TournamentPlan("All", "libra", "round-robin", cycles=2), 4)
    for _round in range(4):
        do(tournament, operations.draw(tournament))
        play_round(tournament)
    again = read_back(trf.write(tournament, edition))
    assert operations.rounds_of(again) == operations.rounds_of(tournament) == 6
    assert drawn(again) == drawn(tournament)


@pytest.mark.parametrize("kind", ["Double round robin", "double-roundrobin", "DOUBLE ROUND-ROBIN"])
def test_a_double_round_robin_is_known_however_it_is_written(kind: str) -> None:
    single = trf.write(founded(TournamentPlan("All", "libra", "round-robin"), 4))
    assert read_back(single).plan.cycles == 1
    double = single.replace("092 Individual: Round-Robin\n", f"092 {kind}\n")
    assert (read_back(double).plan.system, read_back(double).plan.cycles) == ("round-robin", 2)


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
def test_a_damaged_file_says_where(line: int, change: Callable[[str], str]) -> None:
    rows = trf.write(played(1, 8)).splitlines()
    rows[line - 1] = change(rows[line - 1])
    with pytest.raises(TournamentError) as refused:
        trf.read("\n".join(rows), "libra", "cup.trf")
    assert refused.value.code == "trf"


def test_two_people_are_no_tournament() -> None:
    with pytest.raises(TournamentError):
        trf.read("012 Nothing\n", "libra")


def under_way(seed: int, **plan: Any) -> Tournament:
    """Return a tournament after four of seven rounds, with a forbidden pair."""
    tournament = played(seed, 10 + seed, replace(PLAN, **plan))
    while len(tournament.rounds) > 4:
        tournament = Tournament(tournament.log[:-1])
    for game in tournament.rounds[-1].open:
        do(tournament, operations.rule(tournament, 4, game.number, read_result("1-0")))
    a, b = [one.id for one in operations.here(tournament)][:2]
    do(tournament, operations.keep_apart(tournament, a, [b]))
    return tournament


def drawn(tournament: Tournament) -> list[tuple[str, str]]:
    """Pair the next round, and return the names of each pair."""
    [round_] = [e for e in operations.draw(tournament) if isinstance(e, events.RoundPaired)]
    names = {number: entrant.name for number, entrant in tournament.entrants.items()}
    return [(names[pair.first], names[pair.second]) for pair in round_.pairs]


@pytest.mark.parametrize("edition", trf.EDITIONS)
@pytest.mark.parametrize("pairing", ["matching", "dutch"])
@pytest.mark.parametrize("seed", range(4))
def test_a_tournament_that_was_read_goes_on_as_the_written_one(
    seed: int, pairing: str, edition: trf.Edition
) -> None:
    tournament = under_way(seed, pairing=pairing)
    text = trf.write(tournament, edition)
    again = read_back(text)
    assert again.plan.pairing == pairing
    assert len(again.forbidden) == 1
    assert drawn(again) == drawn(tournament)
    assert trf.write(again, edition).splitlines()[8:] == text.splitlines()[8:]


@pytest.mark.parametrize("edition", trf.EDITIONS)
def test_the_date_of_each_round_stands_above_its_column(edition: trf.Edition) -> None:
    lines = trf.write(under_way(1), edition).splitlines()
    [dates] = [line for line in lines if line.startswith("132")]
    row = next(line for line in lines if line.startswith("001"))
    assert dates[3:91].strip() == ""
    for column in (91, 101, 111, 121):
        assert dates[column : column + 10].strip() == "26/11/21"
        assert row[column - 2 : column] == "  "
        assert row[column : column + 10].strip()


@pytest.mark.parametrize("edition", trf.EDITIONS)
def test_an_open_game_has_its_blank_result_but_no_other_line_ends_with_blanks(
    edition: trf.Edition,
) -> None:
    """Programs look for a result in the last column of a round, blank or not."""
    tournament = founded(PLAN, 4)
    do(tournament, operations.draw(tournament))
    lines = trf.write(tournament, edition).splitlines()
    rows = [line for line in lines if line.startswith("001")]
    assert [len(row) for row in rows] == [91 + 8] * 4
    assert {row[-1] for row in rows} == {" "}
    assert [line for line in lines if line not in rows and line != line.rstrip()] == []


def test_start_numbers_are_read_on_either_side_of_their_columns() -> None:
    lines = trf.write(under_way(1)).splitlines()
    left = [
        f"{row[:4]}{row[4:8].strip():<4}{row[8:]}" if row.startswith("001") else row
        for row in lines
    ]
    assert left != lines
    assert trf.read("\n".join(left), "libra") == trf.read("\n".join(lines), "libra")


def test_a_tournament_without_a_round_is_read() -> None:
    again = read_back(trf.write(founded(PLAN, 5)))
    assert (len(again.rounds), len(operations.here(again))) == (0, 5)


def test_virtual_points_are_written_and_read() -> None:
    tournament = under_way(1, accelerated=True)
    text = trf.write(tournament)
    assert "XXA    1  1.0  1.0  0.5  0.5  0.0  0.0  0.0\n" in text
    assert read_back(text).plan.accelerated


@pytest.mark.parametrize("edition", trf.EDITIONS)
def test_who_will_miss_a_round_is_written_and_read(edition: trf.Edition) -> None:
    tournament = under_way(2)
    numbers = tournament.start_numbers
    first, second, third = operations.here(tournament)[2:5]
    do(tournament, operations.ask_bye(tournament, first.id, 5))
    do(tournament, operations.ask_bye(tournament, second.id, 6))
    do(tournament, operations.leave(tournament, third.id))
    again = read_back(trf.write(tournament, edition))
    found = {entrant.name: entrant for entrant in again.entrants.values()}
    assert len(again.rounds) == 4
    assert found[first.name].asked == {5}
    assert found[second.name].asked == ({6} if edition == 2026 else set())
    assert not found[third.name].present
    assert drawn(again) == drawn(tournament)
    text = trf.write(tournament, edition)
    if edition == 2026:
        assert f"240 H 005 {numbers[first.id]:04}\r\n" in text
        assert f"240 H 006 {numbers[second.id]:04}\r\n" in text
        assert [line for line in text.splitlines() if line.startswith("240 Z 005")]
    # The bye is in the column of the next round, which every pairing program understands.
    else:
        [row] = [one for one in text.splitlines() if one.startswith(f"001 {numbers[first.id]:>4}")]
        assert row[131:] == "0000 - H"


def test_who_missed_the_file_s_rounds_but_says_nothing_of_the_next_one_is_not_away() -> None:
    tournament = under_way(1)
    present = [entrant.present for entrant in tournament.field]
    assert [entrant.present for entrant in read_back(trf.write(tournament)).field] == present


def test_the_records_of_2026_stand_in_their_columns() -> None:
    tournament = under_way(1, accelerated=True, pairing="dutch", minutes=90, increment=30)
    lines = trf.write(tournament, 2026).split("\r\n")
    for line in (
        *("142 7", "152 B", "192 FIDE_DUTCH_BAKU", "202 BH,SB,DE,WIN", "222 5400+30"),
        *("250      01.0 001 002 0001 0008", "250      00.5 003 004 0001 0008"),
        "260 001 007    2    3",
    ):
        assert line in lines, line
    assert not [line for line in lines if line[:2] == "XX"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\r\n"])
@pytest.mark.parametrize("edition", trf.EDITIONS)
def test_any_line_ends_are_read(end: str, edition: trf.Edition) -> None:
    text = trf.write(under_way(1), edition)
    assert trf.read(end.join(text.split("\r\n" if edition == 2026 else "\n")), "libra") == (
        trf.read(text, "libra")
    )


def test_comments_and_records_of_no_interest_are_passed_over() -> None:
    text = trf.write(under_way(1), 2026)
    more = "### a comment\r\nGER    1      Nobody, at all\r\n162  W 1.0      D 0.5\r\n\r\n"
    assert trf.read(more + text + "999 later\r\n", "libra") == trf.read(text, "libra")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("192 FIDE_TEAM_ROUNDROBIN", "team"),
        ("310   1 India                            IND", "team"),
        ("240 X 005 0001", "F, H or Z"),
        ("240 H five 0001", "F, H or Z"),
        ("240 H 005 0099", "0099"),
        ("240 H 005", "expected"),
        ("260 001 007    1   99", "99"),
        ("260 001", "nothing"),
    ],
)
def test_a_record_of_2026_that_is_wrong_is_named(line: str, said: str) -> None:
    text = trf.write(under_way(1), 2026) + line + "\r\n"
    with pytest.raises(TournamentError) as refused:
        trf.read(text.replace("192 CUSTOM_SWISS\r\n", "### it was custom\r\n"), "libra", "cup.trf")
    assert f"line {text.count(chr(10))}" in str(refused.value)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("162  W 3.0    D 1.0    L 0.0", "W 3.0 found, expected 1.0"),
        ("162  P 0.5", "P 0.5 found, expected 1.0"),
        ("BBW  3.0", "BBW 3.0"),
        ("BBU  0.5", "BBU 0.5"),
        ("XXS W=3 D=1", "W 3"),
        ("XXS WW=1,0 BD=0,5 FW=2", "FW 2"),
    ],
)
def test_points_of_another_kind_are_refused_and_not_taken_for_ours(line: str, said: str) -> None:
    """With 3, 1 and 0 points, every standing would change."""
    text = trf.write(played(1, 8)) + line + "\n"
    with pytest.raises(TournamentError) as refused:
        trf.read(text, "libra", "cup.trf")
    assert f"line {text.count(chr(10))}" in str(refused.value)
    assert said in str(refused.value)


def test_our_points_may_be_spelt_out() -> None:
    text = trf.write(played(1, 8))
    more = "BBW  1.0\nBBD  0.5\nBBL  0.0\nBBU  1.0\nXXS WW=1 BD=0,5 FL=0\n162  W 1.0    A 0.0\n"
    assert trf.read(text + more, "libra") == trf.read(text, "libra")


def test_a_code_of_another_rule_book_is_read() -> None:
    text = trf.write(under_way(1, pairing="dutch"), 2026)
    for code in ("FIDE_DUTCH_2017", "FIDE_DUTCH_2026", "fide_dutch_2025"):
        plan = read_back(text.replace("FIDE_DUTCH\r", code + "\r")).plan
        assert (plan.pairing, plan.accelerated) == ("dutch", False)
    baku = text.replace("FIDE_DUTCH\r", "FIDE_DUTCH_2026_BAKU\r")
    assert read_back(baku).plan.accelerated


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
