"""The guided first game: a guide says one sentence at a time.

The match (`GuidedMatch`) decides which actions the lesson accepts; `GuidedPlay` shows the
sentences, the lights and the answers. After the lesson it behaves like an ordinary match.
"""

from __future__ import annotations

import datetime
from dataclasses import replace
from functools import partial

from pygame import Rect

from game.platform.errors import CodedError, in_words
from game.platform.i18n import _
from game.rules.base import Action
from game.rules.proposals import Play, Proposal
from game.rules.topology import Point
from game.screen.animation.ways import Arrow
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Pop, Push, Replace
from game.screen.boards.overlay import Overlay
from game.screen.guided.card import GuideCard
from game.screen.guided.match import (
    HELP,
    LIT_BESIDE,
    MOST_LIT_ACTIONS,
    SHOWN,
    THIS_ONE,
    Coach,
    GuidedMatch,
    GuidedPlayer,
    LessonOrderError,
    seats_of,
)
from game.screen.play import menu
from game.screen.play.celebration import Celebration
from game.screen.play.column_card import card_layout
from game.screen.play.kind import PlayKind, PlayParts
from game.screen.play.menu import Face, Faces
from game.screen.play.scene import PlayScene
from game.screen.plugin.pages import LessonStep
from game.screen.plugin.refusals import find
from game.screen.plugin.registry import lesson_of
from game.screen.plugin.rulebook import Attempt
from game.screen.ui.bindings import key_label
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Widget
from game.table.engine_seat import MakePlayer, engine_player
from game.table.match import Match
from game.table.record_files import save_unfinished
from game.table.spec import MatchSpec

# Seconds for which the first win is celebrated, and the random seed of the falling pieces.
CHEER_S, CHEER_SEED = 7.0, 19


