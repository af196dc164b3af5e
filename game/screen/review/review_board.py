"""A review on the sensor board: hands try variations, lights bring the wood where one looks."""

from __future__ import annotations

from game.platform.i18n import _, ngettext
from game.screen.app.routes import PickLink
from game.screen.app.scene import STAY, Change, Push
from game.screen.boards.overlay import Overlay
from game.screen.play.board_controller import BoardController
from game.screen.play.board_lease import BoardLease
from game.screen.play.seat_cards import LinkPill, link_colour
from game.screen.plugin.rulebook import Attempt
from game.screen.review.at_review import AtReview
from game.screen.review.light_replay import LightReplay
from game.screen.review.menu import LIGHTS, TRAIN
from game.screen.review.study_table import StudyTable
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.table.history import Turn
from game.table.seat_statistics import longest_train
from hardware.host.session import BoardReport
from hardware.tracking.tracker_events import (
    Ambiguous,
    BoardMismatch,
    Pressed,
    TakeBack,
    TrackerEvent,
    needs_no_answer,
)

SET_OUT_HINT_DELAY_S = 0.6  # seconds that one looks at a position before words ask to set it out
FEW = 3  # so many faults are said one by one
NO_BOARD_HINT_DELAY_S = 4.0  # seconds before it is said why no board is found


class StudyBoardController(BoardController):
    """The board behind `target` and the study.  Nothing is asked but what cannot be read."""

    def __init__(self, at: AtReview, target: str) -> None:
        table = StudyTable(at.study, at.rest, at.lay)
        sensor = BoardLease(target, table, range(at.game.seats), browsed=True)
        super().__init__(at, sensor, table)
        self._at = at
        self._begun = at.desk.now
        self._place: object = None  # where one looks, since when, and whether it was said
        self._since = 0.0
        self._said = False

    def hear(self, reading: TrackerEvent) -> None:
        """Going back on the wood is going back in the tree; a button that ends nothing goes home,
        or ends the walk of the lights"""
        if isinstance(reading, Pressed) and self._at.on_board.stop():
            return
        if isinstance(reading, TakeBack) and not needs_no_answer(reading):
            self.sensor.propose(reading, self._at.desk.now)
        elif isinstance(reading, Pressed):
            self._at.go_home()
        elif isinstance(reading, Ambiguous) and _passes(reading):
            self.sensor.session.choose(None)
            self._at.go_home()
        else:
            super().hear(reading)

    def object_to(self, tried: Attempt) -> None:
        self._at.objection.attempt(tried)

    # -- leading the hands -------------------------------------------------------------------------

    @property
    def link(self) -> LinkPill:
        view = self.sensor.view
        if self._at.on_board.walking or not _leads(view):
            return super().link
        count = len(view.faults)
        words = ngettext("{n} to place", "{n} to place", count)
        return LinkPill("board", words.format(n=count), "accent")

    def look(self, view: BoardReport) -> None:
        if self._at.on_board.walking and view.connection == "connected":
            self.draw((), {})  # the lights walk: nothing need lie on the board
        elif _leads(view):
            self.draw((), {})  # the board is brought here: what lies there yet is no fault
            self._lead(view)
        else:
            super().look(view)
            self._search(view)

    def _lead(self, view: BoardReport) -> None:
        """Say once what is to be set out, where somebody stays to look."""
        study, now = self._at.study, self._at.desk.now
        place = study.at, len(study.begun)
        if place != self._place:
            self._place, self._since, self._said = place, now, False
        if self._said or now - self._since < SET_OUT_HINT_DELAY_S:
            return
        self._said = True
        words = _("Follow the lights: they bring the board to this position.")
        few = len(view.faults) <= FEW and view.sentences
        self._at.desk.toast(view.sentences[0] if few else words, "info", "board")

    def _search(self, view: BoardReport) -> None:
        """Say once why there is no board."""
        late = self._at.desk.now - self._begun > NO_BOARD_HINT_DELAY_S
        if view.connection == "searching" and late and not self.sentence:
            self.sentence = view.words
            self._at.desk.toast(view.words, "bad", "warning")


