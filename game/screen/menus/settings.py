"""Settings of look, language and motion, with the way to those of sound and keys."""

from __future__ import annotations

from game.platform.i18n import (
    LANGUAGES,
    N_,
    _,
    format_number,
    ngettext,
)
from game.platform.settings import (
    FONT_SCALES,
    SPEEDS,
    THEMES,
    Settings,
)
from game.rules.registry import GAMES, titles
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.scene import Change, Pop, Push
from game.screen.boards import BoardView
from game.screen.menus.sample_positions import draw_sample, sample_game
from game.screen.menus.settings_page import Row, SettingsPage, share
from game.screen.plugin.registry import board_view
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption, Stepper, Toggle

THEME_NAMES = {
    "walnut": N_("Walnut"),
    "slate": N_("Slate"),
    "paper": N_("Paper"),
    "night": N_("Night"),
}
DELAYS = (0, 15, 30, 60, 120, 300)
SETTINGS_KEPT_ON_RESET = (
    "window",
    "names",
    "initials",
    "matches",
    "board_link",
    "network",
    "guided",
    "boards",
)  # not undone by "Defaults"


class SettingsScene(SettingsPage):
    """The window itself, and the boards below, show what the controls do."""

    def __init__(self) -> None:
        super().__init__()
        self.views: dict[str, BoardView] = {}

    # -- what the page holds -----------------------------------------------------------------------

    def columns(self) -> list[list[Row]]:
        return [self._left_rows(), self._right_rows()]

    def buttons(self) -> list[Button]:
        return [
            Button(_("Sound"), self._sound, icon="sound", name="sound"),
            Button(_("Keys"), self._keys, icon="keyboard", name="keys"),
            Button(_("Phones"), self._phones, icon="people", name="phones"),
            Button(_("Defaults"), self._ask_reset, icon="again", name="reset"),
            Button(_("Credits"), self._credits, icon="person", name="credits"),
            Button(_("Done"), Pop, icon="check", kind="main", name="done"),
        ]

    def _left_rows(self) -> list[Row]:
        now = self.desk.settings
        themes = [SegmentOption(name, _(THEME_NAMES[name])) for name in THEMES]
        languages = [
            SegmentOption("", _("System")),
            *(SegmentOption(c, n) for c, n in LANGUAGES.items()),
        ]
        return [
            (_("Theme"), Segment(themes, now.theme, self.setter("theme"), "theme")),
            (_("Language"), Segment(languages, now.language, self.setter("language"), "language")),
            (
                _("Text size"),
                Stepper(
                    FONT_SCALES, now.font_scale, self.setter("font_scale"), share, "font_scale"
                ),
            ),
            (
                "",
                Toggle(
                    _("Full screen"), now.fullscreen, self.setter("fullscreen"), name="fullscreen"
                ),
            ),
            (
                _("Demo starts after"),
                Stepper(
                    DELAYS,
                    now.attract_delay,
                    self.setter("attract_delay"),
                    _delay,
                    "attract_delay",
                ),
            ),
            (
                "",
                Toggle(
                    _("Larger touch targets"),
                    now.large_touch,
                    self.setter("large_touch"),
                    _("easier to hit"),
                    "large_touch",
                ),
            ),
        ]

    def _right_rows(self) -> list[Row]:
        now = self.desk.settings
        speeds = sorted(SPEEDS)  # off first: the slowest setting is no setting
        return [
            (
                _("Animation"),
                Stepper(
                    speeds, now.animation_speed, self.setter("animation_speed"), _speed, "speed"
                ),
            ),
            (
                "",
                Toggle(
                    _("Reduced motion"),
                    now.reduced_motion,
                    self.setter("reduced_motion"),
                    _("pieces fade instead of flying"),
                    "reduced",
                ),
            ),
            (
                "",
                Toggle(
                    _("Coordinates"),
                    now.coordinates,
                    self.setter("coordinates"),
                    _("every point's name on the board"),
                    "coordinates",
                ),
            ),
            (
                "",
                Toggle(
                    _("Confirm turns"),
                    now.confirm_turns,
                    self.setter("confirm_turns"),
                    _("a finished turn waits for Enter"),
                    "confirm_turns",
                ),
            ),
            (
                "",
                Toggle(
                    _("Low-power mode"),
                    now.light,
                    self.setter("light"),
                    _("fewer effects, softer full screen"),
                    "light",
                ),
            ),
            ("", Button(_("This computer"), self._doctor, icon="eye", name="doctor")),
        ]

    def below(self, top: int, bottom: int) -> None:
        """Boards of all games below the controls, where there is room: the theme at a glance."""
        self.leave()
        gap = self.desk.metrics.px(24)
        side = min(bottom - top - 4, (self.inner.width + gap) // len(GAMES) - gap)
        if side < 96:
            return
        pitch = (self.inner.width - side) // max(1, len(GAMES) - 1)
        for number, key in enumerate(titles()):
            view = board_view(sample_game(key), self.desk.theme, side)
            view.topleft = (self.inner.left + number * pitch, bottom - side)
            self.views[key] = view

    def leave(self) -> None:
        for view in self.views.values():
            view.close()
        self.views = {}

    # -- changes ---------------------------------------------------------------------------------

    def _sound(self) -> Change:
        return Push(routes.Sound())

    def _phones(self) -> Change:
        return Push(routes.Phones())

    def _keys(self) -> Change:
        return Push(routes.Keys())

    def _doctor(self) -> Change:
        return Push(routes.Doctor())

    def _credits(self) -> Change:
        return Push(routes.Credits())

    def _ask_reset(self) -> Change:
        return Push(
            ask(
                lambda: _("Reset to the defaults?"),
                lambda: _("Theme, language, motion, sound and keys are reset to their defaults."),
                lambda: [
                    DialogButton(_("Cancel")),
                    DialogButton(_("Defaults"), "reset", icon="again"),
                ],
            )
        )

    def resume(self, result: object = None) -> Change | None:
        if result == "reset":
            fresh, now = Settings(), self.desk.settings
            names = [n for n in fresh.__dataclass_fields__ if n not in SETTINGS_KEPT_ON_RESET]
            self.desk.change_settings(**{name: getattr(fresh, name) for name in names})
            if now == self.desk.settings:
                return None
        self.resize()
        return None

    # -- scene -----------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        return _("Settings")

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        for key, view in self.views.items():
            draw_sample(canvas.surface, view, key)


def _speed(value: float) -> str:
    return f"× {format_number(value, 'g')}" if value else _("off")


def _delay(seconds: int) -> str:
    if not seconds:
        return _("never")
    if seconds < 60:
        return ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
    minutes = seconds // 60
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
