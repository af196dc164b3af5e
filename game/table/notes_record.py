"""What a review has added to a game, as plain data of its record, and back through the rules.

Positions are numbered: 0 is the start, then the turns played, then the variations in their order.
    "variations": [{"after": 12, "turn": "a1-a2,b1-b2,c1-c2"}, ...]
    "notes": [{"at": 12, "comment": "..", "marks": {"a1": "good"}, "arrows": [["a1", "b2", "bad"]]}]
    "review": [{"chance": 0.52, "line": ["a1-a2,b1-b2,c1-c2", ...]}, null, ...]
All three may be missing; a review has an entry for each position of the game as it was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from game.rules.base import Action, Game, State
from game.rules.errors import RulesError
from game.rules.topology import Point
from game.table.errors import RecordError, TreeError
from game.table.evaluation import Evaluation
from game.table.match import Match
from game.table.variations import (
    BLANK,
    MARK_KINDS,
    MAX_COMMENT_LENGTH,
    ROOT,
    PositionNote,
    VariationTree,
)

MAX_VARIATIONS = 5_000
MAX_NOTES = 10_000
MAX_SIGNS = 1_000  # marks or arrows of one note
MAX_LINE_TURNS = 40  # turns of an opinion


# -- to plain data ---------------------------------------------------------------------------------


def to_fields(match: Match) -> dict[str, Any]:
    """The fields of a record; none for a game without a review."""
    fields: dict[str, Any] = {}
    tree = match.tree.follow(match.turns) if match.tree is not None else None
    if tree is not None and not tree.bare:
        fields |= _tree_fields(tree)
    known = [match.opinions.get(state) for state in positions(match)]
    if any(known):
        fields["review"] = [_opinion_field(match.game, opinion) for opinion in known]
    return fields


def positions(match: Match) -> list[State]:
    """Before the first turn and after each one."""
    return [match.history.start, *(turn.after for turn in match.turns)]


def _tree_fields(tree: VariationTree) -> dict[str, Any]:
    """Numbers of nodes become places in the record."""
    extra = [number for number, _depth in tree.walk() if not tree.is_played(number)]
    places = {number: number for number in range(tree.played + 1)}
    places |= {number: tree.played + place for place, number in enumerate(extra, start=1)}
    variations = []
    for number in extra:
        node = tree.node(number)
        assert node.turn is not None
        variations.append({"after": places[node.parent], "turn": node.turn.text})
    notes = [_note_field(places[n], tree.node(n).note) for n in places if tree.node(n).note]
    fields = {"variations": variations, "notes": notes}
    return {name: found for name, found in fields.items() if found}


def _note_field(place: int, note: PositionNote) -> dict[str, Any]:
    fields = {
        "comment": note.comment,
        "marks": dict(note.marks),
        "arrows": [[source, target, kind] for (source, target), kind in note.arrows.items()],
    }
    return {"at": place} | {name: found for name, found in fields.items() if found}


def _opinion_field(game: Game, opinion: Evaluation | None) -> dict[str, Any] | None:
    if opinion is None:
        return None
    line = [game.turn_text(turn) for turn in opinion.line]
    return {"chance": round(opinion.chance, 4)} | ({"line": line} if line else {})


# -- back ------------------------------------------------------------------------------------------


def read_fields(match: Match, data: Mapping[str, Any], source: str) -> None:
    """Give a match what its record says of a review.  Raises RecordError, naming `source`."""
    reader = _NotesReader(match, source)
    tree = reader.notes(reader.variations(data.get("variations", [])), data.get("notes", []))
    match.tree = None if tree.bare else tree
    reader.opinions(data.get("review", []))


class _NotesReader:
    def __init__(self, match: Match, source: str) -> None:
        self.match, self.source = match, source
        self._nodes = list(range(len(match.turns) + 1))  # the number of the node at each place

    def _entries(self, found: Any, field: str, most: int) -> list[Any]:
        if not isinstance(found, list):
            self._refuse(field, found, "a list")
        if len(found) > most:
            count, wanted = len(found), f"at most {most}"
            raise RecordError("entries", name=self.source, field=field, count=count, wanted=wanted)
        return found

    def _refuse(self, field: str, found: object, wanted: str) -> NoReturn:
        shown = repr(found)[:60]
        raise RecordError("field", name=self.source, field=field, found=shown, wanted=wanted)

    def _bad_note(self, number: int, why: str) -> NoReturn:
        raise RecordError("note", name=self.source, number=number, why=why)

    def variations(self, found: Any) -> VariationTree:
        """The tree of the game with what was not played."""
        tree = VariationTree.of(self.match.game, self.match.turns, self.match.history.start)
        for number, entry in enumerate(self._entries(found, "variations", MAX_VARIATIONS), 1):
            if not isinstance(entry, dict):
                self._refuse(f"variation {number}", entry, "an object")
            after, text = entry.get("after"), entry.get("turn")
            if type(after) is not int or not 0 <= after < len(self._nodes):
                self._refuse(f"variation {number} after", after, "a place before it")
            if not isinstance(text, str):
                self._refuse(f"variation {number} turn", text, "a turn")
            tree = self._variation(tree, number, after, text)
        return tree

    def _variation(self, tree: VariationTree, number: int, after: int, text: str) -> VariationTree:
        at = self._nodes[after]
        try:
            actions = tree.game.parse_turn(tree.state(at), text)
            tree, node = tree.add(at, actions)
        except (RulesError, TreeError) as error:
            raise RecordError(
                "variation", name=self.source, number=number, text=text, after=after, why=error
            ) from None
        self._nodes.append(node)
        return tree

    def notes(self, tree: VariationTree, found: Any) -> VariationTree:
        """The tree with its notes."""
        for number, entry in enumerate(self._entries(found, "notes", MAX_NOTES), 1):
            if not isinstance(entry, dict):
                self._bad_note(number, f"{str(entry)[:40]!r} found, expected an object")
            place = entry.get("at", ROOT)
            if type(place) is not int or not 0 <= place < len(self._nodes):
                self._bad_note(number, f"at is {str(place)[:40]}, expected a place of the game")
            tree = tree.noted(self._nodes[place], self._note(number, entry))
        return tree

    def _note(self, number: int, entry: Mapping[str, Any]) -> PositionNote:
        comment, marks = entry.get("comment", ""), entry.get("marks", {})
        arrows = entry.get("arrows", [])
        if not isinstance(comment, str) or len(comment) > MAX_COMMENT_LENGTH:
            self._bad_note(
                number, f"the comment is no text of at most {MAX_COMMENT_LENGTH} letters"
            )
        if not isinstance(marks, dict) or len(marks) > MAX_SIGNS:
            self._bad_note(number, "the marks are no object of points")
        if not isinstance(arrows, list) or len(arrows) > MAX_SIGNS:
            self._bad_note(number, "the arrows are no list")
        pointed: dict[tuple[Point, Point], str] = {}
        for arrow in arrows:
            if not isinstance(arrow, list) or len(arrow) != 3:
                self._bad_note(number, "an arrow is not [from, to, kind]")
            pointed[self._point(number, arrow[0]), self._point(number, arrow[1])] = self._kind(
                number, arrow[2]
            )
        marked = {self._point(number, p): self._kind(number, kind) for p, kind in marks.items()}
        return PositionNote(comment, marked, pointed) or BLANK

    def _point(self, number: int, found: Any) -> Point:
        if not isinstance(found, str) or found not in self.match.game.topology.index:
            self._bad_note(number, f"{str(found)[:40]!r} is no point of the board")
        return found

    def _kind(self, number: int, found: Any) -> str:
        if found not in MARK_KINDS:
            self._bad_note(number, f"{str(found)[:40]!r} found, expected {' or '.join(MARK_KINDS)}")
        return str(found)

    def opinions(self, found: Any) -> None:
        """What the engine thought of the positions of the game."""
        states = positions(self.match)
        for number, entry in enumerate(self._entries(found, "review", len(states))):
            if entry is not None:
                self.match.opinions[states[number]] = self._opinion(number, states[number], entry)

    def _opinion(self, number: int, state: State, entry: Any) -> Evaluation:
        chance = entry.get("chance") if isinstance(entry, dict) else None
        if not isinstance(chance, (int, float)) or not 0 <= chance <= 1:
            self._bad_opinion(number, f"chance is {str(chance)[:40]}, expected 0 to 1")
        line = entry.get("line", [])
        if not isinstance(line, list) or len(line) > MAX_LINE_TURNS:
            self._bad_opinion(number, f"the line is no list of at most {MAX_LINE_TURNS} turns")
        try:
            return Evaluation(float(chance), read_line(self.match.game, state, line))
        except RulesError as error:
            self._bad_opinion(number, error)

    def _bad_opinion(self, number: int, why: object) -> NoReturn:
        raise RecordError("opinion", name=self.source, number=number, why=why) from None


def read_line(game: Game, state: State, texts: Sequence[Any]) -> tuple[tuple[Action, ...], ...]:
    """Turns written one after the other.  Raises RulesError for the first that is not legal."""
    turns: list[tuple[Action, ...]] = []
    for text in texts:
        actions = game.parse_turn(state, str(text))
        for action in actions:
            state = game.advance(state, action)
        turns.append(tuple(actions))
    return tuple(turns)
