"""Boards, positions and actions as JSON, for pages that know no rules.

A page gets the pieces after every step, the visible events on the way, and actions to choose from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from game.pictures.board import board_under, geometry_of, names
from game.pictures.lines import UNITS
from game.pictures.pieces import piece_svg
from game.platform.codec import write, write_tagged
from game.platform.theme import load_theme
from game.rules.base import Action, Game, State
from game.rules.events import Event, Jumped, Outcome, Piece, Placed, Slid, Stepped
from game.rules.topology import Point
from game.table.history import History
from game.table.record_fields import OutcomeFields
from game.table.wire_events import SEEN

if TYPE_CHECKING:  # few games have a custom look
    from game.platform.own_look import GameLook

COLOURS = ("black", "green", "white", "grey")
# Colour, seat (None if the piece belongs to nobody) and mark.
PieceFields = list[Any]


class BoardFields(TypedDict):
    """A board as a page draws it: SVG below the pieces, each kind of piece, and the points."""

    kind: str
    width: float
    under: str
    names: str
    pieces: dict[str, str]
    radius: float
    places: dict[Point, list[float]]


class PositionFields(TypedDict):
    """The pieces, the seat to move and the outcome; `last` are the points touched last."""

    pieces: dict[Point, PieceFields | None]
    move: int | None
    phase: str
    tally: dict[str, int]
    last: list[Point]
    outcome: OutcomeFields | None


class ActionFields(TypedDict):
    """An action to choose from; `then` are the points to which the same piece may go on."""

    text: str
    kind: str
    points: list[Point]
    piece: PieceFields | None
    cost: int
    then: list[Point]


class LookFields(TypedDict):
    """A match after a number of turns: the pieces before, and the visible events since."""

    turn: int
    before: dict[Point, PieceFields | None]
    seen: list[Any]
    position: PositionFields
    actions: list[ActionFields]


def piece(one: Piece | None) -> PieceFields | None:
    return None if one is None else [one.colour, one.seat, one.mark]


def seat_pieces(game: Game) -> list[PieceFields | None]:
    """Return a piece for each seat; None for a seat without pieces of its own."""
    kinds = {kind.seat: kind for kind in reversed(game.kinds)}
    return [piece(kinds.get(seat)) for seat in range(game.seats)]


def board(game: Game, theme_name: str, own: GameLook | None = None) -> BoardFields:
    """Return the board as a page draws it, in a known theme and with the person's `own` look.

    It consists of the picture below the pieces, each kind of piece around its centre, and the
    points' places.
    """
    plan, theme = geometry_of(game.topology), load_theme(theme_name)
    if own is not None:
        theme = theme.with_own({game.key: own})
    wooden = game.topology.kind == "squares"
    kinds = [Piece(colour, None, mark) for colour in COLOURS for mark in (0, 1)]
    return {
        "kind": game.topology.kind,
        "width": UNITS,
        "under": board_under(game, theme),
        "names": names(game, theme, plan),
        "pieces": {
            f"{kind.colour}{kind.mark}": piece_svg(theme, kind, plan.diameter / 2, wooden, game.key)
            for kind in kinds
        },
        "radius": plan.diameter / 2,
        "places": {label: [round(x, 1), round(y, 1)] for label, (x, y) in plan.places.items()},
    }


def position(history: History) -> PositionFields:
    """Return the pieces, the seat to move and the outcome."""
    last = history.turns[-1].events if history.turns else ()
    return _position(history.game, history.state, history.outcome, last)


def _position(
    game: Game, state: State, outcome: Outcome | None, last: Sequence[Event]
) -> PositionFields:
    return {
        "pieces": _pieces(game, state),
        "move": None if outcome else game.to_move(state),
        "phase": game.phase(state),
        "tally": dict(game.tally(state)),
        "last": marked(last),
        "outcome": write(outcome),
    }


def _pieces(game: Game, state: State) -> dict[Point, PieceFields | None]:
    return {label: piece(one) for label, one in game.pieces(state).items()}


def look(history: History, turn: int, tried: Sequence[str] = ()) -> LookFields:
    """Return the match after at most `turn` turns, followed by the `tried` actions.

    `seen` are the events of the last of these turns, or of the last tried action.  If the match is
    over, `actions` are those that may be tried next.  Raises RulesError for an illegal action.
    """
    game, turns = history.game, history.turns
    turn = min(turn, len(turns))
    state = before = history.start
    seen: Sequence[Event] = ()
    if turn:
        before, state, seen = turns[turn - 1].before, turns[turn - 1].after, turns[turn - 1].events
    for text in tried if history.over else ():
        step = game.play(state, game.parse_action(state, text))
        before, state, seen = state, step.state, step.events
    whole = turn == len(turns) and not tried
    outcome = history.outcome if whole else game.outcome(state)
    return {
        "turn": turn,
        "before": _pieces(game, before),
        "seen": [write_tagged(SEEN, one, "is") for one in seen],
        "position": _position(game, state, outcome, seen),
        "actions": actions(game, state) if history.over and not game.over(state) else [],
    }


def actions(game: Game, state: State, legal: Sequence[Action] | None = None) -> list[ActionFields]:
    """Return the actions to choose from: `legal`, or all legal ones if it is None."""
    own = game.placed(state)
    legal = game.legal(state) if legal is None else legal
    return [action(one, own, _next_points(game, state, one)) for one in legal]


def _next_points(game: Game, state: State, moved: Action) -> list[Point]:
    """Return the points to which the same piece may go on in the same turn."""
    after = game.advance(state, moved) if moved.source is not None else state
    if moved.source is None or game.over(after) or not game.turn_begun(after):
        return []
    moves = (one for one in game.legal(after) if one.source == moved.target)
    return [str(one.target) for one in moves]


def action(one: Action, own: Piece | None, then: Sequence[Point] = ()) -> ActionFields:
    """Return an action as data; a placement uses the seat's `own` piece unless it names another."""
    put = one.piece or (own if one.kind == "place" else None)
    return {
        "text": one.text,
        "kind": one.kind,
        "points": list(one.points),
        "piece": piece(put),
        "cost": one.cost,
        "then": list(then),
    }


def marked(events: Sequence[Event]) -> list[Point]:
    """Return the points that events have touched: sources and targets."""
    points = [label for happened in events for label in _touched(happened)]
    return list(dict.fromkeys(points))


def _touched(happened: Event) -> tuple[Point, ...]:
    if isinstance(happened, Placed):
        return (happened.point,)
    if isinstance(happened, Jumped | Stepped):
        return (happened.source, happened.target)
    if isinstance(happened, Slid):
        return (happened.path[0], happened.path[-1])
    return ()
