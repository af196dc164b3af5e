"""The boards of a review: the board on the screen, and the sensor board.

On both, moves can be tried as in play. On the screen, marks and arrows can be drawn: always with
the right button, and while the pen is on also with the main button, a finger or Enter. The sensor
board's lights show how to bring its pieces to the position shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from game.platform.i18n import _, ngettext
from game.rules.base import Action, Game, State
from game.rules.errors import RulesError
from game.rules.proposals import Accepted, Amend, Answer, Proposal, Refused
from game.rules.topology import Point
from game.screen.animation.ways import Arrow
from game.screen.app.scene import STAY, AppServices, Change
from game.screen.boards.interaction import Interaction
from game.screen.boards.overlay import Badge, Overlay
from game.screen.boards.sign_pen import SignPen, signs_of
from game.screen.play.board_controller import BoardCallbacks, BoardController, BoardLease
from game.screen.play.boardwidget import BoardWidget
from game.screen.play.seat_cards import LinkPill
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.widget import WidgetState
from game.table.errors import MatchError
from game.table.history import Turn
from game.table.mistakes import Mistake
from game.table.study import Study
from game.table.variations import PositionNote
from hardware.host.conversation import BoardReport
from hardware.host.session import BoardSession
from hardware.tracking.guidance import LightWalk, Lit, walk
from hardware.tracking.tracker_events import (
    Ambiguous,
    BoardMismatch,
    Pressed,
    TakeBack,
    TrackerEvent,
    needs_no_answer,
)

DRAWS = 3  # number of the mouse button that always draws
KINDS = {True: "threat", False: "hint"}
# Characters beside the end of a turn, because colour alone must not carry information.
PLAYED, BETTER = "?", "!"


class StudyBoard(BoardWidget):
    """The board of a review; `on_sign` is called with each mark that `pen` has drawn."""

    on_sign: Callable[[Point, Point, str], object]  # set by the scene, like `pen`
    pen: SignPen

    @property
    def drawing(self) -> bool:
        """True if the main button, a finger and Enter draw instead of playing."""
        return self.pen.on

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return super().pointer(event)
        point = self.view.point_at(*event.pos)
        if event.kind == "down" and (event.button == DRAWS or self.drawing):
            self.on_press()
            self.pen.begin(point, event.mod)
            return STAY
        if not self.pen.begun:
            return STAY if self.drawing else super().pointer(event)
        self.pen.aim(point)
        if event.kind == "up":
            self._sign(point)
        return STAY

    def _sign(self, target: Point | None) -> None:
        drawn = self.pen.end(target)
        if drawn is not None:
            self.on_sign(*drawn)

    def press(self, event: Press) -> Change | None:
        if self.drawing and event.means("accept") and not event.repeat:
            if self.pen.begun:
                self._sign(self.hand.cursor)
            else:
                self.pen.begin(self.hand.cursor)
            return STAY
        change = super().press(event)
        if self.pen.begun:
            self.pen.aim(self.hand.cursor)
        return change

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        super().draw(canvas, look)
        self.view.draw_signs(canvas.surface, self.pen.shown)


def add_note(overlay: Overlay, note: PositionNote) -> None:
    """Add the marks and arrows of a position."""
    overlay.drawn = signs_of(note)


def add_mistake(overlay: Overlay, mistake: Mistake) -> None:
    """Add the turn played, in red with "?", and the better turn, in amber with "!"."""
    overlay.last, overlay.vacated = (), None
    badges: list[Badge] = []
    for line, bad in ((mistake.played[:1], True), (mistake.better[:1], False)):
        arrows, placed, end = _pointed(line, KINDS[bad])
        overlay.arrows = (*overlay.arrows, *arrows)
        if bad:
            overlay.threats = (*overlay.threats, *placed)
        else:
            overlay.hints = (*overlay.hints, *placed)
        if end is not None:
            badges.append(Badge(end, PLAYED if bad else BETTER, bad))
    overlay.badges = tuple(badges)


def _pointed(line: Iterable[Turn], kind: str) -> tuple[list[Arrow], list[Point], Point | None]:
    """Return the arrows of a turn, the points it fills, and its last target."""
    arrows: list[Arrow] = []
    placed: list[Point] = []
    end: Point | None = None
    for turn in line:
        for entry in turn.entries:
            action = entry.action
            if action is None or action.target is None:
                continue
            end = action.target
            if action.source is None:
                placed.append(action.target)
            else:
                over = action.over is not None
                arrows.append(Arrow(action.source, action.target, kind, over))
    return arrows, placed, end


# Seconds for which a position is shown before a message asks to set it out.
SET_OUT_HINT_DELAY_S = 0.6
FEW = 3  # maximum number of faults at which a message names the first one
NO_BOARD_HINT_DELAY_S = 4.0  # seconds before a message says why no board is found


class StudyTable:
    """A study as a match for the sensor board: turns made on the board are explored, not played.

    `before` is called before the study changes its position, `after` when it has changed.
    """

    def __init__(
        self, study: Study, before: Callable[[], object], after: Callable[[], object]
    ) -> None:
        self.game = study.game
        self._study, self._before, self._after = study, before, after

    @property
    def state(self) -> State:
        return self._study.state

    @property
    def over(self) -> bool:
        return self.game.over(self.state)

    @property
    def turns(self) -> Sequence[Turn]:
        return self._study.turns

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        """Go to the sensor board's position; refuse a position off the path to the present one."""
        if not isinstance(proposal, Amend):
            return Refused(MatchError("moved-on"))
        study = self._study
        place = study.at, study.begun
        self._before()
        try:
            self._go_back_to(proposal.start, proposal.earlier)
            for action in proposal.actions:
                study.explore(action)
        except (RulesError, MatchError) as error:
            study.at, study.begun = place
            return Refused(error)
        finally:
            self._after()
        return Accepted(len(_actions(study.turns)), len(proposal.actions))

    def _go_back_to(self, start: State, earlier: bool) -> None:
        """Go back to the start of the turn in progress, or of an `earlier` turn.

        Raises MatchError if no such turn begins with the position `start`.
        """
        study = self._study
        if study.begun:
            study.back()
        while earlier and study.state != start and study.back():
            pass
        if study.state != start:
            raise MatchError("moved-on")


