"""Marks after a comment are read up to a limit and written back; everything else stays text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.table.comment_signs import read_comment, write_comment
from game.table.errors import TreeError
from game.table.match import Match
from game.table.record import dump, from_record, load, to_record
from game.table.spec import two_people
from game.table.study import Study
from game.table.variations import (
    BAD,
    GOOD,
    IDEA,
    MARK_KINDS,
    MAX_COMMENT_LENGTH,
    MAX_SIGNS_DRAWN,
    PositionNote,
)

POINTS = [f"{letter}{number}" for letter in "abcde" for number in range(1, 6)]
SIGN = st.tuples(st.sampled_from(POINTS), st.sampled_from(POINTS), st.sampled_from(MARK_KINDS))


def drawn(signs: list[tuple[str, str, str]], comment: str = "") -> PositionNote:
    marks = {source: kind for source, target, kind in signs if source == target}
    arrows = {(a, b): kind for a, b, kind in signs if a != b}
    return PositionNote(comment, marks, arrows)


def stored(comment: str, **fields: Any) -> dict[str, Any]:
    """Return a record with one note at its start."""
    record = to_record(Match(two_people("multiplicity size=3"), date="2026-03-04T05:06:07"))
    return {**record, "notes": [{"at": 0, "comment": comment, **fields}]}


@given(signs=st.lists(SIGN, max_size=12), comment=st.sampled_from(["", "Why here?", "two\nlines "]))
def test_what_is_drawn_comes_back_from_its_text(
    signs: list[tuple[str, str, str]], comment: str
) -> None:
    note = drawn(signs, comment)
    plain = PositionNote(
        write_comment(note),
        {point: kind for point, kind in note.marks.items() if kind != IDEA},
        {ends: kind for ends, kind in note.arrows.items() if kind != IDEA},
    )
    assert read_comment(plain, POINTS) == note


@given(st.text(alphabet="[]idea> a1b2c3\n", max_size=60))
def test_any_text_is_written_back_with_the_same_meaning(text: str) -> None:
    note = read_comment(PositionNote(text), POINTS)
    again = read_comment(PositionNote(write_comment(note)), POINTS)
    assert again == note
    if not note.signs:
        assert note.comment == text


@pytest.mark.parametrize(
    "text",
    [
        "[idea]",
        "[idea z9]",
        "[idea a1 a1]",
        "[idea a1>a1]",
        "[idea a1>b2>c3]",
        "[idea a1>]",
        "[plan a1]",
        "see[idea a1]",
        "[idea a1] and more",
        "[idea b2]",  # b2 already has another mark
        "[idea " + " ".join(f"{a}>{b}" for a in POINTS for b in POINTS if a != b) + "]",
    ],
)
def test_what_is_wrong_or_too_much_stays_text(text: str) -> None:
    note = PositionNote(text, {"b2": BAD})
    assert read_comment(note, POINTS) is note
    assert write_comment(note) == text


def test_a_record_keeps_the_third_kind_as_text_that_older_programs_read() -> None:
    match = Match(two_people("multiplicity size=3"), date="2026-03-04T05:06:07")
    study = Study(match)
    study.comment("Go there")
    for source, target, kind in (("c1", "c1", GOOD), ("b2", "b2", IDEA), ("b2", "c3", IDEA)):
        study.draw(source, target, kind)
    [note] = to_record(match)["notes"]
    assert note["comment"] == "Go there [idea b2 b2>c3]"
    assert note["marks"] == {"c1": "good"}
    assert not note.get("arrows")
    assert Study(load(dump(match))).note == study.note


@pytest.mark.parametrize(
    ("comment", "fields"),
    [
        ("Go there [idea b2 b2>c3]", {}),
        ("[idea z9]", {}),
        ("[draw c1]", {"marks": {"c1": "good"}, "arrows": [["c1", "b2", "bad"]]}),
    ],
)
def test_a_record_is_written_as_it_was_read(comment: str, fields: dict[str, Any]) -> None:
    record = stored(comment, **fields)
    again = to_record(from_record(record))["notes"]
    assert [{key: value for key, value in note.items() if value} for note in again] == [
        {key: value for key, value in note.items() if value} for note in record["notes"]
    ]


def test_signs_written_in_a_comment_are_drawn_at_once() -> None:
    study = Study(Match(two_people("multiplicity size=3")))
    study.comment("Here [idea c1>b2]")
    assert study.note == PositionNote("Here", {}, {("c1", "b2"): IDEA})
    study.undo()
    assert not study.note


def test_a_position_takes_so_many_signs_and_its_comment_stays_whole() -> None:
    study = Study(Match(two_people("multiplicity size=5")))
    points = study.game.topology.points
    pairs = [(a, b) for a in points for b in points if a != b]
    for source, target in pairs[:MAX_SIGNS_DRAWN]:
        study.draw(source, target, BAD)
    with pytest.raises(TreeError, match="no more signs"):
        study.draw(*pairs[MAX_SIGNS_DRAWN], BAD)
    assert study.note.signs == MAX_SIGNS_DRAWN
    study.wipe()
    assert study.note.signs == 0
    with pytest.raises(TreeError, match="no marks"):
        study.wipe()
    study.comment("x" * MAX_COMMENT_LENGTH)
    with pytest.raises(TreeError, match="no more signs"):
        study.draw(points[0], points[1], IDEA)
    study.comment("")
    study.draw(points[0], points[1], IDEA)
    study.comment("x" * MAX_COMMENT_LENGTH)
    kept = Study(load(dump(study.match))).note
    assert kept == study.note
    assert kept.signs == 1
