"""The choices that a person has when adding a board: its kind and its place.  Opens nothing.

Boards that speak our protocol are at a port or an address.  A target of another kind begins with
the word of its kind (`hardware.host.other_boards`).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from urllib.parse import urlencode

from game.platform.i18n import _
from game.platform.paths import install_advice
from hardware.drivers.registry import KINDS, Line
from hardware.host import hid_line, ports
from hardware.host.other_boards import kinds_at

LIVECHESS = "127.0.0.1:1982"  # where the LiveChess program listens on this machine
FIRST = "auto"  # in place of a device, this means the first device of its kind


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A place where a board may be: the target that opens it, and the device's own name."""

    target: str
    words: str


def kind_words(word: str) -> str:
    """Return the name of a kind of board, in the language in use."""
    return _(KINDS[word].words)


def kind_at(target: str) -> str:
    """Return the word of the kind that a target names; "" for a board that speaks our protocol."""
    word, colon, _rest = target.partition(":")
    return word if colon and word in KINDS else ""


def note_on(word: str) -> str:
    """Return a note on boards of this kind; if a package is missing, how to install it."""
    package = missing_package(word)
    if not package:
        return _(KINDS[word].note)
    words = _("{kind} needs a package that is not installed: {advice}")
    return words.format(kind=kind_words(word), advice=install_advice(package))


def missing_package(word: str) -> str:
    """Return the missing package that boards of this kind need; "" if none is missing."""
    line = KINDS[word].line
    if line is Line.HID and sys.platform != "linux" and not hid_line.has_hidapi():
        return hid_line.PACKAGE
    if line is Line.WEBSOCKET and find_spec("websockets") is None:
        return "websockets"
    return ""


def found_by_identity(found: Sequence[ports.FoundPort]) -> list[BoardPlace]:
    """Return boards of other kinds that are plugged in, judged by their USB identities.

    The device behind a USB serial bridge may still be something else.
    """
    devices = hid_line.devices()
    alone = {one.word for one in devices if [two.word for two in devices].count(one.word) == 1}
    return [
        *(
            BoardPlace(f"{one.word}:{FIRST if one.word in alone else one.path}", one.name)
            for one in devices
        ),
        *(BoardPlace(target, "") for port in found for target in kinds_at(port)),
    ]


def places_of(word: str, found: Sequence[ports.FoundPort]) -> list[BoardPlace]:
    """Return the places where a board of this kind may be, the likeliest first."""
    line = KINDS[word].line
    if line is Line.WEBSOCKET:
        return [BoardPlace(f"{word}:{LIVECHESS}", _("LiveChess on this computer"))]
    if line is Line.HID:
        devices = [one for one in hid_line.devices() if one.word == word]
        first = BoardPlace(f"{word}:{FIRST}", _("The first one that is plugged in"))
        return [first, *(BoardPlace(f"{word}:{one.path}", one.name) for one in devices)]
    likely = [port for port in found if f"{word}:{port.port}" in kinds_at(port)]
    rest = [port for port in found if port not in likely]
    return [BoardPlace(f"{word}:{port.port}", port.words) for port in (*likely, *rest)]


def target_with(place: str, options: Mapping[str, str]) -> str:
    """Return a target with its options, without those that equal the defaults."""
    kind = KINDS[kind_at(place)]
    usual = {"layout": kind.layout, "baud": str(kind.baud), "sides": "01"[kind.sides]}
    said = {name: value for name, value in options.items() if value != usual.get(name, "0")}
    return f"{place}?{urlencode(said)}" if said else place
