"""When a tree's memory is full, its least visited nodes are dropped."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.compile.compiler import can_compile
from game.engine.kernels import whole_turns
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.search_tree import SearchTree, TreeConfig
from game.engine.search.turn_search import TurnTree
from game.rules import Game
from game.rules.registry import parse_setup
from tests.engine.engine_tools import play_randomly

ROOM = 900
VISITS = 400
FULL = 0.8


def tree_of_actions() -> SearchTree:
    game = parse_setup("multiplicity size=4")
    tree = ActionTree(game, profile_of(game), TreeConfig(False, ROOM, 1))
    tree.start(play_randomly(game, game.start(), 20, 3))
    return tree


def tree_of_turns() -> SearchTree:
    """Return a tree that looks at only some of the turns in a position."""
    game = parse_setup("less seed=3")
    profile = profile_of(game)
    assert profile.turns is not None
    tree = TurnTree(game, profile, profile.turns, TreeConfig(False, ROOM, 1))
    tree.start(game.start())
    return tree


def ready(setup: str) -> Game:
    """Return a game whose compiled code is loaded."""
    game = parse_setup(setup)
    warming = start_warmup(game, lambda text: None)
    assert warming is not None
    warming.wait()
    return game


KINDS = pytest.mark.parametrize("make", [tree_of_actions, tree_of_turns])


def parents(tree: SearchTree) -> dict[tuple[int, ...], int]:
    """Return the visits of each node with children, by the node's path from the root."""
    found: dict[tuple[int, ...], int] = {}
    waiting: list[tuple[tuple[int, ...], int]] = [((), 1)]
    visits = tree.nodes.int_fields[tree.fields.VISITS]
    while waiting:
        way, node = waiting.pop()
        if tree.span(node)[1]:
            found[way] = int(visits[node])
        waiting += [((*way, child.code), child.node) for child in tree.children(node)]
    return found


@KINDS
def test_the_most_visited_half_stays_as_it_was(make: Callable[[], SearchTree]) -> None:
    tree = make()
    while tree.fullness < FULL:
        tree.grow(VISITS)
    before, root = parents(tree), tree.ranked(0)
    assert tree.thin() == 0
    after = parents(tree)
    assert tree.fullness <= 0.5
    assert 1 < len(after) < len(before)
    assert after.items() <= before.items()
    assert min(after.values()) > max(before[way] for way in before.keys() - after.keys())
    stays = [(child.code, child.visits, child.value, child.proof) for child in tree.ranked(0)]
    assert stays == [(child.code, child.visits, child.value, child.proof) for child in root]


@KINDS
def test_a_thinned_tree_grows_on_as_before(make: Callable[[], SearchTree]) -> None:
    tree = make()
    for _ in range(6):
        tree.grow(VISITS)
        if tree.fullness > FULL:
            tree.thin()
    tree.grow(VISITS)
    assert tree.visits == 7 * VISITS
    for child in tree.children():
        inside = sum(below.visits for below in tree.children(child.node))
        assert inside <= child.visits
        assert 0.0 <= child.value <= 1.0
    if isinstance(tree, TurnTree):
        priors = tree.nodes.float_fields[whole_turns.PRIOR][1 : int(tree.common[0])]
        assert all(0.0 <= whole_turns.first_sight(prior) <= 1.0 for prior in priors)


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed here")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("setup", ["multiplicity size=5", "less seed=3"])
def test_a_bot_thinks_on_when_its_memory_is_full(
    setup: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.engine.bots.search_bot.nodes_within", lambda _mb, _compiled: 6_000)
    thinned: list[int] = []
    thin = SearchTree.thin

    def counted(tree: SearchTree) -> int:
        made = thin(tree)
        thinned.append(made)
        assert tree.fullness <= 0.5
        return made

    monkeypatch.setattr(SearchTree, "thin", counted)
    game = ready(setup)
    bot = make_bot(game, EngineOptions(seed=5, threads=threads), lambda text: None)
    limits = SearchLimits(nodes=60_000)
    seen = bot.think(game.start(), limits, lambda analysis: None, StopSignal())
    assert 60_000 <= seen.nodes < 60_000 + threads  # all threads make the same number of nodes
    assert seen.best[0] in game.legal(game.start())
    assert thinned


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed here")
def test_a_turn_that_ends_sooner_than_a_tree_is_thinned_ends_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.engine.bots.search_bot.nodes_within", lambda _mb, _compiled: 2_000)
    monkeypatch.setattr("game.engine.search.search_tree.THIN_NODE_S", 1.0)
    monkeypatch.setattr(SearchTree, "thin", lambda tree: pytest.fail("there is no time for this"))
    game = ready("multiplicity size=5")
    bot = make_bot(game, EngineOptions(seed=5), lambda text: None)
    limits = SearchLimits(movetime=0.5)
    seen = bot.think(game.start(), limits, lambda analysis: None, StopSignal())
    assert seen.fullness > FULL