class ReviewBoard:
    """The board of a review, or that there is none.  `wood` is None until it is asked for."""

    def __init__(self, at: AtReview) -> None:
        self._at = at
        self.wood: StudyBoardController | None = None
        self._shown: LinkPill | None = None  # what the button says
        self._lights: LightReplay | None = None
        self._wish: Turn | None = None  # to be walked once a board has been chosen

    def new_button(self, canvas: Canvas) -> Button:
        """The button of the header; with a board it says how that is."""
        link = self._shown = self.wood.link if self.wood is not None else None
        if link is None:
            tip = _("Try variations on the sensor board")
            return Button("", self.switch, icon="plug", name="on-board", tip=tip)
        words = "" if canvas.metrics.narrow else link.words
        tip = _("Put the board away")
        button = Button(words, self.switch, icon=link.icon, name="on-board", tip=tip)
        button.style, button.icon_colour = "caption", link_colour(canvas, link)
        return button

    def switch(self) -> Change:
        """Go on with the board used last, or choose one; or put the board away."""
        known = self._at.desk.settings.board_link
        if self.wood is not None:
            self.close()
            self._at.desk.toast(_("The board is put away; all that was tried is kept."), "info")
            self._at.rebuild()
        elif known:
            self.connect(known)
        else:
            return self.choose()
        return STAY

    def choose(self) -> Change:
        """Which board?"""
        settings = self._at.desk.settings
        return Push(PickLink(settings.board_link, settings.known_boards))

    def connect(self, target: str) -> Change:
        """Try variations on the board behind `target` from now on."""
        at = self._at
        if target != at.desk.settings.board_link:
            at.desk.change_settings(**at.desk.settings.using_board(target))
        self.close()
        at.rest()
        self.wood = StudyBoardController(at, target)
        at.lay()
        at.rebuild()
        wish, self._wish = self._wish, None
        return STAY if wish is None else self.walk(wish)

    # -- a turn by lights --------------------------------------------------------------------------

    @property
    def walking(self) -> bool:
        """Do the lights walk a turn?"""
        return self._lights is not None

    def walk(self, turn: Turn) -> Change:
        """Have the lights walk a turn, on the board used last or on one that is chosen now."""
        known = self._at.desk.settings.board_link
        if self.wood is None and known:
            self.connect(known)
        if self.wood is None:
            self._wish = turn
            return self.choose()
        self.stop()
        session = self.wood.sensor.session
        self._lights = LightReplay(session, self._at.game, turn, self._at.desk.now)
        words = _("The lights replay turn {number}. Esc or the board's button ends it.")
        self._at.desk.toast(words.format(number=turn.number), "info", "board")
        return STAY

    def walks(self) -> list[str]:
        """What lights can walk, by the values of the menu."""
        train = longest_train(self._at.match.turns)
        here = [LIGHTS] if self._turn_here is not None else []
        return [*here, *([TRAIN] if train is not None else [])]

    @property
    def _turn_here(self) -> Turn | None:
        """The turn that led to the position looked at."""
        return next((turn for turn in reversed(self._at.study.turns) if turn.complete), None)

    def walk_here(self) -> Change:
        """The turn that led here."""
        turn = self._turn_here
        self._at.rest()
        return self.walk(turn) if turn is not None else STAY

    def walk_train(self, ask: bool = True) -> Change:
        """The longest train of the game, on the screen and by lights; `ask` where the board is."""
        train = longest_train(self._at.match.turns)
        if train is None:
            return STAY
        self._at.tour.play_turn(train)
        return self.walk(train) if ask or self._at.desk.settings.board_link else STAY

    def stop(self) -> bool:
        """The lights have walked enough; False when they did not."""
        there, self._lights = self._lights, None
        if there is not None:
            there.stop()
        return there is not None

    def update(self) -> Change | None:
        if self.wood is None:
            return None
        if self._lights is not None:
            self._lights.update(self._at.desk.now)
        change = self.wood.update()
        if self.wood.link != self._shown:
            self._at.rebuild()
        return change

    def answered(self, result: object) -> None:
        if self.wood is not None:
            self.wood.answered(result)

    def draw_on(self, overlay: Overlay) -> None:
        """What the wood shows otherwise."""
        if self.wood is not None:
            overlay.wrong, overlay.faults = self.wood.wrong, self.wood.faults

    def close(self) -> None:
        """Let go of the board."""
        self.stop()
        if self.wood is not None:
            self.wood.close()
        self.wood = None


def _leads(view: BoardReport) -> bool:
    """Is the board being brought to the position shown?"""
    return isinstance(view.said, BoardMismatch) and view.said.setup


def _passes(question: Ambiguous) -> bool:
    """Was the button pressed where it could only pass?"""
    return all([a.kind for a in turn] == ["pass"] for turn in question.alternatives)
