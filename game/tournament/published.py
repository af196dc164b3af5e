"""A tournament as static pages for any web space: standings, rounds, and games to replay.

The pages contain nothing private: no personal code, no sheet for the door. All links are relative,
and the pages need no server: they can be opened from a disk.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from shutil import copyfile
from string import Template

from game.library.evening_sheet import Teller
from game.platform import storage
from game.platform.i18n import _, language
from game.platform.paths import ASSETS
from game.platform.settings import THEMES
from game.platform.toml import read_own
from game.table import positions_json
from game.table.match import Match
from game.table.record_address import packed
from game.tournament import words
from game.tournament.local_games import kept_games
from game.tournament.sheets import sheets
from game.tournament.sheets.evening import evening_page
from game.tournament.tournament import Tournament

PAGE, SHEETS = ASSETS / "page", ASSETS / "sheets"
# The page gets only the words whose keys begin with one of these.
KEYS = ("walk-", "colour-", "turns", "wins", "draw", "looking", "empty")


def publish_pages(
    tournament: Tournament, folder: Path, tell: Teller = lambda _match: (), tab: str = ""
) -> Path:
    """Write all pages into `folder`; return the first page. Raises OSError.

    `tell` describes the turning points of the last evening.  `tab` is the address of the browser
    edition, in which games can also be opened; "" for none.
    """
    replayed = kept_games(tournament)
    pages = [("standings", _("Standings"), sheets.standings_sheet(tournament, 0))]
    if tournament.rounds:
        pages.append(("cross", _("Cross table"), sheets.cross_table(tournament, 0)))
    for number in range(1, len(tournament.rounds) + 1):
        title = words.round_name(tournament, number)
        pages.append((f"pairings-{number}", title, sheets.pairings(tournament, number)))
    told = evening_page(tournament, tell, replayed)
    if told:
        pages.append(("evening", _("The evening"), told))
    links = []
    for name, title, text in pages:
        storage.write_shared_text(folder / f"{name}.html", text)
        links.append(sheets.link(f"{name}.html", title))
    for (number, game), match in sorted(replayed.items()):
        sides = tournament.game(number, game).sides
        names = " – ".join(tournament.entrants[side].name for side in sides)
        file, round_ = f"game-{number}-{game}.html", words.round_name(tournament, number)
        storage.write_shared_text(folder / file, game_page(match, f"{names} · {round_}", tab))
        links.append(sheets.link(file, f"{round_}: {names}"))
    if replayed:
        _write_player(folder)
    return sheets.write_index(tournament, folder, _("Standings and games"), "", links)


def _write_player(folder: Path) -> None:
    """Write the script that replays a game, with its style and fonts.

    The page's modules are joined into a plain script, because a browser loads no module from a
    disk.
    """
    parts = (PAGE / "board.js", SHEETS / "replay.js")
    script = "\n".join(part.read_text(encoding="utf-8") for part in parts).replace("export ", "")
    storage.write_shared_text(folder / "replay.js", f'"use strict";\n(() => {{\n{script}\n}})();\n')
    for file in (PAGE / "page.css", *PAGE.glob("*.woff2"), PAGE / "fonts-licence.txt"):
        copyfile(file, folder / file.name)


def game_page(match: Match, title: str, tab: str = "") -> str:
    """Return a page that replays a match.

    With `tab`, the address of the browser edition, the page has a link that opens the match there.
    """
    shown = read_own(PAGE / "words.toml")["shown"].items()
    told = {
        "board": positions_json.board(match.game, THEMES[0]),
        "seats": [
            {"name": seat.name, "piece": piece}
            for seat, piece in zip(match.spec.seats, positions_json.seat_pieces(match.game))
        ],
        "turns": [[turn.number, turn.seat, turn.text] for turn in match.turns],
        "positions": [
            {**positions_json.look(match.history, number), "actions": []}
            for number in range(len(match.turns) + 1)
        ],
        "words": {key: _(text) for key, text in shown if key.startswith(KEYS)},
    }
    data = json.dumps(told, separators=(",", ":")).replace("<", "\\u003c")
    back, shown = escape(_("Standings and games")), escape(title)
    page = Template((SHEETS / "replay.html").read_text(encoding="utf-8"))
    record, further = packed(match) if tab else "", ""
    if record:
        address, words = escape(f"{tab}?record={record}"), _("Open the game to try other turns")
        further = f'<a href="{address}">{escape(words)}</a>'
    return page.substitute(language=language(), title=shown, back=back, game=data, further=further)
