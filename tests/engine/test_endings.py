"""In endings, an expert's proofs agree with brute force, and its turns keep the proved values."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.compile.compiler import can_compile
from game.engine.kernels.alphabeta import SURE
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.endgame import YES
from game.engine.search.endgame_expert import EndgameExpert
from game.engine.search.solver import PLIES, Solver
from game.games.libra.engine.endgame import LibraEndgame, PerfectLibra
from game.games.libra.engine.profile import PROFILE as LIBRA
from game.games.libra.rules import (
    BOARD,
    FIRST,
    FREE,
    META,
    MORE_SEAT,
    ROUND,
    Libra,
)
from game.games.multiplicity.engine.endgame import AHEAD, LEVEL, MultiplicityEndgame
from game.games.multiplicity.engine.profile import PROFILE as MULTIPLICITY
from game.games.multiplicity.rules import Multiplicity
from game.rules import Action, Game, State
from game.rules.kernel import SEAT
from tests.engine.engine_tools import brute_value, play_randomly
from tools.referee.base import DRAWN, NOBODY, Referee, referee_of
from tools.referee.libra import LibraPosition
from tools.referee.multiplicity import MultiplicityPosition

MUCH = SearchLimits(nodes=1_000_000)


def budget(game: Game, state: State, limits: SearchLimits = MUCH) -> Budget:
    return Budget(limits, game.to_move(state), StopSignal(), lambda: 0.0)


class Found(NamedTuple):
    """The value that an expert proves, and its best actions; no actions if every action loses."""

    value: float
    proof: str
    actions: tuple[Action, ...]


def found_by(expert: EndgameExpert[Any], state: State) -> Found:
    game = expert.game
    enough = budget(game, state)
    proofs = expert.begin(state, enough, compiled=False)
    proofs.work([action.code for action in game.legal(state)], enough, (None, None))
    assert proofs.done
    best = () if proofs.witness is None else (game.action(proofs.witness),)
    return Found(*expert.worth(state, proofs.least), best)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [Multiplicity(3), Multiplicity(4, full=True)])
def test_endings_of_multiplicity(game: Multiplicity, seed: int) -> None:
    expert = MultiplicityEndgame(game)
    state = play_randomly(game, game.start(), len(game.topology) - 7, seed)
    while not game.over(state):
        assert expert.knows(state)
        side = game.to_move(state)
        worth = brute_value(game, state)
        worth = worth if side == 0 else 1 - worth
        found = found_by(expert, state)
        if found.proof == "loss":
            assert (worth, found.actions) == (0.0, ())
            state = play_randomly(game, state, 1, seed)
            continue
        assert found.value == worth
        assert found.proof == {1.0: "win", 0.5: "draw"}[worth]
        state = game.advance(state, found.actions[0])
        after = brute_value(game, state)
        assert (after if side == 0 else 1 - after) == worth, "the turn keeps what is promised"


def most_groups(game: Libra, state: State) -> int:
    """Return the number of groups in a first round with perfect play, by brute force."""
    if state[ROUND] == 2:
        return state[FIRST]
    found = [most_groups(game, game.advance(state, action)) for action in game.legal(state)]
    return max(found) if state[SEAT] == state[MORE_SEAT] else min(found)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", [Libra(3), Libra(3, obstacles=("a3", "c3", "e2"))])
def test_first_rounds_of_libra(game: Libra, seed: int) -> None:
    """The expert's turns make as many groups as perfect play by both sides."""
    expert = LibraEndgame(game)
    state = play_randomly(game, game.start(), free_cells(game) - 4, seed)
    worth = most_groups(game, state)
    while state[ROUND] == 1:
        found = found_by(expert, state)
        state = game.advance(state, found.actions[0])
    assert state[FIRST] == worth


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "game",
    [Libra(3), Libra(3, "target", 5), Libra(3, "target", 6, obstacles=("a3", "c3", "e2", "d1"))],
)
def test_decisive_rounds_of_libra(game: Libra, seed: int) -> None:
    expert = LibraEndgame(game)
    rounds = 2 if game.mode == "duel" else 1
    state = play_randomly(game, game.start(), rounds * free_cells(game) - 4, seed)
    while not game.over(state):
        side = game.to_move(state)
        worth = brute_value(game, state)
        worth = worth if side == 0 else 1 - worth
        found = found_by(expert, state)
        if found.proof == "loss":
            assert (worth, found.actions) == (0.0, ())
            state = play_randomly(game, state, 1, seed)
            continue
        assert found.value == worth
        state = game.advance(state, found.actions[0])
        after = brute_value(game, state)
        assert (after if side == 0 else 1 - after) == worth


def test_an_enclosed_cell_is_a_group_whoever_fills_it() -> None:
    """Grey counters surround a corner cell; LESS lays the last stone there, touching no stone."""
    ring = Libra(3).topology.neighbours["a3"]
    game = Libra(3, obstacles=(*ring, "e3"))
    state = game.start()
    while len(game.legal(state)) > 2:
        other = [one for one in game.legal(state) if "a3" not in game.turn_text([one])]
        state = game.advance(state, other[0])
    assert state[SEAT] != state[MORE_SEAT]
    expert = LibraEndgame(game)
    assert expert.worth_of(state, budget(game, state)) == most_groups(game, state)


@pytest.mark.parametrize("seed", range(4))
def test_a_lost_ending_is_known_to_be_lost_and_played_on(seed: int) -> None:
    """The tree alone would not see the loss with so few nodes."""
    game = Multiplicity(4, full=True)
    state = play_randomly(game, game.start(), len(game.topology) - 7, seed)
    while brute_value(game, state) != game.to_move(state):  # until the other side wins
        state = play_randomly(game, state, 1, seed)
        assert not game.over(state), "no side is ever lost: take another seed"
    bot = LeveledBot(game, MULTIPLICITY, EngineOptions(), 1, can_compile)
    found = bot.think(state, SearchLimits(nodes=500), lambda analysis: None, StopSignal())
    assert (found.value, found.proof) == (0.0, "loss")
    assert found.best[0] in game.legal(state)


