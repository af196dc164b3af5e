"""The examples in the rulebook show no bad play, because readers learn from them."""

from __future__ import annotations

import pytest

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.games.libra.engine.bidding import Bidder
from game.rules import Game, State
from game.screen.plugin.pages import Example, RulebookPage
from game.screen.rulebook.book import build, pages_of
from tests.screen.rulebook.test_pages import EXAMPLES, identify

NODES = 250
BLUNDER = 0.35  # loss of chance; a short search errs by less
EXCEPTIONS = {
    ("libra", "bid"): "bids are judged by the test below",
}


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def chance(game: Game, state: State, side: int) -> float:
    """Return a side's chance by a short search."""
    outcome = game.outcome(state)
    if outcome is not None:
        return 0.5 if not outcome.winners else float(outcome.winners[0] % 2 == side)
    bot = LeveledBot(game, profile_of(game), EngineOptions(seed=1), 1, lambda: False)
    found = bot.think(state, SearchLimits(nodes=NODES), lambda analysis: None, StopSignal())
    return found.value if game.to_move(state) % 2 == side else 1 - found.value


def losses(page: RulebookPage) -> dict[str, float]:
    """Return how much chance each step of an example loses."""
    assert isinstance(page.shows, Example)
    game, state = build(page.shows.position)
    found: dict[str, float] = {}
    for move in page.shows.moves:
        if not move.actions or game.over(state):
            continue
        side, before = game.to_move(state) % 2, state
        for action in game.parse_turn(state, move.actions):
            state = game.advance(state, action)
        found[move.actions] = chance(game, before, side) - chance(game, state, side)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("case", EXAMPLES, ids=identify)
def test_no_example_shows_a_blunder(case: tuple[str, RulebookPage]) -> None:
    game, page = case
    if (game, page.key) not in EXCEPTIONS:
        assert max(losses(page).values(), default=0.0) < BLUNDER, losses(page)


def test_the_last_bound_stone_is_no_blunder() -> None:
    page = next(page for page in pages_of("multiplicity") if page.key == "no-free")
    assert max(losses(page).values()) < BLUNDER, losses(page)


def test_the_bids_of_the_example_are_good_ones() -> None:
    """The example's first bid is one below MORE's worth; the other bids are the engine's."""
    page = next(page for page in pages_of("libra") if page.key == "bid")
    assert isinstance(page.shows, Example)
    game, state = build(page.shows.position)
    bidder = Bidder(game, profile_of(game), 1)
    for number, move in enumerate(page.shows.moves[:3]):
        best = bidder.choose(state)
        (action,) = game.parse_turn(state, move.actions)
        assert action == best if number else action.cost == best.cost - 1
        state = game.advance(state, action)
