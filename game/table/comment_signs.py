"""Marks at the end of a comment: `Why here? [idea c3 d4>e5]` draws a point and an arrow.

A note's fields can hold only two kinds of marks and arrows. The third kind is written after the
comment, so that programs that do not know it keep it and show it as text. Unreadable or excessive
marks also remain text. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace

from game.rules.topology import Point
from game.table.variations import IDEA, MAX_COMMENT_LENGTH, MAX_SIGNS_DRAWN, PositionNote

BEGIN, END, ARROW = f"[{IDEA} ", "]", ">"
WORD = re.compile(r"[^\s>\[\]]+(>[^\s>\[\]]+)?")


def write_comment(note: PositionNote) -> str:
    """Return the comment of a note, followed by its marks and arrows of the third kind."""
    words = [point for point, kind in note.marks.items() if kind == IDEA]
    words += [ARROW.join(ends) for ends, kind in note.arrows.items() if kind == IDEA]
    if not words:
        return note.comment
    signs = BEGIN + " ".join(words) + END
    return f"{note.comment} {signs}" if note.comment else signs


def too_full(note: PositionNote) -> bool:
    """Return whether a note has more marks and arrows than may be drawn or a record can hold."""
    return note.signs > MAX_SIGNS_DRAWN or len(write_comment(note)) > MAX_COMMENT_LENGTH


def read_comment(note: PositionNote, points: Container[Point]) -> PositionNote:
    """Return the note with the marks after its comment drawn, on a board of these `points`.

    If a place already has another mark, the note is unchanged: the text after the comment stays.
    """
    start = note.comment.rfind(BEGIN)
    if start < 0 or not note.comment.endswith(END):
        return note
    before = note.comment[:start]
    if before and not (before.endswith(" ") and len(before) > 1):
        return note
    words = note.comment[start + len(BEGIN) : -len(END)].split()
    if not 0 < len(words) <= MAX_SIGNS_DRAWN or not all(map(WORD.fullmatch, words)):
        return note
    ends = [tuple(word.split(ARROW)) for word in words]
    marks = {one[0]: IDEA for one in ends if len(one) == 1}
    arrows = {(one[0], one[1]): IDEA for one in ends if len(one) == 2}
    known = all(point in points for one in ends for point in one)
    straight = all(source != target for source, target in arrows)
    if not (known and straight and len(marks) + len(arrows) == len(words)):
        return note
    if marks.keys() & note.marks.keys() or arrows.keys() & note.arrows.keys():
        return note
    drawn = replace(
        note,
        comment=before.removesuffix(" "),
        marks={**note.marks, **marks},
        arrows={**note.arrows, **arrows},
    )
    return note if too_full(drawn) else drawn
