"""The engine's process as the screen uses it: start a search, poll it each frame, stop it.

The engine runs as a separate process and is controlled through its protocol. So nothing it does
(import, compile, search on all cores) holds Python's lock in this process, and the frame loop never
stutters. All methods return immediately.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from game.engine.bots.options import LOADED, UNCOMPILED, EngineOptions
from game.engine.protocol.commands import go_command, option_commands, state_command
from game.engine.search.analysis import Analysis, Candidate, SearchLimits
from game.engine.search.levels import TOP_LEVEL
from game.engine.search.style import EVEN, PlayingStyle
from game.engine.search.turns import Turn
from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.platform.processes import GroupLeader, helper_command, start_piped
from game.platform.sanitize import sanitized
from game.rules import Game, RulesError, State
from game.rules.base import Action

MOST_THREADS = 4
PING_INTERVAL_S = 4.0  # seconds between two `isready` commands during a search
SILENCE_S = 20.0  # seconds without `readyok` after which the engine counts as hanging
START_SILENCE_S = 45.0  # seconds without any line after which a starting engine counts as hanging
LOADING_SILENCE_S = 300.0  # the same for an engine that is compiling
# Longest time counted between two looks, in seconds; this process may have been suspended.
LONGEST_LOOK_S = 1.0
LONGEST_LINE = 1 << 18  # maximum length of a line in characters
LARGEST = 2**53  # Larger numbers in an engine's lines are cut to this one.
PROOFS = ("", "win", "loss", "draw")
STOPPED, SILENT = N_("the engine stopped"), N_("the engine does not answer")


def threads_for(level: int) -> int:
    """Return the search threads for a level: half of the cores for full strength, else one.

    The other cores stay free for the window and other programs.

    Lower levels are limited by visits, which a single tree uses best.
    """
    return 1 if level < TOP_LEVEL else max(1, min(MOST_THREADS, (os.cpu_count() or 1) // 2))


class EnginePlayer:
    """An engine playing one game.

    The method `start` begins a search. `poll` returns the analysis so far, or None before there is
    any. When `poll().done` is true, `poll().best` is the turn to play. `stop` requests the turn
    within 50 ms.

    The `message` is a sentence for the user (progress of the first compilation) or "". The reason
    why the engine plays uncompiled is in `uncompiled`, and the reason why it has ended in
    `problem`; both are "" otherwise. An engine that hangs is killed. `close` ends the process.
    The default of `threads` is the result of `threads_for`. `now` is a clock in seconds.
    """

    _grouped = False  # whether to kill the engine together with the processes that it has started

    def __init__(
        self,
        game: Game,
        level: int = TOP_LEVEL,
        seed: int = 0,
        threads: int | None = None,
        lines: int = 1,
        engine: str = "full",
        ponder: bool = False,
        hash_mb: int = 128,
        command: Sequence[str] | None = None,
        style: PlayingStyle = EVEN,
        book: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game = game
        self.options = EngineOptions(
            engine,
            level,
            threads_for(level) if threads is None else threads,
            hash_mb,
            seed,
            lines,
            ponder,
            style.taste,
            style.temper,
            book,
        )
        self.message = ""
        self.uncompiled = ""
        self.ready = False
        self._problem = ""
        self._now = now
        self._looked = now()
        # Seconds since the last `readyok`, or since any line while the engine starts.
        self.silent = 0.0
        self._pinged = 0.0  # seconds since the last `isready`
        self._lock = threading.Lock()
        self._state: State = game.start()
        self._analysis: Analysis | None = None
        self._candidates: dict[int, Candidate] = {}
        self._running = 0  # number of `bestmove` lines still to come
        self._command = list(command or helper_command("engine"))
        self.process: subprocess.Popen[str] | None = None
        self._outbox: list[str] = []
        self._wake = threading.Condition()
        self._closed = False
        self._dead = False
        self._start()
        self._introduce()

    # -- what the screen calls -----------------------------------------------------------------

    def start(self, state: State, limits: SearchLimits) -> None:
        """Think about `state`; first end a search that is still running, and ignore its result."""
        with self._lock:
            if self._running:
                self._send("stop")
            self._running += 1
            self.silent = self._pinged = 0.0
            self._state, self._analysis, self._candidates = state, None, {}
        self._send(self._position(state))
        self._send(go_command(limits))

    def poll(self) -> Analysis | None:
        """Return the newest analysis of `start`'s position; `done` when the turn is chosen."""
        self._look()
        with self._lock:
            return self._analysis

    @property
    def problem(self) -> str:
        """The reason why the engine has ended; "" while it works."""
        self._look()
        return self._problem

    def stop(self) -> None:
        """End the search: `poll` will soon be `done`."""
        self._send("stop")

    def close(self) -> None:
        """End the process. Safe to call twice."""
        with self._wake:
            self._closed = True
            self._outbox.append("quit")
            self._wake.notify()

    def _look(self) -> None:
        """Count the time since the last look; kill an engine that has been silent for too long."""
        with self._lock:
            now = self._now()
            passed, self._looked = min(now - self._looked, LONGEST_LOOK_S), now
            if self._problem or self._closed or (self.ready and not self._running):
                return
            self.silent += passed
            self._pinged += passed
            starting = LOADING_SILENCE_S if self.message else START_SILENCE_S
            hangs = self.silent > (SILENCE_S if self.ready else starting)
            ping = self.ready and self._pinged >= PING_INTERVAL_S
            self._pinged = 0.0 if ping else self._pinged
        if hangs:
            self._gone(SILENT)
        elif ping:
            self._send("isready")

    @property
    def ended(self) -> bool:
        """Whether the process has ended."""
        return self.process is not None and self.process.returncode is not None

    # -- what is sent --------------------------------------------------------------------------

    def _introduce(self) -> None:
        """Send the commands that come before the first position."""
        for command in option_commands(self.options):
            self._send(command)
        self._send(f"setoption name Setup value {self.game.setup}")
        self._send("isready")

    def _position(self, state: State) -> str:
        """Return the command for a position. Raises RulesError if there is none."""
        return state_command(self.game, state)

    # -- the process ---------------------------------------------------------------------------

    def _send(self, line: str) -> None:
        with self._wake:
            self._outbox.append(line)
            self._wake.notify()

    def _start(self) -> None:
        threading.Thread(target=self._talk, daemon=True).start()

    def _talk(self) -> None:
        """Start the process and write the commands to it; runs in a thread of its own."""
        try:
            process = self.process = start_piped(self._command, grouped=self._grouped)
        except OSError as error:
            self._gone(_("it could not be started: {reason}").format(reason=in_words(error)))
            return
        if self._dead:
            process.kill()
        threading.Thread(target=self._listen, args=(process,), daemon=True).start()
        assert process.stdin is not None
        try:
            while True:
                with self._wake:
                    while not self._outbox:
                        self._wake.wait()
                    lines, self._outbox = self._outbox, []
                process.stdin.write("\n".join(lines) + "\n")
                process.stdin.flush()
                if lines[-1] == "quit":
                    process.stdin.close()
                    break
        except (OSError, ValueError) as error:
            self._gone(_("it stopped: {reason}").format(reason=in_words(error)))
        self._reap(process)

    @staticmethod
    def _reap(process: subprocess.Popen[str]) -> None:
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if isinstance(process, GroupLeader):
            process.kill_group()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        # Bytes that are not text end the reading, too.
        with contextlib.suppress(OSError, ValueError):
            while line := process.stdout.readline(LONGEST_LINE):
                if why := self._unbearable(line):
                    self._gone(why)
                    return
                self.hear(line)
        if not self._closed:
            self._gone(STOPPED)

    def _unbearable(self, line: str) -> str:
        """Return why this line makes the engine unusable; "" for an acceptable line."""
        return ""

    def _gone(self, why: str) -> None:
        """Store why the engine is unusable, and kill it, because it may not react to `quit`."""
        with self._lock:
            self._problem = self._problem or why
            self._running, self._dead = 0, True
        if self.process is not None:
            self.process.kill()

    # -- what the engine says --------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Process a line from the engine; ignore a line that cannot be read."""
        # The last line of a killed process may break off anywhere.
        with self._lock, contextlib.suppress(ValueError, IndexError):
            self._hear(line.split())

    def _hear(self, words: list[str]) -> None:
        if not self.ready:
            self.silent = 0.0
        if words[:1] == ["readyok"]:
            self.ready, self.message, self.silent = True, "", 0.0
        elif words[:2] == ["info", "string"]:
            said = " ".join(words[2:])
            self.message = "" if said == LOADED else said
            told, _colon, why = said.partition(": ")
            if told == UNCOMPILED:
                self.uncompiled = why
        elif words[:1] == ["bestmove"] and self._running:
            self._running -= 1
            if self._running == 0:
                self._finish(words[1] if len(words) > 1 else "")
        elif self._running == 1 and words[:2] == ["info", "multipv"]:
            self._hear_candidate(words)
        elif self._running == 1 and words[:1] == ["info"]:
            self._hear_info(words)

    def _finish(self, text: str) -> None:
        before = self._analysis or Analysis(0, 0, 0.0, 0.5)
        turn = read_line(self.game, self._state, [text])
        if not turn and not self.game.over(self._state):
            self._problem = _("no legal turn: {turn}").format(turn=sanitized(text[:40]) or "–")
        keep = before.pv[1:] if before.pv[:1] == turn[:1] else ()
        self._analysis = replace(before, pv=(*turn, *keep), done=True)

    def _hear_info(self, words: list[str]) -> None:
        def number(name: str, default: int = 0) -> int:
            found = int(words[words.index(name) + 1]) if name in words else default
            return max(-LARGEST, min(LARGEST, found))

        pv = words[words.index("pv") + 1 :] if "pv" in words else []
        proof = words[words.index("proof") + 1] if "proof" in words else ""
        if proof not in PROOFS:
            raise ValueError(proof)
        self._candidates = {}
        self._analysis = Analysis(
            depth=number("depth"),
            nodes=number("nodes"),
            seconds=number("time") / 1000,
            value=(max(-100, min(100, number("score"))) + 100) / 200,
            pv=read_line(self.game, self._state, pv),
            proof=proof,
            book="book" in words,
        )

    def _hear_candidate(self, words: list[str]) -> None:
        """Read `info multipv N ... action A value V share S [proof P] [pv TURN TURN ...]`."""
        actions = {action.text: action for action in self.game.legal(self._state)}
        at = words.index("action")
        action = actions.get(words[at + 1])
        if action is None or self._analysis is None:
            return
        proof = words[at + 7] if words[at + 6 : at + 7] == ["proof"] else ""
        pv = words[words.index("pv") + 1 :] if "pv" in words else []
        line = read_line(self.game, self._state, pv)
        value, share = float(words[at + 3]), float(words[at + 5])
        if proof not in PROOFS or not (0 <= value <= 1 and 0 <= share <= 1):
            raise ValueError(proof)
        found = Candidate(action, value, share, proof, line)
        self._candidates[int(words[2])] = found
        ordered = tuple(self._candidates[at] for at in sorted(self._candidates))
        self._analysis = replace(self._analysis, candidates=ordered)


def read_line(game: Game, state: State, texts: Sequence[str]) -> tuple[Turn, ...]:
    """Return the actions of turns given as texts, up to the first turn that is not legal."""
    turns: list[Turn] = []
    for text in texts:
        try:
            actions: list[Action] = game.parse_turn(state, text)
            for action in actions:
                state = game.advance(state, action)
        except RulesError:
            break
        turns.append(tuple(actions))
    return tuple(turns)
