"""Search by whole turns finds every end of a turn, proves only true results, and can continue."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.bots.turn_bot import TurnBot
from game.engine.compile.compiler import can_compile
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.levels import Level
from game.engine.search.search_tree import NODE_BYTES, TreeConfig, nodes_within
from game.engine.search.turn_search import TurnTree
from game.engine.search.turns import same_turn
from game.games.less.rules import ARRIVED, BOARD
from game.games.more_or_less.engine.whole_turns import way
from game.rules import Game, State
from game.rules.kernel import SEAT
from game.rules.registry import parse_setup
from tests.engine.engine_tools import brute_value, movement, play_randomly

PLAIN = TreeConfig(compiled=False, capacity=150_000, seed=5)


def tree_of(
    game: Game, state: State, growth: TreeConfig = PLAIN, breadth: float | None = None
) -> TurnTree:
    profile = profile_of(game)
    turns = profile.turns
    assert turns is not None
    if breadth is not None:
        turns = replace(turns, settings=turns.settings._replace(breadth=breadth))
    found = TurnTree(game, profile, turns, growth)
    assert found.knows(state)
    found.start(state)
    return found


def all_ends(game: Game, state: State) -> set[State]:
    """Return all ends of a turn, by trying every sequence of actions."""
    found, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        for action in game.legal(here):
            after = game.advance(here, action)
            if same_turn(here, after, game):
                waiting.append(after)
            else:
                found.add(after)
    return found


@pytest.mark.parametrize("passing", ["stuck", "free"])
@pytest.mark.parametrize("board", ["decagon-51", "decagon-81"])
def test_the_ends_of_a_turn_are_all_there_are(board: str, passing: str) -> None:
    game = parse_setup(f"more-or-less board={board} pass={passing}")
    for seed in range(3):
        state = movement(game, seed, 24 - seed)
        assert state is not None
        tree = tree_of(game, state)
        tree.grow(1)
        ends = all_ends(game, state)
        ways = {tree.turn(child.code) for child in tree.ranked(0)}
        reached = set()
        for turn in ways:
            here = state
            for action in turn:
                here = game.advance(here, game.parse_action(here, action.text))
            reached.add(here)
        assert reached == ends
        assert len(ways) == len(ends), "no end is there twice"


@pytest.mark.parametrize("setup", ["less seed=7", "less seats=4 seed=7"])
@pytest.mark.parametrize("played", [0, 9, 40])
def test_the_turns_of_less_end_where_the_rules_say(setup: str, played: int) -> None:
    game = parse_setup(setup)
    state = play_randomly(game, game.start(), played, 3)
    while game.turn_begun(state):
        state = play_randomly(game, state, 1, played)
    tree = tree_of(game, state, breadth=1e6)
    tree.grow(1)
    reached = []
    for child in tree.ranked(0):
        here = state
        for action in tree.turn(child.code):
            here = game.advance(here, game.parse_action(here, action.text))
        reached.append(here)
    assert len(set(reached)) == len(reached)
    assert set(reached) == all_ends(game, state)


def test_partners_go_on_in_the_turn_that_brings_a_seat_home() -> None:
    """Seat 0's last piece gets home in the turn's first move; seat 2 makes the other two moves."""
    game = parse_setup("less seats=4 walls=" + "0" * 112)
    state = list(game.start())
    board = slice(BOARD, BOARD + 64)
    squares = [0] * 64
    for seat, places in ((0, (62, 63, 55, 53)), (2, (24, 25, 26, 27)), (1, (8, 9)), (3, (1, 2))):
        for place in places:
            squares[place] = seat + 1
    state[board] = squares
    state[ARRIVED : ARRIVED + 4] = [3, 0, 0, 0]
    start = tuple(state)
    tree = tree_of(game, start, breadth=1e6)
    tree.grow(1)
    turns = [tree.turn(child.code) for child in tree.ranked(0)]
    mixed = [turn for turn in turns if any(action.text.startswith("a4") for action in turn)]
    assert mixed
    for turn in mixed:
        here = start
        for action in turn:
            here = game.advance(here, game.parse_action(here, action.text))


@pytest.mark.parametrize("passing", ["stuck", "free"])
@pytest.mark.parametrize(("seed", "left"), [(1, 1), (2, 1), (3, 1), (1, 2), (9, 2), (12, 2)])
def test_what_is_proved_is_so(seed: int, left: int, passing: str) -> None:
    game = parse_setup(f"more-or-less board=decagon-51 pass={passing}")
    state = movement(game, seed, left)
    assert state is not None
    bot = TurnBot(game, profile_of(game), EngineOptions(), 7, lambda: False)
    found = bot.think(state, SearchLimits(nodes=100_000), lambda analysis: None, StopSignal())
    side = game.to_move(state)
    won = brute_value(game, state) == float(side == 0)
    assert found.proof == ("win" if won else "loss")
    for action in found.best:
        state = game.advance(state, action)
    assert game.over(state) or game.to_move(state) != side
    if won:
        assert brute_value(game, state) == float(side == 0), "the turn keeps what is promised"


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed here: nothing to compile")
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("setup", ["more-or-less", "less seed=7", "less seats=4 seed=7"])
def test_compiled_and_plain_trees_of_turns_are_the_same(setup: str) -> None:
    game = parse_setup(setup)
    profile = profile_of(game)
    for played in (0, 30):
        state = play_randomly(game, game.start(), played, 3)
        if game.key == "more-or-less":
            state = movement(game, 4, 23 - played // 2) or state
        while game.turn_begun(state):
            state = play_randomly(game, state, 1, played)
        shown = []
        for compiled in (True, False):
            tree = tree_of(game, state, PLAIN._replace(compiled=compiled))
            # Plain search uses its own kind of tables, so compiled search gets the same ones here.
            if game.key == "less":
                tree.workers[0].x = tree.make.tables(profile.own_tables(game, False))
            tree.grow(150)
            shown.append([(c.code, c.visits, round(c.value, 9), c.proof) for c in tree.ranked(0)])
        assert shown[0] == shown[1]


def test_the_tree_is_used_on_one_and_two_turns_later() -> None:
    game = parse_setup("more-or-less")
    state = movement(game, 4, 20)
    assert state is not None
    for turns in (1, 2):
        tree = tree_of(game, state)
        tree.grow(400)
        here = state
        for turn in tree.line(tree.ranked(state[SEAT])[0].code, turns):
            for action in turn:
                here = game.advance(here, action)
        assert tree.start(here)
        assert tree.visits > 1
        assert not tree.start(state), "nobody plays backwards"


def test_without_time_a_turn_comes_also_below_a_leaf_of_the_old_tree() -> None:
    game = parse_setup("more-or-less")
    state = movement(game, 4, 20)
    assert state is not None
    bot = TurnBot(game, profile_of(game), EngineOptions(), 7, lambda: False)
    bot.think(state, SearchLimits(nodes=15), lambda analysis: None, StopSignal())
    assert bot.search is not None
    leaf = next(child for child in bot.search.ranked(0) if child.visits == 1)
    for action in bot.search.turn(leaf.code):
        state = game.advance(state, action)
    found = bot.think(state, SearchLimits(movetime=0.0), lambda analysis: None, StopSignal())
    assert found.best


def test_a_turn_for_nothing_has_a_way() -> None:
    """A piece jumps there and back, so that the turn only moves the marker on."""
    game = parse_setup("more-or-less")
    state = movement(game, 4, 20)
    assert state is not None
    tree = tree_of(game, state)
    tree.grow(1)
    nothing = next(tree.turn(child.code) for child in tree.ranked(0) if child.code == 0)
    assert len(nothing) >= 2
    here = state
    for action in nothing:
        here = game.advance(here, action)
    assert game.pieces(here) == game.pieces(state)
    assert way(game, state, here, 0) == nothing


def test_an_analysis_shows_first_actions_with_their_lines() -> None:
    game = parse_setup("more-or-less")
    state = movement(game, 4, 20)
    assert state is not None
    seen: list[Analysis] = []
    bot = TurnBot(game, profile_of(game), EngineOptions(lines=3), 7, lambda: False)
    found = bot.think(state, SearchLimits(nodes=300), seen.append, StopSignal())
    firsts = [candidate.action for candidate in found.candidates]
    assert len(set(firsts)) == len(firsts)
    assert all(one.line[0][0] == one.action for one in found.candidates[:3])
    assert sum(one.share for one in found.candidates) <= 1.0
    assert found.best[0] == firsts[0]


@pytest.mark.parametrize("setup", ["less seed=7", "less seats=4 seed=7"])
def test_level_nine_of_less_thinks_by_whole_turns(setup: str) -> None:
    """By single actions, even with more nodes, level 9 was no stronger than level 7."""
    game = parse_setup(setup)
    profile = profile_of(game)
    assert profile.levels[8].whole_turns
    few = (*profile.levels[:8], Level(12, 0.0, whole_turns=True), profile.levels[9])
    profile = replace(profile, levels=few)
    kinds, no_limit = [], SearchLimits(nodes=1 << 30)
    for level in (8, 9):
        options = EngineOptions(level=level, seed=5, book=False)
        bot = LeveledBot(game, profile, options, 5, lambda: False)
        kinds.append(bot.by_turns(game.start()))
        if level == 9:
            found = bot.think(game.start(), no_limit, lambda analysis: None, StopSignal())
            assert found.best
            assert found.nodes <= 12, "the level has a number of its own"
    assert kinds == [False, True]


def test_the_two_kinds_of_trees_are_never_held_at_once() -> None:
    """The bot holds only one tree at a time, so that both kinds fit into the memory of one."""
    game = parse_setup("more-or-less")
    bot = LeveledBot(game, profile_of(game), EngineOptions(seed=5, book=False), 5, lambda: False)
    signal, nodes = StopSignal(), SearchLimits(nodes=40)
    placing, moving = movement(game, 4, 20), game.start()
    assert placing is not None
    placing, moving = game.advance(moving, game.legal(moving)[0]), placing
    for state, by_turns in ((placing, False), (moving, True), (placing, False)):
        bot.think(state, nodes, lambda analysis: None, signal)
        assert bot.by_turns(state) == by_turns
        assert bot.turn_bot is not None
        turns, tree = bot.turn_bot.search, bot.tree_bot.search
        assert turns is not None
        held = [bool(turns.state), bool(tree is not None and tree.state)]
        assert held == [by_turns, not by_turns]


def test_a_tree_takes_the_memory_it_may() -> None:
    for megabytes in (16, 128, 4096):
        assert 0.99 < nodes_within(megabytes, True) * NODE_BYTES / (megabytes * 2**20) <= 1
