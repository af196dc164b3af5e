"""The tools have separate modules for each game, and find those of games from elsewhere."""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from game.rules.registry import GAMES
from tests.support.yavalath.rules import Yavalath
from tools.games import part_of


@pytest.mark.parametrize(
    ("tool", "name"), [("referee", "make"), ("puzzles", "SOURCE"), ("solve", "QUESTIONS")]
)
def test_each_shipped_game_has_a_part(tool: str, name: str) -> None:
    shipped = [game for game in GAMES if game.__module__.startswith("game.")]
    assert len(shipped) == 4
    assert all(part_of(game.key, tool, name) for game in shipped)


def test_a_game_from_elsewhere_brings_its_part_in_its_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.rules.registry.GAMES", [*GAMES, Yavalath])
    assert part_of("yavalath", "referee", "make") is None
    place = "tests.support.yavalath.referee"
    module = ModuleType(place)
    vars(module).update(__spec__=ModuleSpec(place, None), make="its referee")
    monkeypatch.setitem(sys.modules, place, module)
    assert part_of("yavalath", "referee", "make") == "its referee"