def _actions(turns: Sequence[Turn]) -> list[Action | None]:
    return [entry.action for turn in turns for entry in turn.entries]


class LightReplay:
    """A turn replayed by the lights of the board, which `session` lends until `stop`."""

    def __init__(self, session: BoardSession, game: Game, turn: Turn, now: float) -> None:
        actions = [entry.action for entry in turn.entries if entry.action is not None]
        self._session = session
        self._walk = LightWalk(walk(game, turn.before, actions))
        self._begun = now
        self._lit: Lit | None = None
        self.update(now)

    def update(self, now: float) -> None:
        """Set the lights that are due."""
        lit = self._walk.at(now - self._begun)
        if lit != self._lit:
            self._lit = lit
            self._session.show(lit)

    def stop(self) -> None:
        """Return the lights to the session."""
        self._session.show(None)


class StudyBoardController(BoardController):
    """The sensor board of a review, at `target`; it asks only about positions that cannot be read.

    `before` is called before the study changes its position, `after` when it has changed; `go_home`
    leaves the variations.
    """

    def __init__(
        self,
        services: AppServices,
        hand: Interaction,
        target: str,
        study: Study,
        callbacks: BoardCallbacks,
        *,
        before: Callable[[], object],
        after: Callable[[], object],
        go_home: Callable[[], object],
    ) -> None:
        table = StudyTable(study, before, after)
        lease = BoardLease(target, table, range(study.game.seats), browsed=True)
        super().__init__(services, hand, lease, table, callbacks)
        self._study, self._go_home = study, go_home
        self._lights: LightReplay | None = None
        self._begun = services.now
        # The position shown, the time when it was reached, and whether a message was shown about
        # it.
        self._place: object = None
        self._since = 0.0
        self._said = False

    def update(self) -> Change | None:
        if self._lights is not None:
            self._lights.update(self._services.now)
        return super().update()

    def on_reading(self, reading: TrackerEvent) -> None:
        """Handle a reading: a take-back on the board is a step back in the tree.

        A press of the button that ends no turn leaves the variations, or stops the replay by
        lights.
        """
        if isinstance(reading, Pressed) and self.stop():
            return
        if isinstance(reading, TakeBack) and not needs_no_answer(reading):
            self.lease.propose(reading, self._services.now)
        elif isinstance(reading, Pressed):
            self._go_home()
        elif isinstance(reading, Ambiguous) and _passes(reading):
            self.lease.session.choose(None)
            self._go_home()
        else:
            super().on_reading(reading)

    def close(self) -> None:
        self.stop()
        super().close()

    @property
    def walking(self) -> bool:
        """True while the lights replay a turn."""
        return self._lights is not None

    def walk(self, turn: Turn) -> None:
        """Replay a turn by lights until somebody stops it."""
        self.stop()
        self._lights = LightReplay(self.lease.session, self.table.game, turn, self._services.now)
        words = _("The lights replay turn {number}. Esc or the board's button ends it.")
        if not self.lease.view.lights:
            self.stop()
            words = _("This board has no lights.")
        self._services.toast(words.format(number=turn.number), "info", "board")

    def stop(self) -> bool:
        """Stop the replay by lights; return False if there was none."""
        there, self._lights = self._lights, None
        if there is not None:
            there.stop()
        return there is not None

    @property
    def link(self) -> LinkPill:
        view = self.lease.view
        if self.walking or not _leads(view):
            return super().link
        count = len(view.faults)
        words = ngettext("{n} to place", "{n} to place", count)
        return LinkPill("board", words.format(n=count), "accent")

    def look(self, view: BoardReport) -> None:
        if self.walking and view.connection == "connected":
            # A replay by lights works without pieces on the board, so missing pieces are not
            # marked.
            self.draw((), {})
        elif _leads(view):
            # While the board is being set out, its pieces are not marked as faults.
            self.draw((), {})
            self._lead(view)
        else:
            super().look(view)
            self._search(view)

    def _lead(self, view: BoardReport) -> None:
        """Show once which pieces to set out, if the person stays at a position."""
        study, now = self._study, self._services.now
        place = study.at, len(study.begun)
        if place != self._place:
            self._place, self._since, self._said = place, now, False
        if self._said or now - self._since < SET_OUT_HINT_DELAY_S:
            return
        self._said = True
        words = _("Follow the lights: they bring the board to this position.")
        few = (len(view.faults) <= FEW or not view.lights) and view.sentences
        self._services.toast(view.sentences[0] if few else words, "info", "board")

    def _search(self, view: BoardReport) -> None:
        """Show once why no board is found."""
        late = self._services.now - self._begun > NO_BOARD_HINT_DELAY_S
        if view.connection == "searching" and late and not self.sentence:
            self.sentence = view.words
            self._services.toast(view.words, "bad", "warning")


def _leads(view: BoardReport) -> bool:
    """Return whether the board is being brought to the position shown."""
    return isinstance(view.said, BoardMismatch) and view.said.setup


def _passes(question: Ambiguous) -> bool:
    """Return whether the button was pressed when it could only mean a pass."""
    return all([a.kind for a in turn] == ["pass"] for turn in question.alternatives)
