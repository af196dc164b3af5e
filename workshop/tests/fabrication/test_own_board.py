"""A custom board either works in every command, or is refused with one sentence."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.own_boards import Board, grid
from workshop.fabrication.command import main
from workshop.fabrication.drilling import LONGEST, board_plan, file_name


def moved(board: Board, **places: list[Any]) -> Board:
    """Return the same board with some points moved."""
    return board | {"points": board["points"] | places}


REFUSED: list[tuple[str, Board | str, str]] = [
    ("many", grid(12), "club has 144 points, expected 128 or fewer"),
    ("same", moved(grid(6), b1=[-0.7, -0.7]), "points a1 and b1 lie in one place"),
    (
        "close",
        moved(grid(6), z9=[-0.69, -0.7]) | {"lines": [*grid(6)["lines"], ["a1", "z9"]]},
        "club at 432 mm: a1 and z9 lie so close that counters could be 0 mm wide",
    ),
    ("cut", '{"points": ', "line 1, column 12: Expecting value"),
    ("list", "[1, 2]", "holds a JSON list, expected an object"),
    ("word", moved(grid(6), a1=["x", 0]), "point a1 is at ['x', 0], expected two numbers"),
    ("lost", grid(6) | {"centre": "z9"}, "expected the label of one of its points"),
    ("none", "", "cannot be read"),
]


def check_refusal(
    command: str,
    board: Board | str,
    path: Path,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """Check that a command refuses an unusable board file with one sentence, and writes no file."""
    if board:
        path.write_text(board if isinstance(board, str) else json.dumps(board), encoding="utf-8")
    out = path.parent / "made"
    assert main([command, str(path), "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert "is no layout" not in told
    assert len(told.splitlines()) == 1
    assert not out.exists()
    return told


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(grid(6)), encoding="utf-8")
    return path


def test_a_printed_circuit_of_ones_own_board(own: Path, tmp_path: Path) -> None:
    out = tmp_path / "made"
    assert main(["pcb", str(own), "--no-kicad", "--size", "260", "--out", str(out)]) == 0
    home = out / "club" / "pcb"
    assert {path.suffix for path in home.iterdir()} >= {".kicad_pcb", ".kicad_sch", ".csv", ".svg"}
    with (home / "club-carrier-bom.csv").open(encoding="utf-8", newline="") as file:
        counts = {row["Comment"]: int(row["Quantity"]) for row in csv.DictReader(file)}
    assert counts["DRV5053PA"] == counts["WS2812B"] == 36
    assert counts["CD74HC4067"] == 3


def test_the_wood_for_it(own: Path, tmp_path: Path) -> None:
    assert main(["drawings", str(own), "--carrier", "--no-track", "--out", str(tmp_path)]) == 0
    assert {path.name for path in (tmp_path / "club-carrier").iterdir()} >= {
        "club-top.dxf",
        "club-base.dxf",
        "parts.csv",
    }
    pictures = tmp_path / "club-carrier" / "pictures"
    assert "configure --layout own.json<" in (pictures / "carrier-5-test.svg").read_text("utf-8")
    assert "monitor --point 0<" in (pictures / "carrier-9-magnets.svg").read_text("utf-8")


def test_a_controller_without_a_carrier_is_no_wish(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["drawings", "hexagon-3", "--controller", "pico", "--out", str(tmp_path / "made")]
    assert main(words) == 2
    assert "it needs --carrier" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize("command", ["template", "pcb", "drawings"])
@pytest.mark.parametrize(("name", "board", "said"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_made_is_said_in_one_sentence(
    command: str,
    name: str,
    board: Board | str,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert said in check_refusal(command, board, tmp_path / f"{name}.json", capsys)


def test_a_folder_that_cannot_be_made_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["template", "squares-6", "--out", "/dev/null/x"]) == 2
    told = capsys.readouterr().err
    assert "/dev/null" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("Café n° 2.0", "Café-n-2-0"),
        ("..", "board"),
        ("/etc/passwd", "etc-passwd"),
        ("", "board"),
        ("x" * 300, "x" * LONGEST),
    ],
)
def test_whatever_a_board_is_called_its_files_stay_in_their_folder(name: str, begins: str) -> None:
    assert file_name(name) == begins


def test_shipped_boards_keep_their_names() -> None:
    assert board_plan("decagon-81+track").stem == "decagon-81+track"
