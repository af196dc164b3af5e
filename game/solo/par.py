"""Par of a deal, worked out by a process of its own: the helper `solo`, and who asks it."""

from __future__ import annotations

import subprocess
import threading

from game.processes import answer_of, helper_command
from game.solo.mode import Deal
from game.solo.registry import modes


def main(words: list[str]) -> int:
    """Print par of a deal; the words are its mode and seed."""
    key, seed = words
    print(modes()[key].par(int(seed)))
    return 0


class Par:
    """`value` is None until it is known; `failed` when it never will be; `thread` finds out."""

    def __init__(self, deal: Deal) -> None:
        self.value: int | None = None
        self.failed = False
        self.thread = threading.Thread(target=self._ask, args=(deal,), name="par", daemon=True)
        self.thread.start()

    def _ask(self, deal: Deal) -> None:
        command = helper_command("solo", deal.mode, str(deal.seed))
        try:
            self.value = int(answer_of(command))
        except (OSError, ValueError, subprocess.SubprocessError):
            self.failed = True
