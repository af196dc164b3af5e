"""The play scene: board left, column right, one match in progress.

What may be chosen is in `Interaction`, what moves in `Performance`, who plays in `Conductor`,
what the game counts in its `Panel`; here they are put together, laid out and drawn.
"""

from __future__ import annotations

import datetime
import threading
from collections.abc import Hashable, Sequence
from typing import Any

import pygame

from game.i18n import _
from game.rules.base import Action, State
from game.rules.events import GameEnded
from game.screen.boards import BoardView, board_view
from game.screen.choreography import Cue, Manner
from game.screen.input import InputEvent, Pointer, Press
from game.screen.play import column, menu
from game.screen.play.actions import ActionRow
from game.screen.play.assist import Assistant
from game.screen.play.boardwidget import BoardWidget, Overlay
from game.screen.play.browse import Browser
from game.screen.play.column import Seat
from game.screen.play.conduct import Conductor, Trouble, Turn
from game.screen.play.hands import BoardHands
from game.screen.play.interaction import Interaction
from game.screen.play.layout import Layout, lay_out
from game.screen.play.panels import Panel, panel_for
from game.screen.play.performance import Performance, perform, perform_back
from game.screen.scene import STAY, Change, Pop, Push, Quit, Replace, Scene
from game.screen.scenes.result import LARGER, REMATCH, ResultScene
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.listing import Column, ListBox
from game.screen.ui.widget import Form
from game.table.clock import clock_text
from game.table.history import Entry
from game.table.history import Turn as PlayedTurn
from game.table.library import Autosave, save_match
from game.table.match import Match
from game.table.record import own_boards
from game.table.spec import MatchSpec, rematch

