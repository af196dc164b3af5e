"""What is told of a match beside its events: who plays, how it looks, what changes often.

The same over the pipe to a server, through a broker, and on to clients.  A theme, a kind of player
or words that this program does not know fall back to plain ones: a newer table may have them.
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

Words = Mapping[str, Mapping[str, str]]  # by language: `caption` and `note` of what has happened


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who has a seat: `name` by language, how they move, and colour, seat and mark of a piece."""

    name: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)
    kind: str = field(default="", metadata=LENIENT)
    piece: Any = None

    def __post_init__(self) -> None:
        if not _is_piece(self.piece):
            object.__setattr__(self, "piece", None)


@dataclass(frozen=True, slots=True)
class ClockInfo:
    """Return what a clock has besides its time: periods and delay."""

    periods: int = 0
    period: float = 0.0
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """`clocks` has None for a seat without a limit; `back`: finished turns may be taken back."""

    title: str = ""
    seats: tuple[SeatInfo, ...] = ()
    theme: str = field(default="", metadata=LENIENT)
    back: bool = False
    clocks: tuple[ClockInfo | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockState:
    """Seconds until each flag falls, None without a limit; `used` of the running turn so far."""

    running: int | None = None
    left: tuple[float | None, ...] | None = None
    used: float = 0.0


@dataclass(frozen=True, slots=True)
class ChanceState:
    """Of seat 0's side, from 0 to 1; None is not shown."""

    chance: float | None


@dataclass(frozen=True, slots=True)
class OfferInfo:
    """What `seat` offers, and which seats have to answer."""

    what: Literal["draw", "end"]
    seat: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OffersInfo:
    """The offer that stands, and what each seat may offer now."""

    offer: OfferInfo | None
    may: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RolesState:
    """What each seat is called in this game now, such as MORE, by language; "" has no such name."""

    roles: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class HintsState:
    """Whether the seat to move may ask for a hint."""

    on: bool


@dataclass(frozen=True, slots=True)
class StoryState:
    """The turning points of a game that is over: numbers of turns, from 1, and what is said."""

    turns: tuple[int, ...]
    words: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class DrawnNote:
    """What was drawn after so many turns: [point, kind] and [from, to, kind], and the comment."""

    turn: int = field(metadata=rule(least=0))
    comment: str = field(default="", metadata=rule(length=MAX_COMMENT_TOLD))
    marks: tuple[tuple[str, str], ...] = field(default=(), metadata=rule(count=MAX_SIGNS_TOLD))
    arrows: tuple[tuple[str, str, str], ...] = field(
        default=(), metadata=rule(count=MAX_SIGNS_TOLD)
    )


@dataclass(frozen=True, slots=True)
class DrawnState:
    """What the review of a game that is over has drawn on its positions."""

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
# By the name under which clients are told; of each only the newest counts.
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
    """Return whether it is colour, seat (or None) and mark."""
    if not isinstance(found, (list, tuple)) or len(found) != 3:
        return False
    colour, seat, mark = found
    return isinstance(colour, str) and (seat is None or type(seat) is int) and type(mark) is int


def no_hint(seat: Seat) -> None:
    """Refuse a hint.  Raises NetworkError."""
    raise NetworkError("no-hints")


@dataclass(frozen=True)
class MatchDetails:
    """What is told of a match besides its events.

    `seats` says who plays; `theme` is that of its
    board; `words` the sentences by language for an event, None for the match as it stands; `back`:
    seats may take back finished turns; `hint` begins to look for a hint, for the seat to move, or
    raises NetworkError.  `seats_now` is asked when people have changed their seats.  `why` says in
    the language in use why actions, as they were typed, cannot be played in a position; "" where
    the rules' own words say it best.  `look` is the folder of boards and pieces of one's own.
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
        """Return the details after everybody has moved on by so many seats."""
        known = self.seats_now()
        if not known:
            moved = (*self.seats[by:], *self.seats[:by])
            known = tuple(replace(one, piece=here.piece) for one, here in zip(moved, self.seats))
        return replace(self, seats=known)
