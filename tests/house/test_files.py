"""A file that outgrows five hundred lines has more than one noun in it."""

from __future__ import annotations

from game.paths import ROOT
from tests.house.imports import files

MOST = 500


def test_no_file_outgrows_five_hundred_lines() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files()}
    assert {str(p.relative_to(ROOT)): n for p, n in lengths.items() if n > MOST} == {}
