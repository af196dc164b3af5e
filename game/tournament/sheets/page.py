"""The page of a sheet: head, style and foot.  Names and texts of people are text, never markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape

from game.platform.i18n import _, format_date, language
from game.platform.paths import ASSETS
from game.rules.registry import game_class
from game.tournament import words
from game.tournament.tournament import Tournament

STYLE = ASSETS / "sheets" / "sheet.css"


@cache
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")


def page(tournament: Tournament, title: str, note: str, body: str, wide: bool = False) -> str:
    """Return a whole document; `title` is what the sheet is, `note` stands at its right."""
    plan = tournament.plan
    where = " · ".join(filter(None, (plan.place, format_date(tournament.started))))
    about = words.summary(tournament, game_class(plan.game).title)
    made = _("Made with Less is More")
    return f"""<!doctype html>
<html lang="{language()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(plan.name)} – {escape(title)}</title>
<style>
{_style()}</style>
</head>
<body{' class="wide"' if wide else ""}>
<header>
<div><h1>{escape(plan.name)}</h1><p>{escape(about)}</p></div>
<div class="right"><h2>{escape(title)}</h2><p>{escape(note or where)}</p></div>
</header>
<main>
{body}
</main>
<footer>{escape(made)} · {escape(where)}</footer>
</body>
</html>
"""


Cell = tuple[str, str]  # class, text


def table(heads: Sequence[Cell], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table; all cells are escaped, except those of class "raw"."""
    head = "".join(f'<th class="{kind}">{escape(text)}</th>' for kind, text in heads)
    lines = ("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return (
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n"
        + "\n".join(lines)
        + "\n</tbody></table>"
    )


def _cell(cell: Cell) -> str:
    kind, text = cell
    if kind == "raw":
        return f'<td class="centre">{text}</td>'
    return f'<td class="{kind}">{escape(text)}</td>'


def box(text: str = "") -> str:
    """Return an empty box to write into."""
    return f'<span class="box">{escape(text)}</span>'
