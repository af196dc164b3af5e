"""The loop works: a stack of scenes, changes between frames, necessary redraws only, threads."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable

import pygame
import pytest

from game.platform.elapsed import Elapsed
from game.platform.settings import load_settings, settings_path
from game.screen.app import app as app_module
from game.screen.app.app import App
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.scene import STAY, Change, Pop, Push, Quit, Replace, Scene
from game.screen.app.sound import Audio
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from tests.screen.screens import FRAME, make_app, press, texts, wait
from tests.support.text_recorder import TextRecorder


class Recording(Scene):
    """A scene that records what happens to it, and answers presses with the given change."""

    def __init__(
        self, name: str, answer: Change | None = None, log: list[str] | None = None
    ) -> None:
        self.name, self.answer = name, answer
        self.log = [] if log is None else log
        self.moving = False
        self.drawn = 0

    def enter(self) -> None:
        self.log.append(f"{self.name} enter")

    def leave(self) -> None:
        self.log.append(f"{self.name} leave")

    def resize(self) -> None:
        self.log.append(f"{self.name} resize {self.services.metrics.width}")

    def resume(self, result: object = None) -> None:
        self.log.append(f"{self.name} resume {result}")

    def handle(self, event: object) -> Change | None:
        return self.answer if isinstance(event, Press) else None

    def draw(self, canvas: Canvas) -> None:
        self.drawn += 1

    @property
    def animating(self) -> bool:
        return self.moving


@pytest.fixture
def scene() -> Recording:
    return Recording("one")


@pytest.fixture
def app(scene: Recording) -> App:
    return make_app(scene)


def test_push_and_pop_with_a_result(app: App, scene: Recording) -> None:
    top = Recording("two", Pop("done"), scene.log)
    scene.answer = Push(top)
    press(app, "accept")
    assert app.scene is top
    press(app, "accept")
    assert app.scene is scene
    assert scene.log == [
        "one enter",
        "one resize 1280",
        "two enter",
        "two resize 1280",
        "two leave",
        "one resume done",
    ]


def test_replace_and_replace_all(app: App, scene: Recording) -> None:
    third = Recording("three", None, scene.log)
    second = Recording("two", Replace(third, all=True), scene.log)
    scene.answer = Push(second)
    press(app, "accept", "accept")
    assert list(app.stack) == [third]
    assert "one leave" in scene.log
    assert "two leave" in scene.log


def test_quit_and_last_pop_end_the_program(app: App, scene: Recording) -> None:
    scene.answer = Pop()
    press(app, "accept")
    assert not app.running
    other = make_app(Recording("x", Quit()))
    press(other, "accept")
    assert not other.running


def test_at_rest_nothing_is_drawn(app: App, scene: Recording) -> None:
    wait(app, 1.0, FRAME)
    before = scene.drawn
    wait(app, 2.0, FRAME)
    assert scene.drawn == before


def test_a_clock_at_rest_redraws_at_most_ten_times_a_second() -> None:
    class Clock(Recording):
        redraw_every = 0.001

    scene = Clock("clock")
    app = make_app(scene)
    wait(app, 1.0, FRAME)
    before = scene.drawn
    wait(app, 2.0, FRAME)
    assert 15 <= scene.drawn - before <= 20


def test_moving_is_drawn_every_frame(app: App, scene: Recording) -> None:
    wait(app, 0.5, FRAME)
    scene.moving = True
    before = scene.drawn
    for _frame in range(60):
        app.frame(FRAME)
    assert scene.drawn - before == 60


def test_input_is_seen_in_the_frame_it_comes(app: App, scene: Recording) -> None:
    wait(app, 1.0, FRAME)
    scene.answer = STAY
    before = scene.drawn
    app.frame(FRAME, [Press(("accept",))])
    assert scene.drawn == before + 1


def test_mere_mouse_moves_redraw_nothing(app: App, scene: Recording) -> None:
    wait(app, 1.0, FRAME)
    before = scene.drawn
    for x in range(30):
        app.frame(FRAME, [Pointer("move", (x, 5))])
    assert scene.drawn == before


def test_jobs_of_threads_run_on_the_loop(app: App, scene: Recording) -> None:
    ran: list[bool] = []
    here = threading.current_thread()
    worker = threading.Thread(
        target=lambda: app.post(lambda: ran.append(threading.current_thread() is here))
    )
    worker.start()
    worker.join()
    wait(app, 0.5, FRAME)
    assert ran == [True]


def test_a_job_that_posts_does_not_hold_up_the_frame(app: App) -> None:
    counts = [0]

    def again() -> None:
        counts[0] += 1
        app.post(again)

    app.post(again)
    app.frame(FRAME)
    assert counts == [1]


def test_resizing_lays_out_again(app: App, scene: Recording) -> None:
    pygame.display.set_mode((900, 700), pygame.RESIZABLE)
    app.frame(FRAME, [pygame.event.Event(pygame.WINDOWSIZECHANGED, x=900, y=700)])
    assert scene.log[-1] == "one resize 900"
    assert app.canvas.surface.get_size() == (900, 700)


def test_close_button_asks_the_scene() -> None:
    class Careful(Recording):
        def closing(self) -> Change | None:
            return Push(ask("Really?", "", [DialogButton("No"), DialogButton("Yes", act=Quit)]))

    app = make_app(Careful("careful"))
    close = pygame.event.Event(pygame.QUIT)
    app.frame(FRAME, [close])
    assert app.running
    assert "Really?" in texts(app)
    press(app, "cancel")
    assert app.running
    app.frame(FRAME, [close])
    press(app, "right", "accept")
    assert not app.running


def test_a_dialog_passes_the_question_on(app: App, scene: Recording) -> None:
    scene.answer = Push(ask("Title", "words", [DialogButton("Fine")]))
    press(app, "accept")
    app.frame(FRAME, [pygame.event.Event(pygame.QUIT)])
    assert not app.running


def test_leaving_is_told_to_all_scenes(app: App, scene: Recording) -> None:
    scene.answer = Push(Recording("two", None, scene.log))
    press(app, "accept")
    app.close()
    assert scene.log[-2:] == ["two leave", "one leave"]


def test_changed_settings_are_kept_and_work_at_once(scene: Recording) -> None:
    app = App(scene, size=(800, 600))
    app.change_settings(theme="paper", language="en", keys={"hint": ("j",)})
    assert app.theme.name == "paper"
    assert app.bindings.commands("j") == ("hint",)
    app.files.close()  # waits until the other thread has written the files
    assert load_settings()[0].theme == "paper"


def test_damaged_settings_are_told(scene: Recording) -> None:
    settings_path().write_text("{", encoding="utf-8")
    app = App(scene, size=(800, 600), recorder=TextRecorder())
    wait(app, 0.3)
    assert any("damaged" in text for text in texts(app))


def test_settings_that_cannot_be_written_are_told(
    scene: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = App(scene, size=(800, 600), recorder=TextRecorder())

    def broken(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("game.screen.app.app.save_settings", broken)
    app.change_settings(mute=True)
    app.files.close()  # waits until the other thread has tried to write
    app.frame(FRAME)
    assert any("the disk is full" in text for text in texts(app))


def test_toasts_go_by_themselves_and_by_click(app: App) -> None:
    app.toast("Hello", "info")
    wait(app, 0.3)
    assert "Hello" in texts(app)
    wait(app, 6.0)
    assert "Hello" not in texts(app)
    app.toast("Again", "bad")
    app.draw()
    rect = app.toasts.live[0].rect
    assert rect is not None
    app.frame(FRAME, [Pointer("down", rect.center)])
    assert app.toasts.live == []


def test_mute_and_fullscreen_keys_work_everywhere(app: App) -> None:
    press(app, "mute")
    assert app.settings.mute
    assert "Sound off" in texts(app)


class Tenths:
    """A stand-in for both clocks of the loop; each frame takes a tenth of a second."""

    def __init__(self) -> None:
        self.rates: list[float] = []

    def look(self) -> Elapsed:
        return Elapsed(0.1)

    def tick(self, rate: float) -> None:
        self.rates.append(rate)


class MovesOnce(Recording):
    """A scene that moves only in its eleventh frame, and ends in its twentieth."""

    frames = 0

    def update(self, dt: float) -> Change | None:
        self.frames += 1
        self.moving = self.frames == 11
        return Quit() if self.frames == 20 else STAY


def test_a_window_in_which_nothing_changes_looks_half_as_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = Tenths()
    monkeypatch.setattr(app_module, "ElapsedTime", lambda: time)
    monkeypatch.setattr(pygame.time, "Clock", lambda: time)
    app = make_app(MovesOnce("one"))
    monkeypatch.setattr(app, "close", lambda: None)
    app.run()
    fast, slow = app.frame_rate, app.frame_rate / 2
    assert time.rates[8:16] == [slow, slow, fast, fast, fast, fast, fast, slow]


class Waiting(Recording):
    """A scene that counts its updates; only input can change it, unless `outside` is set."""

    outside = False
    updates = 0

    def update(self, dt: float) -> Change | None:
        self.updates += 1
        return STAY

    @property
    def waits_for_input(self) -> bool:
        return not self.outside


def updates_of_looks(
    monkeypatch: pytest.MonkeyPatch, scene: Waiting, at: int, happens: Callable[[App], object]
) -> list[int]:
    """Run 24 looks of the loop, calling `happens` after look `at`; return each look's updates."""
    counts: list[int] = []
    app = make_app(scene)

    class Looks(Tenths):
        def tick(self, rate: float) -> None:
            super().tick(rate)
            counts.append(scene.updates)
            if len(counts) == at:
                happens(app)
            app.running = len(counts) < 24

    time = Looks()
    monkeypatch.setattr(app_module, "ElapsedTime", lambda: time)
    monkeypatch.setattr(pygame.time, "Clock", lambda: time)
    monkeypatch.setattr(app, "close", lambda: None)
    app.run()
    return [counts[0], *(after - before for before, after in itertools.pairwise(counts))]


