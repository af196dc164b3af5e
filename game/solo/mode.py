"""Modes of solo games: the deal, the score and the par. The modes are ours, not published.

A mode deals a `Game`: the game of the published rules with another start or fewer legal actions. So
the match, the screen and the sensor board need to know nothing about the mode. Everything random
depends only on the deal's seed and options.
"""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple, cast

from game.platform.processes import NewestAnswer, helper_command
from game.rules.base import Action, Game, State
from game.rules.events import Seat
from game.rules.registry import GAMES, plugin_part

WORD = "alone"  # first word in the text of a deal
MOST_SEED = 99_999_999  # the largest possible seed of a day
LOTS = 999_999  # largest seed of deals that belong to no day
STARS = 3
OPEN_AHEAD = 3  # maximum number of open deals of a campaign that have no star yet


class Option(NamedTuple):
    """The range of an option of a mode; `plain` is its default.

    `label` is a msgid with the value as {n}.
    """

    least: int
    most: int
    plain: int
    label: str


class SoloMode(ABC):
    """A mode; the person plays the seats `person`, and other seats play random actions or none.

    `name`, `rule` and `aim` are msgids. With `fewer`, a smaller score is better. `weekly` are the
    options of the weekly deal, `usual` those of all other deals, the daily one included. `edition`
    counts the changes of rules or par; each edition has its own list of scores.
    """

    key: ClassVar[str]  # such as "less-par"
    game: ClassVar[str]  # the key of its game
    name: ClassVar[str]
    rule: ClassVar[str]
    aim: ClassVar[str]  # the rule in a few words
    counted: ClassVar[str]  # msgid: what the score counts
    options: ClassVar[Mapping[str, Option]] = {}
    usual: ClassVar[Mapping[str, int]] = {}
    weekly: ClassVar[Mapping[str, int]] = {}
    edition: ClassVar[int] = 1
    person: ClassVar[tuple[Seat, ...]] = (0,)
    fewer: ClassVar[bool] = False
    forced: ClassVar[bool] = False  # whether the piece to be placed is drawn at random
    trains: ClassVar[bool] = False  # whether the note at the end names the longest train
    in_turns: ClassVar[bool] = False  # whether `left` counts turns instead of stones

    @abstractmethod
    def deal(self, seed: int, **options: int) -> Game:
        """Return the game to be played."""

    @abstractmethod
    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        """Return the score in `state`, after all of `actions`."""

    @abstractmethod
    def best(self, seed: int, **options: int) -> int:
        """Return the best known score for this deal. May take a second or two."""

    @abstractmethod
    def marks(self, par: int) -> tuple[int, int, int]:
        """Return the scores needed for one, two and three stars."""

    def exact(self, **options: int) -> bool:
        """Return whether nobody can do better than `best`."""
        return False

    def par_of(self, best: int, **options: int) -> int:
        """Return the par of a deal whose best known score is `best`."""
        return best

    def par(self, seed: int, **options: int) -> int:
        """Return the par of this deal. May take a second or two."""
        return self.par_of(self.best(seed, **options), **options)

    def left(self, game: Game, state: State) -> int | None:
        """Return the turns or stones left to the person; None if unknown."""
        return None

    def value(self, options: Mapping[str, int], name: str) -> int:
        """Return the value of an option, or its default if `options` does not contain it."""
        return options.get(name, self.options[name].plain)

    @property
    def list_key(self) -> str:
        """The key of the list of scores for its deals with the usual options."""
        return self.key if self.edition == 1 else f"{self.key}.{self.edition}"

    def better(self, one: int, other: int) -> bool:
        return one < other if self.fewer else one > other

    def stars(self, score: int, par: int) -> int:
        """Return 0 to 3 stars for a finished game."""
        return sum(not self.better(mark, score) for mark in self.marks(par))


@dataclass(frozen=True)
class SoloDeal:
    """One game to be played: a mode, the seed of everything random, and options of the mode."""

    mode: str
    seed: int
    options: tuple[tuple[str, int], ...] = ()

    @property
    def text(self) -> str:
        """The text of the deal; a person who pastes it plays the same game."""
        named = "".join(f" {name}={value}" for name, value in self.options)
        return f"{WORD} {self.mode} seed={self.seed}{named}"

    @property
    def usual(self) -> bool:
        """Whether its options are the usual ones of its mode."""
        return self == usual_deal(modes()[self.mode], self.seed)

    def game(self) -> Game:
        """Return the game to be played. Raises KeyError for an unknown mode."""
        return modes()[self.mode].deal(self.seed, **dict(self.options))


