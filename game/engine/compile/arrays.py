"""Arrays of numbers for compiled kernels without NumPy, made with ctypes.

NumPy's arrays and these are indexed and sliced alike, and both expose the address of their memory.
"""

from __future__ import annotations

import ctypes
import importlib.util
from functools import cache
from mmap import mmap
from typing import Any

TYPES: dict[str, Any] = {
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "float64": ctypes.c_double,
}
LETTERS = {ctypes.c_int32: "<i4", ctypes.c_int64: "<i8", ctypes.c_double: "<f8"}


@cache
def has_numpy() -> bool:
    return importlib.util.find_spec("numpy") is not None


def zeros(size: int, kind: str, count: int | None = None) -> Any:
    """Return an array of `size` zeros; with `count`, that many rows of `size` zeros."""
    row = TYPES[kind] * size
    return row() if count is None else (row * count)()


def array(values: Any, kind: str) -> Any:
    return (TYPES[kind] * len(values))(*values)


def pages(size: int, kind: str) -> Any:
    """Return zeros on separate memory pages, which the system allocates when they are touched."""
    one = TYPES[kind]
    return (one * size).from_buffer(mmap(-1, max(1, size * ctypes.sizeof(one))))


def layout(found: Any) -> tuple[str, tuple[int, ...], int]:
    """Return the type (in NumPy's notation), the shape and the address of an array.

    Raises TypeError for anything else, and for an array that is read-only or has gaps.
    """
    if isinstance(found, ctypes.Array):
        kind: Any = type(found)
        shape = []
        while issubclass(kind, ctypes.Array):
            shape.append(kind._length_)
            kind = kind._type_
        return LETTERS[kind], tuple(shape), ctypes.addressof(found)
    told = getattr(found, "__array_interface__", None)
    if told is None:
        raise TypeError(f"an array is expected, {type(found)} found")
    address, fixed = told["data"]
    if told["strides"] or fixed:
        raise TypeError(f"an array of one piece is expected, {told} found")
    return told["typestr"], told["shape"], address
