"""The play scene: board left, column right, one match in progress.

Every proposal of a person goes to the match through `propose`, whichever control made it. The
display follows the match through `Playback`. The scene joins its parts: each part is in a file of
its own and calls the scene through `PlayActions`. The scene's `PlayKind` decides what differs in a
puzzle, a lesson or a solo deal.
"""

from __future__ import annotations

import datetime
from typing import Any

from pygame import Rect

from game.library.indexer import index_record_soon
from game.platform.errors import CodedError, in_words
from game.platform.i18n import _
from game.rules.base import Action, State
from game.rules.events import Seat
from game.rules.proposals import Play, Proposal, Refused
from game.rules.topology import Point
from game.screen.app import routes
from game.screen.app.scene import STAY, Change, Copied, Push, Replace
from game.screen.boards.overlay import Overlay
from game.screen.play import menu
from game.screen.play.action_buttons import ActionButtons
from game.screen.play.actions import PlayActions
from game.screen.play.advice import HINT
from game.screen.play.advice_display import AdviceDisplay
from game.screen.play.assistant import Assistant
from game.screen.play.board_controller import (
    NEW_GAME,
    MatchBoardCallbacks,
    MatchBoardController,
)
from game.screen.play.board_menu import end_menu, side_menu
from game.screen.play.column_card import lay_out_with_card
from game.screen.play.commands import COMMANDS, asks_aloud, carry_out
from game.screen.play.evaluation import EvaluationCurve
from game.screen.play.kind import PlayKind, PlayParts
from game.screen.play.layout import PlayLayout
from game.screen.play.match_dialogs import MatchDialogs
from game.screen.play.match_scene import PULSE, MatchScene, turn_shown
from game.screen.play.match_sharing import MatchSharing
from game.screen.play.menu import ActionRow, Faces
from game.screen.play.move_refusals import MoveRefusals
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.play.pause import MatchPause
from game.screen.play.result_delay import ResultDelay
from game.screen.play.scene_layers import Header
from game.screen.play.screen_reader import Announcer, ScreenReader
from game.screen.play.seat_cards import SeatCard, SeatWords
from game.screen.play.teaching_game import TeachingGame
from game.screen.play.thinking_aloud import OpponentSpeech
from game.screen.play.turn_controller import TurnConfirmation
from game.screen.play.turn_list import TurnList
from game.screen.plugin.explanations import uncovered
from game.screen.plugin.panel import Panel
from game.screen.plugin.registry import screen_plugin_of
from game.screen.plugin.rulebook import Attempt
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form, Widget
from game.table.autosave import AutoSaver
from game.table.begin import begin
from game.table.chances import ShownChances
from game.table.engine_seat import MakePlayer, engine_player
from game.table.history import MatchEvent, ends_turn
from game.table.match import Match
from game.table.record_files import save_unfinished
from game.table.spec import MatchSpec
from game.table.teaching import teachable

LOOK_S = 0.1  # seconds between two checks whether the drawn frame is outdated
LIST_ACCENT = 52  # design px of the column with highlighted figures in the turn list


