"""Recordings of a session: the bytes on the line and the match's positions, with times.

One JSON object a line: {"t": seconds, "in": hex} from the board, {"t": ..., "out": hex} to it,
{"t": ..., "position": {...}} from the match. A line from the match also has "refused": words if the
match did not accept what the board showed. `replay` feeds a recording to a driver, so that a bug
report becomes a test.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from game.platform import untrusted
from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from hardware.host.board_connection import BoardConnection, HandshakeDone
from hardware.host.board_driver import BoardDriver
from hardware.host.board_messages import tell
from hardware.host.layouts import labels_of
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.tracker_events import TakeBack, TrackerEvent
from hardware.wire.codec import Decoder
from hardware.wire.messages import BoardState, Button, PointChanged

VERSION = 1
REPLAY_STEP_S = 0.01
STREAM_PERIOD_S = 1.0  # longest time between two messages of a board
LAST_S = 3.0  # seconds to go on after the last line
# Seconds without a line after which a replay jumps to shortly before the next line.
QUIET_LIMIT_S = 60.0


class RecordingError(ValueError):
    """A recording cannot be read; the message names the file, the line and what is wrong."""


class SessionRecorder:
    """The file of a recording; times are counted from `start`."""

    def __init__(self, path: Path, start: float) -> None:
        self._file: TextIO = path.open("w", encoding="utf-8")
        self._start = start
        self._lock = threading.Lock()  # the match and the line write from different threads
        self._write({"recording": VERSION})

    def heard(self, now: float, data: bytes) -> None:
        """Write bytes that arrived from the board at `now` (seconds)."""
        self._write({"t": round(now - self._start, 4), "in": data.hex()})

    def sent(self, now: float, data: bytes) -> None:
        """Write bytes that were sent to the board at `now` (seconds)."""
        self._write({"t": round(now - self._start, 4), "out": data.hex()})

    def position(self, now: float, position: ExpectedPosition, refused: str = "") -> None:
        words = {
            "setup": position.game.setup,
            "state": list(position.state),
            "played": [action.text for action in position.played],
            "before": [list(state) for state in position.before],
            "last": [action.text for action in position.last],
            "hands": sorted(position.hands),
        }
        line = {"t": round(now - self._start, 4), "position": words}
        self._write({**line, "refused": refused} if refused else line)

    def close(self) -> None:
        """Close the file; nothing more is written."""
        with self._lock:
            self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        with self._lock:
            if self._file.closed:
                return
            try:
                self._file.write(json.dumps(line) + "\n")
                self._file.flush()
            except OSError:  # A full disk must not end a match.
                with contextlib.suppress(OSError):
                    self._file.close()


def read_recording(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a recording.  Raises RecordingError."""
    lines: list[dict[str, Any]] = []
    games: dict[str, Game] = {}
    number = 0
    try:
        for number, text in enumerate(untrusted.read_lines(path), 1):
            line = untrusted.parse_json(text, "JSON")
            if number == 1:
                if line != {"recording": VERSION}:
                    raise ValueError(f'{{"recording": {VERSION}}} was expected')
            else:
                _check(line, games)
                lines.append(line)
    except KeyError as error:
        raise RecordingError(f"{path}, line {number}: {error} is missing") from None
    except (ValueError, TypeError, IndexError, AttributeError, OverflowError) as error:
        where = f"{path}, line {number}" if number else str(path)
        raise RecordingError(f"{where}: {error}") from None
    if not number:
        raise RecordingError(f"{path}: an empty file is no recording")
    return lines


def _check(line: Any, games: dict[str, Game]) -> None:
    """Raise the error that reading any part of a line would raise."""
    if not isinstance(line, dict):
        raise ValueError("an object was expected")
    if not 0 <= float(line["t"]) < float("inf"):
        raise ValueError(f"a time was expected, {line['t']} found")
    bytes.fromhex(line.get("in", ""))
    if "position" in line:
        _position(line["position"], games)


def said_by_board(lines: list[dict[str, Any]]) -> Iterator[tuple[float, str]]:
    """Yield the board's messages in a recording, in words, for a recording without a match."""
    connection, labels = BoardConnection(), labels_of("", 0)
    for line in lines:
        now = float(line["t"])
        connection.due(now)
        for event in connection.feed(bytes.fromhex(line.get("in", "")), now):
            if isinstance(event, HandshakeDone):
                labels = labels_of(event.welcome.layout, event.welcome.points)
            yield now, tell(event, labels)


