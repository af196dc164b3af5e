"""Settings of look, language, motion, sound and keys, with buttons for the other settings.

Keys are a list of all commands; conflicts are reported before anything changes.
"""

from __future__ import annotations

from functools import partial

import pygame

from game.platform.i18n import LANGUAGES, N_, _, format_number, ngettext
from game.platform.settings import FONT_SCALES, SPEECH_RATES, SPEEDS, THEMES, Settings
from game.rules.registry import GAMES, titles
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import PanelScene, measuring
from game.screen.app.scene import STAY, Change, Pop, Push, Scene
from game.screen.menus.settings_page import SettingsPage, percent_text
from game.screen.plugin.sample_positions import SampleBoards
from game.screen.ui.bindings import LABELS, Bindings, is_modifier, key_label, key_name
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Slider, Stepper
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import Card, Labelled, button_height, button_row, split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Form, Label

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
    "initials_given",
    "matches",
    "board_link",
    "network",
    "guided",
    "boards",
)  # settings that "Defaults" does not reset


class SettingsScene(SettingsPage):
    """The settings; the boards below the controls show the theme."""

    title = N_("Settings")

    samples: SampleBoards | None = None

    def columns(self) -> list[list[Labelled]]:
        return [self._left_rows(), self._right_rows()]

    def buttons(self) -> list[Button]:
        return [
            way(_("Sound"), routes.Sound(), "sound", "sound"),
            way(_("Keys"), routes.Keys(), "keyboard", "keys"),
            way(_("Phones"), routes.Phones(), "phone", "phones"),
            Button(_("Defaults"), self._ask_reset, icon="again", name="reset"),
            way(_("Credits"), routes.Credits(), "info", "credits"),
            Button(_("Done"), Pop, icon="check", kind="main", name="done"),
        ]

    def _left_rows(self) -> list[Labelled]:
        now, setter = self.services.settings, self.setter
        themes = {name: _(THEME_NAMES[name]) for name in THEMES}
        named, store = {"": _("System"), **LANGUAGES}, setter("language")
        language = Stepper([*named], now.language, store, named.__getitem__, "language")
        store = setter("font_scale")
        size = Stepper(FONT_SCALES, now.font_scale, store, percent_text, "font_scale")
        like_you = _("between players like you, not experts")
        delay = Stepper(DELAYS, now.attract_delay, setter("attract_delay"), _delay, "attract_delay")
        return [
            (_("Theme"), Segment(themes, now.theme, setter("theme"), "theme")),
            (_("Language"), language),
            (_("Text size"), size),
            self.toggle("fullscreen", _("Full screen")),
            (_("Demo starts after"), delay),
            self.toggle("large_touch", _("Larger touch targets"), _("easier to hit")),
            self.toggle("chances_like_you", _("Chances at your level"), like_you),
        ]

    def _right_rows(self) -> list[Labelled]:
        now = self.services.settings
        store = self.setter("animation_speed")
        # Sorted by speed, so that 0 (off) comes first.
        speed = Stepper(sorted(SPEEDS), now.animation_speed, store, _speed, "speed")
        look = way(_("Look"), routes.OwnLooks(), "palette", "own-look")
        doctor = way(_("This computer"), routes.Doctor(), "engine", "doctor")
        pieces, after = _("pieces fade instead of flying"), _("opponents say what they are after")
        return [
            (_("Animation"), speed),
            self.toggle("reduced_motion", _("Reduced motion"), pieces, "reduced"),
            self.toggle("coordinates", _("Coordinates"), _("every point's name on the board")),
            self.toggle("confirm_turns", _("Confirm turns"), _("a finished turn waits for Enter")),
            self.toggle("thinking_aloud", _("Thinking aloud"), after),
            self.toggle("light", _("Low-power mode"), _("fewer effects, softer full screen")),
            ("", [look, doctor]),
        ]

    def below(self, top: int, bottom: int) -> None:
        """Show the boards of all games below the controls, if there is room."""
        self.leave()
        gap = self.services.metrics.px(24)
        side = min(bottom - top - 4, (self.inner.width + gap) // len(GAMES) - gap)
        if side < 96:
            return
        self.samples = SampleBoards(self.services.theme, titles(), side)
        self.row = pygame.Rect(self.inner.left, bottom - side, self.inner.width, side)

    def leave(self) -> None:
        if self.samples is not None:
            self.samples.close()
        self.samples = None

    def _ask_reset(self) -> Change:
        words = _("Theme, language, motion, sound and keys are reset to their defaults.")
        reset = DialogButton(_("Defaults"), "reset", icon="again")
        return Push(ask(_("Reset to the defaults?"), words, [DialogButton(_("Cancel")), reset]))

    def resume(self, result: object = None) -> Change | None:
        if result == "reset":
            fresh, now = Settings(), self.services.settings
            names = [n for n in fresh.__dataclass_fields__ if n not in SETTINGS_KEPT_ON_RESET]
            self.services.change_settings(**{name: getattr(fresh, name) for name in names})
            if now == self.services.settings:
                return None
        self.resize()
        return None

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.samples is None:
            return
        side = self.row.height
        pitch = (self.row.width - side) // max(1, len(GAMES) - 1)
        for number, key in enumerate(titles()):
            spot = (self.row.left + number * pitch + side // 2, self.row.top + side // 2)
            self.samples.draw(canvas.surface, key, spot)


def way(label: str, route: routes.Route, icon: str, name: str) -> Button:
    """Return a button that opens a scene."""
    return Button(label, lambda: Push(route), icon=icon, name=name)


def _speed(value: float) -> str:
    return _times(value) if value else _("off")


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
    """The settings of sound; each change of a volume plays a sample."""

    title = N_("Sound")
    music = "menu"

    def columns(self) -> list[list[Labelled]]:
        now = self.services.settings
        volumes = [
            (_("Moves"), self._slider("volume")),
            (_("Signs"), self._slider("signs_volume")),
            (_("Music"), self._slider("music_volume")),
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
        """List the keys that read things aloud, as many as fit."""
        px = self.services.metrics.px
        self.head = pygame.Rect(self.inner.left, top + px(12), self.inner.width, px(36))
        wide = self.inner.width if self.services.metrics.portrait else self.inner.width // 2
        across, tall = self.inner.width // wide, px(48)
        self.keys: list[tuple[str, pygame.Rect]] = []
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
            key = key_label(self.services.bindings.first(command))
            cap = canvas.key_cap(key, room.midleft, canvas.ui.text_second) if key else room.copy()
            words = pygame.Rect(room.left + canvas.px(72), room.top, 0, room.height)
            words.left = max(words.left, cap.right + canvas.px(12) if key else words.left)
            words.width = room.right - words.left
            canvas.text(_(LABELS[command]), "body", words)

    def _slider(self, name: str) -> Slider:
        def store(value: float) -> None:
            self.services.change_settings(**{name: value})
            if name in SAMPLES:
                self.services.sound(SAMPLES[name])

        value = getattr(self.services.settings, name)
        return Slider(0, 1, 0.1, value, store, percent_text, name)

    def _rate(self, value: float) -> None:
        self.services.change_settings(speech_rate=value)
        self._try()

    def _try(self) -> Change | None:
        self.services.say(_("This is how turns are read aloud."), urgent=True, asked=True)
        return None


def _times(rate: float) -> str:
    return f"× {format_number(rate, 'g')}"


ROW = 44  # height of a row in design px


class KeysScene(PanelScene):
    """The list of commands with their keys."""

    title = N_("Keys")
    clicks = True
    pad_upright, ruled = 32, False
    chosen = 0
    wanted: tuple[str, str] | None = None  # a command and its new key, which wait for confirmation

    def resize(self) -> None:
        metrics, px, canvas = (
            self.services.metrics,
            self.services.metrics.px,
            measuring(self.services),
        )
        self.frame()
        inner, tall = self.inner, button_height(metrics)
        foot = pygame.Rect(inner.left, inner.bottom - tall, inner.width, tall)
        high = canvas.text_height(self._pad_words(), "caption", inner.width) + 4
        words = Label(self._pad_words(), "caption", second=True)
        self.form.add(words.at((inner.left, foot.top - px(12) - high, inner.width, high)))
        top = self.title_at.bottom + px(8)
        keys = ListColumn(300 if not metrics.portrait else 250, "right", "second")
        self.list = ListBox(
            [ListColumn(0), keys],
            self._rows(),
            self._choose,
            on_move=partial(setattr, self, "chosen"),
            row_height=ROW,
            name="list",
        )
        self.list.at((inner.left, top, inner.width, words.rect.top - px(12) - top))
        self.list.choose(self.chosen)
        self.form.add(self.list)
        reset = Button(_("Defaults"), self._reset, icon="again", name="reset")
        self.form.add(reset.at((*foot.topleft, reset.width(canvas), tall)))
        done = Button(_("Done"), Pop, icon="check", kind="main", name="done")
        button_row(self.form, canvas, [done], foot, extra=px(40))
        self.form.start("list")

    def _pad_words(self) -> str:
        return _(
            "Gamepad: stick or cross to move, A to choose, B to go back, X to take back, "
            "Y for the stone's colour, shoulder buttons to undo and redo, Start for the menu."
        )

    def _rows(self) -> list[tuple[str, str]]:
        keys = self.services.bindings.keys
        return [
            (_(label), ", ".join(key_label(key) for key in keys[name]) or _("none"))
            for name, label in LABELS.items()
        ]

    def _choose(self, row: int) -> Change:
        self.chosen = row
        return Push(CaptureScene([*LABELS][row]))

    def _reset(self) -> Change:
        self.services.change_settings(keys={})
        self.services.toast(_("All keys have been reset."), "good")
        return STAY

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, tuple):
            return self._take(*result)
        if result == "yes" and self.wanted is not None:
            self._bind(*self.wanted)
        self.wanted = None
        return None

    def _take(self, command: str, name: str) -> Change | None:
        bindings = self.services.bindings
        needed = bindings.must_keep(command, name)
        label = key_label(name)
        if needed:
            text = _("{key} is the only key of “{command}”, which must have one.")
            self.services.toast(text.format(key=label, command=_(LABELS[needed[0]])), "bad")
            return None
        losers = bindings.conflicts(command, name)
        if not losers:
            self._bind(command, name)
            return None
        self.wanted = (command, name)
        others = ", ".join(_(LABELS[other]) for other in losers)
        words = _("Already used for: {others}. Reassign it?").format(others=others)
        answers = [DialogButton(_("Leave it")), DialogButton(_("Reassign"), "yes")]
        return Push(ask(_("{key} is taken").format(key=label), words, answers))

    def _bind(self, command: str, name: str) -> None:
        changed: Bindings = self.services.bindings.bind(command, name)
        self.services.change_settings(keys=changed.changes())
        text = _("{key} is now: {command}")
        self.services.toast(text.format(key=key_label(name), command=_(LABELS[command])), "good")


class CaptureScene(Scene):
    """A card that waits for one key. Escape keeps the old key; a modifier alone does not count."""

    overlay = True

    def __init__(self, command: str) -> None:
        self.command = command

    def resize(self) -> None:
        px, metrics = self.services.metrics.px, self.services.metrics
        card = Card(Form(), measuring(self.services), min(metrics.width - px(64), px(620)), px(32))
        card.space(px(240))
        self.card = card.close()

    def handle(self, event: InputEvent) -> Change | None:
        if not isinstance(event, Press):
            return Pop() if getattr(event, "kind", "") == "down" else None
        if event.key == pygame.K_ESCAPE or not event.key:
            return Pop()
        if event.repeat or is_modifier(event.key):
            return STAY
        return Pop((self.command, event.name or key_name(event.key, event.mod)))

    def draw(self, canvas: Canvas) -> None:
        canvas.card(self.card, "dialog")
        inside = self.card.inflate(-canvas.px(64), -canvas.px(48))
        upper, lower = split_top(inside, round(inside.height * 0.6))
        text = _("Press the new key for “{command}”").format(command=_(LABELS[self.command]))
        canvas.text(text, "name", upper, align="center", wrap=True)
        words = _("Esc keeps the old one.")
        canvas.text(words, "caption", lower, canvas.ui.text_second, "center", wrap=True)

    def closing(self) -> Change | None:
        return None