@dataclass(frozen=True)
class CampaignDeal:
    """A deal of a campaign, with a sentence about it and its best known score."""

    deal: SoloDeal
    best: int
    say: str

    @property
    def par(self) -> int:
        mode = modes()[self.deal.mode]
        return mode.par_of(self.best, **dict(self.deal.options))


def dealt(mode: SoloMode, seed: int, options: Mapping[str, int]) -> SoloDeal:
    """Return a deal with its options in the mode's order, without those at their default."""
    named = ((name, mode.value(options, name)) for name in mode.options)
    given = tuple((name, value) for name, value in named if value != mode.options[name].plain)
    return SoloDeal(mode.key, seed, given)


def usual_deal(mode: SoloMode, seed: int) -> SoloDeal:
    """Return a deal with the usual options of its mode."""
    return dealt(mode, seed, mode.usual)


def deal_of_day(mode: SoloMode, day: datetime.date) -> SoloDeal:
    """Return the deal of a day, the same everywhere."""
    return usual_deal(mode, seed_of(day))


def deal_of_week(mode: SoloMode, day: datetime.date) -> SoloDeal:
    """Return the deal of the ISO week of a day, the same everywhere."""
    year, week, _weekday = day.isocalendar()
    return dealt(mode, year * 1000 + week * 10, mode.weekly)


def seed_of(day: datetime.date) -> int:
    """Return the seed of a day, the same everywhere."""
    return int(day.strftime("%Y%m%d"))


def read_deal(text: str, known: Sequence[str]) -> SoloDeal | None:
    """Return the deal from a text; None for any other text, or a mode not in `known`."""
    words = text.split()
    if len(words) < 3 or words[0] != WORD or words[1] not in known:
        return None
    mode = modes()[words[1]]
    allowed = {"seed": Option(1, MOST_SEED, 0, ""), **mode.options}
    found: dict[str, int] = {}
    for word in words[2:]:
        name, _sign, figures = word.partition("=")
        number = (
            int(figures) if figures.isascii() and figures.isdigit() and len(figures) < 10 else -1
        )
        if name in found or name not in allowed:
            return None
        if not allowed[name].least <= number <= allowed[name].most:
            return None
        found[name] = number
    return dealt(mode, found["seed"], found) if "seed" in found else None


def open_deals(stars: Sequence[int]) -> list[bool]:
    """Return whether each deal of a campaign may be played, from the stars reached in each."""
    return [stars[:place].count(0) < OPEN_AHEAD for place in range(len(stars))]


@cache
def modes() -> dict[str, SoloMode]:
    """Return all modes by key, in the order of the games."""
    return {mode.key: mode for game in GAMES for mode in modes_of(game.key)}


@cache
def modes_of(key: str) -> tuple[SoloMode, ...]:
    """Return the modes of a game; () for a game that has none."""
    return cast("tuple[SoloMode, ...] | None", plugin_part(key, "solo")) or ()


def main(words: list[str]) -> int:
    """Print the best known score of a deal; `words` are its text without the first word."""
    deal = read_deal(" ".join([WORD, *words]), tuple(modes()))
    if deal is None:
        return 2
    print(modes()[deal.mode].best(deal.seed, **dict(deal.options)))
    return 0


class Par:
    """The par of a deal; its `value` is None until it is known.

    `failed` means that it cannot be found. `best` is the best known score; if it is not given,
    `thread` looks for it. Only the search for the newest deal goes on.
    """

    _newest: ClassVar[NewestAnswer] = NewestAnswer("par")

    def __init__(self, deal: SoloDeal, best: int | None = None) -> None:
        self.deal, self.best = deal, best
        self.failed = False
        self.when_found: Callable[[], None] | None = None  # called by the thread
        if best is None:
            command = helper_command("solo", *deal.text.split()[1:])
            self.thread = self._newest.ask(command, self._found)

    @property
    def value(self) -> int | None:
        if self.best is None:
            return None
        mode = modes()[self.deal.mode]
        return mode.par_of(self.best, **dict(self.deal.options))

    def _found(self, answer: bytes) -> None:
        if answer.strip().isdigit():
            self.best = int(answer)
            if self.when_found is not None:
                self.when_found()
        else:
            self.failed = True
