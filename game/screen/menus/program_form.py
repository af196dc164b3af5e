"""The form for another program that plays: its command, its games, a trial."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.rules.registry import GAMES, titles
from game.screen.app.routes import Picked
from game.screen.app.scene import STAY, Change, Pop
from game.screen.menus.settings_page import SettingsPage
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Toggle
from game.screen.ui.layout import Labelled
from game.screen.ui.widget import Widget
from game.table.errors import ProgramError
from game.table.programs import (
    MAX_NAME_LENGTH,
    MAX_PROGRAMS,
    MAX_TEXT_LENGTH,
    Program,
    ProgramTrial,
    load_programs,
    save_programs,
)


class ProgramScene(SettingsPage):
    """The form for a program; pops with `Picked("program", name)`, or with None if cancelled."""

    title = N_("Another program")

    def __init__(self, name: str = "", game: str = "") -> None:
        super().__init__()
        self.name = name
        self.program = Program("", "", games=(game,) if game else ())
        self.trial: ProgramTrial | None = None

    def enter(self) -> None:
        known = (one for one in load_programs()[0] if one.name == self.name)
        self.program = next(known, self.program)

    def leave(self) -> None:
        if self.trial is not None:
            self.trial.close()

    # -- layout ----------------------------------------------------------------------------------

    def columns(self) -> Sequence[Sequence[Labelled]]:
        fields: list[Labelled] = [
            (_("Name"), self._text("name", _("what it is called here"), MAX_NAME_LENGTH)),
            (_("Program"), self._text("path", _("a file or a command"))),
            (_("Arguments"), self._text("arguments", _("none"))),
            (_("Options"), self._text("options", "Hash=64; Threads=1")),
        ]
        names = titles()
        return [fields, [("", self._switch(game.key, names[game.key])) for game in GAMES]]

    def _text(self, name: str, words: str, limit: int = MAX_TEXT_LENGTH) -> Widget:
        text, store = getattr(self.program, name), partial(self._change, name)
        return self.field(text, store, name, placeholder=words, limit=limit)

    def _switch(self, key: str, title: str) -> Widget:
        found = self.trial.found.get(key, "") if self.trial is not None else ""
        plays = key in self.program.games
        if plays and self.trial is not None and self.trial.running and not found:
            found = _("is tried …")
        return Toggle(title, plays, self._choose(key), found, f"game-{key}")

    def buttons(self) -> Sequence[Button]:
        remove = Button(_("Remove"), self._remove, icon="bin", name="remove")
        test = Button(_("Try it"), self.try_it, icon="play", name="try")
        save = Button(_("Save"), self._save, icon="check", kind="main", name="save")
        cancel = Button(_("Cancel"), Pop, name="cancel")
        return [cancel, *([remove] if self.name else []), test, save]

    def below(self, top: int, bottom: int) -> None:
        self.words = pygame.Rect(self.inner.left, top, self.inner.width, max(0, bottom - top))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        about = self.trial.about if self.trial is not None else ""
        words = about or _("It is started without a window, and speaks UGI: see the guide.")
        second = canvas.ui.text_second
        canvas.text(words, "caption", self.words, second, valign="top", wrap=True, ellipsis=True)

    # -- changes ---------------------------------------------------------------------------------

    def _change(self, name: str, value: Any) -> None:
        self.program = replace(self.program, **{name: value})

    def _choose(self, key: str) -> Callable[[bool], None]:
        def store(wanted: bool) -> None:
            games = [game.key for game in GAMES]
            chosen = {*self.program.games, key} if wanted else {*self.program.games} - {key}
            self._change("games", tuple(sorted(chosen, key=games.index)))

        return store

    def _sound(self) -> bool:
        """Return whether the form is valid; if it is not, show the error."""
        self.program = replace(self.program, name=self.program.name.strip())
        try:
            self.program.check()
        except ProgramError as error:
            self.services.toast(in_words(error), "bad")
            return False
        return True

    def try_it(self) -> Change:
        """Make the program play a turn in each of its games."""
        if self.trial is not None:
            self.trial.close()
        self.trial = ProgramTrial(self.program, self.services.now) if self._sound() else None
        self.resize()
        return STAY

    def _save(self) -> Change | None:
        if not self._sound():
            return None
        name = self.program.name
        others = [one for one in load_programs()[0] if one.name not in (self.name, name)]
        if len(others) >= MAX_PROGRAMS:
            self.services.toast(_("There are too many programs."), "bad")
            return None
        return self._write([*others, self.program], Pop(Picked("program", name)))

    def _remove(self) -> Change | None:
        others = [one for one in load_programs()[0] if one.name != self.name]
        return self._write(others, Pop())

    def _write(self, programs: list[Program], then: Change) -> Change | None:
        try:
            save_programs(programs)
        except OSError as error:
            words = _("The program could not be saved: {reason}")
            self.services.toast(words.format(reason=in_words(error)), "bad")
            return None
        return then

    # -- time ------------------------------------------------------------------------------------

    def update(self, dt: float) -> Change | None:
        if self.trial is not None and self.trial.update(self.services.now):
            self.resize()
            self.services.invalidate()
        return super().update(dt)

    @property
    def redraw_every(self) -> float:
        return 0.2 if self.trial is not None and self.trial.running else 0.0
