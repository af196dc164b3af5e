"""Lists of people from a table: a spreadsheet's clipboard, or a file of comma-separated values.

Columns are separated by tabs, semicolons or commas, or by the character named in a first line
`sep=`. A line of headings names the columns. Without headings, the columns are name, rating and
club, or name and club.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from game.platform.sanitize import sanitized, with_line_feeds
from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.events import LogEntry
from game.tournament.plan import MAX_ENTRIES
from game.tournament.tournament import Entrant, Tournament
from game.tournament.words import plain

MAX_LIST_LENGTH = 64_000  # maximum characters of a list
MAX_LINES = 4 * MAX_ENTRIES  # maximum number of lines of a list that are read
USUAL = {"name": 0, "rating": 1, "club": 2}  # columns of a list without headings
SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[\t;,]*', re.IGNORECASE)
WHOLE = re.compile(r"[.,]0+$")  # appended to integers by spreadsheets that treat them as decimals
# Headings of columns in all languages of the program, in lower case and without accents.
HEADINGS = {
    "first": ("first name", "firstname", "given name", "vorname", "prenom", "voornaam"),
    "name": (
        *("name", "last name", "lastname", "surname", "family name", "full name", "player"),
        *("nachname", "spieler", "spielername", "nom", "nom de famille", "joueur", "nombre"),
        *("apellido", "apellidos", "jugador", "naam", "achternaam", "speler"),
    ),
    "rating": ("rating", "elo", "dwz", "wertungszahl", "cote", "classement", "clasificacion"),
    "club": ("club", "verein", "cercle", "vereniging"),
}


@dataclass(frozen=True)
class ListedEntry:
    """A parsed line of a list; `problem` is the reason if the line adds nobody."""

    line: int
    name: str
    rating: str
    club: str
    problem: TournamentError | None

    @property
    def entry(self) -> operations.Entry:
        return self.name.split("&"), int(self.rating or 0), self.club


def read_list(tournament: Tournament, text: str) -> list[ListedEntry]:
    """Return what each line of a list would add to a tournament, in the order of the lines."""
    trial, found = Tournament(tournament.done), []
    text, cut = _within_limit(with_line_feeds(text.lstrip("\ufeff")))
    for number, (name, rating, club) in _people(sanitized(text)):
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
    if cut:
        problem = TournamentError("long-list", most=MAX_LIST_LENGTH)
        found.append(ListedEntry(cut, "", "", "", problem))
    return found


def _within_limit(text: str) -> tuple[str, int]:
    """Return the lines within the limit, and the number of the first line beyond it, or 0."""
    if len(text) <= MAX_LIST_LENGTH:
        return text, 0
    kept = text[:MAX_LIST_LENGTH].rpartition("\n")[0]
    return kept, kept.count("\n") + 2


def _is(entrant: Entrant, name: str, rating: str, club: str) -> bool:
    """Return whether the data of a line match this entrant."""
    return (
        entrant.plain_name.casefold() == name.casefold()
        and rating in ("", str(entrant.rating))
        and club.casefold() in ("", entrant.club.casefold())
    )


def _people(text: str) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yield number, name, rating and club of each line that is not empty."""
    rows = [(number, cells) for number, cells in _rows(text) if any(cells)]
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
        yield number, (f"{first} {name}".strip(), WHOLE.sub("", rating), club)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the number and cells of each row; unmatched quotation marks are kept as characters."""
    lines = text.split("\n")
    told = SEPARATOR_LINE.fullmatch(lines[0])
    separator = told[1] if told else _separator(lines)
    if told:
        lines[0] = ""
    try:
        return list(_cells(lines, separator, strict=True))
    except csv.Error:
        return list(_cells(lines, separator, strict=False))


def _cells(lines: Sequence[str], separator: str, strict: bool) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(
        (line + "\n" for line in lines),
        delimiter=separator,
        skipinitialspace=separator != "\t",
        strict=strict,
        quoting=csv.QUOTE_MINIMAL if strict else csv.QUOTE_NONE,
    )
    number = 1
    for row in islice(reader, MAX_LINES):
        cells = [" ".join(cell.split()) for cell in row]
        yield number, cells if strict else [cell.strip('"') for cell in cells]
        number = reader.line_num + 1


def _separator(lines: Sequence[str]) -> str:
    return max("\t;,", key=lambda sign: sum(sign in line for line in lines))


def _headings(cells: Sequence[str]) -> dict[str, int]:
    """Return the index of each column; {} if the line is no heading."""
    words = [plain(cell) for cell in cells]
    found = {
        key: next(n for n, word in enumerate(words) if word in known)
        for key, known in HEADINGS.items()
        if any(word in known for word in words)
    }
    return found if "name" in found else {}


def _has_ratings(rows: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Return whether any second column holds a number, or any row has a third column."""
    return any(len(cells) > 2 or (len(cells) > 1 and cells[1].isdecimal()) for _n, cells in rows)
