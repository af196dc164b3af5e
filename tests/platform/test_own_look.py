"""The reader of looks refuses each fault with its own error code, and reads no other files."""

from __future__ import annotations

import os
import struct
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.platform.errors import in_words
from game.platform.own_look import MAX_BYTES, MAX_PICTURE_BYTES, OwnLookError, read_own_look
from game.platform.theme import load_theme
from game.rules.registry import piece_names
from tests.support.own_looks import BOARD, picture, write_look, write_toml

HEAD = "look = 1\n"
LIBRA = f'{HEAD}[libra]\nboard = "board.png"\n'


def refused(folder: Path) -> OwnLookError:
    with pytest.raises(OwnLookError) as caught:
        read_own_look(folder, piece_names())
    return caught.value


def test_a_whole_look_is_read(tmp_path: Path) -> None:
    look = read_own_look(write_look(tmp_path / "plain", 'lines = "#0a0B0c"'), piece_names())
    assert (look.name, look.author) == ("Plain", "Ada")
    assert set(look.games) == set(piece_names())
    libra = look.games["libra"]
    assert libra.board is not None
    assert (libra.board.kind, libra.board.side) == ("png", 64)
    assert libra.lines == (10, 11, 12)
    assert libra.frame
    assert not libra.lined


def test_a_partner_without_a_picture_has_that_of_its_colour(tmp_path: Path) -> None:
    less = read_own_look(write_look(tmp_path), piece_names()).games["less"]
    assert less.piece("white", 1) is less.piece("white", 0)
    assert less.piece("green") is None


def test_a_drawing_names_a_picture_by_itself_or_by_an_address(tmp_path: Path) -> None:
    libra = read_own_look(write_look(tmp_path), piece_names()).games["libra"]
    assert libra.board is not None
    head, _comma, data = libra.href(libra.board).partition(",")
    assert head == "data:image/png;base64"
    assert b64decode(data) == libra.board.data
    served = replace(libra, address="/look/")
    assert served.href(libra.board) == f"/look/{libra.board.digest}"


def test_jpeg_is_read_by_its_first_bytes_whatever_it_is_called(tmp_path: Path) -> None:
    write_toml(tmp_path, LIBRA)
    (tmp_path / "board.png").write_bytes(picture(BOARD, (80, 80), "JPEG"))
    board = read_own_look(tmp_path, piece_names()).games["libra"].board
    assert board is not None
    assert (board.kind, board.side) == ("jpeg", 80)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("look = ", "toml"),
        ("look = 1\nx = " + "9" * 5000, "toml"),
        ("x = " + "[" * 7000, "toml"),
        ("# " + "x" * 20_000, "input"),
        ("", "version"),
        ("look = 2\n" + LIBRA.removeprefix(HEAD), "version"),
        ("look = true\n" + LIBRA.removeprefix(HEAD), "version"),
        (HEAD, "empty"),
        (HEAD + "[libra]\n", "empty"),
        (HEAD + "colour = 1\n", "key"),
        (HEAD + '[chess]\nboard = "board.png"\n', "game"),
        (HEAD + '[libra]\nbaord = "board.png"\n', "key"),
        (HEAD + '[libra.pieces]\ngreen = "board.png"\n', "key"),
        (HEAD + '[multiplicity.pieces]\ngrey = "board.png"\n', "key"),
        (HEAD + "libra = 3\n", "value"),
        (HEAD + "[libra]\nboard = 3\n", "value"),
        (HEAD + '[libra]\nboard = ""\n', "value"),
        (HEAD + "name = 3\n" + LIBRA.removeprefix(HEAD), "value"),
        (LIBRA + 'lines = "red"\n', "value"),
        (LIBRA + "lines = true\n", "value"),
        (LIBRA + 'frame = "no"\n', "value"),
        (LIBRA + "pieces = 1\n", "value"),
        (HEAD + '[libra]\nboard = "gone.png"\n', "missing"),
        (HEAD + '[libra]\nboard = "../board.png"\n', "outside"),
        (HEAD + '[libra]\nboard = "/etc/passwd"\n', "outside"),
        (HEAD + '[libra]\nboard = "a\\\\b.png"\n', "outside"),
        (HEAD + '[libra]\nboard = ".."\n', "unread"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(tmp_path: Path, text: str, code: str) -> None:
    error = refused(write_toml(tmp_path, text))
    assert error.code == code
    assert in_words(error)


def png(width: int, height: int) -> bytes:
    """Return a PNG whose header gives this width and height."""
    data = bytearray(picture(BOARD))
    data[16:24] = struct.pack(">II", width, height)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "kind"),
        (b"GIF89a" + bytes(100), "kind"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "kind"),
        (picture(BOARD)[:12], "damaged"),
        (b"\xff\xd8\xff\xe0", "damaged"),
        (b"\xff\xd8" + b"\xff" * 500, "damaged"),
        (picture(BOARD, kind="JPEG")[:30], "damaged"),
        (png(0, 0), "damaged"),
        (png(100_000, 100_000), "pixels"),
        (png(2049, 2049), "pixels"),
        (picture(BOARD, (8, 8)), "pixels"),
        (picture(BOARD, (64, 60)), "square"),
        (picture(BOARD) + bytes(MAX_PICTURE_BYTES), "bytes"),
    ],
)
def test_what_is_wrong_with_a_picture_is_named(tmp_path: Path, data: bytes, code: str) -> None:
    write_toml(tmp_path, LIBRA)
    (tmp_path / "board.png").write_bytes(data)
    error = refused(tmp_path)
    assert error.code == code
    assert "board.png" in str(error)


