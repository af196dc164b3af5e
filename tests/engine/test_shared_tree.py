"""Several threads can grow one tree without waiting for each other."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.compile.compiler import can_compile
from game.engine.kernels import whole_turns
from game.engine.kernels.promotion import CLAIMED, WIDTH
from game.engine.kernels.slots import value_of
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.search_tree import SearchTree, TreeConfig
from game.engine.search.solver import Solver
from game.engine.search.turn_search import TurnTree
from game.engine.search.worker_pool import WorkerPool
from game.rules import Game, State
from game.rules.kernel import DRAW
from game.rules.registry import parse_setup
from tests.engine.engine_tools import brute_value, movement, play_randomly
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is not installed here")

MANY = 1 << 40


class Counter:
    """A stand-in for a tree: it makes a visit each millisecond until it has `proved` visits."""

    def __init__(self, proved: int = MANY) -> None:
        self.visits, self.proved, self.halted = 0, proved, False
        self._slow = Event()

    def grow(self, iterations: int) -> int:
        done = 0
        while done < iterations and self.visits < self.proved and not self.halted:
            self._slow.wait(0.001)
            self.visits += 1
            done += 1
        return done

    def halt(self, wanted: bool) -> None:
        self.halted = wanted


@pytest.fixture
def trees() -> list[Counter]:
    return [Counter(), Counter()]


@pytest.fixture
def crew(trees: list[Counter]) -> Iterator[WorkerPool]:
    made = WorkerPool(trees)
    yield made
    made.close()


def test_trees_grow_on_between_looks_until_there_is_rest(
    crew: WorkerPool, trees: list[Counter]
) -> None:
    told = crew.work(0.01, MANY)
    seen = [tree.visits for tree in trees]
    assert until(lambda: all(tree.visits > before for tree, before in zip(trees, seen)))
    told += crew.work(0.01, MANY)
    told += crew.rest()
    assert told == sum(tree.visits for tree in trees)
    assert crew.rest() == 0


def test_each_tree_has_its_share_of_visits(crew: WorkerPool, trees: list[Counter]) -> None:
    assert crew.work(None, 5) == 10
    assert [tree.visits for tree in trees] == [5, 5]
    assert crew.work(None, 3) == 6  # the crew can work again
    assert [tree.visits for tree in trees] == [8, 8]


def test_there_is_always_a_visit_unless_all_is_proved(trees: list[Counter]) -> None:
    crew = WorkerPool([Counter(proved=0), Counter(proved=0)])
    assert crew.work(0.001, MANY) == 0
    crew.close()
    crew = WorkerPool(trees)
    assert crew.work(0.0, MANY) > 0
    crew.close()


@pytest.fixture(scope="module")
def game() -> Game:
    game = parse_setup("multiplicity size=4")
    warming = start_warmup(game, lambda text: None)
    assert warming is not None
    warming.wait()
    return game


def test_two_threads_think_as_many_nodes_as_they_may(game: Game) -> None:
    bot = make_bot(game, EngineOptions(seed=5, threads=2), lambda text: None)
    seen = bot.think(game.start(), SearchLimits(nodes=3_000), lambda analysis: None, StopSignal())
    assert seen.nodes == 3_000


def test_threads_end_where_a_report_fails(game: Game) -> None:
    """When the listener is gone, no thread goes on, and the bot can search again."""

    def gone(analysis: Analysis) -> None:
        raise BrokenPipeError

    bot = make_bot(game, EngineOptions(seed=5, threads=2), lambda text: None)
    with pytest.raises(BrokenPipeError):
        bot.think(game.start(), SearchLimits(movetime=2.0), gone, StopSignal())
    seen = bot.think(game.start(), SearchLimits(nodes=500), lambda analysis: None, StopSignal())
    assert seen.nodes == 500


# -- what several threads leave behind -------------------------------------------------------------

THREADS = 4
ROUNDED = 1e-9


def check(tree: SearchTree) -> None:
    """Check where the children of all nodes are stored, their visit counts and their proofs."""
    used, taken, waiting = int(tree.common[0]), set[int](), [1]
    assert used <= tree.nodes.capacity + THREADS * 400, "and a little more that nobody has"
    while waiting:
        node = waiting.pop()
        first, width = tree.span(node)
        if width == 0:
            continue
        span = set(range(first, first + width))
        assert 2 <= first <= first + width <= min(used, tree.nodes.capacity)
        assert not taken & span, "each child has one parent"
        taken |= span
        children = list(tree.children(node))
        visits = int(tree.nodes.int_fields[tree.fields.VISITS][node])
        below = sum(child.visits for child in children)
        assert below <= visits
        assert all(-ROUNDED <= child.value <= 1 + ROUNDED for child in children)
        proof = int(tree.nodes.int_fields[tree.fields.PROOF][node])
        proofs = {child.proof for child in children}
        if proof == DRAW:
            assert DRAW in proofs
            assert 0 not in proofs
        elif proof:
            assert proof in proofs
        waiting.extend(span)


@pytest.mark.parametrize("setup", ["multiplicity size=4", "libra size=3", "less seed=4"])
@pytest.mark.parametrize("capacity", [700, 20_000])
def test_a_tree_of_several_threads_is_whole(setup: str, capacity: int) -> None:
    """With the smaller capacity, the tree gets full in each turn of the game."""
    game = parse_setup(setup)
    tree = ActionTree(game, profile_of(game), TreeConfig(True, capacity, 3, THREADS))
    state, steps = game.start(), 0
    while not game.over(state) and steps < 40:
        tree.start(state)
        before = tree.visits
        made = tree.grow(400)
        assert tree.visits == before + made
        assert tree.proof or made == 400 * THREADS
        check(tree)
        ranked = tree.ranked(game.to_move(state) % 2)
        assert {child.code for child in ranked} == {action.code for action in game.legal(state)}
        state, steps = game.advance(state, game.action(ranked[0].code)), steps + 1
    tree.close()


@pytest.mark.parametrize("setup", ["libra size=3 mode=target target=5", "multiplicity size=3"])
def test_what_several_threads_prove_is_true(setup: str) -> None:
    game, proved = parse_setup(setup), 0
    for seed in range(30):
        state = play_randomly(game, game.start(), len(game.topology) - 6, seed)
        if game.over(state):
            continue
        tree = ActionTree(game, profile_of(game), TreeConfig(True, 30_000, seed, THREADS))
        tree.start(state)
        tree.grow(5_000)
        tree.close()
        exact = Solver(game, profile_of(game), True, 1).search(state, 50)
        assert exact is not None
        sign = (exact > 0) - (exact < 0)
        if game.to_move(state) % 2 == 1:
            sign = -sign
        proved += tree.proof != 0
        if tree.proof:
            assert value_of(tree.proof) == (1 + sign) / 2
    assert proved > 10


def test_the_memory_of_a_tree_is_given_back_at_once() -> None:
    """The engine freezes the garbage collector, so a tree that needs it would stay in memory."""
    game = parse_setup("multiplicity size=4")
    tree = ActionTree(game, profile_of(game), TreeConfig(True, 20_000, 3, THREADS))
    tree.start(game.start())
    tree.grow(10)
    nodes = weakref.ref(tree.nodes)
    tree.close()
    gc.disable()
    try:
        del tree
        assert nodes() is None
    finally:
        gc.enable()


def test_a_tree_is_read_while_it_grows() -> None:
    """This includes nodes whose children another thread is making at that moment."""
    game = parse_setup("multiplicity size=4")
    tree = ActionTree(game, profile_of(game), TreeConfig(True, 200_000, 3, THREADS))
    tree.start(game.start())
    tree.nodes.int_fields[WIDTH][1] = CLAIMED
    assert list(tree.children()) == []
    tree.nodes.int_fields[WIDTH][1] = 0
    for _look in range(20):
        tree.grow_for(0.002, MANY)
        line = tree.line(game.start(), 12)
        state = game.start()
        for action in line:
            assert action in game.legal(state)
            state = game.advance(state, action)
    tree.close()
    check(tree)


def turns_of(game: Game, state: State, capacity: int, breadth: float = 1e6) -> TurnTree:
    profile = profile_of(game)
    assert profile.turns is not None
    turns = replace(profile.turns, settings=profile.turns.settings._replace(breadth=breadth))
    tree = TurnTree(game, profile, turns, TreeConfig(True, capacity, 3, THREADS))
    tree.start(state)
    return tree


@pytest.mark.parametrize(("seed", "left"), [(1, 1), (2, 1), (3, 1), (1, 2), (9, 2), (12, 2)])
def test_what_is_proved_of_whole_turns_is_true(seed: int, left: int) -> None:
    game = parse_setup("more-or-less board=decagon-51")
    state = movement(game, seed, left)
    assert state is not None
    tree = turns_of(game, state, 200_000)
    tree.grow(20_000)
    tree.close()
    assert value_of(tree.proof) == brute_value(game, state)
    check(tree)


@pytest.mark.parametrize("setup", ["more-or-less", "less seed=7"])
@pytest.mark.parametrize("capacity", [2_000, 60_000])
def test_a_tree_of_turns_of_several_threads_is_whole(setup: str, capacity: int) -> None:
    game = parse_setup(setup)
    state = movement(game, 4, 12) if game.key == "more-or-less" else game.start()
    assert state is not None
    tree = turns_of(game, state, capacity, 24.0)
    for _turn in range(8):
        if not tree.knows(state):
            break
        tree.start(state)
        made = tree.grow(300)
        assert tree.proof or made == 300 * THREADS
        check(tree)
        state = tree.after(state, tree.ranked(game.to_move(state) % 2)[0].code)
    tree.close()


def test_a_node_without_all_turns_is_not_proved_lost() -> None:
    """A node is marked before it has children, and only once even if several threads try."""
    game = parse_setup("less seed=7")
    tree = turns_of(game, game.start(), 100_000, 4.0)
    tree.grow(2_000)
    tree.close()
    priors, width = tree.nodes.float_fields[whole_turns.PRIOR], tree.span(1)
    marked = [float(priors[node]) for node in range(width[0], sum(width)) if priors[node] < 0]
    assert marked
    assert all(-2.0 <= prior <= -1.0 for prior in marked)
