"""A puzzle at the board: the play scene with a task, its checker and hints.

A process of its own checks attempts (`CheckerProcess`); the refutation of a wrong one is played on
the board up to the number that decides, and so is what follows the solution."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace

from pygame import Rect

from game.platform.i18n import _
from game.puzzles import modes
from game.puzzles import progress_store as kept
from game.puzzles.attempt_checker import CheckerProcess
from game.puzzles.course import DAY, Course
from game.puzzles.kinds import AttemptAnswer
from game.puzzles.plugin import HOME, TRAIN
from game.puzzles.progress import PuzzleProgress
from game.puzzles.puzzle import Puzzle, after_turn
from game.rules import Action
from game.rules.events import Seat
from game.rules.proposals import GoBack, Play, Proposal
from game.rules.registry import titles
from game.screen.animation.ways import Arrow
from game.screen.app import routes
from game.screen.app.scene import STAY, AppServices, Change, Copied, Pop, Push, Replace
from game.screen.guided.card import CardPlayScene, card_layout
from game.screen.play.advice import HINT, around
from game.screen.play.menu import Face, Faces, pause_dialog, type_moves
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.commentary import commentary_of
from game.screen.puzzles.attempt import (
    ACTION,
    ASKING,
    JUDGING,
    PIECE,
    SOLVED,
    PuzzleAttempt,
    kind_name,
    named,
)
from game.screen.puzzles.card import PuzzleCard
from game.screen.puzzles.match import PuzzleMatch
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.layout import halves
from game.table.engine_seat import MakePlayer


class PuzzleTurnController(TurnController):
    """Turns of a puzzle: no engine plays, since the checker gives the replies.

    `trying`: the person may act now.
    """

    trying = True

    @property
    def person_to_move(self) -> bool:
        return self.trying and super().person_to_move

    def update(
        self,
        now: float,
        moving: bool,
        held: bool,
        unconfirmed: Seat | None = None,
        news: bool | None = None,
    ) -> str:
        return ""


LINE_PAUSE_S = 0.7  # between two turns that are shown


class PuzzleScene(CardPlayScene):
    """The scene of `puzzle`, one of a `course`; `board` is a sensor board's port.

    Raises RulesError for a puzzle whose position cannot be reached.
    """

    rated = True

    def __init__(
        self,
        puzzle: Puzzle,
        course: Course | None = None,
        *,
        board: str | None = None,
        judge: CheckerProcess | None = None,
    ) -> None:
        self.puzzle, self.course = puzzle, course or Course()
        self.posed = PuzzleMatch(puzzle, board)
        self.attempt = PuzzleAttempt(puzzle)
        self.judge = judge or CheckerProcess()
        self.progress, self._complaint = kept.opened()
        super().__init__(self.posed.spec, self.posed, keep=False)
        self._noted = False  # is the outcome in the progress?
        self._judged = 0  # turns since the position that were judged, or need no judgement
        self._line: list[tuple[Action, ...]] = []  # turns still to be shown
        self._wait = 0.0  # seconds until the next of them
        self._follows = False  # is it asked what follows the solution?

    def new_controller(self, make: MakePlayer) -> PuzzleTurnController:
        self._controller = PuzzleTurnController(self.posed)
        return self._controller

    def enter(self) -> None:
        super().enter()
        self.judge.warm(self.puzzle)
        if self._complaint:
            self.services.toast(self._complaint, "bad")

    def leave(self) -> None:
        self.judge.close()
        super().leave()

    # -- trying ------------------------------------------------------------------------------------

    def _follow_turns(self) -> None:
        """Have a finished turn of the person checked once it has been shown."""
        made = self.posed.made
        if len(made) < self._judged:  # taken back
            self._judged = 0
            self.attempt.again()
            self._set_trying()
        waits = self.playback.moving or self.pending.waiting or self.attempt.status != ASKING
        if waits or len(made) <= self._judged:
            return
        self._judged = len(made)
        self.attempt.status = JUDGING
        self._set_trying()
        self.judge.ask(self.puzzle, made)

    def _hear(self) -> None:
        """Read the verdict of the checker."""
        if self.attempt.status != JUDGING:
            return
        if self.judge.problem:
            text = _("This attempt cannot be judged: {reason}")
            self.services.toast(text.format(reason=self.judge.problem), "bad", "warning")
            self.again()
            return
        answer = self.judge.poll()
        if answer is not None:
            self._take(answer)

    def _take(self, answer: AttemptAnswer) -> None:
        self.attempt.take(answer)
        if self.attempt.over:
            self._mark(modes.SOLVED if self.attempt.status == SOLVED else modes.WRONG)
        turns = [tuple(map(self.game.action, codes)) for codes in (answer.reply, *answer.rest)]
        if answer.reply and not self.match.over:
            self._play_turn(turns[0])
        if self.attempt.over:
            self._film(turns[1:])
            self.note_outcome()
            self.services.sound("chime" if self.attempt.status == SOLVED else "error")
        self._set_trying()
        self.playback.follow()

    def _play_turn(self, actions: tuple[Action, ...]) -> None:
        """Play a turn that nobody here has made."""
        self.match.submit(Play(actions, by="engine"), self.services.now)
        self._judged = len(self.posed.made)
        self.playback.follow()

    def _film(self, turns: Sequence[tuple[Action, ...]]) -> None:
        """Begin to show turns one after the other."""
        self._line, self._wait = list(turns), LINE_PAUSE_S
        self.attempt.playing = True
        self._end_film()

    def _end_film(self) -> None:
        """Say the numbers that decide, once nothing is to be shown any more."""
        if self._line or self._follows or not self.attempt.playing:
            return
        self.attempt.playing = False
        commentary, turns = commentary_of(self.game), self.match.turns
        if turns and self.puzzle.kind not in (TRAIN, HOME):
            last = turns[-1]
            self.attempt.counts = commentary.note(last.before, last.after, last.events)
        self.refresh()

    def stop_film(self) -> Change | None:
        """Stop what is shown where it is; None where nothing is."""
        if not self.attempt.playing:
            return None
        self.judge.forget()
        self._line, self._follows = [], False
        self.playback.finish()
        self._end_film()
        return STAY

    def note_outcome(self) -> None:
        """Count the first outcome, for ratings and for the run."""
        attempt = self.attempt
        if attempt.decided is None or self._noted:
            return
        self._noted = True
        self.progress.note(self.puzzle, attempt.decided, datetime.date.today(), self.rated)
        self.course = self.course.after(self.puzzle, attempt.decided)
        self.keep_progress()

    def _mark(self, mark: str) -> None:
        """Note what happened at the puzzle of the day."""
        if self.course.name == DAY:
            self.progress.mark_day(self.day, mark)
            self.keep_progress()

    @property
    def day(self) -> str:
        """The date of the puzzle of the day."""
        return self.course.day or datetime.date.today().isoformat()

    def keep_progress(self) -> None:
        progress = self.progress
        failed = _("Your results cannot be saved: {reason}")
        self.services.write_file("puzzles", lambda: kept.save(progress), failed)

    def _set_trying(self) -> None:
        self._controller.trying = self.attempt.status == ASKING
        self.refresh()

    def again(self) -> Change:
        """Begin again from the puzzle's position."""
        self.judge.forget()
        self._line, self._follows = [], False
        self.attempt.again()
        self._judged = 0
        self.hints.clear()
        if self.match.entries:
            self.match.submit(GoBack(0), self.services.now)
        self.playback.follow()
        self._set_trying()
        return STAY

    def propose(self, what: Action | Proposal | None) -> Change:
        """Take back: a finished turn begins the puzzle again."""
        back = isinstance(what, GoBack)
        if back and (self.attempt.status != ASKING or not self.match.turn_begun):
            moved = bool(self.match.entries) and self.attempt.status != SOLVED
            return self.again() if moved else STAY
        return super().propose(what)

    # -- hints and the solution --------------------------------------------------------------------

    def get_help(self, question: str) -> None:
        self.open_help()

    def open_help(self) -> Change:
        """Give a hint, one step more each time."""
        if self.attempt.status != ASKING or self.playback.moving:
            return STAY
        action = self.posed.next_action
        if action is None:
            return self._help_on()
        if not self.attempt.hint:
            self._mark(modes.HINT)
        if self.attempt.help() == ACTION:
            self.playback.try_out([action])
        self.follow()
        self.services.invalidate()
        return STAY

    def _help_on(self) -> Change:
        """Help off the solution's line: take back in its first turn, then ask the engine."""
        if not self.posed.made:
            self.services.toast(
                _("The solution goes another way. Take back first."), "info", "bulb"
            )
        else:
            self.attempt.help()
            super().get_help(HINT)
        return STAY

    def follow(self, at_once: bool = False) -> None:
        super().follow(at_once)
        if self.picture is not None:
            self.follow_card()
        action = self.posed.next_action if self.attempt.hint else None
        if action is None or not action.points or not self.hand.enabled:
            return
        overlay, placed = self.board.overlay, action.source is None
        near = around(self.game, self.match.state, action) if placed else (action.points[0],)
        overlay.hints = near
        if self.attempt.hint > PIECE:
            overlay.hints = (action.points[-1],) if placed else near
            if action.source and action.target:
                over = action.over is not None
                overlay.arrows = (Arrow(action.source, action.target, over=over),)

    def show_solution(self) -> Change:
        """Play the solution on the board, with the replies, up to the number that decides."""
        if self.attempt.status == JUDGING:
            return STAY
        self.again()
        self.attempt.show()
        self._mark(modes.SHOWN)
        self.note_outcome()
        line, state = list[tuple[Action, ...]](), self.match.state
        for text in self.puzzle.solution:
            line.append(tuple(self.game.parse_turn(state, text)))
            state = after_turn(self.game, state, line[-1])
        self._follows = not self.game.over(state)
        if self._follows:
            self.judge.ask(self.puzzle, self.puzzle.solution, shown=True)
        self._film(line)
        self._set_trying()
        return STAY

    def _show_on(self, dt: float) -> None:
        """Play the next turn of a film, a moment after the one before has been shown."""
        if self._follows:
            self._hear_more()
        if not self._line or self.playback.moving or self.held:
            return
        self._wait -= dt
        if self._wait <= 0:
            self._wait = LINE_PAUSE_S
            self._play_turn(self._line.pop(0))
            self._end_film()

    def _hear_more(self) -> None:
        """Take in what follows the solution; without it the film ends there."""
        answer = self.judge.poll()
        if answer is not None:
            after = [codes for codes in (answer.reply, *answer.rest) if codes]
            self._line += [tuple(map(self.game.action, codes)) for codes in after]
        if answer is not None or self.judge.problem:
            self._follows = False
            self._end_film()

    # -- on a sensor board -------------------------------------------------------------------------

    @property
    def setting_out(self) -> bool:
        """Return whether the board does not show the puzzle's position yet."""
        board = self.sensor_board
        return board is not None and bool(board.wrong) and not self.match.entries

    # -- the row of actions ------------------------------------------------------------------------

    def button_faces(self) -> Faces:
        main, back, lamp = super().button_faces()
        attempt = self.attempt
        if self.browser.active:
            return main, back, lamp
        if attempt.playing:
            stop = Face(_("Stop"), "cross", command="stop")
            return stop, replace(back, enabled=False), replace(lamp, enabled=False)
        if attempt.over:
            solved = attempt.status == SOLVED
            words, icon = (self.onward, "right") if solved else (_("Try again"), "undo")
            take_back = Face(_("Take back"), "undo", _("Take back"), enabled=not solved)
            show = Face(icon="eye", tip=_("Show the solution"))
            return Face(words, icon, command="accept"), take_back, show
        if attempt.status == JUDGING:
            waits = Face(_("Let me see …"), enabled=False)
            return waits, replace(back, enabled=False), replace(lamp, enabled=False)
        back = replace(back, enabled=bool(self.match.entries))
        return main, back, replace(lamp, tip=_("Hint"))

    def act_main(self) -> Change | None:
        if self.attempt.over and not self.browser.active:
            return self.stop_film() or self.end_puzzle()
        return super().act_main()

    def act_help(self) -> Change | None:
        if self.attempt.over and not self.browser.active:
            return self.show_solution()
        return super().act_help()

    def open_result_once(self, dt: float) -> Change | None:
        """Open nothing: the end of the game is not the end of the puzzle."""
        return None

    # -- what comes next ---------------------------------------------------------------------------

    @property
    def onward(self) -> str:
        """What the main button says when the puzzle is solved."""
        return _("Done") if self.course.name == DAY else _("Next puzzle")

    def end_puzzle(self) -> Change:
        """Do what the main button says once the puzzle is over."""
        return self.go_on() if self.attempt.status == SOLVED else self.again()

    def go_on(self) -> Change:
        """Go to the next puzzle of the course, at its end back to the choice."""
        return self.open_next(self.course, self.puzzle)

    def open_next(self, course: Course, after: Puzzle | None) -> Change:
        """Open the puzzle that follows in a course; leave where there is none."""
        following = course.next(self.progress, datetime.date.today(), after)
        if following is None:
            return Pop()
        return Replace(routes.solving(following, course, self.spec.board))

    def copied(self, whole: bool) -> Copied:
        """Return the position or game; at the puzzle of the day, once it is over, its result."""
        if self.course.name != DAY or not modes.is_done(self.progress.daily.get(self.day, "")):
            return super().copied(whole)
        return day_result(self.progress, self.puzzle, self.day)

    # -- layout ------------------------------------------------------------------------------------

    def build_form(self, canvas: Canvas) -> None:
        super().build_form(canvas)
        self.card = self.new_card().at(self.card_at)
        row, gap = card_layout(self.card_at, canvas).buttons, canvas.px(10)
        self.skip = Button("", self.go_on, icon="right", name="another")
        self.solve = Button(_("Solution"), self.show_solution, icon="eye", name="solution")
        self.share = Button(_("Copy result"), self.copy_position, icon="copy", name="share")
        left, right = halves(row, gap)
        self.solve.at(left)
        self.skip.at(right)
        self.share.at(right)
        self.form.widgets += [self.card, self.solve, self.skip, self.share]
        self.form.start("board")
        self.follow_card()

    def new_card(self) -> PuzzleCard:
        """Return the card at the top of the column."""
        return PuzzleCard()

    def follow_card(self) -> None:
        name, grade = kind_name(self.puzzle.kind), self.puzzle.grade
        mover = self.panel.seat_name(self.puzzle.seat)
        piece = self.panel.seat_piece(self.puzzle.seat)
        text = _("{seat}: {kind}") if piece is not None else "{kind}"
        figure = "" if self.services.metrics.narrow else _("Grade {n}").format(n=grade)
        self.card.show(self.attempt, text.format(kind=name, seat=mover), figure)
        if self.setting_out:
            shown = self.sensor_board is not None and not self.sensor_board.lease.view.lights
            by_lights = _("Set up the position: the lights show where.")
            self.card.words = _("Set up the position.") if shown else by_lights
        self.label_choices()

    def label_choices(self) -> None:
        """Say what the buttons of the card do now, and show those that do something."""
        decided, daily = self.attempt.decided is not None, self.course.name == DAY
        self.solve.enabled = self.attempt.status != JUDGING
        self.skip.label = self.onward if decided else _("Another")
        self.skip.visible = not daily
        self.share.visible = daily and modes.is_done(self.progress.daily.get(self.day, ""))

    def refresh(self, at_once: bool = False) -> None:
        super().refresh(at_once)
        self.services.invalidate()

    # -- menu and keys -----------------------------------------------------------------------------

    def open_menu(self) -> Change:
        self.playback.finish()
        return Push(pause_dialog(self.game.key, type_moves, _("Leave")))

    def handle(self, event: InputEvent) -> Change | None:
        stops = isinstance(event, Press) and event.means("accept", "cancel", "stop")
        if isinstance(event, Pointer) and event.kind == "down":
            stops = self.board.rect.collidepoint(event.pos)
        if stops and not getattr(event, "repeat", False) and self.stop_film() is not None:
            return STAY
        on_board = self.form.focused is self.board and not self.browser.active
        pressed = isinstance(event, Press) and event.means("accept") and not event.repeat
        if self.attempt.over and on_board and pressed:
            return self.end_puzzle()
        return super().handle(event)

    # -- time --------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        change = super().update(dt)
        self._show_on(dt)
        self._follow_turns()
        self._hear()
        return change

    @property
    def redraw_every(self) -> float:
        return 0.1 if self.attempt.status == JUDGING else super().redraw_every

    @property
    def toast_room(self) -> Rect:
        return self.layout.game


def day_result(progress: PuzzleProgress, puzzle: Puzzle, day: str) -> Copied:
    """Return the result of a day, whose puzzle this is, for the clipboard."""
    date = datetime.date.fromisoformat(day)
    name = named(titles()[puzzle.key], kind_name(puzzle.kind))
    text = modes.shared_result(
        date, name, progress.daily.get(day, ""), progress.days_in_a_row(date)
    )
    return Copied(text, _("The result is on the clipboard. It gives nothing away."))


def open_course(
    services: AppServices, course: Course, progress: PuzzleProgress, board: str | None = None
) -> routes.Route | None:
    """Return the route to the first puzzle of a course; None, with a toast, if it has none."""
    puzzle = course.next(progress, datetime.date.today())
    if puzzle is None:
        services.toast(_("There is no such puzzle."), "info")
        return None
    return routes.solving(puzzle, course, board)
