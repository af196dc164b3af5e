"""Compilation of the kernels: one instance of each search template per game.

Prebuilt kernels are used where there are any; else Numba compiles, and its code is cached. numba
and numpy are imported only here, and prebuilt kernels need neither. Without prebuilt kernels and
Numba, or with LESS_IS_MORE_PLAIN set, the same source runs as plain Python on lists.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from mmap import mmap
from pathlib import Path
from types import ModuleType
from typing import Any

from game.engine.compile import arrays, cache
from game.engine.compile.prebuilt import prebuilt
from game.engine.kernels.atomics import fence, fetch_add, swap_if
from game.engine.kernels.cell_sets import lowest
from game.rules.kernel import KERNELS

PLAIN_VARIABLE = "LESS_IS_MORE_PLAIN"
PLAIN_REASONS = {
    "asked": f"{PLAIN_VARIABLE} is set",
    "missing": "Numba is not installed",
    "folder": "the folder of compiled code is not the user's own",
    "damaged": "the compiled code that came with the program is damaged",
    "unloadable": "the compiled code that came with the program needs a newer C library",
}

APART = 16  # spare numbers behind an array, so that arrays of two threads share no cache line

_lock = threading.RLock()
_instances: dict[tuple[str, str, bool], ModuleType] = {}
_registered: set[int] = set()


def can_compile(key: str = "") -> bool:
    """Return whether compiled code can search a game; see `why_plain`."""
    return not why_plain(key)


def why_plain(key: str = "") -> str:
    """Return why a game runs uncompiled: a key of `PLAIN_REASONS`, or "" if it runs compiled.

    Without `key`, the answer is for a game without prebuilt kernels. Numba is not imported.
    """
    if os.environ.get(PLAIN_VARIABLE):
        return "asked"
    fault = prebuilt_fault(key)
    if not fault:
        return ""
    if not has_numba():
        return "missing" if fault == "none" else fault
    folder = cache.kernel_cache()
    return "" if cache.is_own(folder) or cache.is_mine(folder) else "folder"


def has_numba() -> bool:
    return importlib.util.find_spec("numba") is not None


def numba_fault() -> str:
    """Return why importing Numba fails, "" if it works; `has_numba` imports nothing."""
    try:
        import numba  # noqa: F401 - to see whether it can be
    except Exception as error:  # Numba, or a library that does not fit it, may raise any error.
        return " ".join(f"{type(error).__name__}: {error}".split())[:200]
    return ""


def prebuilt_fault(key: str) -> str:
    """Return why the prebuilt kernels of a game are not used, "" if they are used.

    They are not used if KERNELS_VARIABLE names a folder and Numba is installed. Then kernels are
    compiled for exactly this processor.
    """
    wanted = os.environ.get(cache.KERNELS_VARIABLE) and has_numba()
    return "none" if wanted else prebuilt(key).fault


def instance(
    template: str,
    game_key: str,
    compiled: bool,
    bindings: Mapping[str, object] | None = None,
    folder: Path = cache.GAME_FOLDER,
) -> Any:
    """Return the module <template>.py of `folder` with its slots filled by `bindings`.

    There is one instance per game key, made at the first call. When compiled, the functions named
    in its ENTRIES are prebuilt, or they are compiled at their first call and cached.
    """
    with _lock:
        key = (template, game_key, compiled)
        if key not in _instances:
            _instances[key] = instantiate(folder, template, game_key, compiled, bindings or {})
        return _instances[key]


def instantiate(
    folder: Path, template: str, game_key: str, compiled: bool, bindings: Mapping[str, object]
) -> ModuleType:
    kind = "fast" if compiled else "plain"
    name = f"{folder.name}.{template}_{game_key}_{kind}"
    module_name = name.replace("/", ".").replace("-", "_")
    path = folder / f"{template}.py"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # Numba's cache looks for the module here.
    spec.loader.exec_module(module)
    own = [
        value for value in vars(module).values() if getattr(value, "__module__", "") == module_name
    ]
    vars(module).update(bindings)
    if compiled and folder == cache.GAME_FOLDER and not prebuilt_fault(game_key):
        vars(module).update(prebuilt(game_key).kernels[template])
    elif compiled:
        numba = _numba()
        entries = vars(module)["ENTRIES"]
        for function in own:
            if hasattr(function, "__code__"):
                name = function.__name__
                # The name of the cache file contains this name.
                function.__qualname__ = f"{name}_{game_key}"
                vars(module)[name] = numba.njit(
                    cache=name in entries,
                    no_cpython_wrapper=name not in entries,
                    no_cfunc_wrapper=True,
                    nogil=True,
                    _nrt=False,
                    error_model="numpy",
                )(function)
                if name in entries:
                    cache.check_files(vars(module)[name])
    return module


def _numba() -> Any:
    """Return Numba, with its cache in our cache folder and every kernel registered."""
    import numba as imported
    from numba.extending import register_jitable

    numba: Any = imported  # Numba has no type hints.
    cache.make_own(cache.kernel_cache())
    # Numba's own variable would be too late if other code has already imported Numba.
    numba.config.CACHE_DIR = str(cache.kernel_cache())

    if not _registered:
        _register_intrinsics(numba)
    for function in KERNELS:
        if id(function) not in _registered:
            _registered.add(id(function))
            register_jitable(
                _nrt=False, forceinline=True, error_model="numpy", no_cfunc_wrapper=True
            )(function)
    return numba


class Arrays:
    """A maker of arrays for kernels: int32, int64 and float64, or lists if not compiled.

    A size is a number of entries. New arrays are filled with zeros.
    """

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled

    def ints(self, size: int) -> Any:
        return self._zeros(size, "int32")

    def blank(self, size: int) -> Any:
        """Return `size` zeros, which are 64-bit integers when compiled."""
        return self._zeros(size, "int64")

    def floats(self, size: int) -> Any:
        return self._zeros(size, "float64")

    def wide_ints(self, size: int) -> Any:
        """Return `ints` on memory pages that are allocated when touched and freed with the array.

        On the common heap, clearing a large array may take 100 ms of a turn.
        """
        return self._zeros(size, "int32", self._pages)

    def wide_longs(self, size: int) -> Any:
        """Return `blank` on separate pages, as in `wide_ints`."""
        return self._zeros(size, "int64", self._pages)

    def wide_floats(self, size: int) -> Any:
        """Return `floats` on separate pages, as in `wide_ints`."""
        return self._zeros(size, "float64", self._pages)

    def rows(self, count: int, size: int) -> Any:
        """Return `count` rows of `size` ints, each of which can be used as an array."""
        if not self.compiled:
            return [[0] * size for _ in range(count)]
        if not arrays.has_numpy():
            return arrays.zeros(size, "int32", count)
        import numpy

        return numpy.zeros((count, size), numpy.int32)

    def longs(self, values: Sequence[int]) -> Any:
        return self._array(values, "int64")

    def settings(self, values: Sequence[float]) -> Any:
        return self._array(values, "float64")

    def state(self, values: Sequence[int]) -> Any:
        return self._array(values, "int32")

    def table(self, values: Sequence[int]) -> Any:
        """Return a list or tuple as an array; return anything else unchanged."""
        return self.state(values) if isinstance(values, list | tuple) else values

    def tables(self, tables: Sequence[Sequence[int]]) -> Any:
        return tuple(self.table(table) for table in tables)

    def _zeros(self, size: int, kind: str, make: Callable[[int, str], Any] | None = None) -> Any:
        if not self.compiled:
            return [0.0 if kind == "float64" else 0] * size
        if make is not None:
            return make(size, kind)
        if not arrays.has_numpy():
            return arrays.zeros(size, kind)
        import numpy

        return numpy.zeros(size + APART, kind)[:size]

    def _array(self, values: Sequence[float], kind: str) -> Any:
        if not self.compiled:
            return list(values)
        if not arrays.has_numpy():
            return arrays.array(values, kind)
        import numpy

        return numpy.array(values, kind)

    def _pages(self, size: int, kind: str) -> Any:
        if not arrays.has_numpy():
            return arrays.pages(size, kind)
        import numpy

        return numpy.frombuffer(mmap(-1, size * numpy.dtype(kind).itemsize), kind)


def _register_intrinsics(numba: Any) -> None:
    """Make `lowest` and each function of `atomics` a single instruction in compiled code."""
    from numba.extending import intrinsic, overload

    cgutils = numba.core.cgutils

    def count_zeros(_typing: Any, _bits: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return numba.types.int64(numba.types.int64), build

    def entry(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
        found = context.make_array(kind)(context, builder, array)
        return cgutils.get_item_pointer(context, builder, kind, found, [place])

    def add(_typing: Any, array: Any, place: Any, amount: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            pointer = entry(context, builder, kind, *arguments[:2])
            plus = "fadd" if kind.dtype == numba.types.float64 else "add"
            return builder.atomic_rmw(plus, pointer, arguments[2], "acq_rel")

        return array.dtype(array, numba.types.intp, array.dtype), build

    def swap(_typing: Any, array: Any, place: Any, old: Any, new: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = entry(context, builder, signature.args[0], *arguments[:2])
            found = builder.cmpxchg(pointer, *arguments[2:], "acq_rel", "acquire")
            return builder.extract_value(found, 1)

        kind = array.dtype
        return numba.types.boolean(array, numba.types.intp, kind, kind), build

    def order(_typing: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
            builder.fence("acq_rel")

        return numba.types.void(), build

    # Callers of an intrinsic do not pass its first parameter, the typing context.
    trailing_zeros: Any = intrinsic(count_zeros)
    atomic_add: Any = intrinsic(add)
    atomic_swap: Any = intrinsic(swap)
    memory_fence: Any = intrinsic(order)

    # Numba requires the same parameter names in both functions.
    overload(lowest)(lambda bits: lambda bits: trailing_zeros(bits))
    overload(fetch_add)(
        lambda numbers, place, amount: (
            lambda numbers, place, amount: atomic_add(numbers, place, amount)
        )
    )
    overload(swap_if)(
        lambda numbers, place, old, new: (
            lambda numbers, place, old, new: atomic_swap(numbers, place, old, new)
        )
    )
    overload(fence)(lambda: lambda: memory_fence())
