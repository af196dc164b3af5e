"""The plan of a tournament: game, system, number of rounds, scoring. Values only."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from typing import Literal

from game.platform.codec import MAX_INTEGER, rule
from game.rules.registry import game_class, parse_setup, with_lot
from game.rules.setup import split_setup
from game.tournament.errors import TournamentError

System = Literal["swiss", "round-robin"]
SYSTEMS: tuple[System, ...] = ("swiss", "round-robin")
Method = Literal["matching", "dutch", "keizer"]
METHODS: tuple[Method, ...] = ("matching", "dutch", "keizer")
ClubRule = Literal["", "weak", "never"]
CLUB_RULES: tuple[ClubRule, ...] = ("", "weak", "never")
MIN_ENTRIES, MAX_ENTRIES = 3, 64
MAX_ROUNDS = 2 * MAX_ENTRIES
MAX_NAME_LENGTH = 40  # maximum letters of a name, as in records
WIN, DRAW = 2, 1  # half points, as in a series

# Tie-break criteria; `game.tournament.standings` counts them.
CRITERIA = ("keizer", "margin", "buchholz", "buchholz-cut", "sonneborn", "direct", "wins")
ORDERS: dict[System, tuple[str, ...]] = {
    "swiss": ("buchholz", "sonneborn", "direct", "wins"),
    "round-robin": ("direct", "sonneborn", "wins"),
}


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """A tournament as it was created.

    `setup` is the setup string of its games; a random layout is drawn anew for each round.
    `rounds` is the number of rounds of a Swiss; a round robin has as many as it needs, `cycles`
    times. `boards` is the number of simultaneous games, 0 for no limit.  0 `minutes` mean no clock.
    `order` are the criteria after the points.  `seed` determines random choices.

    The other fields concern a Swiss. `pairing` is our own matching, FIDE's Dutch system or
    Keizer's. `clubs_apart` keeps members of a club apart in round 1. `accelerated` adds virtual
    points (Baku, C.04.5.1). `club_rule` holds for all rounds: with "never" members of a club never
    meet, with "weak" only if the points would suffer otherwise. `bye_points` are the half points
    for the bye. If `numbered`, start numbers follow the entries instead of rating and lot.
    """

    name: str
    setup: str = field(metadata=rule(length=MAX_INTEGER))
    system: System = "swiss"
    rounds: int = 5
    cycles: int = 1
    boards: int = 0
    minutes: float = 0.0
    increment: float = 0.0
    order: tuple[str, ...] = ()
    seed: int = field(default=1, metadata=rule(most=math.inf))
    place: str = ""
    pairing: Method = "matching"
    clubs_apart: bool = False
    accelerated: bool = False
    numbered: bool = False
    club_rule: ClubRule = ""
    bye_points: int = WIN

    @property
    def game(self) -> str:
        """The key of the game that is played."""
        return split_setup(self.setup)[0]

    @property
    def margins(self) -> bool:
        return "margin" in self.order

    @property
    def keizer(self) -> bool:
        """True if Keizer's system pairs and ranks."""
        return self.system == "swiss" and self.pairing == "keizer"

    def round_setup(self, number: int) -> str:
        """Return the setup string for the games of a round, which is the same at all tables."""
        return with_lot(self.setup, self.seed * 100 + number)


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Facts about a plan's game: persons per entry, seats, and whether draws are possible."""

    title: str
    persons: int
    seats: int
    draws: bool


