"""More or Less on the screen: its look, and the texts at the end of its matches."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from game.games.more_or_less.rules import LESS, MARKER_PLACES, MORE, MoreOrLess
from game.games.more_or_less.screen.panel import MoreOrLessPanel
from game.games.more_or_less.screen.track import draw_track
from game.platform.i18n import _, ngettext
from game.rules import Game, State
from game.rules.events import (
    Outcome,
    Seat,
)
from game.rules.setup import split_setup
from game.screen.boards.board_look import BoardLook, plain_look
from game.screen.plugin.ending import EndingWords, Figure
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.screen_plugin import ScreenPlugin, read_about
from game.screen.plugin.tension import missing
from game.table.seat_statistics import SeatStatistics

BOARDS = ("decagon-81", "decagon-71", "decagon-51")
OWN_BOARD = "own"
DEALS = 1_000_000  # range of the random number of a placement, which includes its symmetry


@dataclass
class MoreOrLessOptions(MatchOptions):
    """Options of a match. `board` is one of `BOARDS`, or `OWN_BOARD` for the file `board_file`.

    With `quick_start`, the placement is drawn, and the match begins with the first jump. With
    `even`, the even placement with the number `seed` is dealt. With `free_pass`, any turn of the
    second phase may be passed, not only one without a move.
    """

    board: str = BOARDS[0]
    board_file: str = ""
    free_pass: bool = False
    quick_start: bool = False
    even: bool = False
    seed: int = 1

    takes_files: ClassVar[bool] = True
    may_swap: ClassVar[bool] = True
    seat_count = 2

    def setup(self) -> str:
        board = self.board_file.strip() if self.board == OWN_BOARD else self.board
        words = [self.key] + [f"board={board}"] * (board != BOARDS[0])
        words += ["pass=free"] * self.free_pass
        words += ["opening=even", f"seed={self.seed}"] * self.even
        return " ".join(words + self._swap_words)

    @property
    def placing(self) -> str:
        """How the counters are placed: "turns", "drawn" or "even"."""
        return "even" if self.even else "drawn" if self.quick_start else "turns"

    def set_placing(self, way: str) -> None:
        self.even, self.quick_start = way == "even", way == "drawn"

    def deal(self, dice: random.Random) -> None:
        self.seed = dice.randrange(DEALS)

    @property
    def quick(self) -> bool:
        return self.quick_start and not self.even

    def take_game(self, game: Game) -> None:
        assert isinstance(game, MoreOrLess)
        self.free_pass, self.swap = game.free_pass, game.swaps
        self.even, self.seed = game.dealt is not None, game.dealt or 0
        given = [word for word in split_setup(game.setup)[1] if word.startswith("board=")]
        name = given[0].removeprefix("board=") if given else BOARDS[0]
        if name in BOARDS:
            self.board = name
        else:
            self.take_file(name)

    def take_file(self, path: str) -> None:
        self.board, self.board_file = OWN_BOARD, path

    def in_bounds(self) -> bool:
        return self.board in (*BOARDS, OWN_BOARD)

    @property
    def sound(self) -> bool:
        """Whether the options are valid; only the picture shows that a board file is missing."""
        return self.board == OWN_BOARD or super().sound


def look(game: Game) -> BoardLook:
    return replace(plain_look(game), wood="maple")


class MoreOrLessEnding(EndingWords):
    def reason(self, outcome: Outcome) -> str:
        counts = (self.tally["black"], self.tally["green"])
        seat = outcome.winners[0]
        own, other = counts[seat], counts[1 - seat]
        if outcome.reason == "more":
            words = (
                _("{n} black counters: more than 18"),
                _("{n} green counters: more than 18"),
            )[seat]
            return words.format(n=own)
        if outcome.reason == "less":
            words = (
                ngettext(
                    "{n} black counter: fewer than 7", "{n} black counters: fewer than 7", own
                ),
                ngettext(
                    "{n} green counter: fewer than 7", "{n} green counters: fewer than 7", own
                ),
            )[seat]
            return words.format(n=own)
        return _("Fewer counters after twelve turns: {own} to {other}").format(own=own, other=other)

    def own_figures(self, seat: Seat, facts: SeatStatistics) -> tuple[Figure, ...]:
        train = (f"×{facts.longest_train}", _("longest train"))
        return (train, (str(facts.turned), _("counters flipped")))

    def piece_count(self, seat: Seat) -> int:
        return self.tally[("black", "green")[seat]]


def tension(game: Game, state: State) -> float:
    """Return how close a side is to a winning number, or the game to its last turn."""
    tally = game.tally(state)
    if game.phase(state) == "placement":
        return 0.0
    counts = tally["black"], tally["green"]
    left = min(MORE - max(counts), min(counts) - LESS)
    places = 2 * MARKER_PLACES - tally["marker_black"] - tally["marker_green"]
    return max(missing(left), missing(places))


ABOUT = read_about(Path(__file__).parents[1] / "texts" / "about.toml")

KNOWN = {"train": 89, "turned": 24}  # known records on the usual board; see docs/lab/questions.md

SCREEN = ScreenPlugin(
    card=ABOUT.card,
    look=look,
    panel=MoreOrLessPanel,
    options=MoreOrLessOptions,
    ending=MoreOrLessEnding,
    score_lists=("fastest", "train", "turned"),
    known_scores=KNOWN,
    credits=ABOUT.credits,
    track=draw_track,
    tension=tension,
)
