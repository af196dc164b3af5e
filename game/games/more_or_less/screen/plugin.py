"""More or Less on the screen: its look, what is said of a game, how its matches end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from game.games.more_or_less.rules import COLOURS, LESS, MARKER_PLACES, MORE, MoreOrLess
from game.games.more_or_less.screen.panel import MoreOrLessPanel
from game.games.more_or_less.screen.track import draw_track
from game.platform.i18n import _, ngettext
from game.rules import Game, State
from game.rules.events import (
    Flipped,
    MarkerMoved,
    Outcome,
    Passed,
    PhaseChanged,
    Placed,
    Seat,
    Slid,
)
from game.rules.setup import split_setup
from game.screen.boards.board_look import BoardLook, plain_look
from game.screen.plugin.commentary import Commentary, Events, Scale, Speaker, passing_note
from game.screen.plugin.ending import EndingWords, Figure
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.screen_plugin import ScreenPlugin, read_about
from game.screen.plugin.tension import missing
from game.table.seat_statistics import SeatStatistics


class MoreOrLessCommentary(Commentary):
    def aim(self) -> str:
        return _("Jump, and what you jump flips. Win with 19 or more, or 6 or fewer.")

    def speakers(self) -> Mapping[type, Speaker]:
        return {
            **super().speakers(),
            PhaseChanged: self._phase,
            Flipped: self._flipped,
            Slid: self._slid,
            MarkerMoved: self._marker,
        }

    def rule(self, before: State, events: Events) -> str:
        for event in events:
            if isinstance(event, Placed):
                return _("First all are placed, two a turn.")
            if isinstance(event, Slid):
                return _("Slide, stop, and one jump.")
            if isinstance(event, Flipped):
                if event.before.seat == self.game.to_move(before):
                    return _("Your own counters flip, too.")
                if self.game.turn_begun(before):
                    return _("Keep jumping, as far as it goes!")
                return _("Jumped over: it flips.")
        return ""

    def scale(self, state: State) -> Scale:
        tally = self.game.tally(state)
        black, green = tally["black"], tally["green"]
        share = min(1.0, max(0.0, (black - LESS) / (MORE - LESS)))
        turn = max(tally["marker_black"], tally["marker_green"])
        words = _("Turn {number} of {count}").format(number=max(1, turn), count=MARKER_PLACES)
        markers = (tally["marker_black"], tally["marker_green"])
        return Scale(str(black), str(green), share, COLOURS, True, words, markers)

    def brings(self, before: State, after: State, events: Events) -> str:
        turned = sum(isinstance(event, Flipped) for event in events)
        if not turned:
            return ""
        words = ngettext("{name} flips {n} counter", "{name} flips {n} counters", turned)
        return words.format(name=self.mover(before), n=turned)

    def meaning(self, before: State, after: State, events: Events) -> str:
        tally = self.game.tally(after)
        kinds = {type(event) for event in events}
        if Slid in kinds:
            return _("It stops next to a counter, jumps once, and the turn is over.")
        if Passed in kinds:
            return passing_note()
        if tally["placed"] < 25:
            words = _(
                "{placed} of 25 counters are down. Black began on the centre; now two a turn."
            )
            return words.format(placed=tally["placed"])
        if PhaseChanged in kinds:
            return _("More than 18 of your colour wins, and so does fewer than 7.")
        return self._lying(self.game.to_move(before), tally)

    @staticmethod
    def _lying(mover: int, tally: Mapping[str, int]) -> str:
        """Return how many counters show the colour of the mover."""
        if mover == 0:
            text = ngettext(
                "Now {count} lies black side up: fewer than 7 would win,"
                " and so would more than 18.",
                "Now {count} lie black side up: fewer than 7 would win, and so would more than 18.",
                tally["black"],
            )
            return text.format(count=tally["black"])
        text = ngettext(
            "Now {count} lies green side up: fewer than 7 would win, and so would more than 18.",
            "Now {count} lie green side up: fewer than 7 would win, and so would more than 18.",
            tally["green"],
        )
        return text.format(count=tally["green"])

    def why(self, state: State, outcome: Outcome) -> str:
        own = self.game.tally(state)[("black", "green")[outcome.winners[0]]]
        few = ngettext(
            "{count} counter of one colour: fewer than 7.",
            "{count} counters of one colour: fewer than 7.",
            own,
        )
        words = {
            "more": _("{count} counters of one colour: more than 18."),
            "less": few,
            "fewer": _("Both markers have arrived, and {count} is the smaller number."),
        }
        return words[outcome.reason].format(count=own)

    def _phase(self, before: State, event: PhaseChanged) -> str:
        return _("All 25 counters are down. Now they jump.")

    def _flipped(self, before: State, event: Flipped) -> str:
        name = self.mover(before)
        if event.before.seat == self.game.to_move(before):
            return _("{name} jumps over its own counter and gives it away.").format(name=name)
        if self.game.turn_begun(before) == 0:
            return _("{name} jumps. The counter jumped flips.").format(name=name)
        return _("{name} jumps again. Each counter jumped flips.").format(name=name)

    def _slid(self, before: State, event: Slid) -> str:
        return _("{name} slides along a line.").format(name=self.mover(before))

    def _placed(self, before: State, event: Placed) -> str:
        name = self.mover(before)
        if self.game.tally(before)["placed"] == 0:
            return _("{name} begins on the centre.").format(name=name)
        return _("{name} places a counter on {point}.").format(name=name, point=event.point)

    def _marker(self, before: State, event: MarkerMoved) -> str:
        text = _("{name} stops here: marker on place {place} of 12.")
        return text.format(name=self.side_name(event.seat), place=event.place)


BOARDS = ("decagon-81", "decagon-71", "decagon-51")
OWN_BOARD = "own"
DEALS = 1_000_000  # placements that may be dealt, turned boards among them


@dataclass
class MoreOrLessOptions(MatchOptions):
    """Options of a match.  `board` is one of `BOARDS`, or `OWN_BOARD` for the file `board_file`.

    `quick_start`: the placement is drawn, and the match begins with the first jump.  `even`: an
    even placement is dealt, that of the number `seed`.  `free_pass`: any turn of the second phase
    may be passed, not only one without a move.
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
        """How the counters come to lie, "turns", "drawn" or "even"."""
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
        """Whether the options hold; the picture says if the user's board file is gone."""
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
    """Return how near a number that wins is, or the last turn: all at 18, at 7, or on place 12."""
    tally = game.tally(state)
    if game.phase(state) == "placement":
        return 0.0
    counts = tally["black"], tally["green"]
    left = min(MORE - max(counts), min(counts) - LESS)
    places = 2 * MARKER_PLACES - tally["marker_black"] - tally["marker_green"]
    return max(missing(left), missing(places))


ABOUT = read_about(Path(__file__).parents[1] / "texts" / "about.toml")

KNOWN = {"train": 89, "turned": 24}  # on the usual board; see docs/lab/questions.md

SCREEN = ScreenPlugin(
    card=ABOUT.card,
    look=look,
    panel=MoreOrLessPanel,
    options=MoreOrLessOptions,
    ending=MoreOrLessEnding,
    score_lists=("fastest", "train", "turned"),
    known_scores=KNOWN,
    commentary=MoreOrLessCommentary,
    credits=ABOUT.credits,
    track=draw_track,
    tension=tension,
)
