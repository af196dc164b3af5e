"""Growth of an opening book: searches positions one by one, the likeliest lines first.

A line costs one point per turn, plus one for each GIVEN_AWAY of chance that a turn loses against
the best turn known there. The cheapest position not searched yet comes next (Lincke's drop-out
expansion). Each search is stored as a line of a file, so an interrupted run can resume.
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

GIVEN_AWAY = 0.025  # loss of chance that costs as much as one turn
# Maximum number of turns kept of a position, by its depth in turns.
LOOKED_AT = (24, 16, 12, 8)
# Number of first actions of a turn whose continuations are followed.
FIRSTS = 6
# Minimum visit count of a turn that is kept, except in the first positions.
LEAST_VISITS = 20
# Minimum share of the visits with which a turn's chance counts without a separate search.
TRUSTED = 0.1
KEPT = 0.1  # maximum loss of chance of a turn in the book
HASH_MB = 256

Way = tuple[list[Action], Child]  # a turn, and the tree's node after it


@dataclass(frozen=True)
class SearchedPosition:
    """A searched position: depth, the mover's chance, and turns with the positions after them.

    There are no turns if one of them can end the game: the book does not cover such positions.
    """

    depth: int
    chance: float
    turns: tuple[tuple[BookTurn, str], ...]

    @property
    def worth(self) -> float:
        """Return the mean of the position's chance and that of its best turn.

        The position's chance is too low, because the search also tries bad turns. The best turn's
        chance is too high, because the search also tries bad replies.
        """
        return (self.chance + self.turns[0][0].chance) / 2 if self.turns else self.chance


class BookBuilder:
    """A growing book; the file `path` keeps all searches of `nodes` nodes."""

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
        """Search the next positions; return False if there are none."""
        wanted = self.next()
        for key in wanted:
            self.seen[key] = found = self._search(key)
            how = {"setup": self.game.setup, "nodes": self.nodes}
            line = found.depth, found.chance, found.turns
            json_files.append(self.path, {**how, "key": key, "seen": line})
        return bool(wanted)

    def next(self) -> list[str]:
        """Return the cheapest positions that are not searched yet.

        Several are returned, a twentieth of the number searched so far. This saves computing the
        costs again after each search.
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
        """Return the mover's chance in each position, computed backwards from the lines' ends."""
        values: dict[str, float] = {}
        for key, seen in sorted(self.seen.items(), key=lambda one: -one[1].depth):
            known = self._known(key, values)
            values[key] = max(turn.chance for turn, _after in known) if known else seen.worth
        return values

    def _known(self, key: str, values: dict[str, float]) -> list[tuple[BookTurn, str]]:
        """Return the turns whose chances are known.

        Such a turn leads to a searched position, or the position's own search visited it often.
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
        """Return the visit count of each position, including the visits of positions after it."""
        visits: dict[str, int] = {}
        for key in sorted(self.seen, key=lambda one: -self.seen[one].depth):
            below = (visits.get(after, 0) for _turn, after in self.seen[key].turns)
            visits[key] = self.nodes + sum(below)
        return visits

    def _ways(self, key: str, values: dict[str, float]) -> list[tuple[BookTurn, str, float]]:
        """Return each turn of a position with the position after it and its best known chance."""
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

        Turns of several actions are followed through the FIRSTS best actions at each step.
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
        """Return the book of all searches.

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
    """Return the setup and nodes of a stored line, its position, and the result of its search."""
    depth, chance, turns = line["seen"]
    ways = tuple((BookTurn(*turn), after) for turn, after in turns)
    return (line["setup"], line["nodes"]), line["key"], SearchedPosition(depth, chance, ways)
