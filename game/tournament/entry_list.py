"""People read from a table: the clipboard of a spreadsheet, or a file of comma-separated values.

Columns are separated by tabs, semicolons or commas.  A first line of headings names them; without
one they are name, rating and club, or name and club.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from game.platform.sanitize import sanitized
from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.events import LogEntry
from game.tournament.plan import MAX_ENTRIES
from game.tournament.tournament import Entrant, Tournament
from game.tournament.words import plain

MAX_LIST_LENGTH = 64_000  # signs of a list
MAX_LINES = 4 * MAX_ENTRIES  # lines of it that are read
USUAL = {"name": 0, "rating": 1, "club": 2}  # columns where no line says what they are
# What columns are called in all languages of the program, without case and accents.
HEADINGS = {
    "first": ("first name", "vorname", "prenom", "voornaam"),
    "name": (
        *("name", "last name", "surname", "player", "nachname", "spieler", "spielername", "nom"),
        *("joueur", "nombre", "apellido", "apellidos", "jugador", "naam", "achternaam", "speler"),
    ),
    "rating": ("rating", "elo", "dwz", "wertungszahl", "cote", "classement", "clasificacion"),
    "club": ("club", "verein", "cercle", "vereniging"),
}


@dataclass(frozen=True)
class ListedEntry:
    """A line of a list as it was understood; `problem` says why nobody comes of it."""

    line: int
    name: str
    rating: str
    club: str
    problem: TournamentError | None

    @property
    def entry(self) -> operations.Entry:
        return self.name.split("&"), int(self.rating or 0), self.club


def read_list(tournament: Tournament, text: str) -> list[ListedEntry]:
    """Return what each line of a list would add to a tournament, one after the other."""
    trial, found = Tournament(tournament.done), []
    for number, (name, rating, club) in _people(sanitized(text[:MAX_LIST_LENGTH])):
        problem = None
        try:
            if rating and not (rating.isdecimal() and len(rating) <= 4):
                raise TournamentError("rating", found=rating)
            if any(_is(entrant, name, rating, club) for entrant in trial.entrants.values()):
                raise TournamentError("taken", name=name)
            for event in operations.enter(trial, name.split("&"), int(rating or 0), club):
                trial.apply(LogEntry(trial.seq, "", "", event))
        except TournamentError as error:
            problem = error
        found.append(ListedEntry(number, name, rating, club, problem))
    return found


def _is(entrant: Entrant, name: str, rating: str, club: str) -> bool:
    """Return whether nothing in a line speaks against its being this entrant."""
    return (
        entrant.plain_name.casefold() == name.casefold()
        and rating in ("", str(entrant.rating))
        and club.casefold() in ("", entrant.club.casefold())
    )


def _people(text: str) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yield number, name, rating and club of each line that is not empty."""
    lines = text.splitlines()
    separator = max("\t;,", key=lambda sign: sum(sign in line for line in lines))
    reader = csv.reader(lines, delimiter=separator, skipinitialspace=separator != "\t")
    rows = [
        (reader.line_num, [" ".join(c.split()) for c in row]) for row in islice(reader, MAX_LINES)
    ]
    rows = [(number, cells) for number, cells in rows if any(cells)]
    columns = _headings(rows[0][1]) if rows else {}
    if not columns:
        columns = USUAL if _has_ratings(rows) else {"name": 0, "club": 1}
    else:
        del rows[0]
    for number, cells in rows:
        first, name, rating, club = (
            cells[columns[key]] if columns.get(key, len(cells)) < len(cells) else ""
            for key in ("first", "name", "rating", "club")
        )
        yield number, (f"{first} {name}".strip(), rating, club)


def _headings(cells: Sequence[str]) -> dict[str, int]:
    """Return where which column is; {} for a line that is no heading."""
    words = [plain(cell) for cell in cells]
    found = {
        key: next(n for n, word in enumerate(words) if word in known)
        for key, known in HEADINGS.items()
        if any(word in known for word in words)
    }
    return found if "name" in found else {}


def _has_ratings(rows: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Return whether the second column holds a number anywhere, or a third one follows."""
    return any(len(cells) > 2 or (len(cells) > 1 and cells[1].isdecimal()) for _n, cells in rows)
