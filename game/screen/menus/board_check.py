"""Board check: live readings of every sensor, a list of problems, and guided jobs.

The session and its thread are in `hardware`. This scene requests readings, runs the jobs, and
leaves the drawing to the parts in `check`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygame import Rect

from game.platform import storage
from game.platform.i18n import N_, _, ngettext
from game.rules.base import Game
from game.rules.registry import GAMES, parse_setup, usual_setup
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton, ask
from game.screen.app.scene import STAY, AppServices, Change, FormScene, Pop, Push, Replace
from game.screen.menus.check.board import CheckedBoard
from game.screen.menus.check.column import draw_column
from game.screen.menus.check.diagnosis import (
    BoardDiagnosis,
    CalibrationRun,
    JobStatus,
    LightsTest,
    joint_status,
)
from game.screen.play.layout import lay_out
from game.screen.plugin.registry import board_view
from game.screen.ui.button import Action, Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form
from game.table.spec import MatchSpec, SeatSpec
from hardware.host.board_messages import look_there
from hardware.host.checkup import Checkup
from hardware.host.health_log import BoardHealth, clear, health_file, read
from hardware.host.joint_test import JointTest
from hardware.host.layouts import LayoutError, setup_on, track_places
from hardware.host.session import BoardSession
from hardware.wire import messages
from hardware.wire.palette import Light

# Maximum number of problems in the list; others appear when these have been repaired.
SHOWN = 5
MENDED = "mended-"
FIRST_GAME = "first game"


class TroubleHistory:
    """The stored problems of one board; `changed` is called on the loop after reading."""

    def __init__(self, services: AppServices, number: str, changed: Callable[[], None]) -> None:
        self.services, self.number, self._changed = services, number, changed
        self.board = BoardHealth(number, "", "")
        self._write(self._read)

    def _write(self, job: Callable[[], None]) -> None:
        self.services.write_file(None, job, _("The list could not be changed: {reason}"))

    @property
    def words(self) -> str:
        """The number of points to check, in words."""
        count = len({trouble.point for trouble in self.board.worst_first})
        words = ngettext("{count} point to check", "{count} points to check", count)
        return words.format(count=count)

    def _read(self) -> None:
        boards, problem = read(health_file())
        known = [board for board in boards if board.number == self.number]
        self.services.post(lambda: self._found(known[0] if known else None, problem))

    def _found(self, board: BoardHealth | None, problem: str) -> None:
        self.board = board or BoardHealth(self.number, "", "")
        if problem:
            self.services.toast(problem, "bad")
        self._changed()

    def dialog(self) -> Dialog:
        """Return the list as a dialog, whose answer goes to `answered`."""
        return Dialog(
            lambda: _("Points to check"),
            lambda: [
                *(
                    DialogButton(trouble.advice, f"{MENDED}{trouble.point}")
                    for trouble in self.board.worst_first[:SHOWN]
                ),
                DialogButton(_("Close"), None, kind="main", icon="cross"),
            ],
            lambda: _(
                "The worst comes first. Press what has been repaired to remove it from the list."
            ),
            focus=min(SHOWN, len(self.board.worst_first)),
            upright=True,
        )

    def answered(self, result: object) -> None:
        """Remove the point chosen in the list, if any."""
        if not isinstance(result, str) or not result.startswith(MENDED):
            return
        point = result.removeprefix(MENDED)

        def forget() -> None:
            clear(health_file(), self.board, [point])
            self._read()
            self.services.post(
                lambda: self.services.toast(_("Cleared: {point}").format(point=point), "good")
            )

        self._write(forget)


READINGS_INTERVAL_S = 0.05  # seconds between two requests for readings


class BoardCheckScene(FormScene):
    """The check of the board at `target`, or of the board used last.

    At most one job runs: `lights`, `joints`, or `run`, which is the calibration.
    """

    title = N_("Board check")
    session: BoardSession

    def __init__(self, target: str = "", session: BoardSession | None = None) -> None:
        self.target = target
        self._given = session
        self.form = Form()
        self.board: CheckedBoard | None = None
        self.game: Game = parse_setup(usual_setup(GAMES[0].key))
        self.checkup = Checkup(len(self.game.topology))
        self.welcome: messages.Welcome | None = None
        self.account = BoardDiagnosis(self.game, self.checkup, None)
        self.lights: LightsTest | None = None
        self.run: CalibrationRun | None = None
        self.joints: JointTest | None = None
        self.history: TroubleHistory | None = None  # None until the board has introduced itself
        self.dark: list[int] = []  # lights that stayed dark in the last test
        self.age = self.asked = 0.0
        self._drawn: object = None

    def enter(self) -> None:
        target = self.target or self.services.settings.board_link or "auto"
        self.session = self._given or BoardSession.open(target, window=False)
        self.target = target

    def leave(self) -> None:
        self.session.close()
        if self.board:
            self.board.view.close()

    def resize(self) -> None:
        self.places = lay_out(self.services.metrics, 0)
        if self.board:
            self.board.view.close()
        view = board_view(self.game, self.services.theme, self.places.board.width)
        view.topleft = self.places.board.topleft
        self.board = CheckedBoard(view)
        self._lay_controls()

    def _lay_controls(self) -> None:
        px, column, metrics = self.services.metrics.px, self.places.column, self.services.metrics
        form = self.form = Form(keep=self.form)
        gap, tall = px(12), max(px(56), 44)
        third, half = (column.width - 2 * gap) // 3, (column.width - gap) // 2
        y = metrics.height - px(24) - tall

        def button(
            name: str, label: str, icon: str, left: int, width: int, act: Action, **more: Any
        ) -> None:
            made = Button(label, act, icon=icon, name=name, **more)
            form.add(made.at((left, y, width, tall)))

        connected = self.welcome is not None
        kind = "main" if connected and not self._busy else "plain"
        x, far = column.left, column.left + half + gap
        button("calibrate", _("Calibrate"), "gear", x, 2 * third + gap, self._calibrate, kind=kind)
        button("close", _("Close"), "cross", x + 2 * (third + gap), third, self._leave)
        y -= tall + gap
        if self.lights is not None:
            yes, no = ("", "") if metrics.narrow else ("Y", "N")
            button("yes", _("Yes"), "check", x, half, lambda: self._answer(True), cap=yes)
            button("no", _("No"), "cross", far, half, lambda: self._answer(False), cap=no)
        elif (joints := self.joints) is not None:
            button("skip", _("Skip"), "right", x, half, lambda: joints.skip(self.age))
            button("stop", _("Stop here"), "cross", far, half, self._end_job)
        elif self.run is not None:
            button("done", _("Done"), "check", x, half, self._measure, kind="main")
            button("stop", _("Stop here"), "cross", far, half, self._end_job)
        else:
            button("lights", _("Lights test"), "sun", x, half, self._start_lights)
            button("save", _("Save report"), "export", far, half, self._save)
            y -= tall + gap
            left, wide = x, column.width
            if self.history is not None and self.history.board.worst_first:
                button("history", self.history.words, "warning", x, half, self._look_back)
                left, wide = far, half
            button("joints", _("Test the joints"), "board", left, wide, self._try_joints)
        self.bottom = y - gap
        off = {
            "calibrate": not connected or self._busy,
            "lights": not connected or not self.session.view().lights,
            "joints": not connected,
            "save": not connected,
            "done": self.run is not None and self.run.measuring,
        }
        for widget in form.widgets:
            widget.enabled = not off.get(widget.name, False)
        form.start("calibrate")

    @property
    def _busy(self) -> bool:
        return bool(self.lights or self.run or self.joints)

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press) and event.means("cancel"):
            return self._leave()
        if isinstance(event, Press) and self.lights is not None and event.name in ("y", "n"):
            return self._answer(event.name == "y")
        if isinstance(event, Pointer) and event.kind == "down" and self.board is not None:
            point = self.board.view.point_at(*event.pos)
            if point is not None and self.places.board.collidepoint(event.pos):
                self.checkup.choose(self.game.topology.index[point])
                return STAY
        return self.form.handle(event)

    def _leave(self) -> Change:
        return self._end_job() if self._busy else Pop()

    def _look_back(self) -> Change:
        assert self.history is not None
        return Push(self.history.dialog())

    def resume(self, result: object = None) -> Change | None:
        """Handle the answer to the list of problems, or to the offer of a first game."""
        if result == FIRST_GAME:
            seats = (SeatSpec("board"),) * self.game.seats
            return Replace(routes.PlayMatch(MatchSpec(self.game.setup, seats, board=self.target)))
        if self.history is not None:
            self.history.answered(result)
        return None

    def _save(self) -> Change:
        path = storage.data_folder() / "board-report.json"
        report = {
            "board": self.session.view().name,
            "layout": self.welcome.layout if self.welcome else "",
            "firmware": self.welcome.version if self.welcome else "",
            "memory_saves": self.checkup.saves,
            "dark_lights": [self.account.label(point) for point in self.dark],
            "points": self.checkup.report(self.account.points),
        }

        def write() -> None:
            storage.write_json(path, report)
            saved = _("Saved to {file}").format(file=path)
            self.services.post(lambda: self.services.toast(saved, "good"))

        failed = _("The report could not be saved: {reason}")
        self.services.write_file("board report", write, failed)
        return STAY

    def _start_lights(self) -> Change:
        self.lights = LightsTest(self.checkup.points)
        self._light()
        self.form.focus("yes")
        return STAY

    def _light(self) -> None:
        assert self.lights is not None
        self.session.mark({self.lights.point: int(Light.WHITE)})
        self._lay_controls()

    def _answer(self, shines: bool) -> Change:
        assert self.lights is not None
        self.lights.answer(shines)
        if self.lights.done:
            return self._end_job()
        self._light()
        return STAY

    def _end_job(self) -> Change:
        """End the running job, and list the lights that stayed dark."""
        name = "lights" if self.lights else "joints" if self.joints else "calibrate"
        if self.lights is not None:
            self.dark = self.lights.dark
            if names := ", ".join(map(self.account.label, self.dark)):
                self.services.toast(
                    _("These lights stay dark: {points}").format(points=names), "bad"
                )
        self.lights = self.joints = self.run = None
        self.session.mark(None)
        self._lay_controls()
        self.form.focus(name)
        return STAY

    def _try_joints(self) -> Change:
        self.joints = JointTest(self.checkup.points, self.account.points)
        self.account.joints = self.joints.faults
        self._lay_controls()
        self.form.focus("skip")
        return STAY

    def _follow_joints(self) -> Change | None:
        """Ask for the next point when the magnet has been detected at the current one."""
        test = self.joints
        if test is None or not self._states:
            return None
        if self.session.view().connection != "connected":
            test.begin_again()  # the test continues at the same point
            return None
        before = test.point
        test.look(self._states, self.age)
        if test.point == before:
            return None
        self.services.sound("place")
        self.services.invalidate()
        if not test.done:
            self.session.mark({test.point: int(Light.WHITE)})
            return None
        self._end_job()
        if test.faults:
            self.services.toast(test.verdict, "bad")
            return None
        play = DialogButton(_("First game"), FIRST_GAME, kind="main", icon="play")
        return Push(ask(test.verdict, "", [DialogButton(_("Close")), play]))

    def _calibrate(self) -> Change:
        self.run = CalibrationRun(self.checkup.chosen, self.account.sides)
        self._lay_controls()
        self.form.focus("done")
        return STAY

    def _measure(self) -> Change:
        """Start a measurement, because the person has done what the step asks for."""
        assert self.run is not None
        self.session.send(messages.Calibrate(step=self.run.step, point=self.run.point))
        self.run.measuring = True
        self._lay_controls()
        return STAY

    def _calibrated(self, answer: messages.Calibration) -> None:
        """Continue with the next step, or show why the current step failed."""
        if self.run is None:
            return
        clear = self.run.apply(answer)
        self._lay_controls()
        self.form.focus("done")
        if not clear:
            self.services.toast(_("No clear signal there. Try another counter or point."), "bad")
            return
        if answer.result == messages.CalibrationResult.NOISY:
            names = ", ".join(self.account.label(point) for point in answer.bad_points[:8])
            words = _("Check these points: {points}").format(points=names)
            if answer.step == messages.CalibrationStep.EMPTY:
                words = f"{words}. {look_there()}"
            self.services.toast(words, "bad")
        if self.run.done:
            self._end_job()
            words = _("Calibrated: thresholds {press} and {release}.")
            self.services.toast(words.format(press=answer.press, release=answer.release), "good")

    def update(self, dt: float) -> Change | None:
        self.age += dt
        self.form.update(dt)
        welcome = self.session.driver.welcome
        if welcome is not None and welcome != self.welcome:
            self._meet(welcome)
        for answer in self.session.answers():
            self.checkup.on_message(answer)
            if isinstance(answer, messages.Calibration):
                self._calibrated(answer)
        change = self._follow_joints()
        look, due = self.session.view(), self.age - self.asked >= READINGS_INTERVAL_S
        if look.connection == "connected" and due:
            self.asked = self.age
            self.session.send(self.checkup.request())
        trace = tuple(self.checkup.trace)
        seen = (tuple(self.checkup.values), self._states, look, trace)
        if seen != self._drawn:
            self._drawn = seen
            self.services.invalidate()
        return change

    @property
    def _states(self) -> tuple[int, ...]:
        return tuple(self.session.driver.states)

    def _meet(self, welcome: messages.Welcome) -> None:
        """Show the board that has introduced itself."""
        self.welcome = welcome
        try:
            self.game = parse_setup(setup_on(welcome.layout))
        except LayoutError as error:
            self.services.toast(str(error), "bad")
        on_track = track_places(welcome.layout, welcome.points, self.game)
        known = len(self.game.topology) + len(on_track)
        self.checkup = Checkup(min(welcome.points, known))
        self.account = BoardDiagnosis(self.game, self.checkup, welcome)
        self.lights = self.run = self.joints = None
        self.history = TroubleHistory(self.services, f"{welcome.board_id:08x}", self._lay_controls)
        self.session.send(messages.SelfTest())
        self.resize()
        self.form.focus("calibrate")

    @property
    def needed(self) -> list[Rect]:
        return [*super().needed, self.places.board]

    @property
    def redraw_every(self) -> float:
        return 0.2 if self.board is not None and self.board.view.busy else 0.0

    def draw(self, canvas: Canvas) -> None:
        assert self.board is not None
        canvas.background()
        about, check = self.account, self.checkup
        job = self.lights or self.joints
        lit = job.point if job and job.point >= 0 else None
        readings = about.readings(self._states)
        self.board.draw(canvas, readings, check.chosen, lit, check.release)
        column = self.places.column.copy()
        column.height = self.bottom - column.top
        draw_column(canvas, column, about, readings, self.session.view(), self.status)
        self.form.draw(canvas)

    @property
    def status(self) -> JobStatus | None:
        """The status of the running job; None if none runs."""
        if self.lights is not None:
            return self.lights.status(self.account.label(self.lights.point))
        if self.joints is not None:
            return joint_status(self.joints, self.account.label(self.joints.point))
        if self.run is not None:
            return self.run.status(self.account.label(self.run.point), self.account.face_name)
        return None
