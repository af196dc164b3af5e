"""Rounds at the desk show who plays whom and why, paired by rules or by the organiser."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.tournament.choice import (
    NewTournamentScene,
    PairingRulesScene,
)
from game.screen.tournament.forms import (
    TournamentEntryScene,
)
from game.screen.tournament.hand_pairing import HandPairingScene
from game.screen.tournament.scene import TournamentScene
from game.tournament import operations, words
from game.tournament.store import TournamentStore
from tests.screen.screens import click, form_of, press, texts, write
from tests.screen.tournament.desk_helpers import (
    SIZES,
    choose,
    entering,
    kept,
    made,
    on_top,
    use,
    wait_for,
    winning,
)


def test_whom_a_round_leaves_out_is_said_before_it_is_paired(window: Callable[..., App]) -> None:
    number = made()
    with TournamentStore() as store:
        store.carry_out(number, partial(entering, "Eva"))
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
    """Anna may meet only Eva, so she sits out two of three rounds."""
    number = made()
    with TournamentStore() as store:
        store.carry_out(number, partial(entering, "Eva"))
        store.carry_out(number, lambda t: operations.keep_apart(t, 1, [2, 3, 4]))
        for round_ in (1, 2):
            for game in store.carry_out(number, operations.draw).rounds[-1].games:
                store.carry_out(number, partial(winning, round_, game.number))
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


@pytest.mark.parametrize("size", SIZES)
def test_a_round_is_paired_by_hand(size: tuple[int, int], window: Callable[..., App]) -> None:
    """Swapping works by finger or by keys alone, and the log keeps the warnings."""
    number = made(rounds=1)
    with TournamentStore() as store:
        for game in (1, 2):
            store.carry_out(number, partial(winning, 1, game))
    first = [frozenset(game.sides) for game in kept(number).rounds[0].games]
    app = window(routes.ShowTournament(number, "round"), size)
    use(app, "hand")
    on_top(app, HandPairingScene)
    scene = app.scene
    assert isinstance(scene, HandPairingScene)
    wait_for(app, lambda: len(scene.games) == 3 and all(scene.games[0]))
    assert not scene.warnings
    # Swaps the second players of two games; if this makes no rematch, the next swap does.
    tap_place(app, scene, (0, 1))
    tap_place(app, scene, (1, 1))
    if frozenset(scene.games[0]) not in first:
        for place in ((0, 1), (1, 0)):
            tap_place(app, scene, place)
    assert {one.key for one in scene.warnings} >= {"met"}
    press(app, "first")
    for command in ("accept", "right", "accept", "left"):  # swaps the seats within a game
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
