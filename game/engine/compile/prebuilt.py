"""Kernels compiled ahead of time: a shared library for each game, called through ctypes.

`python -m tools.packaging.kernels` makes it of the object code that Numba emits.  Neither Numba nor
a compiler is needed where it is used, and no certain version of Python.  The name of the file says
for which processor and sources it is; it ends with a checksum, as the files of the cache do.  The
symbol CONTENTS describes its functions as JSON: by template and name the kind of the result
and the kinds of the arguments; its symbol is `TEMPLATE.NAME`.

A kind is the format of a number in `struct`, an array as its type in NumPy and its dimensions
("<i4 1"), or a list of kinds for a tuple.  A function takes a place for its result, one for what it
raises, and words of eight bytes: each number, and for each array seven or nine that say what Numba
wants to know of it.  It returns 0 where all is well.  ctypes lets other threads run meanwhile.
"""

from __future__ import annotations

import ctypes
import json
import math
import platform
import struct
import sys
import sysconfig
import weakref
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from game.engine.compile import arrays
from game.engine.compile.cache import GAME_FOLDER, HASH_OF_OURS, is_whole

FOLDER = GAME_FOLDER / "engine" / "compile" / "prebuilt"
CONTENTS = "less_is_more_kernels"
RESULTS: dict[str, type[ctypes.c_int64 | ctypes.c_double]] = {
    "q": ctypes.c_int64,
    "d": ctypes.c_double,
}
CALL = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)

Kind: TypeAlias = "str | list[Kind]"

# What Linux calls the features of the levels of x86-64, as far as Numba uses them.
# https://gitlab.com/x86-psABIs/x86-64-ABI, table "Micro-Architecture Levels".
V2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
V3 = V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
# Those of a Cortex-A76 (Raspberry Pi 5) over Armv8.0.
A76 = {"atomics", "asimddp", "asimdhp", "asimdrdm", "crc32", "fphp", "lrcpc"}

# The levels of processors by system, best first, with the features that they need.  Where there are
# none, every processor that the system runs on is meant to have the level.  Code for the Cortex-A72
# (Raspberry Pi 4) has only its order: every 64-bit Arm executes it.
LEVELS: dict[str, dict[str, set[str]]] = {
    "linux-x86_64": {"v4": V4, "v3": V3, "v2": V2},
    "linux-arm64": {"a76": A76, "a72": set()},
    "windows-x86_64": {"v2": set()},
    "windows-arm64": {"v8": set()},
    "macos-arm64": {"m1": set()},
    "macos-x86_64": {"v2": set()},
    "emscripten": {"wasm32": set()},
}
WASM = "emscripten-wasm32"  # what a browser has
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
MACHINES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
SSE4_2 = 38  # PF_SSE4_2_INSTRUCTIONS_AVAILABLE
PROCESSOR = Path("/proc/cpuinfo")


class Kernel:
    """A compiled function.  Raises TypeError for arguments that it was not compiled for."""

    def __init__(self, address: int, result: str, kinds: list[Kind]) -> None:
        self._call, self._result, self._kinds = CALL(address), RESULTS[result], kinds

    def __call__(self, *arguments: Any) -> Any:
        words: list[bytes] = []
        pack(self._kinds, arguments, words)
        result, raised = self._result(), ctypes.c_void_p()
        if self._call(ctypes.addressof(result), ctypes.addressof(raised), b"".join(words)):
            raise RuntimeError("a compiled kernel has failed")
        return result.value


def pack(kinds: list[Kind], arguments: Sequence[Any], words: list[bytes]) -> None:
    """Append arguments to `words` as a kernel reads them.

    Raises TypeError if their number or the kind of one is not as in `kinds`.
    """
    if len(arguments) != len(kinds):
        raise TypeError(f"{len(kinds)} values are expected, {len(arguments)} found")
    for kind, argument in zip(kinds, arguments):
        if isinstance(kind, list):
            pack(kind, argument, words)
        elif kind in RESULTS:
            try:
                words.append(struct.pack(kind, argument))
            except struct.error as error:
                raise TypeError(str(error)) from None
        else:
            known = _arrays.get(id(argument))
            if known is None or known[0] != kind:
                known = _arrays[id(argument)] = describe(argument, kind)
            words.append(known[1])


