"""A job for KiCad's own Python, which fills, checks and plots one layout.

It writes the files for manufacturers, and prints the findings as JSON. It imports nothing from this
project.

    python3 kicad_job.py BOARD.kicad_pcb FOLDER
"""

import json
import sys
from pathlib import Path

import pcbnew

OLD = hasattr(pcbnew, "EDA_UNITS_MILLIMETRES")  # True in KiCad 6
GERBERS = [
    ("F_Cu", "F_Cu"),
    ("B_Cu", "B_Cu"),
    ("F_Paste", "F_Paste"),
    ("F_Mask", "F_Mask"),
    ("B_Mask", "B_Mask"),
    ("F_Silkscreen", "F_SilkS"),
    ("B_Silkscreen", "B_SilkS"),
    ("Edge_Cuts", "Edge_Cuts"),
]


def main(board_file: str, folder: str) -> None:
    """Fill, save, check and plot one layout."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    board = pcbnew.LoadBoard(board_file)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    board.BuildConnectivity()
    pcbnew.SaveBoard(board_file, board)
    report = Path(board_file).with_name("drc.rpt")
    units = pcbnew.EDA_UNITS_MILLIMETRES if OLD else pcbnew.EDA_UNITS_MM
    pcbnew.WriteDRCReport(board, str(report), units, True)
    _plot(board, out)
    _drill(board, out)
    joined = board.GetConnectivity()
    answer = {
        "version": pcbnew.GetBuildVersion(),
        "unconnected": joined.GetUnconnectedCount(*(() if OLD else (False,))),
        "report": report.read_text(encoding="utf-8"),
        "pads": len(board.GetPads()),
    }
    print("\n" + json.dumps(answer))


def _plot(board: "pcbnew.BOARD", out: Path) -> None:
    control = pcbnew.PLOT_CONTROLLER(board)
    options = control.GetPlotOptions()
    options.SetOutputDirectory(str(out.resolve()))
    options.SetUseGerberProtelExtensions(False)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetCreateGerberJobFile(False)
    options.SetPlotFrameRef(False)
    options.SetSubtractMaskFromSilk(True)
    for suffix, layer in GERBERS:
        control.SetLayer(getattr(pcbnew, layer))
        control.OpenPlotfile(suffix, pcbnew.PLOT_FORMAT_GERBER, suffix)
        control.PlotLayer()
    control.ClosePlot()


def _drill(board: "pcbnew.BOARD", out: Path) -> None:
    writer = pcbnew.EXCELLON_WRITER(board)
    writer.SetFormat(True)
    origin = pcbnew.wxPoint(0, 0) if OLD else pcbnew.VECTOR2I(0, 0)
    writer.SetOptions(False, False, origin, False)
    writer.CreateDrillandMapFilesSet(str(out.resolve()), True, False)


if __name__ == "__main__":
    main(*sys.argv[1:])
