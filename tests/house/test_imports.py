"""No import circles, and no import goes up: every import counts, wherever it stands."""

from __future__ import annotations

from tests.house.imports import circles, graph
from tests.house.layers import layers, upward

# What is still being taken apart; both lists only get shorter.
KNOWN_CIRCLES = (
    "game.engine.compile.compiler",
    "game.screen.menus.new_match",
    "game.table.match",
)
KNOWN_ARROWS = ("game.screen.games.",)


def test_a_circle_is_found_through_several_modules() -> None:
    edges = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"a"}}
    assert circles({name: frozenset(to) for name, to in edges.items()}) == [["a", "b", "c"]]


def test_there_are_no_import_circles() -> None:
    assert [c for c in circles(graph()) if not set(KNOWN_CIRCLES) & set(c)] == []


def test_imports_go_down_only() -> None:
    assert [arrow for arrow in upward(graph()) if not arrow.startswith(KNOWN_ARROWS)] == []


def test_every_module_has_its_layer() -> None:
    rooms = {room for depths in layers() for room in depths}
    # Ten lines, packages themselves, and a script of the firmware's own tests.
    alone = {"main", "game", "hardware", "game.screen", "hardware.firmware.tests.golden"}
    outside = [m for m in graph() if m not in alone and not any(_inside(m, r) for r in rooms)]
    assert outside == []


def _inside(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")
