"""People are read from a table, and people with the same name are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.tournament import operations
from game.tournament.entry_list import MAX_LINES, MAX_LIST_LENGTH, read_list
from game.tournament.plan import MAX_ENTRIES, TournamentPlan
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament
from tests.tournament.evenings import do, founded

PEOPLE = [("Anna", 1800, "North"), ("Bo", 0, ""), ("Chloé Ångström", 0, "South; East")]


def understood(text: str, tournament: Tournament | None = None) -> list[tuple[str, int, str]]:
    listed = read_list(tournament or founded(), text)
    assert [one.problem for one in listed] == [None] * len(listed)
    return [(one.name, int(one.rating or 0), one.club) for one in listed]


def problems(text: str, tournament: Tournament | None = None) -> list[tuple[int, str]]:
    listed = read_list(tournament or founded(), text)
    return [(one.line, one.problem.code if one.problem else "") for one in listed]


@pytest.mark.parametrize(
    "text",
    [
        "Anna\t1800\tNorth\nBo\nChloé Ångström\t\tSouth; East",
        'Anna;1800;North\r\n Bo \r\n\r\n"Chloé Ångström";;"South; East"\r\n',
        'Anna,1800,North\nBo,,\nChloé Ångström, ,"South; East"',
        "Name\tRating\tClub\nAnna\t1800\tNorth\nBo\nChloé Ångström\t\tSouth; East",
        'Verein;DWZ;Nachname;Vorname\nNorth;1800;Anna\n;;Bo;\n"South; East";;Ångström;Chloé',
        "Club,Prénom,Nom,Elo\nNorth,,Anna,1800\n,,Bo\nSouth; East,Chloé,Ångström",
        'Jugador;Clasificación;Club\nAnna;1800;North\nBo\nChloé Ångström;;"South; East"',
        "#,Vereniging,Naam,Rating\n1,North,Anna,1800\n2,,Bo\n3,South; East,Chloé Ångström",
    ],
)
def test_tables_of_all_kinds(text: str) -> None:
    assert understood(text) == PEOPLE


def test_names_alone_and_names_with_clubs() -> None:
    assert understood("Anna\nBo") == [("Anna", 0, ""), ("Bo", 0, "")]
    assert understood("Anna;;North\nBo") == [("Anna", 0, "North"), ("Bo", 0, "")]
    assert understood("Anna\tNorth\nBo\tSouth") == [("Anna", 0, "North"), ("Bo", 0, "South")]


def test_what_is_not_understood_is_said_line_by_line() -> None:
    tournament = founded()
    do(tournament, operations.enter(tournament, ["Anna"], 1500, "North"))
    text = "Anna;;\nBo;many;\n;1200;\nAnna;;South\nBo;1400;\nbo;;\nCem & Dora;;"
    assert problems(text, tournament) == [
        *((1, "taken"), (2, "rating"), (3, "no-name"), (4, ""), (5, ""), (6, "taken")),
        (7, "team"),
    ]


def test_pairs_are_read_where_two_play_together() -> None:
    pairs = founded(TournamentPlan("Pairs", "less seats=4"))
    assert understood("Anna & Bo\nCem&Dora", pairs)[1][0] == "Cem&Dora"


def test_what_is_no_list_is_bounded() -> None:
    assert read_list(founded(), "") == []
    assert [read_list(founded(), text) for text in (",,,\n,\n", ";;", "\t\n\n")] == [[]] * 3
    listed = read_list(founded(), "\n".join(f"P{n}" for n in range(5000)))
    assert len(listed) == MAX_LINES
    assert sum(one.problem is None for one in listed) == MAX_ENTRIES
    assert len(read_list(founded(), "x" * 9 * MAX_LIST_LENGTH)) == 1
    assert len(read_list(founded(), '"\x1b[2J\x00' * 50)) == 1


def test_a_file_is_added_whole_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "people.csv"
    file.write_text("Name;Rating\nAnna;1800\nBo;x\n", encoding="utf-8")
    assert main(["tournament", "new", "Cup", "libra"]) == 0
    assert main(["tournament", "add", "--from", str(file)]) == 2
    assert "line 3" in capsys.readouterr().err
    file.write_text("Name;Rating\nAnna;1800\nBo;1400\n", encoding="utf-8")
    assert main(["tournament", "add", "Cem", "--from", str(file), "--here"]) == 0
    assert main(["tournament", "add", "--from", str(file)]) == 0
    assert "Entered already: Anna, Bo" in capsys.readouterr().out
    with TournamentStore() as store:
        assert len(operations.here(store.load(store.find("")))) == 3


def test_namesakes_are_told_apart_by_club_or_number() -> None:
    tournament = founded()
    for club in ("", "North", "", "South"):
        do(tournament, operations.enter(tournament, ["Anna"], 0, club))
    do(tournament, operations.enter(tournament, ["anna"], 0, "South"))
    names = [entrant.name for entrant in tournament.entrants.values()]
    assert names == ["Anna (1)", "Anna (North)", "Anna (3)", "Anna (4)", "anna (5)"]
    assert tournament.named("Anna (North)").id == 2
    do(tournament, operations.rename(tournament, 5, ["Annika"], 0, "South"))
    assert tournament.entrants[4].name == "Anna (South)"
    assert tournament.entrants[5].name == "Annika"
    for entrant in (1, 2, 3):
        do(tournament, operations.rename(tournament, entrant, [f"P{entrant}"], 0, ""))
    assert tournament.entrants[4].name == "Anna"
