"""The HTML page of printed sheets, and tables for it, in a single file without external parts.

All names and texts of users are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from string import Template

from game.platform.i18n import _, language
from game.platform.paths import ASSETS

SHEETS = ASSETS / "sheets"
LETTERS = ASSETS / "page" / "letters.js"

Cell = tuple[str, str]  # class, text


@cache
def _own(name: str) -> str:
    return (SHEETS / name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    """Return the page's module as a plain script, because browsers load no module from a disk."""
    return LETTERS.read_text(encoding="utf-8").replace("export ", "")


def document(
    name: str,
    about: str,
    title: str,
    note: str,
    body: str,
    where: str = "",
    wide: bool = False,
    styles: Sequence[str] = (),
) -> str:
    """Return a whole document.

    On the left are `name` and `about`; on the right are `title`, the kind of sheet, and `note`.
    `body` is HTML. `styles` are style sheets in addition to the usual one.
    """
    made = _("Made with Less is More")
    return Template(_own("sheet.html")).substitute(
        language=language(),
        name=escape(name),
        title=escape(title),
        style="".join(map(_own, ("sheet.css", *styles))),
        script=_script(),
        wide=' class="wide"' if wide else "",
        about=escape(about),
        note=escape(note),
        body=body,
        made=" · ".join(map(escape, filter(None, (made, where)))),
    )


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
