"""KiCad itself opens the layout, pours its planes and checks it; Gerbers and drill file are whole.

It has no check of schematics without its window (before version 8): test_circuit and test_files
check those.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.support.tools import require
from tests.tools.fabrication.pcb.carriers import LAID, PICOS, SMALL, placed_on, split
from tools.fabrication.command import main
from tools.fabrication.pcb import carrier
from tools.fabrication.pcb.carrier import write_carrier

LAYERS = {"F_Cu", "B_Cu", "F_Paste", "F_Mask", "B_Mask", "F_Silkscreen", "B_Silkscreen"}
LAYERS |= {"Edge_Cuts"}


@pytest.mark.parametrize("layout", [*LAID, *PICOS])
def test_kicad_finds_no_fault(layout: str, tmp_path: Path) -> None:
    require("kicad")
    name, controller = split(layout)
    *_others, archive = write_carrier(name, 0.0, True, tmp_path, controller=controller)
    with zipfile.ZipFile(archive) as pack:
        names = {name.rpartition("-")[2].partition(".")[0] for name in pack.namelist()}
        assert names >= LAYERS
        drill = next(name for name in pack.namelist() if name.endswith("-PTH.drl"))
        holes = pack.read(drill).decode()
        copper = pack.read(next(name for name in pack.namelist() if "F_Cu" in name)).decode()
    assert holes.count("\nX") > len(placed_on(layout).placed)
    assert "%TO.N,BANK_A*%" in copper


def test_kicad_sees_a_fault(tmp_path: Path) -> None:
    """The check is no show: a layout with a track across another is refused."""
    require("kicad")
    paths = list(write_carrier(SMALL, 0.0, True, tmp_path, with_kicad=False))
    board = next(path for path in paths if path.suffix == ".kicad_pcb")
    text = board.read_text(encoding="utf-8").rstrip()[:-1]
    box = placed_on(SMALL).outline
    ends = f"(start {box.left + 2} {box.top + 30}) (end {box.right - 2} {box.top + 30})"
    track = f'(segment {ends} (width 0.3) (layer "F.Cu") (net 2))'
    board.write_text(f"{text}\n{track})\n", encoding="utf-8")
    checked = carrier.finish(board, tmp_path / "gerbers")
    assert any("short" in error or "clearance" in error for error in checked.errors)


def test_the_command_writes_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pcb", SMALL, "--no-kicad", "--out", str(tmp_path)]) == 0
    written = {path.name for path in (tmp_path / SMALL / "pcb").iterdir()}
    assert {line.rpartition("/")[2] for line in capsys.readouterr().out.split()} == written
    endings = (".kicad_pcb", ".kicad_sch", ".kicad_pro", ".svg", "-bom.csv", "-cpl.csv")
    assert {f"{SMALL}-carrier{ending}" for ending in endings} <= written


def test_the_command_refuses_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pcb", "hexagon-8", "--no-kicad"]) == 2
    assert "channels" in capsys.readouterr().err
