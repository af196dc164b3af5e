"""The constraint solver that some makers use: OR-tools, an extra the program itself never needs.

`pip install ortools` brings it.  What was made with it is kept in assets/answers, and verified
without it.
"""

from __future__ import annotations

import importlib.util
from typing import Any

from game.platform.paths import install_advice


class NoSolverError(ValueError):
    """OR-tools is not installed."""


def constraint_programming() -> Any:
    """Return the module `ortools.sat.python.cp_model`.

    Raises NoSolverError if it is not installed.
    """
    if importlib.util.find_spec("ortools") is None:
        raise NoSolverError(f"this needs a constraint solver: {install_advice('ortools')}")
    from ortools.sat.python import cp_model

    return cp_model
