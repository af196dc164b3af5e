"""The list of other programs that play, with a button for a new one."""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _
from game.rules.registry import titles
from game.screen.app.routes import EditProgram, Picked
from game.screen.app.scene import Change, Push
from game.screen.menus.pick_list import PickEntry, PickScene
from game.screen.ui.button import Button
from game.table.programs import Program, load_programs


class ProgramsScene(PickScene):
    """The programs by name, with the games that each plays; pops with `Picked` or with None."""

    rows = 4

    def __init__(self, game: str, name: str = "program", value: str = "") -> None:
        super().__init__(name, lambda: _("Other programs"), self._entries, self._words, value)
        self.game = game

    def _entries(self) -> Sequence[PickEntry]:
        programs, problem = load_programs()
        if problem:
            self.services.toast(problem, "bad")
        return [PickEntry(one.name, one.name, self._games(one)) for one in programs]

    def _games(self, program: Program) -> str:
        if self.game in program.games:
            return ", ".join(titles().get(key, key) for key in program.games)
        return _("not {game}").format(game=titles()[self.game])

    def _words(self) -> str:
        return _("Any program that speaks UGI can play. Its turns are judged by our rules.")

    def others(self) -> Sequence[Button]:
        edit = Button(_("Edit"), self._edit, icon="pencil", name="edit")
        edit.enabled = bool(self.found)
        add = Button(_("Add"), self._add, icon="plus", name="add")
        return [edit, add]

    def _add(self) -> Change:
        return Push(EditProgram(game=self.game))

    def _edit(self) -> Change | None:
        row = self.list.chosen
        if not 0 <= row < len(self.found):
            return None
        return Push(EditProgram(self.found[row].value, self.game))

    def resume(self, result: object = None) -> Change | None:
        """Show what the form has changed, and choose the program that was saved."""
        self.found = list(self._entries())
        if isinstance(result, Picked):
            self.value = result.value
        self.resize()
        return None
