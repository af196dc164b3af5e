"""Scenes, the changes between them as values, and the services of the app.

A scene handles input, advances time and draws. It requests the next scene by returning a Change,
which the app applies between frames; other scenes are named by routes. A scene reaches the rest of
the program only through its `services`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from pygame import Rect, Surface

from game.platform.i18n import _
from game.platform.settings import Settings
from game.platform.theme import Theme
from game.screen.app.routes import Route
from game.screen.app.sharing import NetworkSharing
from game.screen.ui.bindings import Bindings
from game.screen.ui.canvas import Canvas

# Re-exported, because controls and scenes share the kinds of changes.
from game.screen.ui.input import STAY as STAY
from game.screen.ui.input import Change as Change
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.input import Stay as Stay
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import Metrics
from game.screen.ui.widget import Form

if TYPE_CHECKING:  # imported at run time only when a record is read
    from game.table.input_kind import Found


@dataclass(frozen=True)
class Push(Change):
    """Open `scene` on top; the present scene waits below."""

    scene: Scene | Route


@dataclass(frozen=True)
class Replace(Change):
    """Leave this scene for `scene`. With `all`, also leave the scenes below it."""

    scene: Scene | Route
    all: bool = False


@dataclass(frozen=True)
class Pop(Change):
    """Leave this scene; the one below gets `result` through `resume`."""

    result: object = None


@dataclass(frozen=True)
class Quit(Change):
    """End the program."""


@dataclass(frozen=True, eq=False)
class ShownBoard:
    """A board that the window shows, for the camera to follow.

    The camera follows boards of the same `key` from scene to scene. `bare` and `laid` are pictures
    of the board without and with its pieces; outside the board they are transparent. Boards of the
    same `position` have the same pieces in the same places.
    """

    key: str
    rect: Rect
    bare: Surface
    laid: Surface
    position: Hashable


@dataclass(frozen=True)
class Copied:
    """A text for the clipboard, and the message shown when the text has been copied."""

    text: str
    said: str


class AppServices(Protocol):
    """What the app offers to its scenes."""

    settings: Settings
    theme: Theme
    metrics: Metrics
    bindings: Bindings
    # Real seconds on the app's clock, not counting time for which the computer sleeps.
    now: float
    network: NetworkSharing  # this program's server, broker and remote match

    def toast(self, text: str, kind: str = "info", icon: str = "") -> None:
        """Show a message for four seconds; `kind` is "info", "good" or "bad"."""

    def post(self, job: Callable[[], None]) -> None:
        """Run `job` on the loop's thread, between two frames; may be called from any thread."""

    def invalidate(self) -> None:
        """Draw the next frame: something changed outside of input."""

    def change_settings(self, **changes: Any) -> None:
        """Store changed settings and apply them immediately (theme, language, size, keys)."""

    def offers(self, what: type[Route | Quit]) -> bool:
        """Return whether `what` can be opened here: always True outside a kiosk."""

    def make_room(self) -> None:
        """Move the window aside for another window of this program."""

    def write_file(
        self,
        name: str | None,
        job: Callable[[], object],
        failed: str = "",
        then: Callable[[], None] | None = None,
    ) -> None:
        """Run `job`, which writes a file, outside the loop.

        Of the queued jobs with the same `name` only the newest runs, so each job must write
        everything. Jobs without a name all run.

        If a job raises OSError, a toast shows `failed`, with {reason} in words, and the loop calls
        `then`. There is no toast if `failed` is "".
        """

    def sound(self, name: str, step: int = 0) -> None:
        """Play a sound by name, if it exists and sound is on; `step` counts hops from 1."""

    def say(self, text: str, urgent: bool = False, asked: bool = False) -> None:
        """Say a sentence aloud if speech is on, or if the person `asked` for it by a key.

        An `urgent` sentence interrupts the present one.
        """

    def copy_text(self, text: str) -> bool:
        """Put text on the clipboard; return False if there is no clipboard."""

    def paste_text(self) -> str | None:
        """Return the clipboard's text, "" if it holds none, None without a clipboard."""

    def copy(self, copied: Copied) -> None:
        """Put a text on the clipboard and show its message, or that there is no clipboard."""