def test_a_resting_scene_that_waits_for_input_is_updated_at_every_third_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    updates = updates_of_looks(monkeypatch, Waiting("one"), 0, lambda app: None)
    assert updates[:4] == [1] * 4, "until it rests"
    assert all(sum(updates[look : look + 3]) == 1 for look in range(9, 22))


def test_a_press_is_answered_at_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F9, mod=0, unicode="", scancode=66)
    for at in (13, 14, 15):  # all three looks from one update to the next
        updates = updates_of_looks(
            monkeypatch, Waiting("one"), at, lambda app: pygame.event.post(key)
        )
        assert updates[at] == 1


@pytest.mark.parametrize("at", [13, 14, 15])
def test_what_a_thread_posts_is_done_at_the_next_look(
    monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    done: list[int] = []
    updates = updates_of_looks(
        monkeypatch, Waiting("one"), at, lambda app: app.post(lambda: done.append(at))
    )
    assert (updates[at], done) == (1, [at])


def test_while_music_fades_every_look_is_an_update(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Audio, "update", fade)
    assert updates_of_looks(monkeypatch, Waiting("one"), 0, lambda app: None) == [1] * 24


def fade(audio: Audio, dt: float, scenes: object) -> None:
    audio.fading = True


def test_a_scene_that_others_may_change_is_updated_at_every_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Waiting("one")
    scene.outside = True
    assert updates_of_looks(monkeypatch, scene, 0, lambda app: None) == [1] * 24


class Pulsing(Recording):
    @property
    def redraw_every(self) -> float:
        return 0.1


def test_a_window_in_which_signs_pulse_rests_until_something_is_done() -> None:
    scene = Pulsing("one")
    app = make_app(scene)
    wait(app, 1.0)
    assert scene.drawn > 5
    assert app.resting
    press(app, "accept")
    assert not app.resting
    scene.moving = True
    wait(app, 1.0)
    assert not app.resting
