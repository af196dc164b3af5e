"""Random clicks, keys and texts raise no error, whichever scene they begin with.

In between, players elsewhere go on with the match, even while another scene covers it, and the disk
is full for a while.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import random
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.platform import storage
from game.rules.proposals import Accept, Decline, GoBack, Matter, Offer, Play, Proposal, Resign
from game.rules.registry import parse_setup
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.play.kind import PlayKind
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.screen.ui.bindings import DEFAULT_KEYS
from game.screen.ui.input import InputEvent, Pointer, Typed
from game.table.spec import MatchSpec, SeatKind, SeatSpec
from tests.screen.screens import FRAME, Unseen, make_app, press
from tests.screen.test_scenes import ROUTES

pytestmark = pytest.mark.usefixtures("silent_engines")
SIZE = (800, 600)
STEPS = 60
WALKS, ALL_WALKS = 2, 200
COMMANDS = sorted(set(DEFAULT_KEYS) - {"quit"})
TEXTS = ("a", "7", "two words", "", "é" * 50, "-1", "9" * 12)
SETUPS = ("more-or-less", "less seats=4 seed=3", "libra size=2", "multiplicity size=3")
STARTS = [route for route in ROUTES if not isinstance(route, routes.MatchResult)]


class Disk:
    """A simulated disk: while it is `full`, no file in a folder can be written or replaced."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full, self._folder = False, os.path.realpath(folder)
        for where, name in ((os, "open"), (os, "replace"), (os, "mkdir"), (io, "open")):
            monkeypatch.setattr(where, name, self._refusing(getattr(where, name)))
        monkeypatch.setattr(builtins, "open", io.open)

    def _refusing(self, really: Callable[..., Any]) -> Callable[..., Any]:
        def tried(path: Any, *how: Any, **named: Any) -> Any:
            if self.full and (really.__name__ != "open" or writes(*how[:1])) and self._has(path):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), os.fsdecode(path))
            return really(path, *how, **named)

        return tried

    def _has(self, path: Any) -> bool:
        if isinstance(path, int):
            return False
        return os.path.realpath(os.fsdecode(path)).startswith(self._folder)


def writes(how: str | int = "r") -> bool:
    """Return whether a file opened with this mode can be written to."""
    if isinstance(how, int):
        return bool(how & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
    return any(letter in how for letter in "wax+")


def match_at_random(dice: random.Random) -> routes.PlayMatch:
    setup = dice.choice(SETUPS)
    kinds: list[SeatKind] = [
        dice.choice(("person", "engine")) for _ in range(parse_setup(setup).seats)
    ]
    return routes.PlayMatch(MatchSpec(setup, tuple(SeatSpec(kind) for kind in kinds)))


def do(app: App, *events: InputEvent) -> None:
    for event in events:
        app.frame(FRAME, [event])


def spot(app: App, dice: random.Random) -> tuple[int, int]:
    """Return a random point on a control, or sometimes anywhere."""
    form = getattr(app.scene, "form", None)
    rects = (
        [widget.rect for widget in form.widgets if widget.visible and widget.rect] if form else []
    )
    if not rects or dice.random() < 0.1:
        return dice.randrange(SIZE[0]), dice.randrange(SIZE[1])
    rect = dice.choice(rects)
    return dice.randrange(rect.left, rect.right), dice.randrange(rect.top, rect.bottom)


def from_elsewhere(app: App, dice: random.Random, done: list[str]) -> None:
    """Do something to the match that a phone could do, then lay out all scenes again."""
    played = (scene for scene in reversed(app.stack) if isinstance(scene, PlayScene))
    match = next((scene.match for scene in played if type(scene.kind) is PlayKind), None)
    if match is None:  # phones cannot join solo games and trials
        return
    seat = dice.randrange(match.game.seats)
    matter: Matter = dice.choice(("draw", "end"))
    wanted: list[Proposal] = [
        GoBack(dice.randrange(len(match.entries) + 1), by="remote"),
        Resign(seat, by="remote"),
        Offer(matter, seat, by="remote"),
        Accept(matter, seat, by="remote"),
        Decline(matter, seat, by="remote"),
        *(Play((action,), by="remote") for action in match.legal()[:10]),
    ]
    proposal = dice.choice(wanted)
    done.append(f"{type(app.scene).__name__}: {proposal}")
    match.submit(proposal)
    app.change_settings(font_scale=dice.choice((1.0, 1.3)))


def step(app: App, dice: random.Random, done: list[str]) -> None:
    """Do something at random, which `done` lists beforehand in case of an error."""
    lot, scene = dice.random(), type(app.scene).__name__
    if lot < 0.65:
        at = spot(app, dice)
        done.append(f"{scene}: click {at}")
        do(app, Pointer("move", at), Pointer("down", at, held=True), Pointer("up", at))
    elif lot < 0.95:
        command = dice.choice(COMMANDS)
        done.append(f"{scene}: {command}")
        press(app, command)
    else:
        text = dice.choice(TEXTS)
        done.append(f"{scene}: type {text!r}")
        do(app, Typed(text))
    for _frame in range(3):
        app.frame(0.1)


@pytest.mark.parametrize(
    "seed",
    [*range(WALKS), *(pytest.param(n, marks=pytest.mark.slow) for n in range(WALKS, ALL_WALKS))],
)
@pytest.mark.parametrize("kind", ["anywhere", "match", "full disk"])
def test_nothing_raises(seed: int, kind: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _url: True)
    disk = Disk(home, monkeypatch)
    dice = random.Random(seed)
    app = make_app(open_scene(routes.Title("menu")), SIZE, kind=Unseen, animation_speed=0.0)
    done: list[str] = []
    try:
        app.open(match_at_random(dice) if kind == "match" else dice.choice(STARTS))
        while app.running and app.stack and len(done) < STEPS:
            if kind == "full disk" and dice.random() < 0.2:
                disk.full = not disk.full
                done.append(f"full: {disk.full}")
            if dice.random() < 0.3:
                from_elsewhere(app, dice, done)
            step(app, dice, done)
            app.draw()
    except Exception as error:
        raise AssertionError(f"after {done}") from error
    finally:
        app.close()
        disk.full = False


def test_a_full_disk_refuses_what_is_written_and_is_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(home, monkeypatch)
    file = home / "kept.json"
    storage.write_text(file, "before")
    disk.full = True
    with pytest.raises(OSError, match="No space"):
        storage.write_text(file, "after")
    with pytest.raises(OSError, match="No space"):
        file.write_text("after", encoding="utf-8")
    assert file.read_text("utf-8") == "before"
