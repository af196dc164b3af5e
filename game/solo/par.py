"""Par of a deal, worked out by a process of its own: the helper `solo`, and who asks it."""

from __future__ import annotations

from typing import ClassVar

from game.platform.processes import NewestAnswer, helper_command
from game.solo.mode import SoloDeal, modes


def main(words: list[str]) -> int:
    """Print par of a deal; the words are its mode and seed."""
    key, seed = words
    print(modes()[key].par(int(seed)))
    return 0


class Par:
    """`value` is None until it is known; `failed` when it never will be; `thread` finds out.

    Only par of the newest deal is looked for.
    """

    _newest: ClassVar[NewestAnswer] = NewestAnswer("par")

    def __init__(self, deal: SoloDeal) -> None:
        self.value: int | None = None
        self.failed = False
        command = helper_command("solo", deal.mode, str(deal.seed))
        self.thread = self._newest.ask(command, self._found)

    def _found(self, answer: bytes) -> None:
        if answer.strip().isdigit():
            self.value = int(answer)
        else:
            self.failed = True
