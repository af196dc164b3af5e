"""The file that results are written to as they come, one a line, so that a ladder can go on."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from game.platform import json_lines
from tools.ladder.games import Duel, DuelResult


class ResultsFile:
    """Results by the key of their duel."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = {result.duel.key: result for result in json_lines.read(path, _result)}

    def add(self, result: DuelResult) -> None:
        """Keep a result at once.  Raises OSError."""
        self.found[result.duel.key] = result
        json_lines.append(self.path, asdict(result))


def _result(line: dict[str, Any]) -> DuelResult:
    return DuelResult(**{**line, "duel": Duel(**line["duel"])})
