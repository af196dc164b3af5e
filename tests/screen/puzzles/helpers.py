"""A puzzle in a hidden window, whose judge answers immediately, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from game.puzzles import catalogue
from game.puzzles.attempt_checker import AttemptChecker, CheckerProcess
from game.puzzles.course import STREAK, Course
from game.puzzles.kinds import AttemptAnswer
from game.puzzles.puzzle import Puzzle
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.play.scene import PlayScene
from game.screen.puzzles.runs import streak_scene
from game.screen.puzzles.scene import PuzzlePlay, puzzle_scene
from game.screen.puzzles.series import PuzzleSeries
from tests.screen.play.play_helpers import Glanced, kind_of
from tests.screen.screens import make_app, wait

BENCH = AttemptChecker()

S = TypeVar("S", bound=PuzzleSeries)


def puzzle_of(scene: Scene) -> PuzzlePlay:
    return kind_of(scene, PuzzlePlay)


def series_of(scene: Scene, kind: type[S]) -> S:
    """Return the series of a puzzle's scene, which must be of this kind."""
    series = puzzle_of(scene).series
    assert isinstance(series, kind)
    return series


class AtOnce(CheckerProcess):
    """A checker that answers in this process, without preparation."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[AttemptAnswer] = []

    def ask(self, puzzle: Puzzle, turns: Sequence[str], shown: bool = False) -> None:
        self.said = [BENCH.answer(puzzle, turns, shown)] if turns else []

    def poll(self) -> AttemptAnswer | None:
        return self.said.pop() if self.said else None


def easy(key: str, kind: str) -> Puzzle:
    """Return, of the shipped puzzles of a kind, the one that is easiest to prove."""
    return min(catalogue.shipped(key, kind), key=lambda one: (one.proof, one.id))


@contextmanager
def solving(
    puzzle: Puzzle, course: Course | None = None, **settings: Any
) -> Iterator[tuple[App, PlayScene]]:
    run = course is not None and course.name == STREAK
    scene = (streak_scene if run else puzzle_scene)(puzzle, course or Course(), judge=AtOnce())
    app = make_app(scene, (800, 600), animation_speed=0.0, **settings, kind=Glanced)
    try:
        wait(app, 0.3)
        yield app, scene
    finally:
        app.close()


def play(app: App, scene: PlayScene, turn: str) -> None:
    """Play a turn as a person does, and wait for the answer."""
    for text in turn.split(","):
        action = next(a for a in scene.match.legal() if a.text == text)
        scene.propose(action)
        wait(app, 0.2)
    wait(app, 0.6)


def solve(app: App, scene: PlayScene) -> None:
    """Play the solution, with the replies in between."""
    solution = list(puzzle_of(scene).puzzle.solution)
    if puzzle_of(scene).puzzle.kind == "win-2":
        play(app, scene, solution[0])
        assert puzzle_of(scene).posed.made == solution[:2]
        play(app, scene, solution[2])
        return
    for turn in solution:
        play(app, scene, turn)


def wrong_turn(scene: PlayScene) -> str:
    """Return a turn that ends in a different position from the solution."""
    game, state = scene.game, scene.match.state
    solved = state
    for action in game.parse_turn(state, puzzle_of(scene).puzzle.solution[0]):
        solved = game.advance(solved, action)
    for first in game.legal(state):
        turn, here = [first], game.advance(state, first)
        while game.turns(here) == game.turns(state) and not game.over(here):
            turn.append(game.legal(here)[-1])
            here = game.advance(here, turn[-1])
        if here != solved:
            return game.turn_text(turn)
    raise AssertionError("every turn solves it")
