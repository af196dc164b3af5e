"""The app of a kiosk: it shows only the games and their demo, and only the organiser can leave it.

The organiser's options are in `game.kiosk`; this app carries them out between frames.
"""

from __future__ import annotations

import datetime
import signal
from collections.abc import Callable, Iterable

import pygame

from game.kiosk.exit_sequence import ExitSequence
from game.kiosk.options import Kiosk, next_time
from game.kiosk.watchdog import STOPPING, Watchdog
from game.platform.i18n import _
from game.platform.settings import Settings
from game.platform.wall_clock import is_plausible_day
from game.screen.app import routes
from game.screen.app.app import App, Event
from game.screen.app.scene import Change, Pop, Push, Quit, Replace, Scene
from game.screen.ui.bindings import is_modifier, key_name
from game.screen.ui.input import Dropped, InputEvent, Pointer, Press
from game.screen.ui.keyboard import stroke_of
from game.table.record_files import save_unfinished

RESTART_EXIT_CODE = 75  # exit code (EX_TEMPFAIL) that requests a restart
OFFERED_ROUTES = (
    routes.Title,
    routes.Attract,
    routes.GameChoice,
    routes.NewMatch,
    routes.Terms,
    routes.PickOpponent,
    routes.Guided,
    routes.PlayMatch,
    routes.MatchResult,
    routes.ChooseOnBoard,
    routes.Rules,
    routes.Contents,
)
IDLE_WARNING_S = 15.0  # seconds from the warning to the return to the title
DARK_AFTER_IDLE_S = 60.0  # seconds without input after which the screen may go dark
# Seconds before a restart is allowed, so that setting the clock after the start does not cause one.
MIN_UPTIME_S = 3600.0
DAY_S = 24 * 3600.0
ONE_DAY = datetime.timedelta(days=1)
MIN_MOUSE_MOTION_PX = 3  # pixels; smaller motion may be the jitter of a mouse at rest


class UnattendedApp(App):
    """An app that runs as a service: SIGTERM ends it cleanly; `health` reports that it is alive."""

    health: Watchdog

    def watchdog(self, path: str = "") -> Watchdog:
        """Return a watchdog that writes its reports into a file; "" means no file."""
        return Watchdog(path, lambda job: self.write_file("health", job))

    def run(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._on_signal)
        try:
            super().run()
        finally:
            self.health.notify(STOPPING)

    def _on_signal(self, _signal: int, _frame: object) -> None:
        self.running = False


