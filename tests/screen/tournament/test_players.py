"""Players at the desk are entered, pasted, found, checked in and out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
import pytest

from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.tournament.forms import (
    EntryListScene,
    TournamentEntryScene,
)
from game.screen.tournament.scene import TournamentScene
from game.tournament import operations
from game.tournament.store import TournamentStore
from tests.screen.screens import click, key, paste, press, texts, write
from tests.screen.tournament.desk_helpers import (
    entering,
    is_bare,
    kept,
    made,
    on_top,
    row_spot,
    use,
    wait_for,
)


def test_the_box_checks_in_and_out_and_the_name_only_chooses(window: Callable[..., App]) -> None:
    number = made()
    app = window(routes.ShowTournament(number, "players"))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    assert "Libra · Swiss · 4 of 4 here" in texts(app)
    click(app, row_spot(scene, 1, 1), touch=True)
    app.frame(0.05)
    assert scene.tab.chosen == 1
    assert len(operations.here(kept(number))) == 4
    click(app, row_spot(scene, 1, 0), touch=True)
    wait_for(app, lambda: len(operations.here(scene.tournament)) == 3)
    assert not kept(number).named("Bernd").present
    assert "Libra · Swiss · 3 of 4 here" in texts(app)
    press(app, "accept")
    wait_for(app, lambda: len(operations.here(scene.tournament)) == 4)


def test_players_are_found_by_any_part_of_a_name_without_accents(
    window: Callable[..., App],
) -> None:
    number = made()
    with TournamentStore() as store:
        for name in ("Zoë Ångström", "anton", "Émile", "Berta", "Xaver", "Yves"):
            store.carry_out(number, partial(entering, name))
    app = window(routes.ShowTournament(number, "players"))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    names = [row[1] for row in scene.tab.rows()]
    assert names[:4] == ["Anna", "anton", "Bernd", "Berta"]
    assert names[-1] == "Zoë Ångström"
    scene.form.focus("search")
    write(app, "angst")
    assert [row[1] for row in scene.tab.list.rows] == ["Zoë Ångström"]
    use(app, "bye")
    wait_for(app, lambda: scene.tournament.named("Zoë Ångström").asked == {1})
    assert "No bye next round" in texts(app)
    use(app, "bye")
    wait_for(app, lambda: scene.tournament.named("Zoë Ångström").asked == set())


def test_the_list_stays_where_it_was_scrolled_to(window: Callable[..., App]) -> None:
    number = made()
    with TournamentStore() as store:
        for n in range(20):
            store.carry_out(number, partial(entering, f"Player {n:02}"))
    app = window(routes.ShowTournament(number, "players"))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    scene.tab.list.top = 5
    app.draw()
    click(app, row_spot(scene, 2, 0), touch=True)
    wait_for(app, lambda: len(operations.here(scene.tournament)) == 23)
    app.draw()
    assert scene.tab.list.top == 5


def are_here(scene: TournamentScene, count: int) -> bool:
    return len(operations.here(scene.tournament)) == count


def with_clipboard(app: App, text: str | None) -> None:
    paste(app, text)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (480, 900)])
def test_rows_are_made_for_fingers_and_stay_under_them(
    size: tuple[int, int], window: Callable[..., App]
) -> None:
    number = made()
    with TournamentStore() as store:
        for n in range(20):
            store.carry_out(number, partial(entering, f"Player {n:02}"))
    app = window(routes.ShowTournament(number, "players"), size)
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    app.draw()
    box, place = scene.tab.list, scene.tab.list.rect.copy()
    box_of_a_player = box.cell_rect(0, 0)
    assert box_of_a_player.height >= 44
    assert box_of_a_player.width >= 36
    box.top = 3
    app.draw()
    for row in (0, 2, 4):
        click(app, row_spot(scene, row, 1), touch=True)
        app.frame(0.05)
        click(app, row_spot(scene, row, 0), touch=True)
        wait_for(app, partial(are_here, scene, 23 - row // 2))
        app.draw()
        assert (scene.tab.list.top, scene.tab.list.rect) == (3, place)


def test_a_name_that_is_begun_before_the_last_one_is_kept_is_not_lost(
    window: Callable[..., App],
) -> None:
    number = made()
    app = window(routes.TournamentEntry(number))
    scene = app.scene
    assert isinstance(scene, TournamentEntryScene)
    write(app, "Eva")
    key(app, pygame.K_RETURN, "return")
    write(app, "Fa")
    wait_for(app, lambda: scene.names[0] == "Fa")
    write(app, "rid")
    key(app, pygame.K_RETURN, "return")
    wait_for(app, lambda: len(kept(number).entrants) == 6)
    assert kept(number).entrants[6].name == "Farid"


def test_a_namesake_is_asked_for_a_club(window: Callable[..., App]) -> None:
    number = made()
    app = window(routes.TournamentEntry(number))
    scene = app.scene
    assert isinstance(scene, TournamentEntryScene)
    write(app, "anna ")
    use(app, "add")
    on_top(app, Dialog)
    use(app, "answer-0")
    wait_for(app, lambda: app.scene is scene)
    assert scene.form.focused is scene.form.get("club")
    write(app, "North")
    use(app, "add")
    wait_for(app, lambda: len(kept(number).entrants) == 5)
    assert kept(number).entrants[1].name == "Anna (1)"
    wait_for(app, partial(is_bare, scene))
    assert scene.club == "", "the next one is of another club"
    write(app, "Anna")
    use(app, "add")
    on_top(app, Dialog)
    use(app, "answer-1")
    wait_for(app, lambda: len(kept(number).entrants) == 6)
    names = [one.name for one in kept(number).entrants.values()]
    assert {"Anna (1)", "anna (North)", "Anna (3)"} <= set(names)


@pytest.mark.parametrize("size", [(800, 600), (480, 900)])
def test_a_table_is_pasted_after_a_look(size: tuple[int, int], window: Callable[..., App]) -> None:
    number = made()
    app = window(routes.ShowTournament(number, "players"), size)
    with_clipboard(app, None)
    press(app, "paste")
    wait_for(app, lambda: "There is no clipboard here." in texts(app))
    with_clipboard(app, "Name\tRating\nEva\t1500\nFarid\tmany\nAnna\t\nGreta\t\n")
    use(app, "paste")
    on_top(app, EntryListScene)
    assert "Add 2 players" in texts(app)
    assert "Rating: 0 to 9999" in texts(app)
    assert "Anna is already entered." in texts(app)
    assert len(kept(number).entrants) == 4
    use(app, "add")
    on_top(app, TournamentScene)
    assert [one.name for one in kept(number).entrants.values()][4:] == ["Eva", "Greta"]
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    wait_for(app, lambda: len(scene.tournament.entrants) == 6)
    assert "Take back: Eva entered (+1)" in texts(app)


def test_the_organiser_says_whether_a_name_is_enough_at_the_door(
    window: Callable[..., App],
) -> None:
    number = made()
    app = window(routes.ShowTournament(number, "players"))
    use(app, "door")
    on_top(app, Dialog)
    assert any("a name alone could be anybody's" in text for text in texts(app))
    use(app, "answer-1")
    wait_for(app, lambda: kept(number).self_check_in)
    on_top(app, TournamentScene)
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.leave(t, 1))
        store.carry_out(number, lambda t: operations.arrive(t, 1), "phone")
    wait_for(app, lambda: "present, by phone" in texts(app))
