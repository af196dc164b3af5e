"""Files are opened by a double click: puzzles and games open, and others are explained."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game import cli
from game.platform.paths import ASSETS
from game.puzzles.catalogue import shipped
from game.screen import start
from game.screen.app import routes
from game.screen.app.external_input import read_external, route_of
from game.screen.app.scene import Change, Push

PUZZLES = ASSETS / "puzzles" / "libra-last.json"
RECORD = Path(__file__).parents[2] / "data" / "v1.0" / "reviewed.json"


def opened(path: Path) -> routes.Route:
    found = read_external(str(path), True)
    change = found if isinstance(found, Change | str) else Push(route_of(found))
    assert isinstance(change, Push)
    assert isinstance(change.scene, routes.Route)
    return change.scene


def test_a_file_of_puzzles_opens_at_its_first_and_goes_on_with_the_others() -> None:
    route = opened(PUZZLES)
    assert isinstance(route, routes.SolvePuzzle)
    assert route.puzzle in shipped("libra", "last")
    assert route.course.puzzles() == list(shipped("libra", "last"))


def test_a_game_opens_for_review() -> None:
    route = opened(RECORD)
    assert isinstance(route, routes.ReviewMatch)
    assert route.match.over


@pytest.mark.parametrize(
    "name", ["游戏 🎉.json", 'it\'s "mine" & yours.json', "-o $(HOME) %s.json"]
)
def test_a_game_at_any_path_opens(name: str, tmp_path: Path) -> None:
    if sys.platform == "win32":
        name = name.replace('"', "")
    path = tmp_path / name
    path.write_bytes(RECORD.read_bytes())
    assert isinstance(opened(path), routes.ReviewMatch)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "less-is-more-puzzles", "version": 99}', "of a newer program"),
        ('{"format": "less-is-more-puzzles", "version": 1}', "expected a list"),
        ('{"format": "less-is-more-puzzles", "version": 1, "puzzles": []}', "no such puzzle"),
    ],
)
def test_what_is_wrong_with_a_file_of_puzzles_is_said(
    text: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "own.json"
    path.write_text(text, encoding="utf-8")
    assert words in str(read_external(str(path), True))


def test_the_command_line_takes_a_file_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def start_file(path: str) -> int:
        asked.append(path)
        return 0

    monkeypatch.setattr(start, "start_file", start_file)
    assert cli.main([str(RECORD)]) == 0
    assert cli.main(["open", "gone.json"]) == 0
    assert asked == [str(RECORD), "gone.json"]
