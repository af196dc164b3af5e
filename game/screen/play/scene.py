"""The play scene: board left, column right, one match in progress.

What may be chosen is in `Interaction`, what moves in `Performance`, who plays in `Conductor`,
what the game counts in its `Panel`; here they are put together, laid out and drawn.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import pygame

from game.i18n import _
from game.rules.base import Action, State
from game.screen.animation.choreography import Cue
from game.screen.animation.cues import play
from game.screen.app import routes
from game.screen.app.routes import LARGER, REMATCH
from game.screen.app.scene import STAY, Change, Pop, Push, Quit, Replace, Scene
from game.screen.boards import BoardView
from game.screen.games.registry import board_view, room_of
from game.screen.play import column, evaluation, menu
from game.screen.play.actions import ActionRow
from game.screen.play.announce import announce
from game.screen.play.assist import Assistant
from game.screen.play.boardwidget import BoardWidget, Overlay
from game.screen.play.conduct import Conductor, Trouble, Turn
from game.screen.play.hands import BoardHands
from game.screen.play.interaction import Interaction
from game.screen.play.keep import keep
from game.screen.play.layout import Layout, lay_out
from game.screen.play.notices import lot_words
from game.screen.play.panel import Panel
from game.screen.play.picture import Picture
from game.screen.play.playback import Theatre
from game.screen.play.seats import link_of, seats_of
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form
from game.table.history import Turn as PlayedTurn
from game.table.library import Autosave
from game.table.match import Match
from game.table.players import engine_player
from game.table.record import own_boards
from game.table.spec import MatchSpec, rematch

REST = 0.5  # seconds after the last movement before the result is shown
PULSE = 0.08  # seconds between redraws while signs on the board breathe


class PlayScene(Scene):
    """A match of `spec`; `match` is one to go on with.  Raises RulesError for a bad setup."""

    def __init__(self, spec: MatchSpec, match: Match | None = None, **options: Any) -> None:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        self.match = match or Match(spec, None, own_boards(spec.setup), now)
        self.spec = spec
        self.game = self.match.game
        self.hand = Interaction(self.game)
        self.panel: Panel = room_of(self.game.key).panel(self.match, self.hand)
        autosave = options.pop("autosave", None) or Autosave()
        self.conductor = Conductor(self.match, autosave=autosave, **options)
        self.board = BoardWidget(self.hand, self.chosen, lambda: self.theatre.skip())
        self.theatre = Theatre(self.match, self.board, self.conductor, self.refresh, self._sound)
        self.board.effect = lambda action: self.panel.effect(action)
        self.board.badge = lambda action: self.panel.badge(action)
        self.board.on_choice = self._choice_changed
        self.browser = self.theatre.browser
        self.assistant = Assistant(self.match, options.get("make", engine_player))
        self.row = ActionRow(self)
        self.form = Form()
        self.view: BoardView | None = None
        self.layout: Layout | None = None
        self.held = False
        self.rested = 0.0
        self.hands: BoardHands | None = None
        self._result_shown = self.match.over
        self.picture: Picture | None = None
        self._kept = False
        self._feed = self.match.feed()
        self._said = ""  # the engine's last message
        self._was_thinking = False

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.theatre.house = self.desk
        self.panel.on_change = self._choice_changed
        self.panel.on_action = self.chosen
        if self.spec.board is not None:
            self.hands = BoardHands(self, self.spec.board)
        self.refresh(at_once=True)
        lot = lot_words(self.match)
        if lot:
            self.desk.toast(lot, "good", "dice")

    def leave(self) -> None:
        self.conductor.close()
        self.assistant.close()
        if self.hands is not None:
            self.hands.close()
        if self.view is not None:
            self.view.close()
        self.picture = None

    def pause(self) -> None:
        self.held = True
        self.match.clock.hold(self.desk.now)

    def resume(self, result: Any = None) -> Change | None:
        self.held = False
        if result == menu.LEAVE:
            return Pop()
        if result in (REMATCH, LARGER):
            return Replace(PlayScene(rematch(self.match, larger=result == LARGER)))
        if result == menu.PLAY_OUT:
            self.conductor.play_out()
            self.refresh()
        if result in menu.ENDS:
            return Push(menu.Confirmation(result))
        if isinstance(result, str) and result.startswith(menu.HELP):
            self._help(result[len(menu.HELP) :])
        if isinstance(result, str) and result.startswith(menu.SURE):
            self._end(result[len(menu.SURE) :])
        return self.hands.answered(result) if self.hands is not None else None

    def _end(self, how: str) -> None:
        now = self.desk.now
        self.theatre.finish()
        if how == menu.RESIGN:
            seat = self.match.to_move
            people = [n for n, s in enumerate(self.spec.seats) if s.kind != "engine"]
            self.match.resign(people[0] if len(people) == 1 else seat, now)
        elif how == "draw":
            self.match.agree_draw(now)
        else:
            before = self.match.state
            self.theatre.entries(before, [self.match.agree_end(now)])
        self.refresh()

    def closing(self) -> Change | None:
        return Quit()

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        desk = self.desk
        canvas = Canvas(pygame.Surface((1, 1)), desk.theme, desk.metrics)
        layout = self.layout = lay_out(desk.metrics, self.panel.height)
        size = layout.board.width
        if self.view is None or (self.view.size, self.view.theme) != (size, desk.theme):
            if self.view is not None:
                self.view.close()
            self.view = board_view(self.game, desk.theme, size)
        self.view.show_coordinates(desk.settings.coordinates)
        self.view.topleft = layout.board.topleft
        self.board.view = self.view
        self.board.at(layout.board)
        self._prepare_flips()
        self._build_form(canvas)
        self.theatre.finish()  # places have moved under what is in the air
        self.picture = Picture(layout, self.view, self.menu_button)
        self.refresh(at_once=True)

    def _prepare_flips(self) -> None:
        """Have the counters' turning rendered before the first jump."""
        assert self.view is not None
        if self.view.look.style == "counter":
            pieces = [self.panel.seat_piece(seat) for seat in (0, 1)]
            self.view.prepare_flips([piece for piece in pieces if piece is not None])

    def _build_form(self, canvas: Canvas) -> None:
        layout = self.layout
        assert layout is not None
        px = canvas.px
        self.menu_button = Button("", self.open_menu, icon="menu", name="menu")
        self.menu_button.pill = True
        size = max(px(48), 36)
        self.menu_button.at((layout.header.right - size, layout.header.top, size, size))
        drawer = column.cell_drawer(lambda: self.view, self._row_piece)
        self.turn_list = column.turn_list(self._browse_row, drawer, 52, _("No turns yet"))
        self.curve = evaluation.Curve(self)
        self.turn_list.at(self.curve.share(layout.turns, px))
        widgets = self.panel.widgets()
        self.panel.lay_out(layout.game, canvas)
        buttons = self.row.build(canvas, layout.actions)
        order = [self.board, *widgets, *self.curve.shown]
        order += [self.turn_list, *buttons, self.menu_button]
        self.form = Form(order, keep=self.form)
        self.form.start("board")
        self._panel_kind = self.game.phase(self.match.state)

    # -- the position that is shown --------------------------------------------------------------

    @property
    def shown_state(self) -> State:
        """The position on the board: the match's, or the one looked back at."""
        return self.browser.state

    def refresh(self, at_once: bool = False) -> None:
        """The match or what is shown of it has changed: bring everything in line."""
        live = not self.browser.active
        enabled = (
            live and not self.theatre.moving and self.conductor.person_to_move and not self.held
        )
        self._result_shown = self._result_shown and self.match.over
        self.hand.set_position(self.match.state, self.match.legal() if enabled else (), enabled)
        self.board.pieces = self.game.pieces(self.shown_state)
        self._follow(at_once)
        if self.layout is not None and self.game.phase(self.match.state) != self._panel_kind:
            canvas = Canvas(pygame.Surface((1, 1)), self.desk.theme, self.desk.metrics)
            self._build_form(canvas)
        self._list_turns()
        if self.layout is not None:
            self.row.update()

    def _follow(self, at_once: bool = False) -> None:
        show = self.board.show
        self.panel.show = show
        self.panel.follow(self.shown_state, self.hand.aimed, self._turn_shown(), at_once)
        overlay = Overlay()
        turns = self.browser.turns
        moved = [e.action for e in turns[-1].entries if e.action] if turns else []
        if moved and turns[-1].complete and (show is None or show.done):
            sources = [action.source for action in moved if action.source]
            targets = [action.target for action in moved if action.target]
            overlay.vacated = sources[0] if sources else None
            overlay.last = tuple(targets[-1:] if sources else targets)
        self.panel.overlay(overlay)
        overlay.hints, overlay.threats = self.assistant.hints, self.assistant.threats
        if self.hands is not None:
            overlay.wrong, overlay.faults = self.hands.wrong, self.hands.faults
        self.board.overlay = overlay

    def _turn_shown(self) -> PlayedTurn | None:
        """The turn in progress; one that has just ended counts until it has come to rest."""
        turns = self.browser.turns
        if not turns:
            return None
        show = self.board.show
        in_the_air = show is not None and not show.done and not show.backwards
        return turns[-1] if not turns[-1].complete or in_the_air else None

    def _list_turns(self) -> None:
        if self.layout is None:
            return
        turns = self.match.turns
        rows = [(str(self.panel.row_number(turn)), "", *self.panel.row(turn)) for turn in turns]
        shown = len(self.browser.turns) - 1
        if rows != self.turn_list.rows or shown != self.turn_list.chosen:
            self.turn_list.set_rows(rows, shown)
        self.curve.follow()

    def _row_piece(self, row: int) -> Any:
        turns = self.match.turns
        return self.panel.row_piece(turns[row]) if row < len(turns) else None

    def _choice_changed(self) -> None:
        """A person aims elsewhere, or chose something beside the board."""
        self.assistant.clear()
        self._follow()
        self.row.update()
        self.desk.invalidate()

    # -- playing -----------------------------------------------------------------------------------

    def chosen(self, action: Action) -> Change | None:
        """A person plays an action."""
        if not self.hand.enabled:
            return None
        self.theatre.finish()
        self.assistant.clear()
        self.theatre.actions([action])
        return STAY

    # -- looking back ------------------------------------------------------------------------------

    def _browse_row(self, row: int) -> Change | None:
        self.assistant.clear()
        return self.theatre.browse_to(row)

    # -- menu and result ---------------------------------------------------------------------------

    def open_menu(self) -> Change | None:
        self.theatre.finish()
        return Push(menu.pause_menu(self.match))

    def review(self) -> Change | None:
        """Go through the finished game turn by turn."""
        return Push(routes.Review(self.match))

    def show_result(self) -> Change | None:
        return Push(routes.Result(self.match))

    # -- input ---------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press):
            change = self._command(event)
            if change is not None:
                return change
        if isinstance(event, Pointer) and event.kind == "down" and not self._on_board(event):
            self.theatre.finish()
        if isinstance(event, Pointer) and event.kind in ("move", "leave"):
            over = self.board.rect.collidepoint(event.pos) and event.kind == "move"
            if not over and self.board.unhover():
                self._choice_changed()
        return self.form.handle(event)

    def _on_board(self, event: Pointer) -> bool:
        return self.board.rect.collidepoint(event.pos)

    def _command(self, press: Press) -> Change | None:
        """Keys that work wherever the focus is."""
        if press.repeat and not press.means("undo", "redo", "page-up", "page-down"):
            return None
        if press.means("cancel"):
            return self._cancel()
        for name, act in {
            "menu": self.open_menu,
            "take-back": self.theatre.take_back,
            "undo": self.theatre.undo_turn,
            "redo": self.theatre.redo,
            "stop": self._stop,
            "colour": self._turn_colour,
            "groups": getattr(self.panel, "toggle", lambda: None),
            "coordinates": self._coordinates,
            "hint": self.hint,
            "page-up": lambda: self.theatre.page(-1),
            "page-down": lambda: self.theatre.page(1),
            "first": lambda: self.theatre.page(-len(self.match.turns)),
            "last": self.theatre.to_game,
            "rules": self._rules,
        }.items():
            if press.means(name):
                return act() or STAY
        return None

    def _cancel(self) -> Change | None:
        """Escape steps back one thing at a time and never loses a game."""
        if self.theatre.moving:
            self.theatre.finish()
            return STAY
        if self.browser.active:
            return self.theatre.to_game()
        if self.assistant.clear() or self.hand.cancel():
            self._choice_changed()
            return STAY
        return self.open_menu()

    def _stop(self) -> Change | None:
        action = self.hand.stop
        return self.chosen(action) if action is not None else None

    def _turn_colour(self) -> Change | None:
        if self.hand.two_colours:
            self.hand.turn_colour()
            self._choice_changed()
        return STAY

    def _coordinates(self) -> None:
        self.desk.change_settings(coordinates=not self.desk.settings.coordinates)

    def _rules(self) -> Change | None:
        return Push(routes.Rules(self.game.key))

    def help_menu(self) -> Change | None:
        self.theatre.finish()
        return Push(menu.help_menu(self.assistant.evaluating))

    def _help(self, question: str) -> None:
        if question == "evaluation":
            self.assistant.toggle_evaluation()
            self.resize()  # the curve comes or goes
        elif self.conductor.person_to_move and not self.assistant.ask(question):
            self.desk.toast(_("Nothing can threaten in the middle of a turn."))
        self.refresh()

    def hint(self) -> Change | None:
        """Ask the engine what it would play here."""
        if self.hand.enabled:
            self.assistant.ask()
            self.row.update()
        return STAY

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        self.board.update(dt)
        self.form.update(dt)
        self.panel.update(dt)
        self.theatre.move_on(dt)
        announce(self, self._feed)
        self._conduct()
        change: Change | None = None
        if self.hands is not None:
            change = self.hands.update()
        if self.assistant.update():
            self._helped()
        self._alarm()
        return change or self._after_end(dt)

    def _helped(self) -> None:
        """The engine has answered: light it, show it, or say why not."""
        assistant = self.assistant
        if assistant.line:
            line, assistant.line = assistant.line, ()
            self.theatre.rehearse(line)
        if assistant.failed:
            text = _("The engine cannot help: {why}").format(why=assistant.failed)
            self.desk.toast(text, "bad", "warning")
            assistant.failed = ""
        self.curve.follow()
        self._follow()
        self.row.update()
        self.desk.invalidate()

    def _conduct(self) -> None:
        held = self.held or (self.browser.active and self._alone)
        was_over = self.match.over
        order = self.conductor.update(self.desk.now, self.theatre.moving, held)
        if isinstance(order, Turn):
            self.browser.live()
            self.board.show = None
            self.theatre.actions(order.actions)
        elif isinstance(order, Trouble):
            text = _("The engine stopped ({why}). Play on for it, or take back.")
            self.desk.toast(text.format(why=order.why), "bad", "warning")
            self.refresh()
        thinking = self.conductor.thinking
        if (thinking is not None) != self._was_thinking:
            self._was_thinking = thinking is not None
            self.row.update()
            self.desk.invalidate()
        if thinking is not None and thinking.message not in ("", self._said):
            self._said = thinking.message
            self.desk.toast(self._said, "info", "engine")
        if self.match.over and not was_over:
            self.desk.sound("flag")
            self.refresh()

    @property
    def _alone(self) -> bool:
        """One person at the table may look back as long as it takes."""
        return sum(seat.kind != "engine" for seat in self.spec.seats) <= 1

    def _alarm(self) -> None:
        alarm = self.match.clock.alarm(self.desk.now)
        if alarm is not None:
            self.desk.sound(f"clock{alarm}")

    def _after_end(self, dt: float) -> Change | None:
        if not self.match.over or self._result_shown or self.board.show is not None:
            self.rested = 0.0
            return None
        self.rested += dt
        if self.rested < REST or self.held:
            return None
        self._result_shown = True
        if self.match.entries and not self._kept:
            self._kept = True
            keep(self.match, self.desk)
        return self.show_result()

    def _sound(self, cues: Sequence[Cue]) -> None:
        stone = self.view is not None and self.view.look.style == "stone"
        play(self.desk, cues, stone)

    @property
    def animating(self) -> bool:
        view = self.view
        return (
            self.board.animating
            or self.panel.animating
            or self.form.animating
            or (view is not None and view.busy)
        )

    @property
    def redraw_every(self) -> float:
        if self.board.pulsing or self.assistant.asking:
            return PULSE
        return 0.1 if not self.match.over else 0.0

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        assert self.picture is not None
        seats = seats_of(self)
        title, link = self.game.title, link_of(self)
        self.picture.draw(canvas, self.board, self.panel, self.form, title, link, seats)
        if self.assistant.evaluating:
            evaluation.draw(canvas, self)
