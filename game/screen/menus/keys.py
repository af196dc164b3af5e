"""Rebinding: a list of all commands with their keys; conflicts are told before anything changes."""

from __future__ import annotations

from functools import partial

import pygame

from game.platform.i18n import N_, _
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import PanelScene, measuring
from game.screen.app.scene import STAY, Change, Pop, Push, Scene
from game.screen.ui.bindings import COMMANDS, LABELS, Bindings, is_modifier, key_label, key_name
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import Card, button_height, button_row, split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Form, Label

ROW = 44  # design px


class KeysScene(PanelScene):
    """The list of commands with their keys."""

    title = N_("Keys")
    clicks = True
    pad_upright, ruled = 32, False
    chosen = 0
    wanted: tuple[str, str] | None = None  # command and key waiting for a yes

    def resize(self) -> None:
        metrics, px, canvas = self.desk.metrics, self.desk.metrics.px, measuring(self.desk)
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
        keys = self.desk.bindings.keys
        return [
            (_(label), ", ".join(key_label(key) for key in keys[name]) or _("none"))
            for name, label, _place, _default in COMMANDS
        ]

    def _choose(self, row: int) -> Change:
        self.chosen = row
        return Push(CaptureScene(COMMANDS[row][0]))

    def _reset(self) -> Change:
        self.desk.change_settings(keys={})
        self.desk.toast(_("All keys have been reset."), "good")
        return STAY

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, tuple):
            return self._take(*result)
        if result == "yes" and self.wanted is not None:
            self._bind(*self.wanted)
        self.wanted = None
        return None

    def _take(self, command: str, name: str) -> Change | None:
        bindings = self.desk.bindings
        needed = bindings.must_keep(command, name)
        label = key_label(name)
        if needed:
            text = _("{key} is the only key of “{command}”, which must have one.")
            self.desk.toast(text.format(key=label, command=_(LABELS[needed[0]])), "bad")
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
        changed: Bindings = self.desk.bindings.bind(command, name)
        self.desk.change_settings(keys=changed.changes())
        text = _("{key} is now: {command}")
        self.desk.toast(text.format(key=key_label(name), command=_(LABELS[command])), "good")


class CaptureScene(Scene):
    """A card that waits for one key.  Escape keeps the old one; a modifier alone is no key."""

    overlay = True

    def __init__(self, command: str) -> None:
        self.command = command

    def resize(self) -> None:
        px, metrics = self.desk.metrics.px, self.desk.metrics
        card = Card(Form(), measuring(self.desk), min(metrics.width - px(64), px(620)), px(32))
        card.space(px(240))
        self.card = card.close()

    def handle(self, event: InputEvent) -> Change | None:
        if not isinstance(event, Press):
            return Pop() if getattr(event, "kind", "") == "down" else None
        if event.key == pygame.K_ESCAPE or not event.key:
            return Pop()
        if event.repeat or is_modifier(event.key):
            return STAY
        mod = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_SHIFT)
        return Pop((self.command, key_name(event.key, mod)))

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