# What is known of arrays by `id`, until they are gone: to ask takes long.
_arrays: dict[int, tuple[str, bytes, object]] = {}


def describe(array: Any, kind: str) -> tuple[str, bytes, object]:
    """Return an entry of `_arrays`.  Raises TypeError if it is of another kind."""
    typed, shape, address = arrays.layout(array)
    if f"{typed} {len(shape)}" != kind:
        raise TypeError(f"an array {kind} is expected, {typed} {shape} found")
    size, key = int(typed[2:]), id(array)
    strides = [size * math.prod(shape[dimension + 1 :]) for dimension in range(len(shape))]
    words = 0, 0, math.prod(shape), size, address, *shape, *strides
    forget = _arrays.pop  # bound: the end of the program may clear the module before the arrays
    gone = weakref.ref(array, lambda _gone: forget(key, None))
    return kind, struct.pack(f"{len(words)}q", *words), gone


class Prebuilt(NamedTuple):
    """The kernels of a game by template and name, or the code of the reason why there are none."""

    kernels: Mapping[str, Mapping[str, Kernel]]
    fault: str = ""  # "none", "damaged" or "unloadable"


def system() -> str:
    """Return for which system and kind of processor this process runs, "" for one of no kernels."""
    if sys.platform == "emscripten":
        return "emscripten"
    # Python for x86-64 also runs on Arm: Windows emulates the one and names the other.
    windows = sys.platform == "win32"
    machine = sysconfig.get_platform().removeprefix("win-") if windows else platform.machine()
    found = f"{SYSTEMS.get(sys.platform)}-{MACHINES.get(machine.lower())}"
    # Programs of 32 bits run on 64-bit kernels, as on a Raspberry Pi.
    return found if found in LEVELS and sys.maxsize > 2**32 else ""


def levels() -> list[str]:
    """Return the levels that this processor has, best first, as SYSTEM-LEVEL."""
    found = system()
    if not found or (found == "windows-x86_64" and not has_sse4_2()):
        return []
    flags = features() if found.startswith("linux") else set()
    return [f"{found}-{level}" for level, needed in LEVELS[found].items() if needed <= flags]


def features() -> set[str]:
    """Return what Linux says that this processor has."""
    with PROCESSOR.open(encoding="utf-8") as file:
        names = (line.split() for line in file if line.startswith(("flags", "Features")))
        return set(next(names, []))


def has_sse4_2() -> bool:
    """Return whether Windows says so: before Windows 11 it ran on processors without."""
    kernel32: Any = ctypes.CDLL("kernel32")
    return bool(kernel32.IsProcessorFeaturePresent(SSE4_2))


def path_of(key: str, level: str) -> Path:
    """Return the file of a game's kernels for these sources and one of `levels`."""
    return FOLDER / f"{key}-{level}-{HASH_OF_OURS}.kernels"


@cache
def prebuilt(key: str) -> Prebuilt:
    """Return the kernels of a game for the best level that there is a file for, loaded once."""
    paths = (path_of(key, level) for level in levels())
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        return Prebuilt({}, "none")
    if not is_whole(path):
        return Prebuilt({}, "damaged")
    try:
        return Prebuilt(kernels_of(ctypes.CDLL(str(path))))
    except OSError:  # for want of a newer C library
        return Prebuilt({}, "unloadable")


def kernels_of(library: ctypes.CDLL) -> Mapping[str, Mapping[str, Kernel]]:
    """Return the kernels of a library by template and name."""

    def address(symbol: str) -> int:
        return ctypes.addressof(ctypes.c_char.in_dll(library, symbol))

    return {
        template: {
            name: Kernel(address(f"{template}.{name}"), result, kinds)
            for name, (result, kinds) in entries.items()
        }
        for template, entries in json.loads(ctypes.string_at(address(CONTENTS))).items()
    }
