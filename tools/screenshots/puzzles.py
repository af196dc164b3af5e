"""Photographs of puzzles: the choice, one of each kind, answers to tries, what was solved."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.puzzles import catalogue, progress_store
from game.puzzles.attempt_checker import AttemptChecker, CheckerProcess
from game.puzzles.course import RUN, Course
from game.puzzles.progress import PuzzleRun
from game.puzzles.puzzle import Puzzle
from game.rules.proposals import Play
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.puzzles.choice import PuzzleMenuScene
from game.screen.puzzles.scene import PuzzleScene
from game.screen.puzzles.statistics import PuzzleStatisticsScene
from tools.screenshots.camera import Shot

AT = 7  # of the puzzles of a kind


class InstantChecker(CheckerProcess):
    """Answers in this process, so that a photograph waits for nobody; each thing once."""

    _known: ClassVar[dict[str, object]] = {}

    def __init__(self) -> None:
        super().__init__()
        self._said = list[object]()

    def ask(self, puzzle: Puzzle, turns: Sequence[str], shown: bool = False) -> None:
        key = f"{puzzle} {turns} {shown}"
        if turns and key not in self._known:
            self._known[key] = AttemptChecker().answer(puzzle, turns, shown)
        self._said = [self._known[key]] if turns else []

    def poll(self):  # type: ignore[no-untyped-def]
        return self._said.pop() if self._said else None


def _puzzle(key: str, kind: str) -> Scene:
    puzzle = catalogue.shipped(key, kind)[AT]
    return PuzzleScene(puzzle, judge=InstantChecker())


def _in_run() -> Scene:
    puzzle = catalogue.shipped("libra", "last")[AT]
    run = PuzzleRun(5, 1)
    return PuzzleScene(puzzle, Course(RUN, run=run), judge=InstantChecker())


def _solved(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, PuzzleScene)
    turn = scene.game.parse_turn(scene.match.state, scene.puzzle.solution[0])
    scene.propose(Play(tuple(turn)))
    _settle(app)


def _wrong(app: App) -> None:
    """Another turn than the solution, and its refutation."""
    scene = app.scene
    assert isinstance(scene, PuzzleScene)
    while not scene.attempt.over:
        legal = scene.match.legal()
        solution = scene.puzzle.solution[0].split(",")
        action = next((a for a in legal if a.text not in (solution[0], ".")), legal[0])
        scene.propose(Play((action,)))
        _settle(app)


def _hinted(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, PuzzleScene)
    scene.open_help()
    scene.open_help()
    _settle(app)


def _settle(app: App) -> None:
    for _frame in range(50):
        app.frame(0.15)


def _practised() -> None:
    """Show some weeks of puzzles."""
    progress, _complaint = progress_store.opened()
    if progress.history:
        return
    day = datetime.date.today() - datetime.timedelta(days=30)
    for number, puzzle in enumerate(catalogue.choose()[::9]):
        when = day + datetime.timedelta(days=number % 31)
        progress.note(puzzle, number % 4 != 3, when, daily=True)
    progress.best_run = 13


def _choice() -> Scene:
    _practised()
    return PuzzleMenuScene()


def _statistics() -> Scene:
    _practised()
    return PuzzleStatisticsScene()


SHOTS = (
    Shot("puzzles.choice", _choice),
    Shot("puzzles.statistics", _statistics),
    Shot("puzzles.run", _in_run),
    *(
        Shot(f"puzzles.{key}.{kind}", partial(_puzzle, key, kind))
        for key in catalogue.games()
        for kind in catalogue.shipped_kinds(key)
    ),
    Shot("puzzles.solved", partial(_puzzle, "more-or-less", "train"), _solved),
    Shot("puzzles.wrong", partial(_puzzle, "less", "save"), _wrong),
    Shot("puzzles.hint", partial(_puzzle, "less", "win-1"), _hinted),
)
