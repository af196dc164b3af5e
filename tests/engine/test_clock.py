"""The engine uses its time well: on running clocks, near deadlines, and in the opponent's turn."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.bots.search_bot import CHUNK_S, StopRule, paced
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.budget import LEAST, Budget, seconds_for_turn, stretched
from game.engine.search.search_tree import Child, TreeConfig
from game.rules import Game, State
from game.rules.registry import parse_setup
from tests.engine.engine_tools import Peer

LATENCY = 0.004  # seconds that a turn takes beyond its share
HURRIED = 0.0005  # seconds beyond its share for a turn without time to think


class Patience(StopSignal):
    """A signal that stops after `looks` checks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    @property
    def stopped(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def bot_of(game: Game, clock: Any = None) -> LeveledBot:
    words: dict[str, Any] = {} if clock is None else {"clock": clock}
    return LeveledBot(game, profile_of(game), EngineOptions(seed=5), 5, lambda: False, **words)


def think(bot: LeveledBot, state: State, limits: SearchLimits) -> Analysis:
    return bot.think(state, limits, lambda analysis: None, StopSignal())


def after_turn(game: Game, state: State, analysis: Analysis) -> State:
    for action in analysis.best:
        state = game.advance(state, action)
    return state


@pytest.mark.parametrize(
    ("left", "gain", "turns", "latency"),
    [
        (0.5, 0.0, 40, LATENCY),
        (1.0, 0.0, 60, LATENCY),
        (60.0, 0.0, 120, LATENCY),
        (0.05, 0.02, 300, LATENCY),
        (5.0, 0.1, 300, LATENCY),
        (0.05, 0.0, 61, HURRIED),
        (0.1, 0.0, 61, HURRIED),
    ],
)
def test_a_clock_never_runs_out(left: float, gain: float, turns: int, latency: float) -> None:
    """This holds even if the engine spends more than its share of time on every turn."""
    for _ in range(turns):
        limits = SearchLimits(clock=(9.0, left), increment=(0.0, gain))
        share = seconds_for_turn(limits, 1)
        assert share is not None
        seconds = stretched(share, limits, 1)
        assert 0 < share <= seconds <= left / 2
        left -= seconds + latency
        assert left > 0
        left += gain


def test_a_clock_with_nothing_left_asks_for_an_answer_at_once() -> None:
    for left in (0.0, 0.001, 0.03):
        seconds = seconds_for_turn(SearchLimits(clock=(left, 1.0)), 0)
        assert seconds is not None
        assert 0 <= seconds <= min(LEAST, left / 2)


@pytest.mark.parametrize("setup", ["less seed=4", "multiplicity size=4", "libra size=4"])
def test_a_turn_ends_near_its_deadline(setup: str) -> None:
    """On this clock each reading costs a millisecond, and visits cost nothing."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.001
        return now[0]

    game = parse_setup(setup)
    bot, state = bot_of(game, clock), game.start()
    for clock_left in (0.2, 1.0):
        began = now[0]
        limits = SearchLimits(clock=(clock_left, clock_left))
        analysis = think(bot, state, limits)
        assert analysis.best
        assert now[0] - began < clock_left / 2
        state = after_turn(game, state, analysis)


def test_the_opponents_time_is_used() -> None:
    game = parse_setup("multiplicity size=4")
    bot = bot_of(game)
    state = after_turn(game, game.start(), think(bot, game.start(), SearchLimits(nodes=30)))
    bot.ponder(state, Patience(40))
    tree = bot.tree_bot.search
    assert tree is not None
    pondered = tree.visits
    assert pondered > 100
    reply = max(tree.children(), key=lambda child: child.visits)
    action = next(action for action in game.legal(state) if action.code == reply.code)
    state = game.advance(state, action)
    analysis = think(bot, state, SearchLimits(nodes=1))
    assert analysis.nodes <= 2  # nodes from pondering do not count
    # Only part of the reply's visits: the turn's second action shares them.
    assert tree.visits >= reply.visits / 4
    untaught = bot_of(game)
    think(untaught, state, SearchLimits(nodes=1))
    assert untaught.tree_bot.search is not None
    assert untaught.tree_bot.search.visits < tree.visits


def test_pondering_over_a_finished_game_or_a_bid_ends_at_once() -> None:
    for setup, turns in (("libra size=3 mode=bid", 0), ("multiplicity size=3", 200)):
        game = parse_setup(setup)
        state = game.start()
        for _ in range(turns):
            if game.over(state):
                break
            state = game.advance(state, game.legal(state)[0])
        bot_of(game).ponder(state, StopSignal())


def test_pondering_over_the_protocol() -> None:
    """Pondering prints nothing, gives way to every command, and stops when the input ends."""
    peer = Peer("multiplicity", "size=3")
    peer.tell("setoption name Ponder value true", "setoption name Seed value 3")
    first = peer.expect("go nodes 40", "bestmove").split()[1]
    peer.tell("stop")
    assert peer.expect("query p1turn", "response") == "response true"
    peer.tell(f"position startpos moves {first}")
    reply = peer.expect("query legal", "response").split()[1]
    peer.tell(f"position startpos moves {first} {reply}")
    peer.tell("go nodes 40")
    lines = peer.until("bestmove")
    assert sum(line.startswith("bestmove") for line in lines) == 1
    assert peer.end_of_input() == []


def children(*visits: int) -> list[Child]:
    return [Child(0, code, count, 0.5, 0) for code, count in enumerate(visits)]


def test_a_turn_is_decided_when_nobody_can_catch_up() -> None:
    attention = StopRule()
    attention.look(children(900, 300, 20), 0.5)
    assert attention.decided(500)
    assert not attention.decided(700)


@pytest.mark.parametrize(
    ("looks", "expected", "critical"),
    [
        ([((900, 300), 0.6)], 0.6, False),
        ([((900, 800), 0.6)], 0.6, True),  # two turns are about equally good
        ([((900, 300), 0.5)], 0.6, True),  # the value is below what the last turn promised
        # The first choice's share of the visits shrinks.
        ([((900, 300), 0.6), ((1000, 700), 0.6)], 0.6, True),
        # the value of the first choice shrinks
        ([((900, 300), 0.6), ((1900, 700), 0.52)], 0.5, True),
        ([((900,), 0.1)], 0.9, False),
    ],
)
def test_a_choice_that_is_worth_more_time(
    looks: list[tuple[tuple[int, ...], float]], expected: float, critical: bool
) -> None:
    attention = StopRule(expected)
    for visits, value in looks:
        attention.look(children(*visits), value)
    assert attention.critical == critical


def test_more_time_where_the_choice_is_open_and_less_where_it_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On this clock each visit costs a millisecond; the visit counts of the turns are made up."""
    game = parse_setup("multiplicity size=3")
    spent = {}
    for name, close in (("open", True), ("decided", False)):
        now = [0.0]
        bot = bot_of(game, lambda: now[0])  # noqa: B023
        bot.tree_bot.prepare()
        forest = bot.tree_bot.search
        assert forest is not None

        def grow(iterations: int) -> int:
            now[0] += 0.001 * iterations  # noqa: B023
            return iterations

        first = children(1000, 990) if close else children(100_000, 10)
        monkeypatch.setattr(forest, "grow", grow)
        monkeypatch.setattr(forest, "ranked", lambda side: first)  # noqa: B023
        think(bot, game.start(), SearchLimits(clock=(60.0, 60.0)))
        spent[name] = now[0]
    share = seconds_for_turn(SearchLimits(clock=(60.0, 60.0)), 0)
    assert share is not None
    assert spent["open"] > 2 * share
    assert spent["decided"] < share / 4


def test_without_time_a_turn_comes_at_once() -> None:
    budget = Budget(SearchLimits(clock=(0.04, 0.04)), 0, StopSignal(), lambda: 0.0)
    assert budget.hurried
    game = parse_setup("libra size=5")
    analysis = think(bot_of(game), game.start(), SearchLimits(clock=(0.0, 0.0)))
    assert analysis.best
    assert analysis.nodes < 50


def test_a_position_is_found_again_below_another() -> None:
    game = parse_setup("multiplicity size=3")
    tree = ActionTree(game, profile_of(game), TreeConfig(False, 20_000, 1))
    tree.start(game.start())
    tree.grow(2000)
    first = max(tree.children(), key=lambda child: child.visits)
    state = game.advance(game.start(), game.action(first.code))
    second = max(tree.children(first.node), key=lambda child: child.visits)
    assert tree.start(game.advance(state, game.action(second.code)))
    assert tree.visits == second.visits
    assert not tree.start(game.start())


def test_a_short_turn_does_not_look_at_the_clock_after_each_visit() -> None:
    """This holds even if the time left is too short for a whole chunk."""
    chunk = 1
    for _ in range(20):
        made = max(1, chunk // 2)
        chunk = paced(chunk, made, made * CHUNK_S / 1000)
    assert 250 <= chunk <= 1000
    assert paced(chunk, chunk, 2 * CHUNK_S) < chunk
