"""Settings: look, language, motion, sound, keys.  Every change works at once and is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.i18n import LANGUAGES, N_, _, figure, ngettext
from game.rules import GAMES, titles
from game.screen.app import routes
from game.screen.app.dialog import Answer, ask
from game.screen.app.page import margin, measuring, whole_panel
from game.screen.app.scene import Change, Pop, Push, Scene
from game.screen.boards import BoardView
from game.screen.games.registry import board_view
from game.screen.menus.showcase import draw_shown, shown_game
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Option, Segment, Slider, Stepper, Toggle
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form, Label, Widget
from game.settings import FONT_SCALES, SPEEDS, THEMES, Settings

THEME_NAMES = {
    "walnut": N_("Walnut"),
    "slate": N_("Slate"),
    "paper": N_("Paper"),
    "night": N_("Night"),
}
DELAYS = (0, 15, 30, 60, 120, 300)
KEPT = (
    "window",
    "names",
    "initials",
    "matches",
    "board_link",
    "guided",
    "boards",
)  # not undone by "Defaults"


class SettingsScene(Scene):
    """Two columns of controls; the window itself shows what they do."""

    clicks = True

    def __init__(self) -> None:
        self.form = Form()
        self.views: dict[str, BoardView] = {}

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        self.panel = whole_panel(self.desk)
        self.inner = self.panel.inflate(-2 * px(32 if not metrics.portrait else 18), -2 * px(24))
        self.title = pygame.Rect(self.inner.topleft, (self.inner.width, px(56)))
        self.rule = self.title.bottom + px(10)
        self.form = Form(keep=self.form)
        foot = self._lay_foot()
        gap = margin(self.desk)
        wide = (self.inner.width - gap) // 2
        top = self.rule + px(18)
        columns = [self._left_rows(), self._right_rows()]
        if metrics.portrait:
            columns, wide = [columns[0] + columns[1]], self.inner.width
        self.row = max(px(48), 2 * metrics.type_px("caption") + 8)
        most = max(len(rows) for rows in columns)
        space = foot - px(16) - top
        self.pitch = min(self.row + px(20), space // most)
        self.row = min(self.row, self.pitch - 6)
        for number, rows in enumerate(columns):
            left = self.inner.left + number * (wide + gap)
            self._lay_rows(rows, pygame.Rect(left, top, wide, space))
        for widget in self._foot:
            self.form.add(widget)
        self.form.start("theme")
        self._lay_boards(top + most * self.pitch, foot - px(26))

    def _lay_boards(self, top: int, bottom: int) -> None:
        """Boards of all games below the controls, where there is room: the theme at a glance."""
        self.leave()
        gap = self.desk.metrics.px(24)
        side = min(bottom - top - 4, (self.inner.width + gap) // len(GAMES) - gap)
        if side < 96:
            return
        pitch = (self.inner.width - side) // max(1, len(GAMES) - 1)
        for number, key in enumerate(titles()):
            view = board_view(shown_game(key), self.desk.theme, side)
            view.topleft = (self.inner.left + number * pitch, bottom - side)
            self.views[key] = view

    def leave(self) -> None:
        for view in self.views.values():
            view.close()
        self.views = {}

    def _lay_rows(self, rows: list[tuple[str, Widget]], column: pygame.Rect) -> None:
        y = column.top
        for name, widget in rows:
            share = (
                round(column.width * (0.33 if not self.desk.metrics.narrow else 0.27))
                if name
                else 0
            )
            if name:
                label = Label(name, "body").at((column.left, y, share - 8, self.row))
                self.form.add(label)
            rest = (column.left + share, y, column.width - share, self.row)
            self.form.add(widget.at(rest))
            y += self.pitch

    def _lay_foot(self) -> int:
        px, canvas = self.desk.metrics.px, measuring(self.desk)
        tall = max(px(BUTTON_HEIGHT), self.desk.metrics.type_px("button") + 18)
        y = self.inner.bottom - tall
        keys = Button(_("Keys"), self._keys, icon="keyboard", name="keys")
        reset = Button(_("Defaults"), self._ask_reset, icon="again", name="reset")
        done = Button(_("Done"), Pop, icon="check", kind="main", name="done")
        thanks = Button(_("Credits"), self._credits, icon="person", name="credits")
        x = self.inner.left
        self._foot = (keys, reset, thanks, done)
        if self.desk.metrics.portrait:  # in two rows
            done.at((x, y, self.inner.width, tall))
            y -= tall + px(GAP)
            third = (self.inner.width - 2 * px(GAP)) // 3
            for number, button in enumerate((keys, reset, thanks)):
                button.at((x + number * (third + px(GAP)), y, third, tall))
            return y
        for button in (keys, reset, thanks):
            wide = button.width(canvas)
            button.at((x, y, wide, tall))
            x += wide + px(GAP)
        wide = done.width(canvas) + px(40)
        done.at((self.inner.right - wide, y, wide, tall))
        return y

    def _left_rows(self) -> list[tuple[str, Widget]]:
        now = self.desk.settings
        themes = [Option(name, _(THEME_NAMES[name])) for name in THEMES]
        languages = [Option("", _("System")), *(Option(c, n) for c, n in LANGUAGES.items())]
        return [
            (_("Theme"), Segment(themes, now.theme, self._setter("theme"), "theme")),
            (_("Language"), Segment(languages, now.language, self._setter("language"), "language")),
            (
                _("Type size"),
                Stepper(
                    FONT_SCALES, now.font_scale, self._setter("font_scale"), _percent, "font_scale"
                ),
            ),
            (
                "",
                Toggle(
                    _("Full screen"), now.fullscreen, self._setter("fullscreen"), name="fullscreen"
                ),
            ),
            (
                _("Demo starts after"),
                Stepper(
                    DELAYS,
                    now.attract_delay,
                    self._setter("attract_delay"),
                    _delay,
                    "attract_delay",
                ),
            ),
            (
                "",
                Toggle(
                    _("Larger touch targets"),
                    now.large_touch,
                    self._setter("large_touch"),
                    _("near misses count"),
                    "large_touch",
                ),
            ),
        ]

    def _right_rows(self) -> list[tuple[str, Widget]]:
        now = self.desk.settings
        speeds = sorted(SPEEDS)  # off first: the slowest setting is no setting
        return [
            (
                _("Animation"),
                Stepper(
                    speeds, now.animation_speed, self._setter("animation_speed"), _speed, "speed"
                ),
            ),
            (
                "",
                Toggle(
                    _("Reduced motion"),
                    now.reduced_motion,
                    self._setter("reduced_motion"),
                    _("pieces fade instead of flying"),
                    "reduced",
                ),
            ),
            (
                "",
                Toggle(
                    _("Coordinates"),
                    now.coordinates,
                    self._setter("coordinates"),
                    _("every point's name on the board"),
                    "coordinates",
                ),
            ),
            (
                _("Volume"),
                Slider(0, 1, 0.1, now.volume, self._volume, lambda v: f"{v:.0%}", "volume"),
            ),
            ("", Toggle(_("Mute"), now.mute, self._setter("mute"), name="mute")),
            (
                "",
                Toggle(
                    _("Confirm turns"),
                    now.confirm_turns,
                    self._setter("confirm_turns"),
                    _("a finished turn waits for Enter"),
                    "confirm_turns",
                ),
            ),
        ]

    # -- changes ---------------------------------------------------------------------------------

    def _setter(self, name: str) -> Callable[[Any], Change | None]:
        def store(value: Any) -> None:
            self.desk.change_settings(**{name: value})

        return store

    def _volume(self, value: float) -> None:
        self.desk.change_settings(volume=value)
        self.desk.sound("button")

    def _keys(self) -> Change:
        return Push(routes.Keys())

    def _credits(self) -> Change:
        return Push(routes.Credits())

    def _ask_reset(self) -> Change:
        return Push(
            ask(
                lambda: _("Back to the defaults?"),
                lambda: _("Theme, language, motion, sound and keys become as they were at first."),
                lambda: [Answer(_("Cancel")), Answer(_("Defaults"), "reset", icon="again")],
            )
        )

    def resume(self, result: object = None) -> Change | None:
        if result == "reset":
            fresh, now = Settings(), self.desk.settings
            names = [n for n in fresh.__dataclass_fields__ if n not in KEPT]
            self.desk.change_settings(**{name: getattr(fresh, name) for name in names})
            if now == self.desk.settings:
                return None
        self.resize()
        return None

    # -- scene -----------------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means("cancel"):
            return Pop()
        return change

    def update(self, dt: float) -> Change | None:
        if any(view.busy for view in self.views.values()):
            self.desk.invalidate()
        return None

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        canvas.card(self.panel, "dialog")
        for key, view in self.views.items():
            draw_shown(canvas.surface, view, key)
        canvas.text(_("Settings"), "dialog_title", self.title)
        canvas.line((self.inner.left, self.rule), (self.inner.right, self.rule))
        self.form.draw(canvas)


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _speed(value: float) -> str:
    return f"× {figure(value, 'g')}" if value else _("off")


def _delay(seconds: int) -> str:
    if not seconds:
        return _("never")
    if seconds < 60:
        return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
    minutes = seconds // 60
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
