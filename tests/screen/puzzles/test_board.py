"""On a simulated sensor board, lights ask for a puzzle's position, and a person solves it there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from game.platform.settings import Settings
from game.rules.events import fold
from game.screen.play.board_controller import BoardLease
from game.screen.puzzles.attempt import SOLVED, task
from game.screen.puzzles.scene import puzzle_scene
from game.screen.scenes import open_scene
from game.table.match import Match
from tests.screen.play.play_helpers import Glanced
from tests.screen.puzzles.helpers import AtOnce, easy, puzzle_of
from tests.screen.wooden import Wooden, hurry_boards, reads_turns

SET_OUT = "Set up the position: the lights show where."


class Table(Wooden):
    """A puzzle on the simulated board, with a person who moves the pieces."""

    def __init__(self, key: str, kind: str) -> None:
        self.scene = puzzle_scene(easy(key, kind), board="sim", judge=AtOnce())
        super().__init__(self.scene.game)
        chosen = Settings(language="en", animation_speed=0.0)
        self.app = Glanced(
            self.scene, scenes=open_scene, settings=chosen, size=(800, 600), keep=False
        )

    @property
    def sensor(self) -> BoardLease:
        assert self.scene.sensor_board is not None
        return self.scene.sensor_board.lease

    def lit(self) -> set[str]:
        return {
            point
            for point, number in self.game.topology.index.items()
            if self.board.light_of(number)
        }


def grown(match: Match, count: int) -> bool:
    return len(match.entries) > count


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    hurry_boards(monkeypatch)
    tables: list[Table] = []
    yield tables
    for table in tables:
        table.app.close()


@pytest.mark.parametrize(
    ("key", "kind"), [("more-or-less", "win-1"), ("less", "home"), ("multiplicity", "last")]
)
def test_set_out_by_lights_and_solved_by_hand(key: str, kind: str, opened: list[Table]) -> None:
    table = Table(key, kind)
    opened.append(table)
    scene = table.scene
    assert table.until(table.ready)
    assert table.until(lambda: puzzle_of(scene).series.setting_out and bool(table.lit()))
    assert puzzle_of(scene).card.words == SET_OUT
    pieces = scene.game.pieces(scene.match.state)
    assert table.lit() <= set(pieces)
    table.lay(dict(pieces))
    assert table.until(lambda: not puzzle_of(scene).series.setting_out)
    assert puzzle_of(scene).card.words == task(puzzle_of(scene).puzzle)
    assert table.until(lambda: reads_turns(table.session, table.game))
    for turn in puzzle_of(scene).puzzle.solution:
        for action in scene.game.parse_turn(scene.match.state, turn):
            if not action.points:
                continue
            before, state = table.lying, scene.match.state
            table.lay(fold(before, scene.game.play(state, action).events))
            count = len(scene.match.entries)
            assert table.until(partial(grown, scene.match, count))
    if kind == "win-1":  # a train may have to be stopped
        table.until(lambda: bool(puzzle_of(scene).posed.made), 3.0)
        stop = next((a for a in scene.match.legal() if a.kind == "stop"), None)
        if stop is not None and not puzzle_of(scene).posed.made:
            scene.propose(stop)
    answered = puzzle_of(scene).attempt
    assert table.until(lambda: answered.over or (kind == "last" and answered.answer is not None))
    assert answered.answer is not None
    assert answered.answer.right
    assert kind == "last" or answered.status == SOLVED
