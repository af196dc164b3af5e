"""The commit hook demands a reason in every commit message."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

HOOK = Path(__file__).parents[2] / "tools" / "hooks" / "commit-msg"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("Say what\n\nBecause of this.\n", 0),
        ("# a comment\nSay what\n\nBecause.\n# another\n", 0),
        ("Merge branch 'x'\n", 0),
        ("ü" * 72 + "\n\nBecause.\n", 0),
        ("Say what\n", 1),
        ("Say what\n\n# only comments\n", 1),
        ("x" * 73 + "\n\nBecause.\n", 1),
    ],
)
def test_a_commit_says_what_and_why(message: str, code: int, tmp_path: Path) -> None:
    file = tmp_path / "message"
    file.write_text(message, encoding="utf-8")
    done = subprocess.run(["sh", HOOK, file], capture_output=True, check=False, text=True)
    assert done.returncode == code
    assert bool(done.stderr) == bool(code)
