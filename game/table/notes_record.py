"""A review's additions to a game, as plain data of its record, and back through the rules.

Positions are numbered: 0 is the start, then the turns played, then the variations in their order.
    "variations": [{"after": 12, "turn": "a1-a2,b1-b2,c1-c2"}, ...]
    "notes": [{"at": 12, "comment": "..", "marks": {"a1": "good"}, "arrows": [["a1", "b2", "bad"]]}]
        marks and arrows of the third kind are written behind the comment: see `comment_signs`
    "review": [{"chance": 0.52, "line": ["a1-a2,b1-b2,c1-c2", ...]}, null, ...]
All three may be missing; a review has an entry for each position of the game as it was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from game.platform import progress
from game.platform.codec import MAX_INTEGER, rule, shortened
from game.rules.base import Action, Game, State
from game.rules.errors import RulesError
from game.rules.topology import Point
from game.table.comment_signs import read_comment, write_comment
from game.table.errors import RecordError, TreeError
from game.table.match import Match
from game.table.mistakes import Evaluation
from game.table.variations import (
    BAD,
    BLANK,
    GOOD,
    IDEA,
    MAX_COMMENT_LENGTH,
    ROOT,
    PositionNote,
    VariationTree,
)

MAX_VARIATIONS = 5_000
MAX_NOTES = 10_000
MAX_SIGNS = 1_000  # maximum number of marks, and of arrows, in one note
FIELD_KINDS = (GOOD, BAD)  # kinds of marks and arrows in the fields; older programs know no others
MAX_LINE_TURNS = 40


@dataclass(frozen=True, slots=True)
class VariationData:
    """A turn that was not played in the game, and the number of the position before it."""

    after: int = field(metadata=rule(least=0, wanted="a place before it"))
    turn: str = field(metadata=rule(length=MAX_INTEGER, wanted="a turn"))


@dataclass(frozen=True, slots=True)
class NoteData:
    """The comment, marks and arrows at a position; an arrow is [from, to, kind]."""

    at: int = field(default=ROOT, metadata=rule(least=0, wanted="a place of the game"))
    comment: str = field(default="", metadata=rule(length=MAX_COMMENT_LENGTH, omit=True))
    marks: dict[Point, str] = field(
        default_factory=dict, metadata=rule(count=MAX_SIGNS, omit=True, wanted="kinds by point")
    )
    arrows: tuple[tuple[Point, Point, str], ...] = field(
        default=(), metadata=rule(count=MAX_SIGNS, omit=True, wanted="[from, to, kind]")
    )


@dataclass(frozen=True, slots=True)
class EvaluationData:
    """The engine's evaluation of a position: the chance of the side to move, and its line."""

    chance: float = field(metadata=rule(least=0, most=1, digits=4, wanted="0 to 1"))
    line: tuple[str, ...] = field(
        default=(), metadata=rule(length=MAX_INTEGER, count=MAX_LINE_TURNS, omit=True)
    )


class NotesFields(TypedDict, total=False):
    """The fields of `RecordData` that a review fills; each may be missing."""

    variations: tuple[VariationData, ...]
    notes: tuple[NoteData, ...]
    review: tuple[EvaluationData | None, ...]


# -- to plain data ---------------------------------------------------------------------------------


def to_fields(match: Match) -> NotesFields:
    """Return the review's fields of `RecordData`; {} for a game without a review."""
    fields = NotesFields()
    tree = match.tree.follow(match.turns) if match.tree is not None else None
    if tree is not None and not tree.bare:
        fields.update(_tree_fields(tree))
    known = [match.evaluations.get(state) for state in positions(match)]
    if any(known):
        fields["review"] = tuple(_evaluation_data(match.game, one) for one in known)
    return fields


def positions(match: Match) -> list[State]:
    """Return the position before the first turn and after each turn."""
    return [match.history.start, *(turn.after for turn in match.turns)]


