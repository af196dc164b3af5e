"""Learners of games, and how they are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from game.rules import Game
from tools.self_play import SelfPlayGame


class Numbered(Protocol):
    """A game that was seen, plain data that JSON can keep."""

    @property
    def number(self) -> int: ...


Seen = TypeVar("Seen", bound=Numbered)


class LearnError(ValueError):
    """A game cannot be learned so."""


@dataclass(frozen=True)
class Learner(Generic[Seen]):
    """The parts by which one game is learned."""

    file: Path  # of the weights that the engine plays with
    games: int  # that they are from,
    nodes: int  # and for each turn
    play: Callable[[SelfPlayGame], Seen]
    seen: Callable[[list[Any]], Seen]  # from a line of JSON; raises TypeError, ValueError
    name: Callable[[str], str]  # of the file of games, by their setup; raises RulesError
    strange: Callable[[Game, Seen], str]  # what is wrong with games of a file, if anything is
    report: Callable[[Game, Sequence[Seen]], str]  # how well a part left out of the fit is told
    weights: Callable[[Game, Sequence[Seen]], Mapping[str, object]]  # entries of the file


def learner_of(game: Game) -> Learner[Any]:
    """Return the learner of a game.  Raises LearnError if it has none."""
    package = f"{__package__}.{game.key.replace('-', '_')}"
    if find_spec(package) is None:
        raise LearnError(f"{game.key}: nothing of it can be learned")
    learner = import_module(f"{package}.learner").LEARNER
    assert isinstance(learner, Learner)
    return learner
