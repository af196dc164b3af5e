"""`main.py library` lists games in the right words, and refuses wrong filters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.library.command import main
from game.library.import_export import ExportOptions
from game.table.match import Match
from tests.library.kept_games import kept, played

FOUR = "less seats=4 seed=5"


def nobody(match: Match, wish: ExportOptions, path: Path) -> None:
    raise AssertionError("nothing is painted here")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--named", "corner"], "--named found, expected --game beside it"),
        (["--opening", "a1"], "--opening found, expected --game beside it"),
        (["--own", "won"], "--own found, expected --player beside it"),
        (["--game", "libra", "--named", "edge Corner,"], "'Corner,' found, expected parts among"),
        (["--since", "yesterday"], "'yesterday' found, expected a date such as 2026-03-21"),
        (["--until", "2026-3"], "'2026-3' found, expected a date"),
        (["--turns", "few"], "'few' found, expected such as 20-40"),
        (["--turns", "-"], "'-' found, expected such as 20-40"),
    ],
)
@pytest.mark.parametrize("command", ["list", "export"])
def test_filters_that_cannot_be(
    command: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, *words], nobody)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--since", "2026-03"], ["--turns=-40"], ["--turns", "2-"]])
def test_filters_that_can(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, played("2026-03-01T10:00:00"))
    assert main(["import", str(tmp_path)], nobody) == 0
    assert main(["list", *words], nobody) == 0
    assert "2026-03-01 10:00" in capsys.readouterr().out


@pytest.fixture
def library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Import four games of people and an engine, and return their source folder."""
    folder = tmp_path / "in"
    kept(
        folder,
        played("2026-03-01T10:00:00", actions=3, loser=1),
        played("2026-03-02T18:05:00", ("Ann", ""), actions=4, level=7),
        played("2026-03-03T18:05:00", ("", "Ben"), "multiplicity size=3", actions=1),
        played("2026-03-04T08:00:00", ("Ann", "Ben", "Cleo", "Al Po"), FOUR, actions=2),
    )
    assert main(["import", str(folder)], nobody) == 0
    capsys.readouterr()
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(words, nobody) == 0
    return capsys.readouterr().out.splitlines()


def test_a_game_is_listed_in_a_line_with_its_players_and_result(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "list") == [
        "      4  2026-03-04 08:00  less             0  Ann + Cleo – Ben + Al Po  ·  Not finished",
        "      3  2026-03-03 18:05  multiplicity     1  Player 1 – Ben  ·  Not finished",
        "      2  2026-03-02 18:05  libra            4  Ann – Engine 7  ·  Not finished",
        "      1  2026-03-01 10:00  libra            3  Ann – Ben  ·  Ann wins",
    ]
    assert said(capsys, "list", "--first", "4", "--most", "2")[0].split()[0] == "1"
    (told,) = map(json.loads, said(capsys, "list", "engine", "--json"))
    assert (told["id"], told["names"], told["result"]) == (2, ["Ann", "level-7"], "")


def test_players_are_listed_with_games_and_ratings(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = said(capsys, "players")
    assert [line[:32].rstrip() for line in listed] == [
        "     3  Ann",
        "     3  Ben",
        "     1  Engine 7",
        "     1  Without a name",
        "     1  Cleo",
        "     1  Al Po",
    ]
    won, lost = (int(line.split("libra ")[1]) for line in listed[:2])
    assert won > lost
    assert listed[2] == "     1  Engine 7"
    assert said(capsys, "players", "cl") == ["     1  Cleo"]
    assert said(capsys, "players", "al", "p") == ["     1  Al Po"]


def test_games_are_shown_turn_by_turn(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns = [turn.text for turn in played("2026-03-01T10:00:00", actions=3).turns]
    assert said(capsys, "show", "1", "3")[:9] == [
        "Libra · Ann – Ben",
        "2026-03-01 10:00",
        "libra size=2 mode=target target=3",
        "",
        *(f"{number}. {turn}  (0:02)" for number, turn in enumerate(turns, start=1)),
        "",
        "Ann wins",
    ]


def test_a_check_counts_games_and_fails_for_files_that_are_none(
    library: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = home / "data" / "games"
    assert said(capsys, "check") == [f"4 games in {games}"]
    (games / "bad.json").write_text('{"format": "less-is-more game"')
    assert main(["check"], nobody) == 1
    told = capsys.readouterr()
    assert told.out == f"4 games in {games}\n"
    assert told.err.startswith("bad.json: bad.json is not JSON")


def test_a_single_game_is_counted_as_one(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, played("2026-03-01T10:00:00", actions=3))
    assert said(capsys, "import", str(tmp_path)) == ["1 game imported"]
    assert said(capsys, "check") == [f"1 game in {home / 'data' / 'games'}"]


def test_an_import_names_what_is_no_game_and_fails(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = library / "bad.json"
    bad.write_text('{"format": "less-is-more game"')
    assert main(["import", str(library)], nobody) == 1
    told = capsys.readouterr()
    assert told.out == "0 games imported, 4 already in the library\n"
    assert told.err.startswith(f"{bad}: bad.json is not JSON")


def test_the_help_says_what_each_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help"], ["export", "--help"]):
        with pytest.raises(SystemExit) as left:
            main(words, nobody)
        assert left.value.code == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "without numbers export writes all that the filters find" in told
    with pytest.raises(SystemExit):
        main(["--help"], nobody)
    told = capsys.readouterr().out
    for name in ("list", "show", "players", "import", "export", "evening", "check"):
        assert any(line.split()[:1] == [name] and line.split()[1:] for line in told.splitlines())
