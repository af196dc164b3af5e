"""Of files from outside, only readable ones are read, and nothing in a folder does harm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from game.cli import main
from game.library.collection import GameCollection
from game.library.database import Database
from game.platform.errors import in_words
from game.platform.paths import ROOT
from game.platform.sanitize import say
from game.platform.storage import WriterThread
from game.platform.untrusted import InputError, parse_json
from game.table.autosave import AutoSaver
from game.table.match import Match
from game.table.record_files import read_match, save_match
from game.table.spec import MatchSpec, SeatSpec
from tests.library.kept_games import SETUP, played
from tests.support import hostile
from tools.match.command import main as match_engines

KILL = 300  # seconds, far more than any machine needs
MOST_MEGABYTES = 300
DAMAGED = 300


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "hostile"
    made.mkdir()
    return made


def filled(folder: Path) -> Path:
    files = {**hostile.found(), **dict(hostile.damaged(DAMAGED))}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    hostile.special(folder)
    return folder


def read_all(folder: Path, home: Path) -> None:
    """Read every file of the folder with each of the program's readers; check for problems."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.read_hostile", str(folder)],
        cwd=ROOT,
        env=os.environ | {"LESS_IS_MORE_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=KILL,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["problems"] == []
    assert found["megabytes"] < MOST_MEGABYTES


def test_hostile_files_are_refused_in_a_sentence(folder: Path, tmp_path: Path) -> None:
    read_all(filled(folder), tmp_path / "home")


def test_large_files_take_little_memory(folder: Path, tmp_path: Path) -> None:
    for name, data in hostile.large().items():
        (folder / name).write_bytes(data)
    read_all(folder, tmp_path / "home")


def test_good_records_beside_hostile_files_are_indexed(folder: Path, tmp_path: Path) -> None:
    filled(folder)
    good = save_match(played("2026-05-01T10:00:00"), "2026-05-01T10:00:00", folder)
    collection = GameCollection(Database(tmp_path / "library.sqlite"), folder)
    collection.catch_up()
    known = {row["file"] for row in collection.database.rows("SELECT file FROM games")}
    refused = {row["file"] for row in collection.database.rows("SELECT file FROM refused")}
    assert good.name in known
    assert "surrogate-name.json" in known  # the name is repaired, and the game is kept
    assert {"deep.json", "integer-of-record.json"} <= refused
    assert {"fifo.json", "zero.json"} & {path.name for path in folder.iterdir()} <= refused
    assert collection.behind() == ([], [])  # no file is read again


@pytest.mark.parametrize("text", ["1e999", hostile.DIGITS, "9" * 400, "NaN", "[" * 900 + "]" * 900])
def test_json_is_bounded(text: str) -> None:
    with pytest.raises(InputError, match="notes"):
        parse_json(f"[{text}]", "notes")


def test_strings_are_without_control_characters_and_surrogates() -> None:
    found = parse_json('{"\\u0000a": ["\\ud800", "\\u001b[2J", "\\ud83d\\ude00", "a\\tb\\n"]}', "x")
    assert found == {"\ufffda": ["\ufffd", "\ufffd[2J", "\N{GRINNING FACE}", "a\tb\n"]}


def test_what_is_printed_obeys_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    say("Ann\x1b[31m \x9b2J\r\ud800\nBo")
    assert capsys.readouterr().out == "Ann\ufffd[31m \ufffd2J\ufffd\ufffd\nBo\n"


def test_names_in_lists_obey_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """This includes names that an earlier program stored in the library unchanged."""
    match = played("2026-05-01T10:00:00", names=("Ann\x1b[2J", "Ben"))
    save_match(match, match.date)
    assert main(["library", "list"]) == 0
    with Database() as database, database.transaction() as connection:
        connection.execute(
            "UPDATE players SET name = 'Ann' || char(27) || '[2J' WHERE key LIKE 'a%'"
        )
        connection.execute("UPDATE words SET names = 'Ann' || char(27) || '[2J'")
    assert main(["tournament", "new", "Cup\x1b[2J", "libra"]) == 0
    for words in (["list"], ["show", "1"], ["players"], ["check"]):
        main(["library", *words])
    main(["tournament", "list"])
    said = capsys.readouterr()
    assert "Ann\ufffd[2J" in said.out
    assert "\x1b" not in said.out + said.err


def test_a_writer_survives_whatever_a_job_raises() -> None:
    told: list[Exception] = []
    done: list[str] = []
    writer = WriterThread("test")

    def broken() -> None:
        raise OverflowError("a job went wrong")

    writer.put("one", broken, told.append)
    writer.put("two", lambda: done.append("two"), told.append)
    writer.close()
    assert [in_words(error) for error in told] == ["a job went wrong"]
    assert done == ["two"]


def test_a_writer_does_the_newest_job_of_a_name_and_all_that_have_none() -> None:
    done: list[str] = []
    failed: list[Exception] = []
    busy, writer = Event(), WriterThread("test")
    writer.put(None, busy.wait, failed.append)
    for name, what in (("a", "a1"), (None, "x"), ("a", "a2"), (None, "y")):
        writer.put(name, partial(done.append, what), failed.append)
    busy.set()
    writer.close()
    assert (done, failed) == (["x", "a2", "y"], [])


def test_a_game_with_a_name_that_utf_8_has_not_is_kept(tmp_path: Path) -> None:
    match = Match(
        MatchSpec(SETUP, (SeatSpec(name="\ud800"), SeatSpec(name="Ben"))), date="2026-05-01"
    )
    autosaver = AutoSaver(match, tmp_path / "running.json")
    match.play(match.legal()[0])
    autosaver.close()
    assert autosaver.problem == ""
    assert [seat.name for seat in read_match(tmp_path / "running.json").spec.seats] == [
        "\ufffd",
        "Ben",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--series", "-3"],
        ["play", "--series", "2"],
        ["library", "show", "-1"],
        ["library", "list", "--level", "11"],
        ["library", "export", "--size", "100000"],
        ["tournament", "new", "Cup", "libra", "--rounds", "0"],
    ],
)
def test_numbers_out_of_bounds_are_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2


