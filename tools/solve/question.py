"""Questions that `python -m tools.solve` answers, and how to find them. Names no game."""

from __future__ import annotations

import importlib.util
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from game.platform.paths import install_advice
from game.rules.registry import GAMES
from tools.games import part_of
from tools.solve.progress import ProgressLine

Out = Callable[[str], None]  # prints a line of the answer


@dataclass(frozen=True)
class Question:
    """A question: its name on the command line, its help text, arguments and answer.

    `answer` returns True when the answer was found and verified; it raises ValueError for
    invalid arguments.
    """

    name: str
    words: str
    arguments: Callable[[ArgumentParser], None]
    answer: Callable[[Namespace, ProgressLine, Out], bool]


def questions() -> Iterator[Question]:
    """Yield the questions of any game, then those of single games."""
    yield from import_module(f"{__package__}.book").QUESTIONS
    for game in GAMES:
        yield from (
            cast("tuple[Question, ...] | None", part_of(game.key, "solve", "QUESTIONS")) or ()
        )


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