class Scene:
    """Base of all scenes.  `services` is set before `enter` is called."""

    services: AppServices
    overlay = False  # True: the scene below is drawn first, darkened
    clicks = False  # True: the app plays a click when a control is used (menus)
    # Music of the scene: "menu" plays it, "play" plays it if the settings want music in play, ""
    # uses the setting of the scene below.
    music = ""

    @property
    def tension(self) -> float:
        """How near the game's end is, 0 to 1; the layers of music follow it."""
        return 0.0

    @property
    def holds_breath(self) -> bool:
        """True while the deciding action is shown: all music is silent."""
        return False

    def enter(self) -> None:
        """Begin: called once, when the scene is put on the stack; `resize` follows."""

    def leave(self) -> None:
        """End: called when the scene is removed from the stack; stop threads, save."""

    def pause(self) -> None:
        """Pause: another scene was pushed on top."""

    def resume(self, result: object = None) -> Change | None:
        """Continue after the scene on top has closed, with its result."""
        return None

    def resize(self) -> None:
        """Lay out for `services.metrics`; repeated if theme, language or type size change."""

    def handle(self, event: InputEvent) -> Change | None:
        """Handle one input event. Returns None if unused: the app may then use it (F11)."""
        return None

    def take_found(self, found: Found) -> Change | None:
        """Use what was found in outside text or a file; return None to have it opened elsewhere."""
        return None

    def focus_lost(self) -> Change | None:
        """React to the window's loss of keyboard focus; called for the scene on top."""
        return None

    def woken(self, asleep: float) -> Change | None:
        """React after the computer slept for `asleep` seconds; the scene need not be on top."""
        return None

    def update(self, dt: float) -> Change | None:
        """Advance by `dt` seconds, at most 0.1 s; only `services.now` counts longer delays."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the whole scene."""

    @property
    def heading(self) -> str:
        """The subject of the scene, said aloud when the scene comes on top."""
        return ""

    @property
    def scene_name(self) -> str:
        """The kind of scene in one word, for a status line."""
        return type(self).__name__.removesuffix("Scene").lower()

    @property
    def text_input(self) -> bool:
        """True if a text field has the focus."""
        return False

    @property
    def composing(self) -> bool:
        """True while an input method composes text in a field and receives all keys."""
        return False

    @property
    def caret(self) -> Rect | None:
        """Rectangle of the text caret in the window; None without one."""
        return None

    @property
    def spoken(self) -> str:
        """Description of the focused control, said aloud when the focus changes."""
        return ""

    @property
    def animating(self) -> bool:
        """True while something moves: the app then draws 60 frames a second, otherwise none."""
        return False

    @property
    def redraw_every(self) -> float:
        """Seconds between redraws at rest, such as 0.1 for a clock with seconds; 0 means never."""
        return 0.0

    @property
    def waits_for_input(self) -> bool:
        """True if only input can change the scene: it has no sensor board, engine or network.

        At rest the scene is then updated 10 times a second instead of 30 times.
        """
        return False

    @property
    def activity(self) -> int:
        """A count that grows while somebody plays in any way; a kiosk then keeps the game."""
        return 0

    @property
    def toast_room(self) -> Rect | None:
        """Where toasts are shown; None means anywhere that covers nothing in `needed`."""
        return None

    @property
    def needed(self) -> list[Rect]:
        """Areas that toasts must not cover: controls, and boards that are not controls."""
        return []

    @property
    def boards(self) -> Sequence[ShownBoard]:
        """The boards on screen, for the camera to follow."""
        return ()

    def copied(self, whole: bool) -> Copied | None:
        """Return the text for the copy keys; with `whole`, the game with its turns."""
        return None

    def edited(self) -> Route | None:
        """Return the route to an editor of the position on screen, if there is one."""
        return None

    def closing(self) -> Change | None:
        """Answer a request to close the window; Quit() ends the program immediately.

        A scene with unsaved data saves them first, or returns a Push of a question.
        """
        return Quit()


class SceneStack(list[Scene]):
    """The open scenes from the lowest to the topmost, which gets the input.

    Sets the `services` of new scenes, and calls `enter` and `leave`.
    """

    def __init__(self, services: AppServices) -> None:
        super().__init__()
        self._services = services

    @property
    def top(self) -> Scene:
        """The scene that gets the input.  Raises IndexError if none is open."""
        return self[-1]

    @property
    def visible(self) -> list[Scene]:
        """The topmost scene and those visible below it, lowest first."""
        first = len(self) - 1
        while first > 0 and self[first].overlay:
            first -= 1
        return self[max(0, first) :]

    def push(self, scene: Scene) -> None:
        """Open `scene` on top."""
        scene.services = self._services
        self.append(scene)
        scene.enter()
        scene.resize()

    def drop_to(self, depth: int) -> None:
        """Leave scenes from the top until `count` are left."""
        while len(self) > depth:
            self.pop().leave()

    def lay_out(self) -> None:
        """Lay out all scenes after a change of window, theme or language."""
        for scene in self:
            scene.resize()


class FormScene(Scene):
    """A scene with a `form`, which is empty until the first layout."""

    form: Form
    title = ""  # heading, to be translated
    # Commands that leave the scene, unless a control uses them.
    closed_by: tuple[str, ...] = ("cancel",)

    def __init__(self) -> None:
        self.form = Form()

    @property
    def heading(self) -> str:
        return _(self.title) if self.title else ""

    @property
    def text_input(self) -> bool:
        return self.form.takes_text

    @property
    def composing(self) -> bool:
        focused = self.form.focused
        return focused is not None and focused.composing

    @property
    def caret(self) -> Rect | None:
        focused = self.form.focused
        return focused.caret_rect if focused is not None and focused.takes_text else None

    @property
    def spoken(self) -> str:
        return self.form.spoken

    @property
    def needed(self) -> list[Rect]:
        return self.form.places

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means(*self.closed_by):
            return self.cancelled()
        return change

    def field(
        self, text: str, store: Callable[[str], Change | None], name: str, **more: Any
    ) -> TextField:
        """Return a text field that accepts pasted text; `more` are options of `TextField`."""
        return TextField(text, store, name=name, paste=self.services.paste_text, **more)

    def cancelled(self) -> Change:
        """Return the change for leaving the scene without a choice."""
        return Pop()

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        return None


class FormCard(FormScene):
    """A form on a card over another scene; a press beside the card leaves it."""

    overlay = True
    clicks = True
    card: Rect

    def handle(self, event: InputEvent) -> Change | None:
        change = super().handle(event)
        if change is None and isinstance(event, Pointer) and event.kind == "down":
            return STAY if self.card.collidepoint(event.pos) else self.cancelled()
        return change
