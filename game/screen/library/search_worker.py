"""Search of games in a worker thread, page by page, so that the frame loop never waits."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress

from game.library import search
from game.library.collection import GameCollection
from game.library.database import (
    REPAIRED,
    Database,
    open_library,
    pop_fact,
    repair_library,
)
from game.library.errors import DatabaseError
from game.library.search import ListedGame, Query
from game.platform.errors import in_words
from game.screen.ui.list_box import Row, RowsOnDemand

PAGE_SIZE = 100  # games read together
MAX_PAGES = 30  # maximum number of pages in the cache

Post = Callable[[Callable[[], None]], None]
ShelfJob = Callable[[GameCollection], object]


class SearchWorker:
    """The results of one query at a time.

    `changed` is called on the loop's thread when there are new results to show; `problem` says why
    there are no results.
    """

    def __init__(self, post: Post, changed: Callable[[], None]) -> None:
        self._post, self._changed = post, changed
        self.query = Query()
        self.count: int | None = None  # None until it is known
        self.problem = ""
        # Name under which a damaged library was set aside; "" if no damage was found.
        self.mended = ""
        self._pages: dict[int, list[ListedGame]] = {}
        self._asked: set[int] = set()
        self._round = 0
        self._jobs: queue.SimpleQueue[Callable[[Database], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="library search", daemon=True).start()

    def close(self) -> None:
        """Stop the worker."""
        self._round += 1
        self._jobs.put(None)

    def search(self, query: Query) -> None:
        """Start a search, or repeat it; the old results are shown until the new ones arrive."""
        self._round += 1
        self.query = query
        self._asked = {0}
        number = self._round

        def job(database: Database) -> None:
            if number != self._round:
                return  # a newer search has replaced this one
            count = search.count(database, query)
            first = search.page(database, query, 0, PAGE_SIZE)
            self._tell(number, lambda: self._take_first(count, first))

        self._jobs.put(job)

    def game(self, row: int) -> ListedGame | None:
        """Return a game of the list, or None while it is being looked up."""
        number, place = divmod(row, PAGE_SIZE)
        found = self._pages.get(number)
        if found is None:
            self._ask_page(number)
            return None
        return found[place] if place < len(found) else None

    def do(
        self, task: ShelfJob, done: Callable[[object], None], failed: Callable[[str], None]
    ) -> None:
        """Run a job on the collection; `done` gets its result, or `failed` the reason in words."""

        def job(database: Database) -> None:
            try:
                result = task(GameCollection(database))
            except (OSError, ValueError) as error:
                words = in_words(error)
                self._post(lambda: failed(words))
                return
            self._post(lambda: done(result))

        self._jobs.put(job)

    def _ask_page(self, number: int) -> None:
        if number in self._asked:
            return
        self._asked.add(number)
        query, round_ = self.query, self._round

        def job(database: Database) -> None:
            if round_ == self._round:
                found = search.page(database, query, number * PAGE_SIZE, PAGE_SIZE)
                self._tell(round_, lambda: self._take(number, found))

        self._jobs.put(job)

    def _take_first(self, count: int, first: list[ListedGame]) -> None:
        self.count, self._pages, self.problem = count, {0: first}, ""
        self._changed()

    def _take(self, number: int, found: list[ListedGame]) -> None:
        if len(self._pages) >= MAX_PAGES:
            gone = max(self._pages, key=lambda page: abs(page - number))
            del self._pages[gone]
            self._asked.discard(gone)
        self._pages[number] = found
        self._changed()

    def _fail(self, words: str) -> None:
        self.count, self._pages, self.problem = 0, {}, words
        self._changed()

    def _tell(self, number: int, job: Callable[[], None]) -> None:
        """Run `job` on the loop's thread unless another search has begun."""
        self._post(lambda: job() if number == self._round else None)

    def _work(self) -> None:
        database: Database | None = None
        while (job := self._jobs.get()) is not None:
            try:
                if database is None:
                    database = open_library()
                    self.mended = pop_fact(database, REPAIRED) if database.writable else ""
                job(database)
            except Exception as error:  # shown instead of the games
                self._let_go(database, error)
                database = None
        if database is not None:
            database.close()

    def _let_go(self, database: Database | None, error: Exception) -> None:
        """Close a library that failed, repair a damaged one, and show the error in the scene."""
        words = in_words(error)
        if database is not None:
            database.close()
            if isinstance(error, DatabaseError) and error.code == "damaged":
                with suppress(OSError, DatabaseError):  # the next attempt repairs it
                    repair_library(database.path).close()
        self._post(lambda: self._fail(words))


class PagedRows(RowsOnDemand):
    """The rows of a list, looked up when they become visible."""

    def __init__(
        self, worker: SearchWorker, words: Callable[[ListedGame], Row], columns: int
    ) -> None:
        self._worker, self._words = worker, words
        self._waiting = ("…", *[""] * (columns - 1))

    def __len__(self) -> int:
        return self._worker.count or 0

    def row(self, number: int) -> Row:
        found = self._worker.game(number)
        return self._waiting if found is None else self._words(found)
