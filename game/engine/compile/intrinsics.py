"""Kernels that the compiler has an instruction for; `register` tells Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.engine.kernels.bits import lowest


def register(numba: Any) -> None:
    """Make `lowest` one instruction in compiled code."""
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    def count_zeros(_typing: Any, _bits: Any) -> Any:
        def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.true_bit)

        return numba.types.int64(numba.types.int64), build

    trailing_zeros: Any = intrinsic(count_zeros)  # called without the typing context

    def compiled_lowest(bits: Any) -> Callable[[Any], Any]:
        def implementation(bits: Any) -> Any:
            return trailing_zeros(bits)

        return implementation

    overload(lowest)(compiled_lowest)
