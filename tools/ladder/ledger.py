"""The file that results are written to as they come, one a line, so that a ladder can go on."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from game.platform import journal
from tools.ladder.games import Duel, Result


class Ledger:
    """Results by the key of their duel."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = {result.duel.key: result for result in journal.read(path, _result)}

    def add(self, result: Result) -> None:
        """Keep a result at once.  Raises OSError."""
        self.found[result.duel.key] = result
        journal.add(self.path, asdict(result))


def _result(line: dict[str, Any]) -> Result:
    return Result(**{**line, "duel": Duel(**line["duel"])})
