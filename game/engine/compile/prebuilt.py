"""Kernels compiled ahead of time: a shared library for each game, called through ctypes.

`python -m tools.packaging.kernels` links each library from the object code that Numba emits. Using
a library needs neither Numba nor a compiler, and works with any version of Python. The file's name
contains the processor level and a hash of the sources; the file ends with a checksum, like the
files of the cache. The symbol CONTENTS holds JSON: for each template and function name, the kind of
the result and the kinds of the arguments. A function's own symbol is `TEMPLATE.NAME`.

The kind of a number is its format in `struct`. The kind of an array is its type in NumPy and its
number of dimensions ("<i4 1"). The kind of a tuple is a list of kinds. A function takes the address
of its result, the address of what it raises, and words of eight bytes: one for each number, seven
or nine for each array (the fields of Numba's array structure). It returns 0 on success. ctypes lets
other threads run during the call.
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

# Linux's names of the processor features in each level of x86-64, as far as Numba uses them.
# https://gitlab.com/x86-psABIs/x86-64-ABI, table "Micro-Architecture Levels".
V2 = {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}
V3 = V2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
# Features that a Cortex-A76 (Raspberry Pi 5) has beyond Armv8.0.
A76 = {"atomics", "asimddp", "asimdhp", "asimdrdm", "crc32", "fphp", "lrcpc"}

# Processor levels of each system, best first, with the features that each level needs. An empty set
# means that every processor of the system has the level. Code for the Cortex-A72 (Raspberry Pi 4)
# only orders its instructions for that core; every 64-bit Arm can run it.
LEVELS: dict[str, dict[str, set[str]]] = {
    "linux-x86_64": {"v4": V4, "v3": V3, "v2": V2},
    "linux-arm64": {"a76": A76, "a72": set()},
    "windows-x86_64": {"v2": set()},
    "windows-arm64": {"v8": set()},
    "macos-arm64": {"m1": set()},
    "macos-x86_64": {"v2": set()},
    "emscripten": {"wasm32": set()},
}
WASM = "emscripten-wasm32"  # the level that browsers have
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
MACHINES = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}
SSE4_2 = 38  # PF_SSE4_2_INSTRUCTIONS_AVAILABLE
PROCESSOR = Path("/proc/cpuinfo")


class Kernel:
    """A compiled function. Raises TypeError for arguments that it was not compiled for."""

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
    """Append arguments to `words` in the layout that a kernel reads.

    Raises TypeError unless number and kinds of the arguments match `kinds`.
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


# Packed descriptions of arrays by `id`, kept while the array exists, because describing one is
# slow.
_arrays: dict[int, tuple[str, bytes, object]] = {}


def describe(array: Any, kind: str) -> tuple[str, bytes, object]:
    """Return an entry of `_arrays`. Raises TypeError if the array is not of this kind."""
    typed, shape, address = arrays.layout(array)
    if f"{typed} {len(shape)}" != kind:
        raise TypeError(f"an array {kind} is expected, {typed} {shape} found")
    size, key = int(typed[2:]), id(array)
    strides = [size * math.prod(shape[dimension + 1 :]) for dimension in range(len(shape))]
    words = 0, 0, math.prod(shape), size, address, *shape, *strides
    forget = _arrays.pop  # Bound here, because at exit the module may be cleared before the arrays.
    gone = weakref.ref(array, lambda _gone: forget(key, None))
    return kind, struct.pack(f"{len(words)}q", *words), gone


class Prebuilt(NamedTuple):
    """The kernels of a game by template and name; `fault` is the reason why there are none."""

    kernels: Mapping[str, Mapping[str, Kernel]]
    fault: str = ""  # "none", "damaged" or "unloadable"


def system() -> str:
    """Return the system and processor in use, such as "linux-arm64"; "" if not in LEVELS."""
    if sys.platform == "emscripten":
        return "emscripten"
    # On Arm, Windows can emulate x86-64.  `platform.machine` then names the real processor, while
    # `get_platform` names the one that Python was built for.
    windows = sys.platform == "win32"
    machine = sysconfig.get_platform().removeprefix("win-") if windows else platform.machine()
    found = f"{SYSTEMS.get(sys.platform)}-{MACHINES.get(machine.lower())}"
    # A 32-bit Python may run on a 64-bit operating system, for example on a Raspberry Pi.
    return found if found in LEVELS and sys.maxsize > 2**32 else ""


def levels() -> list[str]:
    """Return the levels that this processor supports, best first, each as SYSTEM-LEVEL."""
    found = system()
    if not found or (found == "windows-x86_64" and not has_sse4_2()):
        return []
    flags = features() if found.startswith("linux") else set()
    return [f"{found}-{level}" for level, needed in LEVELS[found].items() if needed <= flags]


def features() -> set[str]:
    """Return the features of this processor that Linux lists."""
    with PROCESSOR.open(encoding="utf-8") as file:
        names = (line.split() for line in file if line.startswith(("flags", "Features")))
        return set(next(names, []))


def has_sse4_2() -> bool:
    """Return whether Windows reports SSE4.2; Windows before 11 also runs without SSE4.2."""
    kernel32: Any = ctypes.CDLL("kernel32")
    return bool(kernel32.IsProcessorFeaturePresent(SSE4_2))


def path_of(key: str, level: str) -> Path:
    """Return the file of a game's kernels, built from the present sources for one of `levels`."""
    return FOLDER / f"{key}-{level}-{HASH_OF_OURS}.kernels"


@cache
def prebuilt(key: str) -> Prebuilt:
    """Return the kernels of a game for the best level that has a file; load them only once."""
    paths = (path_of(key, level) for level in levels())
    path = next((path for path in paths if path.exists()), None)
    if path is None:
        return Prebuilt({}, "none")
    if not is_whole(path):
        return Prebuilt({}, "damaged")
    try:
        return Prebuilt(kernels_of(ctypes.CDLL(str(path))))
    except OSError:  # The library needs a newer C library.
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
