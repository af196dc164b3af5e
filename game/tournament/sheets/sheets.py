"""Sheets to print, as HTML: pairings, standings, cross table, score sheets, players, codes.

All names and texts from people are escaped. Nothing is loaded from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path

from game.library.sheet_page import Cell, document, table
from game.platform import storage
from game.platform.i18n import N_, _, format_date
from game.rules.registry import game_class
from game.tournament import player_codes, words
from game.tournament.errors import TournamentError
from game.tournament.standings import (
    BEST_OF_CLUB,
    club_standings,
    criterion_text,
    points_text,
    standings,
)
from game.tournament.tournament import Encounter, Tournament

LINES = 24  # lines for turns on a score sheet


def pairings(tournament: Tournament, number: int) -> str:
    """Return who plays whom at which table in a round. Raises TournamentError."""
    round_ = tournament.round(number)
    before = {e: points_text(tournament.points(e, number)) for e in tournament.entrants}
    rows: list[list[Cell]] = []
    for encounter in round_.games:
        sides, (first, second) = encounter.sides, words.sides(tournament, encounter)
        result = words.score(encounter.result)
        rows.append(
            [
                ("table", _table(encounter)),
                ("name strong", first),
                ("number soft", before[sides[0]]),
                ("raw", escape(result) if result else f"{box()} : {box()}"),
                ("name strong", second),
                ("number soft", before[sides[1]]),
            ]
        )
    heads = (
        ("", _("Table")),
        ("", _("First seat")),
        ("number", _("Points")),
        ("centre", _("Result")),
        ("", _("Second seat")),
        ("number", _("Points")),
    )
    out = [
        "<li>"
        + escape(
            _("{name}: {words}").format(name=tournament.entrants[e].name, words=words.sits(sit.why))
        )
        + "</li>"
        for e, sit in round_.sits.items()
        if sit.why != "absent"
    ]
    body = table(heads, rows) + (f"\n<ul>{''.join(out)}</ul>" if out else "")
    title, at = words.round_name(tournament, number), format_date(round_.at, minutes=True)
    return page(tournament, title, at, body)


def standings_sheet(tournament: Tournament, number: int) -> str:
    """Return the standings after a round, 0 for the current ones."""
    body = standings_table(tournament, number)
    return page(tournament, _standing(tournament, number), "", body)


def standings_table(tournament: Tournament, number: int) -> str:
    """Return the standings after a round, 0 for the current ones, with a legend of the headings."""
    order = tournament.plan.order
    clubs = any(entrant.club for entrant in tournament.entrants.values())
    heads = [
        ("number", _("Place")),
        ("", _("Name")),
        *([("", _("Club"))] if clubs else []),
        ("number", _("Played")),
        ("number", _("Points")),
        *(("number", words.short(name)) for name in order),
    ]
    rows = [
        [
            ("number", str(line.place)),
            ("name strong", line.entrant.name),
            *([("name soft", line.entrant.club)] if clubs else []),
            ("number", str(line.played)),
            ("number strong", points_text(line.points)),
            *(("number", criterion_text(name, value)) for name, value in zip(order, line.values)),
        ]
        for line in standings(tournament, number)
    ]
    return table(heads, rows) + _legend(order)


def clubs_sheet(tournament: Tournament, number: int, best: int) -> str:
    """Return the standings of clubs, with the players whose points count."""
    heads = (("number", _("Place")), ("", _("Club")), ("number", _("Points")), ("", _("Players")))
    rows = [
        [
            ("number", str(line.place)),
            ("name strong", line.club),
            ("number strong", points_text(line.points)),
            ("name soft", ", ".join(player.name for player in line.players)),
        ]
        for line in club_standings(tournament, best, number)
    ]
    note = words.best_of_club(best)
    return page(tournament, _standing(tournament, number), note, table(heads, rows))


def _legend(order: Sequence[str]) -> str:
    """Return the meanings of the short headings, in the order of the tie-breaks."""
    names = [(words.short(name), words.criterion(name)) for name in order]
    said = (f"{short} = {whole}" for short, whole in names if short != whole)
    return f'\n<p class="legend">{escape(" · ".join(said))}</p>'


def _standing(tournament: Tournament, number: int) -> str:
    number = number or len(tournament.rounds)
    if tournament.ended and number == len(tournament.rounds):
        return _("Final standings")
    return _("Standings after round {number}").format(number=number)


def cross_table(tournament: Tournament, number: int) -> str:
    """Return all players in the order of the standings, round by round."""
    lines = standings(tournament, number)
    numbers = {line.entrant.id: n for n, line in enumerate(lines, start=1)}
    count = number or len(tournament.rounds)
    heads = [
        ("number", _("No.")),
        ("", _("Name")),
        *(("centre", str(n)) for n in range(1, count + 1)),
        ("number", _("Points")),
    ]
    rows = [
        [
            ("number", str(numbers[line.entrant.id])),
            ("name strong", line.entrant.name),
            *(
                ("centre", words.cell(m, numbers.get(m.opponent, 0)))
                for m in tournament.meetings(line.entrant.id)[:count]
            ),
            ("number strong", points_text(line.points)),
        ]
        for line in lines
    ]
    about = escape(_("+ and −: a game that was not played, because somebody did not come"))
    body = f'{table(heads, rows)}\n<p class="legend">{about}</p>'
    return page(tournament, _("Cross table"), "", body, wide=True)


def score_sheets(tournament: Tournament, number: int, address: str = "") -> str:
    """Return a sheet for each game of a round, two on a page.  Raises TournamentError."""
    games = tournament.round(number).games
    body = "\n".join(_score_sheet(tournament, game, address) for game in games)
    return page(tournament, _("Score sheets"), words.round_name(tournament, number), body)


def _score_sheet(tournament: Tournament, encounter: Encounter, address: str) -> str:
    first, second = (escape(tournament.entrants[e].name) for e in encounter.sides)
    setup = escape(tournament.plan.round_setup(encounter.round))
    place = words.place(encounter, tournament.plan.boards)
    head = escape(f"{place} · {words.round_name(tournament, encounter.round)}")
    lines = "".join(f"<li>{n}</li>" for n in range(1, LINES + 1))
    seats, signed = (escape(_("First seat")), escape(_("Second seat"))), escape(_("Signature"))
    by = escape(_("by"))
    margin = f" {by} {box()}" if tournament.plan.margins else ""
    link = qr(address) if address else ""
    return (
        f'<section class="score">{link}<h2>{head}</h2><span class="soft">{setup}</span>'
        f'<div class="who"><div>{first}<small>{seats[0]}</small></div>'
        f"<div>{box()} : {box()}{margin}</div>"
        f"<div>{second}<small>{seats[1]}</small></div></div>"
        f'<ol class="lines">{lines}</ol>'
        f'<div class="sign"><div>{signed}, {first}</div>'
        f"<div>{signed}, {second}</div></div></section>"
    )


def people(tournament: Tournament) -> str:
    """Return a list of the participants to tick off at the door."""
    heads = (
        ("number", _("No.")),
        ("", _("Name")),
        ("", _("Club")),
        ("number", _("Rating")),
        ("centre", _("Here")),
    )
    rows = [
        [
            ("number", str(number)),
            ("name strong", entrant.name),
            ("name soft", entrant.club),
            ("number", str(entrant.rating or "")),
            ("raw", box("✓" if entrant.present else "")),
        ]
        for number, entrant in enumerate(tournament.field, start=1)
    ]
    return page(tournament, _("Players"), "", table(heads, rows))


def codes(tournament: Tournament, address: str = "") -> str:
    """Return a slip with the personal code for each player.  Raises OSError."""
    found = player_codes.codes(tournament)
    slips = "\n".join(_slip(one.name, found[one.id], address) for one in tournament.field)
    return page(tournament, _("Personal codes"), "", f'<div class="slips">\n{slips}\n</div>')


def _slip(name: str, code: str, address: str) -> str:
    about = escape(_("Your code for check-in and results on your phone. Keep it to yourself."))
    place = f"<small>{escape(address)}</small>" if address else ""
    link = qr(own_link(address, code)) if address else ""
    return (
        f'<section class="slip">{link}<b>{escape(name)}</b><code>{escape(code)}</code>'
        f"{place}<small>{about}</small></section>"
    )


def door(tournament: Tournament, address: str = "") -> str:
    """Return the poster for the door: the QR code of the page where players check in."""
    way = words.door(tournament)
    link = f"{qr(address + DOOR)}<code>{escape(address)}</code>" if address else ""
    body = f'<section class="door"><h2>{escape(way[0])}</h2>{link}<p>{escape(way[1])}</p></section>'
    return page(tournament, _("At the door"), "", body)


# For each file name: the sheet's title, and the function that makes the sheet from a tournament, a
# round and the address of the page.
SHEETS: dict[str, tuple[str, Callable[[Tournament, int, str], str]]] = {
    "pairings": (N_("Pairings"), lambda tournament, number, _page: pairings(tournament, number)),
    "scores": (N_("Score sheets"), score_sheets),
    "standings": (N_("Standings"), lambda t, number, _page: standings_sheet(t, number)),
    "cross": (N_("Cross table"), lambda t, number, _page: cross_table(t, number)),
    "players": (N_("Players"), lambda tournament, _number, _page: people(tournament)),
    "door": (N_("At the door"), lambda tournament, _number, page: door(tournament, page)),
    "codes": (N_("Personal codes"), lambda tournament, _number, page: codes(tournament, page)),
}
OF_A_ROUND = ("pairings", "scores")  # sheets that do not exist before the first round


def write(
    tournament: Tournament,
    folder: Path,
    number: int = 0,
    address: str = "",
    best: int = BEST_OF_CLUB,
    evening: str = "",
) -> Path:
    """Write all sheets of a round, 0 for the last, into `folder`; return the page with links.

    `best` is the number of players who count for a club.  `address` is the address of the page for
    phones, "" while that page is not served.  `evening` is the page about the evening, "" for none.

    Raises OSError or TournamentError.
    """
    number = number or len(tournament.rounds)
    links = []
    sheets = dict(SHEETS)
    if any(entrant.club for entrant in tournament.entrants.values()):
        sheets["clubs"] = N_("Clubs"), lambda t, upto, _page: clubs_sheet(t, upto, best)
    for name, (title, make) in sheets.items():
        if (name in OF_A_ROUND and not number) or (name == "door" and not address):
            continue
        file = f"{name}.html" if name not in OF_A_ROUND else f"{name}-{number}.html"
        upto = number if name in OF_A_ROUND or number < len(tournament.rounds) else 0
        storage.write_shared_text(folder / file, make(tournament, upto, address))
        links.append(link(file, _(title)))
    if evening:
        storage.write_shared_text(folder / "evening.html", evening)
        links.append(link("evening.html", _("The evening")))
    about = words.round_name(tournament, number) if number else ""
    return write_index(tournament, folder, _("To print"), about, links)


def link(file: str, title: str) -> str:
    return f'<a href="{file}">{escape(title)}</a>'


def write_index(
    tournament: Tournament, folder: Path, title: str, note: str, links: Iterable[str]
) -> Path:
    """Write the page that links to the other pages, and return its path. Raises OSError."""
    index = folder / "index.html"
    body = f"<nav>\n{chr(10).join(links)}\n</nav>"
    storage.write_shared_text(index, page(tournament, title, note, body))
    return index


def usual_folder(tournament: Tournament) -> Path:
    """Return the default folder for sheets."""
    name = "".join(c if c.isalnum() else "-" for c in tournament.plan.name).strip("-")
    return storage.data_folder() / "sheets" / (name or "tournament")


def _table(encounter: Encounter) -> str:
    pair = encounter.pair
    return str(pair.table) if pair.sitting == 1 else f"{pair.table} / {pair.sitting}"


# -- the page --------------------------------------------------------------------------------------


def page(tournament: Tournament, title: str, note: str, body: str, wide: bool = False) -> str:
    """Return a whole document; `title` names the sheet, `note` is to the right of the title."""
    plan = tournament.plan
    where = " · ".join(filter(None, (plan.place, format_date(tournament.started))))
    about = words.summary(tournament, game_class(plan.game).title)
    return document(plan.name, about, title, note or where, body, where, wide)


def box(text: str = "") -> str:
    """Return an empty box to write into."""
    return f'<span class="box">{escape(text)}</span>'


# -- QR codes --------------------------------------------------------------------------------------


DOOR = "#door"  # appended to the page's address, opens it at the check-in
OWN = "#me="  # appended to the page's address before a personal code


def page_address(text: str, field: str = "--page") -> str:
    """Return the full address of a page, or "" if `text` is empty. Raises TournamentError."""
    if text and not text.startswith(("http://", "https://")):
        wanted = "http://HOST:PORT/"
        raise TournamentError("plan", field=field, found=text, wanted=wanted)
    return text and text.rstrip("/") + "/"


def own_link(address: str, code: str) -> str:
    """Return the address that opens the page with this personal code already entered."""
    return f"{address}{OWN}{code}"


def qr(text: str) -> str:
    """Return an inline SVG of the QR code, black on white; "" if the package is missing."""
    try:
        import segno
    except ImportError:  # the club's packages are not installed
        return ""
    made = segno.make(text, error="m", micro=False)
    return str(made.svg_inline(border=2, omitsize=True, dark="#000", light="#fff", svgclass="qr"))