def replay(
    lines: list[dict[str, Any]], wait: Callable[[float], None] | None = None
) -> Iterator[tuple[float, TrackerEvent]]:
    """Feed a driver with a recording and yield its readings with their times.

    `wait` is called with the seconds to wait, for a replay in real time.
    """
    driver = BoardDriver(replayed=True)
    driver.opened()
    games: dict[str, Game] = {}
    now = 0.0
    for number, line in enumerate(lines):
        then = float(line["t"])
        if wait is None and then - now > QUIET_LIMIT_S:
            yield from _run(driver, now, now + QUIET_LIMIT_S / 2, wait)
            now = then - QUIET_LIMIT_S / 4
        yield from _run(driver, now, then, wait)
        now = max(now, then)
        if "in" in line:
            driver.receive(bytes.fromhex(line["in"]), now)
        elif "position" in line:
            position = _position(line["position"], games)
            yield from _until_read(driver, now, position, _next_told(lines[number:]))
            _replay_position(driver, line, position)
    driver.step(now)
    driver.let_pass(LAST_S)
    yield from _run(driver, now, now + REPLAY_STEP_S, wait)


def _next_told(lines: list[dict[str, Any]]) -> int | None:
    """Return the board's time in the next message that has one."""
    decoder = Decoder()
    for line in lines:
        for item in decoder.feed(bytes.fromhex(line.get("in", ""))):
            if isinstance(item, (PointChanged, BoardState, Button)):
                return item.ms
    return None


def _until_read(
    driver: BoardDriver, now: float, position: ExpectedPosition, told: int | None
) -> Iterator[tuple[float, TrackerEvent]]:
    """Let time pass at the board until it has read the position that the match knew then.

    A recording does not contain the board's time at which the match sent something. It only shows
    that the board's next message had not arrived yet.
    """
    driver.step(now)
    until = None if told is None else driver.time.of(told)
    if until is None:  # the line was lost before the board sent another time
        until = driver.time.after(STREAM_PERIOD_S)
    while driver.time.after(REPLAY_STEP_S) < until:
        if driver.has_read(position):
            break
        driver.let_pass(REPLAY_STEP_S)
    while driver.readings:
        yield now, driver.readings.popleft()


def _replay_position(driver: BoardDriver, line: dict[str, Any], position: ExpectedPosition) -> None:
    """Pass the match's position or refusal in this line to the driver."""
    if "refused" in line:
        driver.refuse(position, line["refused"])
    elif not _on_the_way(driver, position):
        driver.set_position(position)


def _on_the_way(driver: BoardDriver, position: ExpectedPosition) -> bool:
    """Return whether the match has only received a part of what the driver has read.

    The match then sends its final position a little later.
    """
    tracker = driver.tracker
    if tracker is None or isinstance(tracker.said, TakeBack):
        return False  # The match may also go back to a part of the turn.
    turns = [(tracker.base.state, tracker.turn.actions)]
    if tracker.before:
        turns.append((tracker.before[-1], tracker.last))
    return any(
        position.state == start and position.played == actions[: len(position.played)]
        for start, actions in turns
        if len(position.played) < len(actions)
    )


def _run(
    driver: BoardDriver, now: float, until: float, wait: Callable[[float], None] | None
) -> Iterator[tuple[float, TrackerEvent]]:
    """Advance the time in small steps, and yield the readings."""
    while now < until:
        now = min(now + REPLAY_STEP_S, until)
        if wait is not None:
            wait(REPLAY_STEP_S)
        driver.step(now)
        while driver.readings:
            yield now, driver.readings.popleft()


def _position(words: dict[str, Any], games: dict[str, Game]) -> ExpectedPosition:
    if words["setup"] not in games:
        games[words["setup"]] = parse_setup(words["setup"])
    game = games[words["setup"]]
    before = tuple(tuple(state) for state in words["before"])
    state = tuple(words["state"])
    last = _actions(game, before[-1], words["last"]) if before else ()
    played = _actions(game, state, words["played"])
    return ExpectedPosition(game, state, played, before, last, frozenset(words["hands"]))


def _actions(game: Game, state: State, texts: list[str]) -> tuple[Action, ...]:
    actions: list[Action] = []
    for text in texts:
        action = game.parse_action(state, text)
        state = game.play(state, action).state
        actions.append(action)
    return tuple(actions)
