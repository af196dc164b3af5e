"""The repository's workflows pin each action by its commit, so that nobody can replace it."""

from __future__ import annotations

import re

from game.platform.paths import ROOT

PINNED = re.compile(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$")


def test_actions_are_pinned_by_commits() -> None:
    paths = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
    used = [line.strip() for line in lines if "uses:" in line]
    assert used
    assert [line for line in used if PINNED.search(line) is None] == []
