"""The play scene: board left, column right, one match in progress.

What a person proposes goes to the match through `propose`, whatever it was made with; what is
shown follows the match through `Playback`.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.library.indexer import index_record_soon
from game.platform.errors import CodedError, in_words
from game.platform.i18n import N_, _
from game.rules.base import CHOICES, Action
from game.rules.proposals import Play, Proposal, Refused, Resign
from game.rules.topology import Point
from game.screen.app import routes
from game.screen.app.routes import LARGER, OTHER_GAME, REMATCH
from game.screen.app.scene import STAY, Change, Pop, Push, Replace
from game.screen.play import menu
from game.screen.play.advice import HINT, THREATS, Advice, AssistantAnswer
from game.screen.play.advised_scene import AdvisedScene
from game.screen.play.assistant import LINE, Assistant
from game.screen.play.board_controller import (
    NEW_GAME,
    MatchBoardCallbacks,
    MatchBoardController,
)
from game.screen.play.board_menu import end_menu, side_menu
from game.screen.play.commands import COMMANDS, asks_aloud
from game.screen.play.engine_trouble import engine_question
from game.screen.play.evaluation import EvaluationCurve
from game.screen.play.match_scene import PULSE, TurnList, carry_out, turn_shown
from game.screen.play.match_sharing import MatchSharing
from game.screen.play.menu import ActionRow, Face, Faces
from game.screen.play.offer_dialogs import OfferDialogs
from game.screen.play.pause import MatchPause
from game.screen.play.scene_layers import Header
from game.screen.play.screen_reader import Announcer, ScreenReader
from game.screen.play.seat_cards import SeatCard, SeatWords
from game.screen.play.thinking_aloud import OpponentSpeech
from game.screen.play.turn_controller import EngineChoice, TurnConfirmation, TurnController
from game.screen.plugin.refusals import attempt, instead, refusal
from game.screen.plugin.rulebook import Attempt
from game.screen.ui.bindings import key_label
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form
from game.table import undo
from game.table.autosave import AutoSaver
from game.table.begin import begin, rematch
from game.table.chances import ShownChances
from game.table.engine_seat import MakePlayer, engine_player
from game.table.history import MatchEvent, ends_turn
from game.table.match import Match
from game.table.record_files import save_unfinished
from game.table.spec import MatchSpec
from game.table.teaching import teachable
from game.table.win_loss import matched

HINT_AFTER_S = 6.0  # of hesitation, in a game with hints
RESULT_DELAY_S = 0.5  # between the last movement and the result
LOOK_S = 0.1  # between two comparisons of what was drawn with what would be
LIST_ACCENT = 52  # width of the bright figures in the turn list
REPLAY = "replay"  # asked of the record, not of the engine
EVALUATION = "evaluation"  # a question that is switched on and off
ASKED = {
    HINT: N_("Looking for a hint …"),
    LINE: N_("Looking for the best turn …"),
    THREATS: N_("Looking for threats …"),
}


class PlayScene(AdvisedScene):
    """A match of `spec` being played; `match` is one to go on with.

    `keep` writes its files; `instead` is the game that was asked for where `match` was found
    unfinished.  With `hints` a hint comes by itself when the person hesitates.

    Raises RulesError for a bad setup.
    """

    music, teaches = "play", True
    # Made by `enter`, with the services.
    announcer: Announcer
    stop: MatchPause
    reader: ScreenReader
    seat_words: SeatWords
    speech: OpponentSpeech
    sharing: MatchSharing

    def __init__(
        self,
        spec: MatchSpec,
        match: Match | None = None,
        *,
        keep: bool = True,
        make: MakePlayer = engine_player,
        instead: MatchSpec | None = None,
        hints: bool = False,
    ) -> None:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        match = match or begin(spec, now)
        super().__init__(match, self.propose)
        self.spec = spec
        self.autosaver = AutoSaver(match, kept=index_record_soon) if keep else None
        self.controller = self.new_controller(make)
        self.pending = TurnConfirmation(match)
        self.assistant = Assistant(match, make)
        self.offers = OfferDialogs(self.panel, self.controller, self.pending)
        self.row = ActionRow(self.act_main, self.act_back, self.act_help)
        seen = ShownChances(match.game, lambda: self.services.settings.chances_like_you)
        self.curve = EvaluationCurve(self.panel, self.assistant, self.playback, self.browse, seen)
        self.sensor_board: MatchBoardController | None = None
        self._instead = instead
        self._result_opened = match.over
        self._rested = 0.0  # since everything has come to rest after the end
        self._advised: tuple[AssistantAnswer | None, Advice] = (None, Advice())
        self._said: AssistantAnswer | None = None  # the answer that was said last
        self._phase = ""  # of the game that the panel's controls were made for
        self._hints, self._hesitated, self._hinted = hints, 0.0, -1
        self._since_look = 0.0  # seconds since that comparison

    def new_controller(self, make: MakePlayer) -> TurnController:
        """Return what plays for the engines and keeps the clock."""
        controller = TurnController(self.match, make)
        controller.elsewhere = lambda seat: self.services.network.elsewhere(self.match, seat)
        return controller

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
        self.refresh(True)
        self.announcer.begin()

    def _open_board(self, target: str) -> MatchBoardController:
        """Open the sensor board behind a port, url or "sim"."""
        return MatchBoardController(
            self.services,
            self.panel,
            target,
            self.offers,
            self.pending,
            MatchBoardCallbacks(
                *(self.follow, self.choice_changed, self.refuse_attempt, self._may_ask),
                *(self.confirm_turn, self._hold_turn, self.begin_anew),
                *(self.ask_hint, lambda: Push(end_menu(target, self.offers))),
                lambda: Push(side_menu(target, self.panel)),
            ),
            self._instead,
        )

    def _may_ask(self) -> bool:
        """Return whether a question of the board may be opened: not before the end is seen."""
        return not self.held and not self._result_due

    def _hold_turn(self, seat: int) -> None:
        """Have a turn on the board wait for its button."""
        if not self.match.over:
            self.pending.hold(seat)
            self.refresh()

    def leave(self) -> None:
        self.sharing.close()
        self._stop_clock()
        self.controller.close()
        self.assistant.close()
        self.speech.close()
        if self.autosaver is not None:
            self.autosaver.close()
        if self.sensor_board is not None:
            self.sensor_board.close()
        super().leave()

    def pause(self) -> None:
        super().pause()
        if self.stop.stands(True):
            self._stop_clock()

    def _stop_clock(self) -> None:
        """Charge what has passed, and keep it with the game."""
        running = self.match.clock.running is not None
        self.match.clock.hold(self.services.now)
        if running and self.autosaver is not None:
            self.autosaver.save()

    def woken(self, asleep: float) -> Change | None:
        return self.open_menu() if self.stop.woken(asleep) and not self.held else None

    def resume(self, result: Any = None) -> Change | None:
        self.held = False
        self.stop.go_on()
        answer = self.offers.answered(result)
        if answer is not None:
            self.propose(answer)
        change = self._carry_out_choice(result)
        if change is None and self.sensor_board is not None:
            change = self.sensor_board.answered(result)
            self.playback.follow()
            change = self.begin_anew() if result == NEW_GAME else change
        return change

    def _carry_out_choice(self, result: object) -> Change | None:
        """Do what was chosen in a dialog; None for answers to somebody else's question."""
        if isinstance(result, EngineChoice):
            self.controller.go_on(result)
            self.refresh()
        if not isinstance(result, str):
            return None
        if result in menu.OFFERS:
            return self.propose(self.offers.offer(menu.OFFERS[result]))
        if result in CHOICES:
            sides = (a for a in self.match.legal() if a.kind == result)
            return self.propose(next(sides, None))
        if result.startswith(menu.HELP):
            self.get_help(result.removeprefix(menu.HELP))
            return None
        chosen: dict[object, Callable[[], Change | None]] = {
            menu.LEAVE: Pop,
            REMATCH: lambda: Replace(routes.PlayMatch(matched(rematch(self.match)))),
            LARGER: lambda: Replace(routes.PlayMatch(matched(rematch(self.match, larger=True)))),
            OTHER_GAME: lambda: Replace(routes.ChooseOnBoard(self.spec.board or "")),
            menu.PLAY_OUT: self._play_out,
            menu.RESIGN: lambda: Push(menu.resignation()),
            menu.WITHDRAW: lambda: self.propose(self.offers.withdraw()),
            menu.ANSWER: self._ask_offer,
            menu.ENGINE: self._ask_about_engine,
            menu.SURE + menu.RESIGN: self._resign,
            **self.copy_actions(),
        }
        return chosen[result]() if result in chosen else None

    def _play_out(self) -> None:
        self.controller.play_out()
        self.refresh()

    def _resign(self) -> None:
        speaker = self.offers.speaker
        self.propose(Resign(self.match.to_move if speaker is None else speaker))

    def begin_anew(self) -> Change | None:
        """Begin the game that was asked for; the one found goes to the kept games."""
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

    def resize(self) -> None:
        super().resize()
        if self.view.look.style == "counter" and not self.board.still:
            # Have the counters' turning rendered before the first jump.
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
        self.form.start("board")
        self._phase = self.game.phase(self.playback.shown.state)

    # -- what is shown ---------------------------------------------------------------------------

    def refresh(self, at_once: bool = False) -> None:
        shown = self.playback.shown
        at_rest = self.board.carrying or not self.playback.moving
        at_rest = at_rest and not self.browser.active
        enabled = at_rest and self.controller.person_to_move and not self.held
        enabled = enabled and not self.pending.waiting
        self.hand.set_position(shown.state, self.choices() if enabled else (), enabled)
        self.board.pieces = self.game.pieces(self.browser.state)
        self.follow(at_once)
        if self.picture is None:
            return
        if self.game.phase(shown.state) != self._phase:
            self.make_form()
        self.typing.follow()
        self.turn_list.show(shown.turns, len(self.browser.turns))
        self.curve.follow()
        self.label_buttons()

    def choices(self) -> list[Action]:
        """Return what a person at the screen may do now."""
        return self.match.legal()

    def cards(self) -> list[SeatCard]:
        """Return the cards of the seats."""
        return self.seat_words.cards(self.pending.seat)

    def follow(self, at_once: bool = False) -> None:
        show, turns = self.board.show, self.browser.turns
        self.panel.show = show
        self.panel.follow(self.playback.state, self.hand.aimed, turn_shown(turns, show), at_once)
        overlay = self.last_turn_overlay(show is None or show.done)
        advice = self.advice
        lit = (), advice.points
        overlay.hints, overlay.threats = lit if advice.feared else lit[::-1]
        overlay.arrows = advice.arrows
        if self.hints.allowed_points:
            overlay.hints, overlay.threats = self.hints.allowed_points, self.hints.because
        if self.sensor_board is not None:
            self.sensor_board.mark(overlay)
        self.board.overlay = overlay

    def choice_changed(self) -> None:
        super().choice_changed()
        self.reader.chosen()

    def seen(self, event: MatchEvent) -> None:
        self.announcer.seen(event)
        self.speech.seen(event)
        words = self.offers.told(event)
        if words:
            self.services.toast(words, "info", "hands")
            self.services.say(words)
        self.reader.seen(event)

    def skip_animation(self) -> bool:
        # While a person's own action is shown, input ends it and counts for the next one too.
        if not self.playback.moving:
            return False
        own = self.controller.person_to_move and self.playback.single
        self.playback.finish()
        return not own or not self.controller.person_to_move

    # -- the row of actions ----------------------------------------------------------------------

    def label_buttons(self) -> None:
        self.row.show(self.button_faces(), self.services.bindings)

    def button_faces(self) -> Faces:
        """Return what the main button, the way back and the lamp say and show now."""
        shown, hand = self.playback.shown, self.hand
        if self.playback.single and self.controller.person_to_move and shown.turn_begun:
            return self.row.faces  # the person's own move: as they are until it has landed
        take_back = Face(_("Take back"), "undo", _("Take back"))
        lamp = Face(icon="bulb", tip=_("The hint's next step") if self.hint_goes_on else _("Help"))
        if self.browser.active:
            earlier = Face(icon="left", tip=_("One turn back"), enabled=bool(self.browser.turns))
            later = Face(icon="right", tip=_("One turn forward"))
            return Face(_("To the game"), "last"), earlier, later
        if self.pending.waiting:
            yes = Face(_("Confirm the turn"), "check", command="accept")
            return yes, take_back, replace(lamp, enabled=False)
        if shown.over:
            film = Face(
                icon="eye", tip=_("Review"), enabled=self.services.offers(routes.ReviewMatch)
            )
            return Face(*self.after_end), take_back, film
        if hand.forced is not None:
            tip = _("Back one jump; click where it began for the whole train")
            take_back = replace(take_back, tip=tip)
        take_back = replace(take_back, enabled=bool(shown.entries))
        helps = hand.enabled and not self.assistant.asking
        if hand.sides:
            keep, swap = (self.panel.label(side) for side in hand.sides)
            return Face(keep, "check"), Face(swap, "turn", equal=True), replace(lamp, enabled=helps)
        return self._main_face(), take_back, replace(lamp, enabled=helps)

    def _main_face(self) -> Face:
        """Return what the main button says while the match goes on."""
        hand, proposal = self.hand, self.hand.proposal
        if proposal is not None:
            stops = hand.free_pass and proposal is hand.pass_
            label = self.panel.label(proposal)
            command = "stop" if stops else "accept"
            return Face(label, "check", command=command, wise=not hand.loses(proposal))
        words, board = "…", self.sensor_board
        if board is not None and board.ends_by_screen:
            return Face(_("End the turn"), "check", command="stop")
        if self.assistant.asking:
            words = _(ASKED[self.assistant.question])
        elif hand.enabled:
            words = self.panel.prompt()
        elif self.controller.thinking is not None:
            name = self.match.seat.name
            words = _("{name} is thinking …").format(name=name) if name else _("Thinking …")
        return Face(words, enabled=False)

    @property
    def after_end(self) -> tuple[str, str]:
        """What the main button says and shows once the match is over."""
        return _("Result"), "cup"

    def act_main(self) -> Change | None:
        if self.browser.active:
            self.playback.to_game()
            return STAY
        if self.pending.waiting:
            return self.confirm_turn()
        if self.match.over:
            return self.open_result()
        action = self.hand.sides[0] if self.hand.sides else self.hand.proposal
        return self.propose(action) if action is not None else self.stop_turn() or STAY

    def act_back(self) -> Change | None:
        if not self.browser.active and not self.pending.waiting and self.hand.sides:
            return self.propose(self.hand.sides[1])
        if not self.browser.active:
            return self.take_back()
        self.playback.page(-1)
        return STAY

    def act_help(self) -> Change | None:
        if self.browser.active:
            self.playback.page(1)
            return STAY
        if self.match.over and not self.pending.waiting:
            return self.open_review()
        if self.hint_goes_on:
            self.get_help(HINT)
            return STAY
        return self.open_help()

    # -- proposing to the match ------------------------------------------------------------------

    def propose(self, what: Action | Proposal | None) -> Change:
        """Propose something of a person at the screen to the match; a refusal is said.

        An action is played if the person may act.  None only puts away what is shown besides.
        """
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
        """Say that the match has not taken what a person at the screen proposed."""
        self.services.toast(in_words(why), "bad", "warning")

    def take_back(self) -> Change:
        return self.propose(self.pending.way_back())

    def confirm_turn(self) -> Change:
        """Accept the turn that waits."""
        self.pending.hold(None)
        self.playback.finish()
        self.refresh()
        return STAY

    # -- what is not allowed ---------------------------------------------------------------------

    def refuse_point(self, point: Point) -> None:
        # Where a train came through it goes back to; anywhere else it is told why not.
        hand = self.hand
        way_back = undo.to_point(self.match, point) if hand.enabled else None
        if way_back is not None:
            self.propose(way_back)
        elif hand.enabled:
            self.refuse_attempt(attempt(self.game, hand.state, hand.source, point))
        elif words := self.why_nothing():
            self.refuse((point,), words)

    def refuse_attempt(self, points: Attempt) -> None:
        """Say why the rules do not allow what somebody has tried.

        It is offered to show it; after some refusals in a row, the page of the rule.
        """
        refused, offer = refusal(self.game, self.match.state, points), ""
        allowed = instead(self.game, points, self.choices()) if self.explains_refusals else ()
        shows = bool(allowed)
        if shows:
            key = key_label(self.services.bindings.first("hint"))
            offer = _("Show why") + (f" ({key})" if key else "")
        if self.hints.offer_rule(self.game, refused):
            key = key_label(self.services.bindings.first("rules"))
            offer = _("Read the rule") + (f" ({key})" if key else "")
        self.refuse(points, self.why_refused(refused), offer)
        self.hints.refused = refused if shows else None
        if self.hints.note is not None:
            places = {point for action in allowed for point in action.points}
            self.hints.note.clear = [self.view.position(point) for point in (*places, *points)]

    def why_nothing(self) -> str:
        if self.pending.waiting:
            return _("This turn is waiting to be confirmed or taken back.")
        if self.match.over:
            return _("The game is over.")
        if self.browser.active:
            return _("This is an earlier turn. Go back to the game to play on.")
        if not self.controller.person_to_move:
            name = self.match.seat.name or self.panel.seat_name(self.match.to_move)
            return _("It is not your turn: {name} is to move.").format(name=name)
        return ""

    def open_rule(self) -> Change:
        """Open the rules at the page that is offered, or at the first."""
        page = self.hints.page
        self.hints.clear()
        return Push(routes.Rules(self.game.key, page))

    def _press_hint(self, event: Pointer) -> Change | None:
        """Do what a note offers by a click on it; any other press puts it away and goes on."""
        note = self.hints.note
        if event.kind != "down" or note is None:
            return None
        on_offer = note.offered.collidepoint(event.pos)
        if self.hints.page and on_offer:
            return self.open_rule()
        if self.hints.refused is not None and on_offer:
            return self.show_why()
        if note.stays and not note.bad and on_offer:
            self.get_help(HINT)
            return STAY
        if self.hints.clear():
            self.follow()
        return None

    # -- the engine's help -----------------------------------------------------------------------

    def get_help(self, question: str) -> None:
        """Ask for a "hint", the best "line" or "threats"; show or hide the "evaluation"."""
        if question == REPLAY:
            self.replay()
            return
        if question == EVALUATION:
            self.assistant.toggle_evaluation()
            self.resize()  # the curve comes or goes
        elif self.controller.person_to_move and not self.assistant.ask(question):
            self.services.toast(_("There are no threats in the middle of a turn."))
        self.refresh()

    def _follow_assistant(self) -> None:
        """Show what the engine has answered, or say why it could not."""
        assistant = self.assistant
        news = assistant.update()
        new = assistant.answer is not self._said
        self._said = assistant.answer
        if new:
            self.show_advice(True)
        elif self.hints.note is None and self.playback.at_rest:
            self.show_advice(False)  # a refusal stood in its place
        if not news and not new:
            return
        if assistant.line:
            line, assistant.line = assistant.line, ()
            self.playback.try_out(line)
        if assistant.failed:
            text = _("The engine cannot help: {why}").format(why=_(assistant.failed))
            self.services.toast(text, "bad", "warning")
            assistant.failed = ""
        self.curve.follow()
        self.follow()
        self.label_buttons()
        self.services.invalidate()

    # -- looking back, other scenes --------------------------------------------------------------

    def browse(self, turn: int) -> Change | None:
        self.assistant.clear()
        self.playback.browse_to(turn)
        return STAY

    def edited(self) -> routes.PositionEditor | None:
        """Return the editor of the position; None while a clock would stand for it."""
        return None if self.stop.timed else super().edited()

    def open_menu(self) -> Change:
        self.playback.finish()
        kept, port = self.autosaver is not None, self.sensor_board is not None
        stuck, words = bool(self.controller.failed) and not self.spec.board, self.stop.words
        return Push(menu.pause_menu(self.match, self.offers, False, "", kept, words, stuck, port))

    def open_offers(self) -> Change | None:
        """Answer what is offered, or offer something."""
        self.playback.finish()
        answer = self._ask_offer()
        offers = answer is None and menu.offer_buttons(self.offers)
        return Push(menu.offer_menu(self.offers)) if offers else answer

    def _ask_offer(self) -> Change | None:
        """Put the offer that stands to the next one here."""
        question = self.offers.ask()
        return None if question is None else Push(question)

    def _ask_offer_once(self) -> Change | None:
        """Open the question of an offer by itself, once nothing else is shown or open."""
        if self.held or not self.playback.at_rest or self.hand.source is not None:
            return None
        question = self.offers.ask_once()
        return None if question is None else Push(question)

    def _ask_about_engine(self) -> Change | None:
        """Ask how an engine's seat goes on; hands on a sensor board simply play there."""
        question = None if self.spec.board else engine_question(self.panel, self.controller)
        return None if question is None else Push(question)

    def open_result(self) -> Change:
        board = self.sensor_board
        pressed = board.pressed_after_end if board and board.lease.view.button else None
        return Push(self.after_game(routes.MatchResult(self.match, pressed)))

    @property
    def _result_due(self) -> bool:
        """True while the match is over and its result still to be opened."""
        return self.match.over and not self._result_opened

    def open_result_once(self, dt: float) -> Change | None:
        """Open the result when the end has been seen and nothing else is open."""
        self._result_opened = self._result_opened and self.match.over
        if not self._result_due or not self.playback.at_rest or self.pending.waiting:
            self._rested = 0.0
            return None
        self._rested += dt
        if self._rested < RESULT_DELAY_S or self.held:
            return None
        self._result_opened = True
        return self.open_result()

    def open_review(self) -> Change:
        return Push(routes.ReviewMatch(self.match))

    def open_help(self) -> Change:
        self.playback.finish()
        return Push(
            menu.help_menu(self.assistant.evaluating, self.teaches and teachable(self.match))
        )

    # -- input -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        change: Change | None = None
        if isinstance(event, Press) and (asks_aloud(event) or not self.form.takes_text):
            change = carry_out(COMMANDS, self, event) or self._confirm_by(event)
        elif isinstance(event, Pointer):
            change = self._press_hint(event)
        if change is not None:
            return change
        if isinstance(event, Pointer):
            if event.kind == "down" and not self.board.rect.collidepoint(event.pos):
                self.playback.finish()
            self.unhover(event)
        return self.form.handle(event)

    def _confirm_by(self, event: Press) -> Change | None:
        """Confirm the turn that waits by Enter at the board."""
        here = self.form.focused is self.board and not self.browser.active
        yes = event.means("accept") and not event.repeat
        return self.confirm_turn() if here and yes and self.pending.waiting else None

    def cancel(self) -> Change:
        """Step back one thing at a time; a game is never lost by Escape."""
        if self.playback.moving:
            self.playback.finish()
        elif self.browser.active:
            self.playback.to_game()
        elif self.assistant.clear() | self.hints.clear() or self.hand.cancel():
            self.choice_changed()
        else:
            return self.open_menu()
        return STAY

    def stop_turn(self) -> Change | None:
        """End the turn here, or pass."""
        action, board = self.hand.stop, self.sensor_board
        if action is not None:
            return self.propose(action)
        if board is None or not board.ends_by_screen:
            return None
        board.lease.session.press()
        return STAY

    def ask_hint(self) -> None:
        if self.hints.refused is not None:
            self.show_why()
        elif self.hand.enabled:
            self.get_help(HINT)

    def _hint_by_itself(self, dt: float) -> None:
        """Ask for a hint, once an action, when the person has hesitated for some seconds."""
        length = len(self.match.entries)
        waits = self._hints and self.hand.enabled and not self.held and self._hinted != length
        self._hesitated = self._hesitated + dt if waits else 0.0
        if self._hesitated >= HINT_AFTER_S:
            self._hinted = length
            self.ask_hint()

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        super().update(dt)
        held = self.stop.stands(self.held, self.browser.active) or self.being_read
        moving, news = self.playback.moving, self.playback.shows_other(self.match.to_move)
        now, waits = self.services.now, self.pending.seat
        trouble = self.controller.update(now, moving, held, waits, news)
        change = self.sensor_board.update() if self.sensor_board is not None else None
        chance = self.curve.chance if self.assistant.evaluating else None
        change = change or self.sharing.update(chance, self.held)
        self.playback.follow()
        self._hint_by_itself(dt)
        self._follow_assistant()
        if self.sensor_board is not None:
            self.sensor_board.light_hint(self.assistant.answer)
        self.speech.update()
        if self.announcer.update(trouble if self.spec.board else ""):
            self.label_buttons()
            self.services.invalidate()
        self.update_hints(dt)
        self.reader.update(self.hints.text)
        self._redraw_if_stale(dt)
        if trouble:
            self.refresh()
            change = change or self._ask_about_engine()
        return change or self._ask_offer_once() or self.open_result_once(dt)

    def _redraw_if_stale(self, dt: float) -> None:
        """Ask for a frame if what would be drawn differs from what was, as by a clock's seconds."""
        self._since_look += dt
        if self._since_look >= LOOK_S and self.picture is not None:
            self._since_look = 0.0
            if self.picture.stale(self.board, self.panel, self.form, self._header()):
                self.services.invalidate()

    @property
    def heading(self) -> str:
        return self.game.title

    @property
    def spoken(self) -> str:
        on_board = self.form.focused is self.board
        return self.reader.point if on_board else super().spoken

    @property
    def redraw_every(self) -> float:
        if self.board.pulsing or self.assistant.asking:
            return PULSE
        return LOOK_S if self.assistant.evaluating and not self.match.over else 0.0

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
        self.draw_hints(canvas)
