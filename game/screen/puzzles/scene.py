"""A puzzle on the board: a task, its checker and hints.

A separate process checks attempts (`CheckerProcess`). The refutation of a wrong attempt is played
on the board up to the number that decides, and so is the continuation of the solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pygame import Rect

from game.platform.i18n import _
from game.puzzles import modes
from game.puzzles.attempt_checker import CheckerProcess
from game.puzzles.course import Course
from game.puzzles.kinds import AttemptAnswer
from game.puzzles.plugin import HOME, TRAIN
from game.puzzles.puzzle import Puzzle, after_turn
from game.rules import Action
from game.rules.events import Seat
from game.rules.proposals import GoBack, Play, Proposal
from game.screen.animation.ways import Arrow
from game.screen.app.scene import STAY, Change, Copied, Push
from game.screen.boards.overlay import Overlay
from game.screen.play.advice import HINT, around
from game.screen.play.column_card import card_layout
from game.screen.play.kind import PlayKind, PlayParts
from game.screen.play.menu import Face, Faces, pause_dialog, type_moves
from game.screen.play.scene import PlayScene
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
)
from game.screen.puzzles.card import PuzzleCard
from game.screen.puzzles.match import PuzzleMatch
from game.screen.puzzles.series import PuzzleSeries
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.layout import halves
from game.screen.ui.widget import Widget
from game.table.engine_seat import MakePlayer
from game.table.match import Match


class PuzzleTurnController(TurnController):
    """The turns of a puzzle: no engine plays, because the checker gives the replies.

    `trying` tells whether the person may act now.
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


LINE_PAUSE_S = 0.7  # seconds between two turns that are shown