def test_long_numbers_are_refused_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["play", "--clock", f"10 byo {hostile.DIGITS}x3"],
        ["demo", "--kiosk", "--idle", hostile.DIGITS],
        ["demo", "--kiosk", "--volume", f"09:00={hostile.DIGITS}"],
        ["join", f"abc@host:{hostile.DIGITS}"],
        ["board", "template", f"hexagon-{hostile.DIGITS}"],
    ):
        assert main(words) == 2, words
    assert match_engines(["libra", "--first", f"level:{hostile.DIGITS}"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_an_output_that_takes_no_more_is_one_sentence() -> None:
    full_disk = Path("/dev/full")
    if not full_disk.exists():  # the device exists only on Linux
        return
    with full_disk.open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "main.py", "board", "list"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode in (1, 2)
    assert "the disk is full" in done.stderr.lower() or "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_records_of_a_match_stay_when_another_is_played(tmp_path: Path) -> None:
    words = ["libra size=2 mode=target target=3", "--first", "random", "--second", "random"]
    words += ["--games", "2", "--nodes", "1", "--processes", "1", "--records", str(tmp_path)]
    for _time in range(2):
        assert match_engines(words) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"game-{number:04}.json" for number in range(1, 5)]


@pytest.mark.parametrize("text", ["[" * 60, "[" * 800_000, '{"a":' * 800_000, "[{}," * 900])
def test_deep_nesting_is_refused_before_it_is_parsed(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser of a browser's Python would overflow its unguarded stack."""
    monkeypatch.setattr(json, "loads", lambda *_text, **_how: pytest.fail("was parsed"))
    with pytest.raises(InputError) as why:
        parse_json(text, "a link")
    assert why.value.code in ("deep", "large")


def test_brackets_within_strings_and_side_by_side_nest_nothing() -> None:
    wide: list[object] = [["[{" * 100, '\\"[[' * 100], [[]] * 5000, {"a": [{"b": "]"}] * 100}]
    for data in wide:
        assert parse_json(json.dumps(data), "a link") == data
    deep: object = "["
    for _level in range(40):
        deep = [deep]
    assert parse_json(json.dumps(deep), "a link") == deep
