"""Standings at the desk show headings with explanations, leaders, clubs and Keizer points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from game.platform import storage
from game.rules.proposals import Play
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.plugin.explanations import Explanation
from game.screen.tournament.keizer_account import KeizerAccountScene
from game.screen.tournament.scene import TournamentScene
from game.screen.ui.choosers import Stepper
from game.table.begin import begin
from game.table.record import to_record
from game.table.record_files import keep_record
from game.tournament import operations
from game.tournament.local_games import spec_of
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from tests.screen.screens import click, press, texts
from tests.screen.tournament.desk_helpers import (
    PEOPLE,
    SIZES,
    choose,
    entering,
    made,
    on_top,
    use,
    wait_for,
    winning,
)


@pytest.mark.parametrize("size", SIZES)
def test_each_head_of_the_standings_explains_itself_by_a_look_and_by_a_touch(
    size: tuple[int, int], window: Callable[..., App]
) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        store.carry_out(number, partial(winning, 1, 1))
    app = window(routes.ShowTournament(number, "standings"), size)
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    heads = [widget for widget in scene.form.widgets if isinstance(widget, Explanation)]
    assert [head.tip for head in heads][:2] == [
        "A win is one point, a draw half a point.",
        "Buchholz: the points of all one's opponents together; strong opponents count",
    ]
    assert len(heads) == sum(bool(head) for head in scene.tab.heads())
    for head in heads:
        assert not head.rect.colliderect(scene.tab.list.rect)
        click(app, head.rect.center, touch=True)
        app.frame(0.05)
        assert any(toast.text == head.tip for toast in app.toasts.live)


def test_the_standings_show_the_board_and_who_leads_or_has_won(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        for game in (1, 2):
            store.carry_out(number, partial(winning, 1, game))
    app = window(routes.ShowTournament(number, "standings"))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    leading = ", ".join(row[1] for row in scene.tab.rows() if row[0] == "1")
    assert f"In the lead: {leading}" in texts(app)
    assert [board.rect for board in scene.boards]
    assert not any(board.rect.colliderect(scene.tab.list.rect) for board in scene.boards)
    with TournamentStore() as store:
        store.carry_out(number, operations.finish)
    app.show(routes.ShowTournament(number, "standings"))
    app.frame(0.05)
    assert f"Winner: {leading}" in texts(app)
    choose(app, "tab", "log")
    assert isinstance(app.scene, TournamentScene)
    assert not app.scene.boards


def test_the_board_of_the_standings_is_a_game_of_the_tournament(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        tournament = store.load(number)
    app = window(routes.ShowTournament(number, "standings"))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    empty = scene.boards[0]
    encounter = next(iter(tournament.games))
    match = begin(spec_of(tournament, encounter), "2999-01-01T20:00:00")
    while not match.over:
        match.submit_or_raise(Play((match.legal()[0],)))
    keep_record(to_record(match), storage.games_folder())
    app.show(routes.ShowTournament(number, "standings"))
    names = " – ".join(tournament.entrants[side].name for side in encounter.sides)
    wait_for(app, lambda: f"{names} · Round 1 of 3" in texts(app))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    assert scene.boards[0].position != empty.position


@pytest.mark.parametrize("size", SIZES)
def test_the_standings_of_clubs(size: tuple[int, int], window: Callable[..., App]) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.rename(t, 1, ["Anna"], 0, "North"))
    app = window(routes.ShowTournament(number, "standings"), size)
    assert "North" not in texts(app)
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    stepper = scene.form.get("best")
    assert isinstance(stepper, Stepper)
    stepper.step(1)
    app.frame(0.05)
    assert "North" in texts(app)
    assert "Clubs, best player of each" in texts(app)


def test_a_keizer_tournament_explains_its_points(window: Callable[..., App]) -> None:
    with TournamentStore() as store:
        plan = TournamentPlan("League", "libra size=3", pairing="keizer", seed=2)
        number = store.found(plan)
        for name in (*PEOPLE, "Eva"):
            store.carry_out(number, partial(entering, name))
        store.carry_out(number, operations.draw)
        for game in (1, 2):
            store.carry_out(number, partial(winning, 1, game))
    app = window(routes.ShowTournament(number, "standings"))
    wait_for(app, lambda: "Keizer" in texts(app))
    press(app, "accept")
    on_top(app, KeizerAccountScene)
    wait_for(app, lambda: any("two thirds of the own value 6" in text for text in texts(app)))
    press(app, "cancel")
    on_top(app, TournamentScene)
    use(app, "why")
    on_top(app, KeizerAccountScene)