def _tree_fields(tree: VariationTree) -> NotesFields:
    """Return the variations and notes, with node numbers replaced by places in the record."""
    extra = [number for number, _depth in tree.walk() if not tree.is_played(number)]
    places = {number: number for number in range(tree.played + 1)}
    places |= {number: tree.played + place for place, number in enumerate(extra, start=1)}
    variations = []
    for node in map(tree.node, extra):
        assert node.turn is not None
        variations.append(VariationData(places[node.parent], node.turn.text))
    notes = [_note_data(places[n], tree.node(n).note) for n in places if tree.node(n).note]
    return {"variations": tuple(variations), "notes": tuple(notes)}


def _note_data(place: int, note: PositionNote) -> NoteData:
    marks = {point: kind for point, kind in note.marks.items() if kind != IDEA}
    ends = ((*ends, kind) for ends, kind in note.arrows.items() if kind != IDEA)
    return NoteData(place, write_comment(note), marks, tuple(ends))


def _evaluation_data(game: Game, one: Evaluation | None) -> EvaluationData | None:
    if one is None:
        return None
    return EvaluationData(one.chance, tuple(game.turn_text(turn) for turn in one.line))


# -- back ------------------------------------------------------------------------------------------


def read_tree(
    match: Match, variations: Sequence[VariationData], notes: Sequence[NoteData], source: str
) -> None:
    """Restore the variations and notes of a match from its record.  Raises RecordError."""
    tree = VariationTree.of(match.game, match.turns, match.history.start)
    nodes = list(range(len(match.turns) + 1))  # the node number of each place
    steps = len(nodes) + len(variations) + len(notes)
    for number, one in enumerate(variations, 1):
        progress.tell(len(nodes), steps)
        if one.after >= len(nodes):
            where, wanted = f"variation {number} after", "a place before it"
            raise RecordError("field", name=source, field=where, found=one.after, wanted=wanted)
        try:
            actions = tree.game.parse_turn(tree.state(nodes[one.after]), one.turn)
            tree, node = tree.add(nodes[one.after], actions)
        except (RulesError, TreeError) as why:
            raise RecordError(
                "variation", name=source, number=number, text=one.turn, after=one.after, why=why
            ) from None
        nodes.append(node)
    for number, note in enumerate(notes, 1):
        progress.tell(steps - len(notes) + number, steps)
        if wrong := _wrong_note(match.game, len(nodes), note):
            raise RecordError("note", name=source, number=number, why=wrong)
        arrows = {(start, end): kind for start, end, kind in note.arrows}
        written = PositionNote(note.comment, note.marks, arrows)
        drawn = read_comment(written, match.game.topology.index)
        tree = tree.noted(nodes[note.at], drawn or BLANK)
    match.tree = None if tree.bare else tree


def _wrong_note(game: Game, places: int, note: NoteData) -> str:
    """Return the fault of a note in words; "" if there is none."""
    if note.at >= places:
        return f"at is {note.at}, expected a place of the game"
    points = [*note.marks, *(point for arrow in note.arrows for point in arrow[:2])]
    for point in points:
        if point not in game.topology.index:
            return f"{shortened(point)} is no point of the board"
    for kind in (*note.marks.values(), *(arrow[2] for arrow in note.arrows)):
        if kind not in FIELD_KINDS:
            return f"{shortened(kind)} found, expected {' or '.join(FIELD_KINDS)}"
    return ""


def read_evaluations(match: Match, review: Sequence[EvaluationData | None], source: str) -> None:
    """Restore the engine's evaluations of a match from its record.  Raises RecordError."""
    states = positions(match)
    if len(review) > len(states):
        most = f"at most {len(states)}"
        raise RecordError("entries", name=source, field="review", count=len(review), wanted=most)
    for number, (state, one) in enumerate(zip(states, review)):
        if one is not None:
            try:
                line = read_line(match.game, state, one.line)
            except RulesError as why:
                raise RecordError("opinion", name=source, number=number, why=why) from None
            match.evaluations[state] = Evaluation(one.chance, line)


def read_line(game: Game, state: State, texts: Sequence[str]) -> tuple[tuple[Action, ...], ...]:
    """Return the turns of a line given as text. Raises RulesError for the first illegal turn."""
    turns: list[tuple[Action, ...]] = []
    for text in texts:
        actions = game.parse_turn(state, text)
        for action in actions:
            state = game.advance(state, action)
        turns.append(tuple(actions))
    return tuple(turns)
