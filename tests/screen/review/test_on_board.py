"""On a simulated sensor board, a person explores a review, and lights show each position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from game.games.less.screen.plugin import SAMPLE
from game.platform.settings import Settings
from game.rules import Action
from game.rules.events import fold
from game.screen.app import routes
from game.screen.app.routes import Picked
from game.screen.app.scene import Pop
from game.screen.menus.pick_list import PickScene
from game.screen.play.board_controller import BoardLease
from game.screen.review.scene import ReviewScene
from game.screen.scenes import open_scene
from game.table.match import Match
from game.table.seat_statistics import longest_train
from hardware.wire.palette import Light
from tests.screen.play.play_helpers import Glanced, playing, press
from tests.screen.review.test_review import played
from tests.screen.wooden import Wooden, fast, hurry_boards
from tests.support.opinions import opinions
from tests.support.waiting import until

STONES = "multiplicity size=3"


class Table(Wooden):
    """A review, the simulated board beside it, and a person who moves the pieces."""

    def __init__(self, match: Match, link: str = "sim") -> None:
        self.scene = ReviewScene(match, opinions(match))
        chosen = Settings(language="en", animation_speed=0.0, board_link=link)
        self.app = Glanced(
            self.scene, scenes=open_scene, settings=chosen, size=(800, 600), keep=False
        )
        super().__init__(self.scene.game)
        self.study = self.scene.study
        self.app.frame(0.05)

    @property
    def sensor(self) -> BoardLease:
        assert self.scene.sensor_board is not None
        return self.scene.sensor_board.lease

    @property
    def walking(self) -> bool:
        return self.scene.sensor_board is not None and self.scene.sensor_board.walking

    def leading(self) -> bool:
        """Return whether the lights ask for something."""
        return bool(self.session.view().faults)

    def agreed(self) -> bool:
        return self.session.view().said is None and not self.session.view().differences

    def set_out(self) -> None:
        """Set up the position on the screen, when the lights ask for it."""
        assert self.until(self.leading)
        self.lay(dict(self.game.pieces(self.study.state)))
        assert self.until(self.agreed)

    def make(self, action: Action) -> None:
        """Try an action on the board, and wait until the screen shows it."""
        before, state = self.study.state, self.study.state
        self.lay(fold(self.lying, self.game.play(state, action).events))
        assert self.until(lambda: self.study.state != before)
        assert self.scene.board.pieces == self.lying

    def try_turn(self) -> int:
        """Try a new turn by hand; return its node in the tree."""
        at, study = self.study.at, self.study
        lines = study.tree.node(at).lines
        known = {study.tree.turns([line])[0].entries[0].action for line in lines}
        while study.at == at:
            pieces = self.game.pieces(study.state)
            moves = [a for a in study.legal() if a.points and a.points[-1] not in pieces]
            self.make(next(a for a in moves if study.begun or a not in known))
        return study.at

    def light(self, point: str) -> int:
        return self.board.light_of(self.game.topology.index[point])

    def lit_as(self, point: str, light: Light) -> bool:
        return self.light(point) == light

    @property
    def toasts(self) -> list[str]:
        return [toast.text for toast in self.app.toasts.live]


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Match], Table]]:
    hurry_boards(monkeypatch)
    tables: list[Table] = []

    def sit(match: Match) -> Table:
        table = Table(match)
        tables.append(table)
        table.scene.go(4)
        press(table.app, "board")
        assert table.until(table.ready)
        return table

    yield sit
    for table in tables:
        table.app.close()


@pytest.mark.parametrize("setup", [STONES, SAMPLE])
def test_two_branches_are_tried_by_hand_and_lights_bring_the_wood_back(
    setup: str, beside: Callable[[Match], Table]
) -> None:
    table = beside(played(setup, 12))
    study, game = table.study, table.game
    table.set_out()
    assert study.tree.bare, "setting out is no turn"
    found = []
    for _branch in range(2):
        found.append(table.try_turn())
        press(table.app, "page-up")
        assert study.at == 4
        assert table.until(table.leading)
        missing = {*game.pieces(study.state)} - {*table.lying}
        for point in missing:
            assert table.until(partial(table.lit_as, point, Light.PLACE))
        for point in {*table.lying} - {*game.pieces(study.state)}:
            assert table.until(partial(table.lit_as, point, Light.REMOVE))
        table.set_out()
        assert study.at == 4, "the way back is no turn"
    assert len({*found}) == 2
    assert {*found} <= {*study.tree.node(4).lines}
    press(table.app, "undo")
    press(table.app, "undo")
    assert study.tree.bare


def test_browsing_several_turns_back_is_led_though_every_step_looks_like_a_turn(
    beside: Callable[[Match], Table],
) -> None:
    table = beside(played(STONES, 12))
    study, game = table.study, table.game
    table.set_out()
    table.scene.go(1)
    assert table.until(table.leading)
    while table.lying != game.pieces(study.state):
        lying = dict(table.lying)
        lying.popitem()
        table.lay({p: piece for p, piece in table.lying.items() if p in lying})
        table.until(lambda: False, 2.0)
        assert study.at == 1
    assert table.until(table.agreed)
    assert study.tree.bare


def test_a_stone_taken_up_steps_back_and_the_button_goes_back_to_the_game(
    beside: Callable[[Match], Table],
) -> None:
    table = beside(played(STONES, 12))
    study = table.study
    table.set_out()
    for _turn in range(2):
        table.try_turn()
    one, earlier = study.at, study.tree.node(study.at).parent
    table.until(lambda: False, 2.0)  # an earlier move would count as a correction
    table.lay(dict(table.game.pieces(study.tree.state(earlier))))
    assert table.until(lambda: study.at == earlier), "nobody is asked"
    assert table.app.scene is table.scene
    assert table.until(table.agreed)
    assert one in study.tree.node(earlier).lines, "what was tried stays"
    assert table.session.device is not None
    with table.session.device.lock:
        table.board.press(fast())
    assert table.until(lambda: study.at == 4)
    assert study.in_game
    table.set_out()


def test_a_piece_where_none_may_go_is_refused_in_words(beside: Callable[[Match], Table]) -> None:
    table = beside(played(SAMPLE, 12))
    table.set_out()
    state, game = table.study.state, table.game
    source = next(a.source for a in game.legal(state) if a.source is not None)
    near = {a.target for a in game.legal(state) if a.source == source}
    taken = {*game.pieces(state)}
    target = [p for p in game.topology.points if p not in near and p not in taken][-1]
    moved = dict(table.lying)
    moved[target] = moved.pop(source)
    table.lay(moved)
    assert table.until(lambda: table.scene.hints.note is not None)
    assert table.study.at == 4
    assert table.until(lambda: bool(table.scene.board.overlay.faults))


def test_a_cable_pulled_is_said_and_loses_nothing(beside: Callable[[Match], Table]) -> None:
    table = beside(played(STONES, 12))
    table.set_out()
    tried = table.try_turn()
    device = table.session.device
    assert device is not None
    device.plugged = False
    assert table.until(lambda: table.session.view().connection == "lost")
    assert table.until(lambda: any("lost" in text for text in table.toasts))
    press(table.app, "page-up")
    assert table.study.at == 4
    device.plugged = True
    assert table.until(table.leading), "the wood is still at what was tried"
    table.set_out()
    assert tried in table.study.tree.node(4).lines
    press(table.app, "board")
    assert table.scene.sensor_board is None
    assert not table.study.tree.bare
    assert not table.scene.board.overlay.faults


def test_without_a_board_known_one_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_boards(monkeypatch)
    table = Table(played(STONES, 12), link="")
    try:
        press(table.app, "board")
        assert isinstance(table.app.scene, PickScene)
        table.app.change(Pop(Picked("link", "sim")))
        assert table.until(table.ready)
        assert table.app.settings.board_link == "sim", "the next time it is known"
    finally:
        table.app.close()


def test_the_board_of_the_match_is_lent_to_its_review_and_given_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hurry_boards(monkeypatch)
    with playing(STONES, board="sim", board_link="sim") as (app, play):
        assert play.sensor_board is not None
        owner = play.sensor_board.lease
        assert until(lambda: owner.view.connection == "connected", step=lambda: app.frame(0.05))
        review = ReviewScene(play.match, opinions(play.match))
        app.open(review)
        press(app, "board")
        assert review.sensor_board is not None
        borrower = review.sensor_board.lease
        assert borrower.session is owner.session
        assert owner.poll(0.0) == []
        press(app, "board")
        assert until(lambda: app.frame(0.05) and owner.view.connection == "connected")
        app.show(routes.Title("menu"))
        later = BoardLease("sim", play.match, (0, 1))
        later.close()
        assert later.session is not owner.session, "all had let go"


# -- a turn by lights ------------------------------------------------------------------------------


def lit_points(table: Table) -> dict[str, int]:
    return {point: code for point in table.game.topology.points if (code := table.light(point))}


def walked(table: Table, landings: list[str]) -> bool:
    """Return whether the lights go through these points in order."""
    return all(
        table.until(partial(lambda point: table.light(point) == Light.TO, point))
        for point in landings
    )


def offered(scene: ReviewScene) -> set[object]:
    """Return the values that the board's menu offers."""
    menu = scene.board_menu()
    menu.services = scene.services
    menu.resize()
    return {answer.value for answer in menu.answers}


