"""Tournaments in the library's database: each is a log of events.

Every change is one transaction: it reads what others have added, judges the request against that
state, and writes all of the request's events or none. So two programs may run one tournament, and
no tournament is lost when a program is killed.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from game.library.database import Database
from game.tournament import events, operations
from game.tournament.errors import TournamentError
from game.tournament.events import Event, LogEntry
from game.tournament.plan import MAX_NAME_LENGTH, TournamentPlan
from game.tournament.tournament import Tournament

Wish = Callable[[Tournament], Sequence[Event]]
ORGANISER, TABLE = "organiser", "table"  # authors of events; other authors are a match or a phone


def now() -> str:
    """Return the time to the microsecond, so that no two operations have the same time."""
    return datetime.now().isoformat(timespec="microseconds")


@dataclass(frozen=True)
class Kept:
    """A tournament in the list."""

    id: int
    name: str
    founded: str
    entrants: int
    rounds: int
    ended: bool
    setup: str


class TournamentStore:
    """The tournaments of a database. A store belongs to one thread, as the database does.

    Every method may raise DatabaseError.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = Database(path)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> TournamentStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading ---------------------------------------------------------------------------------

    def version(self) -> int:
        """Return a number that changes when somebody else has written; this call is very cheap."""
        return int(self._database.value("PRAGMA data_version"))

    def kept(self) -> list[Kept]:
        """Return all tournaments, newest first.

        They are ordered by number, because the clock may have been wrong.
        """
        rows = self._database.rows("SELECT id FROM tournaments ORDER BY id DESC")
        return [self._kept(int(row["id"])) for row in rows]

    def _kept(self, number: int) -> Kept:
        tournament = self.load(number)
        return Kept(
            number,
            tournament.plan.name,
            tournament.started,
            len(tournament.entrants),
            len(tournament.rounds),
            tournament.ended,
            tournament.plan.setup,
        )

    def find(self, name: str) -> int:
        """Return the id of the tournament with this name, or the only one that begins with it.

        "" means the newest tournament that is not over. Raises TournamentError.
        """
        if not name.strip():
            rows = [kept.id for kept in self.kept() if not kept.ended][:1]
        else:
            keys = {str(r["key"]): int(r["id"]) for r in self._database.rows(ALL)}
            wanted = _key(name)
            begun = [keys[key] for key in keys if key.startswith(wanted)]
            rows = [keys[wanted]] if wanted in keys else begun
        if len(rows) != 1:
            raise TournamentError("no-tournament", name=name)
        return rows[0]

    def next_name(self, number: int) -> str:
        """Return a free name for another tournament like this one, such as Cup 2 or Cup 3."""
        keys = {str(row["key"]) for row in self._database.rows(ALL)}
        stem, _blank, digits = (name := self.load(number).plan.name).rpartition(" ")
        counted = bool(stem) and digits.isdecimal() and len(digits) < 4  # four digits are a year
        stem = (stem if counted else name)[: MAX_NAME_LENGTH - 5]
        names = (f"{stem} {n}" for n in count(int(digits) + 1 if counted else 2))
        return next(name for name in names if _key(name) not in keys)

    def load(self, number: int) -> Tournament:
        """Return the tournament with that id.  Raises TournamentError."""
        tournament = Tournament(self._entries(number, 0))
        if not tournament.log:
            raise TournamentError("no-tournament", name=number)
        return tournament

    def follow(self, number: int, tournament: Tournament) -> bool:
        """Apply the events that others have added; return whether there were any.

        Raises TournamentError if the tournament was deleted meanwhile.
        """
        if self._database.value("SELECT 1 FROM tournaments WHERE id = ?", (number,)) is None:
            raise TournamentError("no-tournament", name=tournament.plan.name)
        new = self._entries(number, tournament.seq)
        for entry in new:
            tournament.apply(entry)
        return bool(new)

    def _entries(self, number: int, since: int) -> list[LogEntry]:
        rows = self._database.rows(
            "SELECT seq, at, by, kind, data FROM tournament_events"
            " WHERE tournament = ? AND seq >= ? ORDER BY seq",
            (number, since),
        )
        return [
            LogEntry(
                row["seq"],
                row["at"],
                row["by"],
                events.from_data(row["kind"], json.loads(row["data"]), row["seq"]),
            )
            for row in rows
        ]

    # -- changing --------------------------------------------------------------------------------

    def found(self, plan: TournamentPlan, by: str = ORGANISER) -> int:
        """Create a tournament and return its id. Raises TournamentError or RulesError."""
        return self.begin(operations.found(plan), by)

    def begin(self, log: Sequence[Event], by: str = ORGANISER, at: str = "") -> int:
        """Add a tournament from events that begin with its creation. Raises TournamentError."""
        first = log[0]
        assert isinstance(first, events.Founded)
        at, key = at or now(), _key(first.plan.name)
        with self._database.transaction() as connection:
            taken = connection.execute("SELECT 1 FROM tournaments WHERE key = ?", (key,))
            if taken.fetchone() is not None:
                raise TournamentError("same-name", name=first.plan.name)
            added = connection.execute(
                "INSERT INTO tournaments (key, founded) VALUES (?, ?)", (key, at)
            )
            number = added.lastrowid
            assert number is not None
            self._write(number, [LogEntry(n, at, by, event) for n, event in enumerate(log)])
        return number

    def carry_out(self, number: int, wish: Wish, by: str = ORGANISER, at: str = "") -> Tournament:
        """Judge a request, store its events, and return the resulting tournament.

        Raises TournamentError and any error of the request; in that case nothing is stored.
        """
        with self._database.transaction():
            tournament = self.load(number)
            at = at or now()
            new = [LogEntry(tournament.seq + n, at, by, e) for n, e in enumerate(wish(tournament))]
            self._write(number, new)
        for entry in new:
            tournament.apply(entry)
        return tournament

    def delete(self, number: int) -> None:
        """Remove a tournament permanently."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM tournaments WHERE id = ?", (number,))

    def _write(self, number: int, entries: Sequence[LogEntry]) -> None:
        with self._database.transaction() as connection:
            connection.executemany(
                "INSERT INTO tournament_events VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (
                        number,
                        entry.seq,
                        entry.at,
                        entry.by,
                        events.NAMES[type(entry.event)],
                        json.dumps(events.to_data(entry.event), ensure_ascii=False),
                    )
                    for entry in entries
                ],
            )


ALL = "SELECT id, key FROM tournaments"


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


# -- in a thread of its own ------------------------------------------------------------------------
# No frame waits for the database. The thread checks every second for changes by others (another
# program, a phone).

POLL_INTERVAL_S = 1.0  # seconds between two checks for changes by others
Job = Callable[[TournamentStore], None]


class StoreThread:
    """A thread that does jobs one after the other with the open store, and regularly calls `look`.

    Errors of a job go to `failed`, and the next job follows nevertheless. All callbacks run in the
    thread.
    """

    def __init__(self, name: str, look: Job, failed: Callable[[Exception], None]) -> None:
        self._look, self._failed = look, failed
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job."""
        self._jobs.put(job)

    def close(self) -> None:
        """Finish queued work and end the thread; return when it has ended."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        store: TournamentStore | None = None
        looked = time.monotonic()
        while True:
            try:
                job = self._jobs.get(timeout=max(0.0, looked + POLL_INTERVAL_S - time.monotonic()))
            except queue.Empty:
                job, looked = self._look, time.monotonic()
            if job is None:
                break
            try:
                store = store or TournamentStore()
                job(store)
            except Exception as error:
                with contextlib.suppress(Exception):
                    self._failed(error)
        if store is not None:
            store.close()
