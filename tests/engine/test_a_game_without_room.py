"""The engine can play a game of which it knows nothing but the rules."""

from __future__ import annotations

from typing import ClassVar

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import ENGINES, EngineOptions
from game.engine.bots.simple_bots import static_value
from game.engine.bots.threats import as_if_passed
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.profile import Profile
from game.engine.search.search_tree import TreeConfig
from game.games.multiplicity.rules import Multiplicity
from game.rules.kernel import DRAW, P1_WIN
from tests.engine.engine_tools import brute_value, play_randomly


class Stranger(Multiplicity):
    """A game with known rules, under a name for which the engine has no folder."""

    key: ClassVar[str] = "stranger"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_finds_turns(engine: str) -> None:
    game = Stranger(3)
    assert profile_of(game) == Profile(game.key)
    for actions in (0, 4, 15):
        state = play_randomly(game, game.start(), actions, 2)
        bot = make_bot(game, EngineOptions(engine=engine, level=3, seed=4), lambda text: None)
        turn = bot.think(state, SearchLimits(nodes=30), lambda analysis: None, StopSignal()).best
        assert turn
        before = game.turns(state)
        for action in turn:
            state = game.play(state, action).state
        assert game.turns(state) > before or game.over(state)


def test_its_endings_are_proved() -> None:
    game = Stranger(3)
    state = play_randomly(game, game.start(), 14, 5)
    tree = ActionTree(game, profile_of(game), TreeConfig(False, 100_000, 3))
    tree.start(state)
    tree.grow(20_000)
    value = 0.5 if tree.proof == DRAW else float(tree.proof == P1_WIN)
    assert tree.proof
    assert value == brute_value(game, state)


def test_a_glance_tells_nothing_and_any_turn_may_be_given_away() -> None:
    game = Stranger(3)
    assert static_value(game, game.start()) == 0.5
    assert as_if_passed(game, game.start()) is not None


def test_it_is_compiled_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba", reason="Numba is not installed here: nothing to compile")
    monkeypatch.delenv("LESS_IS_MORE_PLAIN")
    game, found = Stranger(3), []
    for compiled in (True, False):
        tree = ActionTree(game, profile_of(game), TreeConfig(compiled, 50_000, 11))
        tree.start(game.start())
        tree.grow(300)
        found.append([(child.code, child.visits) for child in tree.children()])
    assert found[0] == found[1]
