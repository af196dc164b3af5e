"""The library: all games, the newest first, and the chosen game beside the list.

Games are found by words and filters. They can be reviewed, exported, imported, and deleted with an
undo.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from game.library.display_names import day, listed, result_words
from game.library.indexer import IndexingProcess, IndexingResult
from game.library.search import ListedGame, Query, longest_train
from game.openings import naming
from game.platform.errors import in_words
from game.platform.i18n import N_, _, ngettext
from game.platform.storage import games_folder
from game.platform.theme import Theme
from game.rules.registry import titles
from game.screen.app import routes
from game.screen.app.layout_scenes import Hint, PageScene, measuring
from game.screen.app.reading import read_aside, size_of
from game.screen.app.scene import STAY, Change, Pop, Push, ShownBoard
from game.screen.boards.view import StillBoard
from game.screen.library.dialogs import (
    ExportScene,
    Filters,
    FilterScene,
    ImportScene,
    import_message,
)
from game.screen.library.search_worker import PagedRows, SearchWorker
from game.screen.plugin.registry import board_view
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Dropped, InputEvent, Press
from game.screen.ui.layout import button_height, button_row
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.tokens import GAP, GAP_EDGE, Metrics
from game.table.match import Match
from game.table.record_files import read_match

ROW = 46  # design px
DATE, SHORT_DATE, TITLE, TURNS = 168, 116, 150, 58
RESULT, RESULT_NARROW, OPENING = 220, 190, 156
PREVIEW = 300  # width of the chosen game in design px
PARTS = 2  # maximum number of words shown of an opening's name
EVENING_LENGTH = datetime.timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """A deleted game: the path to which its file was moved, and its name."""

    aside: Path
    file: str


class LibraryScene(PageScene):
    """The list of games: Enter opens the chosen game for review."""

    title = N_("Library")
    clicks = True
    top, foot, first = 104, 8, "list"
    worker: SearchWorker

    def __init__(self) -> None:
        super().__init__()
        self.words = ""
        self.filters = Filters()
        self.list = ListBox([])
        self.chosen = 0
        self.deleted: list[DeletedGame] = []
        self.preview: GamePreview | None = None  # None if there is no room for a preview
        self.told = ""  # progress or problem of the library
        self.helper: IndexingProcess | None = None
        self.importing = False
        self.said = pygame.Rect(0, 0, 0, 0)
        self._waiting: Change | None = None  # change to apply in the next frame

    # -- life ------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.worker = SearchWorker(self.services.post, self._changed)
        self.worker.search(self.query)
        self._catch_up()

    def leave(self) -> None:
        self.worker.close()
        if self.preview is not None:
            self.preview.close()

    @property
    def boards(self) -> list[ShownBoard]:
        return self.preview.boards if self.preview is not None else []

    @property
    def query(self) -> Query:
        """The query of words and filters."""
        return self.filters.query(self.words, datetime.date.today())

    def _catch_up(self, path: str = "") -> None:
        """Index new records; with `path`, import the games there first."""
        if self.helper is not None:
            if path:
                self.services.toast(_("The library is busy. Try again in a moment."), "bad")
            return
        post = self.services.post
        self.helper = IndexingProcess(
            lambda done, of: post(partial(self._progress, done, of)),
            lambda outcome: post(partial(self._caught_up, outcome, bool(path))),
            [path] if path else (),
        )
        self.importing = bool(path)
        if path:
            self.resize()

    def _progress(self, done: int, of: int) -> None:
        words = _("Reading games: {done} of {of}")
        self.told = words.format(done=done, of=of) if done < of else ""
        self.worker.search(self.query)

    def _caught_up(self, outcome: IndexingResult, taken: bool) -> None:
        self.helper, self.told = None, ""
        if self.importing:
            self.importing = False
            self.resize()
        if outcome.cancelled:
            self.services.toast(_("The import was stopped. Games taken so far stay."), "info")
            self._catch_up()
        elif taken:
            self.services.toast(*import_message(outcome))
        elif outcome.problem:
            self.told = outcome.problem
        self.worker.search(self.query)

    def _changed(self) -> None:
        """Show the results of the search."""
        if self.worker.mended:
            words = _("The library was damaged. It is being rebuilt from the games; see {file}.")
            self.services.toast(words.format(file=self.worker.mended), "bad", "warning")
            self.worker.mended = ""
        self.list.empty = self._empty
        self.list.choose(min(self.chosen, len(self.list.rows) - 1))
        self._enable()
        self._preview()
        self.services.invalidate()

    def _preview(self) -> None:
        """Show the chosen game beside the list."""
        if self.preview is not None:
            self.preview.show(self.found)

    # -- layout ----------------------------------------------------------------------------------

    def hints(self) -> list[Hint]:
        return [Hint("hint", _("filter"), self._filter), Hint("cancel", _("back"), Pop)]

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, px, canvas = (
            self.services.metrics,
            self.services.metrics.px,
            measuring(self.services),
        )
        tall = button_height(metrics)
        self._lay_search(canvas, pygame.Rect(room.left, room.top, room.width, tall))
        said = max(px(30), metrics.type_px("caption") + 8)
        self.said = pygame.Rect(room.left, room.top + tall + px(6), room.width, said)
        top = self.said.bottom + px(8)  # space for the list's focus frame
        foot = self._lay_foot(canvas, room, tall)
        wide, beside = room.width, px(PREVIEW) if previews(metrics) else 0
        if beside:
            self.preview = self.preview or GamePreview(self.worker, self.services.invalidate)
            place = pygame.Rect(room.right - beside, top, beside, 0)
            place.height = foot - px(12) - place.top
            words = 2 * metrics.type_px("lead_bold") + 5 * metrics.type_px("body")
            self.preview.place(place, self.services.theme, words)
            wide -= beside + px(GAP_EDGE)
        elif self.preview is not None:
            self.preview.close()
            self.preview = None
        before = self.list
        self.list = ListBox(
            columns(metrics),
            (),
            self._open,
            on_move=self._moved,
            empty=self._empty,
            row_height=ROW,
            name="list",
        )
        self.list.rows = PagedRows(
            self.worker, lambda found: row_of(found, metrics), len(self.list.columns)
        )
        self.list.at((room.left, top, wide, foot - px(12) - top))
        self.form.add(self.list)
        self.list.take_view(before)
        chosen = min(self.chosen, len(self.list.rows) - 1)
        if chosen != self.list.chosen:
            self.list.choose(chosen)
        self._enable()
        self._preview()

    def _moved(self, row: int) -> None:
        self.chosen = row
        self._preview()

    def _lay_search(self, canvas: Canvas, row: pygame.Rect) -> None:
        buttons = [Button(_("Filter"), self._filter, icon="filter", name="filter")]
        if self.filters != Filters():
            clear = partial(self._take_filters, Filters())
            buttons.append(Button(_("All"), clear, icon="eraser", name="clear"))
        right = button_row(self.form, canvas, buttons, row) - canvas.px(GAP)
        more = {"limit": 80, "on_accept": partial(self.form.focus, "list"), "style": "body"}
        more |= {"placeholder": _("Search: names, dates, setups, openings")}
        more |= {"copy": self.services.copy_text}
        field = self.field(self.words, self._typed, "search", **more)
        self.form.add(field.at((*row.topleft, right - row.left, row.height)))

    def _import_button(self) -> Button:
        """Return the button that begins an import, or stops the running one."""
        if self.importing and self.helper is not None:
            return Button(_("Stop"), self.helper.cancel, icon="cross", name="import")
        return Button(_("Import"), lambda: Push(ImportScene()), icon="import", name="import")

    def _lay_foot(self, canvas: Canvas, room: pygame.Rect, tall: int) -> int:
        """Add the buttons below the list, in one row or two; return their upper edge."""
        px, gap = canvas.px, canvas.px(GAP)
        statistics = partial(Push, routes.Statistics(self.filters.game))
        buttons = [
            self._import_button(),
            Button(_("Statistics"), statistics, icon="chart", name="statistics"),
            Button(_("Train of the evening"), self.show_longest_train, icon="moon", name="train"),
            Button(_("Export"), self._export, icon="export", name="export"),
            Button(_("Delete"), self._delete, icon="bin", kind="danger", name="delete"),
            Button(_("Review"), self._review, icon="eye", kind="main", name="review"),
        ]
        if self.deleted:
            buttons.insert(5, Button(_("Undo"), self._undo, icon="undo", name="undo"))
        rows = [buttons]
        if sum(b.width(canvas) for b in buttons) + gap * (len(buttons) - 1) > room.width:
            half = len(buttons) // 2
            rows = [buttons[:half], buttons[half:]]
        top = room.bottom - len(rows) * (tall + px(8)) + px(8)
        for number, row in enumerate(rows):
            wanted = [button.width(canvas) for button in row]
            spare = room.width - sum(wanted) - gap * (len(row) - 1)
            share, left = min(0, spare) // len(row), room.left
            # In a single row, buttons for the library are on the left, and those for a game on the
            # right.
            split = 3 if len(rows) == 1 else 0
            for place, (button, wide) in enumerate(zip(row, wanted)):
                left += max(0, spare) if place == split else 0
                self.form.add(button.at((left, top + number * (tall + px(8)), wide + share, tall)))
                left += wide + share + gap
        return top

    def _enable(self) -> None:
        for name in ("review", "delete", "export"):
            self.form.get(name).enabled = bool(len(self.list.rows))

    @property
    def _empty(self) -> str:
        worker = self.worker
        if worker.count is None:
            return self.told or _("Looking …")
        if worker.problem:
            return worker.problem
        if self.words or self.filters != Filters():
            return _("No games match.")
        return self.told or _("No saved games yet. Every finished game is saved here.")

    # -- searching -------------------------------------------------------------------------------

    def _typed(self, words: str) -> None:
        self.words, self.chosen = words, 0
        self.list.choose(0)
        self.worker.search(self.query)

    def _filter(self) -> Change:
        return Push(FilterScene(self.filters, self.found))

    def _take_filters(self, filters: Filters) -> None:
        self.filters, self.chosen = filters, 0
        self.list.top = 0
        self.worker.search(self.query)
        self.resize()

    # -- the chosen game -------------------------------------------------------------------------

    @property
    def found(self) -> ListedGame | None:
        """The chosen game, or None while it is being looked up."""
        return self.worker.game(self.chosen) if self.worker.count else None

    def _open(self, row: int) -> Change | None:
        if row != self.chosen:
            self._moved(row)
            return STAY
        return self._review()

    def _review(self) -> Change | None:
        return self._show(self.found)

    def _show(self, found: ListedGame | None, train: bool = False) -> Change | None:
        """Open a game for review; with `train`, at its longest train."""
        if found is None:
            return None
        path = games_folder() / found.file

        def reviewed(match: Match) -> Change:
            return Push(routes.ReviewMatch(match, train))

        return read_aside(
            size_of(str(path), file=True), partial(read_match, path), reviewed, self._unreadable
        )

    def _unreadable(self, error: Exception) -> None:
        words = _("This game cannot be read: {reason}")
        self.services.toast(words.format(reason=in_words(error)), "bad")
        self._catch_up()

    def _export(self) -> Change | None:
        found = self.found
        return Push(ExportScene(found, games_folder() / found.file)) if found else None

    def _delete(self) -> Change | None:
        found = self.found
        if found is None:
            return None
        file = found.file

        def gone(aside: object) -> None:
            assert isinstance(aside, Path)
            self.deleted.append(DeletedGame(aside, file))
            self.services.toast(_("Deleted. Undo brings it back."), "info", "undo")
            self.worker.search(self.query)
            self.resize()

        self.worker.do(lambda collection: collection.throw_away(file), gone, self._failed)
        return STAY

    def _undo(self) -> Change | None:
        if not self.deleted:
            return None
        one = self.deleted.pop()

        def back(_result: object) -> None:
            self.worker.search(self.query)
            self.resize()

        self.worker.do(
            lambda collection: collection.bring_back(one.aside, one.file), back, self._failed
        )
        return STAY

    def _failed(self, reason: str) -> None:
        words = _("The library could not be changed: {reason}")
        self.services.toast(words.format(reason=reason), "bad")

    # -- the whole library -----------------------------------------------------------------------

    def show_longest_train(self) -> Change:
        """Find the longest train of the last hours and open its review."""
        since = datetime.datetime.now() - EVENING_LENGTH
        self.worker.do(
            lambda collection: longest_train(
                collection.database, since.isoformat(timespec="seconds")
            ),
            self._train_found,
            self._failed,
        )
        return STAY

    def _train_found(self, found: object) -> None:
        if isinstance(found, ListedGame):
            self._waiting = self._show(found, train=True)
        else:
            self.services.toast(_("Nobody has made a train this evening."), "info")

    # -- input -----------------------------------------------------------------------------------

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, Filters):
            self._take_filters(result)
        elif isinstance(result, str):
            self._catch_up(result)
        else:
            self.worker.search(self.query)
        return None

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped):
            self._catch_up(event.path)
            return STAY
        if isinstance(event, Press) and event.ctrl and event.key == pygame.K_f:
            self.form.focus("search")
            return STAY
        change = super().handle(event)
        if change is None and isinstance(event, Press):
            if event.key == pygame.K_DELETE:
                return self._delete() or STAY
            if event.means("undo"):
                return self._undo() or STAY
            if event.means("hint"):
                return self._filter()
        return change

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        if self.preview is not None:
            self.preview.update(dt)
        change, self._waiting = self._waiting, None
        return change

    # -- drawing ---------------------------------------------------------------------------------

    @property
    def counted(self) -> str:
        """The number of games in the list, and the filters."""
        count = self.worker.count
        if not count:
            return self.told
        words = ngettext("{n} game", "{n} games", count).format(n=grouped(count))
        return " · ".join(filter(None, (words, self.filters.words(), self.told)))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        canvas.text(self.counted, "caption", self.said, canvas.ui.text_second, ellipsis=True)
        if self.preview is not None and len(self.list.rows):
            self.preview.draw(canvas)


def grouped(count: int) -> str:
    """Return a number as text with its thousands separated."""
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def previews(metrics: Metrics) -> bool:
    """Return whether there is room for the chosen game beside the list."""
    return not metrics.narrow and not metrics.portrait


def columns(metrics: Metrics) -> list[ListColumn]:
    """Return the columns of the list: fewer in an upright window, or beside a preview."""
    narrow, upright = metrics.narrow, metrics.portrait
    date = ListColumn(SHORT_DATE if narrow or upright else DATE, look="second")
    turns = ListColumn(TURNS, "right", "second")
    if upright:
        return [date, ListColumn(0), turns]
    result = ListColumn(RESULT_NARROW if narrow else RESULT)
    if previews(metrics):
        return [date, ListColumn(TITLE), ListColumn(0), turns, result]
    opening = ListColumn(OPENING, look="second")
    return [date, ListColumn(TITLE), ListColumn(0), opening, turns, result]


def row_of(found: ListedGame, metrics: Metrics) -> tuple[str, ...]:
    """Return the cells of a game."""
    names = listed(found.names)
    sides = " – ".join(" + ".join(names[side::2]) for side in (0, 1))
    title = titles().get(found.game, found.game)
    count = str(found.turns)
    if metrics.portrait:
        return day(found.begun, minutes=False), f"{title} · {sides}", count
    result = result_words(found.result, found.margin, names)
    begun = day(found.begun, minutes=not metrics.narrow)
    if previews(metrics):
        return begun, title, sides, count, result
    opening = naming.in_words(found.game, " ".join(found.named.split()[:PARTS]))
    return begun, title, sides, opening, count, result


# Seconds before the chosen game is read, so that paging through the list reads no games.
DELAY_S = 0.15


class GamePreview:
    """The board and the result of a game in `rect`.

    `worker` reads the game; `changed` is called when the game has been read.
    """

    def __init__(self, worker: SearchWorker, changed: Callable[[], None]) -> None:
        self._worker, self._changed = worker, changed
        self.found: ListedGame | None = None
        self._match: Match | None = None
        self._board: StillBoard | None = None
        self._wait = 0.0  # seconds until the game is read; 0 if it has been requested

    def place(self, rect: pygame.Rect, theme: Theme, words: int) -> None:
        """Place the preview; `words` px of the height are for the text below the board."""
        self.close()
        self.rect, self._theme = rect, theme
        self._side = min(rect.width, rect.height - words)

    def show(self, found: ListedGame | None) -> None:
        """Show another game, or None to show no game."""
        if found is None or self.found is None or found.file != self.found.file:
            self.close()
            self._match, self._wait = None, DELAY_S
        self.found = found

    def update(self, dt: float) -> None:
        """Read the game when it has been shown for a moment."""
        if self.found is None or self._wait <= 0:
            return
        self._wait -= dt
        if self._wait <= 0:
            file = self.found.file
            self._worker.do(
                lambda _collection: read_match(games_folder() / file),
                lambda match: self._take(file, match),
                lambda _reason: None,  # opening the game reports the error
            )

    def _take(self, file: str, match: object) -> None:
        if self.found is not None and self.found.file == file and isinstance(match, Match):
            self._match = match
            self._changed()

    def close(self) -> None:
        """Stop rendering."""
        if self._board is not None:
            self._board.close()
        self._board = None

    @property
    def boards(self) -> list[ShownBoard]:
        return [self._board.shown] if self._board is not None else []

    def draw(self, canvas: Canvas) -> None:
        if self.found is None:
            return
        upper = pygame.Rect(self.rect.left, self.rect.top, self.rect.width, self._side)
        if self._match is not None:
            if self._board is None:
                view = board_view(self._match.game, self._theme, self._side)
                self._board = StillBoard(view, self._match.game.pieces(self._match.state))
            self._board.draw(canvas.surface, upper.center)
        top = upper.bottom + canvas.px(12)
        room = pygame.Rect(self.rect.left, top, self.rect.width, self.rect.bottom - top)
        one = self.found
        opening = naming.in_words(one.game, " ".join(one.named.split()))
        lines = (
            (titles().get(one.game, one.game), "lead_bold", canvas.ui.text),
            (result_words(one.result, one.margin, listed(one.names)), "body", canvas.ui.text),
            (opening, "caption", canvas.ui.text_second),
        )
        for words, style, colour in lines:
            tall = canvas.text_height(words, style, room.width) if words else 0
            if words and tall <= room.height:
                box = pygame.Rect(room.left, room.top, room.width, tall + 2)
                canvas.text(words, style, box, colour, "center", valign="top", wrap=True)
                room.top, room.height = room.top + tall + 4, room.height - tall - 4