def free_cells(game: Libra) -> int:
    return game.tables[META][FREE]


def test_an_ending_that_costs_too_much_is_left_to_the_tree() -> None:
    """The search agrees, visit by visit, with one that has no expert."""
    game = Multiplicity(5)
    state = play_randomly(game, game.start(), 42, 3)
    limits, options = SearchLimits(nodes=200), EngineOptions(seed=1)
    assert MultiplicityEndgame(game).knows(state)
    found = [
        bot.think(state, limits, lambda analysis: None, StopSignal())
        for bot in (
            LeveledBot(game, profile, options, 1, can_compile)
            for profile in (MULTIPLICITY, replace(MULTIPLICITY, beside=lambda game: None))
        )
    ]
    assert found[0].candidates == found[1].candidates


def test_what_is_spent_on_an_ending_is_missing_later() -> None:
    time = iter((0.0, 1.0))
    limits = SearchLimits(movetime=3.0, nodes=500, clock=(9.0, 8.0))
    spent = Budget(limits, 0, StopSignal(), lambda: next(time))
    spent.spent = 100
    assert spent.rest(limits) == SearchLimits(movetime=2.0, nodes=400, clock=(8.0, 7.0))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("compiled", [False, True])
def test_what_is_proved_of_libra_is_what_the_referee_finds(seed: int, compiled: bool) -> None:
    """Goals are tested in random order, and all positions of a game share one table."""
    game = Libra(4, obstacles=("d4",)) if seed % 2 else Libra(3)
    referee, dice = referee_of(game), random.Random(seed)
    expert = LibraEndgame(game)
    state = play_randomly(game, game.start(), free_cells(game) - 5, seed)
    while state[ROUND] == 1:
        worth = groups_by_referee(referee, referee_position(game, state))
        asked = list(range(worth - 3, worth + 4))
        dice.shuffle(asked)
        for goal in asked:
            answer = expert.answer(state, goal, budget(game, state), compiled and can_compile())
            assert (answer == YES) == (worth >= goal)
        state = play_randomly(game, state, 1, seed)


def referee_position(game: Libra, state: State) -> LibraPosition:
    cells = "".join(".WB#"[stone] for stone in state[BOARD : BOARD + len(game.topology)])
    return LibraPosition(cells, state[SEAT], False, 0, 1, -1, NOBODY)


def groups_by_referee(referee: Referee[Any], position: LibraPosition) -> int:
    """Return the number of groups in a first round with perfect play, by trying everything."""
    if position.first >= 0:
        return position.first
    found = [
        groups_by_referee(referee, referee.play(position, text)) for text in referee.legal(position)
    ]
    return max(found) if position.seat == position.more else min(found)


@pytest.mark.parametrize("seed", range(6))
def test_long_endings_of_libra_agree_with_the_search_for_their_worth(seed: int) -> None:
    """With eleven empty cells, the expert agrees with a search that stores whole positions."""
    game = Libra(3)
    state = play_randomly(game, game.start(), 8, seed)
    expert = LibraEndgame(game)
    values = [
        PerfectLibra(game, LIBRA)._after(state, action, True, -1, can_compile())
        for action in game.legal(state)
    ]
    assert expert.worth_of(state, budget(game, state)) == min(values)  # type: ignore[type-var]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("full", [False, True])
def test_what_is_proved_of_multiplicity_is_what_the_referee_finds(
    full: bool, compiled: bool, seed: int
) -> None:
    """Both margins are tested, and all positions of a game share one table."""
    game = Multiplicity(3, full, bound=False)
    referee = referee_of(game)
    expert = MultiplicityEndgame(game)
    state = play_randomly(game, game.start(), len(game.topology) - 6 + full, seed)
    while not game.over(state):
        cells = "".join(
            ".wb"[stone] for stone in state[expert.board : expert.board + len(game.topology)]
        )
        best = white_by_referee(
            referee, MultiplicityPosition(cells, state[SEAT], -1, False, NOBODY)
        )
        for margin, least in ((AHEAD, 2), (LEVEL, 1)):
            answer = expert.answer(state, margin, budget(game, state), compiled and can_compile())
            assert (answer == YES) == (best >= least)
        state = play_randomly(game, state, 1, seed)


def white_by_referee(referee: Referee[Any], position: MultiplicityPosition) -> int:
    """Return White's result with best play by both sides: 2 for a win, 1 for a draw, or 0."""
    if position.won_by != NOBODY:
        return {DRAWN: 1, 0: 2, 1: 0}[position.won_by]
    found = [
        white_by_referee(referee, referee.play(position, text)) for text in referee.legal(position)
    ]
    return max(found) if position.seat == 0 else min(found)


@pytest.mark.parametrize("seed", range(6))
def test_long_endings_of_multiplicity_agree_with_the_search_by_the_rules(seed: int) -> None:
    """With eleven empty cells, the expert agrees with an alpha-beta that knows only the rules."""
    game = Multiplicity(3, bound=False)
    state = play_randomly(game, game.start(), 8, seed)
    expert = MultiplicityEndgame(game)
    value = Solver(game, MULTIPLICITY, can_compile(), 16).search(state, PLIES)
    assert value is not None
    for margin, won in ((AHEAD, value > SURE), (LEVEL, value > -SURE)):
        answer = expert.answer(state, margin, budget(game, state), can_compile())
        assert (answer == YES) == won
