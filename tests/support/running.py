"""The running processes, as Linux lists them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PROCESSES = Path("/proc")


def _stats() -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the fields (state, parent, group, ...) of each process still running."""
    for name in filter(str.isdigit, os.listdir(PROCESSES)):
        try:
            fields = (PROCESSES / name / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # the process has ended meanwhile
            continue
        if fields[0] not in "ZX":
            yield int(name), fields


def children_of(process: int) -> set[int]:
    return {number for number, (_state, parent, *_) in _stats() if int(parent) == process}


def group_of(leader: int) -> set[int]:
    """Return all processes of a group, whatever their parents are now."""
    return {number for number, (_state, _parent, group, *_) in _stats() if int(group) == leader}