def kind_of(plan: TournamentPlan) -> GameFacts:
    """Return the facts of the plan's game. Raises RulesError for an illegal setup."""
    game = parse_setup(plan.round_setup(1))
    return GameFacts(game.title, game.seats // 2, game.seats, game.can_draw)


def usual_order(system: System, game: str) -> tuple[str, ...]:
    """Return the criteria of a tournament whose organiser names none. Raises SetupError."""
    first = ("margin",) if game_class(game).scored else ()
    return (*first, *ORDERS.get(system, ()))  # `checked` refuses an unknown system


def _order(plan: TournamentPlan) -> tuple[str, ...]:
    """Return the criteria in use; with Keizer's system, Keizer points come first."""
    if not plan.keizer:
        return plan.order or usual_order(plan.system, plan.game)
    rest = plan.order or (*(("margin",) if game_class(plan.game).scored else ()), "wins")
    return ("keizer", *(word for word in rest if word != "keizer"))


def checked(plan: TournamentPlan) -> TournamentPlan:
    """Return the plan with its defaults filled in.  Raises TournamentError or RulesError."""
    name = " ".join(plan.name.split())
    if not name:
        raise TournamentError("no-name")
    kind_of(plan)
    order = _order(plan)
    odd = {"margin": game_class(plan.game).margins, "keizer": plan.keizer}
    known = [word for word in CRITERIA if odd.get(word, True)]
    unknown = [word for word in order if word not in known]
    found: tuple[tuple[str, object, bool, str], ...] = (
        ("name", name, len(name) <= MAX_NAME_LENGTH, f"at most {MAX_NAME_LENGTH} letters"),
        ("system", plan.system, plan.system in SYSTEMS, " or ".join(SYSTEMS)),
        ("pairing", plan.pairing, plan.pairing in METHODS, " or ".join(METHODS)),
        ("club rule", plan.club_rule, plan.club_rule in CLUB_RULES, "weak, never or nothing"),
        ("bye points", plan.bye_points, plan.bye_points in (DRAW, WIN), "1 or 2 half points"),
        ("accelerated", True, not (plan.accelerated and plan.keizer), "no Keizer tournament"),
        ("rounds", plan.rounds, 1 <= plan.rounds <= MAX_ROUNDS, f"1 to {MAX_ROUNDS}"),
        ("cycles", plan.cycles, plan.cycles in (1, 2), "1 or 2"),
        ("boards", plan.boards, 0 <= plan.boards <= MAX_ENTRIES, f"0 to {MAX_ENTRIES}"),
        ("minutes", plan.minutes, 0 <= plan.minutes <= 600, "0 to 600"),
        ("increment", plan.increment, 0 <= plan.increment <= 600, "0 to 600"),
        ("order", ",".join(unknown), not unknown, ", ".join(known)),
        (
            "place",
            plan.place,
            len(plan.place) <= MAX_NAME_LENGTH,
            f"at most {MAX_NAME_LENGTH} letters",
        ),
    )
    for name_, value, good, wanted in found:
        if not good:
            raise TournamentError("plan", field=name_, found=value, wanted=wanted)
    place = " ".join(plan.place.split())
    return replace(plan, name=name, order=tuple(order), place=place)


# -- what comes of a game at a table ---------------------------------------------------------------

# For each text: half points of the first side and of the second, and whether the game was played.
TEXTS: dict[str, tuple[int, int, bool]] = {
    "1-0": (WIN, 0, True),
    "0-1": (0, WIN, True),
    "=": (DRAW, DRAW, True),
    "+-": (WIN, 0, False),
    "-+": (0, WIN, False),
    "--": (0, 0, False),
}
OTHERWISE = {
    "1:0": "1-0",
    "0:1": "0-1",
    "1/2": "=",
    "½": "=",
    "½-½": "=",
    "1/2-1/2": "=",
    "+:-": "+-",
}


@dataclass(frozen=True, slots=True)
class PairingResult:
    """Half points of both sides; `played` is False for a game won or lost without playing.

    `margin` is the winner's margin, if the game counts margins.
    """

    first: int
    second: int
    played: bool = True
    margin: int = 0

    @property
    def word(self) -> str:
        """The key in `TEXTS`: "1-0", "=", "+-"."""
        return next(
            t for t, found in TEXTS.items() if found == (self.first, self.second, self.played)
        )

    @property
    def text(self) -> str:
        """The text that `read_result` reads: "1-0", "=", "0-1 by 7"."""
        return f"{self.word} by {self.margin}" if self.margin else self.word

    def of(self, side: int) -> int:
        """Return the half points of `side`: 0 is the first side, 1 the second."""
        return self.second if side else self.first

    def margin_of(self, side: int) -> int:
        """Return the margin of `side`: positive if it won, negative if it lost."""
        return self.margin if self.of(side) > self.of(1 - side) else -self.margin


def read_result(text: str) -> PairingResult:
    """Read "1-0", "0-1", "=", "+-", "-+" or "--"; a margin may follow, as in "0-1 by 7".

    Raises TournamentError.
    """
    word, _by, margin = text.replace(" ", "").partition("by")
    word = OTHERWISE.get(word, word)
    if word not in TEXTS or not (re.fullmatch(r"[0-9]{1,9}", margin) or not _by):
        raise TournamentError("no-result", text=text, wanted=", ".join(TEXTS))
    first, second, played = TEXTS[word]
    return PairingResult(first, second, played, int(margin or 0))


def allowed(result: PairingResult, kind: GameFacts, margins: bool) -> PairingResult:
    """Return the result if a game of this kind can end so. Raises TournamentError."""
    if (result.first, result.second) == (DRAW, DRAW) and not kind.draws:
        raise TournamentError("no-draw", game=kind.title)
    possible = margins and result.played and result.first != result.second
    if result.margin and not possible:
        raise TournamentError("no-margin", margin=result.margin, result=result.text)
    return result
