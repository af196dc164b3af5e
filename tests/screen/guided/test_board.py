"""The guided first game works on a simulated sensor board, whose lights show its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from game.platform.settings import Settings
from game.rules.base import Action
from game.rules.events import fold
from game.rules.registry import GAMES
from game.screen.guided.scene import guided_scene
from game.screen.play.board_controller import BoardLease
from game.screen.scenes import open_scene
from hardware.wire.palette import Light
from tests.screen.guided.helpers import lesson_in
from tests.screen.play.play_helpers import Dice, Glanced
from tests.screen.screens import press
from tests.screen.wooden import Wooden, hurry_boards, reads_turns

KEYS = [game.key for game in GAMES]


class Table(Wooden):
    """A guided game on the simulated board, with a person who moves the pieces."""

    def __init__(self, key: str) -> None:
        self.scene = guided_scene(key, board="sim", keep=False, make=Dice)
        chosen = Settings(language="en", animation_speed=0.0)
        self.app = Glanced(
            self.scene, scenes=open_scene, settings=chosen, size=(800, 600), keep=False
        )
        super().__init__(self.scene.game)

    @property
    def sensor(self) -> BoardLease:
        assert self.scene.sensor_board is not None
        return self.scene.sensor_board.lease

    def light(self, point: str) -> int:
        return self.board.light_of(self.game.topology.index[point])

    def asked(self) -> bool:
        """Read on until an action is asked for, copying the other side's turns to the board."""

        def come() -> bool:
            if lesson_in(self.scene).coach.reading:
                press(self.app, "accept")
            shown = self.game.pieces(self.scene.match.state)
            if self.lying != shown and not lesson_in(self.scene).coach.reading:
                self.lay(dict(shown))
            ready = self.lying == shown and reads_turns(self.session, self.game)
            return over() or bool(
                ready and lesson_in(self.scene).wanted and self.scene.hand.enabled
            )

        def over() -> bool:
            return lesson_in(self.scene).won or not lesson_in(self.scene).leading

        assert self.until(come, 60)
        return not over()

    def make(self, action: Action) -> None:
        """Make an action by hand, after the board has read the position before it."""
        assert self.until(lambda: reads_turns(self.session, self.game))
        before = self.game.pieces(self.scene.match.state)
        events = self.game.play(self.scene.match.state, action).events
        self.lay(fold(before, events))


@pytest.fixture
def seat_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Table]]:
    hurry_boards(monkeypatch)
    tables: list[Table] = []

    def sit(key: str) -> Table:
        tables.append(Table(key))
        assert tables[-1].until(tables[-1].ready)
        return tables[-1]

    yield sit
    for table in tables:
        table.app.close()


@pytest.mark.parametrize("key", KEYS)
def test_steps_are_lit_and_hands_fulfil_them(key: str, seat_at: Callable[[str], Table]) -> None:
    table = seat_at(key)
    scene, by_hand, lit = table.scene, 0, 0
    while table.asked():
        action, before = lesson_in(scene).wanted[0], len(scene.match.entries)
        if action.points and lesson_in(scene).lit:
            expected = Light.TO if action.source is not None else Light.PLACE
            assert table.until(
                partial(lambda a, e: table.light(a.points[-1]) == e, action, expected)
            )
            lit += 1
        if action.kind == "stop":
            press(table.app, "stop")
        else:
            table.make(action)
            by_hand += 1
        assert table.until(partial(lambda n: len(scene.match.entries) > n, before)), action
    assert by_hand >= 4
    assert lit >= 3
    assert lesson_in(scene).won


def test_a_stone_elsewhere_is_put_off_in_lights_and_words(seat_at: Callable[[str], Table]) -> None:
    table = seat_at("multiplicity")
    assert table.asked()
    wanted = lesson_in(table.scene).wanted[0].target
    other = next(a for a in table.scene.match.legal() if a.target != wanted)
    table.make(other)
    point, words = str(other.target), lesson_in(table.scene).lesson.steps[0].reason
    told: set[str] = set()

    def put_off() -> bool:
        told.update(toast.text for toast in table.app.toasts.live)
        return table.light(point) == Light.REMOVE and words in told

    assert table.until(put_off)
    assert not table.scene.match.entries
    table.lay(dict(table.game.pieces(table.scene.match.state)))
    assert table.until(lambda: table.light(str(wanted)) == Light.PLACE)
    table.make(lesson_in(table.scene).wanted[0])
    assert table.until(lambda: len(table.scene.match.entries) == 1)


def test_a_guide_that_has_let_go_lights_nothing_any_more(seat_at: Callable[[str], Table]) -> None:
    table = seat_at("multiplicity")
    assert table.asked()
    wanted = str(lesson_in(table.scene).wanted[0].target)
    assert table.until(lambda: table.light(wanted) == Light.PLACE)
    press(table.app, "last")
    assert table.until(lambda: table.light(wanted) == Light.OFF)
