"""Dialogs over the library: the filters, the import of games, the export of a game.

An export runs in its own process, which draws pictures as the screen would.
"""

from __future__ import annotations

import datetime
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from game.library.import_export import FILE_EXTENSIONS
from game.library.import_words import import_words
from game.library.indexer import IndexingResult
from game.library.search import ListedGame, Query
from game.openings.naming import in_words, naming_of
from game.platform import storage
from game.platform.i18n import N_, _, ngettext
from game.platform.processes import own_command, query
from game.platform.settings import THEMES
from game.rules.registry import titles
from game.screen.app.layout_scenes import CardScene, storing
from game.screen.app.scene import STAY, AppServices, Change, Pop
from game.screen.ui.button import Button
from game.screen.ui.choosers import Stepper
from game.screen.ui.input import Dropped, InputEvent
from game.screen.ui.layout import Card, Labelled, button_height, button_row, labelled_rows
from game.screen.ui.text_field import TextField

RESULTS = {
    "": N_("any"),
    "p1win": N_("The first seat won"),
    "p2win": N_("The second seat won"),
    "draw": N_("Draw"),
    "open": N_("Not finished"),
}
AGES = (0, 1, 7, 31, 366)  # days, 0 for any age
LENGTHS = ((0, 0), (1, 15), (16, 30), (31, 60), (61, 0))  # turns, 0 for no limit


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the library.

    - `days`: maximum age of a game
    - `length`: one of LENGTHS
    - `opening`: first turns of a chosen game; only the first `alike` of these turns count
    - `named`: beginning of an opening's name
    """

    game: str = ""
    player: str = ""
    result: str = ""
    days: int = 0
    length: tuple[int, int] = LENGTHS[0]
    setup: str = ""
    opening: str = ""
    board: str = ""
    alike: int = 0
    named: str = ""

    def query(self, words: str, today: datetime.date) -> Query:
        """Return the query for these filters."""
        since = (today - datetime.timedelta(self.days - 1)).isoformat() if self.days else ""
        return Query(
            words=words,
            game=self.game,
            names=self.player,
            result=self.result,
            since=since,
            shortest=self.length[0],
            longest=self.length[1],
            setup=self.setup,
            opening=" ".join(self.opening.split()[: self.alike]),
            board=self.board if self.alike else "",
            named=self.named if self.game else "",
        )

    def words(self) -> str:
        """Return the filters in a few words; "" if there are none."""
        said = [
            titles().get(self.game, ""),
            self.player,
            _(RESULTS[self.result]) if self.result else "",
            age_words(self.days) if self.days else "",
            length_words(self.length) if self.length != LENGTHS[0] else "",
            self.setup,
            " ".join(self.opening.split()[: self.alike]),
            in_words(self.game, self.named),
        ]
        return " · ".join(filter(None, said))


def age_words(days: int) -> str:
    """Return the words for an age in days."""
    return {
        0: _("any"),
        1: _("Today"),
        7: _("Past 7 days"),
        31: _("Past 30 days"),
        366: _("Past 12 months"),
    }[days]


def length_words(length: tuple[int, int]) -> str:
    """Return the words for a range of turns."""
    first, last = length
    if not first:
        return _("any")
    if not last:
        return _("{n} turns or more").format(n=first)
    return _("{first} to {last} turns").format(first=first, last=last)


class LibraryDialog(CardScene):
    """A card of labelled controls, a note and buttons."""

    size, pad = (820, 430, 40), 30
    head, foot, style = (16, 60, 84), 20, "dialog_title"
    # Height of a control in design px, and the labels' share of the width.
    row, share = 58, 0.32

    def rows(self) -> Sequence[Labelled]:
        """Return the controls with their labels."""
        return ()

    def buttons(self) -> Sequence[Button]:
        """Return the buttons, from the right."""
        return ()

    @property
    def note(self) -> str:
        """The text below the controls."""
        return ""

    def lay_out(self, card: Card) -> None:
        metrics, px, rows = self.services.metrics, self.services.metrics.px, self.rows()
        height, gap = max(px(self.row), metrics.type_px("caption") + px(20)), px(8)
        box = card.row(len(rows) * (height + gap))
        labelled_rows(self.form, rows, box, height + gap, height, self.share, px(12), "caption")
        if self.note:
            card.words(self.note, px(14))
        card.space(px(12))
        foot = card.row(button_height(metrics, around=px(16)))
        button_row(self.form, card.canvas, self.buttons(), foot, shrink=True)

    def field(
        self, text: str, store: Callable[[str], Change | None], name: str, **more: Any
    ) -> TextField:
        """Return a text field with copy and paste."""
        return super().field(text, store, name, copy=self.services.copy_text, **more)


class FilterScene(LibraryDialog):
    """The choice of filters: pops with `Filters`, or None.

    `like` is the game whose opening can be a filter.
    """

    title = N_("Which games?")

    def __init__(self, filters: Filters, like: ListedGame | None) -> None:
        super().__init__()
        self.filters, self.like = filters, like

    def rows(self) -> Sequence[Labelled]:
        now, games = self.filters, {"": _("All games"), **titles()}
        results = {key: _(words) for key, words in RESULTS.items()}
        store = self._set("result")
        result = Stepper([*results], now.result, store, results.__getitem__, "result")
        length = Stepper(LENGTHS, now.length, self._set("length"), length_words, "length")
        rows: list[Labelled] = [
            (_("Game"), Stepper([*games], now.game, self._choose_game, games.__getitem__, "game")),
            (_("Player"), self._field("player", now.player, _("any"))),
            (_("Result"), result),
            (_("Begun"), Stepper(AGES, now.days, self._set("days"), age_words, "days")),
            (_("Length"), length),
            (_("Setup"), self._field("setup", now.setup, _("any"))),
        ]
        names = self._names()
        if names:
            control = Stepper(names, now.named, self._set("named"), self._named, "named")
            rows.append((_("Opening"), control))
        opening = self.like.opening if self.like else now.opening
        if opening:
            most = range(len(opening.split()) + 1)
            control = Stepper(most, now.alike, self._alike, _alike, "alike")
            rows.append((_("Opening as in the chosen game"), control))
        return rows

    def _names(self) -> list[str]:
        """Return the beginnings of opening names to choose from, including the chosen game's own.

        The list is empty unless one kind of game is chosen.
        """
        naming = naming_of(self.filters.game) if self.filters.game else None
        if naming is None:
            return []
        like = self.like.named.split() if self.like and self.like.game == self.filters.game else []
        longer = [" ".join(like[:count]) for count in range(2, len(like) + 1)]
        known = ["", *naming.firsts, *longer]
        return known if self.filters.named in known else [*known, self.filters.named]

    def _named(self, name: str) -> str:
        return in_words(self.filters.game, name) or _("any")

    def _choose_game(self, game: str) -> None:
        """Choose a game, and drop an opening of another game."""
        self.filters = replace(self.filters, game=game, named="")
        self.resize()

    def _field(self, name: str, text: str, empty: str) -> TextField:
        more = {"placeholder": empty, "limit": 60, "on_accept": lambda: Pop(self.filters)}
        return self.field(text, self._set(name), name, **more)

    def buttons(self) -> Sequence[Button]:
        return (
            Button(_("Show"), lambda: Pop(self.filters), icon="check", kind="main", name="show"),
            Button(_("Clear"), lambda: Pop(Filters()), icon="eraser", name="clear"),
        )

    def _set(self, name: str) -> Callable[[Any], Change | None]:
        def store(value: Any) -> None:
            self.filters = replace(self.filters, **{name: value})

        return store

    def _alike(self, count: int) -> Change | None:
        now, like = self.filters, self.like
        if like is not None:
            game, named = (
                like.game if count else now.game,
                now.named if now.game == like.game else "",
            )
            now = replace(now, opening=like.opening, board=like.board, game=game, named=named)
        self.filters = replace(now, alike=count)
        self.resize()
        return None


def _alike(count: int) -> str:
    if not count:
        return _("any")
    return ngettext("the first {n} turn", "the first {n} turns", count).format(n=count)


class ImportScene(LibraryDialog):
    """The form for a path of games to import: pops with the path, or None."""

    title = N_("Import games")
    path = ""

    @property
    def note(self) -> str:
        return _(
            "A record, or a folder with all below it. You can also drop it on the window. "
            "The files stay where they are."
        )

    def rows(self) -> Sequence[Labelled]:
        more = {"placeholder": _("Path of a file or folder"), "limit": 400, "on_accept": self._take}
        field = self.field(self.path, storing(self, "path"), "path", **more)
        return [(_("From"), field)]

    def buttons(self) -> Sequence[Button]:
        return (
            Button(_("Import"), self._take, icon="import", kind="main", name="import"),
            Button(_("Cancel"), Pop, name="cancel"),
        )

    def _take(self) -> Change | None:
        return Pop(self.path.strip()) if self.path.strip() else None

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped):
            return Pop(event.path)
        return super().handle(event)


def import_message(outcome: IndexingResult) -> tuple[str, str]:
    """Return the result of an import in words, and the kind of its toast."""
    if outcome.problem:
        return _("The games could not be imported: {reason}").format(reason=outcome.problem), "bad"
    said = [import_words(outcome.taken, outcome.known, outcome.merged)]
    done = outcome.taken or outcome.merged
    if outcome.refused:
        _file, why = outcome.refused[0]
        count = len(outcome.refused) + outcome.unnamed
        words = ngettext("{n} file is not a game record", "{n} files are not game records", count)
        said.append(f"{words.format(n=count)} ({why})")
    told = ", ".join(said)
    if outcome.stopped:
        return f"{told}. {outcome.stopped}", "bad"
    return told, "bad" if outcome.refused and not done else "good"


EXPORT_FORMATS = {
    "record": N_("Record (JSON)"),
    "text": N_("Text"),
    "png": N_("Picture (PNG)"),
    "svg": N_("Picture (SVG)"),
    "gif": N_("Animation (GIF)"),
    "sheet": N_("Sheet to print (HTML)"),
}
FORMATS_OF_A_TURN = ("png", "svg", "gif")  # formats that can show one turn
THEMED_FORMATS = (*FORMATS_OF_A_TURN, "sheet")
assert set(EXPORT_FORMATS) == set(FILE_EXTENSIONS)


class ExportScene(LibraryDialog):
    """The form of an export: pops when the export has begun; a toast then names the file."""

    last_kind, last_folder = "png", ""  # last choices, preset for the next game

    def __init__(self, found: ListedGame, path: Path) -> None:
        super().__init__()
        self.found, self.path = found, path
        self.kind = ExportScene.last_kind
        self.folder = ExportScene.last_folder or str(storage.exports_folder())
        self.turn = 0
        self.theme = ""

    def enter(self) -> None:
        self.theme = self.services.settings.theme

    @property
    def heading(self) -> str:
        return _("Export: {game}").format(game=titles().get(self.found.game, self.found.game))

    @property
    def note(self) -> str:
        return _("The file goes into this folder, which is made if need be.")

    def rows(self) -> Sequence[Labelled]:
        kinds = {kind: _(words) for kind, words in EXPORT_FORMATS.items()}
        rows: list[Labelled] = [
            (_("Format"), Stepper([*kinds], self.kind, self._set_kind, kinds.__getitem__, "kind"))
        ]
        if self.kind in FORMATS_OF_A_TURN:
            turns = range(self.found.turns + 1)
            moment = Stepper(turns, self.turn, storing(self, "turn"), self._at, "turn")
            rows.append((_("Moment"), moment))
        if self.kind in THEMED_FORMATS:
            store = storing(self, "theme")
            rows.append((_("Theme"), Stepper(THEMES, self.theme, store, str.capitalize, "theme")))
        more = {"limit": 400, "on_accept": self._export}
        field = self.field(self.folder, storing(self, "folder"), "folder", **more)
        return [*rows, (_("Folder"), field)]

    def buttons(self) -> Sequence[Button]:
        return (
            Button(_("Export"), self._export, icon="export", kind="main", name="export"),
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

    def _export(self) -> Change:
        folder = self.folder.strip() or str(storage.exports_folder())
        ExportScene.last_folder = folder
        turn = self.turn if self.kind in FORMATS_OF_A_TURN else 0
        own = self.services.settings.own_look if self.services.theme.own else ""
        command = own_command(
            *("library", "export", "--record", str(self.path), "--as", self.kind),
            *("--theme", self.theme, "--turn", str(turn), "--to", folder),
            *(("--look", own) if own else ()),
        )
        start_export(self.services, command)
        return Pop()


def start_export(services: AppServices, command: Sequence[str]) -> None:
    """Write the file in the background; a toast names the file or shows the error."""
    services.toast(_("Writing …"), "info", "export")

    def done(words: str, kind: str) -> None:
        services.post(lambda: services.toast(words, kind, "check" if kind == "good" else "warning"))

    threading.Thread(target=_write, args=(command, done), daemon=True, name="export").start()


def _write(command: Sequence[str], done: Callable[[str, str], None]) -> None:
    try:
        path = query(command, outlives=True).decode().strip()
    except subprocess.CalledProcessError as error:
        why = (error.stderr or b"").decode(errors="replace").strip().splitlines()
        done(_("The game was not exported: {reason}").format(reason=why[-1] if why else ""), "bad")
    except (OSError, subprocess.SubprocessError) as error:
        done(_("The game was not exported: {reason}").format(reason=error), "bad")
    else:
        done(_("Written: {file}").format(file=path), "good")
