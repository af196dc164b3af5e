"""A worker process that checks attempts at puzzles.

The helper `puzzle` reads requests line by line and writes an answer to each; both are JSON. The
first request starts the process and `close` ends it.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TextIO, TypedDict

from game.engine.compile.compiler import can_compile
from game.platform import codec
from game.platform.errors import in_words
from game.platform.i18n import _
from game.platform.processes import helper_command, start_piped
from game.puzzles.kinds import BY_KEY, AttemptAnswer
from game.puzzles.prover import Prover, TooMany, played
from game.puzzles.puzzle import Puzzle, after_turn, as_data, from_data
from game.rules.kernel import RESULT

NOTHING = -1  # not a possible result
ANSWER_TIMEOUT_S = 90.0  # seconds for an answer, including the start on a slow computer
# Longest time that counts between two calls of `poll`; this process may have been suspended.
LONGEST_LOOK_S = 1.0
MOST_ACTIONS_TRIED = 20_000_000  # maximum number of actions searched for one attempt


class CheckerLine(TypedDict, total=False):
    """A line of output: the number of the request, and its answer or the reason for having none."""

    number: int
    answer: Any
    error: str


class AttemptChecker:
    """Checks attempts in this process; keeps the prover of the last puzzle for further attempts."""

    def __init__(self) -> None:
        self._known: tuple[Puzzle, Prover] | None = None

    def prover(self, puzzle: Puzzle) -> Prover:
        """Return the prover of this puzzle; a new one takes a moment because it loads code."""
        if self._known is None or self._known[0] != puzzle:
            game, state = puzzle.position()
            prover = Prover(game, can_compile(game.key), MOST_ACTIONS_TRIED)
            prover.turns.find(state, RESULT, NOTHING)
            self._known = puzzle, prover
        return self._known[1]

    def answer(self, puzzle: Puzzle, turns: Sequence[str], shown: bool = False) -> AttemptAnswer:
        """Answer the last of the turns since the puzzle's position. Raises RulesError, TooMany.

        After a wrong turn, or one that is only `shown`, `rest` continues until the result is
        decided.
        """
        prover = self.prover(puzzle)
        game, state = puzzle.position(prover.game)
        for text in turns[:-1]:
            state = after_turn(game, state, game.parse_turn(state, text))
        codes = tuple(action.code for action in game.parse_turn(state, turns[-1]))
        kind, side = BY_KEY[puzzle.kind], prover.side(state)
        answer = kind.answer(prover, puzzle, state, codes)
        if answer.right and not shown:
            return answer
        for turn in (codes, answer.reply):
            state = played(prover, state, turn)
        return replace(answer, rest=tuple(kind.rest(prover, state, side)))

    def reply(self, line: str) -> str:
        """Return the answer to a request of `CheckerProcess`, both as JSON; "" if none is due."""
        asked = json.loads(line)
        puzzle = from_data(asked["puzzle"])
        said = CheckerLine(number=asked["number"])
        try:
            if not asked["turns"]:
                self.prover(puzzle)
                return ""
            answer = self.answer(puzzle, asked["turns"], asked.get("shown", False))
            said["answer"] = codec.write(answer)
        except (ValueError, TooMany) as error:
            said["error"] = str(error)
        return json.dumps(said)


def compare(puzzle: Puzzle, turn: str) -> AttemptAnswer:
    """Judge a first turn: it is right if it leads to the same position as the solution.

    Raises RulesError.
    """
    game, state = puzzle.position()
    texts = turn, puzzle.solution[0]
    mine, solved = (after_turn(game, state, game.parse_turn(state, text)) for text in texts)
    return AttemptAnswer(mine == solved, True)


def main(words: list[str], lines: TextIO = sys.stdin, out: TextIO = sys.stdout) -> int:
    """Run the helper process."""
    checker = AttemptChecker()
    for line in lines:
        said = checker.reply(line)
        if said:
            print(said, file=out, flush=True)
    return 0


class CheckerProcess:
    """The worker process for a scene; `ask` and `poll` return immediately.

    `problem` is the reason why the last request has no answer, or ""; later requests still work.  A
    process that does not answer in time is killed.  `now` is a clock in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._looked = now()
        # Seconds since the request was sent; None if no answer is awaited.
        self._waited: float | None = None
        self.process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[CheckerLine] = queue.SimpleQueue()
        self._asked = 0
        self.problem = ""

    def ask(self, puzzle: Puzzle, turns: Sequence[str], shown: bool = False) -> None:
        """Request the answer to the last of these turns; a pending answer is dropped.

        Without turns, the request gets no answer, and only prepares the process. `shown` means that
        the turns are the solution and not an attempt, and that the turns after them are requested,
        too.
        """
        self._asked += 1
        self.problem = ""
        self._waited, self._looked = (0.0 if turns else None), self._now()
        line = {"puzzle": as_data(puzzle), "turns": list(turns), "number": self._asked}
        line["shown"] = shown
        try:
            self._send(puzzle, json.dumps(line))
        except OSError as error:
            self.problem = in_words(error)

    def _send(self, puzzle: Puzzle, line: str) -> None:
        """Send a request. Raises OSError."""
        process = self._started()
        assert process.stdin is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()

    def hear(self, line: str) -> None:
        """Store an answer for the next `poll`."""
        with contextlib.suppress(ValueError):  # incomplete if the process was killed
            self._answers.put(json.loads(line))

    def fail(self, why: str) -> None:
        """Answer the last request with the reason why there is no answer."""
        self._answers.put({"number": self._asked, "error": why})

    def warm(self, puzzle: Puzzle) -> None:
        """Prepare the process for this puzzle."""
        self.ask(puzzle, [])

    def poll(self) -> AttemptAnswer | None:
        """Return the answer to the last request, only once; None before there is one."""
        self._count()
        while not self._answers.empty():
            said = self._answers.get()
            if said.get("number") != self._asked:
                continue
            self._waited = None
            if "error" in said:
                self.problem = str(said["error"])
                return None
            return codec.read(AttemptAnswer, said["answer"])
        return None

    def forget(self) -> None:
        """Drop the pending answer."""
        self._asked += 1
        self._waited = None

    def _count(self) -> None:
        """Count the time waited; kill a process that has not answered in time."""
        now = self._now()
        passed, self._looked = min(now - self._looked, LONGEST_LOOK_S), now
        if self._waited is None:
            return
        self._waited += passed
        if self._waited > ANSWER_TIMEOUT_S and self.process is not None:
            self._waited = None
            self.process.kill()

    def close(self) -> None:
        """End the process.  Safe to call twice."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
            self.process.terminate()
            self.process = None

    def _started(self) -> subprocess.Popen[str]:
        if self.process is None or self.process.poll() is not None:
            self.process = start_piped(helper_command("puzzle"))
            reader = threading.Thread(target=self._read, args=(self.process,), daemon=True)
            reader.start()
        return self.process

    def _read(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            self.hear(line)
        process.kill()
        # Before `wait` returns, `poll` may report a running process, which would get the next
        # request.
        process.wait()
        if process is self.process:  # else it was closed on purpose
            self.fail(_("the program that checks it has stopped"))


class Comparer(CheckerProcess):
    """A checker without a process: it answers right or wrong immediately, with no reply."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: AttemptAnswer | None = None

    def ask(self, puzzle: Puzzle, turns: Sequence[str], shown: bool = False) -> None:
        self._answer = compare(puzzle, turns[0]) if turns else None

    def poll(self) -> AttemptAnswer | None:
        answer, self._answer = self._answer, None
        return answer

    def forget(self) -> None:
        self._answer = None