class PlayScene(MatchScene):
    """A match of `spec` being played. `match` is one to be continued; `kind` is its kind of game.

    `keep` stores the match in files. `instead` is the requested game if the unfinished `match` was
    found in its place. With `hints` a hint comes without a request when the person hesitates.

    Raises RulesError for a bad setup.
    """

    music = "play"

    # Parts that need the services; `enter` makes them.
    announcer: Announcer
    stop: MatchPause
    reader: ScreenReader
    seat_words: SeatWords
    speech: OpponentSpeech
    sharing: MatchSharing
    buttons: ActionButtons

    def __init__(
        self,
        spec: MatchSpec,
        match: Match | None = None,
        *,
        kind: PlayKind | None = None,
        keep: bool = True,
        make: MakePlayer = engine_player,
        instead: MatchSpec | None = None,
        hints: bool = False,
    ) -> None:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        match = match or begin(spec, now)
        self.kind = kind or PlayKind()
        super().__init__(match, self.propose)
        self.spec, self._instead = spec, instead
        stage, panel, actions = self.stage, self.panel, self._actions()

        # Players, clock, offers and files.
        self.autosaver = AutoSaver(match, kept=index_record_soon) if keep else None
        self.controller = self.kind.controller(match, make)
        self.controller.elsewhere = self.kind.elsewhere
        self.pending = TurnConfirmation(match)
        self.offers = OfferDialogs(panel, self.controller, self.pending)
        self.dialogs = MatchDialogs(stage, self.controller, self.offers, spec.board, actions)
        self.result = ResultDelay(match, self.playback, self.pending)
        self.sensor_board: MatchBoardController | None = None

        # Help for the players.
        self.assistant = Assistant(match, make)
        seen = ShownChances(match.game, lambda: self.services.settings.chances_like_you)
        self.curve = EvaluationCurve(panel, self.assistant, self.playback, self.browse, seen)
        self.advice = AdviceDisplay(
            stage, self.controller, self.assistant, self.curve, actions, by_itself=hints
        )
        self.refusals = MoveRefusals(
            stage, self.controller, self.pending, actions, self.refuse_attempt
        )
        self.teaching = TeachingGame(
            stage,
            self.controller,
            self.pending,
            actions,
            find_teacher=lambda: self.kind.teacher(self.controller.make),
            called=self.advice.called,
        )

        # Parts of the picture.
        self.row = ActionRow(self.act_main, self.act_back, self.act_help)
        self.card_at: Rect | None = None  # place of the kind's card in the column, if it has one
        self._phase = ""  # phase of the game for which the controls were made
        self._since_look = 0.0  # seconds since the last check for an outdated frame
        self._tense: tuple[State | None, float] = (None, 0.0)  # a position and its tension

    def _actions(self) -> PlayActions:
        """Return the callbacks that the parts of this scene may use."""
        return PlayActions(
            propose=self.propose,
            choices=self.choices,
            get_help=self.get_help,
            confirm_turn=self.confirm_turn,
            open_result=self.open_result,
            open_review=self.open_review,
            open_help=self.open_help,
            refresh=self.refresh,
            follow=self.follow,
            label_buttons=self.label_buttons,
            choice_changed=self.choice_changed,
            resize=self.resize,
        )

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        super().enter()
        services, panel = self.services, self.panel
        self.announcer = Announcer(services, panel, self.controller, self.autosaver)
        self.reader = ScreenReader(services, panel, self.playback)
        self.seat_words = SeatWords(services, panel, self.controller)
        self.speech = OpponentSpeech(services, panel, self.controller, self.autosaver is not None)
        if self.spec.board is not None:
            self.sensor_board = self._open_board(self.spec.board)
        self.stop = MatchPause(services, self.match, self.sensor_board)
        self.sharing = MatchSharing(services, panel, self.refresh)
        self.buttons = ActionButtons(
            self.stage,
            self.row,
            self.controller,
            self.pending,
            self.assistant,
            self.advice,
            self.sensor_board,
            self._actions(),
        )
        self.kind.enter(self._parts())
        self.refresh(True)
        self.announcer.begin()

    def _parts(self) -> PlayParts:
        """Return the parts of this scene that its kind may use."""
        return PlayParts(
            stage=self.stage,
            pending=self.pending,
            offers=self.offers,
            advice=self.advice,
            teaching=self.teaching,
            board=self.sensor_board,
            actions=self._actions(),
            held=lambda: self.held,
            at_board=self._at_board,
            focus_board=lambda: self.form.focus("board"),
        )

    def _at_board(self) -> bool:
        """Return whether keys go to the board."""
        return self.form.focused is self.board

    def _open_board(self, target: str) -> MatchBoardController:
        """Open the sensor board behind a port, url or "sim"."""
        return MatchBoardController(
            self.services,
            self.panel,
            target,
            self.offers,
            self.pending,
            MatchBoardCallbacks(
                signs_changed=self.follow,
                choice_changed=self.choice_changed,
                refused=self.refuse_attempt,
                may_ask=self._may_ask,
                confirm=self.confirm_turn,
                hold_turn=self._hold_turn,
                begin_anew=self.begin_anew,
                ask_hint=self.ask_hint,
                open_menu=lambda: Push(end_menu(target, self.offers)),
                choose_side=lambda: Push(side_menu(target, self.panel)),
            ),
            self._instead,
        )

    def _may_ask(self) -> bool:
        """Return whether a question of the board may open: never before the end has been shown."""
        return not self.held and not self.result.due

    def _hold_turn(self, seat: Seat) -> None:
        """Hold a turn made on the board until the board's button confirms it."""
        if not self.match.over:
            self.pending.hold(seat)
            self.refresh()

    def leave(self) -> None:
        self.kind.leave()
        self.sharing.close()
        self._stop_clock()
        self.controller.close()
        self.assistant.close()
        self.speech.close()
        self.teaching.close()
        if self.autosaver is not None:
            self.autosaver.close()
        if self.sensor_board is not None:
            self.sensor_board.close()
        super().leave()

    def pause(self) -> None:
        super().pause()
        if self.stop.stands(True):
            self._stop_clock()
        self._hide_pieces()

    def _hide_pieces(self) -> None:
        """Hide the pieces while another scene stops the kind's own clock, then show them again."""
        if self.kind.own_clock:
            self.refresh()

    def _stop_clock(self) -> None:
        """Charge the elapsed time to the seat, and save it with the game."""
        running = self.match.clock.running is not None
        self.match.clock.hold(self.services.now)
        if running and self.autosaver is not None:
            self.autosaver.save()

    def woken(self, asleep: float) -> Change | None:
        return self.open_menu() if self.stop.woken(asleep) and not self.held else None

    def focus_lost(self) -> Change | None:
        return self.open_menu() if self.kind.own_clock else None

    def resume(self, result: Any = None) -> Change | None:
        self.held = False
        self.stop.go_on()
        answer = self.offers.answered(result)
        if answer is not None:
            self.propose(answer)
        change = self.dialogs.carry_out(result, self.copy_actions())
        if change is None and self.sensor_board is not None:
            change = self.sensor_board.answered(result)
            self.playback.follow()
            change = self.begin_anew() if result == NEW_GAME else change
        own = self.kind.resumed(result)
        self._hide_pieces()
        return change if change is not None else own

    def begin_anew(self) -> Change | None:
        """Begin the requested game; the unfinished one is moved to the kept games."""
        if self._instead is None:
            return None
        if self.autosaver is not None:
            self.autosaver.close()
            self.autosaver = None
        words = save_unfinished()
        if words:
            self.services.toast(words)
        return Replace(routes.PlayMatch(self._instead))

    # -- layout ----------------------------------------------------------------------------------

    def panel_kind(self) -> type[Panel]:
        return self.kind.panel_kind or super().panel_kind()

    def lay_out(self) -> PlayLayout:
        self.card_at = None
        if not self.kind.has_card:
            return super().lay_out()
        layout, self.card_at = lay_out_with_card(self.services.metrics, self.panel.height)
        return layout

    def panel_widgets(self, canvas: Canvas) -> list[Widget]:
        widgets = super().panel_widgets(canvas)
        return widgets if self.card_at is None else uncovered(widgets, self.card_at)

    def cards(self) -> list[SeatCard]:
        """Return the cards of the seats."""
        if self.card_at is not None and self.card_at.colliderect(self.layout.seats):
            return []
        return self.seat_words.cards(self.pending.seat)

    @property
    def toast_room(self) -> Rect | None:
        return self.kind.toast_room(super().toast_room)

    def resize(self) -> None:
        super().resize()
        if self.view.look.style == "counter" and not self.board.still:
            # Render the turning counters before the first jump needs them.
            pieces = [self.panel.seat_piece(seat) for seat in (0, 1)]
            self.view.prepare_flips([piece for piece in pieces if piece is not None])

    def build_form(self, canvas: Canvas) -> None:
        layout = self.layout
        menu_button = Button("", self.open_menu, icon="menu", name="menu", tip=_("Menu"))
        self.menu_button = self.corner_button(menu_button)
        self.new_fold_button()
        self.turn_list = TurnList(
            self.panel, lambda: self.view, self.browse, LIST_ACCENT, self.panel.empty_list()
        )
        self.turn_list.at(self.curve.share(self.speech.share(layout.turns, canvas.px), canvas.px))
        widgets = self.panel_widgets(canvas)
        buttons = self.row.build(canvas, layout.actions)
        self.label_buttons()
        order = [self.board, *widgets, *self.curve.shown]
        order += [self.turn_list, *buttons, *self.header_buttons()]
        self.form = Form(order, keep=self.form)
        if self.card_at is not None:
            self.form.widgets += self.kind.card_widgets(self.card_at, canvas)
        self.form.start("board")
        self._phase = self.game.phase(self.playback.shown.state)

    # -- what is shown ---------------------------------------------------------------------------

    def choices(self) -> list[Action]:
        """Return what a person at the screen may do now."""
        return self.kind.choices(self.match.legal())

    @property
    def _hidden(self) -> bool:
        """Whether pieces are hidden: nobody may think while the kind's own clock is stopped."""
        return self.held and self.kind.own_clock

    def refresh(self, at_once: bool = False) -> None:
        self.kind.prepare()
        shown = self.playback.shown
        at_rest = self.board.carrying or not self.playback.moving
        at_rest = at_rest and not self.browser.active
        enabled = at_rest and self.controller.person_to_move and not self.held
        enabled = enabled and not self.pending.waiting
        self.hand.set_position(shown.state, self.choices() if enabled else (), enabled)
        self.board.pieces = {} if self._hidden else self.game.pieces(self.browser.state)
        self.follow(at_once)
        if self.picture is None:
            return
        if self.game.phase(shown.state) != self._phase:
            self.make_form()
        self.typing.follow()
        self.turn_list.show(shown.turns, len(self.browser.turns))
        self.curve.follow()
        self.label_buttons()

    def follow(self, at_once: bool = False) -> None:
        show, turns = self.board.show, self.browser.turns
        self.panel.show = show
        self.panel.follow(self.playback.state, self.hand.aimed, turn_shown(turns, show), at_once)
        overlay = self.stage.last_turn_overlay(show is None or show.done)
        advice = self.advice.shown
        lit = (), advice.points
        overlay.hints, overlay.threats = lit if advice.feared else lit[::-1]
        overlay.arrows = advice.arrows
        if self.hints.allowed_points:
            overlay.hints, overlay.threats = self.hints.allowed_points, self.hints.because
        if self.sensor_board is not None:
            self.sensor_board.mark(overlay)
        if self.picture is not None:
            self.kind.follow(overlay)
        self.board.overlay = Overlay() if self._hidden else overlay

    def choice_changed(self) -> None:
        super().choice_changed()
        self.reader.chosen()

    def seen(self, event: MatchEvent) -> None:
        if not self.kind.leading:
            self.announcer.seen(event)
            self.speech.seen(event)
            words = self.offers.told(event)
            if words:
                self.services.toast(words, "info", "hands")
                self.services.say(words)
        self.reader.seen(event)
        self.kind.seen(event)

    def skip_animation(self) -> bool:
        # Input ends the animation. While the person's own action is animated, the input also has
        # its usual effect.
        if not self.playback.moving:
            return False
        own = self.controller.person_to_move and self.playback.single
        self.playback.finish()
        return not own or not self.controller.person_to_move

    # -- the row of actions ----------------------------------------------------------------------

    def label_buttons(self) -> None:
        self.row.show(self.button_faces(), self.services.bindings)

    def button_faces(self) -> Faces:
        """Return the labels and icons of the main button, the way back and the lamp."""
        return self.kind.faces(self.buttons.faces())

    def act_main(self) -> Change | None:
        """Carry out the main button."""
        return (self.row.faces[0].act or self.buttons.press_main)()

    def act_back(self) -> Change | None:
        """Carry out the button of the way back."""
        return self.buttons.press_back()

    def act_help(self) -> Change | None:
        """Carry out the lamp."""
        return (self.row.faces[2].act or self.buttons.press_help)()

    # -- proposing to the match ------------------------------------------------------------------

    def propose(self, what: Action | Proposal | None) -> Change:
        """Propose a choice made at the screen to the match, and show a refusal.

        An action is played only if the person may act. None only clears help and returns to the
        current position.
        """
        change = self.kind.propose(what)
        if change is not None:
            return change
        if isinstance(what, Action):
            if not self.hand.enabled:
                return STAY
            what = Play((what,))
        self.assistant.clear()
        self.playback.finish()
        self.browser.live()
        seat, length = self.match.to_move, len(self.match.entries)
        answer = self.controller.submit(what, self.services.now) if what is not None else None
        if isinstance(answer, Refused) and what is not None:
            self.refused(what, answer.why)
        elif what is not None and answer is None:
            self.services.toast(_("Counting what giving up costs"), "info", "clock")
        elif answer is not None:
            self.hints.allowed()
            turn = isinstance(what, Play) and ends_turn(self.match.entries[-1])
            seat = self.match.history.seat_now(seat, length)
            self.pending.hold(seat if turn and self.services.settings.confirm_turns else None)
        self.playback.follow()
        self.refresh()
        return STAY

    def refused(self, proposal: Proposal, why: CodedError) -> None:
        """Show why the match has refused a proposal made at the screen."""
        if not self.kind.refused(proposal, why):
            self.services.toast(in_words(why), "bad", "warning")

    def take_back(self) -> Change:
        return self.propose(self.pending.way_back())

    def confirm_turn(self) -> Change:
        """Accept the turn that waits for confirmation."""
        self.pending.hold(None)
        self.playback.finish()
        self.refresh()
        return STAY

    # -- what is not allowed ---------------------------------------------------------------------

    def refuse_point(self, point: Point) -> None:
        self.refusals.refuse_point(point)

    def refuse_attempt(self, points: Attempt) -> None:
        """Show why the rules forbid an attempt."""
        if not self.kind.refuse(points):
            self.refusals.refuse_attempt(points, explains=not self.kind.leading)

    def why_nothing(self) -> str:
        return self.refusals.why_nothing()

    # -- the engine's help -----------------------------------------------------------------------

    def get_help(self, question: str) -> None:
        """Ask for a "hint", the best "line" or "threats"; "evaluation" is switched on or off."""
        if self.kind.help() is None:
            self.advice.ask(question)

    def ask_hint(self) -> None:
        """Explain the refusal that is shown at the board; without a refusal, ask for a hint."""
        if self.hints.refused is not None:
            self.refusals.show_why()
        elif self.hand.enabled:
            self.get_help(HINT)

    # -- looking back, other scenes --------------------------------------------------------------

    def browse(self, turn: int) -> Change | None:
        self.assistant.clear()
        self.playback.browse_to(turn)
        return STAY

    def edited(self) -> routes.PositionEditor | None:
        """Return the editor of the position; None in a timed match, which editing would pause."""
        return None if self.stop.timed else super().edited()

    def open_menu(self) -> Change:
        self.playback.finish()
        kept, connected = self.autosaver is not None, self.sensor_board is not None
        return self.kind.menu() or self.dialogs.menu(kept, self.stop.words, connected)

    def open_offers(self) -> Change | None:
        """Open the question about a pending offer, or the menu for making one."""
        if not self.kind.offers:
            return None
        self.playback.finish()
        return self.dialogs.agreement()

    def open_result(self) -> Change:
        change = self.kind.result()
        if change is not None:
            return change
        board = self.sensor_board
        pressed = board.pressed_after_end if board and board.lease.view.button else None
        return Push(self.teaching.after_game(routes.MatchResult(self.match, pressed)))

    def _open_result_once(self, dt: float) -> Change | None:
        """Open the result when the end has been shown and no other scene is open."""
        comes = self.kind.shows_result and self.result.passed(dt, self.held)
        return self.open_result() if comes else None

    def open_review(self) -> Change:
        return Push(routes.ReviewMatch(self.match))

    def open_help(self) -> Change:
        change = self.kind.help()
        if change is not None:
            return change
        self.playback.finish()
        taught = self.kind.teaches and teachable(self.match)
        return Push(menu.help_menu(self.assistant.evaluating, taught))

    def copied(self, whole: bool) -> Copied:
        return self.kind.copied(whole) or super().copied(whole)

    # -- input -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        change = self.kind.handle(event)
        if change is not None:
            return change
        if isinstance(event, Press) and (asks_aloud(event) or not self.form.takes_text):
            change = carry_out(COMMANDS, self, event) or self._confirm_by(event)
        elif isinstance(event, Pointer):
            change = self.refusals.take_offer(event.pos) if event.kind == "down" else None
        if change is not None:
            return change
        if isinstance(event, Pointer):
            if event.kind == "down" and not self.board.rect.collidepoint(event.pos):
                self.playback.finish()
            self.unhover(event)
        return self.form.handle(event)

    def _confirm_by(self, event: Press) -> Change | None:
        """Confirm the waiting turn if the press is Enter at the board."""
        here = self._at_board() and not self.browser.active
        yes = event.means("accept") and not event.repeat
        return self.confirm_turn() if here and yes and self.pending.waiting else None

    def cancel(self) -> Change:
        """Step back one thing at a time, so that Escape never loses a game."""
        if self.playback.moving:
            self.playback.finish()
        elif self.browser.active:
            self.playback.to_game()
        elif self.assistant.clear() | self.hints.clear() or self.hand.cancel():
            self.choice_changed()
        else:
            return self.open_menu()
        return STAY

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        self.teaching.update()
        # Whether the match waits because somebody reads or a turn is being judged.
        reads = self.kind.waits or self.teaching.waiting
        held = self.stop.stands(self.held, self.browser.active) or reads
        moving, news = self.playback.moving, self.playback.shows_other(self.match.to_move)
        now, waits = self.services.now, self.pending.seat
        trouble = self.controller.update(now, moving, held, waits, news)
        change = self.sensor_board.update() if self.sensor_board is not None else None
        chance = self.curve.chance if self.assistant.evaluating else None
        change = change or self.sharing.update(chance, self.held)
        self.playback.follow()
        if self.advice.hesitates(dt, self.held):
            self.ask_hint()
        self.advice.update()
        if self.sensor_board is not None:
            self.sensor_board.light_hint(self.assistant.answer)
        self.speech.update()
        if self.announcer.update(trouble if self.spec.board else ""):
            self.label_buttons()
            self.services.invalidate()
        self.stage.update_hints(dt)
        self.reader.update(self.hints.text)
        self._redraw_if_stale(dt)
        if trouble:
            self.refresh()
            change = change or self.dialogs.ask_about_engine()
        if change is None and not self.held:
            change = self.dialogs.ask_offer_once()
        return change or self._open_result_once(dt) or self.kind.update(dt)

    def _redraw_if_stale(self, dt: float) -> None:
        """Request a frame if the drawn one is outdated, for example because a clock has moved."""
        self._since_look += dt
        if self._since_look >= LOOK_S and self.picture is not None:
            self._since_look = 0.0
            if self.picture.stale(self.board, self.panel, self.form, self._header()):
                self.services.invalidate()

    @property
    def tension(self) -> float:
        if self.match.over or self.browser.active:
            return 0.0
        state = self.playback.state
        if state is not self._tense[0]:
            self._tense = state, screen_plugin_of(self.game.key).tension(self.game, state)
        return self._tense[1]

    @property
    def holds_breath(self) -> bool:
        return self.playback.deciding and not self.services.settings.calm

    @property
    def heading(self) -> str:
        return self.kind.heading or self.game.title

    @property
    def scene_name(self) -> str:
        return self.kind.name

    @property
    def animating(self) -> bool:
        return self.kind.animating or super().animating

    @property
    def spoken(self) -> str:
        on_board = self.form.focused is self.board
        return self.reader.point if on_board else super().spoken

    @property
    def redraw_every(self) -> float:
        if self.kind.redraw_every:
            return self.kind.redraw_every
        if self.board.pulsing or self.assistant.asking:
            return PULSE
        return LOOK_S if self.assistant.evaluating and not self.match.over else 0.0

    @property
    def waits_for_input(self) -> bool:
        return self.sensor_board is None and self.controller.person_to_move

    # -- drawing ---------------------------------------------------------------------------------

    def _header(self) -> Header:
        board = self.sensor_board
        link, tasks = (board.link, board.tasks) if board else (self.sharing.link, None)
        return Header(self.game.title, link, tuple(self.cards()), tasks)

    def draw(self, canvas: Canvas) -> None:
        assert self.picture is not None
        if self.stop.covers(self.held):
            return self.picture.draw_covered(canvas, self._header())
        self.picture.draw(canvas, self.board, self.panel, self.form, self._header())
        if self.assistant.evaluating:
            self.curve.draw(canvas, self.layout)
        if not self.browser.active:
            self.speech.draw(canvas)
        self.stage.draw_hints(canvas)
        self.kind.draw(canvas)
