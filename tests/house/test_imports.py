"""No import circles, and no import goes up: every import counts, wherever it stands."""

from __future__ import annotations

from tests.house.imports import circles, graph
from tests.house.layers import layers, upward


def test_a_circle_is_found_through_several_modules() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}}
    assert circles({name: frozenset(to) for name, to in edges.items()}) == [["a", "b", "c"]]


def test_there_are_no_import_circles() -> None:
    assert circles(graph()) == []


def test_imports_go_down_only() -> None:
    assert upward(graph()) == []


def test_every_module_has_its_layer() -> None:
    rooms = {room for depths in layers() for room in depths}
    # Ten lines, packages themselves, and scripts of the firmware's makefiles.
    scripts = {"hardware.firmware.tests.golden", "hardware.firmware.hal.rp2040.image"}
    alone = {"main", "game", "hardware", "game.screen", *scripts}
    outside = [m for m in graph() if m not in alone and not any(_inside(m, r) for r in rooms)]
    assert outside == []


def _inside(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")
