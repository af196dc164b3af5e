"""A match as the page is told of it: texts of JSON with everything worked out that rules know.

The page knows no rules: it gets the pieces after every event, what eyes saw on the way there, and,
for a seat that is to move, the actions to choose from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from game.network.protocol.match_info import MatchInfo, SeatInfo
from game.network.protocol.messages import SERVER_MESSAGES, VERSION, ServerMessage
from game.network.protocol.mirror import Mirror
from game.platform.codec import write_tagged
from game.platform.settings import THEMES
from game.rules.events import Seat
from game.table import positions_json
from game.table.history import Turn
from game.table.positions_json import board, position

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


def card(mirror: Mirror) -> Json:
    """Return what the mosaic shows of a match: its position in few bytes."""
    shown = position(mirror.history)
    shown["pieces"] = {label: f"{one[0]}{one[2]}" for label, one in shown["pieces"].items()}
    return {"seq": mirror.seq, "turns": len(mirror.history.turns), **shown}


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
        "position": position(mirror.history),
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
        "position": position(mirror.history),
        "words": words,
    }


def actions(mirror: Mirror, seat: Seat) -> list[Json]:
    """Return the actions the seat may choose from."""
    if mirror.history.over or mirror.history.to_move != seat:
        return []
    return positions_json.actions(mirror.game, mirror.history.state, mirror.legal())
