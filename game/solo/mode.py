"""Modes of playing alone: what is dealt, what counts, what par is.  Ours, not published.

A mode deals a `Game`: the game of the published rules with its start or its legal actions
narrowed, so that match, screen and sensor board need to know nothing of it.  Everything drawn
follows from the seed of the deal.
"""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, cast

from game.platform.processes import NewestAnswer, helper_command
from game.rules.base import Action, Game, State
from game.rules.events import Seat
from game.rules.registry import GAMES, plugin_part

WORD = "alone"  # begins the text of a deal
MOST_SEED = 99_999_999  # as large as the seed of a day
LOTS = 999_999  # seeds of deals that are of no day
STARS = 3


class SoloMode(ABC):
    """`person` are the seats that the person plays; at the others lies what is drawn, or nobody.

    `name`, `rule` and `aim` are msgids; `fewer`: a smaller score is better; `exact`: nobody can
    do better than par.
    """

    key: ClassVar[str]  # "less-par"
    game: ClassVar[str]  # the key of its game
    name: ClassVar[str]
    rule: ClassVar[str]
    aim: ClassVar[str]  # the same in a few words
    counted: ClassVar[str]  # msgid: what the score counts
    person: ClassVar[tuple[Seat, ...]] = (0,)
    fewer: ClassVar[bool] = False
    exact: ClassVar[bool] = False
    forced: ClassVar[bool] = False  # is the piece to be placed drawn?
    trains: ClassVar[bool] = False  # is the longest train worth a word?
    in_turns: ClassVar[bool] = False  # does `left` count turns, not stones?

    @abstractmethod
    def deal(self, seed: int) -> Game:
        """Return the game to be played."""

    @abstractmethod
    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        """Return the score in `state`, which follows all of `actions`."""

    @abstractmethod
    def par(self, seed: int) -> int:
        """Return the par of this deal.  May take seconds."""

    @abstractmethod
    def marks(self, par: int) -> tuple[int, int, int]:
        """Return the scores that one, two and three stars ask for."""

    def left(self, game: Game, state: State) -> int | None:
        """Return the turns or stones that the person still has; None if unknown."""
        return None

    def most(self) -> int | None:
        """Return the best possible score of any deal; None if par says it or it is unknown."""
        return None

    def better(self, one: int, other: int) -> bool:
        return one < other if self.fewer else one > other

    def stars(self, score: int, par: int) -> int:
        """Return 0 to 3 stars for a finished game."""
        return sum(not self.better(mark, score) for mark in self.marks(par))


@dataclass(frozen=True)
class SoloDeal:
    """One game to be played: a mode and the seed of all that is drawn."""

    mode: str
    seed: int

    @property
    def text(self) -> str:
        """To be copied and sent: whoever pastes it plays the same."""
        return f"{WORD} {self.mode} seed={self.seed}"


def seed_of(day: datetime.date) -> int:
    """Return the seed of a day, the same everywhere."""
    return int(day.strftime("%Y%m%d"))


def read_deal(text: str, modes: Sequence[str]) -> SoloDeal | None:
    """Return the deal of a text; None for any other text, or a mode that is not among `modes`."""
    words = text.split()
    if len(words) != 3 or words[0] != WORD or words[1] not in modes:
        return None
    name, _sign, number = words[2].partition("=")
    seed = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else -1
    return SoloDeal(words[1], seed) if name == "seed" and 0 < seed <= MOST_SEED else None


@cache
def modes() -> dict[str, SoloMode]:
    """Return all modes by key, in the order of the games."""
    return {mode.key: mode for game in GAMES for mode in modes_of(game.key)}


@cache
def modes_of(key: str) -> tuple[SoloMode, ...]:
    """Return the modes of a game; () for a game that has none."""
    return cast("tuple[SoloMode, ...] | None", plugin_part(key, "solo")) or ()


def main(words: list[str]) -> int:
    """Print par of a deal; the words are its mode and seed."""
    key, seed = words
    print(modes()[key].par(int(seed)))
    return 0


class Par:
    """`value` is None until it is known; `failed` when it never will be; `thread` finds out.

    Only par of the newest deal is looked for.
    """

    _newest: ClassVar[NewestAnswer] = NewestAnswer("par")

    def __init__(self, deal: SoloDeal) -> None:
        self.value: int | None = None
        self.failed = False
        command = helper_command("solo", deal.mode, str(deal.seed))
        self.thread = self._newest.ask(command, self._found)

    def _found(self, answer: bytes) -> None:
        if answer.strip().isdigit():
            self.value = int(answer)
        else:
            self.failed = True
