"""The guided first game: the play scene with a guide that says one sentence at a time.

The match (`GuidedMatch`) decides what the lesson accepts; the scene says it, lights it and answers.
After the lesson the scene is an ordinary play scene.
"""

from __future__ import annotations

import datetime
from functools import partial
from typing import Any

from pygame import Rect

from game.platform.errors import CodedError, in_words
from game.platform.i18n import _
from game.rules.base import Action
from game.rules.proposals import Play, Proposal
from game.rules.topology import Point
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Push, Replace
from game.screen.boards.overlay import Arrow
from game.screen.guided import card
from game.screen.guided.card import GuideCard
from game.screen.guided.coach import Coach
from game.screen.guided.layout import lay_out_guided
from game.screen.guided.match import GuidedMatch, GuidedPlayer, LessonOrderError, put_off
from game.screen.play import menu
from game.screen.play.layout import PlayLayout
from game.screen.play.scene import PlayScene
from game.screen.play.seat_cards import SeatCard
from game.screen.plugin.lesson import LessonStep
from game.screen.plugin.refusals import find
from game.screen.plugin.registry import lesson_of
from game.screen.plugin.rulebook import Attempt
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.key_names import key_label
from game.table.engine_seat import MakePlayer, engine_player
from game.table.history import MatchEvent
from game.table.record_files import save_unfinished

MOST_LIT_ACTIONS = 7  # so many actions are lit one by one


