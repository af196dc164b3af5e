"""A study of a game: the position that somebody views, and the turns, notes and marks they add.

This is the one mutable object of a review. Mouse, keys, pad and a sensor board all use `explore`;
every edit can be undone. Notes go to the match, whose record keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.rules.base import Action, State
from game.rules.topology import Point
from game.table.comment_signs import read_comment, too_full, write_comment
from game.table.errors import TreeError
from game.table.history import HistoryEntry, Turn, ends_turn, turn_after
from game.table.match import Match
from game.table.variations import (
    MAX_COMMENT_LENGTH,
    ROOT,
    PositionNote,
    VariationTree,
)

Place = tuple[VariationTree, int]


class Study:
    """The state of a study: `at` is the viewed node, `begun` the open turn played from there.

    `edits` counts the changes to the tree, so that a caller can see when to save the tree.
    """

    def __init__(self, match: Match) -> None:
        self.match, self.game = match, match.game
        known = match.tree
        bare = VariationTree.of(match.game, match.turns, match.history.start)
        self.tree = bare if known is None else known.follow(match.turns)
        self.at = ROOT
        self.begun: list[HistoryEntry] = []
        self.edits = 0
        self._done: list[Place] = []
        self._undone: list[Place] = []
        self.go(self.tree.played)

    # -- where -----------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.begun[-1].after if self.begun else self.tree.state(self.at)

    @property
    def here(self) -> int:
        """The number of the viewed node, or of the node of the open turn if the tree has it."""
        if self.begun:
            known = self.tree.child(self.at, [entry.action for entry in self.begun])
            return self.at if known is None else known
        return self.at

    @property
    def in_game(self) -> bool:
        """True if the viewed position belongs to the game as it was played."""
        return self.tree.is_played(self.here) and (not self.begun or self.here != self.at)

    @property
    def note(self) -> PositionNote:
        return self.tree.node(self.here).note

    @property
    def turns(self) -> list[Turn]:
        """The turns up to the viewed position, including the open one."""
        found = self.tree.turns(self.tree.path(self.at))
        if self.begun:
            found.append(turn_after(found[-1] if found else None, self.begun))
        return found

    @property
    def actions(self) -> list[Action]:
        """All actions up to the viewed position."""
        entries = [entry for turn in self.turns for entry in turn.entries]
        return [entry.action for entry in entries if entry.action is not None]

    def legal(self) -> list[Action]:
        """Return the legal actions of the viewed position."""
        return [] if self.game.over(self.state) else self.game.legal(self.state)

    # -- going about -----------------------------------------------------------------------------

    def go(self, number: int) -> None:
        """View a node.  Raises TreeError if there is none with this number."""
        turn = self.tree.node(number).turn
        if turn is not None and not turn.complete:
            self.at, self.begun = self.tree.node(number).parent, list(turn.entries)
        else:
            self.at, self.begun = number, []

    def back(self) -> bool:
        """Go one turn back, or to the beginning of the open turn; return False at the start."""
        if self.begun:
            self.begun = []
            return True
        if self.at == ROOT:
            return False
        self.go(self.tree.node(self.at).parent)
        return True

    def on(self) -> bool:
        """Go one turn on along the main line from here; return False at its end."""
        lines = self.tree.node(self.here).lines
        if not lines or (self.begun and self.here == self.at):
            return False
        self.go(lines[0])
        return True

    def beside(self, step: int = 1) -> bool:
        """Go to the next alternative, or into a variation that begins here, else return False."""
        if self.begun:
            return False
        lines = self.tree.node(self.tree.node(self.at).parent).lines if self.at != ROOT else ()
        if len(lines) > 1:
            self.go(lines[(lines.index(self.at) + step) % len(lines)])
            return True
        ahead = self.tree.node(self.at).lines
        if len(ahead) > 1:
            self.go(ahead[1])
            return True
        return False

    def out(self) -> bool:
        """Leave the variation; return False if the view is in the main line."""
        head = self.tree.head(self.at)
        if head == ROOT:
            return False
        self.go(self.tree.node(head).parent)
        return True

    def home(self) -> None:
        """Leave all variations."""
        if not self.in_game:
            self.begun = []
            while self.out():
                pass

    # -- trying ----------------------------------------------------------------------------------

    def explore(self, action: Action) -> None:
        """Play an action from the viewed position.

        If the turn exists already, the study only goes to it; a new turn becomes a variation as
        soon as it is complete. Raises RulesError and changes nothing if the action is illegal.
        """
        seat = self.game.to_move(self.state)
        step = self.game.play(self.state, action)
        entry = HistoryEntry(self.state, step.state, action, step.events, seat)
        self.begun = [*self.begun, entry]
        if ends_turn(entry):
            actions = [entry.action for entry in self.begun if entry.action is not None]
            self.begun = []
            tree, number = self.tree.add(self.at, actions)
            self._changed(tree, number)

    def try_line(self, line: Sequence[Sequence[Action]]) -> list[int]:
        """Add turns one after the other from the viewed position; return the nodes on the way.

        The view stays. The first turn continues the open turn. Raises RulesError and changes
        nothing if a turn is illegal.
        """
        begun = [entry.action for entry in self.begun if entry.action is not None]
        tree, number, found = self.tree, self.at, list[int]()
        for actions in line:
            whole = [*begun, *actions]
            begun = []
            if not whole or not tree.judged(number, whole).complete:
                break
            tree, number = tree.add(number, whole)
            found.append(number)
        self._changed(tree, self.at)
        return found

    def take_hop_back(self) -> bool:
        """Take back the last action of the open turn; return False if there is none."""
        if not self.begun:
            return False
        self.begun = self.begun[:-1]
        return True

    # -- writing ---------------------------------------------------------------------------------

    def comment(self, text: str) -> None:
        """Replace the comment of the viewed position.

        Marks written after the comment are drawn. Text that is too long is cut at its end.
        """
        if text == self.note.comment:
            return
        taken = len(write_comment(replace(self.note, comment="."))) - 1
        self._note(replace(self.note, comment=text[: MAX_COMMENT_LENGTH - taken]))

    def draw(self, source: Point, target: Point, kind: str) -> None:
        """Draw an arrow, or a mark if both ends are equal; drawing it again removes it.

        Raises TreeError if the note has no more room.
        """
        note = self.note
        if source == target:
            self._note(note.marked(source, kind))
        else:
            self._note(note.pointed(source, target, kind))

    def wipe(self) -> None:
        """Remove all marks and arrows of the position.  Raises TreeError if there are none."""
        if not self.note.signs:
            raise TreeError("no-signs")
        self._note(self.note.wiped())

    def _note(self, note: PositionNote) -> None:
        """Set the note of the viewed position.  Raises TreeError if the note is too full."""
        if note.signs > self.note.signs and too_full(note):
            raise TreeError("note-full")
        drawn = read_comment(note, self.game.topology.index)
        self._changed(self.tree.noted(self.here, drawn), self.at)

    def promote(self) -> None:
        """Move the viewed variation one place up.  Raises TreeError if it cannot move."""
        self._changed(self.tree.promote(self.here), self.at)

    def delete(self) -> None:
        """Delete the viewed node and all that follow.  Raises TreeError in the main line."""
        if self.begun and self.here == self.at:
            self.begun = []
            return
        parent = self.tree.node(self.here).parent
        self._changed(self.tree.delete(self.here), parent)

    # -- undo ------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the last edit and go to its position.  Raises TreeError if there is none."""
        self._swap(self._done, self._undone)

    def redo(self) -> None:
        """Redo the last undone edit.  Raises TreeError if there is none."""
        self._swap(self._undone, self._done)

    def _swap(self, one: list[Place], other: list[Place]) -> None:
        if not one:
            raise TreeError("no-edit")
        tree, at = one.pop()
        other.append((self.tree, self.at))
        self._set_tree(tree)
        self.begun = []
        self.at = at

    def _changed(self, tree: VariationTree, at: int) -> None:
        """Store another tree as an edit that can be undone, or only view another node."""
        if tree is not self.tree:
            self._done.append((self.tree, self.at))
            self._undone.clear()
            self._set_tree(tree)
        if at != self.at:
            self.go(at)

    def _set_tree(self, tree: VariationTree) -> None:
        self.tree = tree
        self.match.tree = None if tree.bare else tree
        self.edits += 1
