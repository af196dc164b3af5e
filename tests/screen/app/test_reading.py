"""Heavy input is read off the frame loop: a dialog says so, and it can be cancelled."""

from __future__ import annotations

import json
import threading

from game.screen.app.reading import HEAVY_CHARS, ReadingDialog, read_aside
from game.screen.app.scene import Pop
from game.screen.menus.settings import SettingsScene
from game.screen.review.scene import ReviewScene
from game.table.match import Match
from game.table.record import dump
from game.table.spec import two_people
from tests.screen.screens import make_app, press, wait
from tests.support.waiting import until


def heavy_record() -> str:
    """Return the record of a game with long notes."""
    match = Match(two_people("libra size=5"))
    for _turn in range(40):
        match.play(match.legal()[0])
    data = json.loads(dump(match))
    data["notes"] = [{"at": n, "comment": "x" * 1900} for n in range(40)]
    return json.dumps(data)


def test_a_heavy_record_is_read_behind_a_dialog_and_then_opened() -> None:
    app = make_app(SettingsScene())
    text = heavy_record()
    assert len(text) > HEAVY_CHARS
    app.receive(text)
    assert isinstance(app.scene, ReadingDialog)

    def opened() -> bool:
        wait(app, 0.05)
        return isinstance(app.scene, ReviewScene)

    assert until(opened)


def test_heavy_rubbish_is_refused_in_words() -> None:
    app = make_app(SettingsScene())
    app.receive("x" * 2_000_000)
    assert isinstance(app.scene, ReadingDialog)

    def back() -> bool:
        wait(app, 0.05)
        return isinstance(app.scene, SettingsScene)

    assert until(back)


def test_reading_that_was_cancelled_shows_nothing() -> None:
    app, hold, done = make_app(SettingsScene()), threading.Event(), list[str]()

    def work() -> str:
        hold.wait(60)
        return "read"

    app.open(ReadingDialog(10**6, work, done.append, lambda _error: None))
    wait(app, 0.05)
    press(app, "cancel")
    assert isinstance(app.scene, SettingsScene)
    hold.set()
    wait(app, 0.25)
    assert done == []


def test_little_is_read_at_once() -> None:
    refused: list[Exception] = []

    def fail() -> int:
        raise ValueError("no")

    assert read_aside(10, lambda: 3, Pop, lambda _error: None) == Pop(3)
    assert read_aside(10, fail, Pop, refused.append) is None
    assert str(refused[0]) == "no"
