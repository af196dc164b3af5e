"""Each part of the benchmarks is found by its name, and the usual parts are some of them."""

from __future__ import annotations

from importlib import import_module

import pytest

from tools import bench


@pytest.mark.parametrize("part", bench.PARTS)
def test_a_part_is_a_module_that_can_be_run(part: str) -> None:
    assert callable(import_module(f"tools.bench.{part}").run)


def test_a_part_that_is_none_is_refused_with_those_there_are() -> None:
    with pytest.raises(bench.BenchError, match="'speed', expected rules, engine"):
        bench.main(["speed"])


def test_the_help_lists_all_parts_and_the_usual_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(bench.USUAL) < set(bench.PARTS)
    with pytest.raises(SystemExit):
        bench.main(["--help"])
    said = capsys.readouterr().out
    assert [part for part in bench.PARTS if f"{part}:" not in said] == []