class GuidedPlay(PlayKind):
    """The guided first match in the game with this key; `board` is a sensor board's port.

    `match` is an unfinished guided match to continue. A new match stores another unfinished match
    for later, if `keep` allows writing files. Raises LookupError for a game without a lesson.
    """

    name = "guided"
    teaches = False

    # Set by the first layout.
    card: GuideCard
    next: Button

    def __init__(
        self, game: str, board: str | None = None, match: Match | None = None, keep: bool = True
    ) -> None:
        lesson = lesson_of(game)
        if lesson is None:
            raise LookupError(game)
        now = datetime.datetime.now().isoformat(timespec="seconds")
        self.lesson, self.led = lesson, GuidedMatch(lesson, now, board)
        self._puts_away = keep and match is None
        if match is not None:
            self.led.go_on(match)
        self.coach = Coach()
        self._asked: tuple[Action, ...] = ()
        self._told = ""  # last sentence spoken
        self._ended = False  # True after the farewell is shown
        # The celebration, and the seconds for which it has run.
        self._cheer, self._cheered = Celebration(CHEER_SEED), 0.0

    def enter(self, play: PlayParts) -> None:
        super().enter(play)
        words = save_unfinished() if self._puts_away else ""
        if words:
            self.services.toast(words)

    # -- the lesson --------------------------------------------------------------------------------

    @property
    def leading(self) -> bool:
        """True while the guide is active."""
        return self.led.guide is not None

    @property
    def won(self) -> bool:
        """True if the lesson has been played to its end."""
        return self.leading and self.stage.playback.shown.over

    @property
    def step(self) -> LessonStep | None:
        """The present step; None when all are done."""
        guide = self.led.guide
        return guide.step(self.coach.place) if guide is not None else None

    @property
    def asking(self) -> bool:
        """True if the person may now do the step, at the screen or on the board."""
        mine = self.stage.playback.shown.to_move == self.lesson.person
        return mine and not self.coach.reading and not self.stage.playback.moving

    @property
    def wanted(self) -> tuple[Action, ...]:
        """The actions that fulfil the present step; none while the person may not act."""
        guide = self.led.guide
        if guide is None or not self.asking:
            return ()
        return tuple(guide.wanted(self.coach.place, self.stage.playback.shown.state))

    @property
    def lit(self) -> tuple[Action, ...]:
        """The actions to light.

        None are lit before the last level of help if the person has to find them.
        """
        hidden = self.step is not None and self.step.find and self.coach.help < SHOWN
        return () if hidden else self.wanted

    def choices(self, legal: list[Action]) -> list[Action]:
        """Return the actions that the screen accepts.

        While the guide is active, only lit actions are accepted; a stone is lit in either colour.
        If none is lit, because the person has to find the action, all legal actions are accepted.
        """
        if self.step is None:
            return legal
        if self.coach.reading:
            return []
        lit = {action.points for action in self.lit}
        return [action for action in legal if action.points in lit] if lit else legal

    def let_go(self) -> Change:
        """End the guide; from now on this is an ordinary match."""
        if self.leading:
            self.led.let_go()
            self._light(())
            self._note_played()
            self.stage.hints.clear()
            self.play.actions.resize()
        return STAY

    def _note_played(self) -> None:
        known, key = self.services.settings.guided, self.led.game.key
        if key not in known:
            self.services.change_settings(guided=(*known, key))

    def play_next(self) -> Change:
        """Begin an ordinary game with hints against the weakest engine."""
        lesson = self.lesson
        spec = MatchSpec(lesson.after, seats_of(lesson), placement=lesson.placement)
        return Replace(routes.PlayMatch(spec, hints=True))

    def read_on(self) -> Change:
        """Continue after an answer has been read; after the last answer, go to the next game."""
        if self.won:
            return self.play_next()
        if self.coach.reading:
            self.coach.read()
            self._read()
            self.play.focus_board()  # the button that had the focus has gone
        return STAY

    def _read(self) -> None:
        self._place_cursor()
        self.play.actions.refresh()

    def _place_cursor(self) -> None:
        """Put the cursor on a lit point."""
        lit = self.lit
        if lit and lit[0].points and len(lit) <= MOST_LIT_ACTIONS:
            self.stage.hand.cursor = lit[0].points[0]

    # -- what is put off ---------------------------------------------------------------------------

    def refuse(self, points: Attempt) -> bool:
        """Show why the lesson postpones an action that the rules allow."""
        game, state, guide = self.led.game, self.led.state, self.led.guide
        taken_up = len(points) > 1 and points[0] == points[-1]
        action = find(game, state, points)
        movable = taken_up and any(legal.source == points[0] for legal in game.legal(state))
        if guide is None or self.step is None or (action is None and not movable):
            return False
        self.put_off(guide.why(self.coach.place, state, action), points[-1])
        return True

    def put_off(self, words: str, point: Point | None) -> None:
        """Show `words` at the point; if the person has to find the action, give more help."""
        if point is not None:
            self._note_beside(words, point)
            self.services.sound("error")
        else:
            self.services.toast(words, "info", "bulb")
        if self.step is not None and self.step.find:
            self._help_more()

    def refused(self, what: Proposal, why: CodedError) -> bool:
        if not isinstance(why, LessonOrderError):
            return False
        actions = what.actions if isinstance(what, Play) else ()
        point = next((action.points[-1] for action in actions if action.points), None)
        self.put_off(in_words(why), point or (self.stage.hand.source if actions else None))
        return True

    # -- the card ----------------------------------------------------------------------------------

    @property
    def has_card(self) -> bool:
        return self.leading

    def card_widgets(self, rect: Rect, canvas: Canvas) -> list[Widget]:
        self.card = GuideCard(self.read_on, len(self.lesson.steps))
        row, gap = card_layout(rect, canvas).buttons, canvas.px(10)
        cap = key_label(self.services.bindings.first("last"))
        alone = Button(_("Play on alone"), self.let_go, cap=cap, name="alone")
        words = _("Now you") if self.won else _("Next")
        if self.won:
            alone = Button(_("Leave"), Pop, name="alone")
        self.next = Button(words, self.read_on, icon="right", kind="main", name="next")
        wide = min(max(self.next.width(canvas), row.width // 3), row.width // 2 - gap)
        self.next.at((row.right - wide, row.top, wide, row.height))
        alone.at((row.left, row.top, row.width - wide - gap, row.height))
        if alone.width(canvas) > alone.rect.width:
            alone.cap = ""
        size = self.services.metrics.width, self.services.metrics.height
        column = self.stage.layout.column.unionall([rect])
        self._cheer.place(size, round(self.stage.view.piece_size), (), [column], column)
        self._follow_card()
        return [self.card.at(rect), alone, self.next]

    def faces(self, faces: Faces) -> Faces:
        """Return the faces of the row of buttons; after the lesson the card has the main button."""
        if self.stage.browser.active:
            return faces
        if self.won:
            return (Face(_("The game is over"), enabled=False), *faces[1:])
        chosen = self.stage.hand.proposal
        asked = self.step is None or chosen is None or chosen in self.wanted
        # While an answer is read, the card's own button continues.
        asked = asked and not self.coach.reading
        return (replace(faces[0], wise=faces[0].wise and asked), *faces[1:])

    def _follow_card(self) -> None:
        shown, words = self.card, self.sentence
        shown.answered = self.won or bool(words and words == self.coach.said)
        if words and words != self._told:
            self.services.say(words)
        shown.words = self._told = words
        shown.done = self.coach.place
        self.next.visible = self.coach.reading or self.won

    @property
    def sentence(self) -> str:
        """The guide's sentence: the answer to the last action, then the next request."""
        coach, step, guide = self.coach, self.step, self.led.guide
        if guide is None:
            return ""
        if step is None:
            return guide.words(self.lesson.farewell, self.stage.playback.shown.state)
        if coach.said and not self.asking:
            return coach.said
        return guide.words(step.say, self.stage.playback.shown.state)

    # -- what is shown -----------------------------------------------------------------------------

    def prepare(self) -> None:
        guide, shown = self.led.guide, self.stage.playback.shown
        if guide is None:
            return
        place = guide.place(tuple(shown.entries))
        if place != self.coach.place:
            done = guide.step(place - 1) if place > self.coach.place else None
            answer = done.answer if done is not None else ""
            self.coach.go(place, guide.words(answer, shown.state))
            self._place_cursor()

    def follow(self, signs: Overlay) -> None:
        if self.leading:
            self._follow_card()
            self.services.invalidate()
        if self.step is None:
            return
        reach, lit = self.stage.hand.reach, self.lit
        signs.marks = {p: kind for p, kind in signs.marks.items() if p in reach}
        if len(lit) <= MOST_LIT_ACTIONS:
            signs.hints = tuple(a.points[0] for a in lit if a.kind == "place")
        if len(lit) == 1 and lit[0].source and lit[0].target:
            over = lit[0].over is not None
            signs.arrows = (Arrow(lit[0].source, lit[0].target, over=over),)
        if not lit:
            signs.hints = self._lit_by_help()

    def _lit_by_help(self) -> tuple[Point, ...]:
        """Return the points lit as help: the right one, and at the first level others beside it."""
        wanted, help_ = self.wanted, self.coach.help
        if not wanted or not wanted[0].points or not help_:
            return ()
        right = self._place_of(wanted[0])
        if help_ == THIS_ONE:
            return (right,)
        places = {self._place_of(action) for action in self.led.legal() if action.points}
        near = sorted(places, key=self.led.game.topology.distance_to(right))
        return tuple(near[: LIT_BESIDE + 1])

    def _place_of(self, action: Action) -> Point:
        """Return the point of the piece to lift, or the target if the piece is already known."""
        return action.points[-1] if self.stage.hand.forced is not None else action.points[0]

    def _light(self, actions: tuple[Action, ...]) -> None:
        """Make the sensor board light the requested actions."""
        if actions != self._asked and self.play.board is not None:
            self.play.board.lease.session.ask(actions)
        self._asked = actions

    # -- help, menu, input -------------------------------------------------------------------------

    def menu(self) -> Change | None:
        if not self.leading:
            return None
        return Push(menu.pause_menu(self.led, self.play.offers, True, self._known_board))

    @property
    def _known_board(self) -> str:
        """The sensor board used last, or "": a lesson moves to that board only on request."""
        boards = (link for link in self.services.settings.known_boards if link != "sim")
        return "" if self.led.spec.board else next(boards, "")

    def resumed(self, result: object) -> Change | None:
        if result == menu.ON_BOARD:
            return Replace(routes.Guided(self.led.game.key, self._known_board or None))
        return self.let_go() if result == menu.ALONE else None

    def help(self) -> Change | None:
        return self._show_again() if self.leading else None

    def _show_again(self) -> Change:
        """Repeat the request, or give more help if the person has to find the action."""
        wanted, step = self.wanted, self.step
        if step is None or not wanted or not wanted[0].points:
            return STAY
        if step.find:
            self._help_more()
            lit = self._lit_by_help() or (self._place_of(wanted[0]),)
            self._note_beside(_(HELP[self.coach.help]), lit[-1])
        else:
            self._note_beside(self.sentence, wanted[0].points[-1])
        return STAY

    def _note_beside(self, words: str, point: Point) -> None:
        """Show text at a point, without covering the points of the requested actions."""
        self.stage.show_note(words, point)
        asked = self.wanted if len(self.wanted) <= MOST_LIT_ACTIONS else ()
        if self.stage.hints.note is not None:
            points = dict.fromkeys(one for action in asked for one in action.points)
            self.stage.hints.note.clear = [self.stage.view.position(one) for one in points]

    def _help_more(self) -> None:
        self.coach.grow()
        self._read()

    def handle(self, event: InputEvent) -> Change | None:
        if self.leading and isinstance(event, Press) and not event.repeat:
            if event.means("last") and not self.stage.browser.active:
                return Pop() if self.won else self.let_go()
            reads = self.coach.reading or self.won
            if reads and event.means("accept") and self.play.at_board():
                return self.read_on()
            if event.means("stop") and self._stop_put_off():
                return STAY
        if self.leading and self.coach.reading and self._presses_board(event):
            return self.read_on()
        return None

    def _presses_board(self, event: InputEvent) -> bool:
        if not isinstance(event, Pointer) or event.kind != "down":
            return False
        return self.stage.board.rect.collidepoint(event.pos)

    def _stop_put_off(self) -> bool:
        """Refuse to end a train although the rules allow it; return whether that was possible."""
        stop = next((action for action in self.led.legal() if action.kind == "stop"), None)
        guide, hand = self.led.guide, self.stage.hand
        if guide is None or stop is None or not hand.enabled or hand.stop is not None:
            return False
        words = guide.why(self.coach.place, self.led.state, stop)
        self.put_off(words, hand.source or hand.cursor)
        return True

    # -- time --------------------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        return self.leading and self.coach.reading

    def update(self, dt: float) -> Change | None:
        if not self.leading:
            return None
        if self.won != self._ended:
            self._ended, self._cheered = self.won, 0.0
            self._note_played()
            self.play.actions.resize()
            if self.won:
                self.services.sound("win")
        if self.cheers:
            self._cheered += dt
            self._cheer.update(dt)
        if not self.stage.playback.moving and not self.play.held():
            if self.coach.update(dt):
                self._read()
            finding = self.step is not None and self.step.find and self.asking
            if finding and self.coach.wait(dt):
                self._help_more()
        self._follow_card()
        self._light(self.lit if len(self.lit) <= MOST_LIT_ACTIONS else ())
        return None

    @property
    def cheers(self) -> bool:
        """True while the win of the lesson is being celebrated."""
        settings, outcome = self.services.settings, self.stage.playback.shown.outcome
        if not self.won or outcome is None or self._cheered >= CHEER_S:
            return False
        mine = self.lesson.person in outcome.winners
        return mine and bool(settings.animation_speed) and not settings.calm

    @property
    def animating(self) -> bool:
        return self.cheers

    def draw(self, canvas: Canvas) -> None:
        if self.cheers:
            stage = self.stage
            self._cheer.draw_rays(canvas, stage.layout.board.center, stage.view)
            kinds = [stage.panel.seat_piece(seat) for seat in (0, 1)]
            fallen = [piece for piece in kinds if piece is not None]
            self._cheer.draw_heap(canvas, stage.view, fallen or list(stage.game.kinds))

    def toast_room(self, usual: Rect | None) -> Rect | None:
        return self.stage.layout.game if self.leading else usual


def guided_scene(
    game: str,
    board: str | None = None,
    match: Match | None = None,
    keep: bool = True,
    make: MakePlayer = engine_player,
) -> PlayScene:
    """Return the scene of a guided first game; `make` makes the engine that plays after the lesson.

    Raises LookupError for a game without a lesson.
    """
    kind = GuidedPlay(game, board, match, keep)
    make = partial(GuidedPlayer, kind.led, make)
    return PlayScene(kind.led.spec, kind.led, kind=kind, keep=keep, make=make)
