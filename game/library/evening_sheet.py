"""An evening as a page to print: its champions, and its turning points with small boards.

The caller provides the texts of turning points (`Teller`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from game.library.display_names import (
    day,
    match_result,
    players_line,
)
from game.library.evening import Evening, PlayerLine, Race, Train
from game.library.game_text import broken, marks_of
from game.library.sheet_page import Cell, document, table
from game.pictures.board import board_svg
from game.platform import storage
from game.platform.i18n import _, ngettext
from game.platform.theme import Theme, load_theme
from game.table.high_scores import Champion
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import Chapter

Teller = Callable[[Match], Sequence[Chapter]]  # returns the turning points of a match in words
Moment = tuple[Match, Chapter]

STYLE = "evening.css"
THEME = "paper"  # the theme that prints best
MAX_MOMENTS = 12  # maximum number of turning points shown: those that lost the most
MAX_MOMENTS_OF_GAME = 2
MAX_LEADERS = 3  # maximum number of players sharing the lead whose names are shown


def sheet_of_evening(
    evening: Evening,
    tell: Teller,
    day_begun: str,
    name: str = "",
    champion: Champion | None = None,
    points: str = "",
) -> str:
    """Return the HTML page of an evening that began on a day (ISO).

    `name` is the name of a tournament.  `champion` leads the cabinet's high scores.  `points`
    replaces the table of points from the games.
    """
    theme = load_theme(THEME)
    heading, title = name or _("The evening"), _("The evening") if name else ""
    if not evening.games:
        none = _("No game has ended this evening.")
        empty = f'<p class="empty">{escape(none)}</p>'
        return document(heading, day(day_begun), title, "", empty, styles=(STYLE,))
    told = [(match, chapter) for match in evening.games for chapter in _told(tell(match))]
    parts = (
        _tiles(evening, champion, theme),
        _section(_("Points"), points or points_table(evening.table)),
        _moments(_heaviest(told), theme),
        _section(_("All games"), _games(evening.games)),
    )
    return document(
        heading, _counted(evening), title or day(day_begun), title and day(day_begun),
        "\n".join(parts), styles=(STYLE,),
    )  # fmt: skip


def write(page: str, day_begun: str, folder: Path | None = None) -> Path:
    """Write the page of an evening over an earlier one, and return its path. Raises OSError."""
    path = (folder or usual_folder()) / f"evening-{day_begun}.html"
    storage.write_shared_text(path, page)
    return path


def usual_folder() -> Path:
    """Return the default folder for pages of evenings."""
    return storage.data_folder() / "sheets" / "evenings"


def _told(chapters: Sequence[Chapter]) -> list[Chapter]:
    heavy = sorted(chapters, key=lambda one: -one.mistake.loss)[:MAX_MOMENTS_OF_GAME]
    return sorted(heavy, key=lambda one: one.mistake.number)


def _heaviest(told: Sequence[Moment]) -> list[Moment]:
    """Return the turning points that lost most, in their original order."""
    heavy = sorted(told, key=lambda one: -one[1].mistake.loss)[:MAX_MOMENTS]
    return [one for one in told if any(one is other for other in heavy)]


def _counted(evening: Evening) -> str:
    games, people = len(evening.games), len(evening.table)
    words = [ngettext("{n} game", "{n} games", games).format(n=games)]
    if people:
        words.append(ngettext("{n} player", "{n} players", people).format(n=people))
    return " · ".join(words)


def _section(title: str, body: str) -> str:
    return f"<section><h2>{escape(title)}</h2>\n{body}\n</section>" if body else ""


# -- what the evening is remembered for ------------------------------------------------------------


def _tiles(evening: Evening, champion: Champion | None, theme: Theme) -> str:
    tiles = [_leader_tile(evening.table, champion)]
    if evening.train is not None:
        tiles.append(_train_tile(evening.train, theme))
    if evening.race is not None:
        tiles.append(_race_tile(evening.race, theme))
    return f'<div class="tiles">{"".join(tiles)}</div>' if any(tiles) else ""


def _tile(title: str, value: str, who: str, words: str, picture: str = "") -> str:
    return (
        f'<section class="tile"><h2>{escape(title)}</h2>'
        f'<p class="value">{escape(value)}</p><p class="who">{escape(who)}</p>'
        f"<p>{escape(words)}</p>{picture}</section>"
    )


def _leader_tile(lines: Sequence[PlayerLine], champion: Champion | None) -> str:
    said = ""
    if champion is not None:
        words = ngettext(
            "Best against the computer: {initials}, {points} point",
            "Best against the computer: {initials}, {points} points",
            champion.points,
        )
        said = words.format(initials=champion.initials, points=champion.points)
    if lines and lines[0].points:
        who = leaders(lines)
        games = ngettext("of {n} game", "of {n} games", lines[0].games).format(n=lines[0].games)
        alone = games if lines[0].name == who else ""
        words = " · ".join(filter(None, (alone, said)))
        return _tile(_("Most points"), half_points(lines[0].points), who, words)
    if champion is None:
        return ""
    return _tile(_("Most points"), str(champion.points), champion.initials, said)


def leaders(lines: Sequence[PlayerLine]) -> str:
    """Return the names of the leaders, or their number if there are many."""
    best = [one.name for one in lines if one.points == lines[0].points]
    if len(best) <= MAX_LEADERS:
        return ", ".join(best)
    return ngettext("{n} player", "{n} players", len(best)).format(n=len(best))


def _train_tile(train: Train, theme: Theme) -> str:
    words = f"{train.match.game.title} · {players_line(train.match)}"
    picture = _board(train.match, train.turn, theme)
    return _tile(_("Longest train"), jumps(train), train.name, words, picture)


def jumps(train: Train) -> str:
    return ngettext("{n} jump", "{n} jumps", train.turn.hops).format(n=train.turn.hops)


def _race_tile(race: Race, theme: Theme) -> str:
    match = race.match
    last = next((turn for turn in reversed(match.turns) if turn.complete), None)
    words = f"{match.game.title} · {match_result(match)}"
    picture = _board(match, last, theme)
    return _tile(_("Closest race"), closeness(race), players_line(match), words, picture)


def closeness(race: Race) -> str:
    """Return a text about how close the closest game was."""
    if race.margin is None:
        words = ngettext("The lead changed {n} time", "The lead changed {n} times", race.leads)
        return words.format(n=race.leads)
    outcome = race.match.outcome
    if outcome is not None and not outcome.winners:
        return _("Draw")
    if race.margin == 0:  # Libra, with exactly as many groups as were bid
        return _("As close as can be")
    return _("Won by {n}").format(n=race.margin)


# -- tables ----------------------------------------------------------------------------------------


def points_table(lines: Sequence[PlayerLine]) -> str:
    """Return the table of points; "" if no player has a name."""
    if not lines:
        return ""
    heads: tuple[Cell, ...] = (
        ("number", _("Place")),
        ("", _("Name")),
        ("number", _("Points")),
        ("number", _("Played")),
        ("number more", _("Won")),
        ("number more", _("Drawn")),
        ("number more", _("Lost")),
        ("number more", _("Longest train")),
    )
    rows: list[list[Cell]] = [
        [
            ("number", str(place)),
            ("name strong", line.name),
            ("number strong", half_points(line.points)),
            ("number", str(line.games)),
            ("number more", str(line.won)),
            ("number more", str(line.drawn)),
            ("number more", str(line.lost)),
            ("number more", str(line.train) if line.train > 1 else ""),
        ]
        for place, line in placed(lines)
    ]
    return f'<div class="scrolled">{table(heads, rows)}</div>'


def placed(lines: Sequence[PlayerLine]) -> Iterator[tuple[int, PlayerLine]]:
    """Yield lines with their places; lines with equal points share a place."""
    place = 0
    for number, line in enumerate(lines, start=1):
        place = number if number == 1 or line.points != lines[number - 2].points else place
        yield place, line


def half_points(points: int) -> str:
    """Return half points as people write them; 3 becomes 1½."""
    whole, half = divmod(points, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def _games(games: Sequence[Match]) -> str:
    heads: tuple[Cell, ...] = (
        ("", _("Begun")),
        ("", _("Game")),
        ("", _("Players")),
        ("", _("Result")),
        ("number", _("Turns")),
    )
    rows: list[list[Cell]] = [
        [
            ("soft", match.date[11:16]),
            ("", match.game.title),
            ("name strong", players_line(match)),
            ("", match_result(match)),
            ("number", str(sum(turn.complete for turn in match.turns))),
        ]
        for match in games
    ]
    return f'<div class="scrolled games">{table(heads, rows)}</div>'


# -- turning points --------------------------------------------------------------------------------


def _moments(told: Sequence[Moment], theme: Theme) -> str:
    if not told:
        said = _("No turning points are known yet: the review of a game finds them.")
        return _section(_("Turning points"), f'<p class="legend">{escape(said)}</p>')
    return _section(_("Turning points"), "\n".join(_moment(*one, theme) for one in told))


def _moment(match: Match, chapter: Chapter, theme: Theme) -> str:
    mistake = chapter.mistake
    names = f"{match.game.title} · {players_line(match)}"
    shown = [(_("As played"), mistake.played[0])]
    if mistake.better:
        shown.append((_("Better"), mistake.better[0]))
    boards = "".join(_board(match, turn, theme, words) for words, turn in shown)
    return (
        f'<article><div class="told"><p class="soft">{escape(names)}</p>'
        f"<h3>{escape(chapter.title)}</h3>"
        f'<p class="figures">{escape(chapter.figures)}</p><p>{escape(chapter.reason)}</p></div>'
        f'<div class="boards">{boards}</div></article>'
    )


def _board(match: Match, turn: Turn | None, theme: Theme, words: str = "") -> str:
    """Return a small board after a turn, with the turn marked on it."""
    if turn is None:
        return ""
    lying = match.game.pieces(turn.after)
    drawn = board_svg(match.game, lying, theme, marks_of(turn))
    said = f"<b>{escape(words)}</b> " if words else ""
    return f"<figure>{drawn}<figcaption>{said}{broken(turn.text)}</figcaption></figure>"
