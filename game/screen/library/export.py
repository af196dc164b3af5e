"""A game on its way out: in what form, which moment, into which folder.

The writing is done by a process of its own, which draws pictures as the screen would.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.library.import_export import FILE_EXTENSIONS
from game.library.search import ListedGame
from game.platform import storage
from game.platform.i18n import N_, _
from game.platform.processes import own_command, query
from game.platform.settings import THEMES
from game.rules.registry import titles
from game.screen.app.scene import STAY, AppServices, Change, Pop
from game.screen.library.card import CardScene, Labelled
from game.screen.ui.button import Button
from game.screen.ui.choosers import Stepper
from game.screen.ui.text_field import TextField

EXPORT_FORMATS = {
    "record": N_("Record (JSON)"),
    "text": N_("Text"),
    "png": N_("Picture (PNG)"),
    "svg": N_("Picture (SVG)"),
    "gif": N_("Animation (GIF)"),
    "sheet": N_("Sheet to print (HTML)"),
}
FORMATS_OF_A_TURN = ("png", "svg", "gif")  # of which one turn can be wished
THEMED_FORMATS = (*FORMATS_OF_A_TURN, "sheet")
assert set(EXPORT_FORMATS) == set(FILE_EXTENSIONS)


@dataclass(frozen=True, slots=True)
class Export:
    """What is wished of the record at `path`."""

    path: Path
    kind: str
    theme: str
    turn: int
    folder: str

    def command(self) -> list[str]:
        """The command line that writes it."""
        return own_command(
            *("library", "export", "--record", str(self.path), "--as", self.kind),
            *("--theme", self.theme, "--turn", str(self.turn), "--to", self.folder),
        )


class ExportScene(CardScene):
    """Pops when the writing has begun; where it went is said when it is done."""

    last_kind, last_folder = "png", ""  # chosen last, for the next game

    def __init__(self, found: ListedGame, path: Path) -> None:
        super().__init__()
        self.found, self.path = found, path
        self.kind = ExportScene.last_kind
        self.folder = ExportScene.last_folder or str(storage.exports_folder())
        self.turn = 0
        self.theme = ""

    def enter(self) -> None:
        self.theme = self.desk.settings.theme

    @property
    def heading(self) -> str:
        return _("Export: {game}").format(game=titles().get(self.found.game, self.found.game))

    @property
    def note(self) -> str:
        return _("The file goes into this folder, which is made if need be.")

    def rows(self) -> Sequence[Labelled]:
        rows: list[Labelled] = [
            (_("Format"), Stepper([*EXPORT_FORMATS], self.kind, self._set_kind, _kind, "kind"))
        ]
        if self.kind in FORMATS_OF_A_TURN:
            turns = range(self.found.turns + 1)
            rows.append((_("Moment"), Stepper(turns, self.turn, self._set_turn, self._at, "turn")))
        if self.kind in THEMED_FORMATS:
            themes = Stepper(THEMES, self.theme, self._set_theme, str.capitalize, "theme")
            rows.append((_("Theme"), themes))
        folder = TextField(
            self.folder,
            self._set_folder,
            limit=400,
            on_accept=self._export,
            paste=self.desk.paste_text,
            copy=self.desk.copy_text,
            name="folder",
        )
        return [*rows, (_("Folder"), folder)]

    def buttons(self) -> Sequence[Button]:
        return (
            Button(_("Export"), self._export, icon="check", kind="main", name="export"),
            Button(_("Cancel"), Pop, name="cancel"),
        )

    def _at(self, turn: int) -> str:
        if turn:
            return _("Turn {n}").format(n=turn)
        return _("The whole game") if self.kind == "gif" else _("The end")

    def _set_kind(self, kind: str) -> Change:
        self.kind = ExportScene.last_kind = kind
        self.resize()
        return STAY

    def _set_turn(self, turn: int) -> None:
        self.turn = turn

    def _set_theme(self, theme: str) -> None:
        self.theme = theme

    def _set_folder(self, folder: str) -> None:
        self.folder = folder

    def _export(self) -> Change:
        folder = self.folder.strip() or str(storage.exports_folder())
        ExportScene.last_folder = folder
        turn = self.turn if self.kind in FORMATS_OF_A_TURN else 0
        begin(self.desk, Export(self.path, self.kind, self.theme, turn, folder))
        return Pop()


def _kind(kind: str) -> str:
    return _(EXPORT_FORMATS[kind])


def begin(desk: AppServices, export: Export) -> None:
    """Have it written; says where it lies, or what is wrong."""
    desk.toast(_("Writing …"), "info", "film")

    def done(words: str, kind: str) -> None:
        desk.post(lambda: desk.toast(words, kind, "check" if kind == "good" else "warning"))

    threading.Thread(target=_write, args=(export, done), daemon=True, name="export").start()


def _write(export: Export, done: Callable[[str, str], None]) -> None:
    try:
        path = query(export.command(), outlives=True).decode().strip()
    except subprocess.CalledProcessError as error:
        why = (error.stderr or b"").decode(errors="replace").strip().splitlines()
        done(_("The game was not exported: {reason}").format(reason=why[-1] if why else ""), "bad")
    except (OSError, subprocess.SubprocessError) as error:
        done(_("The game was not exported: {reason}").format(reason=error), "bad")
    else:
        done(_("Written: {file}").format(file=path), "good")
