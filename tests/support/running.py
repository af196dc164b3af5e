"""Which processes run, by what Linux says of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PROCESSES = Path("/proc")


def _stats() -> Iterator[tuple[int, list[str]]]:
    """The number of each process that has not ended, and its state, parent, group, ..."""
    for name in filter(str.isdigit, os.listdir(PROCESSES)):
        try:
            fields = (PROCESSES / name / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if fields[0] not in "ZX":
            yield int(name), fields


def children_of(process: int) -> set[int]:
    return {number for number, (_state, parent, *_) in _stats() if int(parent) == process}


def group_of(leader: int) -> set[int]:
    """All of a process group, whoever their parents are now."""
    return {number for number, (_state, _parent, group, *_) in _stats() if int(group) == leader}
