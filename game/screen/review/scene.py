"""The review of a match: its story, all its turns with variations and notes, the engine's lines.

What a person does goes to the `Study`, which the match keeps; what is shown goes through
`Playback`; the parts of the column are in `column`, what runs by itself in `tour`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from game.platform.errors import CodedError, in_words
from game.platform.i18n import _
from game.rules.base import Action
from game.rules.errors import RulesError
from game.rules.topology import Point
from game.screen.app import routes
from game.screen.app.page import measuring
from game.screen.app.scene import STAY, Change, Pop, Push, Replace
from game.screen.play.last_turn import last_turn_overlay
from game.screen.play.layout import PlayLayout, lay_out
from game.screen.play.match_scene import MatchScene
from game.screen.play.pause import LEAVE
from game.screen.review import commands, menu
from game.screen.review import signs as drawn
from game.screen.review.analyst import Analyst
from game.screen.review.autoplay import AutoPlay
from game.screen.review.autosave import ReviewAutosave
from game.screen.review.board import StudyBoard
from game.screen.review.column import LINES, STORY, TURNS, ReviewColumn
from game.screen.review.objection import Objection
from game.screen.review.opening import OpeningFacts
from game.screen.review.practising import can_practise, practise
from game.screen.review.review_board import ReviewBoard
from game.screen.review.tryout import KEEP, LET_GO, Trial, TryDialog, keep_question
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.table.match import Match
from game.table.mistakes import turning_points
from game.table.review import Evaluate, Review
from game.table.study import Study

PAGE = 490  # least height of a page of the column in an upright window, design px
PULSE_INTERVAL_S = 0.08  # seconds between redraws while signs on the board breathe


class ReviewScene(MatchScene):
    """A finished match, or one that rests.  The game as it was played stays as it is."""

    board_kind = StudyBoard
    board: StudyBoard

    def __init__(self, match: Match, judge: Evaluate | None = None, train: bool = False) -> None:
        """`train`: begin by showing its longest train, also by the lights of a board known."""
        super().__init__(match, self.explore, self._skip)
        self._show_train = train
        self.study = Study(match)
        self.review = Review(match, (lambda game: judge) if judge is not None else None)
        self.analyst = Analyst(self.game)
        self.tour = AutoPlay(self)
        self.trial: Trial | None = None
        self.column = ReviewColumn(self)
        self.objection = Objection(self)
        self.on_board = ReviewBoard(self)
        self.held = False
        self.board.on_refused = self.objection.point
        self.board.on_sign = self.draw_sign
        self.board.on_choice = self.choice_changed
        self.board.effect, self.board.badge = self.panel.effect, self.panel.badge
        self.keeping = ReviewAutosave(self)
        self._known = (-1, False)  # positions judged, and whether there will be more

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        super().enter()
        self.panel.on_change = self.choice_changed
        self.panel.on_action = self.explore
        if self.match.turns:
            self.review.start()
        self._judged()
        self.column.opening.start(lambda known: self.desk.post(partial(self._opening_known, known)))
        self.lay()
        if self._show_train:
            self.on_board.walk_train(ask=False)

    def leave(self) -> None:
        self.column.hand_over()
        self.on_board.close()
        self.review.stop()
        self.analyst.close()
        self.keeping.write()
        super().leave()

    def pause(self) -> None:
        self.held = True

    def resume(self, result: object = None) -> Change | None:
        self.held = False
        self.on_board.answered(result)
        if isinstance(result, routes.Picked):
            return self.on_board.connect(result.value)
        deeds: dict[object, Callable[[], Change | None]] = {
            LEAVE: Pop,
            menu.REPLAY: self.tour.replay,
            menu.COMMENT: self.write,
            menu.BOARD: lambda: Push(menu.board_menu(self.on_board.walks())),
            menu.WHICH: self.on_board.choose,
            menu.LIGHTS: self.on_board.walk_here,
            menu.TRAIN: self.on_board.walk_train,
            menu.EDIT: lambda: Push(menu.edit_menu(self.study.in_game)),
            menu.PROMOTE: partial(self.edit, self.study.promote),
            menu.DELETE: partial(self.edit, self.study.delete),
            menu.UNDO: partial(self.edit, self.study.undo),
            menu.REDO: partial(self.edit, self.study.redo),
            KEEP: self._keep_trial,
            **self.copy_actions(),
            menu.PRACTISE: lambda: practise(self.match, self.desk),
        }
        if isinstance(result, tuple):
            return self._try_at(*result)
        if result == LET_GO:
            self.trial = None
        if isinstance(result, str) and result in deeds:
            return deeds[result]()
        if self.trial is not None and result is None:
            if self.trial.line():
                return Push(keep_question())
            self.trial = None
        return None

    # -- layout ----------------------------------------------------------------------------------

    def build_form(self, canvas: Canvas) -> None:
        close = Button("", Pop, icon="cross", name="close", tip=_("Close the review"))
        self.close_button = self.corner_button(close)
        self.menu_button = self.corner_button(
            Button("", self.open_menu, icon="menu", name="menu", tip=_("Menu"))
        )
        self.menu_button.rect.right = self.close_button.rect.left - canvas.px(8)
        button = self.board_button = self.corner_button(self.on_board.new_button(canvas))
        if button.label:
            button.rect.width = button.width(canvas)
        button.rect.right = self.menu_button.rect.left - canvas.px(8)
        self.form = self.column.build(canvas, self.form)

    def lay_out(self) -> PlayLayout:
        return lay_out(self.desk.metrics, PAGE)

    def resize(self) -> None:
        super().resize()
        self.turn_list.visible = True

    def header_buttons(self) -> list[Button]:
        return [self.close_button, self.menu_button, self.board_button]

    def rebuild(self) -> None:
        """The column holds other controls now."""
        if self.picture is not None:
            self.build_form(measuring(self.desk))
            self.picture.menu = self.board_button
            self.refresh()

    # -- what is shown ---------------------------------------------------------------------------

    def lay(self) -> None:
        """Bring the board to where the study is, or the line that is played out."""
        study, tree = self.study, self.study.tree
        turns = study.turns
        count = len(turns)
        demo = self.tour.demo
        if demo is not None:
            turns, count = [*turns, *demo.turns], count + demo.shown
        elif not study.begun:
            turns = tree.turns(tree.line(study.at))
        at_end = demo is None and study.here == tree.played
        self.playback.shown.declared = self.match.history.declared if at_end else None
        self.playback.lay(turns, count)
        self.analyst.follow(study.state)

    def refresh(self, at_once: bool = False) -> None:
        state = self.browser.state
        may = not (self.playback.moving or self.tour.moving or self.game.over(state))
        self.hand.set_position(state, self.game.legal(state) if may else (), may)
        self.board.pieces = self.game.pieces(state)
        self.follow(at_once)
        if self.picture is not None:
            self.column.follow()

    def follow(self, at_once: bool = False) -> None:
        """Panel and signs follow the position looked at and what is aimed at."""
        turns, show = self.browser.turns, self.board.show
        moving = self.playback.moving
        self.panel.show = show
        open_turn = bool(turns) and (moving or not turns[-1].complete)
        self.panel.follow(
            self.browser.state, self.hand.aimed, turns[-1] if open_turn else None, at_once
        )
        self.board.hints_shown = self.hand.source is not None and not self.board.drawing
        overlay = last_turn_overlay(self.panel, turns, not moving)
        if not moving and self.tour.demo is None:
            if self.tour.point is not None and not self.study.begun:
                drawn.add_mistake(overlay, self.tour.point)
            drawn.add_note(overlay, self.study.note)
            self.on_board.draw_on(overlay)
        self.board.overlay = overlay

    def choice_changed(self) -> None:
        """A person aims elsewhere, or chose something beside the board."""
        self.follow()
        self.column.label_main()
        self.desk.invalidate()

    def _skip(self) -> bool:
        """Any input on the board ends what is being shown first."""
        if self.tour.moving:
            self.rest()
            self.lay()
            return True
        if self.playback.moving:
            self.playback.finish()
        return False

    # -- going about -----------------------------------------------------------------------------

    def rest(self) -> None:
        """End whatever runs by itself, and hand over the comment that is being written."""
        self.column.hand_over()
        self.tour.stop()
        self.on_board.stop()

    def go(self, node: int) -> Change:
        """Look at a node of the tree."""
        self.rest()
        self.study.go(node)
        self.lay()
        return STAY

    def step(self, turns: int) -> Change:
        self.rest()
        if turns > 0:
            self.study.on()
        else:
            self.study.back()
        self.lay()
        return STAY

    def other_line(self) -> Change:
        """To what stands beside this turn, or out of a variation that stands alone."""
        self.rest()
        if not self.study.beside():
            self.study.out()
        self.lay()
        return STAY

    def go_home(self) -> Change:
        """Out of the variations, to where they leave the game."""
        self.rest()
        self.study.home()
        self.lay()
        return STAY

    # -- trying, writing, drawing ------------------------------------------------------------------

    def explore(self, action: Action) -> Change | None:
        """Play on from the position looked at: a click, a key or a hand on a sensor board."""
        self.rest()
        try:
            self.study.explore(action)
        except RulesError as error:
            self.desk.toast(in_words(error), "bad", "warning")
        self.lay()
        return STAY

    def end_turn(self) -> Change | None:
        action = self.hand.stop
        return self.explore(action) if action is not None else STAY

    def turn_colour(self) -> None:
        if self.hand.two_colours:
            self.hand.turn_colour()
            self.choice_changed()

    def take_back(self) -> Change:
        """The last hop of a turn in progress, else a turn."""
        self.rest()
        if not self.study.take_hop_back():
            self.study.back()
        self.lay()
        return STAY

    def edit(self, deed: Callable[[], object]) -> Change:
        """Change the tree; what cannot be done is said."""
        self.rest()
        try:
            deed()
        except CodedError as error:
            self.desk.toast(in_words(error), "info", "info")
        self.lay()
        return STAY

    def keep_line(self) -> Change:
        """The line that was played out becomes a variation; one stands at its end."""
        demo = self.tour.demo
        assert demo is not None
        self.rest()
        line = [[e.action for e in turn.entries if e.action] for turn in demo.turns]
        nodes = self.study.try_line(line)
        self.study.go(nodes[min(demo.shown, len(nodes)) - 1] if nodes else self.study.at)
        self.column.tab = TURNS
        self.lay()
        self.rebuild()
        return STAY

    def draw_sign(self, source: Point, target: Point) -> None:
        """A mark on a point, or an arrow between two."""
        if source == target:
            self.study.mark(source)
        else:
            self.study.arrow(source, target)
        self.refresh()

    def switch_drawing(self) -> Change:
        self.board.set_drawing(not self.board.drawing)
        if self.board.drawing:
            self.desk.toast(_("Draw: press a point for a mark, drag for an arrow."), "info")
        self.refresh()
        return STAY

    def write(self) -> Change:
        """Write at the position looked at."""
        if self.column.tab != TURNS:
            self.show_tab(TURNS)
        self.form.focus("comment")
        return STAY

    def show_tab(self, tab: str) -> Change:
        self.column.hand_over()
        self.column.tab = tab
        self.rebuild()
        return STAY

    def switch_analysis(self, on: bool) -> Change:
        self.analyst.switch(on)
        self.analyst.follow(self.study.state)
        if on and self.column.tab == STORY:
            self.column.tab = LINES
        self.rebuild()
        return STAY

    # -- trying it oneself -------------------------------------------------------------------------

    def try_it(self) -> Change:
        """Choose a level and play on from here against the engine."""
        self.rest()
        self.lay()
        return Push(TryDialog(self.match, self.study.state))

    def _try_at(self, level: int, side: int) -> Change:
        self.trial = Trial(self.match, self.study.actions, level, side)
        return Push(self.trial.scene())

    def _keep_trial(self) -> Change:
        trial, self.trial = self.trial, None
        if trial is not None:
            self.edit(lambda: self.study.try_line(trial.line()))
            self.show_tab(TURNS)
        return STAY

    def play_on(self) -> Change:
        """A match that rests is gone on with."""
        return Replace(routes.Play(self.match.spec, match=self.match))

    # -- input -----------------------------------------------------------------------------------

    def open_menu(self) -> Change:
        self.playback.finish()
        return Push(menu.review_menu(self.game.key, can_practise(self.match)))

    def rules(self) -> Change:
        return Push(routes.Rules(self.game.key))

    def cancel(self) -> Change:
        """Escape steps back one thing at a time."""
        if self.on_board.stop() | self.tour.stop():
            self.lay()
        elif self.objection.clear() | self.board.drop() or self.hand.cancel():
            self.choice_changed()
        elif self.board.drawing:
            self.switch_drawing()
        elif self.study.begun and not self.study.in_game:
            self.step(-1)
        else:
            return Pop()
        return STAY

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press) and not self.form.takes_text:
            change = commands.carry_out(self, event)
            if change is not None:
                return change
        if isinstance(event, Pointer) and event.kind == "down":
            self.objection.clear()
        if isinstance(event, Pointer) and event.kind in ("move", "leave"):
            over = event.kind == "move" and self.board.rect.collidepoint(event.pos)
            if not over and self.board.unhover():
                self.choice_changed()
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means("cancel"):
            self.column.stop_writing()
            return STAY
        if not self.form.takes_text:
            self.column.hand_over()
        return change

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        change = self.on_board.update()
        self._judged()
        self.objection.update(dt)
        if self.analyst.update(dt):
            self.column.lines.follow()
            self.desk.invalidate()
        self.tour.update(dt, self.board.show is None)
        self.keeping.update()
        return change

    def _judged(self) -> None:
        """Take in what the review has found since the last frame."""
        known = (self.review.looks, self.review.running)
        if known == self._known:
            return
        finished = self._known[1] and not known[1]
        self._known = known
        self.tour.points = turning_points(self.review.mistakes())
        if finished:
            self.keeping.write()
        if self.column.tab == STORY:
            self.rebuild()
        elif self.picture is not None:
            self.column.follow()
        self.desk.invalidate()

    def _opening_known(self, known: OpeningFacts) -> None:
        """The opening was looked up."""
        self.column.opening.known = known
        self.rebuild()
        self.desk.invalidate()

    @property
    def toast_room(self) -> Rect:
        return self.column.graph.rect

    @property
    def animating(self) -> bool:
        return super().animating or self.objection.animating

    @property
    def redraw_every(self) -> float:
        if self.board.pulsing:
            return PULSE_INTERVAL_S
        waits = self.review.running or self.tour.moving or self.analyst.on
        waits = waits or self.on_board.wood is not None
        return 0.2 if waits else 0.0

    def draw(self, canvas: Canvas) -> None:
        assert self.picture is not None
        panel = self.panel if self.column.tab == LINES else None
        self.picture.draw(canvas, self.board, panel, self.form, self.game.title, None, [])
        self.objection.draw(canvas)
