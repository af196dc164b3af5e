"""The wrapper that systemd starts for a cabinet passes the program's reports on, and can end it."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(
    not hasattr(socket, "SO_PASSCRED"), reason="only Linux says who has sent a datagram"
)
CABINET = ROOT / "tools" / "packaging" / "kiosk" / "less-is-more-cabinet"
PATIENCE_S = 60.0
# A stand-in that waits for its program and hides its exit code, like cage.
CAGE = '#!/bin/sh\ntrap : TERM\ntest "$1 $2" = "-d --" && shift 2 && "$@"\nexit 0\n'
REPORTS = """#!{python}
import os, signal, socket, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
line.sendto(" ".join(["READY=1", *sys.argv[1:]]).encode(), os.environ["NOTIFY_SOCKET"])
time.sleep(float(os.environ["FOR_S"]))
sys.exit(75)
"""


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """Put stand-ins for cage and program into `tmp_path`; yield the socket that systemd reads."""
    for name, text in {"cage": CAGE, "less-is-more": REPORTS}.items():
        (tmp_path / name).write_text(text.replace("{python}", sys.executable), encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "systemd"))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        line.settimeout(PATIENCE_S)
        yield line


def started(folder: Path, seconds: float) -> subprocess.Popen[bytes]:
    known = {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "RUNTIME_DIRECTORY": str(folder),
        "NOTIFY_SOCKET": str(folder / "systemd"),
        "FOR_S": str(seconds),
    }
    command = [sys.executable, str(CABINET), "--idle", "90"]
    return subprocess.Popen(command, env=known, start_new_session=True)


def heard(line: socket.socket) -> tuple[str, int]:
    """Return a report's text, and the process that systemd sees as its sender."""
    text, ((_level, _kind, credentials), *_more), _flags, _from = line.recvmsg(4096, 1024)
    return text.decode(), struct.unpack("iii", credentials)[0]


def alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_reports_come_from_the_process_that_systemd_has_started(
    systemd: socket.socket, tmp_path: Path
) -> None:
    with started(tmp_path, 0.1) as cabinet:
        assert heard(systemd) == ("READY=1 demo --kiosk --idle 90", cabinet.pid)
        assert cabinet.wait(PATIENCE_S) == 75  # the exit code that requests a restart


def test_the_end_is_for_all_processes(systemd: socket.socket, tmp_path: Path) -> None:
    with started(tmp_path, PATIENCE_S) as cabinet:
        heard(systemd)
        cabinet.send_signal(signal.SIGTERM)
        assert cabinet.wait(PATIENCE_S) == 7


def test_a_program_that_hangs_leaves_no_process_behind(
    systemd: socket.socket, tmp_path: Path
) -> None:
    with started(tmp_path, PATIENCE_S) as cabinet:
        heard(systemd)
        cabinet.send_signal(signal.SIGABRT)  # as systemd's watchdog does
        assert cabinet.wait(PATIENCE_S) == -signal.SIGKILL
        assert until(lambda: not alive(cabinet.pid), PATIENCE_S)
