"""Recordings of a session: what went over the line and where the match was, with times.

One JSON object a line: {"t": seconds, "in": hex} from the board, {"t": ..., "out": hex} to it,
{"t": ..., "position": {...}} from the match.  `replay` gives all of it to a referee again, so
that a bug report becomes a test.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from game.rules import parse_setup
from game.rules.base import Action, Game, State
from hardware.position import Position
from hardware.reading import Reading
from hardware.referee import Referee

VERSION = 1
STEP = 0.01


class RecordingError(ValueError):
    """A recording cannot be read; the message names the file, the line and what is wrong."""


class Recorder:
    """Writes a recording; times are counted from `start`."""

    def __init__(self, path: Path, start: float) -> None:
        self._file: TextIO = path.open("w", encoding="utf-8")
        self._start = start
        self._lock = threading.Lock()  # the match and the line write from two threads
        self._write({"recording": VERSION})

    def heard(self, now: float, data: bytes) -> None:
        self._write({"t": round(now - self._start, 4), "in": data.hex()})

    def sent(self, now: float, data: bytes) -> None:
        self._write({"t": round(now - self._start, 4), "out": data.hex()})

    def position(self, now: float, position: Position) -> None:
        words = {
            "setup": position.game.setup,
            "state": list(position.state),
            "played": [action.text for action in position.played],
            "before": [list(state) for state in position.before],
            "last": [action.text for action in position.last],
            "hands": sorted(position.hands),
        }
        self._write({"t": round(now - self._start, 4), "position": words})

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        with self._lock:
            if not self._file.closed:
                self._file.write(json.dumps(line) + "\n")
                self._file.flush()


def read_recording(path: Path) -> list[dict[str, Any]]:
    """The lines of a recording.  Raises RecordingError."""
    lines: list[dict[str, Any]] = []
    with path.open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
                if not isinstance(line, dict):
                    raise ValueError("an object was expected")
                bytes.fromhex(line.get("in", ""))
            except (ValueError, TypeError) as error:
                raise RecordingError(f"{path}, line {number}: {error}") from None
            lines.append(line)
    if not lines or lines[0].get("recording") != VERSION:
        raise RecordingError(f'{path}: the first line must be {{"recording": {VERSION}}}')
    return lines[1:]


def replay(
    lines: list[dict[str, Any]], wait: Callable[[float], None] | None = None
) -> Iterator[tuple[float, Reading]]:
    """Feed a referee with a recording and yield its readings with their times.

    `wait` is called with seconds to wait, for a replay at the speed of life.
    """
    referee = Referee()
    referee.opened()
    games: dict[str, Game] = {}
    now = 0.0
    for line in [*lines, {"t": float(lines[-1]["t"]) + 3.0 if lines else 0.0}]:
        while now < float(line["t"]):
            now = min(now + STEP, float(line["t"]))
            if wait is not None:
                wait(STEP)
            referee.step(now)
            while referee.readings:
                yield now, referee.readings.popleft()
        if "in" in line:
            referee.receive(bytes.fromhex(line["in"]), now)
        elif "position" in line:
            referee.set_position(_position(line["position"], games), now)


def _position(words: dict[str, Any], games: dict[str, Game]) -> Position:
    game = games.setdefault(words["setup"], parse_setup(words["setup"]))
    before = tuple(tuple(state) for state in words["before"])
    state = tuple(words["state"])
    last = _actions(game, before[-1], words["last"]) if before else ()
    played = _actions(game, state, words["played"])
    return Position(game, state, played, before, last, frozenset(words["hands"]))


def _actions(game: Game, state: State, texts: list[str]) -> tuple[Action, ...]:
    actions: list[Action] = []
    for text in texts:
        action = game.parse_action(state, text)
        state = game.play(state, action).state
        actions.append(action)
    return tuple(actions)
