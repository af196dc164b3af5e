"""The most groups on a board with grey counters, worked out by a process of its own."""

from __future__ import annotations

import subprocess
import threading
from dataclasses import dataclass

from game.games.libra.rules import Libra
from game.platform.processes import helper_command, start_piped
from game.rules import Point


@dataclass(frozen=True)
class MostGroups:
    """The most groups on a board, and the white cells of a filling that has them."""

    groups: int
    white: frozenset[Point]


class MostGroupsQuery:
    """One question, asked at once.  `share` (0 to 1) is done; `best` is None until all is.

    `failed` when there is no answer to be had.
    """

    def __init__(self, setup: str) -> None:
        self.share = 0.0
        self.best: MostGroups | None = None
        self.failed = False
        self._stopped = False
        self._process: subprocess.Popen[str] | None = None
        threading.Thread(target=self._run, args=(setup,), name="most", daemon=True).start()

    def stop(self) -> None:
        """Nobody wants to know any more."""
        self._stopped = True
        if self._process is not None:
            self._process.terminate()

    def _run(self, setup: str) -> None:
        command = helper_command("game", Libra.key, setup)
        try:
            with start_piped(command, stdin=subprocess.DEVNULL) as process:
                self._process = process
                if self._stopped:
                    process.terminate()
                assert process.stdout is not None
                for line in process.stdout:
                    self._hear(line.split())
        except (OSError, ValueError):
            pass
        self.failed = self.best is None

    def _hear(self, words: list[str]) -> None:
        """A line of the helper.  Raises ValueError for one that it would not write."""
        if words[0] == "most":
            self.best = MostGroups(int(words[1]), frozenset(words[2:]))
        else:
            self.share = int(words[0]) / int(words[1])
