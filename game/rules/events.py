"""Events: what a person sees when an action is played, in the order they see it.

Choreography turns them into tweens, the board tracker into expected sensor changes, the log into
text.  `fold` applies them to the pieces on the board; for every game and action, folding the
events over the pieces before gives the pieces after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.rules.topology import Point

Seat = int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it lies: its colour up, the seat that owns it now (None: nobody) and a mark.

    `colour` is "black", "green", "white" or "grey"; `mark` 1 tells a partner's pieces apart in
    the team game of Less.
    """

    colour: str
    seat: Seat | None
    mark: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `result` is "p1win", "p2win" or "draw"; `winners` the winning seats (none in a draw);
    `reason` a short key ("more", "less", "fewer", "home", "block", "limit", "groups", "target",
    "product", "agreed", "resigned", "time", at a limit of turns "stayed" and "ahead"); `margin` the
    difference where a game counts one.
    """

    result: str
    winners: tuple[Seat, ...]
    reason: str
    margin: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece from the supply was put on an empty point."""

    point: Point
    piece: Piece


@dataclass(frozen=True, slots=True)
class Jumped:
    """A piece went over an adjacent piece to the point directly behind it."""

    source: Point
    over: Point
    target: Point
    piece: Piece


@dataclass(frozen=True, slots=True)
class Flipped:
    """A counter that was jumped over was turned: `before` and `after` are its two looks."""

    point: Point
    before: Piece
    after: Piece


@dataclass(frozen=True, slots=True)
class Slid:
    """A piece slid along `path`, its first point the start and its last the stop."""

    path: tuple[Point, ...]
    piece: Piece


@dataclass(frozen=True, slots=True)
class Stepped:
    """A piece moved to an adjacent square over `walls` walls (0, 1 or 2)."""

    source: Point
    target: Point
    walls: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class Cleared:
    """These points were emptied, as between two rounds."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """The seat bid `amount` groups."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat passed its turn, or the bidding."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SideChosen:
    """The seat chose its side: `swapped`, everybody moves on by a seat; else all keep theirs.

    Nothing moves on the board.  Seats are places at the table; who sits there, only a match knows.
    """

    seat: Seat
    swapped: bool


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """The seat's marker now stands on `place` (1 to 12) of MORE OR LESS."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class PhaseChanged:
    """The game entered `phase`: "movement", "placing", "restricted" or "open"."""

    phase: str


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round of a duel ended with `groups` groups for `seat`, who was MORE."""

    number: int
    seat: Seat
    groups: int


@dataclass(frozen=True, slots=True)
class SideHome:
    """All pieces of the side of `seats` are home; `spent` moves were used in total."""

    seats: tuple[Seat, ...]
    spent: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The seat's turn is over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The rules know the outcome; nothing is legal any more."""

    outcome: Outcome


Event = (
    Placed
    | Jumped
    | Flipped
    | Slid
    | Stepped
    | Cleared
    | Bid
    | Passed
    | SideChosen
    | MarkerMoved
    | PhaseChanged
    | RoundEnded
    | SideHome
    | TurnEnded
    | GameEnded
)


def fold(pieces: Mapping[Point, Piece], events: Iterable[Event]) -> dict[Point, Piece]:
    """Return the pieces on their points after `events`, starting from `pieces`."""
    after = dict(pieces)
    for event in events:
        if isinstance(event, Placed):
            after[event.point] = event.piece
        elif isinstance(event, (Jumped, Stepped)):
            after[event.target] = after.pop(event.source)
        elif isinstance(event, Slid):
            after[event.path[-1]] = after.pop(event.path[0])
        elif isinstance(event, Flipped):
            after[event.point] = event.after
        elif isinstance(event, Cleared):
            for point in event.points:
                after.pop(point, None)
    return after
