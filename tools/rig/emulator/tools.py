"""Building firmware and bench, and saying which tools are missing.  Runs make, nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.platform.paths import ROOT
from game.platform.storage import build_folder

FIRMWARE = ROOT / "hardware" / "firmware"
RIG = ROOT / "tools" / "rig"
BUILD_TIMEOUT_S = 300  # seconds a build may take, on a machine that is busy with others


class MissingToolsError(RuntimeError):
    """Tools of the bench are not installed; the text names them and the packages to install."""


@dataclass(frozen=True, slots=True)
class ControllerFamily:
    """What a family of controllers is built and emulated with, and what of Debian brings it."""

    name: str
    compiler: str  # the prefix of its tools' names
    image: str  # the file that the bench runs
    bench: str  # folder of the rig, and the file that is made of it
    made: str
    tools: tuple[str, ...]  # for the bench
    packages: str
    library: str = ""


AVR = ControllerFamily(
    "avr", "avr", "board.elf", "emulator", "bench", ("cc", "pkg-config"),
    "simavr libsimavr-dev gcc-avr avr-libc libelf-dev pkg-config", "simavr",
)  # fmt: skip
RP2040 = ControllerFamily(
    "rp2040", "arm-none-eabi", "board.uf2", "emulator_rp2040", "bench.mjs", ("node", "npm"),
    "gcc-arm-none-eabi libnewlib-arm-none-eabi nodejs npm",
)  # fmt: skip
_made: set[tuple[str, ...]] = set()  # builds of this process
CONTROLLERS = {"atmega328p": AVR, "atmega2560": AVR, "rp2040": RP2040}


def missing_compiler(mcu: str = "atmega328p") -> list[str]:
    """Return what is missing to build the firmware."""
    own = (f"{CONTROLLERS[mcu].compiler}-{tool}" for tool in ("gcc", "objcopy", "size"))
    return [tool for tool in (*own, "make") if not _found(tool)]


def missing_tools(mcu: str = "atmega328p") -> list[str]:
    """Return what is missing to build the firmware and to run it in the emulator."""
    family = CONTROLLERS[mcu]
    missing = missing_compiler(mcu) + [tool for tool in family.tools if not _found(tool)]
    if family.library and "pkg-config" not in missing and not _has_library(family.library):
        missing.append(f"lib{family.library}")
    return missing


def advice(missing: list[str], mcu: str = "atmega328p") -> str:
    """Return one sentence that says what is missing and how to get it."""
    packages = CONTROLLERS[mcu].packages
    return f"missing {', '.join(missing)}; on Debian: apt-get install {packages}"


def _found(tool: str) -> bool:
    return shutil.which(tool) is not None


@cache
def _has_library(name: str) -> bool:
    return subprocess.run(["pkg-config", "--exists", name], check=False).returncode == 0


def build_firmware(
    mcu: str = "atmega328p", sensing: str = "side", options: Mapping[str, str] | None = None
) -> Path:
    """Build the image of the firmware for the bench if need be and return its path.

    Raises MissingToolsError without the compiler, CalledProcessError if the build fails.
    """
    if missing := missing_compiler(mcu):
        raise MissingToolsError(advice(missing, mcu))
    family = CONTROLLERS[mcu]
    extra = [f"{name}={value}" for name, value in sorted((options or {}).items())]
    folder = build_folder() / "firmware" / "-".join([mcu, sensing, *extra])
    chosen = [f"FAMILY={family.name}", f"MCU={mcu}", f"SENSING={sensing}"]
    make(FIRMWARE, [f"BUILD={folder}", *chosen, *extra])
    return folder / family.image


def build_bench(mcu: str = "atmega328p") -> Path:
    """Build the emulator's program if need be and return its path.

    Raises MissingToolsError or CalledProcessError.
    """
    if missing := missing_tools(mcu):
        raise MissingToolsError(advice(missing, mcu))
    family = CONTROLLERS[mcu]
    folder = build_folder() / family.bench.replace("emulator", "bench")
    make(RIG / family.bench, [f"BUILD={folder}"])
    return folder / family.made


def make(folder: Path, variables: list[str]) -> None:
    """Build what a folder's Makefile says, one build at a time.  Raises CalledProcessError.

    Sources are taken to stay as they are while this process runs.
    """
    command = ("make", "--silent", "-C", str(folder), *variables)
    if command in _made:
        sys.audit("subprocess.Popen", command[0], command, None, None)  # for who notes tools in use
        return
    with _alone():
        subprocess.run(command, check=True, timeout=BUILD_TIMEOUT_S, stdout=subprocess.DEVNULL)
    _made.add(command)


@contextmanager
def _alone() -> Iterator[None]:
    """Let one build run at a time, also among the workers of a parallel test run."""
    import fcntl

    path = build_folder() / ".lock"
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.utime(path)
