"""The kind of a text or file is recognised, and everything else gets an explanation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.platform.errors import CodedError
from game.rules.boards import BOARDS
from game.rules.registry import parse_setup
from game.table.errors import ReadingError, RecordError
from game.table.input_kind import (
    InputBoard,
    InputGame,
    InputPosition,
    InputSetup,
    read_file,
    read_text,
)
from game.table.match import Match
from game.table.record import dump
from game.table.spec import two_people

LINE = "multiplicity size=4 position white=d4 last=d4"


def played() -> Match:
    match = Match(two_people("multiplicity size=4"))
    match.play(match.legal()[3])
    return match


def test_each_kind_of_text_is_known() -> None:
    game = read_text(dump(played()))
    assert isinstance(game, InputGame)
    assert len(game.match.turns) == 1
    setup = read_text("  libra size=4 mode=bid \n")
    assert isinstance(setup, InputSetup)
    assert setup.game.setup == "libra size=4 mode=bid"
    position = read_text(LINE)
    assert isinstance(position, InputPosition)
    assert (position.game.setup, position.text) == ("multiplicity size=4", "white=d4 last=d4")


def test_words_of_a_position_alone_belong_to_the_game_at_hand() -> None:
    game = parse_setup("multiplicity size=4")
    for text in ("white=d4 last=d4", "position white=d4 last=d4"):
        found = read_text(text, game)
        assert isinstance(found, InputPosition)
        assert found.text == "white=d4 last=d4"
    with pytest.raises(ReadingError, match="is no game, setup or position"):
        read_text("white=d4 last=d4")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "nothing found"),
        (" \n", "nothing found"),
        ("good morning", "'good morning' is no game"),
        ("{", "line 1, column 2"),
        ("{}", "is no game record"),
        ("libra size=99", "size=99"),
        (f"{LINE},d4", "last=: names"),
        ("multiplicity size=4 position white=z9", "'z9'"),
    ],
)
def test_what_is_wrong_with_a_text_is_said(text: str, complaint: str) -> None:
    with pytest.raises(CodedError) as caught:
        read_text(text)
    assert complaint.replace("last=:", "last=") in str(caught.value)


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_text_is_something_or_refused(text: str) -> None:
    for whole in (text, f"less {text}", f"{LINE} {text}", f"{{{text}"):
        try:
            found = read_text(whole)
        except CodedError:
            continue
        assert isinstance(found, InputGame | InputSetup | InputPosition)


def test_files_are_known_by_what_is_in_them(tmp_path: Path) -> None:
    files = {
        "game.json": dump(played()),
        "setup.txt": "\ufefflibra size=4",
        "position.txt": LINE,
        "board.json": (BOARDS / "decagon-51.json").read_text(encoding="utf-8"),
    }
    found = {}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        found[name] = type(read_file(str(tmp_path / name)))
    assert list(found.values()) == [InputGame, InputSetup, InputPosition, InputBoard]
    record = {**json.loads(files["game.json"]), "points": {}}
    (tmp_path / "game.json").write_text(json.dumps(record), encoding="utf-8")
    assert isinstance(read_file(str(tmp_path / "game.json")), InputGame)


def test_files_that_are_none_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "song.mp3").write_bytes(b"\xff\xfe\x00\x81")
    (tmp_path / "letter.txt").write_text("Dear reader", encoding="utf-8")
    (tmp_path / "empty.txt").write_text("", encoding="utf-8")
    (tmp_path / "list.json").write_text('{"points": 3}', encoding="utf-8")
    (tmp_path / "large.txt").write_bytes(b" " * 8_000_001)
    words = {
        "song.mp3": "is no text file",
        "letter.txt": "is no game, setup, position or board",
        "empty.txt": "is no game, setup, position or board",
        "list.json": "points are missing",
        "large.txt": "too large",
        "nowhere.txt": "cannot be read",
    }
    for name, complaint in words.items():
        with pytest.raises(CodedError, match=complaint) as caught:
            read_file(str(tmp_path / name))
        assert name in str(caught.value)
    with pytest.raises((ReadingError, RecordError)):
        read_file(str(tmp_path))


RECORD = dump(played())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_record_in_another_encoding_is_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(RECORD.encode(encoding))
    assert isinstance(read_file(str(path)), InputGame)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (RECORD.encode("utf-16")[:-1], "looks like UTF-16-LE, but byte"),
        (RECORD.encode("utf-16-le")[:-1], "looks like UTF-16-LE, but byte"),
        ("é".encode() * 9 + b"\xff" + RECORD.encode(), "looks like UTF-8, but byte 18 "),
        (bytes(range(256)), "is no text file"),
        (b"\x89PNG\r\n\x1a\n\x01\x02", "is no text file"),
    ],
)
def test_a_file_that_cannot_be_read_says_what_it_looks_like(
    data: bytes, complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(data)
    with pytest.raises(CodedError, match=complaint):
        read_file(str(path))


@pytest.mark.parametrize(
    ("encoding", "name"), [("utf-16", "UTF-16"), ("utf-16-le", "UTF-16-LE"), ("cp1252", "CP1252")]
)
def test_a_board_in_another_encoding_is_named(encoding: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_bytes('{"points": {"é": [0, 0]}}'.encode(encoding))
    with pytest.raises(CodedError, match=f"looks like {name}, expected UTF-8"):
        parse_setup(f"more-or-less board={path}")
