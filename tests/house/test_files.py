"""Cohesion decides the length of a file: most have 100 to 500 lines, and none more than MOST."""

from __future__ import annotations

from game.platform.paths import ROOT
from tests.house.sources import files

MOST = 800


def test_no_file_outgrows_what_one_reads_at_a_sitting() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files()}
    assert {str(p.relative_to(ROOT)): n for p, n in lengths.items() if n > MOST} == {}
