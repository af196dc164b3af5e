"""KiCad opens the layout, fills its planes and checks it; Gerbers and drill file are complete.

From version 8 on, KiCad's command line also checks schematics; for older versions, test_circuit and
test_files check them.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.support.tools import require
from workshop.fabrication.command import main
from workshop.fabrication.pcb import carrier
from workshop.fabrication.pcb.carrier import KicadReport, finish, rule_faults
from workshop.tests.fabrication.pcb.carriers import LAID, PICOS, SMALL, placed_on, written_for

LAYERS = {"F_Cu", "B_Cu", "F_Paste", "F_Mask", "B_Mask", "F_Silkscreen", "B_Silkscreen"}
LAYERS |= {"Edge_Cuts"}


@pytest.mark.parametrize("layout", [*LAID, *PICOS])
def test_kicad_finds_no_fault(layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no warning either, about design rules or, from version 8 on, electrical rules."""
    require("kicad")
    reports: list[KicadReport] = []
    ruled: dict[str, list[str]] = {}

    def told(board: Path, gerbers: Path) -> KicadReport:
        reports.append(finish(board, gerbers))
        return reports[0]

    def ruling(file: Path) -> list[str]:
        return ruled.setdefault(file.suffix, rule_faults(file))

    monkeypatch.setattr(carrier, "finish", told)
    monkeypatch.setattr(carrier, "rule_faults", ruling)
    *_written, archive = written_for(layout, tmp_path)
    assert reports[0].faults == ()
    assert ruled == {".kicad_pcb": [], ".kicad_sch": []}
    with zipfile.ZipFile(archive) as pack:
        names = {name.rpartition("-")[2].partition(".")[0] for name in pack.namelist()}
        assert names >= LAYERS
        drill = next(name for name in pack.namelist() if name.endswith("-PTH.drl"))
        holes = pack.read(drill).decode()
        copper = pack.read(next(name for name in pack.namelist() if "F_Cu" in name)).decode()
    assert holes.count("\nX") > len(placed_on(layout).placed)
    assert "%TO.N,BANK_A*%" in copper


def test_kicad_sees_a_fault(tmp_path: Path) -> None:
    """The check is effective, since it refuses a layout with a track across another track."""
    require("kicad")
    paths = written_for(SMALL, tmp_path, with_kicad=False)
    board = next(path for path in paths if path.suffix == ".kicad_pcb")
    text = board.read_text(encoding="utf-8").rstrip()[:-1]
    box = placed_on(SMALL).outline
    ends = f"(start {box.left + 2} {box.top + 30}) (end {box.right - 2} {box.top + 30})"
    track = f'(segment {ends} (width 0.3) (layer "F.Cu") (net 2))'
    board.write_text(f"{text}\n{track})\n", encoding="utf-8")
    checked = carrier.finish(board, tmp_path / "gerbers")
    assert any("short" in error or "clearance" in error for error in checked.errors)


def test_kicad_sees_an_electrical_fault(tmp_path: Path) -> None:
    """The fault is that two sensors are on one wire."""
    require("kicad-cli 8")
    paths = written_for(SMALL, tmp_path, with_kicad=False)
    sheet = next(path for path in paths if path.suffix == ".kicad_sch")
    assert rule_faults(sheet) == []
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text.replace('"OUT1"', '"OUT0"'), "utf-8")
    assert any(fault.startswith("error") for fault in rule_faults(sheet))


def test_the_command_writes_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pcb", SMALL, "--no-kicad", "--out", str(tmp_path)]) == 0
    written = {path.name for path in (tmp_path / SMALL / "pcb").iterdir()}
    assert {line.rpartition("/")[2] for line in capsys.readouterr().out.split()} == written
    endings: tuple[str, ...] = (
        ".kicad_pcb",
        ".kicad_sch",
        ".kicad_pro",
        ".svg",
        "-bom.csv",
        "-cpl.csv",
    )
    endings += ("-jlcpcb-bom.csv", "-jlcpcb-cpl.csv", "-costs.csv", "-screws.csv")
    assert {f"{SMALL}-carrier{ending}" for ending in endings} <= written


def test_the_command_refuses_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pcb", "hexagon-8", "--no-kicad"]) == 2
    assert "channels" in capsys.readouterr().err
