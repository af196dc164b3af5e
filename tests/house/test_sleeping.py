"""Tests do not sleep: they set the clock where they can, and otherwise wait through one module."""

from __future__ import annotations

import ast
from collections import Counter

from game.platform.paths import ROOT

# Each file whose tests sleep, with the number of calls and the reason.
ALLOWED = {
    "tests/support/waiting.py": 2,  # the one module that waits for threads, processes and windows
}


SLEEPS = ("time.sleep", "asyncio.sleep", "sleep")


def sleeps() -> Counter[str]:
    """Return how often each file of the tests calls `time.sleep` or `asyncio.sleep`."""
    found: Counter[str] = Counter()
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in SLEEPS:
                found[str(path.relative_to(ROOT))] += 1
    return found


def test_tests_do_not_sleep() -> None:
    assert {name: n for name, n in sleeps().items() if n > ALLOWED.get(name, 0)} == {}
