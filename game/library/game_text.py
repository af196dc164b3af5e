"""A game as text that people read: who, when, where, and every turn with its time."""

from __future__ import annotations

from collections.abc import Iterator

from game.library.display_names import day, match_result, players_line
from game.platform.i18n import _
from game.table.match import Match


def text_of(match: Match) -> str:
    """Return the whole game as text."""
    return "\n".join([*_head(match), "", *_turns(match), "", match_result(match)]) + "\n"


def _head(match: Match) -> Iterator[str]:
    yield f"{match.game.title} · {players_line(match)}"
    if match.date:
        yield day(match.date)
    yield match.game.setup
    if match.spec.position is not None:
        yield match.spec.position


def _turns(match: Match) -> Iterator[str]:
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
    """Minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"
