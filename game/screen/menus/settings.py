"""Settings of look, language and motion, and the ways to the other settings."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.platform.i18n import LANGUAGES, N_, _, format_number, ngettext
from game.platform.settings import FONT_SCALES, SPEECH_RATES, SPEEDS, THEMES, Settings
from game.rules.registry import GAMES, titles
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.scene import Change, Pop, Push
from game.screen.boards import BoardView
from game.screen.menus.sample_positions import draw_sample, sample_game
from game.screen.menus.settings_page import SettingsPage, percent_text
from game.screen.plugin.registry import board_view
from game.screen.ui.bindings import LABELS, key_label
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Slider, Stepper
from game.screen.ui.layout import Labelled

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
    """The settings; the boards below show the theme."""

    title = N_("Settings")

    def __init__(self) -> None:
        super().__init__()
        self.views: dict[str, BoardView] = {}

    def columns(self) -> list[list[Labelled]]:
        return [self._left_rows(), self._right_rows()]

    def buttons(self) -> list[Button]:
        def way(label: str, route: routes.Route, icon: str, name: str) -> Button:
            return Button(label, lambda: Push(route), icon=icon, name=name)

        return [
            way(_("Sound"), routes.Sound(), "sound", "sound"),
            way(_("Keys"), routes.Keys(), "keyboard", "keys"),
            way(_("Phones"), routes.Phones(), "phone", "phones"),
            Button(_("Defaults"), self._ask_reset, icon="again", name="reset"),
            way(_("Credits"), routes.Credits(), "person", "credits"),
            Button(_("Done"), Pop, icon="check", kind="main", name="done"),
        ]

    def _left_rows(self) -> list[Labelled]:
        now, setter = self.desk.settings, self.setter
        themes = {name: _(THEME_NAMES[name]) for name in THEMES}
        languages = {"": _("System"), **LANGUAGES}
        language = Stepper(
            list(languages), now.language, setter("language"), languages.__getitem__, "language"
        )
        size = Stepper(
            FONT_SCALES, now.font_scale, setter("font_scale"), percent_text, "font_scale"
        )
        delay = Stepper(DELAYS, now.attract_delay, setter("attract_delay"), _delay, "attract_delay")
        return [
            (_("Theme"), Segment(themes, now.theme, setter("theme"), "theme")),
            (_("Language"), language),
            (_("Text size"), size),
            self.toggle("fullscreen", _("Full screen")),
            (_("Demo starts after"), delay),
            self.toggle("large_touch", _("Larger touch targets"), _("easier to hit")),
        ]

    def _right_rows(self) -> list[Labelled]:
        now = self.desk.settings
        store = self.setter("animation_speed")
        # Off comes first: the slowest setting is no setting.
        speed = Stepper(sorted(SPEEDS), now.animation_speed, store, _speed, "speed")
        doctor = Button(
            _("This computer"), lambda: Push(routes.Doctor()), icon="eye", name="doctor"
        )
        pieces = _("pieces fade instead of flying")
        return [
            (_("Animation"), speed),
            self.toggle("reduced_motion", _("Reduced motion"), pieces, "reduced"),
            self.toggle("coordinates", _("Coordinates"), _("every point's name on the board")),
            self.toggle("confirm_turns", _("Confirm turns"), _("a finished turn waits for Enter")),
            self.toggle(
                "thinking_aloud", _("Thinking aloud"), _("opponents say what they are after")
            ),
            self.toggle("light", _("Low-power mode"), _("fewer effects, softer full screen")),
            ("", doctor),
        ]

    def below(self, top: int, bottom: int) -> None:
        """Show the boards of all games below the controls, if there is room."""
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

    def _ask_reset(self) -> Change:
        words = _("Theme, language, motion, sound and keys are reset to their defaults.")
        reset = DialogButton(_("Defaults"), "reset", icon="again")
        return Push(ask(_("Reset to the defaults?"), words, [DialogButton(_("Cancel")), reset]))

    def resume(self, result: object = None) -> Change | None:
        if result == "reset":
            fresh, now = Settings(), self.desk.settings
            names = [n for n in fresh.__dataclass_fields__ if n not in SETTINGS_KEPT_ON_RESET]
            self.desk.change_settings(**{name: getattr(fresh, name) for name in names})
            if now == self.desk.settings:
                return None
        self.resize()
        return None

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


READING = ("speech", "say-turn", "say-score", "say-clock", "say-board")
SAMPLES = {"volume": "hop", "signs_volume": "chime"}  # sounds played when a volume changes


class SoundScene(SettingsPage):
    """The settings of sound; each volume is heard as it is set."""

    title = N_("Sound")
    music = "menu"

    def __init__(self) -> None:
        super().__init__()
        self.head = pygame.Rect(0, 0, 0, 0)
        self.keys: list[tuple[str, pygame.Rect]] = []

    def columns(self) -> list[list[Labelled]]:
        now = self.desk.settings
        volumes = [
            (_("Moves"), self._slider("volume", now.volume)),
            (_("Signs"), self._slider("signs_volume", now.signs_volume)),
            (_("Music"), self._slider("music_volume", now.music_volume)),
        ]
        rate = Stepper(SPEECH_RATES, now.speech_rate, self._rate, _times, "speech_rate")
        speech = self.toggle("speech", _("Speech"), _("turns and controls are read aloud"))
        return [
            [*volumes, self.toggle("music_in_play", _("Music in play"))],
            [self.toggle("mute", _("Mute")), speech, (_("Pace"), rate)],
        ]

    def buttons(self) -> list[Button]:
        return [
            Button(_("Try the voice"), self._try, icon="sound", name="try"),
            Button(_("Done"), Pop, icon="check", kind="main", name="done"),
        ]

    def below(self, top: int, bottom: int) -> None:
        """List the keys that read aloud, as many as fit."""
        px = self.desk.metrics.px
        self.head = pygame.Rect(self.inner.left, top + px(12), self.inner.width, px(36))
        wide = self.inner.width if self.desk.metrics.portrait else self.inner.width // 2
        across, tall = self.inner.width // wide, px(48)
        self.keys = []
        for number, command in enumerate(READING):
            x = self.inner.left + number % across * wide
            y = self.head.bottom + px(6) + number // across * tall
            if y + tall <= bottom:
                self.keys.append((command, pygame.Rect(x, y, wide, tall)))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.keys:
            canvas.text(_("Keys that read aloud"), "lead_bold", self.head)
        for command, room in self.keys:
            key = key_label(self.desk.bindings.first(command))
            cap = canvas.key_cap(key, room.midleft, canvas.ui.text_second) if key else room.copy()
            words = pygame.Rect(room.left + canvas.px(72), room.top, 0, room.height)
            words.left = max(words.left, cap.right + canvas.px(12) if key else words.left)
            words.width = room.right - words.left
            canvas.text(_(LABELS[command]), "body", words)

    def _slider(self, name: str, value: float) -> Slider:
        return Slider(0, 1, 0.1, value, self._volume(name), percent_text, name)

    def _volume(self, name: str) -> Callable[[float], Change | None]:
        def store(value: float) -> None:
            self.desk.change_settings(**{name: value})
            if name in SAMPLES:
                self.desk.sound(SAMPLES[name])

        return store

    def _rate(self, value: float) -> None:
        self.desk.change_settings(speech_rate=value)
        self._try()

    def _try(self) -> Change | None:
        self.desk.say(_("This is how turns are read aloud."), urgent=True, asked=True)
        return None


def _times(rate: float) -> str:
    return f"× {format_number(rate, 'g')}"
