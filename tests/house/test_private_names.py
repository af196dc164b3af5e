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
    "tests/engine/conftest.py",
    "tests/engine/left_to_compile.py",
    "tests/engine/test_clock.py",
    "tests/engine/test_compiled.py",
    "tests/engine/test_endings.py",
    "tests/engine/test_prebuilt.py",
    "tests/engine/test_whole_turns.py",
    "tests/hardware/commands/test_documents.py",
    "tests/library/test_database.py",
    "tests/product/test_desktop.py",
    "tests/product/test_languages.py",
    "tests/product/test_locks.py",
    "tests/product/test_start.py",
    "tests/rules/test_reports.py",
    "tests/screen/app/test_camera.py",
    "tests/screen/app/test_sound.py",
    "tests/screen/app/test_visit.py",
    "tests/screen/attract/test_trailer.py",
    "tests/screen/boards/test_art_cache.py",
    "tests/screen/boards/test_piece_contrast.py",
    "tests/screen/games/test_answers.py",
    "tests/screen/games/test_opening_steps.py",
    "tests/screen/library/test_by_letter.py",
    "tests/screen/library/test_library.py",
    "tests/screen/menus/test_editors.py",
    "tests/screen/menus/test_joints.py",
    "tests/screen/menus/test_title.py",
    "tests/screen/play/play_helpers.py",
    "tests/screen/play/test_advice.py",
    "tests/screen/play/test_bare_board.py",
    "tests/screen/play/test_by_ear.py",
    "tests/screen/play/test_evaluation.py",
    "tests/screen/play/test_piece_in_hand.py",
    "tests/screen/play/test_scene.py",
    "tests/screen/play/test_typed_moves.py",
    "tests/screen/review/test_review.py",
    "tests/screen/rulebook/test_scene.py",
    "tests/screen/screens.py",
    "tests/screen/tournament/test_desk.py",
    "tests/screen/ui/test_widgets.py",
    "tests/solo/strategies.py",
    "tests/support/read_hostile.py",
    "tests/table/test_autosave.py",
    "tests/tools/solve/test_libra_maximum.py",
    "tests/tournament/test_dutch.py",
    "tests/window/e2e_app.py",
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
    return path.relative_to(ROOT).as_posix()


def test_no_test_reaches_into_private_names() -> None:
    paths = [path for path in files("tests", "workshop") if short(path) not in LEFT]
    found = [one for path in paths for one in reaches_of(path)]
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
