"""Events: what a person sees when an action is played, in the order they see it.

The screen turns events into animations, the board tracker into expected sensor changes, the log
into text. `fold` applies them to the pieces on the board: folding an action's events over the
pieces before it always gives the pieces after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.rules.topology import Point

Seat = int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on the board: the colour on top, the seat that owns it now (None: nobody), a mark.

    `colour` is "black", "green", "white" or "grey"; `mark` 1 distinguishes a partner's pieces in
    the team game of Less.
    """

    colour: str
    seat: Seat | None
    mark: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    The `result` is "p1win", "p2win" or "draw". The winning seats are `winners` (none in a draw).
    The `reason` is a short key: "more", "less", "fewer", "home", "block", "limit", "groups",
    "target", "product", "agreed", "resigned", "time" or, at a limit of turns, "stayed" and "ahead".
    The `margin` is the difference if the game counts one.
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
    """A counter that was jumped over was turned; `before` and `after` are its two sides."""

    point: Point
    before: Piece
    after: Piece


@dataclass(frozen=True, slots=True)
class Slid:
    """A piece slid along `path`, from the first point to the last."""

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
    """These points were emptied, for example between two rounds."""

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
    """The seat chose its side; if `swapped`, all people move to the next seat, else all stay.

    Nothing moves on the board. Seats are places at the table; only a match knows who sits there.
    """

    seat: Seat
    swapped: bool


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """The seat's marker moved to `place` (1 to 12) of MORE OR LESS."""

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
    """The game ended by its rules; no action is legal any more."""

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
