"""`make check` prints what must stay at nothing: python -m tests.house.counts"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from tests.house.imports import circles, graph
from tests.house.layers import upward

COUNTED: tuple[tuple[str, Callable[[], Sequence[object]]], ...] = (
    ("import circles", lambda: circles(graph())),
    ("imports that go up", lambda: upward(graph())),
)


def main() -> int:
    """Print each count and what it is made of; 1 if any is not 0."""
    wrong = 0
    for name, find in COUNTED:
        found = find()
        wrong += len(found)
        print(f"{name}: {len(found)}")
        for line in found:
            print(f"    {line}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
