"""In the window, tournaments work by keys, touch and mouse, and results arrive by themselves."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event

import pygame
import pytest

from game.platform import processes, storage
from game.rules.registry import parse_setup
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.menus.new_match import NewMatchScene
from game.screen.tournament.big_screen import BigScreenScene
from game.screen.tournament.choice import (
    NewTournamentScene,
    TournamentAgainScene,
    TournamentsScene,
)
from game.screen.tournament.forms import (
    TournamentEntryScene,
)
from game.screen.tournament.scene import TournamentScene
from game.screen.ui.choosers import Toggle
from game.table.autosave import AutoSaver
from game.table.begin import begin
from game.tournament import operations
from game.tournament.local_games import spec_of
from game.tournament.plan import PairingResult
from game.tournament.store import TournamentStore
from tests.screen.screens import click, key, press, texts, write
from tests.screen.tournament.desk_helpers import (
    PEOPLE,
    SIZES,
    choose,
    entering,
    is_bare,
    kept,
    made,
    on_top,
    use,
    wait_for,
)


@pytest.mark.parametrize("size", SIZES)
def test_an_evening(size: tuple[int, int], window: Callable[..., App]) -> None:
    app = window(routes.Tournaments(), size)
    use(app, "new")
    on_top(app, NewTournamentScene)
    write(app, "Thursday")
    use(app, "make")
    on_top(app, TournamentScene)
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    use(app, "add")
    on_top(app, TournamentEntryScene)
    for name in PEOPLE:
        write(app, name)
        key(app, pygame.K_RETURN, "return")
        assert isinstance(app.scene, TournamentEntryScene)
        wait_for(app, partial(is_bare, app.scene))
    press(app, "cancel")
    wait_for(app, lambda: len(scene.tournament.entrants) == 4)
    choose(app, "tab", "round")
    use(app, "draw")
    wait_for(app, lambda: len(scene.tournament.rounds) == 1)
    assert any("Round 1 of 5" in text for text in texts(app))
    for game in (1, 2):
        app.open(routes.TournamentGame(scene.number, 1, game))
        app.frame(0.05)
        choose(app, "result", "1-0")
        use(app, "give")
        wait_for(app, lambda: app.scene is scene)
    wait_for(app, lambda: not scene.tournament.rounds[0].open)
    choose(app, "tab", "standings")
    assert "Points" in texts(app)


@pytest.mark.parametrize("size", SIZES)
def test_a_fair_start_is_chosen_and_each_round_deals_its_own(
    size: tuple[int, int], window: Callable[..., App]
) -> None:
    app = window(routes.Tournaments(), size)
    use(app, "new")
    on_top(app, NewTournamentScene)
    form = app.scene
    assert isinstance(form, NewTournamentScene)
    write(app, "Even cup")
    form.setup = "more-or-less"
    for placing, setup in (("even", "more-or-less opening=even"), ("turns", "more-or-less")) * 2:
        use(app, "options")
        on_top(app, NewMatchScene)
        assert isinstance(app.scene, NewMatchScene)
        choose(app, "placing", placing)
        swap = app.scene.form.get("swap")
        assert isinstance(swap, Toggle)
        if not swap.value:
            click(app, swap.rect.center, touch=True)
        use(app, "start")
        on_top(app, NewTournamentScene)
        assert form.setup == f"{setup} swap=on"
    form.setup = "more-or-less opening=even swap=on"
    use(app, "make")
    on_top(app, TournamentScene)
    plan = kept(1).plan
    assert plan.setup == "more-or-less opening=even swap=on"
    setups = {plan.round_setup(number) for number in (1, 2, 3)}
    assert len({parse_setup(setup).setup for setup in setups}) == 3


def test_what_another_program_does_is_seen(window: Callable[..., App]) -> None:
    number = made(people=3)
    app = window(routes.BigScreen(number))
    scene = app.scene
    assert isinstance(scene, BigScreenScene)
    assert "3 players are here" in texts(app)
    with TournamentStore() as store:
        store.carry_out(number, partial(entering, "Late"))
        store.carry_out(number, operations.draw)
    wait_for(app, lambda: bool(scene.tournament.rounds))
    assert "Pairings" in texts(app)


def test_the_hall_turns_its_pages_and_shows_games_that_go_on(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    tournament = kept(number)
    match = begin(spec_of(tournament, tournament.game(1, 1)), "2099-01-01T20:00:00")
    autosaver = AutoSaver(match, storage.games_folder() / "running.json")
    match.play(match.legal()[0])
    autosaver.close()
    app = window(routes.BigScreen(number))
    scene = app.scene
    assert isinstance(scene, BigScreenScene)
    wait_for(app, lambda: len(scene.boards_shown.shown) == 1)
    assert scene.boards_shown.shown[0][1].entries == match.entries
    press(app, "right")
    assert scene.page < scene.pages


def test_sheets_and_exports_are_written(
    window: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(processes, "open_in_browser", shown.append)
    app = window(routes.ShowTournament(made(rounds=1), "standings"))
    busy = Event()
    app.write_file(None, busy.wait)  # the two commands below wait until this write has ended
    use(app, "print")
    use(app, "export")
    busy.set()
    folder = storage.data_folder() / "sheets" / "Autumn-cup"
    files = [folder / name for name in ("Autumn-cup.trf", "Autumn-cup-2026.trf")]
    wait_for(app, lambda: bool(shown) and all(file.exists() for file in files))
    assert shown == [folder / "index.html"]


def test_nothing_is_called_empty_before_the_store_has_answered(
    window: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Event()
    monkeypatch.setattr(TournamentStore, "kept", lambda _store: asked.wait(10) and [])
    app = window(routes.Tournaments())
    assert "No tournament yet" not in " ".join(texts(app))
    asked.set()
    wait_for(app, lambda: "No tournament yet" in " ".join(texts(app)))


def test_a_tournament_is_deleted_after_a_question(window: Callable[..., App]) -> None:
    number = made()
    app = window(routes.Tournaments())
    scene = app.scene
    assert isinstance(scene, TournamentsScene)
    wait_for(app, lambda: len(scene.kept) == 1)
    use(app, "delete")
    use(app, "answer-1")
    wait_for(app, lambda: not scene.kept)
    with TournamentStore() as store:
        assert number not in [one.id for one in store.kept()]


def test_the_last_deed_is_named_and_taken_back(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.rule(t, 1, 1, PairingResult(2, 0)))
        store.carry_out(number, lambda t: operations.arrive(t, 2), "phone")
        store.carry_out(number, lambda t: operations.leave(t, 2))
    app = window(routes.ShowTournament(number, "players"))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    assert "Take back: Bernd is not here" in texts(app)
    click(app, scene.form.get("hint-undo").rect.center, touch=True)
    wait_for(app, lambda: kept(number).entrants[2].present)
    wait_for(app, lambda: "Taken back: Bernd is not here" in texts(app))
    key(app, pygame.K_z, "z")
    app.frame(0.05)
    assert kept(number).game(1, 1).result is not None, "a bare letter takes nothing back"
    key(app, pygame.K_z, "ctrl+z", pygame.KMOD_CTRL)
    wait_for(app, lambda: kept(number).game(1, 1).result is None)
    choose(app, "tab", "log")
    taken_back = "Taken back: Round 1, game 1: "
    wait_for(app, lambda: any(text.startswith(taken_back) for text in texts(app)))


def test_who_was_undone_by_somebody_else_is_not_undone_twice(window: Callable[..., App]) -> None:
    number = made()
    app = window(routes.ShowTournament(number, "players"))
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.leave(t, 1), "phone")
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    key(app, pygame.K_z, "ctrl+z", pygame.KMOD_CTRL)
    wait_for(app, lambda: any("since" in text for text in texts(app)))
    assert len(kept(number).entrants) == 4


def test_a_tournament_is_held_again_and_one_turns_to_the_other(window: Callable[..., App]) -> None:
    made()
    app = window(routes.Tournaments())
    wait_for(app, lambda: isinstance(app.scene, TournamentsScene) and bool(app.scene.kept))
    use(app, "again")
    on_top(app, TournamentAgainScene)
    again = app.scene
    assert isinstance(again, TournamentAgainScene)
    wait_for(app, lambda: again.text == "Autumn cup 2")
    use(app, "make")
    on_top(app, TournamentScene)
    assert "Libra · Swiss · 0 of 4 here" in texts(app)
    wait_for(app, lambda: "Autumn cup" in texts(app))
    use(app, "other")
    wait_for(app, lambda: "Libra · Swiss · 4 of 4 here" in texts(app))
