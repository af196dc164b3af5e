"""An evening of games: its highlights, its games, and a page about it to print.

Games without a review can be judged here, one after the other, without blocking anything else.
"""

from __future__ import annotations

import datetime
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.library import evening_sheet
from game.library.collection import GameCollection
from game.library.display_names import match_result, players_line
from game.library.evening import Evening, Span, Train, evening_of, games_of, span_of
from game.platform import processes
from game.platform.i18n import N_, _, format_date, format_percent, ngettext
from game.rules import Game
from game.rules.registry import GAMES
from game.screen.app import routes
from game.screen.app.layout_scenes import Hint, measuring
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.library.search_worker import SearchWorker
from game.screen.plugin.board_beside import PageWithBoard
from game.screen.plugin.sample_positions import sample_game, sample_pieces
from game.screen.review.chapters import chapters_of
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Stepper
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import button_flow, split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.table.high_scores import Champion, champion, load_scores
from game.table.match import Match
from game.table.record_files import keep_review
from game.table.review import Evaluate, Review, ReviewQueue

# Height of a row in design px, and the number of evenings to choose from, including tonight.
ROW, DAYS = 46, 8
LABEL, RESULT = 190, 290  # widths of columns in design px


@dataclass(frozen=True, slots=True)
class KnownEvening:
    """An evening that has been read: `points` has the number of turning points of each game.

    `open` are the games without a complete review.
    """

    evening: Evening
    champion: Champion | None
    points: Sequence[int]
    open: Sequence[Match]


def read_evening(collection: GameCollection, span: Span) -> KnownEvening:
    """Read an evening, including games newer than the library's index. Raises DatabaseError."""
    collection.catch_up_with_few()
    evening = evening_of(games_of(collection, span))
    best = champion(load_scores()[0], span.since) if span.back == 0 else None
    return KnownEvening(evening, best, *_judged(evening))


