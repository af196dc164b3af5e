"""The review of a match: its story, all its turns with variations and notes, the engine's lines.

The person's changes go to the `Study`, which the match stores; the board is shown through
`Playback`. The parts of the column are in `column`, the automatic parts in `analyst`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect

from game.platform.errors import CodedError, in_words
from game.platform.i18n import _, in_every_language
from game.rules.base import Action
from game.rules.errors import RulesError
from game.rules.topology import Point
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton, ask
from game.screen.app.scene import STAY, Change, Pop, Push, Replace
from game.screen.play.board_controller import BoardCallbacks
from game.screen.play.commands import carry_out
from game.screen.play.layout import PlayLayout, lay_out
from game.screen.play.match_scene import PULSE, MatchScene
from game.screen.play.menu import COPY, type_moves
from game.screen.play.scene_layers import Header
from game.screen.play.seat_cards import LinkPill
from game.screen.plugin.refusals import attempt, refusal
from game.screen.plugin.rulebook import Attempt
from game.screen.review.analyst import Analyst, AutoPlay, EngineLine
from game.screen.review.column import LINES, STORY, TURNS, ColumnActions, ReviewColumn
from game.screen.review.commands import COMMANDS
from game.screen.review.drawing import StudyDrawing
from game.screen.review.review_board import StudyBoard, StudyBoardController, add_mistake, add_note
from game.screen.review.story import PLAYED, OpeningFacts
from game.screen.review.tryout import Trial, TryDialog, can_practise, practise
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form
from game.table.chances import ShownChances
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import Mistake, turning_points
from game.table.record_files import keep_review
from game.table.review import Evaluate, Review
from game.table.seat_statistics import longest_train
from game.table.study import Study

PAGE = 524  # minimum height in design px of the column's page in an upright window


class ReviewScene(MatchScene):
    """The review of a finished or paused match, which leaves the game as played unchanged."""

    board_kind = StudyBoard
    board: StudyBoard

    def __init__(self, match: Match, judge: Evaluate | None = None, train: bool = False) -> None:
        """With `train`, begin with the longest train, shown also by the lights of a known board."""
        super().__init__(match, self.explore)
        self._show_train = train
        self._began_over = match.over
        self.study = Study(match)
        self._seen = ShownChances(match.game, lambda: self.services.settings.chances_like_you)
        make = (lambda game: judge) if judge is not None else None
        self.review = Review(match, make, self._seen)
        self.analyst = Analyst(self.study)
        self.autoplay = AutoPlay(self.study)
        self.trial: Trial | None = None
        self.drawing = StudyDrawing(self.study, lambda: self.services, self.edit, self.rebuild)
        self.column = self._new_column()
        self.sensor_board: StudyBoardController | None = None  # set when first requested
        self._link: LinkPill | None = None  # the board's state on its button
        self._wish: Turn | None = None  # turn to replay when a board has been chosen
        self.board.pen, self.board.on_sign = self.drawing.pen, self.drawing.draw
        self._saved = self.study.edits, self.review.looks  # state on disk
        self._known = (-1, False)  # number of positions judged, and whether the review still runs

    def _new_column(self) -> ReviewColumn:
        actions = ColumnActions(
            act=self.act_main,
            go=self.go,
            step=self.step,
            show_tab=self.show_tab,
            show_point=self.show_point,
            play_point=self.play_point,
            play_line=self.play_line,
            pause_search=self.pause_search,
            switch_analysis=self.switch_analysis,
            switch_drawing=self.drawing.switch,
            wipe=self.drawing.wipe,
            pen_changed=self.refresh,
            stop_writing=self.stop_writing,
        )
        return ReviewColumn(
            self.match,
            self.study,
            self.review,
            self.analyst,
            self.autoplay,
            self.drawing.pen,
            self.panel,
            actions,
            self._seen,
        )

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        super().enter()
        if self.match.turns:
            self.review.start()
        self._judged()
        self.column.opening.start(
            lambda known: self.services.post(partial(self._opening_known, known))
        )
        self.lay()
        if self._show_train:
            self.walk_train(ask=False)
        self.drawing.tell(self.match)

    def leave(self) -> None:
        self.column.hand_over()
        self._close_board()
        self.review.stop()
        self.analyst.close()
        self.save()
        super().leave()

    def save(self) -> None:
        """Save the game's file, off the loop, if the review has added to it."""
        match, edited = self.match, self.study.edits > 0
        saved, self._saved = self._saved, (self.study.edits, self.review.looks)
        if self._saved != saved:
            job = partial(keep_review, match, new=edited)
            self.services.write_file(None, job, _("The review could not be saved: {reason}"))

    def resume(self, result: object = None) -> Change | None:
        self.held = False
        if self.sensor_board is not None:
            self.sensor_board.answered(result)
        if isinstance(result, routes.Picked):
            return self.connect_board(result.value)
        if isinstance(result, tuple):
            return self._try_at(*result)
        act = result if callable(result) else self.copy_actions().get(result)
        if act is not None:
            change: Change | None = act()
            return change
        if self.trial is not None and result is None:
            if self.trial.line():
                return Push(self._keep_question())
            self.trial = None
        return None

    # -- layout ----------------------------------------------------------------------------------

    def build_form(self, canvas: Canvas) -> None:
        close = Button("", Pop, icon="exit", name="close", tip=_("Close the review"))
        self.close_button = self.corner_button(close)
        self.menu_button = self.corner_button(
            Button("", self.open_menu, icon="menu", name="menu", tip=_("Menu"))
        )
        self.menu_button.rect.right = self.close_button.rect.left - canvas.px(8)
        button = self.board_button = self.corner_button(self._new_board_button(canvas))
        if button.label:
            button.rect.width = button.width(canvas)
        button.rect.right = self.menu_button.rect.left - canvas.px(8)
        controls = self.column.build(canvas, self.layout, self.services, lambda: self.view)
        self.turn_list = self.column.tree
        order = [self.board, *controls, *self.header_buttons()[::-1]]
        self.form = Form(order, keep=self.form)
        self.form.start("main")

    def lay_out(self) -> PlayLayout:
        metrics = self.services.metrics  # large type needs a larger page
        return lay_out(metrics, round(PAGE * max(1.0, (1 + metrics.font_scale) / 2)))

    def resize(self) -> None:
        super().resize()
        self.turn_list.visible = True

    def header_buttons(self) -> list[Button]:
        return [self.close_button, self.menu_button, self.board_button]

    def rebuild(self) -> None:
        """Make the controls of the column again."""
        if self.picture is not None:
            self.make_form()
            self.picture.menu = self.board_button
            self.refresh()

    # -- what is shown ---------------------------------------------------------------------------

    def lay(self) -> None:
        """Show on the board the study's position, or the position of the line being played out."""
        study, tree = self.study, self.study.tree
        turns = study.turns
        count = len(turns)
        line = self.autoplay.line
        if line is not None:
            turns, count = [*turns, *line.turns], count + line.shown
        elif not study.begun:
            turns = tree.turns(tree.line(study.at))
        at_end = line is None and study.here == tree.played
        self.playback.shown.declared = self.match.history.declared if at_end else None
        self.playback.lay(turns, count)
        self.analyst.follow(study.state)
        self.drawing.say()

    def refresh(self, at_once: bool = False) -> None:
        state = self.browser.state
        may = not (self.playback.moving or self.autoplay.moving or self.game.over(state))
        self.hand.set_position(state, self.game.legal(state) if may else (), may)
        self.board.pieces = self.game.pieces(state)
        self.follow(at_once)
        if self.picture is not None:
            self._follow_column()

    def _follow_column(self) -> None:
        self.column.follow(self.form.takes_text)
        self.label_buttons()

    def follow(self, at_once: bool = False) -> None:
        turns, show = self.browser.turns, self.board.show
        moving = self.playback.moving
        self.panel.show = show
        open_turn = bool(turns) and (moving or not turns[-1].complete)
        self.panel.follow(
            self.browser.state, self.hand.aimed, turns[-1] if open_turn else None, at_once
        )
        self.board.hints_shown = self.hand.source is not None and not self.board.drawing
        overlay = self.stage.last_turn_overlay(not moving)
        if not moving and self.autoplay.line is None:
            if self.autoplay.point is not None and not self.study.begun:
                add_mistake(overlay, self.autoplay.point)
            add_note(overlay, self.study.note)
            if self.sensor_board is not None:
                self.sensor_board.mark(overlay)
        self.board.overlay = overlay

    def skip_animation(self) -> bool:
        if self.autoplay.moving:
            self.rest()
            self.lay()
            return True
        if self.playback.moving:
            self.playback.finish()
        return False

    # -- the main button -------------------------------------------------------------------------

    def label_buttons(self) -> None:
        label, icon, act = self._main_action()
        self.column.label_main(label, icon, act is not None)

    def act_main(self) -> Change | None:
        act = self._main_action()[2]
        return act() if act is not None else STAY

    def _main_action(self) -> tuple[str, str, Callable[[], Change | None] | None]:
        """Return the label of the main button, its icon, and its action."""
        if self.autoplay.replaying:
            return _("Pause"), "pause", self.cancel
        if self.autoplay.line is not None:
            return _("Keep this line"), "branch", self.keep_line
        proposal = self.hand.proposal
        if proposal is not None and self._is_said(proposal):
            return self.panel.label(proposal), "check", lambda: self.explore(proposal)
        if not self.match.over and self.study.here == self.study.tree.played:
            return _("Play on"), "play", self.play_on
        if self.game.over(self.study.state):
            return _("Replay the game"), "film", self.replay
        return _("Try it yourself"), "play", self.try_it

    def _is_said(self, proposal: Action) -> bool:
        """Return whether the main button offers a proposal that belongs to no point of the board.

        A bid is offered only on the page that shows it.
        """
        if proposal.kind == "bid":
            return self.column.tab == LINES
        return proposal.kind == "pass" or bool(self.study.begun)

    # -- going about -----------------------------------------------------------------------------

    def rest(self) -> None:
        """Stop all automatic play, and store the comment being written."""
        self.column.hand_over()
        self.autoplay.stop()
        self._stop_lights()

    def go(self, node: int) -> Change:
        """Go to a node of the tree."""
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
        """Go to the next alternative to this turn; if there is none, leave the variation."""
        self.rest()
        if not self.study.beside():
            self.study.out()
        self.lay()
        return STAY

    def go_home(self) -> Change:
        """Leave the variations and go to the position where they branch off the game."""
        self.rest()
        self.study.home()
        self.lay()
        return STAY

    # -- what runs by itself ---------------------------------------------------------------------

    def show_point(self, point: Mistake) -> Change:
        """Show the position before a mistake, with the turn played and the better one."""
        self.go(point.number)
        self.autoplay.point = point
        self.refresh()
        return STAY

    def show_next_point(self) -> None:
        point = self.autoplay.next_point
        if point is not None:
            self.show_point(point)

    def play_point(self, point: Mistake, which: str) -> Change:
        """Play out one of the two lines of a turning point."""
        self.go(point.number)
        self.autoplay.point = point
        return self._play_out(point.played if which == PLAYED else point.better)

    def play_line(self, line: EngineLine) -> Change:
        """Play out a line of the engine."""
        self.rest()
        return self._play_out(line.turns)

    def _play_out(self, turns: Sequence[Turn]) -> Change:
        """Play out turns on the board, from the present position."""
        self.lay()
        self.autoplay.play(turns)
        self.refresh()
        return STAY

    def replay(self) -> Change:
        """Replay the game's turns from the present position; at the game's end, from the start."""
        self.rest()
        if not self.study.tree.node(self.study.here).lines:
            self.study.go(0)
        self.lay()
        self.autoplay.replay()
        self.refresh()
        return STAY

    def pause_search(self) -> Change:
        """Stop the search for turning points, or continue it."""
        if self.review.running:
            self.review.stop()
        else:
            self.review.start()
        self.rebuild()
        return STAY

    # -- on a sensor board -----------------------------------------------------------------------

    def _new_board_button(self, canvas: Canvas) -> Button:
        """Return the header's board button; with a board, it shows the connection's state."""
        link = self._link = self.sensor_board.link if self.sensor_board is not None else None
        if link is None:
            tip = _("Try variations on the sensor board")
            return Button("", self.switch_board, icon="plug", name="on-board", tip=tip)
        words = "" if canvas.metrics.narrow else link.words
        tip = _("Put the board away")
        button = Button(words, self.switch_board, icon=link.icon, name="on-board", tip=tip)
        button.style, button.icon_colour = "caption", link.colour(canvas)
        return button

    def switch_board(self) -> Change:
        """Connect the board used last, or let the person choose; disconnect a connected board."""
        known = self.services.settings.board_link
        if self.sensor_board is None:
            return self.connect_board(known) if known else self.choose_board()
        self._close_board()
        self.services.toast(_("The board is put away; all that was tried is kept."), "info")
        self.rebuild()
        return STAY

    def choose_board(self) -> Change:
        settings = self.services.settings
        return Push(routes.PickLink(settings.board_link, settings.known_boards))

    def connect_board(self, target: str) -> Change:
        """Try variations on the board at `target` from now on."""
        services = self.services
        if target != services.settings.board_link:
            services.change_settings(**services.settings.using_board(target))
        self._close_board()
        self.rest()
        self.sensor_board = StudyBoardController(
            services,
            self.hand,
            target,
            self.study,
            BoardCallbacks(
                signs_changed=self.follow,
                choice_changed=self.choice_changed,
                refused=self.refuse_attempt,
                may_ask=lambda: not self.held,
            ),
            before=self.rest,
            after=self.lay,
            go_home=self.go_home,
        )
        self.lay()
        self.rebuild()
        wish, self._wish = self._wish, None
        return STAY if wish is None else self.walk(wish)

    def _close_board(self) -> None:
        if self.sensor_board is not None:
            self.sensor_board.close()
        self.sensor_board = None

    def _stop_lights(self) -> bool:
        """Stop the replay by the board's lights; return False if there was none."""
        return self.sensor_board is not None and self.sensor_board.stop()

    def walk(self, turn: Turn) -> Change:
        """Replay a turn by lights, on the board used last or on a board that is chosen now."""
        known = self.services.settings.board_link
        if self.sensor_board is None and known:
            self.connect_board(known)
        if self.sensor_board is None:
            self._wish = turn
            return self.choose_board()
        self.sensor_board.walk(turn)
        return STAY

    def board_menu(self) -> Dialog:
        """Return the menu of what a sensor board can do here."""

        def answers() -> list[DialogButton]:
            here, train = _("Show this turn on the board"), _("Show the longest train on the board")
            walks = [
                (self._turn_here, DialogButton(here, self.walk_here, icon="sun")),
                (
                    longest_train(self.review.turns),
                    DialogButton(train, self.walk_train, icon="sun"),
                ),
            ]
            return [
                DialogButton(_("Try variations"), self.choose_board, "main", "plug"),
                *(button for turn, button in walks if turn is not None),
                DialogButton(_("Cancel")),
            ]

        return Dialog(lambda: _("On a sensor board"), answers, upright=True)

    @property
    def _turn_here(self) -> Turn | None:
        """The turn that led to the present position."""
        return next((turn for turn in reversed(self.study.turns) if turn.complete), None)

    def walk_here(self) -> Change:
        """Replay by lights the turn that led to the present position."""
        turn = self._turn_here
        self.rest()
        return self.walk(turn) if turn is not None else STAY

    def walk_train(self, ask: bool = True) -> Change:
        """Show the longest train of the game, on the screen and by lights.

        With `ask`, the person chooses a board if none was used before.
        """
        train = longest_train(self.review.turns)
        if train is None:
            return STAY
        self.go(train.number - 1)
        self._play_out((train,))
        return self.walk(train) if ask or self.services.settings.board_link else STAY

    # -- trying, writing, drawing ------------------------------------------------------------------

    def explore(self, action: Action) -> Change | None:
        """Try an action from the present position: by click, by key or on a sensor board."""
        self.rest()
        try:
            self.study.explore(action)
        except RulesError as error:
            self.services.toast(in_words(error), "bad", "warning")
        self.lay()
        return STAY

    def end_turn(self) -> Change | None:
        action = self.hand.stop
        return self.explore(action) if action is not None else STAY

    def take_back(self) -> Change:
        """Take back the last hop of a turn in progress, otherwise a whole turn."""
        self.rest()
        if not self.study.take_hop_back():
            self.study.back()
        self.lay()
        return STAY

    def edit(self, deed: Callable[[], object]) -> Change:
        """Change the tree by `deed`; if the change is refused, show a toast."""
        self.rest()
        try:
            deed()
        except CodedError as error:
            self.services.toast(in_words(error), "info", "info")
        self.lay()
        return STAY

    def delete(self) -> Change:
        """Delete the variation; while the pen is on, delete the drawings instead."""
        return self.drawing.wipe() if self.board.drawing else self.edit(self.study.delete)

    def next_colour(self) -> Change | None:
        """Switch to the other stone, or to the next colour of the pen."""
        if self.board.drawing:
            return self.drawing.next_colour()
        self.turn_colour()
        return STAY

    def keep_line(self) -> Change:
        """Store the line being played out as a variation, and go to the last turn shown."""
        line = self.autoplay.line
        assert line is not None
        self.rest()
        actions = [[e.action for e in turn.entries if e.action] for turn in line.turns]
        nodes = self.study.try_line(actions)
        self.study.go(nodes[min(line.shown, len(nodes)) - 1] if nodes else self.study.at)
        self.column.tab = TURNS
        self.lay()
        self.rebuild()
        return STAY

    def write(self) -> Change:
        """Open the comment on the present position."""
        if self.column.tab != TURNS:
            self.show_tab(TURNS)
        self.form.focus("comment")
        return STAY

    def stop_writing(self) -> Change:
        """Move the focus away from the comment."""
        first = "draw" if self.board.drawing else "main"
        self.form.focus("turns" if self.turn_list in self.form.widgets else first)
        self.column.hand_over()
        self.refresh()
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
        """Ask for a level, and play on from here against the engine."""
        self.rest()
        self.lay()
        return Push(TryDialog(self.match, self.study.state))

    def _try_at(self, level: int, side: int) -> Change:
        self.trial = Trial(self.match, self.study.actions, level, side)
        return Push(self.trial.scene())

    def _keep_question(self) -> Dialog:
        """Return the question asked when the person comes back from a trial game."""
        return ask(
            lambda: _("Keep what you tried?"),
            lambda: _("It becomes a variation of this game."),
            lambda: [
                DialogButton(_("Discard"), self._drop_trial),
                DialogButton(_("Keep it"), self._keep_trial, "main", "branch"),
            ],
            cancel=self._drop_trial,
        )

    def _drop_trial(self) -> None:
        self.trial = None

    def _keep_trial(self) -> Change:
        trial, self.trial = self.trial, None
        if trial is not None:
            self.edit(lambda: self.study.try_line(trial.line()))
            self.show_tab(TURNS)
        return STAY

    def play_on(self) -> Change:
        """Continue a paused match."""
        return Replace(routes.PlayMatch(self.match.spec, match=self.match))

    # -- input -----------------------------------------------------------------------------------

    def open_menu(self) -> Change:
        self.playback.finish()
        return Push(self.review_menu())

    def review_menu(self) -> Dialog:
        """Return the menu of commands that are rarely used or have no button on a gamepad."""

        def answers() -> list[DialogButton]:
            train = partial(practise, self.match, self.services)
            own = [DialogButton(_("Practise this"), train, icon="puzzle")]
            board, edit = (lambda: Push(self.board_menu())), (lambda: Push(self._edit_menu()))
            return [
                DialogButton(_("Continue"), kind="main", icon="play"),
                DialogButton(_("Replay the game"), self.replay, icon="film"),
                DialogButton(_("Write a comment"), self.write, icon="speech"),
                DialogButton(_("Draw marks and arrows"), self.drawing.switch, icon="pencil"),
                DialogButton(_("Copy"), COPY, icon="copy"),
                *(own if can_practise(self.match) else []),
                DialogButton(_("On a sensor board"), board, icon="plug"),
                DialogButton(_("Variations"), edit, icon="branch"),
                DialogButton(_("Rules"), act=self.rules, icon="book"),
                DialogButton(_("Settings"), act=partial(Push, routes.EditSettings()), icon="gear"),
                DialogButton(_("Close the review"), Pop, icon="exit"),
            ]

        return Dialog(lambda: _("Review"), answers, upright=True)

    def _edit_menu(self) -> Dialog:
        """Return the menu of changes to the tree."""

        def answers() -> list[DialogButton]:
            study, up, delete = self.study, _("Move the variation up"), _("Delete the variation")
            lines = [
                DialogButton(up, partial(self.edit, study.promote), icon="up"),
                DialogButton(delete, partial(self.edit, study.delete), "danger", "bin"),
            ]
            return [
                *type_moves(),
                *([] if study.in_game else lines),
                DialogButton(_("Undo"), partial(self.edit, study.undo), icon="undo"),
                DialogButton(_("Redo"), partial(self.edit, study.redo), icon="redo"),
                DialogButton(_("Cancel")),
            ]

        return Dialog(lambda: _("Variations"), answers, upright=True)

    def rules(self) -> Change:
        return Push(routes.Rules(self.game.key))

    def cancel(self) -> Change:
        """End one thing at a time: replay, hint, drawing, variation; then leave."""
        if self._stop_lights() | self.autoplay.stop():
            self.lay()
        elif self.hints.clear() | self.drawing.pen.drop() or self.hand.cancel():
            self.choice_changed()
        elif self.board.drawing:
            self.drawing.switch()
        elif self.study.begun and not self.study.in_game:
            self.step(-1)
        else:
            return Pop()
        return STAY

    def refuse_point(self, point: Point) -> None:
        hand = self.hand
        if hand.enabled:
            self.refuse_attempt(attempt(self.game, hand.state, hand.source, point))

    def refuse_attempt(self, points: Attempt) -> None:
        """Show why an attempted move, here or on a sensor board, is not allowed."""
        names = self.services.settings.coordinates or self.view.look.cell != "point"
        self.stage.refuse(points, refusal(self.game, self.study.state, points).said(names))

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press) and not self.form.takes_text:
            change = carry_out(COMMANDS, self, event)
            if change is not None:
                return change
        if isinstance(event, Pointer):
            if event.kind == "down":
                self.hints.clear()
            self.unhover(event)
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means("cancel"):
            self.stop_writing()
            return STAY
        if not self.form.takes_text:
            self.column.hand_over()
        return change

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        if self._began_over and not self.match.over:
            # A take-back elsewhere has continued the game, so return to the scene of the game.
            return Pop()
        super().update(dt)
        change = self._follow_board()
        self._judged()
        self.stage.update_hints(dt)
        if self.analyst.update(dt):
            self.column.lines.follow()
            self.services.invalidate()
        if self.autoplay.update(dt, self.board.show is None):
            self.lay()
        if self.study.edits != self._saved[0]:  # a person's changes are saved immediately
            self.save()
            self.drawing.tell(self.match)
        return change

    def _follow_board(self) -> Change | None:
        if self.sensor_board is None:
            return None
        change = self.sensor_board.update()
        if self.sensor_board.link != self._link:
            self.rebuild()
        return change

    def _judged(self) -> None:
        """Show what the review has found since the last frame."""
        known = (self.review.looks, self.review.running)
        chapters = self.column.chapters
        if known == self._known and chapters.counted:
            return
        points = turning_points(self.review.mistakes())
        if not chapters.ready(points) and known == self._known:
            return
        finished = self._known[1] and not known[1]
        self._known = known
        self.autoplay.points = points
        if finished:
            self.save()
        if (
            not self.review.running
            and chapters.counted
            and self.match.over
            and self.services.network.match is self.match
        ):
            words = [in_every_language(partial(chapters.sentence, point)) for point in points]
            self.services.network.tell(
                "story", turns=[one.number + 1 for one in points], words=words
            )
        if self.column.tab == STORY:
            self.rebuild()
        elif self.picture is not None:
            self._follow_column()
        self.services.invalidate()

    def _opening_known(self, known: OpeningFacts) -> None:
        """Show the opening that was looked up."""
        self.column.opening.known = known
        self.rebuild()
        self.services.invalidate()

    @property
    def toast_room(self) -> Rect:
        return self.column.graph.rect

    @property
    def redraw_every(self) -> float:
        if self.board.pulsing:
            return PULSE
        waits = self.review.running or self.autoplay.moving or self.analyst.on
        waits = waits or self.sensor_board is not None
        return 0.2 if waits else 0.0

    def draw(self, canvas: Canvas) -> None:
        assert self.picture is not None
        panel = self.panel if self.column.tab == LINES else None
        self.picture.draw(canvas, self.board, panel, self.form, Header(self.game.title))
        self.stage.draw_hints(canvas)