class KioskApp(UnattendedApp):
    """The app of a kiosk. `wall` returns the local time; settings are not saved.

    While the clock is clearly wrong, the hour is unknown. Then the screen never goes dark by hour,
    the volume is the lowest of its steps, and the program restarts after running for a day.
    """

    def __init__(
        self,
        kiosk: Kiosk,
        scenes: Callable[[routes.Route], Scene],
        settings: Settings,
        *,
        size: tuple[int, int] | None = None,
        wall: Callable[[], datetime.datetime] = datetime.datetime.now,
    ) -> None:
        if kiosk.board:
            settings = settings.with_(board_link=kiosk.board)
        self.kiosk, self.wall = kiosk, wall
        self.own = settings.with_(
            light=settings.light or kiosk.light, attract_delay=settings.attract_delay or 30
        )
        self.lock = ExitSequence(kiosk.leave)
        self.idle = 0.0
        self.dark = self._warned = False
        self._seen = 0  # sum of the scenes' activity at the last check
        self._restart = None if kiosk.restart is None else next_time(kiosk.restart, wall())
        super().__init__(routes.Title(), scenes=scenes, settings=self.own, size=size)
        self.health = self.watchdog(kiosk.health)
        self._tune()

    def offers(self, what: type[routes.Route | Quit]) -> bool:
        return what in OFFERED_ROUTES

    def _apply(self, change: Change | None, origin: Scene) -> None:
        """Ignore changes that end the program or open a scene that a kiosk does not offer."""
        if isinstance(change, Quit) or (isinstance(change, Pop) and len(self.stack) < 2):
            return
        wanted = change.scene if isinstance(change, Push | Replace) else None
        if isinstance(wanted, routes.Route) and not self.offers(type(wanted)):
            self.toast(_("Not available here."))
            return
        super()._apply(change, origin)

    def _close_asked(self) -> None:
        """Ignore the window's close button and Alt+F4."""

    def _own_keys(self, press: Press) -> None:
        """Ignore the app's own keys: full screen, clipboard, sound."""

    def frame(self, dt: float, events: Iterable[Event] = ()) -> bool:
        happened = [event for event in events if not _is_file(event)]
        touched = any(_is_human(event) for event in happened)
        self._listen(happened)
        self._count(dt, touched)
        if self.dark and touched:
            self._wake()
            happened = [event for event in happened if not _is_human(event)]
        self._check_hours()
        if self.dark:
            self.now += dt
            self._drain()
            self.audio.update(dt, ())
        else:
            super().frame(dt, happened)
        self.health.beat(self.now, self.status)
        return self.running

    def _listen(self, events: Iterable[Event]) -> None:
        """Watch for the organiser's keys, in every scene."""
        for event in events:
            if isinstance(event, InputEvent) or event.type != pygame.KEYDOWN:
                continue
            if is_modifier(event.key):
                continue
            stroke = stroke_of(event)
            names = (stroke.sign.lower(), key_name(stroke.key), key_name(event.key))
            pressed = next((name for name in names if name in self.kiosk.leave), names[-1])
            if self.lock.press(pressed, self.now):
                self.running = False

    @property
    def at_title(self) -> bool:
        return len(self.stack) == 1

    @property
    def status(self) -> str:
        """One line of state for a watchdog."""
        shown = "dark" if self.dark else self.scene.scene_name
        return f"{shown}, idle {self.idle:.0f} s, {self.drawn_frames} frames"

    def _count(self, dt: float, touched: bool) -> None:
        """Count idle time; a move on a sensor board or by an engine also resets it."""
        seen = sum(scene.activity for scene in self.stack)
        self.idle = 0.0 if touched or seen != self._seen else self.idle + dt
        self._seen = seen
        if not self.idle:
            self._warned = False
        limit = self.kiosk.idle
        if self.at_title or not limit:
            return
        if self.idle >= limit:
            self._back_to_title()
        elif self.idle >= limit - IDLE_WARNING_S and not self._warned:
            self._warned = True
            self.toast(_("Still there? The title comes back soon; any touch keeps the game."))

    def _back_to_title(self) -> None:
        """Return to the title and keep the unfinished game."""
        self.stack.drop_to(0)
        save_unfinished()
        self.show(routes.Title())
        self._tune()

    def _check_hours(self) -> None:
        now = self.wall()
        alone = self.at_title and self.idle >= DARK_AFTER_IDLE_S
        blank = self.kiosk.blank and self.idle >= 60 * self.kiosk.blank
        by_hour = is_plausible_day(now.date()) and self.kiosk.dark.hold(now)
        if alone and not self.dark and (blank or by_hour):
            self._darken()
        if alone and self._restart_due(now):
            self._start_anew(now)
        if self.settings.volume != self._volume(self.own.volume) and not self.dark:
            self._tune()

    def _restart_due(self, now: datetime.datetime) -> bool:
        if self._restart is None:
            return False
        if not is_plausible_day(now.date()):
            return self.now >= DAY_S
        if self._restart - now > ONE_DAY:  # the clock was set back
            self._restart = next_time(self.kiosk.restart or 0, now)
        return now >= self._restart

    def _start_anew(self, now: datetime.datetime) -> None:
        """Restart the program, or wait a day if the program has only just started."""
        if self.now >= MIN_UPTIME_S:
            self.exit_code, self.running = RESTART_EXIT_CODE, False
        else:
            self._restart = next_time(self.kiosk.restart or 0, now)

    def _volume(self, value: float) -> float:
        now, steps = self.wall(), self.kiosk.volume
        percent = steps.at(now, 100) if is_plausible_day(now.date()) else steps.lowest(100)
        return round(value * percent / 100, 3)

    def _tune(self) -> None:
        """Set the volumes for this hour."""
        own = self.own
        louder = {
            name: self._volume(getattr(own, name))
            for name in ("volume", "signs_volume", "music_volume")
        }
        changed = own.with_(**louder)
        names = Settings.__dataclass_fields__
        self.change_settings(**{name: getattr(changed, name) for name in names})

    def _darken(self) -> None:
        """Go black and silent, and let the system switch the screen off."""
        self.dark = True
        self.change_settings(mute=True)
        self.window.surface.fill("black")
        self.window.flip()
        self.show_whole()
        pygame.display.set_allow_screensaver(True)

    def _wake(self) -> None:
        self.dark = False
        pygame.display.set_allow_screensaver(False)
        self._tune()
        self.invalidate()


def _is_file(event: Event) -> bool:
    """Return whether an event is a dropped file, which a kiosk does not open."""
    return isinstance(event, Dropped) or getattr(event, "type", 0) == pygame.DROPFILE


def _is_human(event: Event) -> bool:
    """Return True for input by a person, not for a jittering mouse or a drifting stick."""
    if isinstance(event, InputEvent):
        return not isinstance(event, Pointer) or event.kind != "leave"
    if event.type == pygame.MOUSEMOTION:
        return bool(max(map(abs, event.rel)) >= MIN_MOUSE_MOTION_PX)
    return event.type in INPUT_EVENTS


INPUT_EVENTS = (
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEWHEEL,
    pygame.FINGERDOWN,
    pygame.FINGERMOTION,
    pygame.CONTROLLERBUTTONDOWN,
    pygame.JOYBUTTONDOWN,
    pygame.JOYHATMOTION,
)