def test_all_pictures_together_have_a_budget(tmp_path: Path) -> None:
    most = MAX_PICTURE_BYTES - 1000
    count = MAX_BYTES // most + 1
    names = ("white", "black", "white-partner", "black-partner")
    text = HEAD
    for key, pieces in (("less", names), ("libra", names[:2]), ("multiplicity", names[:2])):
        text += f"[{key}.pieces]\n" + "".join(f'{one} = "{key}-{one}.png"\n' for one in pieces)
    write_toml(tmp_path, text)
    for number, line in enumerate(line for line in text.splitlines() if ".png" in line):
        data = picture((number, 0, 0))
        (tmp_path / line.split('"')[1]).write_bytes(data + bytes(most - len(data)))
    assert count <= text.count(".png")
    assert refused(tmp_path).code == "all-bytes"


def folder_of_a_file(path: Path) -> Path:
    file = path / "look.toml"
    file.write_text(LIBRA)
    return file


@pytest.mark.parametrize(
    ("make", "code"),
    [(lambda path: path / "gone", "folder"), (folder_of_a_file, "folder"), (Path, "no-file")],
)
def test_a_folder_that_is_none_is_named(
    tmp_path: Path, make: Callable[[Path], Path], code: str
) -> None:
    error = refused(make(tmp_path))
    assert error.code == code
    assert str(tmp_path) in str(error)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_a_fifo_is_no_picture_and_holds_nothing_up(tmp_path: Path) -> None:
    write_toml(tmp_path, LIBRA)
    (tmp_path / "board.png").unlink()
    os.mkfifo(tmp_path / "board.png")
    assert refused(tmp_path).code == "input"


def test_a_theme_with_a_look_has_a_name_of_its_own(tmp_path: Path) -> None:
    walnut = load_theme("walnut")
    looks = [
        read_own_look(write_look(tmp_path / f"{number}", extra), piece_names())
        for number, extra in enumerate(("", "frame = false", 'lines = "#ff0000"'))
    ]
    themes = [walnut, *(walnut.with_own(look.games) for look in looks)]
    assert len({theme.name for theme in themes}) == len(themes)
    assert {theme.base for theme in themes} == {"walnut"}
    assert themes[3].board("libra-own").engraving == (255, 0, 0)
    assert themes[3].board("libra") == walnut.board("libra")
    assert walnut.with_own({}) is walnut
