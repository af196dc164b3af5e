"""Scenes, the changes between them as values, and the services of the app.

A scene handles input, moves time on and draws.  What comes next it returns as a Change, which the
app applies between frames; another scene it names by a route.  It reaches the rest of the program
only through its `services`.
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
from game.screen.ui.input import STAY as STAY  # the changes of controls go with those of scenes
from game.screen.ui.input import Change as Change
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.input import Stay as Stay
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import Metrics
from game.screen.ui.widget import Form

if TYPE_CHECKING:  # records are loaded once one is read
    from game.table.input_kind import Found


@dataclass(frozen=True)
class Push(Change):
    """Open `scene` on top; this one waits below."""

    scene: Scene | Route


@dataclass(frozen=True)
class Replace(Change):
    """Leave this scene for `scene`.  With `all`, leave those below too."""

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
    """A board as it lies in the window, for the camera to follow.

    It follows from scene to scene the board of the same `key`.  `bare` and `laid` are pictures of
    it, clear outside, without and with its pieces; boards of the same `position` have them in the
    same places.
    """

    key: str
    rect: Rect
    bare: Surface
    laid: Surface
    position: Hashable


@dataclass(frozen=True)
class Copied:
    """A text for the clipboard, and what is said once it is there."""

    text: str
    said: str


class AppServices(Protocol):
    """What the app offers to its scenes."""

    settings: Settings
    theme: Theme
    metrics: Metrics
    bindings: Bindings
    now: float  # seconds on the app's clock, real ones; it stands while the computer sleeps
    network: NetworkSharing  # what of this program is on the network

    def toast(self, text: str, kind: str = "info", icon: str = "") -> None:
        """Show a message for four seconds; `kind` is "info", "good" or "bad"."""

    def post(self, job: Callable[[], None]) -> None:
        """Run `job` on the loop's thread, between two frames; may be called from any thread."""

    def invalidate(self) -> None:
        """Draw the next frame: something changed outside of input."""

    def change_settings(self, **changes: Any) -> None:
        """Store changed settings and put them to work at once (theme, language, size, keys)."""

    def offers(self, what: type[Route | Quit]) -> bool:
        """Return whether this can be opened here: everything, except in a kiosk."""

    def make_room(self) -> None:
        """Move aside for another window of this program."""

    def write_file(
        self,
        name: str | None,
        job: Callable[[], object],
        failed: str = "",
        then: Callable[[], None] | None = None,
    ) -> None:
        """Have `job` write a file off the loop.

        Of queued jobs of one `name` only the newest is done, so it must write all there is; those
        without a name are all done.

        If it raises OSError, a toast says `failed`, with {reason} in words, unless that is "";
        `then` is called on the loop.
        """

    def sound(self, name: str, step: int = 0) -> None:
        """Play a sound by name, if there is one and the sound is on; `step` counts hops from 1."""

    def say(self, text: str, urgent: bool = False, asked: bool = False) -> None:
        """Say a sentence aloud if speech is on, or if a key `asked` for it.

        An `urgent` one interrupts what is being said.
        """

    def copy_text(self, text: str) -> bool:
        """Put text on the clipboard; return False if there is none."""

    def paste_text(self) -> str | None:
        """Return the clipboard's text, "" if it holds none, None without a clipboard."""

    def copy(self, copied: Copied) -> None:
        """Put a text on the clipboard and say so, or that there is no clipboard."""


