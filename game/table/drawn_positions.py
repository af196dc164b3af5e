"""The marks and arrows on the positions of a played game, for pictures and for followers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from game.table.match import Match
from game.table.variations import BLANK, PositionNote

MAX_NOTES_TOLD, MAX_SIGNS_TOLD = 100, 60  # maximum numbers per game, and per position
MAX_COMMENT_TOLD = 300  # characters


class ToldNote(TypedDict):
    """A position with marks or arrows, as it is sent to followers.

    Each of `marks` is a point and a kind, each of `arrows` two points and a kind.
    """

    turn: int
    comment: str
    marks: list[list[str]]
    arrows: list[list[str]]


def note_after(match: Match, turns: int) -> PositionNote:
    """Return the note of the position after this many turns; 0 is the start."""
    if match.tree is None:
        return BLANK
    tree = match.tree.follow(match.turns)
    return tree.node(turns).note if tree.is_played(turns) else BLANK


def drawn_notes(match: Match) -> Iterator[tuple[int, PositionNote]]:
    """Yield each position with marks or arrows: the number of turns before it, and its note."""
    if match.tree is None:
        return
    tree = match.tree.follow(match.turns)
    for number in range(tree.played + 1):
        note = tree.node(number).note
        if note.signs:
            yield number, note


def told_notes(match: Match) -> list[ToldNote]:
    """Return the marked positions as plain data for followers, cut to the maximum sizes."""
    found: list[ToldNote] = []
    for turn, note in drawn_notes(match):
        marks = [[point, kind] for point, kind in note.marks.items()]
        arrows = [[*ends, kind] for ends, kind in note.arrows.items()]
        found.append(
            {
                "turn": turn,
                "comment": note.comment[:MAX_COMMENT_TOLD],
                "marks": marks[:MAX_SIGNS_TOLD],
                "arrows": arrows[:MAX_SIGNS_TOLD],
            }
        )
    return found[:MAX_NOTES_TOLD]
