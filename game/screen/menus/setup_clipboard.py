"""What goes into a new match and out of it as text: setups, positions, files dropped on it."""

from __future__ import annotations

from typing import Protocol

from game.platform.errors import CodedError, in_words
from game.platform.i18n import _
from game.rules import Game
from game.rules.position import position_words
from game.rules.registry import game_class
from game.screen.app import routes
from game.screen.app.page import measuring
from game.screen.app.scene import STAY, AppServices, Change, Copied, Push
from game.screen.menus.match_draft import MatchDraft
from game.screen.ui.button import Button
from game.screen.ui.tokens import GAP
from game.table.input_kind import (
    Found,
    InputBoard,
    InputGame,
    InputPosition,
    InputSetup,
    read_file,
    read_text,
)


class NewMatchHost(Protocol):
    """What is needed of the scene."""

    desk: AppServices
    draft: MatchDraft
    game: Game | None

    def changed(self) -> None: ...
    def take_file(self, path: str) -> None: ...


class SetupClipboard:
    """The buttons for it and what they do.  `bare`: the board alone is chosen, no position."""

    def __init__(self, at: NewMatchHost, bare: bool) -> None:
        self.at, self.bare = at, bare

    def buttons(self, left: int, top: int, tall: int) -> list[Button]:
        """From the left on; signs alone where there is little room."""
        desk, draft = self.at.desk, self.at.draft
        if not desk.offers(routes.PositionEditor):
            return []
        canvas, metrics = measuring(desk), desk.metrics
        deeds = [
            Button(_("Copy setup"), self._copy, icon="copy", name="copy"),
            Button(_("Paste"), self.paste, icon="paste", name="paste"),
        ]
        if not self.bare and game_class(draft.game).positions is not None:
            deeds.append(Button(_("Position"), self._edit, icon="hexagon", name="position"))
        if draft.position:
            deeds.append(Button(_("First position"), self._drop, icon="first", name="first"))
        for button in deeds:
            if metrics.portrait or metrics.narrow or draft.position:
                button.label, button.tip = "", button.label
            wide = max(tall, button.width(canvas) if button.label else 0)
            button.at((left, top, wide, tall))
            left += wide + metrics.px(GAP)
        return deeds

    # -- out -------------------------------------------------------------------------------------

    def copied(self) -> Copied:
        """The setup, with the position if one was chosen."""
        setup = self.at.draft.options.setup()
        if self.at.draft.position:
            line = position_words(setup, self.at.draft.position)
            return Copied(line, _("The position is on the clipboard."))
        return Copied(setup, _("The setup is on the clipboard."))

    def _copy(self) -> None:
        self.at.desk.copy(self.copied())

    def _edit(self) -> Change:
        draft = self.at.draft
        return Push(routes.PositionEditor(draft.options.setup(), draft.position, choose=True))

    def _drop(self) -> Change:
        self.at.draft.position = ""
        self.at.changed()
        return STAY

    # -- in --------------------------------------------------------------------------------------

    def paste(self) -> Change | None:
        """Take the setup on the clipboard over, or say what is wrong with it."""
        text = self.at.desk.paste_text()
        if text is None:
            self.at.desk.toast(_("There is no clipboard here."), "bad")
            return None
        try:
            return self._take(read_text(text, self.at.game))
        except CodedError as error:
            words = _("This is not a setup: {reason}")
            self.at.desk.toast(words.format(reason=in_words(error)), "bad")
            return None

    def dropped(self, path: str) -> Change | None:
        """A board, a setup or a position is used; what is wrong with another the app says."""
        try:
            found = read_file(path)
        except CodedError:
            return None
        if isinstance(found, InputBoard):
            self.at.take_file(path)
            self.at.changed()
            return STAY
        return self._take(found)

    def _take(self, found: Found) -> Change | None:
        """A setup, or a position of one, is used; a game is opened for review."""
        if isinstance(found, InputGame):
            return Push(routes.Review(found.match))
        assert isinstance(found, InputSetup | InputPosition)
        position = found.text if isinstance(found, InputPosition) else ""
        complete = self.at.draft.take_setup(position_words(found.game.setup, position))
        self.at.changed()
        if not complete:
            self.at.desk.toast(_("Not all options of this setup are offered here."), "bad")
        return STAY
