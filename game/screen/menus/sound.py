"""Settings of sound: moves, signs, music and speech."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.platform.i18n import N_, _, format_number
from game.platform.settings import SPEECH_RATES
from game.screen.app.scene import Change, Pop
from game.screen.menus.settings_page import SettingsPage, percent_text
from game.screen.ui.bindings import LABELS
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Slider, Stepper
from game.screen.ui.key_names import key_label
from game.screen.ui.layout import Labelled

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
