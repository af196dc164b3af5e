"""A match as the page is told of it: texts of JSON with everything worked out that rules know.

The page knows no rules: it gets the pieces after every event, what eyes saw on the way there, and,
for a seat that is to move, the actions to choose from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
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
from game.platform.theme import Theme, load_theme
from game.rules import Game
from game.rules.base import Action
from game.rules.events import Event, Jumped, Piece, Placed, Seat, Slid, Stepped
from game.rules.topology import Point
from game.table.history import Turn

COLOURS = ("black", "green", "white", "grey")
Json = dict[str, Any]


def text(kind: str, **fields: Any) -> str:
    """Return a message to a client as JSON text."""
    return _dump({"v": VERSION, "type": kind, **fields})


def message_text(message: ServerMessage) -> str:
    """Return a message of SERVER_MESSAGES as JSON text."""
    return _dump({"v": VERSION, **write_tagged(SERVER_MESSAGES, message, "type")})


def _dump(data: Json) -> str:
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


def board(game: Game, theme: Theme) -> Json:
    """Return the board as the page draws it.

    The picture below the pieces, each kind of piece round its centre, and where the points are.
    """
    plan = geometry_of(game.topology)
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
    history, game = mirror.history, mirror.game
    pieces = game.pieces(history.state)
    return {
        "pieces": {label: piece(one) for label, one in pieces.items()},
        "move": None if history.over else history.to_move,
        "phase": game.phase(history.state),
        "tally": dict(game.tally(history.state)),
        "last": marked(history.turns[-1]) if history.turns else [],
        "outcome": write(history.outcome),
    }


def turn(one: Turn) -> list[Any]:
    """Return a line of the list of turns: number, seat, notation, complete."""
    return [one.number, one.seat, one.text, one.complete]


def snapshot(mirror: Mirror, about: Mapping[str, Any], words: Mapping[str, Any]) -> Json:
    """Return everything that a page needs to begin, or to begin again."""
    return {
        "seq": mirror.seq,
        "about": about,
        "board": board(mirror.game, load_theme(about["theme"])),
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
    own = next((kind for kind in mirror.game.kinds if kind.seat == seat), None)
    return [action(one, own) for one in mirror.legal()]


def action(one: Action, own: Piece | None) -> Json:
    """Return an action; it places the seat's `own` piece unless it names another."""
    put = one.piece or (own if one.kind == "place" else None)
    return {
        "text": one.text,
        "kind": one.kind,
        "points": list(one.points),
        "piece": piece(put),
        "cost": one.cost,
    }


def marked(one: Turn) -> list[Point]:
    """Return the points a turn has touched: sources and targets."""
    points = [label for happened in one.events for label in _touched(happened)]
    return list(dict.fromkeys(points))


def _touched(happened: Event) -> tuple[Point, ...]:
    if isinstance(happened, Placed):
        return (happened.point,)
    if isinstance(happened, Jumped | Stepped):
        return (happened.source, happened.target)
    if isinstance(happened, Slid):
        return (happened.path[0], happened.path[-1])
    return ()
