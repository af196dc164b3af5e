"""A mode in the list of modes: its game, its name, the stars of its best."""

from __future__ import annotations

import pygame

from game.screen.ui.button import Action, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState
from game.solo.mode import STARS


class ModeTile(Pressable):
    """`chosen` is the one that is looked at; `stars` of its best game, None without one."""

    radius = "card"

    def __init__(
        self, label: str, game: str, stars: int | None, act: Action, name: str, chosen: bool
    ) -> None:
        super().__init__(act, name)
        self.label, self.game, self.stars, self.chosen = label, game, stars, chosen
        self.says = f"{game}, {label}"

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        fill = ui.accent if self.chosen else ui.control if look.hovered else ui.card
        ink = ui.on_accent if self.chosen else ui.text
        second = ui.on_accent if self.chosen else ui.text_second
        border = None if self.chosen and not canvas.theme.flat else ui.line
        canvas.rounded(rect, px(RADIUS["card"]), fill, border, canvas.hairline if border else 0)
        inside = rect.inflate(-2 * px(18), -2 * px(8))
        pitch = px(26)
        words = inside.copy()
        words.width -= STARS * pitch + px(8)
        upper, lower = words.copy(), words.copy()
        upper.height = lower.height = words.height // 2
        lower.top = upper.bottom
        canvas.text(self.game, "caption", upper, second, valign="bottom")
        canvas.text(self.label, "lead_bold", lower, ink, valign="top")
        if self.stars is not None:
            self._draw_stars(canvas, pygame.Rect(words.right, rect.top, 0, rect.height), pitch)

    def _draw_stars(self, canvas: Canvas, left: pygame.Rect, pitch: int) -> None:
        ui = canvas.ui
        got = ui.on_accent if self.chosen else ui.accent
        for number in range(self.stars or 0):
            x = left.right + canvas.px(8) + pitch * number + pitch // 2
            canvas.icon("star", (x, left.centery), got, 22)
