"""Learners of games, and finding the learner of a game."""

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
    """A recorded game, as plain data for JSON."""

    @property
    def number(self) -> int: ...


Seen = TypeVar("Seen", bound=Numbered)


class LearnError(ValueError):
    """Nothing can be learned from this game or these games."""


@dataclass(frozen=True)
class Learner(Generic[Seen]):
    """The functions and files with which one game is learned."""

    file: Path  # the weights that the engine uses
    games: int  # number of games that made those weights
    nodes: int  # nodes for each turn of those games
    play: Callable[[SelfPlayGame], Seen]
    # Makes a game from a line of JSON; raises TypeError, ValueError.
    seen: Callable[[list[Any]], Seen]
    # Returns the name of the file of games for a setup; raises RulesError.
    name: Callable[[str], str]
    # Returns why a game in a file cannot be used, "" if it can.
    strange: Callable[[Game, Seen], str]
    # Reports how well a fit predicts the games that it left out.
    report: Callable[[Game, Sequence[Seen]], str]
    # Returns entries for `file`.
    weights: Callable[[Game, Sequence[Seen]], Mapping[str, object]]


def learner_of(game: Game) -> Learner[Any]:
    """Return the learner of a game. Raises LearnError if the game has none."""
    package = f"{__package__}.{game.key.replace('-', '_')}"
    if find_spec(package) is None:
        raise LearnError(f"{game.key}: nothing of it can be learned")
    learner = import_module(f"{package}.learner").LEARNER
    assert isinstance(learner, Learner)
    return learner
