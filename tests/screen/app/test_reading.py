"""Large input is read outside the frame loop; a dialog shows the progress and can cancel it."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pytest

from game.platform import progress
from game.screen.app import reading, routes
from game.screen.app.app import App
from game.screen.app.reading import HEAVY_CHARS, ReadingDialog, read_aside
from game.screen.app.scene import Pop
from game.screen.editor.scene import PositionEditorScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.settings import SettingsScene
from game.screen.review.scene import ReviewScene
from game.screen.ui.input import Dropped
from game.table.match import Match
from game.table.notes_record import MAX_VARIATIONS
from game.table.record import dump, load
from game.table.spec import two_people
from tests.screen.screens import FRAME, make_app, press, texts, wait
from tests.support.waiting import until

# Seconds of processor time of the loop's thread; on a shared core, a frame lasts up to twice as
# long.
LONGEST_FRAME_S = 0.2
LARGEST = 8_000_000  # characters in the largest text that is read


@pytest.fixture
def always_behind_a_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "NO_DIALOG_S", 0.0)


def record(variations: int = 0, comments: int = 0) -> str:
    """Return the record of a game with this many variations and comments."""
    match = Match(two_people("libra size=8"))
    match.play(match.legal()[0])
    game, states = match.game, [match.history.start, match.state]
    found: list[dict[str, object]] = []
    while len(found) < variations:  # 150 variations at one position, then 150 at the next
        after, number = divmod(len(found), 150)
        action = game.legal(states[after])[-number - 1]
        found.append({"after": after, "turn": game.turn_text([action])})
        states.append(game.play(states[after], action).state)
    notes = [{"at": at, "comment": "abc " * 475} for at in range(comments)]
    return json.dumps({**json.loads(dump(match)), "variations": found, "notes": notes})


def frames_until(app: App, kind: type) -> float:
    """Run frames until a scene of this kind is at rest; return the longest frame in thread time."""
    longest = 0.0

    def frame() -> None:
        nonlocal longest
        before = time.thread_time()
        app.frame(FRAME)
        longest = max(longest, time.thread_time() - before)

    assert until(lambda: isinstance(app.scene, kind), step=frame)
    for _number in range(30):
        frame()
    return longest


@pytest.fixture
def app() -> App:
    """Return an app that has shown a review before, so that its modules and board are loaded."""
    made = make_app(SettingsScene())
    made.open(routes.ReviewMatch(Match(two_people("libra size=8"))))
    wait(made, 0.1)
    press(made, "cancel")
    assert isinstance(made.scene, SettingsScene)
    return made


@pytest.mark.usefixtures("always_behind_a_dialog")
def test_thousands_of_variations_hold_no_frame(app: App) -> None:
    text = record(MAX_VARIATIONS)
    before = time.thread_time()
    app.receive(text)
    assert time.thread_time() - before < LONGEST_FRAME_S
    assert frames_until(app, ReviewScene) < LONGEST_FRAME_S
    scene = app.scene
    assert isinstance(scene, ReviewScene)
    assert len(scene.study.tree) == MAX_VARIATIONS + 2


@pytest.mark.usefixtures("always_behind_a_dialog")
def test_megabytes_of_comments_hold_no_frame(app: App) -> None:
    text = record(4_000, 3_900)
    text += " " * (LARGEST - len(text))
    app.receive(text)
    assert frames_until(app, ReviewScene) < LONGEST_FRAME_S


@pytest.mark.usefixtures("always_behind_a_dialog")
def test_megabytes_of_rubbish_hold_no_frame_and_are_refused_in_words(app: App) -> None:
    for text in ("x" * LARGEST, "[" * LARGEST, "\N{SNOWMAN}\r\n" * (LARGEST // 3)):
        before = time.thread_time()
        app.receive(text)
        assert time.thread_time() - before < LONGEST_FRAME_S
        assert frames_until(app, SettingsScene) < LONGEST_FRAME_S
        assert any("This cannot be opened" in words for words in texts(app))


@pytest.mark.usefixtures("always_behind_a_dialog")
def test_how_far_it_is_is_shown_in_words_and_by_a_bar() -> None:
    app, told, hold = make_app(SettingsScene()), threading.Event(), threading.Event()

    def work() -> str:
        progress.tell(17, 40)
        told.set()
        hold.wait(60)
        return "read"

    dialog = ReadingDialog(3_250_000, work, lambda _read: None, lambda _error: None)
    app.open(dialog)
    assert told.wait(60)
    app.frame(FRAME)
    assert dialog.share == 0.42
    assert "3.2 MB are read and checked. 42%" in " ".join(texts(app))
    hold.set()
    frames_until(app, SettingsScene)


@pytest.mark.usefixtures("always_behind_a_dialog")
def test_a_record_tells_how_far_it_is_read() -> None:
    shares: list[float] = []

    def listen(done: int, of: int) -> None:
        shares.append(done / of)

    with progress.followed(listen):
        load(record(400, 100))
    assert shares == sorted(shares)
    assert shares[0] < 0.01
    assert shares[-1] == 1.0
    assert len(shares) > 500


def test_reading_that_was_cancelled_ends_and_shows_nothing() -> None:
    app, hold, ended, done = (
        make_app(SettingsScene()),
        threading.Event(),
        threading.Event(),
        list[str](),
    )

    def work() -> str:
        hold.wait(60)
        try:
            progress.tell(1, 2)
        finally:
            ended.set()
        return "read"

    app.open(ReadingDialog(10**6, work, done.append, lambda _error: None))
    wait(app, 0.05)
    press(app, "cancel")
    assert isinstance(app.scene, SettingsScene)
    hold.set()
    assert ended.wait(60)
    wait(app, 0.25)
    assert done == []


def test_little_is_read_at_once() -> None:
    refused: list[Exception] = []

    def fail() -> int:
        raise ValueError("no")

    assert read_aside(10, lambda: 3, Pop, lambda _error: None) == Pop(3)
    assert read_aside(10, fail, Pop, refused.append) is None
    assert str(refused[0]) == "no"


def test_what_is_read_soon_shows_no_dialog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "NO_DIALOG_S", 60.0)
    assert read_aside(HEAVY_CHARS + 1, lambda: 3, Pop, lambda _error: None) == Pop(3)


@pytest.mark.usefixtures("always_behind_a_dialog")
@pytest.mark.parametrize(
    ("route", "kind", "left"),
    [
        (routes.PositionEditor("libra size=3"), PositionEditorScene, PositionEditorScene),
        (routes.NewMatch("libra"), NewMatchScene, ReviewScene),
    ],
)
def test_a_heavy_file_that_is_dropped_is_read_behind_the_dialog(
    route: routes.Route, kind: type, left: type, tmp_path: Path
) -> None:
    path = tmp_path / "heavy.json"
    path.write_text(record(2_000), encoding="utf-8")
    app = make_app(SettingsScene())
    app.open(route)
    assert isinstance(app.scene, kind)
    app.frame(FRAME, [Dropped(str(path))])
    assert isinstance(app.scene, ReadingDialog)
    frames_until(app, left)
    if isinstance(app.scene, PositionEditorScene):  # it shows the game's last position
        assert app.scene.game.setup.startswith("libra size=8")
        assert len(app.scene.editor.sketch.pieces) == 1
