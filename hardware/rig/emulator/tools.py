"""Building firmware and bench, and saying which tools are missing.  Runs make, nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from game.paths import ROOT
from game.storage import build_folder

FIRMWARE = ROOT / "hardware" / "firmware"
BENCH = ROOT / "hardware" / "rig" / "emulator"
PACKAGES = "simavr libsimavr-dev gcc-avr avr-libc libelf-dev pkg-config"
PATIENCE = 120  # seconds a build may take


class MissingToolsError(RuntimeError):
    """Tools of the bench are not installed; the text names them and the packages to install."""


def missing_compiler() -> list[str]:
    """What is missing to build the firmware."""
    return [tool for tool in ("avr-gcc", "avr-objcopy", "avr-size", "make") if not _found(tool)]


def missing_tools() -> list[str]:
    """What is missing to build the firmware and to run it in the emulator."""
    missing = missing_compiler() + [tool for tool in ("cc", "pkg-config") if not _found(tool)]
    if "pkg-config" not in missing and not _has_library("simavr"):
        missing.append("libsimavr")
    return missing


def advice(missing: list[str]) -> str:
    """One sentence that says what is missing and how to get it."""
    return f"missing {', '.join(missing)}; on Debian: apt-get install {PACKAGES}"


def _found(tool: str) -> bool:
    return shutil.which(tool) is not None


def _has_library(name: str) -> bool:
    return subprocess.run(["pkg-config", "--exists", name], check=False).returncode == 0


def build_firmware(
    mcu: str = "atmega328p", sensing: str = "side", options: Mapping[str, str] | None = None
) -> Path:
    """The ELF of the firmware, built if need be; `options` are further variables of its Makefile.

    Raises MissingToolsError without the compiler, CalledProcessError if the build fails.
    """
    if missing := missing_compiler():
        raise MissingToolsError(advice(missing))
    extra = [f"{name}={value}" for name, value in sorted((options or {}).items())]
    folder = build_folder() / "firmware" / "-".join([mcu, sensing, *extra])
    make(FIRMWARE, [f"BUILD={folder}", f"MCU={mcu}", f"SENSING={sensing}", *extra])
    return folder / "board.elf"


def build_bench() -> Path:
    """The emulator's program, built if need be.  Raises MissingToolsError or CalledProcessError."""
    if missing := missing_tools():
        raise MissingToolsError(advice(missing))
    folder = build_folder() / "bench"
    make(BENCH, [f"BUILD={folder}"])
    return folder / "bench"


def make(folder: Path, variables: list[str]) -> None:
    """Build what a folder's Makefile says, one build at a time.  Raises CalledProcessError."""
    with _alone():
        subprocess.run(
            ["make", "--silent", "-C", str(folder), *variables],
            check=True,
            timeout=PATIENCE,
            stdout=subprocess.DEVNULL,
        )


@contextmanager
def _alone() -> Iterator[None]:
    """One build at a time, also among the workers of a parallel test run."""
    import fcntl

    path = build_folder() / ".lock"
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.utime(path)
