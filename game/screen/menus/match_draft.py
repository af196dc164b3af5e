"""A match in preparation: seats, clock and options, which become a setup and a spec.

It draws nothing: tests use it without a display.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from game.platform.sanitize import one_line
from game.rules.position import split_line
from game.rules.registry import parse_setup
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.registry import options_of
from game.table.engine_seat import TOP_LEVEL
from game.table.errors import ClockError
from game.table.opponents import OPPONENTS
from game.table.programs import program_named
from game.table.series import Series
from game.table.spec import (
    SEAT_KINDS,
    SIDES,
    MatchSpec,
    SeatKind,
    SeatSpec,
    Sides,
    two_people,
    with_drawn_seats,
)
from game.table.time_control import NONE, with_clocks
from game.table.win_loss import FIRST_LEVEL
from hardware.host.address import tidy

GAMES_IN_SERIES = (0, 3, 5, 7, 9)  # best of this many games; 0 means single games without end
KEPT_FIELDS = ("clock", "time_back", "by_button", "length", "board_link", "sides")
MAX_NAME_LENGTH = 24
DRAWS = 1_000_000  # number of placements that can be drawn


@dataclass
class SeatDraft:
    """A seat of the draft; level and name are kept while the seat is of another kind.

    `opponent` is the key of the engine's character, or "" for a plain level. `program` is the name
    of another program that plays in place of our engine.
    """

    kind: SeatKind = "person"
    level: int = 4
    name: str = ""
    opponent: str = ""
    program: str = ""


def _seats() -> list[SeatDraft]:
    return [SeatDraft(), SeatDraft("engine"), SeatDraft(), SeatDraft("engine")]


@dataclass
class MatchDraft:
    """A match in preparation; its `options` also determine the game."""

    options: MatchOptions
    seats: list[SeatDraft] = field(default_factory=_seats)
    clock: str = NONE  # text as in `time_control`, for all seats together or for each seat
    time_back: bool = True  # whether a take-back also restores the time
    by_button: bool = False  # whether the sensor board's button ends a turn
    length: int = 0  # number of games in the series
    board_link: str = "sim"
    sides: Sides = SIDES[0]  # how sides change from game to game
    strength: int = FIRST_LEVEL  # level that matches the person's results; computed, not stored
    # Text of the position to begin from, for this match only; it is never stored.
    position: str = ""

    @classmethod
    def new(cls, game: str) -> MatchDraft:
        """Return the default draft of a game."""
        return cls(options_of(game))

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.options.key

    @property
    def seat_count(self) -> int:
        return self.options.seat_count

    def spec(self, dice: random.Random | None = None) -> MatchSpec:
        """Return the match to start; if the seats are random, `dice` draws them.

        Raises SetupError or BoardError.
        """
        self.options.make_game()
        seats = tuple(self._seat(seat) for seat in self.seats[: self.seat_count])
        board = tidy(self.board_link) or None if self.uses_board else None
        spec = MatchSpec(
            self.options.setup(),
            seats,
            board=board,
            series=Series(length=self.length),
            scoring=self.options.scoring,
            sides=self.sides,
            time_back=self.time_back,
            by_button=self.by_button and board is not None,
        )
        spec = with_clocks(spec, self.clock_of_seats)
        if self.position:
            spec = spec.with_(position=self.position)
        elif self.options.quick:
            spec = spec.with_(placement=(dice or random.Random()).randrange(DRAWS))
        return (
            with_drawn_seats(spec, dice.randrange(len(seats)))
            if self.sides == "lot" and dice
            else spec
        )

    @property
    def clock_of_seats(self) -> str:
        """The clock's text; if its number of clocks does not fit, the first clock for all seats."""
        own = self.clock.split("/")
        return self.clock if len(own) in (1, 2, self.seat_count) else own[0]

    def level_of(self, seat: SeatDraft) -> int:
        """Return the level of the engine at a seat."""
        if seat.opponent not in OPPONENTS:
            return seat.level
        return OPPONENTS[seat.opponent].level or self.strength

    def check_programs(self) -> None:
        """Raise ProgramError for a seat whose program is missing or cannot play this game."""
        for seat in self.seats[: self.seat_count]:
            if seat.kind == "engine" and seat.program:
                program = program_named(seat.program)
                program.check_game(self.game)
                program.check()

    def _seat(self, seat: SeatDraft) -> SeatSpec:
        if seat.kind == "engine" and seat.program:
            return SeatSpec("engine", TOP_LEVEL, seat.program, program=seat.program)
        if seat.kind != "engine" or seat.opponent not in OPPONENTS:
            return SeatSpec(seat.kind, seat.level, seat.name.strip())
        name = OPPONENTS[seat.opponent].name
        return SeatSpec("engine", self.level_of(seat), name, seat.opponent)

    def take_setup(self, text: str) -> bool:
        """Choose the game and options of a setup string, or the position of a position line.

        Return False if the form lacks some of these options.

        Raises RulesError.
        """
        setup, position = split_line(text)
        game = parse_setup(setup)
        if position:
            game.from_position(position)
        self.position = position
        options = options_of(game.key)
        options.scoring = self.options.scoring
        options.take_game(game)
        self.options = options
        return options.make_game().setup == game.setup

    @property
    def uses_board(self) -> bool:
        return any(seat.kind == "board" for seat in self.seats[: self.seat_count])

    def kept(self) -> dict[str, Any]:
        """Return the draft for the settings, in a form that JSON can hold."""
        seats = [asdict(seat) for seat in self.seats]
        own = {name: getattr(self, name) for name in KEPT_FIELDS}
        return {"game": self.game, "seats": seats, **own, **self.options.kept()}

    @classmethod
    def from_kept(cls, game: str, data: Mapping[str, Any]) -> MatchDraft:
        """Return the draft used last for a game, with defaults for values that no longer fit."""
        draft = cls.new(game)
        for name in KEPT_FIELDS:
            value = data.get(name)
            if type(value) is type(getattr(draft, name)):
                setattr(draft, name, value)
        if data.get("lots") is True:  # older settings, which had only two choices
            draft.sides = "lot"
        # Older settings, in which the Fischer clock was the only clock.
        if "clock" not in data and data.get("minutes"):
            draft.clock = f"{data['minutes']}+{data.get('increment', 0)}".removesuffix("+0")
        draft.options.take(data)
        draft._take_seats(data.get("seats"))
        in_bounds = draft.length in GAMES_IN_SERIES and draft.sides in SIDES
        try:
            with_clocks(two_people("", 4), draft.clock_of_seats)
        except ClockError:
            in_bounds = False
        return draft if in_bounds and draft.options.sound else cls.new(game)

    def leave_out(self, kind: SeatKind) -> None:
        """Give all seats of this kind to people."""
        for seat in self.seats:
            if seat.kind == kind:
                seat.kind = "person"

    def _take_seats(self, kept: Any) -> None:
        for seat, data in zip(self.seats, kept if isinstance(kept, list | tuple) else []):
            if not isinstance(data, Mapping):
                continue
            if data.get("kind") in SEAT_KINDS:
                seat.kind = data["kind"]
            level = data.get("level")
            if isinstance(level, int) and 1 <= level <= 10:
                seat.level = level
            seat.name = str(data.get("name", ""))[:MAX_NAME_LENGTH]
            seat.program = one_line(str(data.get("program", "")))[:MAX_NAME_LENGTH]
            opponent = str(data.get("opponent", ""))
            seat.opponent = opponent if opponent in OPPONENTS else ""
