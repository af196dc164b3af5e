"""Tournaments in a test's home folder, and functions that operate the desk's window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.tournament.forms import (
    TournamentEntryScene,
)
from game.screen.tournament.scene import TournamentScene
from game.screen.ui.button import Button
from game.screen.ui.choosers import Segment
from game.tournament import operations
from game.tournament.plan import PairingResult, TournamentPlan
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament
from tests.screen.screens import click, form_of, texts
from tests.support.waiting import until

PEOPLE = ("Anna", "Bernd", "Chloé", "Dmitri")
SIZES = [(1280, 800), (480, 900)]


def made(people: int = 4, rounds: int = 0, setup: str = "libra size=3") -> int:
    """Make a tournament in the test's home folder; return its number."""
    with TournamentStore() as store:
        number = store.found(TournamentPlan("Autumn cup", setup, rounds=3, seed=2))
        for name in PEOPLE[:people]:
            store.carry_out(number, partial(entering, name))
        for _round in range(rounds):
            store.carry_out(number, operations.draw)
    return number


def entering(name: str, tournament: Tournament) -> operations.Events:
    return operations.enter(tournament, [name], here=True)


def winning(round_: int, game: int, tournament: Tournament) -> operations.Events:
    return operations.rule(tournament, round_, game, PairingResult(2, 0))


def kept(number: int) -> Tournament:
    with TournamentStore() as store:
        return store.load(number)


class PlaceHolder(Scene):
    """An empty scene to start from."""


def wait_for(app: App, met: Callable[[], bool]) -> None:
    assert until(met, step=lambda: app.frame(0.05)), texts(app)


def is_bare(entry: TournamentEntryScene) -> bool:
    return entry.names == ["", ""]


def use(app: App, name: str) -> None:
    """Press a button of the scene on top with a finger."""
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


def row_spot(scene: TournamentScene, row: int, column: int) -> tuple[int, int]:
    """Return the middle of a cell in the list that is shown."""
    return scene.tab.list.cell_rect(row, column).center
