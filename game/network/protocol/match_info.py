"""The data sent about a match besides its events: players, looks, and frequently changing states.

The format is the same on the pipe to a server, through a broker, and on to clients. An unknown
theme, kind of player or text falls back to a plain one, because a newer table may send it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from game.network.errors import NetworkError
from game.platform.codec import FieldError, read, rule
from game.platform.settings import THEMES
from game.rules import base
from game.rules.events import Seat
from game.table.drawn_positions import MAX_COMMENT_TOLD, MAX_NOTES_TOLD, MAX_SIGNS_TOLD
from game.table.history import MatchEvent

LENIENT = rule(lenient=True)

Words = Mapping[str, Mapping[str, str]]  # `caption` and `note` of an event, by language


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The player at a seat: `name` by language, kind of player, and the player's piece.

    The piece is its colour, seat and mark.
    """

    name: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)
    kind: str = field(default="", metadata=LENIENT)
    piece: Any = None

    def __post_init__(self) -> None:
        if not _is_piece(self.piece):
            object.__setattr__(self, "piece", None)


@dataclass(frozen=True, slots=True)
class ClockInfo:
    """The settings of a clock besides its time: periods and delay."""

    periods: int = 0
    period: float = 0.0
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """The facts of a match that stay the same; with `back`, finished turns may be taken back.

    `clocks` has None for a seat without a limit.
    """

    title: str = ""
    seats: tuple[SeatInfo, ...] = ()
    theme: str = field(default="", metadata=LENIENT)
    back: bool = False
    clocks: tuple[ClockInfo | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockState:
    """The seconds until each flag falls (None without a limit), and those `used` in this turn."""

    running: int | None = None
    left: tuple[float | None, ...] | None = None
    used: float = 0.0


@dataclass(frozen=True, slots=True)
class ChanceState:
    """The winning chance of seat 0's side, from 0 to 1; None if it is not shown."""

    chance: float | None


@dataclass(frozen=True, slots=True)
class OfferInfo:
    """An offer of `seat`, and the seats that have to answer it."""

    what: Literal["draw", "end"]
    seat: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OffersInfo:
    """The open offer, and what each seat may offer now."""

    offer: OfferInfo | None
    may: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RolesState:
    """Each seat's present role in this game, such as MORE, by language; "" for no role."""

    roles: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class HintsState:
    """Whether the seat to move may ask for a hint."""

    on: bool


@dataclass(frozen=True, slots=True)
class StoryState:
    """The turning points of a finished game: numbers of turns, from 1, and the text of each."""

    turns: tuple[int, ...]
    words: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class DrawnNote:
    """Drawings after turn `turn`: marks [point, kind], arrows [from, to, kind], and the comment."""

    turn: int = field(metadata=rule(least=0))
    comment: str = field(default="", metadata=rule(length=MAX_COMMENT_TOLD))
    marks: tuple[tuple[str, str], ...] = field(default=(), metadata=rule(count=MAX_SIGNS_TOLD))
    arrows: tuple[tuple[str, str, str], ...] = field(
        default=(), metadata=rule(count=MAX_SIGNS_TOLD)
    )


@dataclass(frozen=True, slots=True)
class DrawnState:
    """The drawings of a finished game's review on its positions."""

    notes: tuple[DrawnNote, ...] = field(metadata=rule(count=MAX_NOTES_TOLD))


@dataclass(frozen=True, slots=True)
class OnlineState:
    """Whether the table that publishes to a broker is online."""

    online: bool


State = (
    ClockState
    | ChanceState
    | OffersInfo
    | RolesState
    | HintsState
    | StoryState
    | DrawnState
    | OnlineState
)
# The states by the name that clients get; only the newest of each counts.
STATES: Mapping[str, type[State]] = {
    "clock": ClockState,
    "chance": ChanceState,
    "offers": OffersInfo,
    "roles": RolesState,
    "hints": HintsState,
    "story": StoryState,
    "drawn": DrawnState,
    "line": OnlineState,
}


def read_state(what: str, fields: Any) -> State:
    """Return the state called `what`.  Raises FieldError if it is unknown or damaged."""
    if what not in STATES:
        raise FieldError(what, f"one of {', '.join(STATES)}", ("what",))
    return read(STATES[what], fields)


def _is_piece(found: Any) -> bool:
    """Return whether `found` is a colour, a seat (or None) and a mark."""
    if not isinstance(found, (list, tuple)) or len(found) != 3:
        return False
    colour, seat, mark = found
    return isinstance(colour, str) and (seat is None or type(seat) is int) and type(mark) is int


def no_hint(seat: Seat) -> None:
    """Refuse a hint.  Raises NetworkError."""
    raise NetworkError("no-hints")


@dataclass(frozen=True)
class MatchDetails:
    """The data about a match besides its events, with callbacks for what must be computed.

    - `seats` says who plays, and `theme` is the theme of its board.
    - `words` returns the texts by language for an event; None means the present state of the match.
    - With `back`, seats may take back finished turns.
    - `hint` begins the search for a hint for the seat to move, or raises NetworkError.
    - `seats_now` is called after people have changed their seats.
    - `why` explains, in the current language, why typed actions cannot be played in a position; ""
      means that the message of the rules is better.
    - `look` is the folder of the user's own boards and pieces.
    """

    title: str
    seats: tuple[SeatInfo, ...] = ()
    theme: str = THEMES[0]
    words: Callable[[MatchEvent | None], Words] = lambda event: {}
    back: bool = False
    hint: Callable[[Seat], None] = no_hint
    seats_now: Callable[[], tuple[SeatInfo, ...]] = tuple
    why: Callable[[base.Game, base.State, Sequence[str]], str] = lambda game, state, actions: ""
    look: str = ""

    def moved_on(self, by: int) -> MatchDetails:
        """Return the details after all players have moved on by this many seats."""
        known = self.seats_now()
        if not known:
            moved = (*self.seats[by:], *self.seats[:by])
            known = tuple(replace(one, piece=here.piece) for one, here in zip(moved, self.seats))
        return replace(self, seats=known)
