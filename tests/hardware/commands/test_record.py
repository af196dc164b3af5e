"""`board record` never overwrites a recording, and reports no recording that it has not made."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from game.cli import main
from hardware.host.recording import read_recording
from hardware.simulator.board import SimulatedBoard
from hardware.simulator.server import SimulatorServer, TcpCable


def test_without_a_board_an_earlier_recording_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text("of last week")
    command = ["board", "record", "/dev/nowhere-at-all", "--file", str(file), "--seconds", "1"]
    assert main(command) != 0
    assert file.read_text() == "of last week"
    assert "Written" not in capsys.readouterr().out
    assert [one.name for one in tmp_path.iterdir()] == ["evening.jsonl"]


def test_a_second_recording_gets_a_name_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.jsonl"
    file.write_text("of last week")
    server, over = SimulatorServer(SimulatedBoard(), TcpCable(0)), threading.Event()

    def carry() -> None:
        while not over.wait(0.002):
            server.pump()

    carrying = threading.Thread(target=carry)
    carrying.start()
    try:
        words = ["board", "record", server.cable.name, "--file", str(file), "--seconds", "1"]
        assert main(words) == 0
    finally:
        over.set()
        carrying.join()
        server.pull()
    assert file.read_text() == "of last week"
    made = tmp_path / "evening-2.jsonl"
    assert f"Written to {made}." in capsys.readouterr().out
    assert len(read_recording(made)) > 1
