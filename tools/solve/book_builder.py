"""Growth of an opening book: search positions one by one, the likeliest lines first.

A line costs a point for each turn and for each GIVEN_AWAY of a chance that a turn loses against the
best one known there; the cheapest position that is not searched yet is next (Lincke's drop-out
expansion).  Each search is a line in a file, so that the work goes on where it was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.engine.compile.compiler import can_compile
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.search_tree import Child, TreeConfig, nodes_within
from game.engine.search.turns import side_to_move
from game.openings.book import BookPage, BookTurn, OpeningBook
from game.openings.symmetry import key_of
from game.rules import Action, Game, State
from tools import json_files

GIVEN_AWAY = 0.025  # a chance that costs as much as a turn
LOOKED_AT = (24, 16, 12, 8)  # turns of a position, after so many turns
FIRSTS = 6  # first actions of a turn whose followers are looked at
LEAST_VISITS = 20  # of a turn that is looked at, but for the very first
TRUSTED = 0.1  # of the visits: a turn that had so many need not be searched for itself
KEPT = 0.1  # a turn that gives away more is not printed
HASH_MB = 256

Way = tuple[list[Action], Child]  # a turn and where it ends in the tree


@dataclass(frozen=True)
class SearchedPosition:
    """A position as the search sees it: the side's chance, and its turns.

    Each turn comes with the position it leads to.  There are no turns if one may end the game: that
    is no matter of a book.
    """

    depth: int
    chance: float
    turns: tuple[tuple[BookTurn, str], ...]

    @property
    def worth(self) -> float:
        """The mean of the position's chance and that of its best turn.

        The search tries bad turns too, which makes the first too low; against the best turn the
        other side tries bad ones, which makes the second too high.
        """
        return (self.chance + self.turns[0][0].chance) / 2 if self.turns else self.chance


class BookBuilder:
    """A book that grows; `path` keeps what was searched by so many `nodes` a position."""

    def __init__(self, game: Game, nodes: int, turns: int, path: Path) -> None:
        self.game, self.nodes, self.turns, self.path = game, nodes, turns, path
        self.root = key_of(game, game.start())[0]
        mine = game.setup, nodes
        self.seen = {key: seen for of, key, seen in json_files.read(path, _kept) if of == mine}
        self._profile = profile_of(game)
        compiled = can_compile()
        config = TreeConfig(compiled, nodes_within(HASH_MB, compiled), seed=1)
        self._tree = ActionTree(game, self._profile, config)

    # -- growing -------------------------------------------------------------------------------

    def grow(self) -> bool:
        """Search the positions that are next; False when there is none."""
        wanted = self.next()
        for key in wanted:
            self.seen[key] = found = self._search(key)
            how = {"setup": self.game.setup, "nodes": self.nodes}
            line = found.depth, found.chance, found.turns
            json_files.append(self.path, {**how, "key": key, "seen": line})
        return bool(wanted)

    def next(self) -> list[str]:
        """Return the cheapest positions that are not searched yet.

        A twentieth of all at once, so that costs are not counted anew for each.
        """
        if self.root not in self.seen:
            return [self.root]
        values = self.values()
        waiting: dict[str, float] = {}
        costs = {self.root: 0.0}
        for key in sorted(self.seen, key=lambda one: self.seen[one].depth):
            if key not in costs or self.seen[key].depth + 1 >= self.turns:
                continue
            ways = self._ways(key, values)
            best = max((chance for _turn, _after, chance in ways), default=0.0)
            for _turn, after, chance in ways:
                cost = costs[key] + 1 + (best - chance) / GIVEN_AWAY
                found = costs if after in self.seen else waiting
                found[after] = min(cost, found.get(after, cost))
        return sorted(waiting, key=waiting.__getitem__)[: max(1, len(self.seen) // 20)]

    def values(self) -> dict[str, float]:
        """Return the chance of the mover in each position, from the ends of the lines back."""
        values: dict[str, float] = {}
        for key, seen in sorted(self.seen.items(), key=lambda one: -one[1].depth):
            known = self._known(key, values)
            values[key] = max(turn.chance for turn, _after in known) if known else seen.worth
        return values

    def _known(self, key: str, values: dict[str, float]) -> list[tuple[BookTurn, str]]:
        """Return the turns whose chances are known.

        They were searched for themselves, or the search of the position is sure of them.
        """
        ways = self._ways(key, values)
        if not any(after in values for _turn, after, _chance in ways):
            return []
        return [
            (turn._replace(chance=chance), after)
            for turn, after, chance in ways
            if after in values or turn.visits >= TRUSTED * self.nodes
        ]

    def _visits(self) -> dict[str, int]:
        """Return visits of each position and of what may follow it."""
        visits: dict[str, int] = {}
        for key in sorted(self.seen, key=lambda one: -self.seen[one].depth):
            below = (visits.get(after, 0) for _turn, after in self.seen[key].turns)
            visits[key] = self.nodes + sum(below)
        return visits

    def _ways(self, key: str, values: dict[str, float]) -> list[tuple[BookTurn, str, float]]:
        """Return the turns of a position, where each leads, and its chance as far as is known."""
        return [
            (turn, after, 1 - values[after] if after in values else turn.chance)
            for turn, after in self.seen[key].turns
        ]

    # -- searching -----------------------------------------------------------------------------

    def _search(self, key: str) -> SearchedPosition:
        game, search = self.game, self._tree
        state = game.from_position(key)
        side = side_to_move(game, state)
        search.start(state)
        while search.visits < self.nodes and search.grow(self.nodes - search.visits):
            pass
        depth, chance = game.turns(state), self._chance(state, search.value(), side)
        turns: dict[str, BookTurn] = {}
        for actions, child in self._turns_of(state):
            after = state
            for action in actions:
                after = game.advance(after, action)
            if game.over(after):
                return SearchedPosition(depth, chance, ())
            if turns and depth > 1 and child.visits < LEAST_VISITS:
                continue
            there, visits = key_of(game, after)[0], child.visits
            own = BookTurn(game.turn_text(actions), self._chance(state, child.value, side), visits)
            known = turns.get(there)
            turns[there] = known._replace(visits=known.visits + visits) if known else own
        most = sorted(turns.items(), key=lambda one: -one[1].visits)
        kept = most[: LOOKED_AT[min(depth, len(LOOKED_AT) - 1)]]
        return SearchedPosition(depth, chance, tuple((turn, there) for there, turn in kept))

    def _turns_of(self, state: State) -> list[Way]:
        """Return whole turns of the tree, the most visited first.

        After a first action that goes on, the best continuation stands for all.
        """
        tree, side = self._tree, side_to_move(self.game, state)

        def walk(here: State, node: int, turn: list[Action]) -> Iterator[Way]:
            found = sorted(tree.children(node), key=lambda child: child.rank(side), reverse=True)
            for number, child in enumerate(found):
                action = self.game.action(child.code)
                after = self.game.advance(here, action)
                if self.game.turn_begun(after) and number < FIRSTS:
                    yield from walk(after, child.node, [*turn, action])
                elif not self.game.turn_begun(after):
                    yield [*turn, action], child

        return sorted(walk(state, 1, []), key=lambda one: -one[1].visits)

    def _chance(self, state: State, value: float, side: int) -> float:
        own = self._profile.calibration.at(self.nodes)
        chance = own.chance(value, self.game.progress(state))
        return chance if side == 0 else 1 - chance

    # -- the book and what it is made of -----------------------------------------------------------

    def book(self, made: str) -> OpeningBook:
        """Return the book of what was found.

        A page has the turns whose chances are known; the last page of a line has the turn that the
        search preferred.
        """
        values, visits, pages = self.values(), self._visits(), {}
        for key, seen in self.seen.items():
            known = self._known(key, values) or seen.turns[:1]
            if not known:
                continue
            best = max(turn.chance for turn, _after in known)
            kept = [
                turn._replace(visits=visits.get(after, turn.visits))
                for turn, after in known
                if best - turn.chance <= KEPT
            ]
            turns = tuple(sorted(kept, key=lambda turn: -turn.chance))
            pages[key] = BookPage(values[key], visits[key], turns)
        return OpeningBook(self.game.setup, made, pages)


def _kept(line: dict[str, Any]) -> tuple[tuple[str, int], str, SearchedPosition]:
    """Return the setup and nodes of a kept line, its position, and what was seen."""
    depth, chance, turns = line["seen"]
    ways = tuple((BookTurn(*turn), after) for turn, after in turns)
    return (line["setup"], line["nodes"]), line["key"], SearchedPosition(depth, chance, ways)
