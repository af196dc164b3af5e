"""A board of one's own: whole through every command, or one sentence that says what is wrong."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.hardware.template.test_own_board import REFUSED, Board, check_refusal, grid
from tools.fabrication.command import main


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


@pytest.mark.parametrize("command", ["pcb", "drawings"])
@pytest.mark.parametrize(("name", "board", "said"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_made_is_said_in_one_sentence(
    command: str,
    name: str,
    board: Board | str,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert said in check_refusal(main, command, board, tmp_path / f"{name}.json", capsys)
