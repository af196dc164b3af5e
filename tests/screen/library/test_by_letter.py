"""In the window, games by letter work: a text is pasted, a turn is played, its text is copied."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.correspondence import game as games
from game.rules.proposals import Resign
from game.screen.app.app import App
from game.screen.app.scene import Push
from game.screen.library.by_letter import LettersScene
from game.screen.play.scene import PlayScene
from tests.correspondence.places import Place
from tests.screen.screens import make_app, texts


@pytest.fixture
def anna(tmp_path: Path) -> Place:
    place = Place(tmp_path / "anna")
    place.begin()
    return place


@pytest.fixture
def app(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    made = make_app(LettersScene(), animation_speed=0.0)
    clipboard = [""]
    monkeypatch.setattr(made, "copy_text", lambda text: clipboard.__setitem__(0, text) or True)
    monkeypatch.setattr(made, "paste_text", lambda: clipboard[0])
    yield made
    made.close()


def opened(app: App) -> LettersScene:
    scene = app.scene
    assert isinstance(scene, LettersScene)
    return scene


def turn_scene(app: App) -> PlayScene:
    change = opened(app).list.on_choose(0)
    assert isinstance(change, Push)
    app.open(change.scene)
    app.frame(0.05)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    return scene


def test_a_pasted_text_is_answered_by_a_turn_whose_text_is_copied(app: App, anna: Place) -> None:
    app.copy_text(f"Hello!\n{anna.play()}\n")
    opened(app).paste()
    app.frame(0.05)
    assert any("Anna" in words for words in texts(app))
    scene = turn_scene(app)
    assert scene.controller.elsewhere(0)
    scene.propose(scene.match.legal()[0])
    for _frame in range(200):
        app.frame(0.05)
        if isinstance(app.scene, LettersScene):
            break
    assert isinstance(app.scene, LettersScene)
    assert len(anna.take(app.paste_text() or "").match.turns) == 2


def test_resigning_in_the_window_is_told_by_the_text(app: App, anna: Place) -> None:
    app.copy_text(anna.play())
    opened(app).paste()
    scene = turn_scene(app)
    scene.propose(Resign(1))
    for _frame in range(100):
        app.frame(0.05)
        if isinstance(app.scene, LettersScene):
            break
    assert anna.take(app.paste_text() or "").match.over


def test_a_turn_that_was_sent_is_not_taken_back(app: App, anna: Place) -> None:
    app.copy_text(anna.play())
    opened(app).paste()
    scene = turn_scene(app)
    before = len(scene.match.entries)
    scene.take_back()
    assert len(scene.match.entries) == before
    app.frame(0.05)
    assert any("was sent" in words for words in texts(app))
    change = scene.open_menu()
    assert isinstance(change, Push)
    app.open(change.scene)
    app.frame(0.05)
    assert "Leave" in texts(app)
    assert "Save and leave" not in texts(app), "the begun turn is in no file"


def test_the_chosen_game_stays_chosen_when_the_order_changes(app: App, anna: Place) -> None:
    app.copy_text(anna.play())
    opened(app).paste()
    scene = opened(app)
    scene.begin("libra size=3")
    theirs, mine = scene.games
    scene.chosen = 0
    turn = theirs.match.game.turn_text([theirs.match.legal()[0]])
    games.play_text(theirs.number, turn, time.time())
    scene.resume()
    assert [game.number for game in scene.games] == [mine.number, theirs.number]
    assert scene.chosen == 1


def test_what_is_no_text_is_said_and_changes_nothing(app: App, anna: Place) -> None:
    for text in ("", "anything", anna.play()[:50]):
        app.copy_text(text)
        opened(app).paste()
        app.frame(0.05)
    assert not list(games.load_all())
    assert any("damaged" in words for words in texts(app))


def test_a_new_game_is_begun_with_the_names_used_last(app: App) -> None:
    opened(app).begin("libra size=3")
    opened(app).resume()
    [game] = opened(app).games
    assert game.waits_here
    assert len(game.names) == 2
    assert all(game.names)
