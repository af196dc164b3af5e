"""Games on their way in: a file or folder, named or dropped on the window."""

from __future__ import annotations

from collections.abc import Sequence

from game.library.indexer import IndexingResult
from game.platform.i18n import _, ngettext
from game.screen.app.scene import Change, Pop
from game.screen.library.card import CardScene, Labelled
from game.screen.ui.button import Button
from game.screen.ui.input import Dropped, InputEvent
from game.screen.ui.text_field import TextField


class ImportScene(CardScene):
    """Pops with a path, or None."""

    def __init__(self) -> None:
        super().__init__()
        self.path = ""

    @property
    def heading(self) -> str:
        return _("Import games")

    @property
    def note(self) -> str:
        return _(
            "A record, or a folder with all below it. You can also drop it on the window. "
            "The files stay where they are."
        )

    def rows(self) -> Sequence[Labelled]:
        field = TextField(
            self.path,
            self._set,
            placeholder=_("Path of a file or folder"),
            limit=400,
            on_accept=self._take,
            paste=self.desk.paste_text,
            copy=self.desk.copy_text,
            name="path",
        )
        return [(_("From"), field)]

    def buttons(self) -> Sequence[Button]:
        return (
            Button(_("Import"), self._take, icon="check", kind="main", name="import"),
            Button(_("Cancel"), Pop, name="cancel"),
        )

    def _set(self, path: str) -> None:
        self.path = path

    def _take(self) -> Change | None:
        return Pop(self.path.strip()) if self.path.strip() else None

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped):
            return Pop(event.path)
        return super().handle(event)


def words_of(outcome: IndexingResult) -> tuple[str, str]:
    """What came of an import, and the kind of toast for it."""
    if outcome.problem:
        return _("The games could not be imported: {reason}").format(reason=outcome.problem), "bad"
    count = outcome.taken
    said = [ngettext("{n} game imported", "{n} games imported", count).format(n=count)]
    if outcome.known:
        words = ngettext("{n} already in the library", "{n} already in the library", outcome.known)
        said.append(words.format(n=outcome.known))
    if outcome.refused:
        _file, why = outcome.refused[0]
        words = ngettext(
            "{n} file is not a game record", "{n} files are not game records", len(outcome.refused)
        )
        said.append(f"{words.format(n=len(outcome.refused))} ({why})")
    return ", ".join(said), "bad" if outcome.refused and not count else "good"
