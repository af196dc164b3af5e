"""Tests speak to what others may use, so that the inside of a class can change without them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from tests.house.sources import files

# What Python says everybody may use of a named tuple, and how words are translated.
PUBLIC = {"_", "_asdict", "_fields", "_make", "_replace"}
OWNERS = {"self", "cls"}
# Still to be written anew.
LEFT = {
    "engine/conftest.py",
    "engine/left_to_compile.py",
    "engine/test_clock.py",
    "engine/test_compiled.py",
    "engine/test_endings.py",
    "engine/test_prebuilt.py",
    "engine/test_whole_turns.py",
    "hardware/commands/test_documents.py",
    "library/test_database.py",
    "product/test_desktop.py",
    "product/test_languages.py",
    "product/test_locks.py",
    "product/test_start.py",
    "rules/test_reports.py",
    "screen/app/test_camera.py",
    "screen/app/test_sound.py",
    "screen/app/test_visit.py",
    "screen/attract/test_trailer.py",
    "screen/boards/test_art_cache.py",
    "screen/boards/test_piece_contrast.py",
    "screen/games/test_answers.py",
    "screen/games/test_opening_steps.py",
    "screen/library/test_by_letter.py",
    "screen/library/test_library.py",
    "screen/menus/test_editors.py",
    "screen/menus/test_joints.py",
    "screen/menus/test_title.py",
    "screen/play/play_helpers.py",
    "screen/play/test_advice.py",
    "screen/play/test_bare_board.py",
    "screen/play/test_by_ear.py",
    "screen/play/test_evaluation.py",
    "screen/play/test_piece_in_hand.py",
    "screen/play/test_scene.py",
    "screen/play/test_typed_moves.py",
    "screen/review/test_review.py",
    "screen/rulebook/test_scene.py",
    "screen/screens.py",
    "screen/tournament/test_desk.py",
    "screen/ui/test_widgets.py",
    "solo/strategies.py",
    "support/read_hostile.py",
    "table/test_autosave.py",
    "tools/solve/test_libra_maximum.py",
    "tournament/test_dutch.py",
    "window/e2e_app.py",
}
BY_NAME = {"setattr", "getattr", "delattr", "hasattr"}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def reaches(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Return the line and name of every private name that belongs to something else."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            if not (isinstance(node.value, ast.Name) and node.value.id in OWNERS):
                yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, one.name) for one in node.names if is_private(one.name))
        elif isinstance(node, ast.Call) and _called(node) in BY_NAME:
            for word in node.args:
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    name = word.value.rpartition(".")[2]
                    if is_private(name):
                        yield node.lineno, name


def _called(call: ast.Call) -> str:
    """Return the bare name of what is called: setattr of `monkeypatch.setattr(...)`."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def reaches_of(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [f"{path.relative_to(ROOT)}:{line}: {name}" for line, name in reaches(tree)]


def short(path: Path) -> str:
    return path.relative_to(ROOT / "tests").as_posix()


def test_no_test_reaches_into_private_names() -> None:
    found = [one for path in files("tests") for one in reaches_of(path) if short(path) not in LEFT]
    assert not found, found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("scene._resting()", ["_resting"]),
        ("self._board._row", ["_row"]),
        ("self._board", []),
        ("from game.x import _part, part", ["_part"]),
        ("monkeypatch.setattr(thing, '_lock', 1)", ["_lock"]),
        ("monkeypatch.setattr('game.thing._lock', 1)", ["_lock"]),
        ("state._replace(a=1); i18n._('x'); thing.__dict__", []),
        ("super()._draw()", ["_draw"]),
    ],
)
def test_reaches_are_found(text: str, names: list[str]) -> None:
    assert [name for _line, name in reaches(ast.parse(text))] == names
