"""Tournaments in the window: an evening by keys, touch and mouse; results come by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pygame
import pytest

from game.platform import processes, storage
from game.rules.proposals import Resign
from game.rules.registry import parse_setup
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.scene import Scene
from game.screen.menus.new_match import NewMatchScene
from game.screen.play.menu import LEAVE
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.plugin.explanations import Explanation
from game.screen.tournament import store_client
from game.screen.tournament.big_screen import BigScreenScene
from game.screen.tournament.choice import (
    NewTournamentScene,
    PairingRulesScene,
    TournamentAgainScene,
    TournamentsScene,
)
from game.screen.tournament.forms import (
    EntryListScene,
    TournamentEntryScene,
    TournamentGameScene,
)
from game.screen.tournament.hand_pairing import HandPairingScene
from game.screen.tournament.keizer_account import KeizerAccountScene
from game.screen.tournament.scene import TournamentScene
from game.screen.ui.button import Button
from game.screen.ui.choosers import Segment, Stepper, Toggle
from game.table.autosave import AutoSaver
from game.table.begin import begin
from game.tournament import operations, words
from game.tournament.local_games import result_of, spec_of
from game.tournament.plan import PairingResult, TournamentPlan
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament
from tests.screen.screens import click, form_of, key, make_app, paste, press, texts, write
from tests.support.waiting import PATIENCE, until

PEOPLE = ("Anna", "Bernd", "Chloé", "Dmitri")
SIZES = [(1280, 800), (480, 900)]


def made(people: int = 4, rounds: int = 0, setup: str = "libra size=3") -> int:
    """A tournament in the home of the test."""
    with TournamentStore() as store:
        number = store.found(TournamentPlan("Autumn cup", setup, rounds=3, seed=2))
        for name in PEOPLE[:people]:
            store.carry_out(number, partial(_enter, name))
        for _round in range(rounds):
            store.carry_out(number, operations.draw)
    return number


def _enter(name: str, tournament: Tournament) -> operations.Events:
    return operations.enter(tournament, [name], here=True)


def _won(round_: int, game: int, tournament: Tournament) -> operations.Events:
    return operations.rule(tournament, round_, game, PairingResult(2, 0))


def kept(number: int) -> Tournament:
    with TournamentStore() as store:
        return store.load(number)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., App]]:
    """Opens a window on a route, its tournament read; closed after the test."""
    monkeypatch.setattr(store_client, "FIRST_LOAD_TIMEOUT_S", PATIENCE)
    opened: list[App] = []

    def on(route: routes.Route, size: tuple[int, int] = (1280, 800)) -> App:
        app = make_app(PlaceHolder(), size, theme="paper", animation_speed=0.0)
        app.show(route)
        app.frame(0.05)
        opened.append(app)
        return app

    yield on
    for app in opened:
        app.close()


class PlaceHolder(Scene):
    """Where a window begins."""


def wait_for(app: App, met: Callable[[], bool]) -> None:
    assert until(met, step=lambda: app.frame(0.05)), texts(app)


def is_bare(entry: TournamentEntryScene) -> bool:
    return entry.names == ["", ""]


def use(app: App, name: str) -> None:
    """Press a button of the scene on top by a finger."""
    widget = form_of(app.scene).get(name)
    assert isinstance(widget, Button)
    assert widget.enabled, name
    click(app, widget.rect.center, touch=True)
    app.frame(0.05)


def choose(app: App, name: str, value: object) -> None:
    widget = form_of(app.scene).get(name)
    assert isinstance(widget, Segment)
    widget.choose([option.value for option in widget.options].index(value))
    app.frame(0.05)


def on_top(app: App, kind: type) -> None:
    wait_for(app, lambda: isinstance(app.scene, kind))


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
def test_each_head_of_the_standings_explains_itself_by_a_look_and_by_a_touch(
    size: tuple[int, int], window: Callable[..., App]
) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        store.carry_out(number, partial(_won, 1, 1))
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
            store.carry_out(number, partial(_won, 1, game))
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


def row_spot(scene: TournamentScene, row: int, column: int) -> tuple[int, int]:
    """The middle of a cell of the list that is shown."""
    return scene.tab.list.cell_rect(row, column).center


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
            store.carry_out(number, partial(_enter, name))
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
            store.carry_out(number, partial(_enter, f"Player {n:02}"))
    app = window(routes.ShowTournament(number, "players"))
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    scene.tab.list.top = 5
    app.draw()
    click(app, row_spot(scene, 2, 0), touch=True)
    wait_for(app, lambda: len(operations.here(scene.tournament)) == 23)
    app.draw()
    assert scene.tab.list.top == 5


def test_whom_a_round_leaves_out_is_said_before_it_is_paired(window: Callable[..., App]) -> None:
    number = made()
    with TournamentStore() as store:
        store.carry_out(number, partial(_enter, "Eva"))
        store.carry_out(number, lambda t: operations.leave(t, t.named("Chloé").id))
    app = window(routes.ShowTournament(number, "round"))
    scene = app.scene
    use(app, "draw")
    on_top(app, Dialog)
    assert "Not checked in: Chloé." in texts(app)
    use(app, "answer-0")
    assert kept(number).rounds == []
    use(app, "draw")
    on_top(app, Dialog)
    use(app, "answer-1")
    wait_for(app, lambda: app.scene is scene and len(kept(number).rounds) == 1)


def test_both_sides_confirm_at_the_table(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    app = window(routes.TournamentGame(number, 1, 1))
    scene = app.scene
    assert isinstance(scene, TournamentGameScene)
    choose(app, "who", 0)
    choose(app, "absent", "-+")
    first, second = scene.names
    assert f"{second} wins, {first} did not come" in texts(app)
    choose(app, "result", "0-1")
    use(app, "give")
    wait_for(app, lambda: scene.who == 1)
    assert "Confirm" in texts(app)
    use(app, "give")
    wait_for(app, lambda: kept(number).game(1, 1).status == "final")
    assert [entry.by for entry in kept(number).log[-2:]] == ["table", "table"]


@pytest.mark.parametrize("decided", [False, True])
def test_the_form_of_a_result_keeps_its_size_under_the_finger(
    window: Callable[..., App], decided: bool
) -> None:
    number = made(rounds=1)
    if decided:
        with TournamentStore() as store:
            store.carry_out(number, partial(_won, 1, 1))
    app = window(routes.TournamentGame(number, 1, 1))

    def places() -> list[tuple[int, int]]:
        rects = [form_of(app.scene).get(name).rect for name in ("who", "result", "give")]
        return [(rect.top, rect.bottom) for rect in rects]

    first = places()
    for name, value in (("result", "1-0"), ("absent", "--"), ("result", "0-1"), ("who", 0)):
        choose(app, name, value)
        app.frame(0.05)
        assert places() == first, (name, value)


def test_a_correction_asks_for_a_reason(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.rule(t, 1, 1, PairingResult(2, 0)))
    app = window(routes.TournamentGame(number, 1, 1))
    choose(app, "result", "0-1")
    use(app, "give")
    wait_for(app, lambda: any("reason" in toast.text for toast in app.toasts.live))
    form_of(app.scene).focus("why")
    write(app, "misheard")
    use(app, "give")
    wait_for(app, lambda: kept(number).game(1, 1).corrected)
    app.show(routes.ShowTournament(number, "log"))
    app.frame(0.05)
    assert any("misheard" in text for text in texts(app))


def test_a_game_is_played_here_and_its_result_comes_back(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    app = window(routes.ShowTournament(number, "round"))
    press(app, "accept")
    on_top(app, TournamentGameScene)
    use(app, "play")
    on_top(app, PlayScene)
    play = app.scene
    assert isinstance(play, PlayScene)
    first = kept(number).entrants[kept(number).game(1, 1).pair.first].name
    assert play.match.spec.seats[0].name == first
    play.match.submit_or_raise(Resign(0))
    on_top(app, ResultScene)
    press(app, "cancel")
    press(app, "menu")
    pause = app.scene
    assert isinstance(pause, Dialog)
    leave = next(n for n, answer in enumerate(pause.answers) if answer.value == LEAVE)
    use(app, f"answer-{leave}")
    on_top(app, TournamentGameScene)
    found = app.scene
    assert isinstance(found, TournamentGameScene)
    wait_for(app, lambda: found.text == "0-1")
    use(app, "give")
    wait_for(app, lambda: found.who == 1)
    use(app, "give")
    wait_for(app, lambda: kept(number).game(1, 1).status == "final")


def test_a_game_that_was_left_goes_on(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    tournament = kept(number)
    match = begin(spec_of(tournament, tournament.game(1, 2)), "2099-01-01T20:00:00")
    autosaver = AutoSaver(match)
    match.play(match.legal()[0])
    autosaver.close()
    app = window(routes.ShowTournament(number, "round"))
    app.open(routes.TournamentGame(number, 1, 2))
    app.frame(0.05)
    use(app, "play")
    on_top(app, PlayScene)
    play = app.scene
    assert isinstance(play, PlayScene)
    assert len(play.match.entries) == 1


def test_a_result_is_found_even_if_the_program_was_killed(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    tournament = kept(number)
    match = begin(spec_of(tournament, tournament.game(1, 2)), "2099-01-01T20:00:00")
    autosaver = AutoSaver(match, storage.games_folder() / "running.json")
    match.play(match.legal()[0])
    match.submit_or_raise(Resign(1))
    autosaver.close()
    app = window(routes.ShowTournament(number))
    wait_for(app, lambda: kept(number).game(1, 2).status == "claimed")
    assert kept(number).game(1, 2).claimed == PairingResult(2, 0)
    assert app.scene is not None


def test_a_result_follows_the_players_who_have_changed_sides(window: Callable[..., App]) -> None:
    number = made(rounds=1, setup="multiplicity size=3 swap=on")
    tournament = kept(number)
    match = begin(spec_of(tournament, tournament.game(1, 2)), "2099-01-01T20:00:00")
    autosaver = AutoSaver(match, storage.games_folder() / "running.json")
    match.play(match.legal()[0])
    match.play(match.game.parse_action(match.state, "swap"))
    match.submit_or_raise(Resign(1))  # the first player's, who sits at seat 1 now
    autosaver.close()
    app = window(routes.ShowTournament(number))
    wait_for(app, lambda: kept(number).game(1, 2).status == "claimed")
    assert kept(number).game(1, 2).claimed == PairingResult(0, 2)
    assert app.scene is not None


def test_a_match_counts_its_margin_where_margins_count() -> None:
    tournament = kept(made(rounds=1, setup="less"))
    match = begin(spec_of(tournament, tournament.game(1, 1)))
    assert match.spec.scoring
    match.submit_or_raise(Resign(1))
    assert match.outcome is not None
    assert result_of(match.outcome, margins=True) == PairingResult(2, 0, True, match.outcome.margin)


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
        store.carry_out(number, partial(_enter, "Late"))
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
    app.write_file(None, busy.wait)  # both wait for something else that is written
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


def _are_here(scene: TournamentScene, count: int) -> bool:
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
            store.carry_out(number, partial(_enter, f"Player {n:02}"))
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
        wait_for(app, partial(_are_here, scene, 23 - row // 2))
        app.draw()
        assert (scene.tab.list.top, scene.tab.list.rect) == (3, place)


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


@pytest.mark.parametrize("size", SIZES)
def test_the_desk_says_why_two_are_paired(
    size: tuple[int, int], window: Callable[..., App]
) -> None:
    app = window(routes.ShowTournament(made(3, rounds=1), "round"), size)
    use(app, "why")
    on_top(app, Dialog)
    assert any("are in the same score group: 0." in text for text in texts(app))
    press(app, "cancel")
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    scene.tab.chosen = 1
    use(app, "why")
    on_top(app, Dialog)
    assert any("3 players are here, an odd number" in text for text in texts(app))


def test_a_second_bye_is_said_when_the_round_is_paired(window: Callable[..., App]) -> None:
    """Anna may meet Eva alone, so of three rounds she sits out two."""
    number = made()
    with TournamentStore() as store:
        store.carry_out(number, partial(_enter, "Eva"))
        store.carry_out(number, lambda t: operations.keep_apart(t, 1, [2, 3, 4]))
        for round_ in (1, 2):
            for game in store.carry_out(number, operations.draw).rounds[-1].games:
                store.carry_out(number, partial(_won, round_, game.number))
    app = window(routes.ShowTournament(number, "round"))
    use(app, "draw")
    wait_for(app, lambda: any(text.startswith("Anna: A second bye") for text in texts(app)))
    assert any("never to meet" in text for text in texts(app))


def test_names_never_to_be_met_are_kept_and_a_wrong_one_is_refused(
    window: Callable[..., App],
) -> None:
    number = made()
    app = window(routes.TournamentEntry(number, 1))
    form = app.scene
    assert isinstance(form, TournamentEntryScene)
    form.apart = "Nobody here"
    use(app, "add")
    wait_for(app, lambda: any("Nobody here" in text for text in texts(app)))
    assert kept(number).forbidden == set()
    with TournamentStore() as store:
        for club in ("Ulm", "Ulm, Club of 1890"):
            store.carry_out(number, lambda t: operations.enter(t, ["Bo"], club=club))  # noqa: B023
    form.apart = "bernd, Chloé, bo (ulm, club of 1890)"
    use(app, "add")
    wait_for(app, lambda: len(kept(number).forbidden) == 3)
    app.show(routes.TournamentEntry(number, 1))
    assert isinstance(app.scene, TournamentEntryScene)
    assert app.scene.apart == "Bernd, Chloé, Bo (Ulm, Club of 1890)"
    assert any("never plays against" in text for text in log_of(app, number))


def log_of(app: App, number: int) -> list[str]:
    app.show(routes.ShowTournament(number, "log"))
    app.frame(0.05)
    return list(texts(app))


def test_a_dutch_tournament_is_made_in_the_window(window: Callable[..., App]) -> None:
    app = window(routes.NewTournament())
    form = app.scene
    assert isinstance(form, NewTournamentScene)
    write(app, "Open")
    choose(app, "system", "dutch")
    use(app, "pairing")
    on_top(app, PairingRulesScene)
    for name, times in (("club", 1), ("accelerated", 1), ("half_byes", 1)):
        form_of(app.scene).focus(name)
        for _time in range(times):
            press(app, "right")
    use(app, "done")
    on_top(app, NewTournamentScene)
    use(app, "make")
    with TournamentStore() as store:
        wait_for(app, lambda: bool(store.kept()))
        plan = store.load(store.find("Open")).plan
    assert (plan.system, plan.pairing) == ("swiss", "dutch")
    assert plan.clubs_apart
    assert plan.accelerated
    assert plan.bye_points == 1


def test_a_keizer_tournament_explains_its_points(window: Callable[..., App]) -> None:
    with TournamentStore() as store:
        plan = TournamentPlan("League", "libra size=3", pairing="keizer", seed=2)
        number = store.found(plan)
        for name in (*PEOPLE, "Eva"):
            store.carry_out(number, partial(_enter, name))
        store.carry_out(number, operations.draw)
        for game in (1, 2):
            store.carry_out(number, partial(_won, 1, game))
    app = window(routes.ShowTournament(number, "standings"))
    wait_for(app, lambda: "Keizer" in texts(app))
    press(app, "accept")
    on_top(app, KeizerAccountScene)
    wait_for(app, lambda: any("two thirds of the own value 6" in text for text in texts(app)))
    press(app, "cancel")
    on_top(app, TournamentScene)
    use(app, "why")
    on_top(app, KeizerAccountScene)


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_paired_by_hand(size: tuple[int, int], window: Callable[..., App]) -> None:
    """By a finger, and by keys alone: places are changed, and the log keeps the warnings."""
    number = made(rounds=1)
    with TournamentStore() as store:
        for game in (1, 2):
            store.carry_out(number, partial(_won, 1, game))
    first = [frozenset(game.sides) for game in kept(number).rounds[0].games]
    app = window(routes.ShowTournament(number, "round"), size)
    use(app, "hand")
    on_top(app, HandPairingScene)
    scene = app.scene
    assert isinstance(scene, HandPairingScene)
    wait_for(app, lambda: len(scene.games) == 3 and all(scene.games[0]))
    assert not scene.warnings
    tap_place(app, scene, (0, 1))  # the second players change places: one of two ways to meet again
    tap_place(app, scene, (1, 1))
    if frozenset(scene.games[0]) not in first:
        for place in ((0, 1), (1, 0)):
            tap_place(app, scene, place)
    assert {one.key for one in scene.warnings} >= {"met"}
    press(app, "first")
    for command in ("accept", "right", "accept", "left"):  # the two change seats
        press(app, command)
    use(app, "pair")
    on_top(app, TournamentScene)
    wait_for(app, lambda: len(kept(number).rounds) == 2)
    assert any("have already met (notable)" in text for text in words.log_texts(kept(number)))


def tap_place(app: App, scene: HandPairingScene, place: tuple[int, int]) -> None:
    row, side = place
    box = scene.list.rect
    high = next(y for y in range(box.top, box.bottom) if scene.list.row_at((box.left, y)) == row)
    click(app, (box.right - 30 if side else box.centerx - 40, high + 8), touch=True)
    app.frame(0.05)


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
