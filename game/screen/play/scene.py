"""The play scene: board left, column right, one match in progress.

Put together from parts: what a person may choose is in `Interaction`, what moves in `Playback`,
engines and clock in `TurnController`, what is not allowed in `IllegalMoveHints`, a turn that waits
for a yes in `TurnConfirmation`, hands on a sensor board in `MatchBoardController`, help in
`HelpDialogs`, words in `Announcer`, keys in `commands`, dialogs in `dialogs`, the result in
`ResultDelay`.  All of them offer to the match through `offer`, and follow it.
"""

from __future__ import annotations

import datetime
from typing import Any

from pygame import Rect

from game.library.indexer import index_record_soon
from game.platform.errors import CodedError, in_words
from game.platform.i18n import _
from game.rules.base import Action
from game.rules.proposals import Play, Proposal, Refused
from game.screen.app import routes
from game.screen.app.page import measuring
from game.screen.app.scene import STAY, Change, Push, Replace
from game.screen.play import commands, dialogs, evaluation, menu
from game.screen.play.actions import ActionRow
from game.screen.play.announce import Announcer
from game.screen.play.assistant import Assistant
from game.screen.play.board_controller import NEW_GAME
from game.screen.play.ending import ResultDelay
from game.screen.play.hands import MatchBoardController
from game.screen.play.helping import HelpDialogs
from game.screen.play.illegal_move_hints import IllegalMoveHints
from game.screen.play.last_turn import last_turn_overlay, turn_shown
from game.screen.play.match_scene import MatchScene
from game.screen.play.match_sharing import MatchSharing
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.play.screen_reader import ScreenReader
from game.screen.play.seat_cards import SeatCard
from game.screen.play.seats import seats_of
from game.screen.play.turn_confirmation import TurnConfirmation
from game.screen.play.turn_controller import TurnController
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form
from game.table.autosave import AutoSaver
from game.table.begin import begin
from game.table.engine_seat import MakePlayer, engine_player
from game.table.history import MatchEvent
from game.table.match import Match
from game.table.record_files import save_unfinished
from game.table.spec import MatchSpec

PULSE_INTERVAL_S = 0.08  # seconds between redraws while signs on the board breathe
LIST_ACCENT = 52  # width of the bright figures in the turn list


