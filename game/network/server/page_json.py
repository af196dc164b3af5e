"""A match as the page gets it: JSON texts that include everything the rules compute.

The page knows no rules. It gets the pieces after every event, the intermediate steps that were
visible, and the actions that a seat to move may choose from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypedDict

from game.network.protocol.match_info import MatchInfo, SeatInfo, Words
from game.network.protocol.messages import SERVER_MESSAGES, VERSION, ServerMessage
from game.network.protocol.mirror import Mirror
from game.platform.codec import write, write_tagged
from game.platform.settings import THEMES
from game.rules.events import Seat
from game.rules.topology import Point
from game.table import positions_json
from game.table.history import Turn
from game.table.positions_json import (
    ActionFields,
    BoardFields,
    PositionFields,
    board,
    position,
)
from game.table.record_fields import OutcomeFields

if TYPE_CHECKING:  # not loaded unless a game has a look of its own
    from game.platform.own_look import GameLook

TurnLine = list[Any]  # number, seat, notation, complete


class AboutFields(TypedDict):
    """The fields of `MatchInfo` with all seats and a known theme."""

    title: str
    seats: list[Any]
    theme: str
    back: bool
    clocks: Any


class CardFields(TypedDict):
    """A match on the mosaic, with its position in few bytes; a piece is its colour and mark."""

    seq: int
    turns: int
    pieces: dict[Point, str]
    move: int | None
    phase: str
    tally: dict[str, int]
    last: list[Point]
    outcome: OutcomeFields | None


class PageSnapshot(TypedDict):
    """Everything that a page needs to start, or to start again."""

    seq: int
    about: AboutFields
    board: BoardFields
    turns: list[TurnLine]
    position: PositionFields
    words: Words


class PageEvent(TypedDict):
    """An event with the position after it, and the visible steps that led there."""

    seq: int
    event: str
    by: str
    seen: list[Any]
    turns: int
    turn: TurnLine | None
    position: PositionFields
    words: Words


def text(kind: str, **fields: Any) -> str:
    """Return a message to a client as JSON text."""
    return dump({"v": VERSION, "type": kind, **fields})


def message_text(message: ServerMessage) -> str:
    """Return a message of one of the SERVER_MESSAGES as JSON text."""
    return dump({"v": VERSION, **write_tagged(SERVER_MESSAGES, message, "type")})


def dump(data: Mapping[str, object]) -> str:
    """Return JSON text without spaces."""
    # ASCII only: half a surrogate pair in a name could not be sent, and would end the line.
    return json.dumps(data, separators=(",", ":"))


def about(info: MatchInfo, seats: int) -> AboutFields:
    """Return the fixed facts of a match, with all its `seats` and a known theme."""
    return {
        "title": info.title,
        "seats": [asdict(one) for one in (*info.seats, *(SeatInfo(),) * seats)[:seats]],
        "theme": info.theme if info.theme in THEMES else THEMES[0],
        "back": info.back,
        "clocks": write(info.clocks),
    }


def card(mirror: Mirror) -> CardFields:
    """Return a match as the mosaic shows it, with its position in few bytes."""
    shown = position(mirror.history)
    pieces = {label: f"{one[0]}{one[2]}" for label, one in shown["pieces"].items() if one}
    return {
        "seq": mirror.seq,
        "turns": len(mirror.history.turns),
        "pieces": pieces,
        "move": shown["move"],
        "phase": shown["phase"],
        "tally": shown["tally"],
        "last": shown["last"],
        "outcome": shown["outcome"],
    }


def turn(one: Turn) -> TurnLine:
    """Return a line of the list of turns: number, seat, notation, complete."""
    return [one.number, one.seat, one.text, one.complete]


def snapshot(
    mirror: Mirror, about: AboutFields, words: Words, look: GameLook | None = None
) -> PageSnapshot:
    """Return everything that a page needs to start, or to start again."""
    return {
        "seq": mirror.seq,
        "about": about,
        "board": board(mirror.game, about["theme"], look),
        "turns": [turn(one) for one in mirror.history.turns],
        "position": position(mirror.history),
        "words": words,
    }


def event(mirror: Mirror, data: Mapping[str, Any], words: Words) -> PageEvent:
    """Return the page's form of an event that was just applied to the mirror."""
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


def actions(mirror: Mirror, seat: Seat) -> list[ActionFields]:
    """Return the actions that the seat may choose from."""
    if mirror.history.over or mirror.history.to_move != seat:
        return []
    return positions_json.actions(mirror.game, mirror.history.state, mirror.legal())
