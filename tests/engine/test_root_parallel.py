"""Trees that several threads grow without waiting for each other."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.root_parallel import WorkerPool
from game.rules import Game
from game.rules.registry import parse_setup
from tests.support.waiting import until

MANY = 1 << 40


class Sapling:
    """Grows by a visit each millisecond; `proved` after so many."""

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
def trees() -> list[Sapling]:
    return [Sapling(), Sapling()]


@pytest.fixture
def crew(trees: list[Sapling]) -> Iterator[WorkerPool]:
    made = WorkerPool(trees)
    yield made
    made.close()


def test_trees_grow_on_between_looks_until_there_is_rest(
    crew: WorkerPool, trees: list[Sapling]
) -> None:
    told = crew.work(0.01, MANY)
    seen = [tree.visits for tree in trees]
    assert until(lambda: all(tree.visits > before for tree, before in zip(trees, seen)))
    told += crew.work(0.01, MANY)
    told += crew.rest()
    assert told == sum(tree.visits for tree in trees)
    assert crew.rest() == 0


def test_each_tree_has_its_share_of_visits(crew: WorkerPool, trees: list[Sapling]) -> None:
    assert crew.work(None, 5) == 10
    assert [tree.visits for tree in trees] == [5, 5]
    assert crew.work(None, 3) == 6  # and it can begin again
    assert [tree.visits for tree in trees] == [8, 8]


def test_there_is_always_a_visit_unless_all_is_proved(trees: list[Sapling]) -> None:
    crew = WorkerPool([Sapling(proved=0), Sapling(proved=0)])
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
    """Whoever listens has gone: nothing grows on, and the bot thinks again."""

    def gone(analysis: Analysis) -> None:
        raise BrokenPipeError

    bot = make_bot(game, EngineOptions(seed=5, threads=2), lambda text: None)
    with pytest.raises(BrokenPipeError):
        bot.think(game.start(), SearchLimits(movetime=2.0), gone, StopSignal())
    seen = bot.think(game.start(), SearchLimits(nodes=500), lambda analysis: None, StopSignal())
    assert seen.nodes == 500