class Scene:
    """Base of all scenes.  `services` is set before `enter` is called."""

    services: AppServices
    overlay = False  # True: the scene below is drawn first, darkened
    clicks = False  # True: the app plays a click when a control is used (menus)
    music = ""  # "menu": music; "play": only if wanted in play; "": as the scene below has it

    @property
    def tension(self) -> float:
        """How near the end of a game is, 0 to 1: the layers of music follow it."""
        return 0.0

    @property
    def holds_breath(self) -> bool:
        """Whether all music is silent: what decides a game is being shown."""
        return False

    def enter(self) -> None:
        """Begin: called once, when the scene comes on the stack; `resize` follows."""

    def leave(self) -> None:
        """End: called when the scene leaves the stack for good; stop threads, save."""

    def pause(self) -> None:
        """Stop for a while: another scene was pushed on top."""

    def resume(self, result: object = None) -> Change | None:
        """Go on after the scene on top has gone, with its result."""
        return None

    def resize(self) -> None:
        """Lay out for `services.metrics`; also after a change of theme, language or type size."""

    def handle(self, event: InputEvent) -> Change | None:
        """Handle one input event.  None: not used, and the app may use it (F11)."""
        return None

    def take_found(self, found: Found) -> Change | None:
        """Use what was found in a text or a file from outside.  None: it is opened elsewhere."""
        return None

    def focus_lost(self) -> Change | None:
        """Answer that the window has lost the keyboard's focus; the scene is on top."""
        return None

    def woken(self, asleep: float) -> Change | None:
        """Answer that the computer has slept for so many seconds; others may lie over the scene."""
        return None

    def update(self, dt: float) -> Change | None:
        """Move on by `dt` seconds, at most a tenth: what is longer is in `services.now` alone."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the whole scene."""

    @property
    def heading(self) -> str:
        """What the scene is about, said aloud when it comes on top."""
        return ""

    @property
    def scene_name(self) -> str:
        """The kind of scene in one word, for a line of status."""
        return type(self).__name__.removesuffix("Scene").lower()

    @property
    def text_input(self) -> bool:
        """Whether a text field has the focus."""
        return False

    @property
    def composing(self) -> bool:
        """Whether an input method composes in a field: all keys are its own then."""
        return False

    @property
    def caret(self) -> Rect | None:
        """Where text is written in the window."""
        return None

    @property
    def spoken(self) -> str:
        """What has the focus, said aloud when that changes."""
        return ""

    @property
    def animating(self) -> bool:
        """True while something moves: drawn 60 times a second.  At rest nothing is redrawn."""
        return False

    @property
    def redraw_every(self) -> float:
        """At rest: seconds between redraws (a clock that shows seconds: 0.1); 0 is never."""
        return 0.0

    @property
    def waits_for_input(self) -> bool:
        """Whether nothing but input can change the scene: no sensor board, engine or network.

        At rest it is updated 10 times a second then, instead of 30.
        """
        return False

    @property
    def activity(self) -> int:
        """Grows while somebody plays, by whatever hands: whom nobody should send away."""
        return 0

    @property
    def toast_room(self) -> Rect | None:
        """Where toasts lie; None is wherever they cover nothing that is `needed`."""
        return None

    @property
    def needed(self) -> list[Rect]:
        """What nothing may lie over: controls, and boards that are none."""
        return []

    @property
    def boards(self) -> Sequence[ShownBoard]:
        """The boards that are seen now, for the camera to follow."""
        return ()

    def copied(self, whole: bool) -> Copied | None:
        """Return what the keys for copying put on the clipboard; `whole`: a game with its turns."""
        return None

    def edited(self) -> Route | None:
        """Return the route to an editor of the position shown, if there is one."""
        return None

    def closing(self) -> Change | None:
        """Answer the closing of the window: Quit() ends the program at once.

        A scene with something to lose saves it first, or returns Push of a question.
        """
        return Quit()


class SceneStack(list[Scene]):
    """The open scenes from the lowest to the topmost, which gets the input.

    Sets their `services` as they come and tells them when they go.
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
        """The topmost scene and those seen below it, lowest first."""
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
        """Leave scenes from the top until so many are left."""
        while len(self) > depth:
            self.pop().leave()

    def lay_out(self) -> None:
        """Lay out all scenes after a change of window, theme or language."""
        for scene in self:
            scene.resize()


class FormScene(Scene):
    """A scene with a `form`, which is empty until the first layout."""

    form: Form
    title = ""  # of what it is about, to be translated
    closed_by: tuple[str, ...] = ("cancel",)  # commands, where no control takes them

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
        """Return a text field that one can paste into; `more` are options of `TextField`."""
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
