"""The file that results are written to as they come, one a line, so that a ladder can go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from game.dev.ladder.games import Duel, Result


class Ledger:
    """Results by the key of their duel.  A line that cannot be read is as if it were not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: dict[str, Result] = {result.duel.key: result for result in self._read()}

    def _read(self) -> Iterator[Result]:
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                data = json.loads(line)
                yield Result(**{**data, "duel": Duel(**data["duel"])})
            except (ValueError, TypeError, KeyError):  # the program ended while it was written
                continue

    def add(self, result: Result) -> None:
        """Keep a result at once.  Raises OSError."""
        self.found[result.duel.key] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
