"""Prebuilt kernels work without NumPy and Numba, on ctypes arrays."""

from __future__ import annotations

import subprocess
import sys

import pytest

from game.engine.compile import arrays
from game.engine.compile.prebuilt import prebuilt
from game.platform.paths import ROOT
from game.rules.registry import GAMES, usual_setup
from tests.support.tools import require
from tools.browsers.searching import turns, visits

BARE = "import sys; sys.modules['numpy'] = sys.modules['numba'] = None; "
ASK = "from tools.browsers.searching import positions, turns, visits; "


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_search_is_the_same_without_numpy(key: str) -> None:
    require("a C compiler")
    if prebuilt(key).fault:
        pytest.skip("no kernels are prebuilt here: `make engines`")
    setup = usual_setup(key)
    script = f"{BARE}{ASK}print(visits({setup!r}, 500)[0])"
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.stdout.strip() == str(visits(setup, 500)[0]), found.stderr


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (arrays.zeros(3, "int32"), ("<i4", (3,))),
        (arrays.zeros(2, "int64", 5), ("<i8", (5, 2))),
        (arrays.array([0.5, 1.5], "float64"), ("<f8", (2,))),
        (arrays.pages(1000, "int32"), ("<i4", (1000,))),
    ],
)
def test_arrays_of_ctypes_say_how_they_lie(made: object, told: tuple[object, ...]) -> None:
    assert arrays.layout(made)[:2] == told


def test_a_list_is_no_array() -> None:
    with pytest.raises(TypeError):
        arrays.layout([1, 2])


def test_turns_are_found_without_numpy() -> None:
    require("a C compiler")
    if prebuilt("multiplicity").fault:
        pytest.skip("no kernels are prebuilt here: `make engines`")
    setup = "multiplicity size=3"
    script = (
        f"{BARE}{ASK}from game.rules.registry import parse_setup; "
        f"print(turns({setup!r}, [parse_setup({setup!r}).start()], 300))"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    from game.rules.registry import parse_setup

    assert found.stdout.strip() == str(turns(setup, [parse_setup(setup).start()], 300)), (
        found.stderr
    )
