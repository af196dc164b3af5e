"""Builds firmware and bench with make, and reports which tools are missing."""

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
BUILD_TIMEOUT_S = 300  # seconds for a build, on a busy machine


class MissingToolsError(RuntimeError):
    """Tools of the bench are not installed; the text names them and the packages to install."""


@dataclass(frozen=True, slots=True)
class ControllerFamily:
    """The tools that build and emulate a family of controllers, and their Debian packages."""

    name: str
    compiler: str  # prefix of its tools' names
    image: str  # the file that the bench runs
    bench: str  # folder in tools/rig whose Makefile builds the bench
    made: str
    tools: tuple[str, ...]  # needed by the bench
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
_made: set[tuple[str, ...]] = set()  # commands of builds that this process has run
CONTROLLERS = {"atmega328p": AVR, "atmega2560": AVR, "rp2040": RP2040}


def missing_compiler(mcu: str = "atmega328p") -> list[str]:
    """Return the tools that are missing to build the firmware."""
    own = (f"{CONTROLLERS[mcu].compiler}-{tool}" for tool in ("gcc", "objcopy", "size"))
    return [tool for tool in (*own, "make") if not _found(tool)]


def missing_tools(mcu: str = "atmega328p") -> list[str]:
    """Return the tools that are missing to build the firmware and run it in the emulator."""
    family = CONTROLLERS[mcu]
    missing = missing_compiler(mcu) + [tool for tool in family.tools if not _found(tool)]
    if family.library and "pkg-config" not in missing and not _has_library(family.library):
        missing.append(f"lib{family.library}")
    return missing


def advice(missing: list[str], mcu: str = "atmega328p") -> str:
    """Return one sentence that names what is missing and how to install it."""
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
    """Build the firmware's image for the bench if necessary, and return its path.

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
    """Build the emulator's program if necessary, and return its path.

    Raises MissingToolsError or CalledProcessError.
    """
    if missing := missing_tools(mcu):
        raise MissingToolsError(advice(missing, mcu))
    family = CONTROLLERS[mcu]
    folder = build_folder() / family.bench.replace("emulator", "bench")
    make(RIG / family.bench, [f"BUILD={folder}"])
    return folder / family.made


def make(folder: Path, variables: list[str]) -> None:
    """Run make in a folder, one build at a time. Raises CalledProcessError.

    Sources are assumed not to change while this process runs.
    """
    command = ("make", "--silent", "-C", str(folder), *variables)
    if command in _made:
        # Audit hooks record which tests use tools; a build that is skipped here must count, too.
        sys.audit("subprocess.Popen", command[0], command, None, None)
        return
    with _alone():
        subprocess.run(command, check=True, timeout=BUILD_TIMEOUT_S, stdout=subprocess.DEVNULL)
    _made.add(command)


@contextmanager
def _alone() -> Iterator[None]:
    """Allow one build at a time, also among the workers of a parallel test run."""
    import fcntl

    path = build_folder() / ".lock"
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.utime(path)
