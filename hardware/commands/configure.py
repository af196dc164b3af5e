"""`board configure`: the name and layout of a board, and the wiring of its points.

The board stores them; without options the command only prints what is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from game.platform.errors import in_words
from game.platform.i18n import _
from game.platform.untrusted import InputError, read_text
from hardware.commands.console import Dialogue, greeted
from hardware.host.board_messages import describe, tell
from hardware.host.layouts import (
    LayoutError,
    as_said,
    layout_named,
    matrix_channels,
    points_of,
)
from hardware.host.link import Opener
from hardware.tracking.track import READABLE, is_readable
from hardware.wire import messages as wire
from hardware.wire.fields import MAX_POINTS

PLACES_PER_COMMAND = 64  # places in one command
STORE_TIMEOUT_S = 8.0  # seconds that a board may take to store something


@dataclass(frozen=True)
class BoardConfiguration:
    """The values to store; None keeps the stored one.  `layout` may be a board file."""

    layout: str | None = None
    name: str | None = None
    sensors: Path | None = None
    lights: Path | None = None


def configure(target: str, wanted: BoardConfiguration, opener: Opener | None = None) -> int:
    """Store the wanted values and print the resulting ones.  Raises LayoutError for bad input."""
    commands = list(_wirings(wanted))
    points, layout = _checked(wanted)
    found = greeted(target, opener)
    if found is None:
        return 1
    dialogue, welcome = found
    try:
        if wanted.layout and welcome.features & wire.Feature.MATRIX:
            channels = matrix_channels(points_of(wanted.layout))
            commands.insert(0, wire.SetWiring(wire.WiringLine.SENSORS, 0, channels))
        if points is not None or wanted.name is not None:
            commands.append(_naming(welcome, wanted.name, layout, points))
        for command in commands:
            answer = ask_board(dialogue, command)
            if not isinstance(answer, wire.Ack):
                print(tell(answer) if answer else _("The board did not answer."))
                return 1
        again = dialogue.greet(anew=True) if commands else welcome
        if again is None:
            print(_("The board did not answer."))
            return 1
        print(describe(again))
        for line, words in (
            (wire.WiringLine.SENSORS, _("sensors")),
            (wire.WiringLine.LIGHTS, _("lights")),
        ):
            print(f"{words}: {wired(dialogue, line, again.points)}")
        return 0
    finally:
        dialogue.port.close()


def _checked(wanted: BoardConfiguration) -> tuple[int | None, str | None]:
    """Return the number of points and the name of the wanted layout; None for both without one."""
    _check_length(wanted.name or "", wire.NAME_BYTES)
    if wanted.layout is None:
        return None, None
    count = len(points_of(wanted.layout))
    if count > MAX_POINTS:
        raise LayoutError(
            _("{name} has {points} points; a board has at most {most}").format(
                name=wanted.layout, points=count, most=MAX_POINTS
            )
        )
    name = layout_named(wanted.layout).name
    if not is_readable(wanted.layout):
        return count, as_said(name)
    _check_length(name + READABLE, wire.LAYOUT_BYTES)
    return count, name + READABLE


def _check_length(name: str, most: int) -> None:
    if len(name.encode("utf-8")) > most:
        words = _("{name} is too long for a name: at most {count} bytes")
        raise LayoutError(words.format(name=name, count=most))


def _naming(
    welcome: wire.Welcome, name: str | None, layout: str | None, points: int | None
) -> wire.SetName:
    return wire.SetName(
        points or welcome.points,
        welcome.layout if layout is None else layout,
        welcome.name if name is None else name,
    )


def _wirings(wanted: BoardConfiguration) -> Iterator[wire.Message]:
    """Yield the commands that store the wirings in the files."""
    for line, path in (
        (wire.WiringLine.SENSORS, wanted.sensors),
        (wire.WiringLine.LIGHTS, wanted.lights),
    ):
        if path is not None:
            places = read_wiring(path)
            for first in range(0, len(places), PLACES_PER_COMMAND):
                yield wire.SetWiring(line, first, places[first : first + PLACES_PER_COMMAND])


def read_wiring(path: Path) -> tuple[int, ...]:
    """Return the numbers in a file, one for each point; # starts a comment.  Raises LayoutError."""
    try:
        text = re.sub(r"#.*", "", read_text(path))
    except InputError as error:
        raise LayoutError(in_words(error)) from None
    words = re.split(r"[\s,;]+", text.strip())
    for word in words:
        if not (word.isdecimal() and len(word) <= 3 and int(word) < MAX_POINTS):
            raise LayoutError(
                _("{file}: {word} found, numbers from 0 to {most} expected").format(
                    file=path, word=word[:20] or "-", most=MAX_POINTS - 1
                )
            )
    if len(words) > MAX_POINTS:
        raise LayoutError(
            _("{file}: {count} numbers found, at most {most} expected").format(
                file=path, count=len(words), most=MAX_POINTS
            )
        )
    return tuple(map(int, words))


def ask_board(
    dialogue: Dialogue, command: wire.Message, *kinds: type[wire.Message]
) -> wire.Message | None:
    """Return the first report that answers the command: Ack, Error, Wiring, or one of `kinds`."""
    dialogue.settle()
    dialogue.connection.put(command)
    known = (*kinds, wire.Ack, wire.Error, wire.Wiring)
    for answer in dialogue.listen(STORE_TIMEOUT_S):
        if isinstance(answer, wire.Message) and isinstance(answer, known) and wire.reply_of(answer):
            return answer
    return None


def wired(dialogue: Dialogue, line: wire.WiringLine, points: int) -> str:
    """Return the wiring of a line in words: "in the order of the points", or a list of places."""
    places: list[int] = []
    while len(places) < points:
        answer = ask_board(dialogue, wire.GetWiring(line, len(places)))
        if not isinstance(answer, wire.Wiring) or not answer.places:
            return _("unknown")
        places += answer.places
    in_order = places == list(range(len(places)))
    return _("in the order of the points") if in_order else " ".join(map(str, places))
