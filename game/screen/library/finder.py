"""Looks games up in a thread of its own, page by page, so that the frame loop never waits."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from typing import overload

from game.library import care, search
from game.library.care import open_library
from game.library.database import Database
from game.library.errors import DatabaseError
from game.library.search import Found, Query
from game.library.shelf import Shelf
from game.platform.errors import in_words
from game.screen.ui.listing import Row

PAGE = 100  # games looked up at once
KEPT = 30  # pages kept

Post = Callable[[Callable[[], None]], None]
Deed = Callable[[Shelf], object]


class Finder:
    """The games of one query at a time.  `changed` is called on the loop's thread when there is
    more to show; `problem` says why there is nothing."""

    def __init__(self, post: Post, changed: Callable[[], None]) -> None:
        self._post, self._changed = post, changed
        self.query = Query()
        self.count: int | None = None  # None until it is known
        self.problem = ""
        self.mended = ""  # the name under which a damaged library was set aside
        self._pages: dict[int, list[Found]] = {}
        self._asked: set[int] = set()
        self._round = 0
        self._jobs: queue.SimpleQueue[Callable[[Database], None] | None] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="finder", daemon=True).start()

    def close(self) -> None:
        """Nothing is looked up any more."""
        self._round += 1
        self._jobs.put(None)

    # -- asking ----------------------------------------------------------------------------------

    def search(self, query: Query) -> None:
        """Look for other games, or for the same anew; what is shown stays until they are there."""
        self._round += 1
        self.query = query
        self._asked = {0}
        number = self._round

        def job(database: Database) -> None:
            if number != self._round:
                return  # somebody has typed on
            count = search.count(database, query)
            first = search.page(database, query, 0, PAGE)
            self._tell(number, lambda: self._take_first(count, first))

        self._jobs.put(job)

    def game(self, row: int) -> Found | None:
        """A game of the list; None while it is looked up."""
        number, place = divmod(row, PAGE)
        found = self._pages.get(number)
        if found is None:
            self._ask_page(number)
            return None
        return found[place] if place < len(found) else None

    def do(self, deed: Deed, done: Callable[[object], None], failed: Callable[[str], None]) -> None:
        """Change something on the shelf, then look anew; `done` gets what the deed gave."""

        def job(database: Database) -> None:
            try:
                result = deed(Shelf(database))
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
                found = search.page(database, query, number * PAGE, PAGE)
                self._tell(round_, lambda: self._take(number, found))

        self._jobs.put(job)

    # -- hearing, on the loop's thread -----------------------------------------------------------

    def _take_first(self, count: int, first: list[Found]) -> None:
        self.count, self._pages, self.problem = count, {0: first}, ""
        self._changed()

    def _take(self, number: int, found: list[Found]) -> None:
        if len(self._pages) >= KEPT:
            gone = max(self._pages, key=lambda page: abs(page - number))
            del self._pages[gone]
            self._asked.discard(gone)
        self._pages[number] = found
        self._changed()

    def _fail(self, words: str) -> None:
        self.count, self._pages, self.problem = 0, {}, words
        self._changed()

    # -- in the thread ---------------------------------------------------------------------------

    def _tell(self, number: int, job: Callable[[], None]) -> None:
        """Have something done on the loop's thread if it is still wanted there."""
        self._post(lambda: job() if number == self._round else None)

    def _work(self) -> None:
        database: Database | None = None
        while (job := self._jobs.get()) is not None:
            try:
                if database is None:
                    database = open_library()
                    self.mended = care.take_note(database, care.MENDED) if database.writable else ""
                job(database)
            except DatabaseError as error:
                self._let_go(database, error)
                database = None
        if database is not None:
            database.close()

    def _let_go(self, database: Database | None, error: DatabaseError) -> None:
        """A library that fails is opened anew; a damaged one is mended then."""
        words = in_words(error)
        if database is not None:
            database.close()
            if error.code == "damaged":
                care.mend(database.path).close()
        self._post(lambda: self._fail(words))


class FoundRows(Sequence[Row]):
    """The rows of a list of which only what is seen is looked up.  Raises IndexError beyond it."""

    def __init__(self, finder: Finder, words: Callable[[Found], Row], columns: int) -> None:
        self._finder, self._words = finder, words
        self._waiting = ("…", *[""] * (columns - 1))

    def __len__(self) -> int:
        return self._finder.count or 0

    @overload
    def __getitem__(self, row: int) -> Row: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[Row]: ...
    def __getitem__(self, row: int | slice) -> Row | Sequence[Row]:
        if isinstance(row, slice):
            return [self[number] for number in range(*row.indices(len(self)))]
        if not 0 <= row < len(self):
            raise IndexError(row)
        found = self._finder.game(row)
        return self._waiting if found is None else self._words(found)
