"""A tree of variations: a game's turns, lines that were not played, comments, marks and arrows.

Pure values: a tree never changes; an edit returns another tree that shares all unchanged parts. The
game as it was played always stays the main line. The rules check every other turn when it is added.
No files, no screen.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from game.rules.base import Action, Game, State
from game.rules.topology import Point
from game.table.errors import TreeError
from game.table.history import HistoryEntry, Turn, ends_turn, turn_after

ROOT = 0
NOWHERE = -1
GOOD, BAD = "good", "bad"
# Third kind; a record stores its marks and arrows as text after the comment (see `comment_signs`).
IDEA = "idea"
MARK_KINDS = (GOOD, BAD, IDEA)  # kinds of marks and arrows
MAX_COMMENT_LENGTH = 2000
MAX_SIGNS_DRAWN = 200  # maximum number of marks and arrows at one position

Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class PositionNote:
    """A person's comment, marks and arrows at a position; false if the note is empty."""

    comment: str = ""
    marks: Mapping[Point, str] = field(default_factory=dict)
    arrows: Mapping[tuple[Point, Point], str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.comment or self.marks or self.arrows)

    @property
    def signs(self) -> int:
        """The number of marks and arrows."""
        return len(self.marks) + len(self.arrows)

    def marked(self, point: Point, kind: str) -> PositionNote:
        """Return the note with a mark of this kind on `point`; an equal mark is removed instead."""
        return replace(self, marks=_drawn(self.marks, point, kind))

    def pointed(self, source: Point, target: Point, kind: str) -> PositionNote:
        """Return the note with an arrow of this kind; an equal arrow is removed instead."""
        return replace(self, arrows=_drawn(self.arrows, (source, target), kind))

    def on(self, points: Container[Point]) -> PositionNote:
        """Return the note, keeping only the marks and arrows on these points."""
        marks = {point: kind for point, kind in self.marks.items() if point in points}
        arrows = {
            ends: kind for ends, kind in self.arrows.items() if all(one in points for one in ends)
        }
        return replace(self, marks=marks, arrows=arrows)

    def wiped(self) -> PositionNote:
        """Return the note without marks and arrows."""
        return PositionNote(self.comment)


def _drawn(signs: Mapping[Place, str], place: Place, kind: str) -> dict[Place, str]:
    others = {other: sign for other, sign in signs.items() if other != place}
    return others if signs.get(place) == kind else {**others, place: kind}


BLANK = PositionNote()


@dataclass(frozen=True, slots=True)
class VariationNode:
    """A position of the tree.

    `turn` leads to the position (None at the root); `lines` are the numbers of the nodes after it,
    the main line first.
    """

    number: int
    parent: int
    turn: Turn | None
    lines: tuple[int, ...] = ()
    note: PositionNote = BLANK