@pytest.mark.parametrize("by", ["button", "cancel"])
def test_the_longest_train_is_walked_by_lights_over_an_empty_board(
    by: str, beside: Callable[[Match], Table]
) -> None:
    table = beside(played(SAMPLE, 60))
    train = longest_train(table.scene.match.turns)
    assert train is not None
    assert {table.scene.walk_here, table.scene.walk_train} <= offered(table.scene)
    table.scene.resume(table.scene.walk_train)
    assert table.walking
    assert f"The lights replay turn {train.number}." in table.toasts[-1]
    hops = [entry.action.points[-1] for entry in train.entries if entry.action]
    assert walked(table, hops)
    assert table.study.tree.bare, "nobody has moved anything"
    assert not table.scene.board.overlay.faults
    if by == "button":
        device = table.session.device
        assert device is not None
        with device.lock:
            device.board.press(fast())
        assert table.until(lambda: not table.walking)
    else:
        press(table.app, "cancel")
        assert not table.walking
        assert table.app.scene is table.scene
    assert table.until(table.leading), "the lights ask for the position again"
    assert table.until(lambda: Light.PLACE in lit_points(table).values())


def test_the_turn_looked_at_is_walked_and_looking_elsewhere_ends_it(
    beside: Callable[[Match], Table],
) -> None:
    table = beside(played(STONES, 12))
    table.set_out()
    turn = table.study.turns[-1]
    table.scene.resume(table.scene.walk_here)
    action = turn.entries[-1].action
    assert action is not None
    point = action.points[-1]
    assert table.until(lambda: table.light(point) in (Light.PLACE, Light.GOOD))
    assert table.scene.walk_train not in offered(table.scene), "stones make no trains"
    table.scene.step(-1)
    assert not table.walking


def test_without_a_board_the_train_is_shown_on_the_screen_alone() -> None:
    match = played(SAMPLE, 60)
    scene = open_scene(routes.ReviewMatch(match, train=True))
    assert isinstance(scene, ReviewScene)
    app = Glanced(
        scene, scenes=open_scene, settings=Settings(language="en"), size=(800, 600), keep=False
    )
    try:
        app.frame(0.05)
        assert scene.autoplay.line is not None
        assert scene.autoplay.line.turns == (longest_train(match.turns),)
        assert scene.sensor_board is None
        assert app.scene is scene, "nobody is asked for a board"
    finally:
        app.close()
