"""Board check: live sensor values, noise, calibration by dialogue, lights and labels one by one.

The session and its thread are in `hardware`; this scene asks for readings and shows them.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game import storage
from game.i18n import _, ngettext
from game.rules import GAMES, parse_setup, usual_setup
from game.rules.base import Game
from game.rules.topology import Point
from game.screen.app.dialog import Answer, Dialog
from game.screen.app.scene import STAY, Change, Pop, Push, Scene
from game.screen.boards import BoardView
from game.screen.games.registry import board_view
from game.screen.play.layout import lay_out
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form
from hardware.host.board_messages import name_of
from hardware.host.checkup import NOISE_LIMIT, PRESS, RELEASE, Checkup, Concern
from hardware.host.layouts import LayoutError, setup_on
from hardware.host.session import BoardReport, BoardSession
from hardware.tracking.sensor_image import SensorModel
from hardware.wire.palette import Light
from hardware.wire.protocol import (
    Calibrate,
    Calibration,
    CalibrationResult,
    CalibrationStep,
    SelfTest,
    Sensing,
    Welcome,
)

Action = Callable[[], Change | None]

ASK_EVERY = 0.05  # seconds between two requests for readings
GO_ON = "go-on"
FULL = 256  # ADC counts that draw a whole ring

POINT = (34, 22, 14), (196, 178, 150)  # a point with nothing on it, and the number on it
PAPER_POINT = (255, 255, 255), (20, 20, 20)


class BoardCheckScene(Scene):
    """Looks at the board of `target`, or at the one used last."""

    def __init__(self, target: str = "", session: BoardSession | None = None) -> None:
        self.target = target
        self.session = session
        self.form = Form()
        self.view: BoardView | None = None
        self.game: Game = parse_setup(usual_setup(GAMES[0].key))
        self.sensors = SensorModel(self.game)
        self.checkup = Checkup(len(self.game.topology))
        self.welcome: Welcome | None = None
        self.testing: int | None = None  # the point whose light is asked about
        self.dark: list[int] = []  # lights that did not shine
        self.step: int | None = None  # of the calibration
        self.age = self.asked = 0.0
        self._drawn: object = None
        self._dim: pygame.Surface | None = None
        self._dim_ready = False

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        target = self.target or self.desk.settings.board_link or "auto"
        if self.session is None:
            self.session = BoardSession.open(target, window=False)
        self.target = target

    def leave(self) -> None:
        assert self.session is not None
        self.session.close()
        if self.view:
            self.view.close()

    def resize(self) -> None:
        self.places = lay_out(self.desk.metrics, 0)
        if self.view:
            self.view.close()
        self.view = board_view(self.game, self.desk.theme, self.places.board.width)
        self.view.topleft = self.places.board.topleft
        self._dim, self._dim_ready = None, False
        self._lay_controls()

    def _lay_controls(self) -> None:
        px, column, metrics = self.desk.metrics.px, self.places.column, self.desk.metrics
        form = self.form = Form(keep=self.form)
        gap, tall = px(12), max(px(56), 44)
        y = metrics.height - px(24) - tall
        third = (column.width - 2 * gap) // 3

        def button(
            name: str, label: str, icon: str, left: int, width: int, act: Action,
            kind: str = "plain",
        ) -> None:  # fmt: skip
            made = Button(label, act, icon=icon, name=name, kind=kind)
            form.add(made.at((left, y, width, tall)))

        connected = self.welcome is not None
        button(
            "calibrate",
            _("Calibrate"),
            "gear",
            column.left,
            2 * third + gap,
            self._calibrate,
            "main" if connected else "plain",
        )
        button("close", _("Close"), "cross", column.left + 2 * (third + gap), third, self._leave)
        y -= tall + gap
        half = (column.width - gap) // 2
        if self.testing is None:
            button("lights", _("Lights test"), "sun", column.left, half, self._start_lights)
            button("save", _("Save report"), "list", column.left + half + gap, half, self._save)
        else:
            button("yes", _("Yes"), "check", column.left, half, lambda: self._answer(True))
            button(
                "no", _("No"), "cross", column.left + half + gap, half, lambda: self._answer(False)
            )
        self.bottom = y - gap
        for name in ("calibrate", "lights", "save"):
            for widget in form.widgets:
                if widget.name == name:
                    widget.enabled = connected
        form.start("yes" if self.testing is not None else "calibrate" if connected else "close")

    # -- controls --------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press) and event.means("cancel"):
            return self._leave()
        if isinstance(event, Press) and self.testing is not None and event.name in ("y", "n"):
            return self._answer(event.name == "y")
        if isinstance(event, Pointer) and event.kind == "down" and self.view is not None:
            point = self.view.point_at(*event.pos)
            if point is not None and self.places.board.collidepoint(event.pos):
                self.checkup.choose(self.game.topology.index[point])
                return STAY
        return self.form.handle(event)

    def _leave(self) -> Change:
        if self.testing is not None:
            return self._end_lights()
        return Pop()

    def _start_lights(self) -> Change:
        self.dark = []
        self._light(0)
        return STAY

    def _light(self, point: int) -> None:
        assert self.session is not None
        self.testing = point
        self.session.mark({point: int(Light.WHITE)})
        self._lay_controls()

    def _answer(self, shines: bool) -> Change:
        assert self.testing is not None
        if not shines:
            self.dark.append(self.testing)
        if self.testing + 1 >= self.checkup.points:
            return self._end_lights()
        self._light(self.testing + 1)
        return STAY

    def _end_lights(self) -> Change:
        assert self.session is not None
        self.testing = None
        self.session.mark(None)
        self._lay_controls()
        if self.dark:
            names = ", ".join(self._label(point) for point in self.dark)
            self.desk.toast(_("These lights stay dark: {points}").format(points=names), "bad")
        return STAY

    def _save(self) -> Change:
        path = storage.data_folder() / "board-report.json"
        report = {
            "board": self._look().name,
            "layout": self.welcome.layout if self.welcome else "",
            "firmware": self.welcome.version if self.welcome else "",
            "dark_lights": [self._label(point) for point in self.dark],
            "points": self.checkup.report(self.game.topology.points),
        }

        def write() -> None:
            storage.write_json(path, report)
            saved = _("Saved to {file}").format(file=path)
            self.desk.post(lambda: self.desk.toast(saved, "good"))

        self.desk.write_file("board report", write, self._not_saved)
        return STAY

    def _not_saved(self, reason: str) -> None:
        words = _("The report could not be saved: {reason}")
        self.desk.toast(words.format(reason=reason), "bad")

    # -- calibration -----------------------------------------------------------------------------

    def _calibrate(self) -> Change:
        return Push(self._question(CalibrationStep.EMPTY))

    def _question(self, step: CalibrationStep) -> Dialog:
        self.step = int(step)
        label = self._label(self.checkup.chosen)
        words = {
            CalibrationStep.EMPTY: _(
                "Take everything off the board. The board learns what empty is."
            ),
            CalibrationStep.FACE_ONE: _("Lay one counter on {point}: {face} up.").format(
                point=label, face=self._face_name(1)
            ),
            CalibrationStep.FACE_TWO: _("Turn that counter on {point} over.").format(point=label),
        }[step]
        number = {
            CalibrationStep.EMPTY: 1,
            CalibrationStep.FACE_ONE: 2,
            CalibrationStep.FACE_TWO: 3,
        }[step]
        title = _("Calibration, step {number} of 3").format(number=number)
        answers = [
            Answer(_("Done"), GO_ON, kind="main", icon="check"),
            Answer(_("Stop here"), None, icon="cross"),
        ]
        return Dialog(title, answers, words)

    def resume(self, result: object = None) -> Change | None:
        assert self.session is not None
        if result == GO_ON and self.step is not None:
            self.session.send(Calibrate(step=self.step, point=self.checkup.chosen))
        else:
            self.step = None
        return None

    def _calibrated(self, answer: Calibration) -> Change | None:
        """A step has ended: on to the next, or say why not."""
        self.step = None
        if answer.result in (CalibrationResult.WEAK, CalibrationResult.SAME_SIDE):
            self.desk.toast(_("No clear signal there. Try another counter or point."), "bad")
            return None
        if answer.result == CalibrationResult.NOISY:
            names = ", ".join(self._label(point) for point in answer.bad_points[:8])
            self.desk.toast(_("Look at these points: {points}").format(points=names), "bad")
        sides = self.welcome is not None and self.welcome.sensing == Sensing.SIDE
        following = {
            int(CalibrationStep.EMPTY): CalibrationStep.FACE_ONE,
            int(CalibrationStep.FACE_ONE): CalibrationStep.FACE_TWO,
        }
        if sides and answer.step in following:
            return Push(self._question(following[answer.step]))
        self.desk.toast(
            _("Calibrated: thresholds {press} and {release}.").format(
                press=answer.press, release=answer.release
            ),
            "good",
        )
        return None

    # -- time ------------------------------------------------------------------------------------

    def _look(self) -> BoardReport:
        assert self.session is not None
        return self.session.view()

    def update(self, dt: float) -> Change | None:
        assert self.session is not None
        self.age += dt
        self.form.update(dt)
        change: Change | None = None
        welcome = self.session.follower.welcome
        if welcome is not None and welcome != self.welcome:
            self._meet(welcome)
        for answer in self.session.answers():
            self.checkup.take(answer)
            if isinstance(answer, Calibration):
                change = self._calibrated(answer) or change
        if self._look().connection == "connected" and self.age - self.asked >= ASK_EVERY:
            self.asked = self.age
            self.session.send(self.checkup.request())
        seen = (tuple(self.checkup.values), tuple(self._states), self._look(), len(self.dark))
        if seen != self._drawn:
            self._drawn = seen
            self.desk.invalidate()
        return change

    @property
    def _states(self) -> tuple[int, ...]:
        assert self.session is not None
        return self.session.follower.states

    def _meet(self, welcome: Welcome) -> None:
        """A board has said what it is: show that board."""
        assert self.session is not None
        self.welcome = welcome
        try:
            self.game = parse_setup(setup_on(welcome.layout))
        except LayoutError as error:
            self.desk.toast(str(error), "bad")
        self.sensors = SensorModel(self.game)
        self.checkup = Checkup(min(welcome.points, len(self.game.topology)))
        self.session.send(SelfTest())
        self.resize()

    @property
    def redraw_every(self) -> float:
        return 0.2 if self.view is not None and self.view.busy else 0.0

    # -- words -----------------------------------------------------------------------------------

    def _label(self, point: int) -> Point:
        points = self.game.topology.points
        return points[point] if point < len(points) else str(point)

    def _face_name(self, face: int) -> str:
        piece = self.sensors.piece(face, self.game.start())
        names = {"black": _("black"), "white": _("white"), "green": _("green")}
        return names.get(piece.colour, "") if piece else ""

    def _concern(self, concern: Concern) -> str:
        words = {
            "flickers": _("{point} flickers"),
            "weak": _("{point}: weak magnet"),
            "stuck": _("{point}: sensor out of order"),
        }[concern.kind]
        return words.format(point=self._label(concern.point))

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        assert self.view is not None
        canvas.background()
        self._draw_board(canvas, self.view)
        concerns = self.checkup.warnings(self._states)
        self._draw_points(canvas, self.view, {concern.point for concern in concerns})
        self._draw_column(canvas, concerns)
        self.form.draw(canvas)

    def _draw_board(self, canvas: Canvas, view: BoardView) -> None:
        """The board in the dark, so that the readings stand out; kept once it is sharp.

        On paper it stays light.
        """
        if canvas.theme.flat:
            canvas.surface.blit(view.surface, view.topleft)
            return
        if self._dim is None or not self._dim_ready:
            self._dim = view.surface.copy()
            self._dim_ready = view.ready
            self._dim.fill((105, 100, 95, 255), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.surface.blit(self._dim, view.topleft)

    def _draw_points(self, canvas: Canvas, view: BoardView, marked: set[int]) -> None:
        """Each sensor's deviation as a number, its strength as a ring, its face by its colour."""
        radius = max(12, round(view.piece_size * 0.5))
        for number in range(self.checkup.points):
            x, y = view.position(self.game.topology.points[number])
            place = (round(x), round(y))
            state = self._states[number] if number < len(self._states) else 0
            if number == self.testing:
                light = canvas.ui.accent if canvas.theme.flat else (255, 255, 255)
                pygame.draw.circle(canvas.surface, light, place, round(radius * 1.5))
            fill, ink = self._colours(canvas, state)
            pygame.draw.circle(canvas.surface, fill, place, radius)
            if canvas.theme.flat:
                pygame.draw.circle(canvas.surface, canvas.ui.line, place, radius, 2)
            self._draw_ring(canvas, place, radius, self.checkup.values[number], ink)
            if number in marked or number == self.checkup.chosen:
                colour = canvas.ui.bad if number in marked else canvas.ui.accent
                pygame.draw.circle(canvas.surface, colour, place, radius + 5, 3)
            if self.checkup.seen[number]:
                # Three digits of the smallest type, though the disc may be smaller.
                box = pygame.Rect(0, 0, max(2 * radius, 27), max(radius, 16))
                box.center = place
                canvas.text(str(abs(self.checkup.values[number])), "small", box, ink, "center")

    def _colours(
        self, canvas: Canvas, state: int
    ) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        piece = self.sensors.piece(state, self.game.start()) if state in (1, 2) else None
        shade = {
            "black": ((10, 10, 10), (255, 247, 230)),
            "white": ((240, 232, 214), (20, 12, 6)),
            "green": ((12, 88, 62), (214, 255, 232)),
        }
        if piece is not None and piece.colour in shade:
            return shade[piece.colour]
        return PAPER_POINT if canvas.theme.flat else POINT

    @staticmethod
    def _draw_ring(
        canvas: Canvas,
        place: tuple[int, int],
        radius: int,
        value: int,
        ink: tuple[int, int, int],
    ) -> None:
        if abs(value) > RELEASE:
            box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
            box.center = place
            share = min(1.0, abs(value) / FULL)
            start = 3.1416 / 2
            pygame.draw.arc(canvas.surface, ink, box, start, start + share * 6.2832, 3)

    def _draw_column(self, canvas: Canvas, concerns: list[Concern]) -> None:
        px, column = canvas.px, self.places.column
        head = pygame.Rect(column.left, px(24), column.width, px(48))
        canvas.text(_("Board check"), "game_title", head)
        title, note = self._connection()
        first = canvas.metrics.type_px("body_bold") + px(12)
        lines = canvas.text_height(note, "caption", column.width - px(32)) + px(4)
        tall = max(px(96), first + lines + px(20))
        card = pygame.Rect(column.left, head.bottom + px(14), column.width, tall)
        canvas.card(card)
        inside = card.inflate(-px(32), -px(20))
        top, low = inside.copy(), inside.copy()
        top.height = first
        low.top, low.height = top.bottom, inside.bottom - top.bottom
        canvas.text(title, "body_bold", top)
        canvas.text(note, "caption", low, canvas.ui.text_second, wrap=True)
        trace = pygame.Rect(column.left, card.bottom + px(14), column.width, px(190))
        self._draw_trace(canvas, trace)
        rest = pygame.Rect(column.left, trace.bottom + px(10), column.width, 0)
        rest.height = max(0, self.bottom - rest.top)
        canvas.text(self._summary(concerns), "body", rest, valign="top", wrap=True)

    def _connection(self) -> tuple[str, str]:
        look = self._look()
        if look.connection != "connected" or self.welcome is None:
            return _("Not connected"), look.words
        known = sum(self.checkup.seen)
        title = _("Connected, {known} of {points} points").format(
            known=known, points=self.welcome.points
        )
        senses = (
            _("senses sides") if self.welcome.sensing == Sensing.SIDE else _("senses occupancy")
        )
        scans = round(1_000_000 / self.checkup.scan_us) if self.checkup.scan_us else 0
        version = f"{self.welcome.major}.{self.welcome.minor}"
        words = [f"{name_of(self.welcome)} {version}", senses]
        if scans:
            words.append(
                ngettext("{count} scan a second", "{count} scans a second", scans).format(
                    count=scans
                )
            )
        return title, " · ".join(word for word in words if word)

    def _draw_trace(self, canvas: Canvas, card: pygame.Rect) -> None:
        """The chosen point over the last seconds, with the thresholds."""
        px, point = canvas.px, self.checkup.chosen
        canvas.card(card)
        inside = card.inflate(-px(32), -px(24))
        head = pygame.Rect(inside.left, inside.top, inside.width, px(28))
        canvas.text(self._label(point), "body_bold", head)
        numbers = _("now {value}, noise {noise}, limit {limit}").format(
            value=self.checkup.values[point], noise=self.checkup.noise[point], limit=NOISE_LIMIT
        )
        noisy = self.checkup.noise[point] > NOISE_LIMIT
        canvas.text(numbers, "caption", head, canvas.ui.bad if noisy else None, "right")
        plot = pygame.Rect(inside.left, head.bottom + px(8), inside.width, 0)
        plot.height = inside.bottom - plot.top
        most = max(80, *(abs(value) for value in self.checkup.trace or (0,)))
        for level in (PRESS, RELEASE, 0, -RELEASE, -PRESS):
            y = round(plot.centery - plot.height / 2 * level / most)
            canvas.line((plot.left, y), (plot.right, y))
        spots = [
            (
                plot.left + plot.width * number / max(1, len(self.checkup.trace) - 1),
                plot.centery - plot.height / 2 * value / most,
            )
            for number, value in enumerate(self.checkup.trace)
        ]
        if len(spots) > 1:
            pygame.draw.aalines(canvas.surface, canvas.ui.accent, False, spots)

    def _summary(self, concerns: list[Concern]) -> str:
        if self.testing is not None:
            done = _("{number} of {points}").format(
                number=self.testing + 1, points=self.checkup.points
            )
            question = _("Does {point} glow white now?").format(point=self._label(self.testing))
            return f"{question} ({done})"
        if concerns:
            return "; ".join(self._concern(concern) for concern in concerns[:6])
        if self.welcome is None:
            return _("Boards are found automatically, or named when a match is set up.")
        return _("All points are fine. Choose one to watch it.")
