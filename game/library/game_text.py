"""A game to read, as text or HTML: players, dates, setup, and every turn with its time."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from game.library.display_names import day, match_result, players_line
from game.pictures.board import Marks, board_svg
from game.pictures.signs import Signs
from game.platform import untrusted
from game.platform.i18n import _, language
from game.platform.paths import ASSETS
from game.platform.theme import Theme
from game.table.drawn_positions import drawn_notes, note_after
from game.table.history import Turn
from game.table.match import Match


def text_of(match: Match) -> str:
    """Return the whole game as text."""
    return "\n".join([*_head(match), "", *_turn_lines(match), "", match_result(match)]) + "\n"


def _head(match: Match) -> Iterator[str]:
    yield f"{match.game.title} · {players_line(match)}"
    if match.date:
        yield day(match.date)
    yield match.game.setup
    if match.spec.position is not None:
        yield match.spec.position


def _turn_lines(match: Match) -> Iterator[str]:
    turns = [turn for turn in match.turns if turn.complete]
    width = len(str(len(turns)))
    for turn, seconds in zip(turns, match.times):
        time = f"  ({clock(seconds)})" if seconds else ""
        yield f"{turn.number:{width}}. {turn.text}{time}"
    if len(turns) < len(match.turns):
        begun = match.turns[-1]
        yield f"{begun.number:{width}}. {begun.text} …"
    if not match.turns:
        yield _("No turn was played.")


def clock(seconds: float) -> str:
    """Return seconds as minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


# -- a printable sheet -----------------------------------------------------------------------------
# The page is a single file and loads nothing from elsewhere. All texts of users are escaped.

STYLE = ASSETS / "sheets" / "game.css"
SMALL_PICTURES = 3  # number of smaller pictures that show earlier moments of the game
MAX_DRAWN_PICTURES = 12  # maximum number of small pictures if positions have drawings


def sheet_of(match: Match, theme: Theme) -> str:
    """Return the HTML page of a game."""
    title = f"{match.game.title} · {players_line(match)}"
    body = "".join(
        [
            f"<h1>{escape(match.game.title)}</h1>",
            f'<p class="who">{escape(players_line(match))}</p>',
            f'<p class="facts">{escape(_facts(match))}</p>',
            f'<div class="boards">{"".join(_boards(match, theme))}</div>',
            f'<ol class="turns">{"".join(_turns(match))}</ol>',
            f'<p class="result">{escape(match_result(match))}</p>',
        ]
    )
    style = untrusted.read_text(STYLE)
    return (
        f'<!doctype html>\n<html lang="{escape(language())}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>\n{style}</style></head><body>{body}</body></html>\n"
    )


def _facts(match: Match) -> str:
    return " · ".join(filter(None, (day(match.date), match.game.setup, match.spec.position)))


def _boards(match: Match, theme: Theme) -> Iterator[str]:
    """Yield boards of moments, or of positions with drawings, and then of the end of the game."""
    turns = [turn for turn in match.turns if turn.complete]
    parts = SMALL_PICTURES + 1
    places = [number for number, _note in drawn_notes(match)][:MAX_DRAWN_PICTURES]
    for place in places or [len(turns) * number // parts for number in range(1, parts)]:
        if 0 < place < len(turns) or (place == 0 and places and turns):
            yield _figure(match, theme, turns[place - 1] if place else None, "small")
    yield _figure(match, theme, turns[-1] if turns else None, "large")


def _figure(match: Match, theme: Theme, turn: Turn | None, size: str) -> str:
    state = turn.after if turn else match.history.start
    lying = match.game.pieces(state)
    marks, signs = marks_of(turn), signs_after(match, turn)
    drawn = board_svg(match.game, lying, theme, marks, named=size == "large", signs=signs)
    words = _("Before the first turn")
    if turn is not None:
        words = _("After turn {n}: {turn}").format(n=turn.number, turn=turn.text)
    return f'<figure class="{size}">{drawn}<figcaption>{broken(words)}</figcaption></figure>'


def marks_of(turn: Turn | None) -> Marks:
    """Return the marks of a turn: arrows for moves, dots where pieces were placed."""
    actions = [entry.action for entry in turn.entries if entry.action] if turn else []
    moved = [action for action in actions if len(action.points) > 1]
    put = [action.points[0] for action in actions if len(action.points) == 1]
    ends = [moved[-1].points[-1]] if moved else []
    return Marks((*put, *ends), [(action.points[0], action.points[-1]) for action in moved])


def signs_after(match: Match, turn: Turn | None) -> Signs:
    """Return the drawings on the position after a turn, or on the first position."""
    note = note_after(match, turn.number if turn is not None else 0)
    return Signs(note.marks, note.arrows)


def _turns(match: Match) -> Iterator[str]:
    turns = [turn for turn in match.turns if turn.complete]
    for turn, seconds in zip(turns, match.times):
        time = f'<span class="time">{clock(seconds)}</span>' if seconds else ""
        number = f'<span class="number">{turn.number}</span>'
        yield f"<li>{time}{number}{broken(turn.text)}</li>"


def broken(turn: str) -> str:
    """Return the escaped turn, with permitted line breaks after each action."""
    return escape(turn).replace(",", ",<wbr>")
