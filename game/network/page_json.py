"""A match as the page is told of it: texts of JSON with everything worked out that rules know.

The page knows no rules: it gets the pieces after every event, what eyes saw on the way there, and,
for a seat that is to move, the actions to choose from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from game.network.match_info import MatchInfo, SeatInfo
from game.network.messages import SERVER_MESSAGES, VERSION, ServerMessage
from game.network.mirror import Mirror
from game.pictures.board import board_under, geometry_of, names
from game.pictures.lines import UNITS
from game.pictures.pieces import piece_svg
from game.platform.codec import write, write_tagged
from game.platform.settings import THEMES
from game.platform.theme import load_theme
from game.rules import Game
from game.rules.base import Action, State
from game.rules.events import Event, Jumped, Outcome, Piece, Placed, Seat, Slid, Stepped
from game.rules.topology import Point
from game.table.history import History, Turn
from game.table.wire_events import SEEN

COLOURS = ("black", "green", "white", "grey")
Json = dict[str, Any]


def text(kind: str, **fields: Any) -> str:
    """Return a message to a client as JSON text."""
    return dump({"v": VERSION, "type": kind, **fields})


def message_text(message: ServerMessage) -> str:
    """Return a message of SERVER_MESSAGES as JSON text."""
    return dump({"v": VERSION, **write_tagged(SERVER_MESSAGES, message, "type")})


def dump(data: Json) -> str:
    """Return JSON text without spaces."""
    # In ASCII: half a surrogate pair in anybody's name must not end the line of who is told.
    return json.dumps(data, separators=(",", ":"))


def about(info: MatchInfo, seats: int) -> Json:
    """Return what is told of a match, with all its `seats` and a known theme."""
    told = asdict(info)
    told["seats"] = [asdict(one) for one in (*info.seats, *(SeatInfo(),) * seats)[:seats]]
    told["theme"] = info.theme if info.theme in THEMES else THEMES[0]
    return told


def piece(one: Piece | None) -> list[Any] | None:
    return None if one is None else [one.colour, one.seat, one.mark]


def board(game: Game, theme_name: str) -> Json:
    """Return the board in a known theme as the page draws it.

    The picture below the pieces, each kind of piece round its centre, and where the points are.
    """
    plan, theme = geometry_of(game.topology), load_theme(theme_name)
    wooden = game.topology.kind == "squares"
    kinds = [Piece(colour, None, mark) for colour in COLOURS for mark in (0, 1)]
    return {
        "kind": game.topology.kind,
        "width": UNITS,
        "under": board_under(game, theme),
        "names": names(game, theme, plan),
        "pieces": {
            f"{kind.colour}{kind.mark}": piece_svg(theme, kind, plan.diameter / 2, wooden)
            for kind in kinds
        },
        "radius": plan.diameter / 2,
        "places": {label: [round(x, 1), round(y, 1)] for label, (x, y) in plan.places.items()},
    }


def position(mirror: Mirror) -> Json:
    """Return the pieces, whose turn it is and how the game ended."""
    history = mirror.history
    last = history.turns[-1].events if history.turns else ()
    return _position(mirror.game, history.state, history.outcome, last)


def _position(game: Game, state: State, outcome: Outcome | None, last: Sequence[Event]) -> Json:
    return {
        "pieces": _pieces(game, state),
        "move": None if outcome else game.to_move(state),
        "phase": game.phase(state),
        "tally": dict(game.tally(state)),
        "last": marked(last),
        "outcome": write(outcome),
    }


def _pieces(game: Game, state: State) -> Json:
    return {label: piece(one) for label, one in game.pieces(state).items()}


def card(mirror: Mirror) -> Json:
    """Return what the mosaic shows of a match: its position in few bytes."""
    shown = position(mirror)
    shown["pieces"] = {label: f"{one[0]}{one[2]}" for label, one in shown["pieces"].items()}
    return {"seq": mirror.seq, "turns": len(mirror.history.turns), **shown}


def look(history: History, turn: int, tried: Sequence[str] = ()) -> Json:
    """Return the match after `turn` turns, at most all of them, and `tried` actions from there.

    With what was seen on the way to it: of that turn, or of the last action tried.  Once the match
    is over, it has the actions that may be tried next.  Raises RulesError for an illegal one.
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
        "actions": _actions(game, state) if history.over and not game.over(state) else [],
    }


def turn(one: Turn) -> list[Any]:
    """Return a line of the list of turns: number, seat, notation, complete."""
    return [one.number, one.seat, one.text, one.complete]


def snapshot(mirror: Mirror, about: Mapping[str, Any], words: Mapping[str, Any]) -> Json:
    """Return everything that a page needs to begin, or to begin again."""
    return {
        "seq": mirror.seq,
        "about": about,
        "board": board(mirror.game, about["theme"]),
        "turns": [turn(one) for one in mirror.history.turns],
        "position": position(mirror),
        "words": words,
    }


def event(mirror: Mirror, data: Mapping[str, Any], words: Mapping[str, Any]) -> Json:
    """Return an event that was just applied to the mirror."""
    turns = mirror.history.turns
    return {
        "seq": data["seq"],
        "event": data["event"],
        "by": data["by"],
        "seen": data["entry"]["seen"] if "entry" in data else [],
        "turns": len(turns),
        "turn": turn(turns[-1]) if turns else None,
        "position": position(mirror),
        "words": words,
    }


def actions(mirror: Mirror, seat: Seat) -> list[Json]:
    """Return the actions the seat may choose from."""
    if mirror.history.over or mirror.history.to_move != seat:
        return []
    return _actions(mirror.game, mirror.history.state, mirror.legal())


def _actions(game: Game, state: State, legal: Sequence[Action] | None = None) -> list[Json]:
    own = next((kind for kind in game.kinds if kind.seat == game.to_move(state)), None)
    legal = game.legal(state) if legal is None else legal
    return [action(one, own, _next_points(game, state, one)) for one in legal]


def _next_points(game: Game, state: State, moved: Action) -> list[Point]:
    """Return where the same piece may go on to in the same turn."""
    after = game.advance(state, moved) if moved.source is not None else state
    if moved.source is None or game.over(after) or not game.turn_begun(after):
        return []
    moves = (one for one in game.legal(after) if one.source == moved.target)
    return [str(one.target) for one in moves]


def action(one: Action, own: Piece | None, then: Sequence[Point] = ()) -> Json:
    """Return an action; it places the seat's `own` piece unless it names another."""
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
