"""Lines written as work proceeds survive an interruption in the middle of a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools import json_files


def number(line: Any) -> int:
    return int(line["number"])


def test_a_line_after_one_that_was_cut_off_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "there" / "lines.jsonl"
    assert list(json_files.read(path, number)) == []
    json_files.append(path, {"number": 1})
    with path.open("ab") as file:
        file.write('{"number": 2, "name": "Jö'.encode()[:-1])
    json_files.append(path, {"number": 3})
    json_files.append(path, {"number": 4})
    assert list(json_files.read(path, number)) == [1, 3, 4]


def test_lines_of_another_kind_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text('5\n[1, 2]\n{"name": 3}\n{"number": "x"}\n\n{"number": 7}\n', encoding="utf-8")
    assert list(json_files.read(path, number)) == [7]
