"""A board's messages in words for people: for monitor, list and calibration.  Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.platform.i18n import _
from game.platform.sanitize import one_line
from game.rules.topology import Point
from hardware.drivers.registry import KINDS
from hardware.host.board_connection import (
    ConnectionEvent,
    HandshakeDone,
    MessagesLost,
    VersionRefused,
)
from hardware.simulator.board import SIMULATED
from hardware.wire import messages as wire
from hardware.wire.codec import Undecodable

Words = Callable[[], str]  # translated when called, into the language in use
KIND_NAMES = {kind.words for kind in KINDS.values()}  # boards that do not speak our protocol

FACES: tuple[Words, ...] = (
    lambda: _("empty"),
    lambda: _("face one up"),
    lambda: _("face two up"),
    lambda: _("sensor out of order"),
)
DAMAGE: Mapping[str, Words] = {
    "cobs": lambda: _("a damaged packet"),
    "short": lambda: _("a damaged packet: too short"),
    "long": lambda: _("a damaged packet: too long"),
    "crc": lambda: _("a damaged packet: wrong checksum"),
}
REFUSALS: Mapping[int, Words] = {
    wire.ErrorCode.UNKNOWN_TYPE: lambda: _("it does not know the command"),
    wire.ErrorCode.BAD_PAYLOAD: lambda: _("the command makes no sense to it"),
    wire.ErrorCode.VERSION: lambda: _("it speaks another version"),
    wire.ErrorCode.BUSY: lambda: _("it is busy"),
    wire.ErrorCode.NOT_POSSIBLE: lambda: _("it cannot do that"),
}


def name_of(welcome: wire.Welcome) -> str:
    """Return a board's own name; names that this program gives are translated."""
    if welcome.name == SIMULATED:
        return _("Simulated board")
    if welcome.name in KIND_NAMES:
        return _(welcome.name)
    return one_line(welcome.name) or _("a board without a name")


def describe(welcome: wire.Welcome) -> str:
    """Return a description of a board in one line."""
    sensing = _("senses sides") if welcome.sensing == wire.Sensing.SIDE else _("senses occupancy")
    parts = {wire.Feature.LIGHTS: _("no lights"), wire.Feature.BUTTON: _("no button")}
    lacks = [f", {words}" for part, words in parts.items() if not welcome.features & part]
    return _(
        "{name}: {layout}, {points} points, {sensing}, firmware {version}, number {number}"
    ).format(
        name=name_of(welcome),
        layout=one_line(welcome.layout) or "?",
        points=welcome.points,
        sensing=sensing + "".join(lacks),
        version=welcome.version,
        number=f"{welcome.board_id:08x}",
    )


def tell(event: ConnectionEvent, labels: Sequence[Point] = ()) -> str:
    """Return one event in a line, with the labels of points where the layout is known."""
    if isinstance(event, HandshakeDone):
        return describe(event.welcome)
    if isinstance(event, VersionRefused):
        return _("The board speaks protocol {major}, this program knows 1").format(
            major=event.major
        )
    if isinstance(event, MessagesLost):
        return _("something was lost on the way; the state has been asked for")
    if isinstance(event, wire.PointChanged):
        return f"{label_of(event.point, labels)}: {FACES[event.state]()}"
    if isinstance(event, wire.BoardState):
        return _state(event, labels)
    if isinstance(event, wire.Button):
        return _("button pressed") if event.pressed else _("button released")
    if isinstance(event, Undecodable):
        return _fault(event)
    if isinstance(event, wire.Error):
        return _error(event)
    if isinstance(event, wire.Ack):
        return _("command {number} is done").format(number=event.reply_to)
    return str(event)  # answers to commands that only a diagnosis sends


def label_of(number: int, labels: Sequence[Point]) -> str:
    """Return the label of a point, or its number where the layout is not known."""
    return labels[number] if number < len(labels) else str(number)


def _state(state: wire.BoardState, labels: Sequence[Point]) -> str:
    by_face: dict[int, list[str]] = {}
    for number, face in enumerate(state.states):
        if face:
            by_face.setdefault(face, []).append(label_of(number, labels))
    parts = [f"{FACES[face]()}: {' '.join(points)}" for face, points in sorted(by_face.items())]
    return _("On the board: {pieces}").format(pieces="; ".join(parts) or _("nothing"))


def _fault(fault: Undecodable) -> str:
    if fault.kind == "text":
        return _("The board writes: {text}").format(text=fault.words)
    if fault.kind == "unknown":
        return _("a message of an unknown type: {type}").format(type=f"0x{fault.type or 0:02x}")
    if fault.kind == "payload":
        return _("a message with wrong content: {words}").format(words=fault.words)
    return DAMAGE.get(fault.kind, DAMAGE["cobs"])()


def _error(error: wire.Error) -> str:
    if error.code == wire.ErrorCode.BAD_FRAMES:
        return _("Damaged packets received by the board: {count}").format(count=error.detail)
    if error.code == wire.ErrorCode.LOST_BYTES:
        return _("Bytes lost by the board: {count}").format(count=error.detail)
    reason = REFUSALS.get(error.code, lambda: str(error.code))()
    return _("The board refuses command {number}: {reason}").format(
        number=error.reply_to, reason=reason
    )


def look_there() -> str:
    """Return what to check at the points that calibrating the empty board has marked."""
    return _("Does a piece still lie there, or is a joint open? Then do this step again.")
