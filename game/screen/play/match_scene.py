"""Base of play and review: a match on a board, its panel, its list of turns.

A scene of this kind lays them out and keeps them in step with what `playback` shows; what a person
may do there is in the scenes themselves.
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

# Seconds between redraws while signs on the board breathe.
PULSE = 0.08


def turn_shown(turns: Sequence[Turn], show: TimelinePlayer | None) -> Turn | None:
    """Return the turn in progress; one that has just ended counts until it has come to rest."""
    if not turns:
        return None
    in_the_air = show is not None and not show.done and not show.backwards
    return turns[-1] if not turns[-1].complete or in_the_air else None


class MatchScene(FormScene):
    """Shows `match` on a `stage`.  `turn_list` is there after the first `resize`."""

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
        # The parts of the stage go by the same names here, since they are used all the time.
        self.hand, self.board, self.panel = stage.hand, stage.board, stage.panel
        self.playback, self.browser, self.hints = stage.playback, stage.browser, stage.hints
        self.typing = MoveEntry(EntryActions(self._read_typed, self._play_typed, self.make_form))
        self._on_action = on_action
        self.form = Form()
        self.held = False  # is another scene open over this one?
        self.picture: SceneLayers | None = None
        self.turns_open = False  # where the list of turns folds

    @property
    def view(self) -> BoardView:
        """The picture of the board; there after the first layout."""
        return self.stage.view

    @property
    def layout(self) -> PlayLayout:
        """Where board and column lie; there after the first layout."""
        return self.stage.layout

    # -- for the scenes --------------------------------------------------------------------------

    @abstractmethod
    def build_form(self, canvas: Canvas) -> None:
        """Make and place the controls; `canvas` is to measure with."""

    @abstractmethod
    def refresh(self, at_once: bool = False) -> None:
        """Bring everything in line with what is shown.  `at_once`: numbers do not tick."""

    @abstractmethod
    def follow(self, at_once: bool = False) -> None:
        """Bring panel and signs in line with the position looked at and what is aimed at."""

    @abstractmethod
    def label_buttons(self) -> None:
        """Say what the buttons do now."""

    @abstractmethod
    def skip_animation(self) -> bool:
        """End what is shown, as any input on the board does; True if that is all the input does."""

    @abstractmethod
    def refuse_point(self, point: Point) -> None:
        """Answer a hand that has pointed where nothing can be played."""

    def why_nothing(self) -> str:
        """Return why nobody can do anything at the board; "" where that goes without saying."""
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
        """Return what shows the game's counts."""
        return screen_plugin_of(self.game.key).panel

    @property
    def activity(self) -> int:
        return self.match.seq

    def seen(self, event: MatchEvent) -> None:
        """Follow an event of the match that has come to be seen."""

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.stage.open(self.services)

    def leave(self) -> None:
        self.view.close()
        self.picture = None

    def pause(self) -> None:
        self.held = True

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)  # and the board with it
        self.panel.update(dt)
        self.playback.move_on(dt)
        return None

    # -- layout ----------------------------------------------------------------------------------

    def lay_out(self) -> PlayLayout:
        """Return where board and column lie in this window."""
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
        self.playback.finish()  # places have moved under what is in the air
        self.picture = SceneLayers(layout, self.view, self.header_buttons()[-1])
        self.refresh(True)

    def make_form(self) -> None:
        """Make all controls anew, with the line for moves where it is open."""
        writing = self.typing.open and self.form.focused in (None, self.board, self.typing.field)
        canvas = measuring(self.services)
        self.build_form(canvas)
        self.typing.join(self.form, self.layout.actions, canvas, writing)

    def corner_button(self, button: Button) -> Button:
        """Place the button of the header's right end."""
        header, size = self.layout.header, max(self.services.metrics.px(48), 36)
        button.pill = True
        button.at((header.right - size, header.top, size, size))
        return button

    @property
    def toast_room(self) -> pygame.Rect | None:
        seats = self.layout.seats  # where these have clocks, nothing covers them
        return largest_beside(seats, self.form.widgets) if self.match.clock.timed else seats

    def panel_widgets(self, canvas: Canvas) -> list[Widget]:
        """Return the controls of the panel, placed; none while the turns have its place."""
        widgets = self.panel.widgets()
        self.panel.lay_out(self.layout.game, canvas)
        role = [(self.layout.seats, self.panel.role_explained())]
        shown = bool(self.layout.game.height)
        places = [*role, *(self.panel.explained(canvas) if shown else ())]
        tell = partial(self.services.toast, kind="info", icon="bulb")
        return [*explanations(places, tell), *(widgets if shown else ())]

    def header_buttons(self) -> list[Button]:
        """Return the buttons at the header's right end, from the right."""
        return [self.menu_button, *([self.fold_button] if self.layout.folds else [])]

    def new_fold_button(self) -> Button:
        """Return the button that folds the list of turns, left of the corner's button."""
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
        """Follow a person who aims elsewhere, or chose something beside the board."""
        self.follow()
        self.label_buttons()
        self.services.invalidate()

    def unhover(self, event: Pointer) -> None:
        """Aim at nothing once the pointer has left the board."""
        if event.kind in ("move", "leave"):
            over = event.kind == "move" and self.board.rect.collidepoint(event.pos)
            if not over and self.board.unhover():
                self.choice_changed()

    def turn_colour(self) -> None:
        """Take a stone of the other colour."""
        if self.hand.two_colours:
            self.hand.turn_colour()
            self.choice_changed()

    # -- copying -----------------------------------------------------------------------------------

    def copied(self, whole: bool) -> Copied:
        """Return the record, or the position; the setup, where positions have no text."""
        if whole:
            return Copied(dump(self.match), _("The game is on the clipboard."))
        if self.game.positions is None:
            return self._copied_setup()
        line = position_line(self.game, self.stage.whole_position)
        return Copied(line, _("The position is on the clipboard."))

    def _copied_setup(self) -> Copied:
        return Copied(self.game.setup, _("The setup is on the clipboard."))

    def edited(self) -> PositionEditor | None:
        """Return the editor of the position; None where positions have no text."""
        if self.game.positions is None:
            return None
        return PositionEditor(self.game.setup, self.game.position_text(self.stage.whole_position))

    def copy_actions(self) -> dict[object, Callable[[], Change | None]]:
        """Return what the answers of the menu for copying do."""
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
