"""Tables of all types of messages between a host and a board, protocol 1.1.

Messages below 0x80 go from the host to the board (commands), those from 0x80 on from the board to
the host (reports).  Every command is answered by exactly one report whose `reply_to` is the
command's sequence number; `reply_to` 0 means that nobody asked.
"""

from __future__ import annotations

from hardware.wire.commands import (
    Calibrate,
    GetReadings,
    GetState,
    GetWiring,
    Hello,
    Lights,
    Palette,
    Ping,
    SelfTest,
    SetName,
    SetWiring,
)
from hardware.wire.constants import Message
from hardware.wire.reports import (
    Ack,
    BoardState,
    Button,
    Calibration,
    Error,
    Health,
    PointChanged,
    Readings,
    Welcome,
    Wiring,
)

COMMANDS: tuple[type[Message], ...] = (
    Hello,
    Ping,
    GetState,
    Lights,
    Palette,
    Calibrate,
    GetReadings,
    SelfTest,
    SetName,
    SetWiring,
    GetWiring,
)
REPORTS: tuple[type[Message], ...] = (
    Welcome,
    Ack,
    BoardState,
    PointChanged,
    Button,
    Calibration,
    Readings,
    Health,
    Wiring,
    Error,
)
BY_TYPE: dict[int, type[Message]] = {kind.type: kind for kind in (*COMMANDS, *REPORTS)}


def reply_of(message: Message) -> int:
    """Return the sequence number of the command this message answers; 0 if it answers none."""
    reply = getattr(message, "reply_to", 0)
    return reply if isinstance(reply, int) else 0
