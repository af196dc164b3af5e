"""The app of a sensor board without a screen: it runs the same scenes, but draws nothing.

Texts that a window would show go to standard output, one per line, and to the voice if there is
one. People answer by moving pieces on the board, or by phone.
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

SIZE = (800, 600)  # pixels: the smallest allowed size of the picture, which nobody sees
# Seconds after a game until a board without a button asks for the next game.
RESULT_S = 15.0


class LineTeller:
    """Prints each piece of news when it first appears; it prints no line twice in a row."""

    def __init__(self, out: Callable[[str], object]) -> None:
        self._out = out
        self._line = ""  # last line printed
        # The keys of the last call. References keep these objects alive: otherwise a new object
        # might get the address of an old one and count as the same.
        self._told: set[object] = set()

    def say(self, line: str) -> None:
        """Print a line, unless it is empty or repeats the last one."""
        if line and line != self._line:
            self._line = line
            self._out(line)

    def tell(self, news: Mapping[object, Callable[[], str]]) -> None:
        """Print news that the last call did not have; only the texts of such news are made."""
        for key, words in news.items():
            if key not in self._told:
                self.say(words())
        self._told = set(news)


class HeadlessApp(UnattendedApp):
    """The app of the sensor board at `target`; `first` is the first scene's route.

    `power_off` is the command that runs when people choose to quit; "" means none.
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
        self._lease = BoardLease(target, None, ())  # one connection for all games
        self._ended_at = 0.0  # last time at which a game was in play
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
        """Print changes of the board's connection, the scene's heading and the phones' link."""
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
        """After a game, ask for the next game if the board has no button to start one."""
        if self._lease.view.button or not isinstance(self.scene, ResultScene):
            self._ended_at = self.now
        elif self.now - self._ended_at >= RESULT_S:
            self.show(routes.ChooseOnBoard(self._target))

    def _apply(self, change: Change | None, origin: Scene) -> None:
        """Apply a change; when the last scene closes, ask for the next game instead of quitting."""
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
    """Return a scene's heading; for a match, add what has to be set up besides the pieces."""
    if not isinstance(scene, PlayScene):
        return scene.heading
    layout = commentary_of(scene.game).layout()
    return f"{scene.heading}. {layout}" if layout else scene.heading
