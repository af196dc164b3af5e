"""A player that is another program, any that speaks UGI. All its output is checked.

It receives only standard commands. After `ugiok` it gets its options; all else waits for
`readyok`. Its output is limited: the length of a line, the lines in a search, the words read from
a line. Our rules check its turns; its numbers are limited to their possible ranges.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence

from game.engine.protocol.engine_player import (
    LONGEST_LOOK_S,
    SILENT,
    START_SILENCE_S,
    EnginePlayer,
)
from game.platform.i18n import N_
from game.platform.sanitize import one_line
from game.rules import Game, State

LONGEST_LINE = 1 << 16  # maximum length of a line in characters
MOST_LINES = 20_000  # maximum number of lines before the first search, or in one search
MOST_WORDS = 64  # maximum number of words read from a line
MOST_TURNS = 12  # maximum number of turns read from a `pv`
INFO_INTERVAL_S = 0.1  # seconds between two `info` lines that are read
# Maximum number of options listed, and maximum length of a name.
MOST_OPTIONS, LONGEST_NAME = 60, 60
QUIT_TIMEOUT_S = 2.0  # seconds after `quit` until the program is killed
NICENESS = 5  # steps by which the program's priority is lowered

ENDLESS, FLOOD = N_("it writes a line without an end"), N_("it writes without an end")


class ProgramPlayer(EnginePlayer):
    """A program that is started by `command` and gets the `values` of its options by name.

    The function `lead` returns how a position is reached: the words after the setup in a `position`
    command. It raises RulesError if there are none. The program reports its names, `program` and
    `author`, and the names of its options, `offered`.
    """

    _grouped = True

    def __init__(
        self,
        game: Game,
        command: Sequence[str],
        values: Mapping[str, str],
        lead: Callable[[State], str],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.program = self.author = ""
        self.offered: list[str] = []
        self._values, self._lead = dict(values), lead
        # lines to send when the program is ready; None afterwards
        self._held: list[str] | None = []
        self._introduced = False
        self._lines = 0
        self._told: float | None = None  # when the last `info` was read, as a time of the clock
        self._later: list[str] = []  # the newest `info`, kept until INFO_INTERVAL_S is over
        super().__init__(game, command=command, now=now)

    def close(self) -> None:
        """End the process, even if it does not react to `quit`. Safe to call twice."""
        super().close()
        process = self.process
        if process is not None and process.returncode is None:
            timer = threading.Timer(QUIT_TIMEOUT_S, process.kill)
            timer.daemon = True
            timer.start()

    # -- what is sent --------------------------------------------------------------------------

    def _introduce(self) -> None:
        super()._send("ugi")

    def _position(self, state: State) -> str:
        return f"position setup {self.game.setup} {self._lead(state)}".rstrip()

    def _send(self, line: str) -> None:
        with self._wake:
            if self._held is not None:
                self._held.append(line)
                return
        super()._send(line)

    def _set_options(self) -> None:
        for name, value in self._values.items():
            super()._send(f"setoption name {name} value {value}")
        super()._send(f"setoption name Setup value {self.game.setup}")
        super()._send("isready")

    def _look(self) -> None:
        """Kill a program that takes too long to start; the caller limits the time of a search."""
        with self._lock:
            now = self._now()
            passed, self._looked = min(now - self._looked, LONGEST_LOOK_S), now
            if self._problem or self._closed or self.ready:
                return
            self.silent += passed
            silent = self.silent > START_SILENCE_S
        if silent:
            self._gone(SILENT)

    # -- what it says ----------------------------------------------------------------------------

    def _listen(self, process: subprocess.Popen[str]) -> None:
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
        super()._listen(process)

    def _unbearable(self, line: str) -> str:
        self._lines += 1
        if len(line) >= LONGEST_LINE:
            return ENDLESS
        return FLOOD if self._lines > MOST_LINES else ""

    def _hear(self, words: list[str]) -> None:
        words = words[:MOST_WORDS]
        if words[:1] == ["id"] and len(words) > 2:
            said = one_line(" ".join(words[2:]))[:LONGEST_NAME]
            if words[1] == "name":
                self.program = said
            elif words[1] == "author":
                self.author = said
        elif words[:2] == ["option", "name"]:
            until = words.index("type") if "type" in words else len(words)
            if len(self.offered) < MOST_OPTIONS:
                self.offered.append(one_line(" ".join(words[2:until]))[:LONGEST_NAME])
        elif words[:1] == ["ugiok"]:
            if not self._introduced:
                self._introduced = True
                self._set_options()
        elif words[:2] == ["info", "string"]:
            return
        elif words[:1] == ["info"]:
            self._hear_thought(words)
        elif self._introduced:
            if words[:1] == ["bestmove"]:
                self._lines = 0
                self._read_later()
            super()._hear(words)
            self._let_go()

    def _hear_thought(self, words: list[str]) -> None:
        """Read `info` lines only every INFO_INTERVAL_S, because reading a line of play is slow."""
        early = self._told is not None and self._now() - self._told < INFO_INTERVAL_S
        if words[1:2] == ["multipv"]:
            if not self._later:
                super()._hear(_modest(words))
        elif early:
            self._later = words
        else:
            self._told, self._later = self._now(), []
            super()._hear(_modest(words))

    def _read_later(self) -> None:
        later, self._later, self._told = self._later, [], None
        if later:
            with contextlib.suppress(ValueError, IndexError):
                super()._hear(_modest(later))

    def _let_go(self) -> None:
        """Send the lines that were held back until the program was ready."""
        with self._wake:
            if not self.ready or self._held is None:
                return
            held, self._held = self._held, None
            self._lines = 0
        for line in held:
            super()._send(line)


def _modest(words: list[str]) -> list[str]:
    """Return an `info` line with a shorter `pv`, and without a proof, which we cannot check."""
    if "pv" in words:
        words = words[: words.index("pv") + 1 + MOST_TURNS]
    if "proof" in words:
        at = words.index("proof")
        words = words[:at] + words[at + 2 :]
    return words
