"""Base of play and review: a match on a board, its panel, its list of turns.

The base class lays these parts out and updates them to what `playback` shows. The derived scenes
decide what a person may do.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.platform.i18n import _
from game.rules.base import Action
from game.rules.position import position_line
from game.rules.topology import Point
from game.screen.animation.choreography import TimelinePlayer
from game.screen.app.layout_scenes import measuring
from game.screen.app.routes import PositionEditor
from game.screen.app.scene import STAY, Change, Copied, FormScene, Push, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.view import shown_board
from game.screen.play import menu
from game.screen.play.boardwidget import BoardWidget
from game.screen.play.layout import PlayLayout, lay_out
from game.screen.play.move_entry import EntryActions, MoveEntry
from game.screen.play.scene_layers import SceneLayers
from game.screen.play.stage import MatchStage, StageCallbacks
from game.screen.play.turn_list import TurnList
from game.screen.plugin.explanations import explanations, largest_beside
from game.screen.plugin.panel import Panel
from game.screen.plugin.registry import board_view, screen_plugin_of
from game.screen.plugin.typed_moves import TypedMove, read_typed
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer
from game.screen.ui.widget import Form, Widget
from game.table.history import MatchEvent, Turn
from game.table.match import Match
from game.table.record import dump

# Seconds between redraws while signs on the board pulse.
PULSE = 0.08


def turn_shown(turns: Sequence[Turn], show: TimelinePlayer | None) -> Turn | None:
    """Return the turn in progress, or the finished turn whose animation still runs."""
    if not turns:
        return None
    in_the_air = show is not None and not show.done and not show.backwards
    return turns[-1] if not turns[-1].complete or in_the_air else None


class MatchScene(FormScene):
    """Shows the `match` of a `stage`. `turn_list` exists after the first `resize`."""

    turn_list: TurnList
    menu_button: Button
    fold_button: Button
    board_kind: type[BoardWidget] = BoardWidget

    def __init__(self, match: Match, on_action: Callable[[Action], Change | None]) -> None:
        self.match, self.game = match, match.game
        self.stage = stage = MatchStage(
            match,
            self.board_kind,
            self.panel_kind(),
            StageCallbacks(
                act=on_action,
                refresh=self.refresh,
                seen=self.seen,
                skip_animation=self.skip_animation,
                choice_changed=self.choice_changed,
                refuse_point=self.refuse_point,
            ),
        )
        # Short names for the parts of the stage, because they are used everywhere.
        self.hand, self.board, self.panel = stage.hand, stage.board, stage.panel
        self.playback, self.browser, self.hints = stage.playback, stage.browser, stage.hints
        self.typing = MoveEntry(EntryActions(self._read_typed, self._play_typed, self.make_form))
        self._on_action = on_action
        self.form = Form()
        self.held = False  # whether another scene is open on top of this one
        self.picture: SceneLayers | None = None
        self.turns_open = False  # whether a folding list of turns is unfolded

    @property
    def view(self) -> BoardView:
        """The picture of the board; exists after the first layout."""
        return self.stage.view

    @property
    def layout(self) -> PlayLayout:
        """The places of board and column; exist after the first layout."""
        return self.stage.layout

    # -- for the scenes --------------------------------------------------------------------------

    @abstractmethod
    def build_form(self, canvas: Canvas) -> None:
        """Make and place the controls; `canvas` serves for measuring."""

    @abstractmethod
    def refresh(self, at_once: bool = False) -> None:
        """Update all parts to what is shown. With `at_once`, numbers change without ticking."""

    @abstractmethod
    def follow(self, at_once: bool = False) -> None:
        """Update panel and signs to the shown position and the point that is aimed at."""

    @abstractmethod
    def label_buttons(self) -> None:
        """Update the labels of the buttons."""

    @abstractmethod
    def skip_animation(self) -> bool:
        """End the animation after input on the board; return True if that input is used up."""

    @abstractmethod
    def refuse_point(self, point: Point) -> None:
        """React to a press on a point where nothing can be played."""

    def why_nothing(self) -> str:
        """Return the reason, to be shown, why nobody can act at the board; "" for none."""
        return ""

    def _read_typed(self, text: str) -> TypedMove:
        hand = self.hand
        if not hand.enabled:
            return TypedMove(why=self.why_nothing())
        return read_typed(self.game, hand.state, hand.legal, text)

    def _play_typed(self, text: str) -> None:
        for action in self._read_typed(text).actions:
            self._on_action(action)

    def panel_kind(self) -> type[Panel]:
        """Return the class of the panel with the game's counts."""
        return screen_plugin_of(self.game.key).panel

    @property
    def activity(self) -> int:
        return self.match.seq

    def seen(self, event: MatchEvent) -> None:
        """React to an event of the match when it has been shown."""

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.stage.open(self.services)

    def leave(self) -> None:
        self.view.close()
        self.picture = None

    def pause(self) -> None:
        self.held = True

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)  # updates the board, too
        self.panel.update(dt)
        self.playback.move_on(dt)
        return None

    # -- layout ----------------------------------------------------------------------------------

    def lay_out(self) -> PlayLayout:
        """Return the places of board and column in this window."""
        return lay_out(self.services.metrics, self.panel.height, self.turns_open)

    def resize(self) -> None:
        services = self.services
        layout = self.stage.layout = self.lay_out()
        size = layout.board.width
        if self.picture is None or (self.view.size, self.view.theme) != (size, services.theme):
            if self.picture is not None:
                self.view.close()
            self.stage.view = board_view(self.game, services.theme, size)
        self.view.show_coordinates(services.settings.coordinates)
        self.view.topleft = layout.board.topleft
        self.board.view = self.view
        self.board.still = (
            services.settings.reduced_motion or services.settings.animation_speed == 0
        )
        self.board.at(layout.board)
        self.make_form()
        self.turn_list.visible = bool(layout.turns.height)
        self.playback.finish()  # moving pieces would end at old places
        self.picture = SceneLayers(layout, self.view, self.header_buttons()[-1])
        self.refresh(True)

    def make_form(self) -> None:
        """Make all controls again, including the line for typed moves if it is open."""
        writing = self.typing.open and self.form.focused in (None, self.board, self.typing.field)
        canvas = measuring(self.services)
        self.build_form(canvas)
        self.typing.join(self.form, self.layout.actions, canvas, writing)

    def corner_button(self, button: Button) -> Button:
        """Place the button at the header's right end."""
        header, size = self.layout.header, max(self.services.metrics.px(48), 36)
        button.pill = True
        button.at((header.right - size, header.top, size, size))
        return button

    @property
    def toast_room(self) -> pygame.Rect | None:
        seats = self.layout.seats  # toasts must not cover clocks
        return largest_beside(seats, self.form.widgets) if self.match.clock.timed else seats

    def panel_widgets(self, canvas: Canvas) -> list[Widget]:
        """Return the placed controls of the panel, with its counts only if these have height."""
        widgets = self.panel.widgets()
        self.panel.lay_out(self.layout.game, canvas)
        role = [(self.layout.seats, self.panel.role_explained())]
        shown = bool(self.layout.game.height)
        places = [*role, *(self.panel.explained(canvas) if shown else ())]
        tell = partial(self.services.toast, kind="info", icon="bulb")
        return [*explanations(places, tell), *(widgets if shown else ())]

    def header_buttons(self) -> list[Button]:
        """Return the buttons at the header's right end, from right to left."""
        return [self.menu_button, *([self.fold_button] if self.layout.folds else [])]

    def new_fold_button(self) -> Button:
        """Return the button that folds the list of turns, left of the menu button."""
        tip = _("The game's score") if self.turns_open else _("Turns")
        icon = "eye" if self.turns_open else "list"
        self.fold_button = Button("", self._fold, icon=icon, name="fold", tip=tip)
        self.fold_button.pill = True
        gap = self.services.metrics.px(8)
        beside = self.menu_button.rect.move(-gap - self.menu_button.rect.width, 0)
        self.fold_button.at(beside)
        return self.fold_button

    def _fold(self) -> Change:
        self.turns_open = not self.turns_open
        self.resize()
        return STAY

    # -- what is shown -----------------------------------------------------------------------------

    def choice_changed(self) -> None:
        """Update what depends on the person's aim or choice."""
        self.follow()
        self.label_buttons()
        self.services.invalidate()

    def unhover(self, event: Pointer) -> None:
        """Aim at nothing when the pointer has left the board."""
        if event.kind in ("move", "leave"):
            over = event.kind == "move" and self.board.rect.collidepoint(event.pos)
            if not over and self.board.unhover():
                self.choice_changed()

    def turn_colour(self) -> None:
        """Switch to a stone of the other colour."""
        if self.hand.two_colours:
            self.hand.turn_colour()
            self.choice_changed()

    # -- copying -----------------------------------------------------------------------------------

    def copied(self, whole: bool) -> Copied:
        """Return the record or the position; if positions have no text, return the setup."""
        if whole:
            return Copied(dump(self.match), _("The game is on the clipboard."))
        if self.game.positions is None:
            return self._copied_setup()
        line = position_line(self.game, self.stage.whole_position)
        return Copied(line, _("The position is on the clipboard."))

    def _copied_setup(self) -> Copied:
        return Copied(self.game.setup, _("The setup is on the clipboard."))

    def edited(self) -> PositionEditor | None:
        """Return the editor of the position; None if positions have no text."""
        if self.game.positions is None:
            return None
        return PositionEditor(self.game.setup, self.game.position_text(self.stage.whole_position))

    def copy_actions(self) -> dict[object, Callable[[], Change | None]]:
        """Return the effects of the copy menu's answers."""
        return {
            menu.COPY: lambda: Push(menu.copy_menu()),
            menu.COPY_POSITION: lambda: self.services.copy(self.copied(False)),
            menu.COPY_GAME: lambda: self.services.copy(self.copied(True)),
            menu.COPY_SETUP: lambda: self.services.copy(self._copied_setup()),
            menu.EDIT: self._edit,
            menu.TYPE: self.typing.toggle,
        }

    def _edit(self) -> Change | None:
        editor = self.edited()
        return Push(editor) if editor is not None else None

    def toggle_coordinates(self) -> None:
        self.services.change_settings(coordinates=not self.services.settings.coordinates)

    @property
    def boards(self) -> list[ShownBoard]:
        return [shown_board(self.view, self.board.pieces)]

    @property
    def animating(self) -> bool:
        shown = self.board.animating or self.panel.animating or self.form.animating
        return shown or self.hints.animating
