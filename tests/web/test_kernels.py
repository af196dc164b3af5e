"""The browser edition's engine makes the same visits and turns as the native one."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from game.engine.compile.prebuilt import prebuilt
from game.rules.registry import GAMES, parse_setup, usual_setup
from tests.support.tools import SITE, program, require
from tools.browsers import searching

NODE = searching.__file__.replace("searching.py", "node.mjs")
KEYS = [game.key for game in GAMES]


def in_browsers_python(*questions: dict[str, Any]) -> list[Any]:
    asked = "".join(json.dumps(question) + "\n" for question in questions)
    command = [str(program("node")), NODE, str(SITE)]
    found = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert not found.returncode, found.stderr[-500:]
    return [json.loads(line) for line in found.stdout.splitlines()]


def native_kernels() -> None:
    require("the site")
    require("a C compiler")
    if any(prebuilt(key).fault for key in KEYS):
        pytest.skip("no kernels are prebuilt here: `make engines`")


def test_every_first_action_has_the_same_visits() -> None:
    native_kernels()
    setups = [usual_setup(key) for key in KEYS]
    found = in_browsers_python(*({"what": "visits", "setup": s, "count": 2000} for s in setups))
    for setup, (visits, _rate) in zip(setups, found, strict=True):
        assert visits == searching.visits(setup, 2000)[0], setup


@pytest.mark.parametrize("count", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_the_same_turns_are_chosen_at_equal_nodes(count: int) -> None:
    native_kernels()
    asked: list[dict[str, Any]] = []
    for key in KEYS:
        setup = usual_setup(key)
        states = searching.positions(parse_setup(setup), count, 5)
        asked.append({"what": "turns", "setup": setup, "states": states, "nodes": 2000})
    for question, turns in zip(asked, in_browsers_python(*asked), strict=True):
        native = searching.turns(question["setup"], question["states"], question["nodes"])
        assert turns == native, question["setup"]