class PuzzlePlay(PlayKind):
    """The puzzle of a `series`, judged by `judge`.

    Raises RulesError for a puzzle whose position cannot be reached.
    """

    teaches = False
    has_card = True
    shows_result = False  # the puzzle does not end with the game

    # Set by the first layout.
    card: PuzzleCard
    solve: Button
    skip: Button
    share: Button

    def __init__(self, series: PuzzleSeries, judge: CheckerProcess) -> None:
        self.series, self.judge = series, judge
        self.attempt, self.puzzle = series.attempt, series.puzzle
        self.posed = PuzzleMatch(self.puzzle, series.board)
        self.game = self.posed.game
        self.name, self.own_clock = series.name, series.own_clock
        self._turns = PuzzleTurnController(self.posed)
        # Number of turns since the puzzle's position that have been judged or need no verdict.
        self._judged = 0
        self._line: list[tuple[Action, ...]] = []  # turns still to be shown
        self._wait = 0.0  # seconds until the next of these turns
        self._follows = False  # True while the checker looks for the solution's continuation

    def controller(self, match: Match, make: MakePlayer) -> TurnController:
        return self._turns

    def enter(self, play: PlayParts) -> None:
        super().enter(play)
        self.series.enter(play)
        self.judge.warm(self.puzzle)

    def leave(self) -> None:
        self.series.leave()
        self.judge.close()

    # -- trying ------------------------------------------------------------------------------------

    def _follow_turns(self) -> None:
        """Request a verdict on the person's finished turn, after the turn has been shown."""
        made = self.posed.made
        if len(made) < self._judged:  # after a take-back
            self._judged = 0
            self.attempt.again()
            self._set_trying()
        waits = self.stage.playback.moving or self.play.pending.waiting
        if self.attempt.status != ASKING or waits or len(made) <= self._judged:
            return
        self._judged = len(made)
        self.attempt.status = JUDGING
        self._set_trying()
        self.judge.ask(self.puzzle, made)

    def _hear(self) -> None:
        """Read the checker's verdict."""
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
            self.series.mark(modes.SOLVED if self.attempt.status == SOLVED else modes.WRONG)
        turns = [tuple(map(self.game.action, codes)) for codes in (answer.reply, *answer.rest)]
        if answer.reply and not self.posed.over:
            self._play_turn(turns[0])
        if self.attempt.over:
            self._film(turns[1:])
            self.series.note_outcome()
            self.services.sound("chime" if self.attempt.status == SOLVED else "error")
        self._set_trying()
        self.stage.playback.follow()

    def _play_turn(self, actions: tuple[Action, ...]) -> None:
        """Play a turn that the person has not made."""
        self.posed.submit(Play(actions, by="engine"), self.services.now)
        self._judged = len(self.posed.made)
        self.stage.playback.follow()

    def _film(self, turns: Sequence[tuple[Action, ...]]) -> None:
        """Begin to show turns, one after the other."""
        self._line, self._wait = list(turns), LINE_PAUSE_S
        self.attempt.playing = True
        self._end_film()

    def _end_film(self) -> None:
        """Show the deciding numbers when no turns are left to show."""
        if self._line or self._follows or not self.attempt.playing:
            return
        self.attempt.playing = False
        commentary, turns = commentary_of(self.game), self.posed.turns
        if turns and self.puzzle.kind not in (TRAIN, HOME):
            last = turns[-1]
            self.attempt.counts = commentary.note(last.before, last.after, last.events)
        self.play.actions.refresh()

    def stop_film(self) -> Change | None:
        """Stop showing turns after the present one; return None if no turns are being shown."""
        if not self.attempt.playing:
            return None
        self.judge.forget()
        self._line, self._follows = [], False
        self.stage.playback.finish()
        self._end_film()
        return STAY

    def _set_trying(self) -> None:
        self._turns.trying = self.attempt.status == ASKING
        self.play.actions.refresh()

    def again(self) -> Change:
        """Restart from the puzzle's position."""
        self.judge.forget()
        self._line, self._follows = [], False
        self.attempt.again()
        self._judged = 0
        self.stage.hints.clear()
        if self.posed.entries:
            self.posed.submit(GoBack(0), self.services.now)
        self.stage.playback.follow()
        self._set_trying()
        return STAY

    def propose(self, what: Action | Proposal | None) -> Change | None:
        """Handle a take-back: after a finished turn, a take-back restarts the puzzle."""
        back = isinstance(what, GoBack)
        if back and (self.attempt.status != ASKING or not self.posed.turn_begun):
            moved = bool(self.posed.entries) and self.attempt.status != SOLVED
            return self.again() if moved else STAY
        return None

    # -- hints and the solution --------------------------------------------------------------------

    def help(self) -> Change:
        """Give a hint, which goes one step further each time."""
        if not self.series.hints:
            self.services.toast(_("In a streak or storm there are no hints."), "info", "bulb")
            return STAY
        if self.attempt.status != ASKING or self.stage.playback.moving:
            return STAY
        action = self.posed.next_action
        if action is None:
            return self._help_on()
        if not self.attempt.hint:
            self.series.mark(modes.HINT)
        if self.attempt.help() == ACTION:
            self.stage.playback.try_out([action])
        self.play.actions.follow()
        self.services.invalidate()
        return STAY

    def _help_on(self) -> Change:
        """Help a person who has left the solution.

        During the first turn, suggest a take-back; after it, ask the engine for a hint.
        """
        if not self.posed.made:
            self.services.toast(
                _("The solution goes another way. Take back first."), "info", "bulb"
            )
        else:
            self.attempt.help()
            self.play.advice.ask(HINT)
        return STAY

    def follow(self, signs: Overlay) -> None:
        self._follow_card()
        self.services.invalidate()
        action = self.posed.next_action if self.attempt.hint else None
        if action is None or not action.points or not self.stage.hand.enabled:
            return
        placed = action.source is None
        near = around(self.game, self.posed.state, action) if placed else (action.points[0],)
        signs.hints = near
        if self.attempt.hint > PIECE:
            signs.hints = (action.points[-1],) if placed else near
            if action.source and action.target:
                over = action.over is not None
                signs.arrows = (Arrow(action.source, action.target, over=over),)

    def show_solution(self) -> Change:
        """Play the solution on the board, with the replies, up to the number that decides."""
        if self.attempt.status == JUDGING:
            return STAY
        self.again()
        self.attempt.show()
        self.series.mark(modes.SHOWN)
        self.series.note_outcome()
        line, state = list[tuple[Action, ...]](), self.posed.state
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
        """Play the next turn to be shown, a moment after the previous one."""
        if self._follows:
            self._hear_more()
        if not self._line or self.stage.playback.moving or self.play.held():
            return
        self._wait -= dt
        if self._wait <= 0:
            self._wait = LINE_PAUSE_S
            self._play_turn(self._line.pop(0))
            self._end_film()

    def _hear_more(self) -> None:
        """Add the solution's continuation if the checker finds one; end when all has been shown."""
        answer = self.judge.poll()
        if answer is not None:
            after = [codes for codes in (answer.reply, *answer.rest) if codes]
            self._line += [tuple(map(self.game.action, codes)) for codes in after]
        if answer is not None or self.judge.problem:
            self._follows = False
            self._end_film()

    # -- the row of actions ------------------------------------------------------------------------

    def faces(self, faces: Faces) -> Faces:
        return faces if self.stage.browser.active else self.series.faces(self._faces(*faces))

    def _faces(self, main: Face, back: Face, lamp: Face) -> Faces:
        attempt = self.attempt
        if attempt.playing:
            stop = Face(_("Stop"), "cross", command="stop", act=self.stop_film)
            return stop, replace(back, enabled=False), replace(lamp, enabled=False)
        if attempt.over:
            solved = attempt.status == SOLVED
            words, icon = (self.series.onward, "right") if solved else (_("Try again"), "undo")
            take_back = Face(_("Take back"), "undo", _("Take back"), enabled=not solved)
            show = Face(icon="eye", tip=_("Show the solution"), act=self.show_solution)
            return Face(words, icon, command="accept", act=self.end_puzzle), take_back, show
        if attempt.status == JUDGING:
            waits = Face(_("Let me see …"), enabled=False)
            return waits, replace(back, enabled=False), replace(lamp, enabled=False)
        back = replace(back, enabled=bool(self.posed.entries))
        return main, back, replace(lamp, tip=_("Hint"))

    def end_puzzle(self) -> Change:
        """Do what the main button announces when the puzzle is over."""
        return self.series.end() or self.again()

    def copied(self, whole: bool) -> Copied | None:
        return self.series.copied()

    def _share(self) -> None:
        copied = self.series.copied()
        if copied is not None:
            self.services.copy(copied)

    # -- the card ----------------------------------------------------------------------------------

    def card_widgets(self, rect: Rect, canvas: Canvas) -> list[Widget]:
        self.card = self.series.new_card()
        left, right = halves(card_layout(rect, canvas).buttons, canvas.px(10))
        self.solve = Button(_("Solution"), self.show_solution, icon="eye", name="solution")
        self.skip = Button("", self.series.go_on, icon="right", name="another")
        self.share = Button(_("Copy result"), self._share, icon="copy", name="share")
        self._follow_card()
        return [self.card.at(rect), self.solve.at(left), self.skip.at(right), self.share.at(right)]

    def _follow_card(self) -> None:
        name, grade, panel = kind_name(self.puzzle.kind), self.puzzle.grade, self.stage.panel
        mover, piece = panel.seat_name(self.puzzle.seat), panel.seat_piece(self.puzzle.seat)
        text = _("{seat}: {kind}") if piece is not None else "{kind}"
        figure = "" if self.services.metrics.narrow else _("Grade {n}").format(n=grade)
        self.card.show(self.attempt, text.format(kind=name, seat=mover), figure)
        if self.play.board is not None and self.series.setting_out:
            by_lights = _("Set up the position: the lights show where.")
            lights = self.play.board.lease.view.lights
            self.card.words = by_lights if lights else _("Set up the position.")
        self.series.label(self.solve, self.skip, self.share)
        self.series.show(self.card)

    def toast_room(self, usual: Rect | None) -> Rect | None:
        return self.stage.layout.game

    # -- menu and keys -----------------------------------------------------------------------------

    def menu(self) -> Change:
        return Push(pause_dialog(self.game.key, type_moves, _("Leave")))

    def handle(self, event: InputEvent) -> Change | None:
        stops = isinstance(event, Press) and event.means("accept", "cancel", "stop")
        if isinstance(event, Pointer) and event.kind == "down":
            stops = self.stage.board.rect.collidepoint(event.pos)
        if stops and not getattr(event, "repeat", False) and self.stop_film() is not None:
            return STAY
        on_board = self.play.at_board() and not self.stage.browser.active
        pressed = isinstance(event, Press) and event.means("accept") and not event.repeat
        return self.end_puzzle() if self.attempt.over and on_board and pressed else None

    # -- time --------------------------------------------------------------------------------------

    def resumed(self, result: object) -> Change | None:
        self.series.resumed()
        return None

    def update(self, dt: float) -> Change | None:
        self._show_on(dt)
        self._follow_turns()
        self._hear()
        change = self.series.update(dt)
        if self.own_clock:
            self._follow_card()
        return change

    @property
    def redraw_every(self) -> float:
        return 0.1 if self.attempt.status == JUDGING else self.series.redraw_every


def series_scene(series: PuzzleSeries, judge: CheckerProcess) -> PlayScene:
    """Return the scene of the puzzle of a series.

    Raises RulesError for a puzzle whose position cannot be reached.
    """
    kind = PuzzlePlay(series, judge)
    return PlayScene(kind.posed.spec, kind.posed, kind=kind, keep=False)


def puzzle_scene(
    puzzle: Puzzle,
    course: Course | None = None,
    board: str | None = None,
    judge: CheckerProcess | None = None,
) -> PlayScene:
    """Return the scene of `puzzle`, one of a `course`; `board` is a sensor board's port.

    Raises RulesError as `series_scene` does.
    """
    series = PuzzleSeries(PuzzleAttempt(puzzle), course or Course(), board)
    return series_scene(series, judge or CheckerProcess())
