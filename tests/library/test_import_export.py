"""Imports and exports duplicate nothing, lose nothing, and execute no foreign text as markup."""

from __future__ import annotations

import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from game.library import import_export
from game.library.command import main
from game.library.errors import ExportError
from game.library.import_export import ExportOptions
from game.platform.theme import load_theme
from game.table.match import Match
from game.table.record import to_record
from game.table.record_files import read_match
from tests.library.kept_games import collection_of, kept, played

THEME = load_theme("paper")


def nobody(match: Match, wish: ExportOptions, path: Path) -> None:
    raise AssertionError("nothing is painted here")


@pytest.fixture
def away(tmp_path: Path) -> Path:
    """Return a folder that contains games and other files."""
    folder = tmp_path / "away"
    (folder / "deep").mkdir(parents=True)
    kept(folder, played("2026-01-01"), played("2026-01-02", actions=2))
    kept(folder / "deep", played("2026-01-03"))
    (folder / "board.json").write_text('{"points": []}')
    (folder / "notes.txt").write_text("hello")
    return folder


def test_a_folder_comes_in_with_all_below_and_stays(away: Path, tmp_path: Path) -> None:
    collection = collection_of(tmp_path)
    before = sorted(path.name for path in away.rglob("*"))
    report = import_export.import_games(collection, [away])
    assert (len(report.taken), report.known, report.refused) == (3, 0, [])
    again = import_export.import_games(collection, [away])
    assert (len(again.taken), again.known) == (0, 3)
    assert sorted(path.name for path in away.rglob("*")) == before
    assert collection.catch_up() == 0


def test_what_is_no_game_is_named_where_it_was_meant(away: Path, tmp_path: Path) -> None:
    damaged = away / "deep" / "bad.json"
    damaged.write_text((away / "2026-01-01-libra.json").read_text()[:-40])
    report = import_export.import_games(collection_of(tmp_path), [away, away / "board.json"])
    assert sorted(Path(path).name for path, _why in report.refused) == ["bad.json", "board.json"]


def test_one_game_in_two_files_comes_in_once(away: Path, tmp_path: Path) -> None:
    shutil.copyfile(away / "2026-01-01-libra.json", away / "copy.json")
    report = import_export.import_games(collection_of(tmp_path), [away])
    assert (len(report.taken), report.known) == (3, 1)


@pytest.mark.parametrize("kind", ["record", "text", "svg", "sheet"])
def test_a_game_goes_out_in_every_form(kind: str, tmp_path: Path) -> None:
    match = played("2026-01-01T10:00:00", ("Ann & <b>Co</b>", "Ben"), actions=3, loser=1)
    path = tmp_path / import_export.file_name(match, ExportOptions(kind))
    import_export.write_out(match, ExportOptions(kind), path, THEME, nobody)
    text = path.read_text(encoding="utf-8")
    assert path.name == f"2026-01-01-libra-Ann-b-Co-b-Ben.{import_export.FILE_EXTENSIONS[kind]}"
    assert "<b>" not in text or kind in ("record", "text")
    if kind == "record":
        assert to_record(read_match(path)) == to_record(match)
    if kind in ("text", "sheet"):
        assert match.turns[-1].text in text
        assert "0:02" in text


def test_a_page_loads_nothing_and_runs_nothing(tmp_path: Path) -> None:
    class Looking(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("script", "link", "img", "iframe", "object")
            assert not [name for name, _value in attrs if name.startswith("on") or name == "src"]

    path = tmp_path / "page.html"
    match = played("2026-01-01", ("<script>alert(1)</script>", '"><img src=x>'))
    import_export.write_out(match, ExportOptions("sheet"), path, THEME, nobody)
    Looking().feed(path.read_text(encoding="utf-8"))


def test_a_turn_that_the_game_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="expected 1 to 2"):
        import_export.write_out(
            played("2026-01-01", actions=2),
            ExportOptions("svg", turn=3),
            tmp_path / "x.svg",
            THEME,
            nobody,
        )


# -- the command line ------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str]]:
    code = main(words, nobody)
    return code, capsys.readouterr().out.splitlines()


def test_the_command_line_takes_in_lists_and_writes_out(
    away: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "import", str(away)) == (0, ["3 games imported"])
    code, lines = run(capsys, "list", "--game", "libra", "--result", "open")
    assert (code, len(lines)) == (0, 1)
    assert "2026-01-02" in lines[0]
    number = lines[0].split()[0]
    code, lines = run(capsys, "export", "--number", number, "--as", "text", "--to", str(tmp_path))
    assert (code, Path(lines[0]).exists()) == (0, True)
    assert run(capsys, "list", "--turns", "2", "--player", "ann")[1] == [
        line for line in run(capsys, "list", "ann", "--until", "2026-01-02")[1] if "  2  " in line
    ]
    assert run(capsys, "list", "--most", "1")[1][-1] == "1 of 3 games"
    assert len(run(capsys, "players")[1]) == 2


def test_all_that_filters_find_is_written_out(
    away: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", str(away))
    out = tmp_path / "out"
    assert len(run(capsys, "export", "ben", "--to", str(out))[1]) == 3
    assert len(list(out.glob("*.json"))) == 3


def test_a_number_that_no_game_has_is_named(away: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ExportError, match="no such game"):
        run(capsys, "show", "77")


def test_games_that_were_saved_before_are_in_the_library_at_once(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / "data" / "games"
    folder.mkdir(parents=True)
    kept(folder, played("2025-05-05"))
    assert len(run(capsys, "list")[1]) == 1
    assert (folder / "2025-05-05-libra.json").exists()
