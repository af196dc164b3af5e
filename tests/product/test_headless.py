"""`play --headless` works under systemd, even if it is killed, restarted or ended by SIGTERM."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from game import cli
from game.platform.paths import ROOT
from game.platform.storage import games_folder
from hardware.simulator.server import TcpCable
from tests.support.waiting import until
from tools.rig.bridge import LivingBoard, on_tcp


@contextmanager
def playing(board: LivingBoard, *options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """Run the program at a board; yield its process and a list that gets its lines."""
    assert isinstance(board.server.cable, TcpCable)
    command = [sys.executable, "main.py", "play", "--headless", *options]
    hidden = {
        key: value for key, value in os.environ.items() if not key.startswith(("DISPLAY", "SDL_"))
    }
    process = subprocess.Popen(
        [*command, "--board", board.server.cable.name],
        cwd=ROOT,
        env=hidden,
        stdout=subprocess.PIPE,
        text=True,
    )
    lines: list[str] = []
    out = process.stdout
    assert out is not None
    reader = threading.Thread(target=lambda: lines.extend(iter(out.readline, "")))
    reader.start()
    try:
        yield process, lines
    finally:
        process.kill()
        process.wait()
        reader.join()
        out.close()


def heard(lines: list[str], words: str) -> bool:
    return until(lambda: any(words in line for line in lines))


def test_a_game_outlives_a_kill_and_sigterm_is_an_orderly_end() -> None:
    with on_tcp() as board:
        with playing(board, "multiplicity", "size=3", "--seats", "board,board") as (process, lines):
            assert heard(lines, "is connected")
            board.set(0, 1)
            assert heard(lines, ": a3.")
            running = games_folder() / "running.json"
            assert until(
                lambda: running.exists() and len(json.loads(running.read_text())["turns"]) == 1
            )
            process.send_signal(signal.SIGKILL)
            process.wait()
        with playing(board) as (process, lines):
            assert heard(lines, "This is your unfinished game. Go on?")
            assert heard(lines, "is connected")
            board.press()
            board.set(1, 2)
            board.set(18, 2)
            assert heard(lines, ": a4, e3.")
            process.terminate()
            assert process.wait(20) == 0


def test_the_unit_of_systemd_calls_what_there_is() -> None:
    unit = (ROOT / "tools/packaging/kiosk/less-is-more-board.service").read_text()
    (command,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    arguments = cli.parser().parse_args(command.split()[2:])
    assert (arguments.headless, arguments.board, arguments.power_off) == (True, "auto", "")