class GuidedScene(PlayScene):
    """The guided first game of the game of this key; `board` is a sensor board's port.

    Raises LookupError for a game without a lesson.
    """

    def __init__(
        self,
        game: str,
        *,
        board: str | None = None,
        keep: bool = True,
        make: MakePlayer = engine_player,
    ) -> None:
        lesson = lesson_of(game)
        if lesson is None:
            raise LookupError(game)
        now = datetime.datetime.now().isoformat(timespec="seconds")
        self.lesson, self.led = lesson, GuidedMatch(lesson, now, board)
        self.coach = Coach()
        self._asked: tuple[Action, ...] = ()
        self._told = ""  # the sentence that was spoken last
        super().__init__(
            self.led.spec, self.led, keep=keep, make=partial(GuidedPlayer, self.led, make)
        )

    def enter(self) -> None:
        words = save_unfinished() if self.keeper is not None else ""
        if words:
            self.desk.toast(words)
        super().enter()

    # -- the lesson --------------------------------------------------------------------------------

    @property
    def leading(self) -> bool:
        """Whether the guide still leads."""
        return self.led.guide is not None

    @property
    def step(self) -> LessonStep | None:
        """The step that is asked in the position shown; None when all are done."""
        guide = self.led.guide
        return guide.step(self.coach.place, self.playback.shown.state) if guide else None

    @property
    def asking(self) -> bool:
        """Whether the person may now do what is asked, at the screen or on the board."""
        mine = self.playback.shown.to_move == self.lesson.person
        return mine and not self.coach.reading and not self.playback.moving

    @property
    def wanted(self) -> tuple[Action, ...]:
        """What fulfils the step, while it is asked."""
        guide = self.led.guide
        if guide is None or not self.asking:
            return ()
        return tuple(guide.wanted(self.coach.place, self.playback.shown.state))

    def choices(self) -> list[Action]:
        """Return the actions that are accepted: all, or while the guide leads those that are lit.

        A stone is lit in either colour.  A step that accepts other actions accepts all.
        """
        legal, step = super().choices(), self.step
        if not self.leading or step is None:
            return legal
        if self.coach.reading:
            return []
        lit = {action.points for action in self.wanted}
        return legal if step.also else [action for action in legal if action.points in lit]

    def let_go(self) -> Change:
        """End the guide; from now on this is an ordinary match."""
        if self.leading:
            self.led.let_go()
            self._light(())
            known, key = self.desk.settings.guided, self.game.key
            if key not in known:
                self.desk.change_settings(guided=(*known, key))
            self.hints.clear()
            self.resize()
        return STAY

    def read_on(self) -> Change:
        """Go on after an answer that has been read."""
        if self.coach.reading:
            self.coach.read()
            self._read()
            self.form.focus("board")  # the button has gone
        return STAY

    def _read(self) -> None:
        done = self.coach.place.number == len(self.lesson.steps)
        if self.coach.parting:
            self.let_go()
        elif done:
            self.coach.part()
        self._place_cursor()
        self.refresh()

    def _place_cursor(self) -> None:
        """Put the cursor where something is lit."""
        wanted = self.wanted
        if wanted and wanted[0].points and len(wanted) <= MOST_LIT_ACTIONS:
            self.hand.cursor = wanted[0].points[0]

    # -- what is put off ---------------------------------------------------------------------------

    def allowed_by_rules(self, points: Attempt) -> bool:
        """Return whether the rules alone let this piece go there, or be taken up."""
        game, state = self.match.game, self.match.state
        if len(points) > 1 and points[0] == points[-1]:
            return any(action.source == points[0] for action in game.legal(state))
        return find(game, state, points) is not None

    @property
    def explains_refusals(self) -> bool:
        """Whether it is offered to show why: while the guide leads, it says what to do."""
        return not self.leading

    def refuse_attempt(self, points: Attempt) -> None:
        """Put off kindly what the rules allow and the lesson does not."""
        if self.allowed_by_rules(points):
            self.put_off(points[-1])
        else:
            super().refuse_attempt(points)

    def put_off(self, point: Point) -> None:
        """Say at the place that something else comes first."""
        guide = self.led.guide
        if guide is not None:
            self.show_note(put_off(guide, self.coach.place, self.match.state), point)
            self.desk.sound("error")

    def refused(self, proposal: Proposal, why: CodedError) -> None:
        if not isinstance(why, LessonOrderError):
            super().refused(proposal, why)
            return
        actions = proposal.actions if isinstance(proposal, Play) else ()
        point = next((action.points[-1] for action in actions if action.points), None)
        point = point or (self.hand.source if actions else None)
        if point is not None:
            self.put_off(point)
        else:
            self.desk.toast(in_words(why), "info", "bulb")

    # -- layout ------------------------------------------------------------------------------------

    def lay_out(self) -> PlayLayout:
        if not self.leading:
            return super().lay_out()
        layout, self.card_at = lay_out_guided(self.desk.metrics, self.panel.height)
        return layout

    def build_form(self, canvas: Canvas) -> None:
        super().build_form(canvas)
        if not self.leading:
            return
        self.card = GuideCard(self.read_on, len(self.lesson.steps)).at(self.card_at)
        row = card.card_layout(self.card_at, canvas).buttons
        gap = canvas.px(10)
        cap = key_label(self.desk.bindings.first("last"))
        alone = Button(_("Play on alone"), self.let_go, cap=cap, name="alone")
        self.next = Button(_("Next"), self.read_on, icon="right", kind="main", name="next")
        wide = min(max(self.next.width(canvas), row.width // 3), row.width // 2 - gap)
        self.next.at((row.right - wide, row.top, wide, row.height))
        alone.at((row.left, row.top, row.width - wide - gap, row.height))
        if alone.width(canvas) > alone.rect.width:
            alone.cap = ""
        self.form.widgets += [self.card, alone, self.next]
        self.form.start("board")
        self._follow_card()

    def cards(self) -> list[SeatCard]:
        covered = self.leading and self.card_at.colliderect(self.layout.seats)
        return [] if covered else super().cards()

    def _follow_card(self) -> None:
        shown, coach = self.card, self.coach
        words, shown.answered = coach.sentence(self.step, self.asking)
        if words and words != self._told:
            self.desk.say(words)
        shown.words = self._told = words
        shown.done = coach.place.number
        self.next.visible = coach.reading

    # -- what is shown -----------------------------------------------------------------------------

    def refresh(self, at_once: bool = False) -> None:
        guide = self.led.guide
        if guide is not None:
            place = guide.place(tuple(self.playback.shown.entries))
            if self.coach.follow(place, place.number == len(self.lesson.steps)):
                self._place_cursor()
        super().refresh(at_once)
        if guide is not None and self.picture is not None:
            self._follow_card()
            self.desk.invalidate()

    def follow(self, at_once: bool = False) -> None:
        super().follow(at_once)
        if self.leading and self.step is not None:
            overlay, reach = self.board.overlay, self.hand.reach
            overlay.marks = {p: kind for p, kind in overlay.marks.items() if p in reach}
            if self.coach.place.last < 0:  # what was laid before the lesson is no news
                overlay.last, overlay.vacated = (), None
            wanted = self.wanted
            if len(wanted) <= MOST_LIT_ACTIONS:
                overlay.hints = tuple(a.points[0] for a in wanted if a.kind == "place")
            if len(wanted) == 1 and wanted[0].source and wanted[0].target:
                overlay.arrows = (Arrow(wanted[0].source, wanted[0].target),)

    def seen(self, event: MatchEvent) -> None:
        """Say nothing of an event while the guide leads, but read turns out as ever."""
        if self.leading:
            self.reader.seen(event)
        else:
            super().seen(event)

    def _light(self, actions: tuple[Action, ...]) -> None:
        """Have the sensor board light what is asked for."""
        if actions != self._asked and self.sensor_board is not None:
            self.sensor_board.lease.session.ask(actions)
        self._asked = actions

    # -- help, menu, input -------------------------------------------------------------------------

    def open_menu(self) -> Change:
        if not self.leading:
            return super().open_menu()
        self.playback.finish()
        return Push(menu.pause_menu(self.match, self.offers, True, self._known_board))

    @property
    def _known_board(self) -> str:
        """The sensor board used last, "" for none: a lesson moves to it on request only."""
        boards = (link for link in self.desk.settings.known_boards if link != "sim")
        return "" if self.match.spec.board else next(boards, "")

    def resume(self, result: Any = None) -> Change | None:
        if result == menu.ON_BOARD:
            return Replace(routes.Guided(self.game.key, self._known_board or None))
        change = super().resume(result)
        return self.let_go() if result == menu.ALONE else change

    def open_help(self) -> Change:
        return self._show_again() if self.leading else super().open_help()

    def get_help(self, question: str) -> None:
        if self.leading:
            self._show_again()
        else:
            super().get_help(question)

    def _show_again(self) -> Change:
        """Point at what the guide asks for, while it leads."""
        wanted, step = self.wanted, self.step
        if step is not None and wanted and wanted[0].points:
            self.show_note(_(step.say), wanted[0].points[-1])
        return STAY

    def handle(self, event: InputEvent) -> Change | None:
        if self.leading and isinstance(event, Press) and not event.repeat:
            if event.means("last") and not self.browser.active:
                return self.let_go()
            if self.coach.reading and event.means("accept") and self.form.focused is self.board:
                return self.read_on()
            if event.means("stop") and self._stop_put_off():
                return STAY
        if self.leading and self.coach.reading and self._presses_board(event):
            return self.read_on()
        return super().handle(event)

    def _presses_board(self, event: InputEvent) -> bool:
        if not isinstance(event, Pointer) or event.kind != "down":
            return False
        return self.board.rect.collidepoint(event.pos)

    def _stop_put_off(self) -> bool:
        """Put off the end of a train that the rules allow; return whether there was one."""
        stops = any(action.kind == "stop" for action in self.match.legal())
        if not self.hand.enabled or self.hand.stop is not None or not stops:
            return False
        self.put_off(self.hand.source or self.hand.cursor)
        return True

    # -- time --------------------------------------------------------------------------------------

    @property
    def being_read(self) -> bool:
        return self.leading and self.coach.reading

    def update(self, dt: float) -> Change | None:
        change = super().update(dt)
        if self.leading:
            if self.match.over:
                self.let_go()
            elif not self.playback.moving and not self.held and self.coach.update(dt):
                self._read()
            self._follow_card()
            wanted = self.wanted
            self._light(wanted if len(wanted) <= MOST_LIT_ACTIONS else ())
        return change

    @property
    def toast_room(self) -> Rect | None:
        return self.layout.game if self.leading else super().toast_room
