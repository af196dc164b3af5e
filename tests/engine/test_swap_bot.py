"""With a choice of sides, the engine takes the better one, and opens as evenly as it can."""

from collections.abc import Callable

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import ENGINES, EngineOptions
from game.engine.bots.swap_bot import SwapBot
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.rules import Game, State
from game.rules.registry import parse_setup

NO_LIMITS = SearchLimits()


class Opinion:
    """A bot that does not search; `value_of` gives the chance of the side to move."""

    def __init__(self, value_of: Callable[[State], float], proof: str = "") -> None:
        self.value_of, self.proof = value_of, proof
        self.asked = 0

    def prepare(self) -> None:
        pass

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        self.asked += limits.nodes or 1
        return Analysis(1, limits.nodes or 1, 0.0, self.value_of(state), (), self.proof, done=True)


def thought(
    game: Game, state: State, bot: Opinion, limits: SearchLimits = NO_LIMITS
) -> tuple[str, Analysis]:
    found = SwapBot(game, bot, 1).think(state, limits, lambda one: None, StopSignal())
    return game.turn_text(found.best), found


def after(game: Game, *turns: str) -> State:
    state = game.start()
    for text in turns:
        for action in game.parse_turn(state, text):
            state = game.advance(state, action)
    return state


@pytest.mark.parametrize(
    ("setup", "turns", "mover", "choice", "chance"),
    [  # in the first two cases the opponent moves next, so a good chance of the mover means "swap"
        ("more-or-less swap=on", ("a1", "b2,b4"), 0.9, "swap", 0.9),
        ("more-or-less swap=on", ("a1", "b2,b4"), 0.2, "keep", 0.8),
        ("multiplicity size=3 swap=on", ("c3",), 0.9, "keep", 0.9),
        ("multiplicity size=3 swap=on", ("c3",), 0.2, "swap", 0.8),
        ("more-or-less opening=even seed=2 swap=on", (), 0.6, "keep", 0.6),
    ],
)
def test_it_takes_the_better_side(
    setup: str, turns: tuple[str, ...], mover: float, choice: str, chance: float
) -> None:
    game = parse_setup(setup)
    text, found = thought(game, after(game, *turns), Opinion(lambda state: mover))
    assert text == choice
    assert found.value == pytest.approx(chance)
    assert found.candidates[0].action.text == choice


def test_a_proof_is_of_the_side_it_takes() -> None:
    game = parse_setup("multiplicity size=3 swap=on")
    text, found = thought(game, after(game, "c3"), Opinion(lambda state: 0.0, "loss"))
    assert (text, found.proof) == ("swap", "win")


def test_it_opens_where_the_sides_are_nearest_to_even() -> None:
    game = parse_setup("multiplicity size=3 swap=on")
    centre = str(game.topology.centre)
    beside = set(game.topology.neighbours[centre])

    def chance(state: State) -> float:
        return 0.55 if beside & game.pieces(state).keys() else 0.9

    text, found = thought(game, game.start(), Opinion(chance))
    assert text in beside
    assert found.value == pytest.approx(0.45)


def test_an_opening_takes_no_more_nodes_than_it_may() -> None:
    game = parse_setup("more-or-less swap=on")
    bot = Opinion(lambda state: 0.7)
    text, _ = thought(game, after(game, "a1"), bot, SearchLimits(nodes=1_000))
    assert len(text.split(",")) == 2
    assert bot.asked <= 1_000


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("setup", ["multiplicity size=3 swap=on", "less swap=on seed=1"])
def test_every_engine_plays_it_to_the_end_of_the_choice(engine: str, setup: str) -> None:
    game = parse_setup(setup)
    bot = make_bot(game, EngineOptions(engine, level=1, seed=5), lambda text: None)
    state = game.start()
    for _ in range(3):
        found = bot.think(state, SearchLimits(nodes=40), lambda one: None, StopSignal())
        for action in found.best:
            assert action in game.legal(state)
            state = game.advance(state, action)
        assert not game.turn_begun(state)
    assert not game.choosing(state)
    assert not game.cutting(state)
