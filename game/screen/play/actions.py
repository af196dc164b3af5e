"""The row of actions under the column: one filled button that says what it does, and helpers."""

from __future__ import annotations

import pygame

from game.platform.i18n import _
from game.screen.app import routes
from game.screen.app.scene import STAY, Change
from game.screen.play.at_play import AtPlay
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.key_names import key_label


class ActionRow:
    """Main button, take back, hint; while looking back: to the game, earlier, later."""

    def __init__(self, at: AtPlay) -> None:
        self._at = at
        self.main = Button("", self._main, kind="main", icon="check", name="main")
        self.back = Button("", self._back, icon="undo", name="back")
        self.help = Button("", self._help, icon="bulb", name="help")
        self.canvas: Canvas  # set by `build`, to measure words

    def build(self, canvas: Canvas, area: pygame.Rect) -> list[Button]:
        """Place the buttons in the row; they keep their focus over layouts."""
        gap = canvas.px(10)
        small = max(canvas.px(68), 40)
        middle = max(canvas.px(146), min(area.width // 3, self._wide(canvas)))
        if canvas.metrics.narrow:
            middle = small
        main = area.width - small - middle - 2 * gap
        self.main.at((area.left, area.top, main, area.height))
        self.back.at((area.left + main + gap, area.top, middle, area.height))
        self.help.at((area.right - small, area.top, small, area.height))
        self.canvas = canvas
        self.update()
        return [self.main, self.back, self.help]

    @staticmethod
    def _wide(canvas: Canvas) -> int:
        return canvas.text_size(_("Take back"), "button")[0] + canvas.px(70)

    def update(self) -> None:
        """Say what the buttons do now."""
        at = self._at
        shown = at.playback.shown
        if at.playback.single and at.conductor.person_to_move and shown.turn_begun:
            return  # the person's own move: the buttons stay as they are until it has landed
        self.main.cap, self.main.is_default = "", False
        self.back.tip, self.help.tip = _("Take back"), _("Help")
        self.main.enabled = self.back.enabled = self.help.enabled = True
        if at.playback.browser.active:
            self._looking_back()
        elif at.confirming.waiting:
            self._confirming()
        elif shown.over:
            self.main.label, self.main.icon = at.after_end
            self._set_back(_("Take back"), "undo")
            self.help.icon, self.help.tip = "eye", _("Review")
            self.help.enabled = at.desk.offers(routes.Review)
        else:
            self._playing()

    def _looking_back(self) -> None:
        self.main.label, self.main.icon = _("To the game"), "last"
        self._set_back("", "left")
        self.help.icon = "right"
        self.back.tip, self.help.tip = _("One turn back"), _("One turn forward")
        self.back.enabled = bool(self._at.playback.browser.turns)

    def _confirming(self) -> None:
        self.main.label, self.main.icon = _("Confirm the turn"), "check"
        self._set_cap("accept")
        self._set_back(_("Take back"), "undo")
        self.help.icon, self.help.enabled = "bulb", False

    def _playing(self) -> None:
        at = self._at
        hand, panel = at.hand, at.panel
        proposal = hand.proposal
        self.main.icon = "check"
        if proposal is not None:
            self.main.label = panel.label(proposal)
            key = "stop" if hand.free_pass and proposal is hand.pass_ else "accept"
            self._set_cap(key)
        elif at.helping.thinking:
            self.main.label, self.main.icon = at.helping.thinking, ""
        elif hand.enabled:
            self.main.label, self.main.icon = panel.prompt(), ""
        else:
            self.main.label, self.main.icon = self._waiting(), ""
        self.main.enabled = proposal is not None
        self._set_back(_("Take back"), "undo")
        if hand.forced is not None:
            self.back.tip = _("Back one jump; click where it began for the whole train")
        self.back.enabled = bool(at.playback.shown.entries)
        self.help.icon = "bulb"
        self.help.enabled = hand.enabled and not at.assistant.asking

    def _waiting(self) -> str:
        if self._at.conductor.thinking is not None:
            name = self._at.match.seat.name
            return _("{name} is thinking …").format(name=name) if name else _("Thinking …")
        return "…"

    def _set_back(self, label: str, icon: str) -> None:
        self.back.label = "" if self.canvas.metrics.narrow else label
        self.back.icon = icon

    def _set_cap(self, command: str) -> None:
        """Name the key of a command where there is room for it beside the words."""
        self.main.cap = key_label(self._at.desk.bindings.first(command))
        self.main.is_default = command == "accept"
        if self.main.width(self.canvas) - self.canvas.px(28) > self.main.rect.width:
            self.main.cap = ""

    # -- acting ------------------------------------------------------------------------------------

    def _main(self) -> Change | None:
        at = self._at
        if at.playback.browser.active:
            return at.to_game()
        if at.confirming.waiting:
            return at.confirming.confirm()
        if at.match.over:
            return at.open_result()
        action = at.hand.proposal
        return at.chosen(action) if action is not None else STAY

    def _back(self) -> Change:
        at = self._at
        if at.playback.browser.active:
            return at.page(-1)
        return at.offer(at.confirming.way_back())

    def _help(self) -> Change:
        at = self._at
        if at.playback.browser.active:
            return at.page(1)
        if at.match.over and not at.confirming.waiting:
            return at.open_review()
        return at.open_help()
