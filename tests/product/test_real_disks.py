"""On full disks and in folders without locks, the program reports and saves the right things.

Each disk is a small tmpfs in a namespace of its own. A share without locks is simulated by a filter
of system calls (seccomp): the kernel refuses locks with the error that such shares return.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from game.platform.storage import HOME_VARIABLE
from tests.support.tools import needs
from tests.support.waiting import PATIENCE

RECORDS = ROOT / "tests" / "data" / "v1.0"
RECORD = RECORDS / "reviewed.json"
X86_64_FLOCK, X86_64_FCNTL = 73, 72
F_SETLK, F_SETLKW = 6, 7
PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, SECCOMP_MODE_FILTER = 22, 38, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06  # from linux/bpf_common.h
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.ENOLCK
COMMAND_OFFSET = 24  # offset of the second argument in struct seccomp_data


needs_mounts = needs("small disks")
needs_filter = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64",
    reason="needs seccomp of Linux on x86-64: folders without locks are tested by patches alone",
)


def on_disk(kilobytes: int, script: str, disk: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell script whose home is on a disk of this size."""
    disk.mkdir()
    mount = f'mount -t tmpfs -o size={kilobytes}k none "{disk}"'
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", f"{mount} && {script}"],
        env={**os.environ, HOME_VARIABLE: str(disk), "PYTHON": sys.executable},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@needs_mounts
@pytest.mark.parametrize("kilobytes", [60, 100, 140, 200, 260])
def test_a_library_on_a_disk_that_is_full_says_so(kilobytes: int, tmp_path: Path) -> None:
    script = f'"$PYTHON" main.py library import "{RECORD}"'
    done = on_disk(kilobytes, script, tmp_path / "disk")
    if done.returncode:
        assert done.returncode == 2
        assert "disk is full" in done.stderr
        assert "damaged" not in done.stderr
    assert done.returncode == 2 or kilobytes > 200


KEPT = """
import sys
from pathlib import Path
from game.platform import storage
from game.platform.errors import in_words
from game.table.record_files import read_match, rewrite, save_match
match = read_match(Path(sys.argv[1]))
path = save_match(match, match.date)
before = path.read_bytes()
(storage.data_folder() / "filler").write_bytes(b"x" * int(sys.argv[2]))
match.spec = match.spec.with_(seed=7)
try:
    for number in range(2000):
        save_match(match, f"{match.date[:-2]}{number}")
except OSError as error:
    print(in_words(error))
try:
    match.times[:] = [1.0] * len(match.times)
    rewrite(path, match)
except OSError as error:
    print(in_words(error))
print(path.read_bytes() == before, len(list(path.parent.glob("*.new"))))
"""


@needs_mounts
def test_what_was_saved_before_the_disk_was_full_stays_whole(tmp_path: Path) -> None:
    script = f'"$PYTHON" -c \'{KEPT}\' "{RECORD}" 900000'
    done = on_disk(1024, script, tmp_path / "disk")
    assert done.stdout.splitlines() == ["the disk is full", "the disk is full", "True 0"], (
        done.stderr
    )


def _step(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("HBBI", code, then, otherwise, value)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


def without_locks() -> Callable[[], None]:
    """Return a function that makes the kernel refuse locks to the new process that calls it."""
    steps = (
        _step(LOAD, 0),
        _step(EQUAL, X86_64_FLOCK, then=4),
        _step(EQUAL, X86_64_FCNTL, otherwise=4),
        _step(LOAD, COMMAND_OFFSET),
        _step(EQUAL, F_SETLK, then=1),
        _step(EQUAL, F_SETLKW, otherwise=1),
        _step(RETURN, REFUSE),
        _step(RETURN, ALLOW),
    )
    code = ctypes.create_string_buffer(b"".join(steps))
    program = _Program(len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)

    # The default argument keeps the filter's memory alive.
    def refuse(_kept: object = code) -> None:
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0):
            raise OSError(ctypes.get_errno(), "no filter of system calls")

    return refuse


def run(words: Sequence[str], home: Path, locks: bool) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "main.py", *words],
        preexec_fn=None if locks else without_locks(),
        env={**os.environ, HOME_VARIABLE: str(home)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@needs_filter
def test_a_library_where_locks_do_not_work_says_so_and_can_be_read(tmp_path: Path) -> None:
    refused = run(["library", "import", str(RECORD)], tmp_path, locks=False)
    assert refused.returncode == 2
    assert "files cannot be locked in this folder" in refused.stderr
    assert run(["library", "import", str(RECORD)], tmp_path, locks=True).returncode == 0
    listed = run(["library", "list"], tmp_path, locks=False)
    assert "another program" not in listed.stderr.casefold()
    assert listed.stdout.count("\n") >= 1
