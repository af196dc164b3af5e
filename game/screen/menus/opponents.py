"""Levels and opponents: what each is like in words, and the controls that show an opponent."""

from __future__ import annotations

import pygame

from game.platform.i18n import N_, _
from game.screen.app.layout_scenes import measuring
from game.screen.app.scene import AppServices
from game.screen.boards.portraits import draw_portrait
from game.screen.ui.button import Action, Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Label, WidgetState
from game.table.opponents import ECHO, OPPONENTS

LEVELS = (
    N_("plays nearly at random. For a first game."),
    N_("sees a good turn now and then."),
    N_("finds simple turns and errs often."),
    N_("sees what is plain and errs often."),
    N_("follows a plan and errs now and then."),
    N_("plays like somebody with practice."),
    N_("is strong at most tables."),
    N_("errs seldom and is hard to beat."),
    N_("hardly errs any more."),
    N_("thinks as long as it may and plays its best."),
)
APART = 2  # levels between which the ladder was measured; see docs/lab/levels.md


def level_words(level: int) -> str:
    """Return a sentence on the level, and one on its results against a lower level."""
    own = _("Level {level} {words}").format(level=level, words=_(LEVELS[level - 1]))
    if level <= APART:
        return own
    fares = _("It wins about eight games in ten, or more, against level {level}.")
    return f"{own} {fares.format(level=level - APART)}"


def about_level_words(level: int) -> str:
    """Return the approximate level of an opponent: its style was not measured."""
    return _("about level {level}").format(level=level)


def opponent_words(key: str, level: int) -> str:
    """Return what an opponent is like, and how strong."""
    one = OPPONENTS[key]
    own = _("{name}: {words}").format(name=one.name, words=_(one.words))
    if key == ECHO:
        strength = _("About your strength: level {level}.")
    else:
        strength = _("Plays at about level {level}.")
    return f"{own} {strength.format(level=level)}"


class LevelHint(Label):
    """The words on the level chosen last, or on the opponent."""

    def __init__(self, level: int, opponent: str = "") -> None:
        words = opponent_words(opponent, level) if opponent in OPPONENTS else level_words(level)
        super().__init__(words, "caption", second=True)

    def set(self, level: int) -> None:
        """Show the words on another level."""
        self.text = level_words(level)


def hint_height(desk: AppServices, width: int) -> int:
    """Return the height of the longest words."""
    longest = max((level_words(level) for level in range(1, len(LEVELS) + 1)), key=len)
    return measuring(desk).text_height(longest, "caption", width) + desk.metrics.px(22)


class OpponentButton(Button):
    """The opponent at a seat, pressed to choose another."""

    radius = "button"

    def __init__(self, key: str, level: int, on_press: Action, name: str, tip: str = "") -> None:
        """`tip` is shown when the pointer rests on it; "" for none."""
        one = OPPONENTS[key]
        super().__init__(one.name, on_press, name=name, tip=tip)
        self.key, self.level = key, level
        self.strength = _("level {n}").format(n=level)
        self.says = f"{one.name}, {self.strength}"

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        fill, border, text = self.colours(canvas, look)
        radius = canvas.px(RADIUS[self.radius])
        if fill is not None:
            canvas.rounded(self.rect, radius, fill, border, canvas.hairline)
        self.draw_head(canvas, self.rect.inflate(-canvas.px(16), -canvas.px(8)), text)

    def draw_head(self, canvas: Canvas, room: pygame.Rect, text: tuple[int, int, int]) -> None:
        """Draw the portrait, and beside it the name above the strength."""
        size = min(room.height, canvas.px(60), max(room.width // 3, 24))
        draw_portrait(canvas, self.key, (room.left + size // 2, room.centery), size)
        left = room.left + size + canvas.px(10)
        if room.height < 2 * canvas.metrics.type_px("body_bold") + 4:  # a row of the fullest form
            line = pygame.Rect(left, room.top, room.right - left, room.height)
            canvas.text(f"{self.label} {self.level}", "caption_bold", line, text, ellipsis=True)
            return
        upper = pygame.Rect(left, room.top, room.right - left, room.height // 2)
        lower = upper.move(0, upper.height)
        canvas.text(self.label, "body_bold", upper, text, valign="bottom")
        canvas.text(self.strength, "caption", lower, canvas.ui.text_second, valign="top")


class OpponentCard(OpponentButton):
    """An opponent to choose; `chosen` marks the current one."""

    radius = "card"

    def __init__(self, key: str, level: int, on_press: Action, chosen: bool) -> None:
        super().__init__(key, level, on_press, key)
        self.chosen = chosen
        self.words = _(OPPONENTS[key].words)
        self.strength = about_level_words(level)
        if key == ECHO:
            self.strength = _("your level: {level}").format(level=level)
        self.says = opponent_words(key, level)

    @staticmethod
    def head(canvas: Canvas) -> int:
        """Return the height of portrait and name."""
        return max(canvas.px(64), 2 * canvas.metrics.type_px("body") + 8)

    def height(self, canvas: Canvas, width: int) -> int:
        """Return the height of the card at a width."""
        words = canvas.text_height(self.words, "caption", width - 2 * canvas.px(14))
        return self.head(canvas) + words + canvas.px(8) + 2 * canvas.px(10)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        fill, border, text = self.colours(canvas, look)
        radius = canvas.px(RADIUS[self.radius])
        stroke = max(2, canvas.px(3)) if self.chosen else canvas.hairline
        border = canvas.accent if self.chosen else border
        canvas.rounded(self.rect, radius, fill, border, stroke)
        inside = self.rect.inflate(-2 * canvas.px(14), -2 * canvas.px(10))
        upper = pygame.Rect(inside.topleft, (inside.width, self.head(canvas)))
        self.draw_head(canvas, upper, text)
        lower = pygame.Rect(inside.left, upper.bottom + canvas.px(8), inside.width, 0)
        lower.height = inside.bottom - lower.top
        canvas.text(self.words, "caption", lower, text, valign="top", wrap=True)
