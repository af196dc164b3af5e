"""Photographs of puzzles: the choice, one of each kind, answers to attempts, solved puzzles."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from game.puzzles import catalogue, progress_store
from game.puzzles.attempt_checker import AttemptChecker, CheckerProcess
from game.puzzles.course import DAY, STORM, STREAK, Course, begin
from game.puzzles.kinds import AttemptAnswer
from game.puzzles.modes import HINT, SOLVED, WRONG, Storm, Streak
from game.puzzles.progress import ModeScore, PuzzleProgress
from game.puzzles.puzzle import Puzzle
from game.rules.proposals import Play
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.puzzles.choice import PuzzleMenuScene
from game.screen.puzzles.runs import storm_scene, streak_scene
from game.screen.puzzles.scene import PuzzlePlay, puzzle_scene
from game.screen.puzzles.start import PickPuzzlesScene, RunStartScene, StormResultScene
from game.screen.puzzles.statistics import PuzzleStatisticsScene
from tools.screenshots.camera import Shot, playing

AT = 7  # index among the puzzles of a kind


class InstantChecker(CheckerProcess):
    """Checks attempts in this process, so that photographs need not wait; results are cached."""

    _known: ClassVar[dict[str, AttemptAnswer]] = {}

    def __init__(self) -> None:
        super().__init__()
        self._said = list[AttemptAnswer]()

    def ask(self, puzzle: Puzzle, turns: Sequence[str], shown: bool = False) -> None:
        key = f"{puzzle} {turns} {shown}"
        if turns and key not in self._known:
            self._known[key] = AttemptChecker().answer(puzzle, turns, shown)
        self._said = [self._known[key]] if turns else []

    def poll(self) -> AttemptAnswer | None:
        return self._said.pop() if self._said else None


def _puzzle(key: str, kind: str) -> Scene:
    puzzle = catalogue.shipped(key, kind)[AT]
    return puzzle_scene(puzzle, judge=InstantChecker())


def _in_streak(solved: int = 5) -> Scene:
    puzzle = catalogue.shipped("libra", "last")[AT]
    return streak_scene(puzzle, Course(STREAK, run=Streak(solved)), judge=InstantChecker())


def _in_storm(left_s: float = 131.0) -> Scene:
    puzzle = catalogue.shipped("less", "win-1")[AT]
    return storm_scene(puzzle, Course(STORM, run=Storm(left_s, 9, 1, 4, 5)))


def _of_the_day() -> Scene:
    _practised()
    course = begin(DAY, datetime.date.today())
    puzzle = course.next(progress_store.opened()[0], datetime.date.today())
    assert puzzle is not None
    return puzzle_scene(puzzle, course, judge=InstantChecker())


def _storm_over(app: App) -> None:
    given = catalogue.shipped("less", "win-1")[:2]
    app.open(StormResultScene(Course(STORM, run=Storm(0.0, 13, 2, 1, 7), given=given), 1))


def _solved(app: App) -> None:
    scene, asked = playing(app, PuzzlePlay)
    turn = scene.game.parse_turn(scene.match.state, asked.puzzle.solution[0])
    scene.propose(Play(tuple(turn)))
    _settle(app)


def _wrong(app: App) -> None:
    """Play another turn than the solution, which shows its refutation."""
    scene, asked = playing(app, PuzzlePlay)
    while not asked.attempt.over:
        legal = scene.match.legal()
        solution = asked.puzzle.solution[0].split(",")
        action = next((a for a in legal if a.text not in (solution[0], ".")), legal[0])
        scene.propose(Play((action,)))
        _settle(app)


def _hinted(app: App) -> None:
    scene, _asked = playing(app, PuzzlePlay)
    scene.open_help()
    scene.open_help()
    _settle(app)


def _settle(app: App) -> None:
    for _frame in range(50):
        app.frame(0.15)


def _practised() -> None:
    """Store the results of some weeks of puzzles."""
    progress, _complaint = progress_store.opened()
    if progress.history:
        return
    day = datetime.date.today() - datetime.timedelta(days=30)
    for number, puzzle in enumerate(catalogue.choose()[::9]):
        when = day + datetime.timedelta(days=number % 31)
        progress.note(puzzle, number % 4 != 3, when)
        progress.mark_day(when.isoformat(), SOLVED)
    for mark in (WRONG, HINT, SOLVED):
        progress.mark_day(datetime.date.today().isoformat(), mark)
    for place, score in enumerate((13, 11, 11, 8)):
        when = day + datetime.timedelta(days=5 * place)
        progress.enter(ModeScore(STREAK, "", score, 0, when.isoformat()))
        progress.enter(ModeScore(STORM, "", score, 7 - place, when.isoformat()))


def _choice() -> Scene:
    _practised()
    return PuzzleMenuScene()


def _new() -> Scene:
    """Show the menu for a user who has tried no puzzle yet."""
    scene = PuzzleMenuScene()
    scene.progress = PuzzleProgress()
    return scene


def _statistics() -> Scene:
    _practised()
    return PuzzleStatisticsScene()


SHOTS = (
    Shot("puzzles.choice", _choice),
    Shot("puzzles.statistics", _statistics),
    Shot("puzzles.new", _new),
    Shot("puzzles.day", _of_the_day),
    Shot("puzzles.start.streak", _choice, lambda app: app.open(RunStartScene(STREAK))),
    Shot("puzzles.start.storm", _choice, lambda app: app.open(RunStartScene(STORM))),
    Shot("puzzles.theme", _choice, lambda app: app.open(PickPuzzlesScene())),
    Shot("puzzles.streak", _in_streak),
    Shot("puzzles.streak.over", _in_streak, _wrong),
    Shot("puzzles.storm", _in_storm),
    Shot("puzzles.storm.end", partial(_in_storm, 7.3)),
    Shot("puzzles.storm.over", _choice, _storm_over),
    *(
        Shot(f"puzzles.{key}.{kind}", partial(_puzzle, key, kind))
        for key in catalogue.games()
        for kind in catalogue.shipped_kinds(key)
    ),
    Shot("puzzles.solved", partial(_puzzle, "more-or-less", "train"), _solved),
    Shot("puzzles.wrong", partial(_puzzle, "less", "save"), _wrong),
    Shot("puzzles.hint", partial(_puzzle, "less", "win-1"), _hinted),
)
