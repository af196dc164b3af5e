"""Time: clocks that run down, the last visits before a deadline, thinking in the other's time."""

from __future__ import annotations

import pytest

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import Options
from game.engine.games.registry import profile_of
from game.engine.search.analysis import Analysis, Limits, StopSignal
from game.engine.search.budget import LEAST, seconds_for_turn
from game.rules import Game, State, parse_setup
from tests.engine.engine_tools import Peer

LATENCY = 0.004  # seconds that a turn takes beyond what was given to it


class Patience(StopSignal):
    """A signal that stops after it has been looked at so many times."""

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


def bot_of(game: Game, clock: object = None) -> LeveledBot:
    words = {} if clock is None else {"clock": clock}
    return LeveledBot(game, profile_of(game), Options(seed=5), 5, lambda: False, **words)  # type: ignore[arg-type]


def think(bot: LeveledBot, state: State, limits: Limits) -> Analysis:
    return bot.think(state, limits, lambda analysis: None, StopSignal())


def after_turn(game: Game, state: State, analysis: Analysis) -> State:
    for action in analysis.best:
        state = game.advance(state, action)
    return state


@pytest.mark.parametrize(
    ("left", "gain", "turns"),
    [(0.5, 0.0, 40), (1.0, 0.0, 60), (60.0, 0.0, 120), (0.05, 0.02, 300), (5.0, 0.1, 300)],
)
def test_a_clock_never_runs_out(left: float, gain: float, turns: int) -> None:
    for _ in range(turns):
        seconds = seconds_for_turn(Limits(clock=(9.0, left), increment=(0.0, gain)), 1)
        assert seconds is not None
        assert 0 < seconds <= left / 2
        left -= seconds + LATENCY
        assert left > 0
        left += gain


def test_a_clock_with_nothing_left_asks_for_an_answer_at_once() -> None:
    for left in (0.0, 0.001, 0.03):
        seconds = seconds_for_turn(Limits(clock=(left, 1.0)), 0)
        assert seconds is not None
        assert 0 <= seconds <= min(LEAST, left / 2)


@pytest.mark.parametrize("setup", ["less seed=4", "multiplicity size=4", "libra size=4"])
def test_a_turn_ends_near_its_deadline(setup: str) -> None:
    """By a clock on which each look costs a millisecond, visits nothing."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.001
        return now[0]

    game = parse_setup(setup)
    bot, state = bot_of(game, clock), game.start()
    for clock_left in (0.2, 1.0):
        began = now[0]
        limits = Limits(clock=(clock_left, clock_left))
        analysis = think(bot, state, limits)
        assert analysis.best
        assert now[0] - began < clock_left / 2
        state = after_turn(game, state, analysis)


def test_the_opponents_time_is_used() -> None:
    game = parse_setup("multiplicity size=4")
    bot = bot_of(game)
    state = after_turn(game, game.start(), think(bot, game.start(), Limits(nodes=30)))
    bot.ponder(state, Patience(40))
    tree = bot._tree._forest
    assert tree is not None
    pondered = tree.visits
    assert pondered > 100
    reply = max(tree.children(), key=lambda child: child.visits)
    state = game.advance(state, reply)
    analysis = think(bot, state, Limits(nodes=1))
    assert analysis.nodes <= 2  # what was analysis before is not counted
    assert tree.visits >= reply.visits / 4  # the turn's second action has its share of them
    untaught = bot_of(game)
    think(untaught, state, Limits(nodes=1))
    assert untaught._tree._forest is not None
    assert untaught._tree._forest.visits < tree.visits


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
    """It says nothing, gives way to every command, and its end is the end of the input's."""
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
