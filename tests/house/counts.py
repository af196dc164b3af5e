"""`make check` prints what must stay at nothing: python -m tests.house.counts"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from tests.house.sources import files
from tests.house.test_class_names import repeated
from tests.house.test_names_of_games import outside
from tests.house.test_raises import silent

COUNTED: tuple[tuple[str, Callable[[], Sequence[object]]], ...] = (
    ("names of games outside their rooms", outside),
    ("class names with several meanings", lambda: list(repeated())),
    ("functions that raise and do not say so", lambda: [s for p in files() for s in silent(p)]),
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
    for package in ("game", "hardware", "tools", "tests"):
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files(package))
        print(f"{package}: {len(files(package))} files, {lines} lines")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
