"""The title: name, "press any key", menu; after a while without input a demo game runs."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.i18n import _
from game.rules import GAMES
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Pop, Push, Quit, Scene
from game.screen.attract.show import DemoBoard
from game.screen.attract.strip import draw_strip
from game.screen.boards import BoardView
from game.screen.games.registry import board_view
from game.screen.menus.highlights import Highlight, best_of, draw_highlights
from game.screen.menus.logo import HEIGHT, WIDTH, Logo
from game.screen.menus.showcase import draw_shown, shown_game
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.motion import Tween, sine
from game.screen.ui.tokens import MS, WINDOW
from game.screen.ui.widget import Form

BOARD = 617  # design px
SHAKE = 14  # px the mouse must move to count as input


class TitleScene(Scene):
    """`mode` is "press", "menu" or "demo"."""

    def __init__(self, mode: str = "press", first_demo: int = 0) -> None:
        self.mode = mode
        self.first_demo = first_demo
        self.logo = Logo()
        self.form = Form()
        self.view: BoardView | None = None
        self.demo: DemoBoard | None = None
        self.idle = 0.0
        self.age = 0.0
        self.strip = Tween(0, 0, 0)
        self.mouse: tuple[int, int] | None = None
        self.resumable = False
        self.best: list[Highlight] = []

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._look_up()
        if self.mode == "demo":
            self._start_demo()

    def resume(self, result: object = None) -> Change | None:
        self.idle = 0.0
        self._look_up()
        self.resize()
        return None

    def leave(self) -> None:
        self._close_demo()
        if self.view:
            self.view.close()

    def _look_up(self) -> None:
        """Whether a game waits to be resumed, and the best scores."""
        from game.table.library import running_path

        self.resumable = running_path().exists()
        self.best = best_of()

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics = self.desk.metrics
        s = metrics.scale
        x0 = (metrics.width - WINDOW[0] * s) / 2
        y0 = (metrics.height - WINDOW[1] * s) / 2

        def area(x: float, y: float, w: float, h: float) -> pygame.Rect:
            return pygame.Rect(round(x0 + x * s), round(y0 + y * s), round(w * s), round(h * s))

        self.area = area
        self.logo.resize(self.desk, area(703, 34, WIDTH, HEIGHT))
        self.tagline = area(680, 398, 583, 52)
        self.any_key = area(788, 464, 360, 70)
        self.stats = area(703, 568, 537, 84)
        self.board_at = area(31, 92, BOARD, BOARD)
        if self.view:
            self.view.close()
        self.view = board_view(shown_game(GAMES[0].key), self.desk.theme, self.board_at.width)
        self._lay_menu()
        if self.demo:
            self.demo.place(self._board_rect().topleft, self.board_at.width)

    def _lay_menu(self) -> None:
        self.form = Form(keep=self.form)
        entries = self._entries()
        tall = max(self.desk.metrics.px(56), self.desk.metrics.type_px("button") + 16)
        gap = self.desk.metrics.px(12)
        whole = self.area(703, 462, 537, 0)
        half = (whole.width - gap) // 2
        y = whole.top
        for row in entries:
            for column, (name, label, icon, act) in enumerate(row):
                kind = "main" if name == "play" else "plain"
                button = Button(label, act, icon=icon, kind=kind, name=name, align="left")
                wide = half if len(row) == 2 else whole.width
                x = whole.left + column * (half + gap)
                self.form.add(button.at((x, y, wide, tall)))
                if len(row) == 1:
                    button.align = "center"
            y += tall + gap
        self.form.start("resume" if self.resumable else "play")

    def _entries(self) -> list[list[tuple[str, str, str, Callable[[], Change | None]]]]:
        play = ("play", _("Play"), "play", self._play)
        resume = ("resume", _("Resume"), "again", self._resume_game)
        return [
            [play, resume] if self.resumable else [play],
            [
                ("rules", _("Rules"), "book", self._rules),
                ("games", _("Review games"), "film", self._games),
            ],
            [
                ("scores", _("High scores"), "cup", self._scores),
                ("board", _("Sensor board"), "board", self._board),
            ],
            [
                ("settings", _("Settings"), "gear", self._settings),
                ("quit", _("Quit"), "exit", Quit),
            ],
        ]

    # -- menu ------------------------------------------------------------------------------------

    def _play(self) -> Change:
        return Push(routes.Choice())

    def _resume_game(self) -> Change | None:
        from game.table.library import recover

        match, message = recover()
        if message:
            self.desk.toast(message, "bad")
        if match is None:
            self._look_up()
            self.resize()
            return None
        return Push(routes.Play(match.spec, match=match))

    def _rules(self) -> Change:
        return Push(routes.Rules())

    def _games(self) -> Change:
        return Push(routes.Games())

    def _scores(self) -> Change:
        return Push(routes.Scores())

    def _board(self) -> Change:
        return Push(routes.BoardCheck())

    def _settings(self) -> Change:
        return Push(routes.Settings())

    # -- demo ------------------------------------------------------------------------------------

    def _start_demo(self) -> None:
        self.mode = "demo"
        self.demo = DemoBoard(self.desk, seed=3, first=self.first_demo)
        seconds = MS["attract_caption"] / 1000 if self.desk.settings.animation_speed else 0.0
        self.strip = Tween(0, 1, seconds)
        if hasattr(self, "board_at"):
            self.demo.place(self._board_rect().topleft, self.board_at.width)

    def _close_demo(self) -> None:
        if self.demo:
            self.demo.close()
        self.demo = None

    def _stop_demo(self) -> Change:
        self._close_demo()
        self.mode = "press"
        return STAY

    def _board_rect(self) -> pygame.Rect:
        """Where the board lies: higher while the captions take the lower edge."""
        if self.mode != "demo":
            return self.board_at
        return self.board_at.move(0, -round(64 * self.desk.metrics.scale))

    # -- scene -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Pointer) and event.kind in ("move", "leave"):
            if not self._shaken(event):
                return self.form.handle(event) if self.mode == "menu" else None
            self.idle = 0.0
            if self.mode == "demo":
                return self._stop_demo()
            return self.form.handle(event) if self.mode == "menu" else None
        self.idle = 0.0
        if isinstance(event, Press) and event.means("fullscreen", "mute"):
            return None
        if self.mode == "demo":
            return self._stop_demo() if _is_input(event) else None
        if self.mode == "menu":
            return self._in_menu(event)
        if isinstance(event, Press) and event.means("cancel"):
            return Quit()
        if _is_input(event):
            self.mode = "menu"
            self.desk.sound("button")
            return STAY
        return None

    def _shaken(self, event: Pointer) -> bool:
        before, self.mouse = self.mouse, event.pos
        if before is None or event.kind == "leave":
            return False
        if abs(before[0] - event.pos[0]) + abs(before[1] - event.pos[1]) < SHAKE:
            self.mouse = before
            return False
        return True

    def _in_menu(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press):
            if event.means("cancel"):
                self.mode = "press"
                return STAY
            if event.means("rules"):
                return self._rules()
            if event.means("scores"):
                return self._scores()
        return change

    def update(self, dt: float) -> Change | None:
        self.age += dt
        self.logo.update(dt)
        if self.demo:
            self.demo.update(dt)
            self.strip.update(dt)
        elif self.desk.settings.attract_delay:
            self.idle += dt
            if self.idle >= self.desk.settings.attract_delay:
                self.idle = 0.0
                self._start_demo()
                self.desk.invalidate()
        if self.view is not None and self.view.busy:
            self.desk.invalidate()
        return None

    @property
    def animating(self) -> bool:
        if self.mode == "demo" and (
            not self.strip.done or (self.demo is not None and self.demo.animating)
        ):
            return True
        return self.logo.turning or (self.mode != "menu" and self._pulses)

    @property
    def _pulses(self) -> bool:
        return self.desk.settings.animation_speed > 0 and not self.desk.settings.reduced_motion

    @property
    def redraw_every(self) -> float:
        return 0.25 if self.mode == "demo" else 0.5

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        self._draw_board(canvas)
        self.logo.draw(canvas)
        words = _("Four board games of more and less")
        canvas.text(words, "name", self.tagline, align="center")
        if self.mode == "menu":
            self.form.draw(canvas)
        else:
            self._draw_press(canvas)
        if self.demo:
            draw_strip(canvas, self.demo, self.strip.value)

    def _draw_board(self, canvas: Canvas) -> None:
        if self.demo is not None:
            self.demo.draw(canvas)
            return
        view = self.view
        assert view is not None
        view.topleft = self._board_rect().topleft
        draw_shown(canvas.surface, view, GAMES[0].key)

    def _draw_press(self, canvas: Canvas) -> None:
        rect = self.any_key
        radius = rect.height // 2
        pulse = sine(self.age / (MS["any_key_pulse"] / 1000) % 1) if self._pulses else 0.6
        canvas.glow(rect, radius, 0.35 + 0.4 * pulse, 26)
        border = canvas.ui.line if canvas.theme.flat else None
        canvas.rounded(rect, radius, canvas.ui.accent, border, canvas.hairline if border else 0)
        canvas.focus_ring(rect, radius)
        inside = rect.inflate(-canvas.px(36), -canvas.px(12))
        canvas.text(_("Press any key"), "name", inside, canvas.ui.on_accent, "center")
        draw_highlights(canvas, self.stats, self.best)


class AttractScene(TitleScene):
    """The demo opened on purpose, beginning with `game`; any input leaves it."""

    def __init__(self, game: str = GAMES[0].key) -> None:
        super().__init__("demo", [own.key for own in GAMES].index(game))

    def _stop_demo(self) -> Change:
        self._close_demo()
        return Pop()


def _is_input(event: InputEvent) -> bool:
    """A key, a button, a click, a tap; not the release of what began elsewhere."""
    if isinstance(event, Press):
        return not event.repeat
    return isinstance(event, Pointer) and event.kind == "down"
