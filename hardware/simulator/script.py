"""Commands for a simulated board, one a line, from a script or from a person at its terminal.

Pure except for the given server; `SimulatorScript.do` returns the answer as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.rules.topology import Point, Topology
from hardware.simulator.server import SimulatorServer

HELP = """\
set POINT FACE       lay a piece there: FACE is one, two or empty (1, 2, 0)
move POINT POINT     lift a piece and set it down elsewhere
turn POINT           turn a piece over
clear                take everything off
press [SECONDS]      press the button, or hold it so long
noise SHARE          that share of the sensor samples is bad, 0 to 1
stuck POINT FACE     the sensor shows that, whatever lies there; stuck POINT off
weak POINT           the magnet there is weak; weak POINT off
wire POINT POINT...  the sensor shows the pieces of these points; none: an open joint
unplug               pull the cable
plug                 put it in again
reset                restart the controller
wait SECONDS         go on later
show                 what lies on the board
lights               the palette codes of the lights that shine
quit                 end
"""

LONGEST_PRESS_S = 60.0
FACES: Mapping[str, int] = {"0": 0, "1": 1, "2": 2, "empty": 0, "one": 1, "two": 2}


class ScriptError(ValueError):
    """A command that cannot be carried out; the message names the found and the expected text."""


class SimulatorScript:
    """Carries out commands on a server.  `wait` holds the seconds of the last `wait` command."""

    def __init__(
        self, server: SimulatorServer, topology: Topology, track: Sequence[Point] = ()
    ) -> None:
        """Run commands on `server`.

        `track` are the places of a readable track, which follow the other points.
        """
        self.server = server
        self.topology = topology
        self.points = (*topology.points, *track)
        self.over = False
        self.wait = 0.0
        self._verbs: dict[str, tuple[tuple[int, int], Callable[..., str | None]]] = {
            "set": ((2, 2), self._set),
            "move": ((2, 2), self._move),
            "turn": ((1, 1), self._turn),
            "clear": ((0, 0), self._clear),
            "press": ((0, 1), self._press),
            "noise": ((1, 1), self._noise),
            "stuck": ((2, 2), self._stuck),
            "weak": ((1, 2), self._weak),
            "wire": ((1, 9), self._wire),
            "unplug": ((0, 0), self.server.pull),
            "plug": ((0, 0), self.server.plug),
            "reset": ((0, 0), self.server.reset),
            "wait": ((1, 1), self._wait),
            "show": ((0, 0), self._show),
            "lights": ((0, 0), self._lights),
            "quit": ((0, 0), self._quit),
            "help": ((0, 0), lambda: HELP.rstrip()),
            "?": ((0, 0), lambda: HELP.rstrip()),
        }

    def do(self, line: str) -> str:
        """Carry out one line; return "ok", the requested answer, or "error: ..."."""
        words = line.split()
        if not words or words[0].startswith("#"):
            return ""
        verb = self._verbs.get(words[0])
        if verb is None:
            return f"error: {words[0]!r} is no command, expected one of: {' '.join(self._verbs)}"
        count, run = verb
        if not count[0] <= len(words) - 1 <= count[1]:
            most = " or ".join(map(str, dict.fromkeys(count)))
            return f"error: {words[0]} takes {most} words, {len(words) - 1} found"
        try:
            return run(*words[1:]) or "ok"
        except ScriptError as error:
            return f"error: {error}"

    def _press(self, seconds: str = "0") -> None:
        self.server.press(self._share(seconds, LONGEST_PRESS_S))

    def _point(self, text: str) -> int:
        if text in self.points:
            return self.points.index(text)
        number = int(text) if text.isdecimal() and len(text) <= 3 else len(self.points)
        if number >= len(self.points):
            raise ScriptError(f"{text!r} is no point of {self.topology.name}")
        return number

    def _face(self, text: str) -> int:
        if text not in FACES:
            raise ScriptError(f"{text!r} is no face, expected one, two or empty")
        return FACES[text]

    def _share(self, text: str, most: float) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value <= most:
            raise ScriptError(f"{text!r} found, a number from 0 to {most:g} expected")
        return value

    def _set(self, point: str, face: str) -> None:
        self.server.board.set(self._point(point), self._face(face))

    def _move(self, source: str, target: str) -> None:
        board, start, end = self.server.board, self._point(source), self._point(target)
        if not board.truth[start]:
            raise ScriptError(f"nothing lies on {source}")
        face = board.truth[start]
        board.set(start, 0)
        board.set(end, face)

    def _turn(self, point: str) -> None:
        number = self._point(point)
        if not self.server.board.truth[number]:
            raise ScriptError(f"nothing lies on {point}")
        self.server.board.set(number, 3 - self.server.board.truth[number])

    def _clear(self) -> None:
        for number in range(len(self.server.board.truth)):
            self.server.board.set(number, 0)

    def _noise(self, share: str) -> None:
        self.server.board.troubles.noise = self._share(share, 1)

    def _stuck(self, point: str, face: str) -> None:
        if face == "off":
            self.server.board.troubles.stuck.pop(self._point(point), None)
        else:
            self.server.board.troubles.stuck[self._point(point)] = self._face(face)

    def _weak(self, point: str, off: str = "") -> None:
        number = self._point(point)
        if off == "off":
            self.server.board.troubles.weak.discard(number)
        else:
            self.server.board.troubles.weak.add(number)

    def _wire(self, point: str, *shown: str) -> None:
        self.server.board.troubles.wired[self._point(point)] = tuple(map(self._point, shown))

    def _wait(self, seconds: str) -> None:
        self.wait = self._share(seconds, 3600)

    def _show(self) -> str:
        truth = zip(self.points, self.server.board.truth)
        lying = [f"{point} {('empty', 'one', 'two')[face]}" for point, face in truth if face]
        return "board " + (", ".join(lying) or "empty")

    def _lights(self) -> str:
        lit = zip(self.points, self.server.board.lights)
        return "lights " + (", ".join(f"{point} {code}" for point, code in lit if code) or "dark")

    def _quit(self) -> None:
        self.over = True