class VariationTree:
    """Nodes by number.  The root is 0; 1 to `played` are the turns of the game in their order."""

    def __init__(
        self, game: Game, start: State, nodes: Mapping[int, VariationNode], played: int
    ) -> None:
        self.game, self.start, self.played = game, start, played
        self._nodes = nodes

    @classmethod
    def of(cls, game: Game, turns: Sequence[Turn], start: State) -> VariationTree:
        """Return the tree of a game from `start`, without variations."""
        last = len(turns)
        nodes = {
            number: VariationNode(
                number,
                number - 1,
                turns[number - 1] if number else None,
                (number + 1,) if number < last else (),
            )
            for number in range(last + 1)
        }
        return cls(game, start, nodes, last)

    # -- looking ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._nodes)

    def __contains__(self, number: int) -> bool:
        return number in self._nodes

    def node(self, number: int) -> VariationNode:
        """Return the node with this number.  Raises TreeError."""
        found = self._nodes.get(number)
        if found is None:
            raise TreeError("no-node", number=number)
        return found

    def state(self, number: int) -> State:
        """Return the position at a node."""
        turn = self.node(number).turn
        return self.start if turn is None else turn.after

    def path(self, number: int) -> list[int]:
        """Return the nodes from the first turn to this one; [] for the root."""
        found: list[int] = []
        while number != ROOT:
            found.append(number)
            number = self.node(number).parent
        return found[::-1]

    def line(self, number: int) -> list[int]:
        """Return the path through a node, continued along its main line."""
        found = self.path(number)
        while lines := self.node(number).lines:
            number = lines[0]
            found.append(number)
        return found

    def turns(self, numbers: Iterable[int]) -> list[Turn]:
        """Return the turns of nodes, without the root."""
        found = (self.node(number).turn for number in numbers)
        return [turn for turn in found if turn is not None]

    def is_played(self, number: int) -> bool:
        """Return whether the node belongs to the game as it was played."""
        return 0 <= number <= self.played

    def head(self, number: int) -> int:
        """Return the first node of the variation that a node is in; the root in the main line."""
        while number != ROOT and self.node(self.node(number).parent).lines[0] == number:
            number = self.node(number).parent
        return number

    def walk(self) -> Iterator[tuple[int, int]]:
        """Yield all nodes except the root, each with its depth of variations.

        The complete variations beside a turn come right after the turn, before its line goes on.
        """
        stack = [(ROOT, 0, False)]
        while stack:
            number, depth, new = stack.pop()
            if new:
                yield number, depth
            lines = self.node(number).lines
            if not lines:
                continue
            yield lines[0], depth
            stack.append((lines[0], depth, False))
            stack.extend((other, depth + 1, True) for other in reversed(lines[1:]))

    def child(self, number: int, actions: Sequence[Action | None]) -> int | None:
        """Return the child to which this turn leads, or None."""
        for line in self.node(number).lines:
            turn = self.node(line).turn
            if turn is not None and [entry.action for entry in turn.entries] == list(actions):
                return line
        return None

    @property
    def bare(self) -> bool:
        """Return whether there are no variations and no notes."""
        noted = any(node.note for node in self._nodes.values())
        return len(self._nodes) == self.played + 1 and not noted

    # -- changing --------------------------------------------------------------------------------

    def add(self, at: int, actions: Sequence[Action]) -> tuple[VariationTree, int]:
        """Return the tree with a turn added at a node, and the number of the turn's node.

        Raises RulesError for an illegal turn, TreeError for an incomplete one.
        """
        known = self.child(at, actions)
        if known is not None:
            return self, known
        turn = self.judged(at, actions)
        if not turn.complete:
            raise TreeError("open-turn", text=turn.text)
        return self._with_turn(at, turn)

    def judged(self, at: int, actions: Sequence[Action]) -> Turn:
        """Return the turn that `actions` (at least one) form at a node.

        Raises IllegalAction, or TreeError for actions after the end of a turn or after an open
        turn.
        """
        parent = self.node(at)
        if parent.turn is not None and not parent.turn.complete:
            raise TreeError("open-turn", text=parent.turn.text)
        entries = entries_of(self.game, self.state(at), actions)
        if any(ends_turn(entry) for entry in entries[:-1]):
            raise TreeError("long-turn", text=self.game.turn_text(actions))
        return turn_after(parent.turn, entries)

    def _with_turn(self, at: int, turn: Turn) -> tuple[VariationTree, int]:
        number = max(self._nodes) + 1
        parent = self.node(at)
        added = VariationNode(number, at, turn)
        changed = replace(parent, lines=(*parent.lines, number))
        return self._changed({at: changed, number: added}), number

    def noted(self, number: int, note: PositionNote) -> VariationTree:
        """Return the tree with this note at a node."""
        return self._changed({number: replace(self.node(number), note=note)})

    def promote(self, number: int) -> VariationTree:
        """Return the tree with the variation of a node moved one place up.

        Raises TreeError if the variation cannot rise further: the game as it was played stays
        first.
        """
        head = self.head(number)
        if head == ROOT:
            raise TreeError("main-line")
        parent = self.node(self.node(head).parent)
        lines = list(parent.lines)
        place = lines.index(head)
        if self.is_played(lines[place - 1]):
            raise TreeError("first-line")
        lines[place - 1 : place + 1] = [head, lines[place - 1]]
        return self._changed({parent.number: replace(parent, lines=tuple(lines))})

    def delete(self, number: int) -> VariationTree:
        """Return the tree without a node and its successors. Raises TreeError in the main line."""
        if self.is_played(number):
            raise TreeError("played")
        gone, waiting = set[int](), [number]
        while waiting:
            here = waiting.pop()
            gone.add(here)
            waiting.extend(self.node(here).lines)
        parent = self.node(self.node(number).parent)
        lines = tuple(line for line in parent.lines if line != number)
        kept = {n: node for n, node in self._nodes.items() if n not in gone}
        kept[parent.number] = replace(parent, lines=lines)
        return VariationTree(self.game, self.start, kept, self.played)

    def _changed(self, nodes: Mapping[int, VariationNode]) -> VariationTree:
        return VariationTree(self.game, self.start, {**self._nodes, **nodes}, self.played)

    def follow(self, turns: Sequence[Turn]) -> VariationTree:
        """Return the tree whose main line is `turns`, after the game went on or changed.

        Notes and variations stay. Turns of the old main line that were taken back become a
        variation if notes or variations depend on them.
        """
        if list(turns) == self.turns(range(1, self.played + 1)):
            return self
        tree = VariationTree.of(self.game, turns, self.start)
        laden, places = self._laden(), {ROOT: ROOT}
        for number in (ROOT, *(number for number, _depth in self.walk())):
            node = self.node(number)
            if node.turn is not None:
                at, wanted = places[node.parent], number in laden
                tree, places[number] = tree._adopted(at, node.turn, wanted)
            if node.note and places[number] != NOWHERE:
                tree = tree.noted(places[number], node.note)
        return tree

    def _adopted(self, at: int, turn: Turn, wanted: bool) -> tuple[VariationTree, int]:
        """Return the tree with `turn` at a node, and the turn's node.

        A turn that the tree does not have is added only if `wanted`; otherwise the node is NOWHERE.
        """
        if at == NOWHERE:
            return self, NOWHERE
        known = self.child(at, [entry.action for entry in turn.entries])
        if known is not None:
            return self, known
        parent = self.node(at).turn
        if not wanted or not turn.complete or (parent is not None and not parent.complete):
            return self, NOWHERE
        return self._with_turn(at, turn)

    def _laden(self) -> set[int]:
        """Return the nodes that have variations or notes, or lead to such nodes."""
        found: set[int] = set()
        for number in reversed([number for number, _depth in self.walk()]):
            node = self.node(number)
            if node.note or not self.is_played(number) or found.intersection(node.lines):
                found.add(number)
        return found


def entries_of(game: Game, state: State, actions: Iterable[Action]) -> list[HistoryEntry]:
    """Return the entries of actions played from a position.  Raises IllegalAction."""
    entries: list[HistoryEntry] = []
    for action in actions:
        step = game.play(state, action)
        entries.append(HistoryEntry(state, step.state, action, step.events, game.to_move(state)))
        state = step.state
    return entries
