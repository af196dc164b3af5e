"""What play and review have in common: a match on a board, its panel, its list of turns.

A scene of this kind lays them out and keeps them in step with what `playback` shows; what a person
may do there is in the scenes themselves.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from game.platform.i18n import _
from game.rules.base import Action
from game.screen.animation.choreography import SoundCue
from game.screen.app.form_scene import FormScene
from game.screen.app.page import measuring
from game.screen.app.routes import PositionEditor
from game.screen.app.scene import STAY, Change, Copied, Push, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.interaction import Interaction
from game.screen.boards.shown import shown_board
from game.screen.play import menu
from game.screen.play.boardwidget import BoardWidget
from game.screen.play.copying import (
    copied_game,
    copied_position,
    copied_setup,
    edited_position,
    position_shown,
)
from game.screen.play.layout import PlayLayout, lay_out
from game.screen.play.playback import Playback
from game.screen.play.scene_layers import SceneLayers
from game.screen.play.turn_list import TurnList
from game.screen.plugin.panel import Panel
from game.screen.plugin.registry import board_view, screen_plugin_of
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Form, Widget
from game.table.history import MatchEvent
from game.table.match import Match


class MatchScene(FormScene):
    """Shows `match`.  `layout`, `picture`, `turn_list` are there after the first `resize`."""

    layout: PlayLayout
    turn_list: TurnList
    menu_button: Button
    fold_button: Button
    board_kind: type[BoardWidget] = BoardWidget

    def __init__(
        self,
        match: Match,
        on_action: Callable[[Action], Change | None],
        on_press: Callable[[], bool],
    ) -> None:
        self.match, self.game = match, match.game
        self.hand = Interaction(self.game)
        self.board = self.board_kind(self.hand, on_action, on_press)
        self.playback = Playback(match, self.board, self.refresh, self._sound, self.seen)
        self.browser = self.playback.browser
        self.panel: Panel = self.panel_kind()(match, self.hand, self.playback.shown)
        self.form = Form()
        self.view: BoardView | None = None
        self.picture: SceneLayers | None = None
        self.turns_open = False  # where the list of turns folds

    # -- for the scenes --------------------------------------------------------------------------

    @abstractmethod
    def build_form(self, canvas: Canvas) -> None:
        """Make and place the controls; `canvas` is to measure with."""

    @abstractmethod
    def refresh(self, at_once: bool = False) -> None:
        """What is shown has changed: bring everything in line.  `at_once`: numbers do not tick."""

    def panel_kind(self) -> type[Panel]:
        """What shows the game's counts."""
        return screen_plugin_of(self.game.key).panel

    @property
    def activity(self) -> int:
        return self.match.seq

    def seen(self, event: MatchEvent) -> None:
        """An event of the match has come to be seen."""

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.playback.viewer = self.desk

    def leave(self) -> None:
        if self.view is not None:
            self.view.close()
        self.picture = None

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)  # and the board with it
        self.panel.update(dt)
        self.playback.move_on(dt)
        return None

    # -- layout ----------------------------------------------------------------------------------

    def lay_out(self) -> PlayLayout:
        """Where board and column lie in this window."""
        return lay_out(self.desk.metrics, self.panel.height, self.turns_open)

    def resize(self) -> None:
        desk = self.desk
        layout = self.layout = self.lay_out()
        size = layout.board.width
        if self.view is None or (self.view.size, self.view.theme) != (size, desk.theme):
            if self.view is not None:
                self.view.close()
            self.view = board_view(self.game, desk.theme, size)
        self.view.show_coordinates(desk.settings.coordinates)
        self.view.topleft = layout.board.topleft
        self.board.view = self.view
        self.board.still = desk.settings.reduced_motion or desk.settings.animation_speed == 0
        self.board.at(layout.board)
        self.build_form(measuring(desk))
        self.turn_list.visible = bool(layout.turns.height)
        self.playback.finish()  # places have moved under what is in the air
        self.picture = SceneLayers(layout, self.view, self.header_buttons()[-1])
        self.refresh(True)

    def corner_button(self, button: Button) -> Button:
        """Place the button of the header's right end."""
        header, size = self.layout.header, max(self.desk.metrics.px(48), 36)
        button.pill = True
        button.at((header.right - size, header.top, size, size))
        return button

    def panel_widgets(self, canvas: Canvas) -> list[Widget]:
        """The controls of the panel, placed; none while the turns have its place."""
        widgets = self.panel.widgets()
        self.panel.lay_out(self.layout.game, canvas)
        return widgets if self.layout.game.height else []

    def header_buttons(self) -> list[Button]:
        """Those at the header's right end, from the right."""
        return [self.menu_button, *([self.fold_button] if self.layout.folds else [])]

    def new_fold_button(self) -> Button:
        """Unfolds the list of turns, and folds it, left of the corner's button."""
        tip = _("The game's score") if self.turns_open else _("Turns")
        icon = "eye" if self.turns_open else "list"
        self.fold_button = Button("", self._fold, icon=icon, name="fold", tip=tip)
        self.fold_button.pill = True
        gap = self.desk.metrics.px(8)
        beside = self.menu_button.rect.move(-gap - self.menu_button.rect.width, 0)
        self.fold_button.at(beside)
        return self.fold_button

    def _fold(self) -> Change:
        self.turns_open = not self.turns_open
        self.resize()
        return STAY

    def new_turn_list(
        self, go: Callable[[int], Change | None], accent: int, empty: str = ""
    ) -> TurnList:
        return TurnList(self.panel, lambda: self.view, go, accent, empty)

    # -- moving and sounding -----------------------------------------------------------------------

    def _sound(self, cues: Sequence[SoundCue]) -> None:
        stones = self.view is not None and self.view.look.style == "stone"
        for cue in cues:
            name = "stone" if stones and cue.name == "place" else cue.name
            self.desk.sound(name, step=max(1, cue.step + (cue.name in ("land", "lift"))))

    def copied(self, whole: bool) -> Copied:
        if whole:
            return copied_game(self.match)
        return copied_position(self.game, position_shown(self.browser))

    def edited(self) -> PositionEditor | None:
        return edited_position(self.game, position_shown(self.browser))

    def copy_actions(self) -> dict[object, Callable[[], Change | None]]:
        """What the answers of the menu for copying do."""
        return {
            menu.COPY: lambda: Push(menu.copy_menu()),
            menu.COPY_POSITION: lambda: self.desk.copy(self.copied(False)),
            menu.COPY_GAME: lambda: self.desk.copy(self.copied(True)),
            menu.COPY_SETUP: lambda: self.desk.copy(copied_setup(self.game)),
            menu.EDIT: self._edit,
        }

    def _edit(self) -> Change | None:
        editor = self.edited()
        return Push(editor) if editor is not None else None

    def toggle_coordinates(self) -> None:
        self.desk.change_settings(coordinates=not self.desk.settings.coordinates)

    @property
    def boards(self) -> list[ShownBoard]:
        return [shown_board(self.view, self.board.pieces)] if self.view is not None else []

    @property
    def animating(self) -> bool:
        return self.board.animating or self.panel.animating or self.form.animating