def _judged(evening: Evening) -> tuple[list[int], list[Match]]:
    points = [len(chapters_of(match)) for match in evening.games]
    return points, [match for match in evening.games if not Review(match).complete]


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the list: its cells, the match that it opens, and the train to begin at."""

    cells: tuple[str, str, str]
    match: Match | None = None
    train: Train | None = None


class EveningScene(PageWithBoard):
    """The evening; Enter opens the chosen game for review."""

    title = N_("The evening")
    clicks = True
    top, foot = 104, 8
    worker: SearchWorker

    def __init__(self, back: int = 0, make_judge: Callable[[Game], Evaluate] | None = None) -> None:
        super().__init__()
        self.back = back
        self.known: KnownEvening | None = None
        self.trouble = ""
        self.entries: list[Entry] = []
        self.list = ListBox([])
        self.chosen = 0
        self.queue: ReviewQueue | None = None
        self.percent = 0
        self.said = pygame.Rect(0, 0, 0, 0)
        self._make_judge = make_judge
        # True after the person has gone to another evening; from then on the focus stays where it
        # is.
        self._turned = False

    # -- life ------------------------------------------------------------------------------------

    @property
    def span(self) -> Span:
        return span_of(datetime.datetime.now(), self.back)

    def enter(self) -> None:
        self.worker = SearchWorker(self.services.post, self.services.invalidate)
        self._read()

    def leave(self) -> None:
        self._stop()
        self.worker.close()
        self.close_board()

    def resume(self, result: object = None) -> Change | None:
        self._read()
        return None

    def _read(self) -> None:
        span = self.span
        self.worker.do(
            lambda collection: (span.back, read_evening(collection, span)), self._show, self._failed
        )

    def _show(self, found: object) -> None:
        assert isinstance(found, tuple)
        back, known = found
        if back == self.back:
            first, self.known, self.trouble = self.known is None, known, ""
            self.entries = self._entries()
            self.resize()
            if first and self.entries and not self._turned:
                self.form.focus("list")
            self.services.invalidate()

    def _failed(self, reason: str) -> None:
        self.known, self.trouble, self.entries = None, reason, []
        self.resize()
        self.services.invalidate()

    # -- what is listed --------------------------------------------------------------------------

    def _entries(self) -> list[Entry]:
        if self.known is None:
            return []
        evening, found = self.known.evening, list[Entry]()
        if evening.table and evening.table[0].points:
            points = evening_sheet.half_points(evening.table[0].points)
            leaders = evening_sheet.leaders(evening.table)
            found.append(Entry((_("Most points"), leaders, points)))
        best = self.known.champion
        if best is not None:
            found.append(Entry((_("champion tonight"), best.initials, str(best.points))))
        if evening.train is not None:
            train = evening.train
            cells = (_("Longest train"), train.name, evening_sheet.jumps(train))
            found.append(Entry(cells, train.match, train))
        if evening.race is not None:
            race = evening.race
            words = players_line(race.match), evening_sheet.closeness(race)
            found.append(Entry((_("Closest race"), *words), race.match))
        for match in evening.games:
            label = f"{match.date[11:16]} {match.game.title}"
            found.append(Entry((label, players_line(match), match_result(match)), match))
        return found

    @property
    def counted(self) -> str:
        """The line above the list: counts of games and turning points, or the engine's progress."""
        if self.queue is not None:
            words = _("Looking for turning points: {percent}")
            return words.format(percent=format_percent(self.percent / 100))
        if self.known is None or not self.known.evening.games:
            return ""
        games, points = len(self.known.evening.games), sum(self.known.points)
        found = ngettext("{n} turning point known", "{n} turning points known", points)
        said = [ngettext("{n} game", "{n} games", games).format(n=games), found.format(n=points)]
        left = len(self.known.open)
        if left:
            todo = ngettext("{n} game not looked at", "{n} games not looked at", left)
            said.append(todo.format(n=left))
        return " · ".join(said)

    @property
    def _empty(self) -> str:
        if self.trouble or self.known is None:
            return self.trouble
        if self.back:
            return _("No game has ended that evening.")
        return _("No game has ended tonight. Each one that does is told here, and can be printed.")

    # -- layout ----------------------------------------------------------------------------------

    def hints(self) -> list[Hint]:
        return [Hint("cancel", _("back"), Pop)]

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        canvas = measuring(self.services)
        row, below = split_top(room, max(px(46), metrics.type_px("body") + 16), px(6))
        row.width = min(row.width, max(px(380), 300))
        steps = range(DAYS - 1, -1, -1)  # the newest evening on the right
        self.form.add(Stepper(steps, self.back, self._turn, self._name, "day").at(row))
        words = max(px(30), metrics.type_px("caption") + 8)
        self.said, below = split_top(below, words, px(8))  # space for the list's focus frame
        foot = button_flow(self.form, canvas, self._buttons(), below)
        before = self.list
        self.list = ListBox(
            self._columns(below),
            [self._cells(entry) for entry in self.entries],
            self._open,
            on_move=partial(setattr, self, "chosen"),
            empty=self._empty,
            row_height=max(ROW, round(44 / metrics.scale) if metrics.portrait else ROW),
            name="list",
        )
        self.list.take_view(before)
        self.form.add(self.list)
        above = pygame.Rect(below.left, below.top, below.width, foot - px(12) - below.top)
        self.lay_beside(self.list, above)
        self.list.choose(min(self.chosen, len(self.entries) - 1))
        self.first = "list" if self.entries else "day"

    def _columns(self, room: pygame.Rect) -> list[ListColumn]:
        metrics = self.services.metrics
        if metrics.portrait:
            return [ListColumn(0), ListColumn(200, "right", "second")]
        return [
            ListColumn(LABEL, look="second"),
            ListColumn(0),
            ListColumn(RESULT, "right", "accent"),
        ]

    def _cells(self, entry: Entry) -> tuple[str, ...]:
        label, who, what = entry.cells
        if self.services.metrics.portrait:
            return f"{label} · {who}", what
        return entry.cells

    def _buttons(self) -> list[Button]:
        known = self.known
        sheet = Button(_("Print"), self._print, icon="printer", kind="main", name="print")
        sheet.enabled = known is not None and bool(known.evening.games)
        sheet.kind = "main" if sheet.enabled else "plain"
        if self.queue is not None:
            look = Button(_("Stop"), self._stop, icon="cross", name="look")
        else:
            label = _("Find turning points")
            look = Button(label, self._look, icon="engine", name="look")
            look.enabled = known is not None and bool(known.open)
        review = Button(_("Review"), lambda: self._open(self.chosen), icon="eye", name="review")
        review.enabled = bool(self.entries)
        return [sheet, look, review]

    def _name(self, back: int) -> str:
        if back == 0:
            return _("Tonight")
        if back == 1:
            return _("Yesterday")
        return format_date(span_of(datetime.datetime.now(), back).day)

    def _turn(self, back: int) -> None:
        self._stop()
        self._turned = True
        self.back, self.chosen, self.known, self.entries = back, 0, None, []
        self.resize()
        self._read()

    # -- what can be done ------------------------------------------------------------------------

    def _open(self, row: int) -> Change | None:
        self.chosen = row
        match = self._match
        if match is None:
            return None
        self._stop()  # the review also runs an engine that writes into the match
        entry = self.entries[row]
        return Push(routes.ReviewMatch(match, entry.train is not None))

    @property
    def _match(self) -> Match | None:
        """The match of the chosen row."""
        there = 0 <= self.chosen < len(self.entries)
        return self.entries[self.chosen].match if there else None

    def _print(self) -> Change | None:
        """Write the page for printing, and open it in the browser."""
        known, services, span = self.known, self.services, self.span
        if known is None or not known.evening.games:
            return None

        def job() -> None:
            sheet = evening_sheet.sheet_of_evening(
                known.evening, chapters_of, span.day, champion=known.champion
            )
            path = evening_sheet.write(sheet, span.day)
            # A browser may open slowly, so nothing waits for it.
            threading.Thread(target=processes.open_in_browser, args=(path,), daemon=True).start()
            services.post(lambda: services.toast(_("Written: {path}").format(path=path), "good"))

        services.write_file(None, job, "{reason}")
        return STAY

    def _look(self) -> Change | None:
        """Let the engine judge the games without a complete review."""
        if self.known is None or not self.known.open:
            return None
        post = self.services.post

        def told(done: int, of: int) -> None:
            percent = 100 * done // of
            if percent != self.percent:
                post(partial(self._progress, queue, percent))

        def kept(match: Match) -> None:
            keep_review(match, new=False)

        queue = ReviewQueue(self.known.open, told, kept, self._make_judge)
        self.queue, self.percent = queue, 0
        queue.start(lambda why: post(partial(self._looked, queue, why)))
        self.resize()
        return STAY

    def _progress(self, queue: ReviewQueue, percent: int) -> None:
        if queue is self.queue:
            self.percent = percent
            self.services.invalidate()

    def _looked(self, queue: ReviewQueue, why: str) -> None:
        """Show the results, and report a failure of the engine."""
        if why:
            self.services.toast(_("The engine has failed: {reason}").format(reason=why), "bad")
        if queue is self.queue:
            self.queue = None
        self._read()

    def _stop(self) -> Change | None:
        """Stop judging; results so far are kept."""
        queue, self.queue = self.queue, None
        if queue is not None:
            queue.stop()
            self.resize()
        return STAY

    def handle(self, event: InputEvent) -> Change | None:
        change = super().handle(event)
        if change is None and isinstance(event, Press):
            for command, step in (("page-up", 1), ("page-down", -1)):
                back = self.back + step
                if event.means(command) and 0 <= back < DAYS:
                    self._turn(back)
                    return STAY
        return change

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        canvas.text(self.counted, "caption", self.said, canvas.ui.text_second, ellipsis=True)
        if self.beside is None:
            return
        entry = self.entries[self.chosen] if 0 <= self.chosen < len(self.entries) else None
        if entry is not None and entry.match is not None:
            match, train = entry.match, entry.train
            state = train.turn.after if train is not None else match.state
            key = (id(match), train is not None)
            self.beside.show(key, match.game, match.game.pieces(state))
            self.beside.draw(canvas, match.game.title)
        else:
            game = GAMES[0].key
            self.beside.show(game, sample_game(game), sample_pieces(game))
            self.beside.draw(canvas, "")
