"""Trees of whole turns of More or Less, with their scratch space; they are grown by `whole`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.games.more_or_less import whole
from game.engine.kernels.defaults import value_of
from game.engine.kernels.promotion import FIRST, WIDTH
from game.engine.search.child import Child
from game.engine.search.forest import LEAST_CAPACITY, PLAIN_CAPACITY, merge
from game.engine.search.growing import Growth
from game.engine.search.profile import Profile
from game.engine.search.tree import NODE_BYTES
from game.engine.search.turns import Turn, same_turn
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import BEGUN, SEAT
from game.rules.more_or_less import BOARD, PLACED

LONGEST = 24  # movement turns in a game
SETTINGS = (0.1, 1.0, 2.0)  # exploration, visits before expansion, visits that a first look counts
FLIP_BITS = COUNTERS  # of a turn's code
FOLLOWED = 12  # turns, the most visited, below which a new position is looked for


class TurnTree:
    """One tree from the beginning of a movement turn.  Not safe for two threads at once."""

    def __init__(self, game: Game, profile: Profile, compiled: bool, size: int, seed: int) -> None:
        self.game = game
        self._code: Any = instance("games/more_or_less/whole", profile.key, compiled)
        self._make = make = Arrays(compiled)
        self._t = make.tables(game.tables)
        self._x = make.tables(profile.own_tables(game, compiled))
        self._prm = make.settings(SETTINGS)
        self._rng = make.longs([seed % 0xFFFFFFFE + 1])
        self._size = size
        meta = make.ints(4)
        meta[whole.CAPACITY], meta[whole.LONGEST] = size, LONGEST
        row, work = make.ints(len(game.first)), make.ints(profile.work_size(game))
        self._box = (meta, row, work, make.ints(LONGEST + 2))
        sizes = (whole.MOST_ENDS,) * 2 + (whole.PLACES,) * 2 + (len(game.topology), 2)
        self._ends = tuple(make.ints(count) for count in sizes)
        self._trunk, self._crown = self._empty()
        self._spare: tuple[Any, Any, Any] | None = None  # what a part is promoted into
        self._root: Any = None
        self.state: State = ()

    def _empty(self) -> tuple[Any, Any]:
        ints = tuple(self._make.ints(self._size) for _ in range(6))
        floats = tuple(self._make.floats(self._size) for _ in range(2))
        return ints, floats

    def start(self, state: State) -> bool:
        """Search from `state`; True when the old tree held it and is used on."""
        if state == self.state:
            return True
        row = self._make.state(state)
        found = self._find(row) if self.state else 0
        self.state, self._root = state, row
        self._box[whole.META_][whole.DEEPEST] = 0
        if found:
            self._promote(found)
        else:
            for field in self._trunk:
                field[1] = 0
            self._crown[whole.SUM][1] = 0.0
            self._box[whole.META_][whole.USED] = 2
        return bool(found)

    def _find(self, wanted: Any) -> int:
        """The node of a position one or two turns on, or 0."""
        below = sorted(self.children(), key=lambda child: child.visits, reverse=True)
        for above in (1, *(child.node for child in below[:FOLLOWED])):
            node = self._code.find(self._t, self._root, wanted, self._trunk, self._box, above)
            if node:
                return int(node)
        return 0

    def _promote(self, node: int) -> None:
        """Make `node` the root and forget what does not lie below it."""
        if self._spare is None:
            self._spare = (*self._empty(), self._make.ints(self._size))
        ni, nf, source = self._spare
        used = self._code.promote(self._trunk, self._crown, ni, nf, source, node)
        self._spare = (self._trunk, self._crown, source)
        self._trunk, self._crown = ni, nf
        self._box[whole.META_][whole.USED] = int(used)
        if not self._trunk[WIDTH][1]:  # proved without children: they are wanted now
            self._trunk[whole.PROOF][1] = 0

    def grow(self, iterations: int) -> int:
        """Visit the tree; the number of visits made (fewer when the root is proved)."""
        return int(
            self._code.search(
                self._t,
                self._x,
                self._root,
                self._trunk,
                self._crown,
                self._box,
                self._ends,
                self._prm,
                self._rng,
                iterations,
            )
        )

    def after(self, state: State, code: int) -> State:
        """The position after a whole turn."""
        row = self._make.state(state)
        self._code.play_turn(self._t, row, code >> FLIP_BITS, code & (1 << FLIP_BITS) - 1)
        return tuple(int(number) for number in row)

    def children(self, node: int = 1) -> Iterator[Child]:
        """The turns from a node; the code holds move and flips."""
        ti, sums = self._trunk, self._crown[whole.SUM]
        first = int(ti[FIRST][node])
        for child in range(first, first + int(ti[WIDTH][node])):
            visits, proof = int(ti[whole.VISITS][child]), int(ti[whole.PROOF][child])
            value = float(sums[child]) / visits if visits else 0.5
            code = int(ti[whole.MOVE][child]) << FLIP_BITS | int(ti[whole.FLIP][child])
            yield Child(child, code, visits, value_of(proof) if proof else value, proof)

    @property
    def proof(self) -> int:
        return int(self._trunk[whole.PROOF][1])

    @property
    def visits(self) -> int:
        return int(self._trunk[whole.VISITS][1])

    @property
    def total(self) -> float:
        return float(self._crown[whole.SUM][1])

    @property
    def depth(self) -> int:
        return int(self._box[whole.META_][whole.DEEPEST])


class TurnTrees:
    """A `TurnForest`, of one tree for each thread."""

    def __init__(self, game: Game, profile: Profile, growth: Growth) -> None:
        self.game, self.compiled = game, growth.compiled
        self.threads = growth.threads if growth.compiled else 1
        size = PLAIN_CAPACITY
        if growth.compiled:
            size = max(LEAST_CAPACITY, growth.hash_mb * 2**20 // NODE_BYTES // self.threads)
        self._trees = [
            TurnTree(game, profile, growth.compiled, size, growth.seed + 7919 * number)
            for number in range(self.threads)
        ]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def knows(self, state: State) -> bool:
        return state[PLACED] == COUNTERS and state[BEGUN] == 0 and not self.game.over(state)

    def start(self, state: State) -> bool:
        found = [tree.start(state) for tree in self._trees]  # every one has to start
        return all(found)

    def grow(self, iterations: int) -> int:
        if self._pool is None:
            return self._trees[0].grow(iterations)
        return sum(self._pool.map(lambda tree: tree.grow(iterations), self._trees))

    @property
    def visits(self) -> int:
        return sum(tree.visits for tree in self._trees)

    @property
    def depth(self) -> int:
        return max(tree.depth for tree in self._trees)

    @property
    def proof(self) -> int:
        return next((tree.proof for tree in self._trees if tree.proof), 0)

    def value(self) -> float:
        if self.proof:
            return value_of(self.proof)
        return sum(tree.total for tree in self._trees) / max(1, self.visits)

    def ranked(self, side: int) -> list[Child]:
        found: dict[int, list[Child]] = {}
        for tree in self._trees:
            for child in tree.children():
                found.setdefault(child.code, []).append(child)
        merged = [same[0] if len(same) == 1 else merge(code, same) for code, same in found.items()]
        return sorted(merged, key=lambda child: child.rank(side), reverse=True)

    def turn(self, code: int) -> Turn:
        tree = self._trees[0]
        return way_to(self.game, tree.state, tree.after(tree.state, code))

    def line(self, code: int, longest: int) -> list[Turn]:
        tree = self._trees[0]
        here, turns, node = tree.state, list[Turn](), 1
        while len(turns) < longest:
            after = tree.after(here, code)
            turns.append(way_to(self.game, here, after))
            node = next((child.node for child in tree.children(node) if child.code == code), 0)
            side, here = after[SEAT], after
            below = sorted(tree.children(node), key=lambda child: child.rank(side)) if node else []
            if not below or self.game.over(here) or (below[-1].visits == 0 and not below[-1].proof):
                break
            code = below[-1].code
        return turns


def way_to(game: Game, state: State, wanted: State) -> Turn:
    """The shortest turn from `state` that ends at `wanted`.  Raises LookupError if there is none.

    A jump that takes back the one before turns the same counter for nothing; only a whole turn for
    nothing is made so.
    """
    waiting: deque[tuple[State, Turn]] = deque([(state, ())])
    seen: set[State] = set()
    nothing = wanted[BOARD:] == state[BOARD:]
    while waiting:
        here, turn = waiting.popleft()
        for action in game.legal(here):
            back = (
                bool(turn) and action.source == turn[-1].target and action.target == turn[-1].source
            )
            if back and not nothing:
                continue
            after = game.advance(here, action)
            if not same_turn(here, after, game):
                if after == wanted:
                    return (*turn, action)
            elif after not in seen:
                seen.add(after)
                waiting.append((after, (*turn, action)))
    raise LookupError("no turn ends there")