SOUNDS = {
    "sweep": "slide",
    "round": "chime",
    "bid": "button",
    "pass": "turn",
    "home": "chime",
    "phase": "chime",
    "end": "end",
}
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
        self.panel: Panel = panel_for(self.match, self.hand)
        autosave = options.pop("autosave", None) or Autosave()
        self.conductor = Conductor(self.match, autosave=autosave, **options)
        self.board = BoardWidget(self.hand, self._chosen, self._skip)
        self.board.effect = lambda action: self.panel.effect(action)
        self.board.badge = lambda action: self.panel.badge(action)
        self.board.on_choice = self._choice_changed
        self.browser = Browser(self.match)
        self.assistant = Assistant(self.match)
        self.row = ActionRow(self)
        self.form = Form()
        self.view: BoardView | None = None
        self.layout: Layout | None = None
        self.held = False
        self.rested = 0.0
        self.hands: BoardHands | None = None
        self._result_shown = self.match.over
        self._still: pygame.Surface | None = None
        self._keys: tuple[Hashable, Hashable] = (None, None)
        self._kept = False
        self._skipped_press = False

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.panel.on_change = self._choice_changed
        self.panel.on_action = self._chosen
        if self.spec.board is not None:
            self.hands = BoardHands(self, self.spec.board)
        self.refresh(at_once=True)

    def leave(self) -> None:
        self.conductor.close()
        self.assistant.close()
        if self.hands is not None:
            self.hands.close()
        if self.view is not None:
            self.view.close()

    def pause(self) -> None:
        self.held = True
        self.match.clock.hold(self.desk.now)

    def resume(self, result: Any = None) -> Change | None:
        self.held = False
        if result == menu.LEAVE:
            return Pop()
        if result in (REMATCH, LARGER):
            return Replace(PlayScene(rematch(self.match, larger=result == LARGER)))
        if result in menu.ENDS:
            return Push(menu.Confirmation(result))
        if isinstance(result, str) and result.startswith(menu.SURE):
            self._end(result[len(menu.SURE) :])
        return self.hands.answered(result) if self.hands is not None else None

    def _end(self, how: str) -> None:
        now = self.desk.now
        self._finish_show()
        if how == menu.RESIGN:
            seat = self.match.to_move
            people = [n for n, s in enumerate(self.spec.seats) if s.kind != "engine"]
            self.match.resign(people[0] if len(people) == 1 else seat, now)
        elif how == "draw":
            self.match.agree_draw(now)
        else:
            before = self.game.pieces(self.match.state)
            entry = self.match.agree_end(now)
            self._show(perform_entries(self, before, [entry]))
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
        self.view.topleft = layout.board.topleft
        self.board.view = self.view
        self.board.at(layout.board)
        self._prepare_flips()
        self._build_form(canvas)
        if self.board.show is not None:  # places have moved under what is in the air
            self._finish_show()
        self._still = None
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
        self.turn_list = ListBox(
            [
                Column(30, look="second"),
                Column(26),
                Column(0),
                Column(52, "right", "accent"),
                Column(66, "right", "second"),
            ],
            on_choose=self._browse_row,
            on_move=self._browse_row,
            draw_cell=column.cell_drawer(lambda: self.view, self._row_piece),
            empty=_("No turns yet"),
            name="turns",
        )
        self.turn_list.at(layout.turns)
        widgets = self.panel.widgets()
        self.panel.lay_out(layout.game, canvas)
        buttons = self.row.build(canvas, layout.actions)
        order = [self.board, *widgets, self.turn_list, *buttons, self.menu_button]
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
        moving = self.board.show is not None and not self.board.show.done
        enabled = live and not moving and self.conductor.person_to_move and not self.held
        enabled = enabled and not self.assistant.showing
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

    @property
    def own_show(self) -> bool:
        """Is a single action of the person who goes on being shown?"""
        show = self.board.show
        if show is None or show.done or show.backwards or len(show.actions) != 1:
            return False
        return self.conductor.person_to_move and self.match.turn_begun > 0

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

    def _chosen(self, action: Action) -> Change | None:
        """A person plays an action."""
        if not self.hand.enabled:
            return None
        self._finish_show()
        self.assistant.clear()
        self.show_actions([action])
        return STAY

    def show_actions(self, actions: Sequence[Action]) -> None:
        """Show actions from the match's position; each is played as its movement begins."""
        self.browser.live()
        state, steps = self.match.state, []
        for action in actions:
            step = self.game.play(state, action)
            steps.append((action, step.events))
            state = step.state
        turn = self.match.turns[-1] if self.match.turns else None
        hop = turn.hops if turn is not None and not turn.complete else 0
        before = self.game.pieces(self.match.state)
        manner = self.manner(hop)
        self._show(perform(before, steps, self.board.place, manner, self._commit))

    def manner(self, hop: int = 0) -> Manner:
        settings, view = self.desk.settings, self.view
        assert view is not None
        return Manner(
            settings.animation_speed,
            settings.reduced_motion,
            view.size / 768,
            view.look.style,
            hop,
        )

    def _commit(self, action: Action) -> None:
        if not self.match.over:  # the flag may have fallen meanwhile
            self.match.play(action, self.desk.now)
        self.refresh()

    def _show(self, show: Performance) -> None:
        self.board.show = show
        self._sound(show.update(0.0))
        self.refresh()

    def _finish_show(self) -> None:
        """Bring what is being shown to its end at once."""
        show = self.board.show
        if show is None:
            return
        show.skip()
        self.board.show = None
        self.refresh()

    def _skip(self) -> bool:
        """Any input ends what is shown; it counts only if the person's own move was shown."""
        show = self.board.show
        if show is None or show.done:
            return False
        own = self.conductor.person_to_move and len(show.actions) <= 1
        self._finish_show()
        return not own or not self.conductor.person_to_move

    # -- taking back -------------------------------------------------------------------------------

    def take_back(self) -> Change | None:
        """Within a turn its last action; otherwise the last turn, to where a person may act."""
        self._finish_show()
        self.browser.live()
        match = self.match
        if match.turn_begun and match.turns and not match.turns[-1].complete:
            turn = match.turns[-1]
            if self.spec.seats[turn.seat].kind != "engine":
                return self._undone(len(match.entries) - 1)
        return self.undo_turn()

    def undo_turn(self) -> Change | None:
        """Take back a turn; against engines back to the person's own last turn."""
        self._finish_show()
        self.browser.live()
        if self.match.over and self.match.entries and self.game.outcome(self.match.state) is None:
            self.match.undo()  # resigned, or on time: the end alone
            self._result_shown = False
            self.refresh(at_once=True)
            return STAY
        engines = any(seat.kind == "engine" for seat in self.spec.seats)
        people = any(seat.kind != "engine" for seat in self.spec.seats)
        turns = self.match.turns
        if engines and people:
            own = [t for t in turns if self.spec.seats[t.seat].kind != "engine"]
            return self._undone(own[-1].first) if own else STAY
        return self._undone(turns[-1].first) if turns else STAY

    def _undone(self, length: int) -> Change | None:
        """Take back to `length` entries and show it."""
        gone = self.match.undo_to(length)
        self.conductor.interrupt()
        self._result_shown = False
        self._show_back(gone)
        return STAY

    def _show_back(self, gone: Sequence[Entry]) -> None:
        """Show entries going back, quicker than they came; at most one turn is shown."""
        if not gone:
            return
        before = self.game.pieces(gone[-1].before)
        manner = self.manner()
        quick = Manner(manner.speed * 2.0, manner.reduced, manner.unit, manner.style)
        events = [entry.events for entry in reversed(gone)]
        if len(gone) > 12 or any(isinstance(e, GameEnded) for entry in events for e in entry):
            self.refresh(at_once=True)
            return
        self.desk.sound("slide", volume=0.5)
        self._show(perform_back(before, events, self.board.place, quick))

    def redo(self) -> Change | None:
        """Play again what was taken back, up to a turn a person may make."""
        self._finish_show()
        self.browser.live()
        self.conductor.interrupt()
        before, again = self.game.pieces(self.match.state), []
        while self.match.can_redo:
            more = self.match.redo_turn(self.desk.now)
            again += more
            if not more or self.conductor.person_to_move:
                break
        if again:
            self._show(perform_entries(self, before, again))
        return STAY

    # -- looking back ------------------------------------------------------------------------------

    def _browse_row(self, row: int) -> Change | None:
        self.browse_to(row)
        return STAY

    def browse_to(self, turn: int) -> None:
        """Look at the position after a turn (-1: before the first); the last is the game itself."""
        self._finish_show()
        self.assistant.clear()
        step = self.browser.go(turn)
        if step is not None:
            before, entries, forward = step
            events = [entry.events for entry in entries]
            manner = self.manner()
            pieces = self.game.pieces(before)
            if forward:
                self._show(perform_entries(self, pieces, entries))
            else:
                self._show(perform_back(pieces, events, self.board.place, manner))
        self.refresh()

    def back_to_game(self) -> Change | None:
        self._finish_show()
        self.browser.live()
        self.refresh()
        return STAY

    # -- menu and result ---------------------------------------------------------------------------

    def open_menu(self) -> Change | None:
        self._finish_show()
        return Push(menu.pause_menu(self.match))

    def review(self) -> Change | None:
        """Go through the finished game turn by turn."""
        from game.screen.scenes.review import ReviewScene

        return Push(ReviewScene(self.match))

    def show_result(self) -> Change | None:
        return Push(ResultScene(self.match))

    # -- input ---------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Press):
            change = self._command(event)
            if change is not None:
                return change
        if isinstance(event, Pointer) and event.kind == "down" and not self._on_board(event):
            self._finish_show()
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
            "take-back": self.take_back,
            "undo": self.undo_turn,
            "redo": self.redo,
            "stop": self._stop,
            "colour": self._turn_colour,
            "groups": getattr(self.panel, "toggle", lambda: None),
            "hint": self.hint,
            "page-up": lambda: self._page(-1),
            "page-down": lambda: self._page(1),
            "first": lambda: self._page(-len(self.match.turns)),
            "last": self.back_to_game,
            "rules": self._rules,
        }.items():
            if press.means(name):
                return act() or STAY
        return None

    def _cancel(self) -> Change | None:
        """Escape steps back one thing at a time and never loses a game."""
        if self.board.show is not None and not self.board.show.done:
            self._finish_show()
            return STAY
        if self.browser.active:
            return self.back_to_game()
        if self.assistant.clear() or self.hand.cancel():
            self._choice_changed()
            return STAY
        return self.open_menu()

    def _page(self, step: int) -> Change | None:
        self.browse_to(max(-1, len(self.browser.turns) - 1 + step))
        return STAY

    def _stop(self) -> Change | None:
        action = self.hand.stop
        return self._chosen(action) if action is not None else None

    def _turn_colour(self) -> Change | None:
        if self.hand.two_colours:
            self.hand.turn_colour()
            self._choice_changed()
        return STAY

    def _rules(self) -> Change | None:
        from game.screen.scenes.rules import RulesScene

        return Push(RulesScene(self.game.key))

    def hint(self) -> Change | None:
        """Ask the engine what it would play here."""
        if self.hand.enabled:
            self.assistant.ask()
            self.row.update()
        return STAY

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        desk = self.desk
        self.board.update(dt)
        self.form.update(dt)
        self.panel.update(dt)
        change = self._move_on(dt)
        if change is None:
            change = self._conduct()
        if self.hands is not None:
            change = self.hands.update() or change
        if self.assistant.update():
            self._follow()
            self.row.update()
            desk.invalidate()
        self._alarm()
        return change or self._after_end(dt)

    def _move_on(self, dt: float) -> Change | None:
        show = self.board.show
        if show is None:
            return None
        was_done = show.done
        self._sound(show.update(dt))
        if show.gone:
            self.board.show = None
            self.refresh()
        elif show.done and not was_done:
            self.refresh()
        return None

    def _conduct(self) -> Change | None:
        show = self.board.show
        moving = show is not None and not show.done
        held = self.held or (self.browser.active and self._alone)
        was_over = self.match.over
        order = self.conductor.update(self.desk.now, moving, held)
        if isinstance(order, Turn):
            self.browser.live()
            self.board.show = None
            self.show_actions(order.actions)
        elif isinstance(order, Trouble):
            text = _("The engine stopped ({why}). Play on for it, or take back.")
            self.desk.toast(text.format(why=order.why), "bad", "warning")
            self.refresh()
        if self.match.over and not was_over:
            self.desk.sound("flag")
            self.refresh()
        return None

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
        self._keep_record()
        return self.show_result()

    def _keep_record(self) -> None:
        """The finished game goes to the user's games, off the loop."""
        if self._kept or not self.match.entries:
            return
        self._kept = True
        match, stamp, desk = self.match, self.match.date, self.desk

        def write() -> None:
            try:
                save_match(match, stamp)
            except OSError as error:
                reason = error.strerror or str(error)
                text = _("The game could not be saved: {reason}").format(reason=reason)
                desk.post(lambda: desk.toast(text, "bad"))

        threading.Thread(target=write, name="keep record", daemon=True).start()

    def _sound(self, cues: Sequence[Cue]) -> None:
        stone = self.view is not None and self.view.look.style == "stone"
        for cue in cues:
            name = "stone" if stone and cue.name == "place" else SOUNDS.get(cue.name, cue.name)
            self.desk.sound(name, step=max(1, cue.step + (cue.name in ("land", "lift"))))

    @property
    def animating(self) -> bool:
        view = self.view
        return (
            self.board.animating
            or self.panel.animating
            or self.form.animating
            or (view is not None and not view.ready)
        )

    @property
    def redraw_every(self) -> float:
        if self.board.pulsing or self.assistant.asking:
            return PULSE
        return 0.1 if not self.match.over else 0.0

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        view, layout = self.view, self.layout
        assert view is not None
        assert layout is not None
        self._draw_still(canvas)
        canvas.surface.blit(self._still, (0, 0))  # type: ignore[arg-type]
        self._draw_live_column(canvas)
        self.form.draw(canvas)

    def _draw_still(self, canvas: Canvas) -> None:
        """Board and pieces at rest, kept until they change."""
        size = canvas.surface.get_size()
        if self._still is None or self._still.get_size() != size:
            self._still = pygame.Surface(size).convert(canvas.surface)
            self._keys = (None, None)
        key = self.board.still_key()
        if key == self._keys[0]:
            return
        resting = Canvas(self._still, canvas.theme, canvas.metrics)
        resting.background()
        tints = {
            "accent": canvas.ui.accent,
            "white": canvas.ui.focus,
            "black": canvas.ui.accent,
            "grey": canvas.ui.line,
        }
        self.board.draw_still(self._still, tints)
        self._keys = (key, None)

    def _draw_live_column(self, canvas: Canvas) -> None:
        layout, view = self.layout, self.view
        assert layout is not None
        assert view is not None
        px = canvas.px
        link = self._link()
        wide = min(canvas.pill_width(link.words), layout.header.width - px(120))
        pill = pygame.Rect(0, layout.header.top, wide, layout.header.height)
        pill.right = self.menu_button.rect.left - px(8)
        if not canvas.metrics.narrow:
            column.draw_link(canvas, pill, link)
        else:
            small = pygame.Rect((0, 0), self.menu_button.rect.size)
            small.topright = pill.topright
            canvas.rounded(small, small.height // 2, canvas.ui.card, canvas.ui.line, 1)
            canvas.icon(link.icon, small.center, canvas.ui.text_second)
            pill.left = small.left
        title = layout.header.copy()
        title.width = pill.left - px(12) - title.left
        canvas.text(self.game.title, "game_title", title, ellipsis=True)
        rects = column.seat_rects(layout.seats, self.game.seats, px(16))
        for number, rect in enumerate(rects):
            column.draw_seat(canvas, view, rect, self._seat(number))
        self.panel.draw(canvas, view)

    def _link(self) -> column.Link:
        if self.hands is None:
            return column.board_link(None, 0)
        return self.hands.link

    def _seat(self, number: int) -> Seat:
        spec, match = self.spec.seats[number], self.match
        name = spec.name or self.panel.seat_name(number)
        kind = {"person": _("Person"), "board": _("Board")}.get(spec.kind, "")
        if spec.kind == "engine":
            kind = _("Engine {level}").format(level=spec.level)
            if self.conductor.thinking is not None and match.to_move == number:
                kind = _("thinking …")
        role = self.panel.seat_role(number)
        if role:
            name, kind = role, f"{name} · {kind}"
        left = match.clock.remaining(number, self.desk.now)
        active = not match.over and match.to_move == number
        return Seat(
            name=name,
            kind=kind,
            clock=clock_text(left) if left is not None else "",
            piece=self.panel.seat_piece(number),
            icon=self.panel.seat_icon(number),
            active=active,
            alarm=left is not None and left < 30,
            won=match.outcome is not None and number in match.outcome.winners,
        )


def perform_entries(
    scene: PlayScene, before: dict[str, Any], entries: Sequence[Entry]
) -> Performance:
    """Entries that are played already, shown."""
    from game.screen.choreography import stage_turn

    events = [entry.events for entry in entries]
    timeline = stage_turn(events, scene.board.place, scene.manner(), before)
    return Performance(dict(before), timeline)
