"""The app of a sensor board without a screen: the same scenes, and nothing is drawn.

What a window would show in words goes to standard output, a line each, and aloud where a voice is
switched on.  Hands on the board and phones answer.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Mapping

from game.platform.i18n import _
from game.platform.sanitize import say
from game.platform.settings import Settings
from game.screen.app import routes
from game.screen.app.scene import Change, Pop, Quit, Scene
from game.screen.kiosk.app import UnattendedApp
from game.screen.menus.phones import PhonesScene
from game.screen.play.board_controller import BoardLease
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.plugin.commentary import commentary_of

SIZE = (800, 600)  # pixels of the picture that nobody sees: the smallest there is
RESULT_S = 15.0  # seconds until a board without a button is asked for the next game


class LineTeller:
    """Tells news once, each as long as it is news, and no line twice in a row."""

    def __init__(self, out: Callable[[str], object]) -> None:
        self._out = out
        self._line = ""  # that was told last
        # The keys of last time.  The objects themselves are held: a new one might else get the
        # address of one that has ended, and be taken for it.
        self._told: set[object] = set()

    def say(self, line: str) -> None:
        """Tell a line, unless it is empty or was told last."""
        if line and line != self._line:
            self._line = line
            self._out(line)

    def tell(self, news: Mapping[object, Callable[[], str]]) -> None:
        """Tell what was no news last time; words are made only then, as that may take long."""
        for key, words in news.items():
            if key not in self._told:
                self.say(words())
        self._told = set(news)


class HeadlessApp(UnattendedApp):
    """The app of the board behind `target`; `first` is where it begins.

    `power_off` is the command that is run once people have chosen to quit; "" is none.
    """

    frame_rate = 20

    def __init__(
        self,
        first: routes.Route,
        target: str,
        scenes: Callable[[routes.Route], Scene],
        settings: Settings,
        power_off: str = "",
        tell: Callable[[str], object] = say,
    ) -> None:
        self._target, self._power_off = target, power_off
        self._teller = LineTeller(tell)
        self._lease = BoardLease(target, None, ())  # one line from game to game
        self._ended_at = 0.0  # when a game was last in play
        quick = settings.with_(animation_speed=0.0, fullscreen=False, coordinates=True)
        super().__init__(first, scenes=scenes, settings=quick, size=SIZE)
        self.health = self.watchdog()

    def close(self) -> None:
        super().close()
        self._lease.close()

    def say(self, text: str, urgent: bool = False, asked: bool = False) -> None:
        self._teller.say(text)
        super().say(text, urgent, asked)

    def _update(self, dt: float) -> None:
        super()._update(dt)
        if self.running:
            self._report()
            self._ask_without_button()
            self.health.beat(self.now, self.scene.scene_name)

    def _report(self) -> None:
        """Tell what has changed: the line to the board, what is asked, the way for phones."""
        view, scene = self._lease.view, self.scene
        link = scene.link if isinstance(scene, PhonesScene) else ""
        self._teller.tell(
            {
                view.connection: lambda: view.words,
                scene: lambda: _heading(scene),
                link: lambda: link,
            }
        )

    def _ask_without_button(self) -> None:
        """After a game ask for the next one, where there is no button to begin it."""
        if self._lease.view.button or not isinstance(self.scene, ResultScene):
            self._ended_at = self.now
        elif self.now - self._ended_at >= RESULT_S:
            self.show(routes.ChooseOnBoard(self._target))

    def _apply(self, change: Change | None, origin: Scene) -> None:
        """Where a window would end with its last scene, ask for the next game."""
        if isinstance(change, Pop) and len(self.stack) < 2:
            return self.show(routes.ChooseOnBoard(self._target))
        super()._apply(change, origin)
        if isinstance(change, Quit) and self._power_off:
            self._teller.say(_("Switching off"))
            command = shlex.split(self._power_off)
            self.exit_code = subprocess.run(command, check=False).returncode

    def draw_if_needed(self, dt: float) -> None:
        """Draw nothing."""


def _heading(scene: Scene) -> str:
    """Return what a scene is about; of a match also what is to be set up beside the pieces."""
    if not isinstance(scene, PlayScene):
        return scene.heading
    layout = commentary_of(scene.game).layout()
    return f"{scene.heading}. {layout}" if layout else scene.heading
