"""The app: window, loop, scene stack, and the services that scenes use.

The loop never waits: it handles input, updates and draws. Slow work runs in threads, which pass
their results to `post`. A frame is drawn only when something moves or has changed.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import pygame

from game.platform.elapsed import Elapsed, ElapsedTime
from game.platform.errors import in_words
from game.platform.i18n import _, set_language
from game.platform.processes import ask_for_short_slices, pause_helpers
from game.platform.settings import Settings, load_settings, save_settings
from game.platform.storage import WriterThread
from game.platform.theme import load_theme
from game.screen.app.camera import Camera
from game.screen.app.frame_watch import FrameWatch
from game.screen.app.routes import Route
from game.screen.app.scene import (
    Change,
    Copied,
    Pop,
    Push,
    Quit,
    Replace,
    Scene,
    SceneStack,
    ShownBoard,
    Stay,
)
from game.screen.app.sharing import NetworkSharing
from game.screen.app.sound import Audio
from game.screen.app.text_input import TextInput
from game.screen.app.window import Window
from game.screen.ui import pygame_compat, toast
from game.screen.ui.bindings import Bindings
from game.screen.ui.canvas import Canvas, Recorder
from game.screen.ui.frame_sketch import FrameSketch
from game.screen.ui.input import Composing, Dropped, InputEvent, Pointer, Press, Typed
from game.screen.ui.input_translator import InputTranslator
from game.screen.ui.paint import ART_READY, forget_surfaces
from game.screen.ui.text import fonts_arrived, forget_text
from game.screen.ui.tokens import Metrics

if TYPE_CHECKING:  # imported at run time only when a record or an own look is read
    from game.platform.own_look import OwnLook
    from game.table.input_kind import Found

FRAME_RATE = 60
# Checks per second for input and news while nothing moves on the screen. An event is then shown at
# most one such frame later, and a waiting window needs half the processor time.
REST_FRAME_RATE = 30
# Checks for input per frame at rest, while only input can change the scene.
LOOKS_PER_REST_FRAME = 3
# Seconds without input or movement until the app rests; pulsing marks and clocks do not count.
REST_AFTER_S = 0.5
LONGEST_STEP_S = 0.1  # seconds; after a stall, pieces must not leap
# Design px by which a touch may miss controls and points, if the setting for large touch is on.
LARGE_TOUCH_PX = 18
IDLE_REDRAW_S = 0.1  # minimum seconds at rest between redraws without input

Event = pygame.event.Event | InputEvent


def no_scene(route: Route) -> Scene:
    """Raise LookupError: the default for an app that opens no other scenes."""
    raise LookupError(f"this app was given no scenes to open: {route}")


class App:
    """Runs scenes. People use `run()`; tests call `frame(dt, events)` and pass the time in.

    `scenes` makes the scene of a route. With `settings` None, the stored settings are loaded; with
    `keep` False, settings are never stored. `window` opens another window instead of the usual one.
    """

    frame_rate = FRAME_RATE

    def __init__(
        self,
        scene: Scene | Route,
        *,
        scenes: Callable[[Route], Scene] = no_scene,
        settings: Settings | None = None,
        size: tuple[int, int] | None = None,
        keep: bool | None = None,
        recorder: Recorder | None = None,
        window: Callable[[], Window] | None = None,
    ) -> None:
        message = ""
        self.keep = settings is None if keep is None else keep
        if settings is None:
            settings, message = load_settings()
        self.settings = self._saved = settings
        self.scenes = scenes
        self.now = 0.0
        set_language(settings.language)
        pause_helpers(settings.light)
        pygame.font.init()
        place = settings.window_place if size is None else None
        first = partial(
            Window, size or settings.window, settings.fullscreen, light=settings.light, place=place
        )
        self.window = (window or first)()
        # Key repeats come from the translator, which times them by frames. During a slow frame
        # pygame's own timer would run on, before pygame learns that the key was released.
        pygame.key.set_repeat()
        self.bindings = Bindings.from_changes(settings.keys)
        self.translator = InputTranslator(self.bindings)
        self.toasts = toast.Toasts()
        self.recorder = recorder
        self.files = WriterThread("files")
        self.network = NetworkSharing()
        self.jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.stack = SceneStack(self)
        self.running = True
        self.exit_code = 0
        self.drawn_frames = 0
        self._dirty = True
        self._art = ART_READY.count
        self._since_draw = 0.0
        self._still = 0.0  # seconds since the last input or movement
        self.frame_watch = FrameWatch()
        self._camera = Camera()
        self.audio = Audio(settings, self._no_voice)
        self._text_input = TextInput()
        # Character of the key that has just opened a text field.
        self._spent_sign = ""
        self.own_look: OwnLook | None = None
        # Finds what has changed on the surface; None means that everything is drawn.
        self._sketch: FrameSketch | None = None
        self._take_surface()
        self.stack.push(self._made(scene))
        if settings.own_look:
            self._read_own_look()
        if message:
            self.toast(message, "bad", "warning")

    def run(self) -> None:
        """Run until Quit or the last scene closes: the only place that reads the real clock."""
        ask_for_short_slices()
        ticker = pygame.time.Clock()
        # SDL may have been built without joysticks. Gamepads announce themselves.
        with contextlib.suppress(pygame.error):
            pygame.joystick.init()
        elapsed = ElapsedTime()
        looks = 0  # checks for input since the last frame
        try:
            while self.running:
                events = pygame.event.get()
                looks += 1
                if events or not self.waits_for_input or looks >= LOOKS_PER_REST_FRAME:
                    looks = 0
                    self._real_frame(elapsed.look(), events)
                rate = self.frame_rate
                ticker.tick(min(rate, REST_FRAME_RATE) if self.resting else rate)
        finally:
            self.close()

    def _real_frame(self, passed: Elapsed, events: Iterable[Event]) -> None:
        if passed.asleep:
            self.woken(passed.asleep)
        step = min(passed.seconds, LONGEST_STEP_S)
        self.be_late(passed.seconds - step)
        self._watched_frame(step, events)

    def _watched_frame(self, dt: float, events: Iterable[Event]) -> None:
        drawn, begun = self.drawn_frames, time.thread_time()
        self.frame(dt, events)
        if self.drawn_frames == drawn or not self.running:
            return
        self.frame_watch.drawn(time.thread_time() - begun)
        settings = self.settings
        if self.frame_watch.too_slow and not (settings.light or settings.light_by_itself):
            self.change_settings(light=True, light_by_itself=True)
            self.toast(
                _("Low-power mode is on: this computer was too slow. The settings turn it off.")
            )

    def be_late(self, seconds: float) -> None:
        """Add real time in which no frame was drawn to the clock; animations do not advance."""
        self.now += seconds

    def frame(self, dt: float, events: Iterable[Event] = ()) -> bool:
        """Do one frame: handle, update, draw.  Return True while the program runs."""
        self.now += dt
        self._still += dt
        used = False
        for event in events:
            for plain in self._translated(event):
                self._still = 0.0
                self._handle(plain)
                used |= not (isinstance(plain, Pointer) and plain.kind in ("move", "leave"))
        for repeated in self.translator.update(dt):
            self._still = 0.0
            self._handle(repeated)
            used = True
        self._drain()
        self._dirty |= self.network.update(self.now)
        for words, good in self.network.news():
            self.toast(words, "good" if good else "bad", "people" if good else "warning")
        self.window.update(dt)
        self._update(dt)
        if self.stack:
            self.audio.follow(self.scene, used)
            self.audio.update(dt, self.stack)
        if self.running:
            self.draw_if_needed(dt)
        return self.running

    def woken(self, asleep: float) -> None:
        """Continue after the computer has slept for `asleep` seconds, which no clock counts."""
        for scene in list(self.stack):
            self._apply(scene.woken(asleep), scene)
        self._dirty = True

    def close(self) -> None:
        """Leave all scenes, store the window's size, and end pygame's display."""
        self.running = False
        self.stack.drop_to(0)
        if self.keep:
            self._keep_window()
        self.network.stop()
        self.network.leave_table()
        self.network.end_publishing()
        self.files.close()
        self.audio.close()
        self._camera.end()
        forget_caches()
        pause_helpers(False)
        pygame.display.quit()

    def _keep_window(self) -> None:
        """Store the window's size and place; in full screen, those that it had as a window."""
        self.window.look_last()
        settings = self.settings.with_(window=self.window.chosen, window_place=self.window.place)
        if settings != self.settings:
            self._store(settings)

    def _drain(self) -> None:
        """Run the jobs that threads have posted; jobs posted meanwhile wait for the next frame."""
        for _number in range(self.jobs.qsize()):
            self.jobs.get()()
            self._dirty = True

    def _update(self, dt: float) -> None:
        # Scenes that are visible under an overlay are updated, too.
        for scene in self.stack.visible:
            self._apply(scene.update(dt), scene)
        if self._art != ART_READY.count:  # new art has been rendered
            self._art = ART_READY.count
            self._dirty = True
            if fonts_arrived():
                self._lay_out_all()
        if self.toasts.update(dt):
            self._dirty, self._still = True, 0.0
        self._dirty |= self._camera.update(dt)

    def _translated(self, event: Event) -> list[InputEvent]:
        if isinstance(event, Press | Typed | Composing | Pointer | Dropped):
            return [event]
        if event.type == pygame.QUIT:
            self._close_asked()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self._resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.show_whole()
        elif event.type == pygame.WINDOWFOCUSLOST and self.stack:
            self._handle(Composing(""))
            self._apply(self.scene.focus_lost(), self.scene)
        return self.translator.events(event)

    def _handle(self, event: InputEvent) -> None:
        """Hand an event to the scene on top.

        If a key press opens a text field, its character is not typed into that field.
        """
        if not self.stack or not self.running:
            return
        if isinstance(event, Typed) and event.text == self._spent_sign:
            self._spent_sign = ""
            return
        top = self.stack.top
        wrote = top.text_input
        self._pass_on(event)
        if isinstance(event, Press):
            if not self.stack or self.stack.top is not top:
                self.translator.end_repeats()
            opened = bool(self.stack) and not wrote and self.stack.top.text_input
            self._spent_sign = event.sign if opened else ""

    def _pass_on(self, event: InputEvent) -> None:
        top = self.stack.top
        if isinstance(event, Composing):
            self._text_input.composed(top.text_input, event.text)
        elif isinstance(event, Press) and top.composing:
            # While an input method composes, it handles all keys, even Enter and Escape.
            return
        if isinstance(event, Pointer) and self.settings.large_touch:
            event = replace(event, reach=self.metrics.px(LARGE_TOUCH_PX))
        if not isinstance(event, Pointer) or event.kind in ("down", "wheel"):
            self._camera.end()  # the reaction to input is shown without delay
        # A moving pointer needs a redraw only if the scene requests it.
        if not (isinstance(event, Pointer) and event.kind == "move"):
            self._dirty = True
        if isinstance(event, Pointer) and event.kind == "down" and self.toasts.dismiss(event.pos):
            return
        change = top.handle(event)
        if change is not None:
            self._dirty = True
            self._camera.look_again()
            if top.clicks and _is_use(event):
                self.sound("button")
            self._apply(change, top)
        elif isinstance(event, Press):
            self._own_keys(event)
        elif isinstance(event, Dropped):
            self.receive(event.path, True)

    def _own_keys(self, press: Press) -> None:
        if press.repeat:
            return
        whole = press.means("copy-game")
        copies = whole or press.means("copy")
        if copies and (copied := self.scene.copied(whole)) is not None:
            self.copy(copied)
        elif press.means("edit") and (editor := self.scene.edited()) is not None:
            self._apply(Push(editor), self.scene)
        elif press.means("paste"):
            text = self.paste_text()
            if text is None:
                self.toast(_("There is no clipboard here."), "bad")
            else:
                self.receive(text)
        if press.means("fullscreen"):
            self.change_settings(fullscreen=not self.settings.fullscreen)
        elif press.means("mute"):
            self.change_settings(mute=not self.settings.mute)
            text = _("Sound off") if self.settings.mute else _("Sound on")
            self.toast(text, "info", "mute" if self.settings.mute else "sound")
        elif press.means("speech"):
            self.change_settings(speech=not self.settings.speech)
            text = _("Speech on") if self.settings.speech else _("Speech off")
            self.toast(text, "info", "sound")

    def receive(self, text: str, file: bool = False) -> None:
        """Open a text or a file that comes from outside, or show why it cannot be opened."""
        # Imported here, because the title does not need these.
        from game.screen.app.external_input import read_external, route_of
        from game.screen.app.reading import read_aside, size_of

        scene = self.scene

        def received(answer: Found | Change | str) -> Change | None:
            if isinstance(answer, str):
                words = _("This cannot be opened: {reason}")
                self.toast(words.format(reason=answer), "bad", "warning")
                return None
            if isinstance(answer, Change):
                return answer
            return scene.take_found(answer) or Push(route_of(answer))

        def unreadable(error: Exception) -> Change | None:
            return received(in_words(error))

        read = partial(read_external, text, file)
        self._apply(read_aside(size_of(text, file), read, received, unreadable), scene)

    def _close_asked(self) -> None:
        for scene in reversed(list(self.stack)):
            change = scene.closing()
            if change is not None:
                self._dirty = True
                self._apply(change, scene)
                return
        self.running = False

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.stack.top

    def _apply(self, change: Change | None, origin: Scene) -> None:
        if change is None or isinstance(change, Stay) or origin not in self.stack:
            return
        self._dirty = True
        if isinstance(change, Quit):
            self.running = False
        elif isinstance(change, Push):
            scene = self._made(change.scene)
            self._move_camera(0 if scene.overlay else 1)
            self.open(scene)
        elif isinstance(change, Replace):
            scene = self._made(change.scene)
            self._move_camera(1)
            self.stack.drop_to(0 if change.all else self.stack.index(origin))
            self.stack.push(scene)
        elif isinstance(change, Pop):
            self._move_camera(0 if origin.overlay else -1)
            self.stack.drop_to(self.stack.index(origin))
            if not self.stack:
                self.running = False
            else:
                self._apply(self.scene.resume(change.result), self.scene)

    def _made(self, scene: Scene | Route) -> Scene:
        return self.scenes(scene) if isinstance(scene, Route) else scene

    def change(self, change: Change) -> None:
        """Apply a change immediately, as if the scene on top had returned it."""
        self._apply(change, self.scene)

    def open(self, scene: Scene | Route) -> None:
        """Open a scene on top of the current one immediately."""
        self.scene.pause()
        self.stack.push(self._made(scene))
        self._dirty = True

    def show(self, scene: Scene | Route) -> None:
        """Replace all scenes by this one immediately."""
        self.stack.drop_to(0)
        self._camera.end()
        self.stack.push(self._made(scene))
        self._dirty = True

    def _move_camera(self, way: int) -> None:
        """Start the transition to a next scene (1), back (-1), or to or from a dialog (0)."""
        settings = self.settings
        if settings.animation_speed and not settings.calm and self.drawn_frames:
            self._camera.begin(self.window.surface, _boards(self.stack.visible), way)

    @property
    def between_scenes(self) -> bool:
        """True while the camera moves from one scene to another."""
        return bool(self._camera)

    @property
    def resting(self) -> bool:
        """True if there has been no input and no movement for a while."""
        return self._still >= REST_AFTER_S

    @property
    def waits_for_input(self) -> bool:
        """True if the window is at rest, and only input can change its visible scenes."""
        network = self.network.shared or self.network.visiting
        if network or self.audio.fading or not self.resting or not self.jobs.empty():
            return False
        return all(scene.waits_for_input for scene in self.stack.visible)

    @property
    def animating(self) -> bool:
        return self.between_scenes or any(scene.animating for scene in self.stack.visible)

    def draw_if_needed(self, dt: float) -> None:
        """Draw a frame if anything has changed; an app without a screen overrides this."""
        self._since_draw += dt
        every = [scene.redraw_every for scene in self.stack.visible if scene.redraw_every > 0]
        due = bool(every) and self._since_draw >= max(IDLE_REDRAW_S, min(every)) - 1e-6
        moves = self.animating
        if moves:
            self._still = 0.0
        if self._dirty or due or moves:
            self.window.flip(self.draw())

    def draw(self) -> list[pygame.Rect] | None:
        """Draw all visible scenes and the toasts, or the transition between two scenes.

        Returns the areas that have changed; None for the whole picture.
        """
        self._dirty = False
        self._since_draw = 0.0
        self.drawn_frames += 1
        visible, changed = self.stack.visible, None
        if self._sketch is not None and not self._camera:
            changed = self._sketch_scenes(self._sketch, visible)
        else:
            self._forget_frame()
            if self.recorder is not None or self._camera.waits:
                self._draw_scenes(visible)
            if self._camera:
                self._camera.draw(self.canvas)
        if visible:
            top = visible[-1]
            self._text_input.follow(top.text_input, top.composing, top.caret)
        return changed

    def _sketch_scenes(
        self, sketch: FrameSketch, visible: Sequence[Scene]
    ) -> list[pygame.Rect] | None:
        """Draw the parts of the scenes that have changed since the last frame."""
        canvas, surface = self.canvas, self.canvas.surface
        # A recorder needs every text of every frame, so every part is drawn.
        sketch.verify = self.recorder is not None
        canvas.surface = cast("pygame.Surface", sketch)
        try:
            self._draw_scenes(visible)
        except TypeError:
            # A plugin's game may use `pygame.draw`, which accepts only surfaces.
            self._sketch = None
        finally:
            canvas.surface = surface
        if self._sketch is not None:
            return sketch.paint()
        self._draw_scenes(visible)
        return None

    def _draw_scenes(self, visible: Sequence[Scene]) -> None:
        if self.recorder is not None:
            self.recorder.clear()
        for number, scene in enumerate(visible):
            self.canvas.layer = number
            # Dim only once, below the top scene: if each stacked dialog dimmed, the picture would
            # end up black.
            if number and scene is visible[-1]:
                self.canvas.dim()
            scene.draw(self.canvas)
        self.canvas.layer = 100
        if self.toasts.live and visible:
            self.toasts.draw(self.canvas, visible[-1].toast_room, visible[-1].needed)
        if self._camera:
            self._camera.arrive(self.canvas, _boards(visible))

    def _resized(self) -> None:
        self.window.resized()
        surface = self.window.surface
        # The display's surface may be the same object with a new size, so compare with the layout's
        # size.
        laid_out = (self.metrics.width, self.metrics.height)
        if surface is not self.canvas.surface or surface.get_size() != laid_out:
            self._lay_out_all()
        self._dirty = True

    def _take_surface(self) -> None:
        surface = self.window.surface
        self.theme = load_theme(self.settings.theme)
        if self.own_look is not None:
            from game.screen.ui.own_pictures import themed

            self.theme = themed(self.own_look, self.theme)
        self.metrics = Metrics(*surface.get_size(), self.settings.font_scale)
        self.canvas = Canvas(surface, self.theme, self.metrics, self.recorder)
        self._sketch = FrameSketch(surface)
        self.translator.size, self.translator.zoom = surface.get_size(), self.window.zoom

    def _lay_out_all(self) -> None:
        forget_surfaces()  # pictures of another size or theme would only use memory
        self._take_surface()
        self._camera.end()
        self.stack.lay_out()
        self._dirty = True

    def toast(self, text: str, kind: str = "info", icon: str = "") -> None:
        self.toasts.show(text, kind, icon)
        self.say(text)
        self._dirty = True

    def post(self, job: Callable[[], None]) -> None:
        self.jobs.put(job)

    def invalidate(self) -> None:
        self._dirty = True

    def show_whole(self) -> None:
        """Draw the next frame completely: the window may not show the last frame any more."""
        self._forget_frame()
        self._dirty = True

    def _forget_frame(self) -> None:
        if self._sketch is not None:
            self._sketch.forget()

    def change_settings(self, **changes: Any) -> None:
        before, self.settings = self.settings, self.settings.with_(**changes)
        new = self.settings
        if new == before:
            return
        if new.language != before.language:
            set_language(new.language)
        if new.keys != before.keys:
            self.bindings = self.translator.bindings = Bindings.from_changes(new.keys)
        if (new.fullscreen, new.light) != (before.fullscreen, before.light):
            self.window.set_fullscreen(new.fullscreen, new.light)
        seen = ["theme", "language", "font_scale", "fullscreen", "light", "keys", "coordinates"]
        seen += ["thinking_aloud", "chances_like_you"]
        if any(getattr(new, name) != getattr(before, name) for name in seen):
            self._lay_out_all()
        if new.own_look != before.own_look:
            self._read_own_look()
        pause_helpers(new.light)
        self.audio.tune(new)
        self._store(new)

    def _read_own_look(self) -> None:
        """Read the look named in the settings in a thread, then show it.

        If it cannot be read, the program's own look is shown, and the setting is kept: the disk may
        be missing only for now.
        """
        folder = self.settings.own_look
        if not folder:
            self._show_own_look(None)
            return
        from game.screen.app.own_look import read_in_thread

        def read(found: OwnLook | Exception) -> None:
            if folder != self.settings.own_look:
                return  # another look has been chosen meanwhile
            if isinstance(found, Exception):
                words = _("Your own look cannot be shown: {reason}. The program's is shown.")
                self.toast(words.format(reason=in_words(found)), "bad", "warning")
                self._show_own_look(None)
            else:
                self._show_own_look(found)

        read_in_thread(folder, lambda found: self.post(lambda: read(found)))

    def _show_own_look(self, look: OwnLook | None) -> None:
        if look is not self.own_look:
            self.own_look = look
            self._lay_out_all()

    def offers(self, what: type[Route | Quit]) -> bool:
        return True

    def make_room(self) -> None:
        self.window.make_room()

    def _store(self, settings: Settings) -> None:
        self.settings = settings
        if self.keep:
            failed = _("The settings could not be saved: {reason}")
            self.write_file("settings", lambda: self._save(settings), failed)

    def _save(self, settings: Settings) -> None:
        """Save the changes since the last save. Runs in the writer's thread; raises OSError."""
        save_settings(settings, self._saved)
        self._saved = settings

    def write_file(
        self,
        name: str | None,
        job: Callable[[], object],
        failed: str = "",
        then: Callable[[], None] | None = None,
    ) -> None:
        def tell(error: Exception) -> None:
            if failed:
                self.toast(failed.format(reason=in_words(error)), "bad")
            if then is not None:
                then()

        self.files.put(name, job, lambda error: self.post(lambda: tell(error)))

    def sound(self, name: str, step: int = 0) -> None:
        self.audio.sound(name, step)

    def say(self, text: str, urgent: bool = False, asked: bool = False) -> None:
        if self.settings.speech or asked:
            self.audio.say(text, urgent)

    def _no_voice(self, _missing: str) -> None:
        """Report once that there is no voice; called on the speech thread."""
        text = _("No voice was found. On Linux install speech-dispatcher, elsewhere pyttsx3.")
        self.post(lambda: self.toasts.show(text, "bad", "mute"))

    def copy_text(self, text: str) -> bool:
        return pygame_compat.put_text(text)

    def copy(self, copied: Copied) -> None:
        if self.copy_text(copied.text):
            self.toast(copied.said, "good", "copy")
        else:
            self.toast(_("There is no clipboard here."), "bad")

    def paste_text(self) -> str | None:
        return pygame_compat.get_text()


def _boards(scenes: Iterable[Scene]) -> list[ShownBoard]:
    return [board for scene in scenes for board in scene.boards]


def _is_use(event: InputEvent) -> bool:
    """Return whether an event uses a control: accept or cancel by key, or a pointer's release."""
    if isinstance(event, Press):
        return event.means("accept", "cancel") and not event.repeat
    return isinstance(event, Pointer) and event.kind == "up"


def forget_caches() -> None:
    """Clear all caches that must not outlive the display or a test."""
    forget_surfaces()
    forget_text()