class PlayScene(MatchScene):
    """A match of `spec`; `match` is one to go on with.  `keep` writes its files; `instead` is the
    game that was asked for where `match` was found unfinished.

    Raises RulesError for a bad setup.
    """

    music = "play"

    def __init__(
        self,
        spec: MatchSpec,
        match: Match | None = None,
        *,
        keep: bool = True,
        make: MakePlayer = engine_player,
        instead: MatchSpec | None = None,
    ) -> None:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        match = match or begin(spec, now)
        super().__init__(match, self.chosen, self._skip)
        self.spec = spec
        self.keeper = AutoSaver(match, kept=index_record_soon) if keep else None
        self.conductor = TurnController(match, make)
        self.assistant = Assistant(match, make)
        self.board.effect, self.board.badge = self.panel.effect, self.panel.badge
        self.board.on_choice = self.choice_changed
        self.row = ActionRow(self)
        self.curve = evaluation.EvaluationCurve(self)
        self.helping = HelpDialogs(self, self.curve)
        self.refuser = IllegalMoveHints(self)
        self.board.on_refused = self.refuser.point
        self.confirming = TurnConfirmation(self)
        self.parley = OfferDialogs(self)
        self.ending = ResultDelay(self)
        self.announcer = Announcer(self, self.keeper)
        self.reader = ScreenReader(self)
        self.hands: MatchBoardController | None = None
        self._instead = instead
        self.guests = MatchSharing(self)
        self.conductor.elsewhere = self.guests.elsewhere
        self.held = False
        self._phase = ""  # of the game that the panel's controls were made for

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        super().enter()
        self.panel.on_change = self.choice_changed
        self.panel.on_action = self.chosen
        if self.spec.board is not None:
            self.hands = MatchBoardController(self, self.ending, self.spec.board, self._instead)
        self.guests.enter()
        self.refresh(True)
        self.announcer.begin()

    def leave(self) -> None:
        self.guests.leave()
        self._stop_clock()
        self.conductor.close()
        self.assistant.close()
        if self.keeper is not None:
            self.keeper.close()
        if self.hands is not None:
            self.hands.close()
        super().leave()

    def pause(self) -> None:
        self.held = True
        self._stop_clock()

    def _stop_clock(self) -> None:
        """What has passed is charged, and kept with the game."""
        running = self.match.clock.running is not None
        self.match.clock.hold(self.desk.now)
        if running and self.keeper is not None:
            self.keeper.save()

    def resume(self, result: Any = None) -> Change | None:
        self.held = False
        self.parley.answered(result)
        change = dialogs.answered(self, result)
        if change is None and self.hands is not None:
            self.hands.answered(result)
            change = self.begin_anew() if result == NEW_GAME else None
        return change

    def begin_anew(self) -> Change | None:
        """The game that was asked for; the one found goes to the kept games."""
        if self._instead is None:
            return None
        if self.keeper is not None:
            self.keeper.close()
            self.keeper = None
        words = save_unfinished()
        if words:
            self.desk.toast(words)
        return Replace(routes.Play(self._instead))

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        super().resize()
        if self.view is not None and self.view.look.style == "counter":
            # Have the counters' turning rendered before the first jump.
            pieces = [self.panel.seat_piece(seat) for seat in (0, 1)]
            self.view.prepare_flips([piece for piece in pieces if piece is not None])

    def build_form(self, canvas: Canvas) -> None:
        layout = self.layout
        menu_button = Button("", self.open_menu, icon="menu", name="menu", tip=_("Menu"))
        self.menu_button = self.corner_button(menu_button)
        self.new_fold_button()
        self.turn_list = self.new_turn_list(self.browse, LIST_ACCENT, _("No turns yet"))
        self.turn_list.at(self.curve.share(layout.turns, canvas.px))
        widgets = self.panel_widgets(canvas)
        buttons = self.row.build(canvas, layout.actions)
        order = [self.board, *widgets, *self.curve.shown]
        order += [self.turn_list, *buttons, *self.header_buttons()]
        self.form = Form(order, keep=self.form)
        self.form.start("board")
        self._phase = self.game.phase(self.playback.shown.state)

    # -- what is shown ---------------------------------------------------------------------------

    def refresh(self, at_once: bool = False) -> None:
        shown = self.playback.shown
        at_rest = self.board.carrying or not self.playback.moving
        at_rest = at_rest and not self.browser.active
        enabled = at_rest and self.conductor.person_to_move and not self.held
        enabled = enabled and not self.confirming.waiting
        self.hand.set_position(shown.state, self.choices() if enabled else (), enabled)
        self.board.pieces = self.game.pieces(self.browser.state)
        self.follow(at_once)
        if self.picture is None:
            return
        if self.game.phase(shown.state) != self._phase:
            self.build_form(measuring(self.desk))
        self.turn_list.show(shown.turns, len(self.browser.turns))
        self.curve.follow()
        self.row.update()

    def choices(self) -> list[Action]:
        """What a person at the screen may do now."""
        return self.match.legal()

    def cards(self) -> list[SeatCard]:
        """The cards of the seats."""
        return seats_of(self)

    def follow(self, at_once: bool = False) -> None:
        """Panel and signs follow the position looked at and what is aimed at."""
        show, turns = self.board.show, self.browser.turns
        self.panel.show = show
        self.panel.follow(self.browser.state, self.hand.aimed, turn_shown(turns, show), at_once)
        overlay = last_turn_overlay(self.panel, turns, show is None or show.done)
        advice = self.helping.look()
        lit = (), advice.points
        overlay.hints, overlay.threats = lit if advice.feared else lit[::-1]
        overlay.arrows = advice.arrows
        if self.hands is not None:
            overlay.wrong, overlay.faults = self.hands.wrong, self.hands.faults
        self.board.overlay = overlay

    def choice_changed(self) -> None:
        """A person aims elsewhere, or chose something beside the board."""
        self.follow()
        self.reader.chosen()
        self.redo_buttons()

    def redo_buttons(self) -> None:
        """What the buttons do has changed."""
        self.row.update()
        self.desk.invalidate()

    def seen(self, event: MatchEvent) -> None:
        self.announcer.seen(event)
        self.parley.seen(event)
        self.reader.seen(event)

    def _skip(self) -> bool:
        """Any input ends what is shown; True when that is all the input does.

        While a person's own action is shown, input ends it and counts for the next one too.
        """
        if not self.playback.moving:
            return False
        own = self.conductor.person_to_move and self.playback.single
        self.playback.finish()
        return not own or not self.conductor.person_to_move

    # -- offering to the match -------------------------------------------------------------------

    def offer(self, proposal: Proposal | None) -> Change:
        """Propose something of a person at the screen; a refusal is said."""
        self.assistant.clear()
        self.playback.finish()
        self.browser.live()
        seat = self.match.to_move
        answer = self.match.submit(proposal, self.desk.now) if proposal is not None else None
        if isinstance(answer, Refused) and proposal is not None:
            self.refused(proposal, answer.why)
        elif proposal is not None and answer is not None:
            self.refuser.allowed()
            self.confirming.played(proposal, seat)
        self.playback.follow()
        self.refresh()
        return STAY

    def refused(self, proposal: Proposal, why: CodedError) -> None:
        """The match has not taken what a person at the screen proposed."""
        self.desk.toast(in_words(why), "bad", "warning")

    def chosen(self, action: Action) -> Change | None:
        """A person plays an action."""
        if not self.hand.enabled:
            return None
        return self.offer(Play((action,)))

    # -- looking back, other scenes, help --------------------------------------------------------

    def browse(self, turn: int) -> Change | None:
        self.assistant.clear()
        self.playback.browse_to(turn)
        return STAY

    def page(self, turns: int) -> Change:
        self.playback.page(turns)
        return STAY

    def to_game(self) -> Change:
        self.playback.to_game()
        return STAY

    def open_menu(self) -> Change:
        self.playback.finish()
        return Push(menu.pause_menu(self.match, self.parley))

    def open_offers(self) -> Change | None:
        """Answer what is offered, or offer something."""
        self.playback.finish()
        answer = self.parley.ask()
        if answer is None and menu.offers(self.parley):
            answer = Push(menu.offer_menu(self.parley))
        return answer

    @property
    def after_end(self) -> tuple[str, str]:
        """What the main button says and shows once the match is over."""
        return _("Result"), "cup"

    def open_result(self) -> Change:
        pressed = self.hands.pressed_after_end if self.hands is not None else None
        return Push(routes.MatchResult(self.match, pressed))

    def open_review(self) -> Change:
        return Push(routes.Review(self.match))

    def open_help(self) -> Change:
        self.playback.finish()
        return Push(menu.help_menu(self.assistant.evaluating))

    def get_help(self, question: str) -> None:
        self.helping.ask(question)

    # -- input -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press):
            change = commands.carry_out(self, event)
            if change is None and self.form.focused is self.board:
                change = self.confirming.press(event)
            if change is not None:
                return change
        if isinstance(event, Pointer):
            offered = self.refuser.pointer(event)
            if offered is not None:
                return offered
        if isinstance(event, Pointer) and event.kind == "down" and not self._on_board(event):
            self.playback.finish()
        if isinstance(event, Pointer) and event.kind in ("move", "leave"):
            over = self._on_board(event) and event.kind == "move"
            if not over and self.board.unhover():
                self.choice_changed()
        return self.form.handle(event)

    def _on_board(self, event: Pointer) -> bool:
        return self.board.rect.collidepoint(event.pos)

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        held = self.held or self.being_read or (self.browser.active and self._alone)
        waits = self.confirming.seat
        trouble = self.conductor.update(self.desk.now, self.playback.moving, held, waits)
        change = self.hands.update() if self.hands is not None else None
        change = change or self.guests.update()
        self.playback.follow()
        self.helping.update()
        self.announcer.update(trouble)
        self.refuser.update(dt)
        self.reader.update()
        return change or self.parley.update() or self.ending.update(dt)

    @property
    def being_read(self) -> bool:
        """Does the match wait for somebody who reads?"""
        return False

    @property
    def _alone(self) -> bool:
        """One person at the table may look back as long as it takes."""
        return sum(seat.kind != "engine" for seat in self.spec.seats) <= 1

    @property
    def toast_room(self) -> Rect | None:
        return self.layout.seats

    @property
    def heading(self) -> str:
        return self.game.title

    @property
    def spoken(self) -> str:
        on_board = self.form.focused is self.board
        return self.reader.point if on_board else super().spoken

    @property
    def animating(self) -> bool:
        return super().animating or self.refuser.animating

    @property
    def redraw_every(self) -> float:
        if self.board.pulsing or self.assistant.asking:
            return PULSE_INTERVAL_S
        return 0.1 if not self.match.over else 0.0

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        assert self.picture is not None
        link = self.guests.link if self.hands is None else self.hands.link
        title = self.game.title
        self.picture.draw(canvas, self.board, self.panel, self.form, title, link, self.cards())
        if self.assistant.evaluating:
            evaluation.draw(canvas, self)
        self.refuser.draw(canvas)
