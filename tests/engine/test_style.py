"""With a style, liked actions are more frequent, and wins are still played."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import cache

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions, OptionError
from game.engine.bots.tree_bot import TreeBot
from game.engine.protocol.commands import option_commands
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.levels import pick
from game.engine.search.style import ALIKE, EVEN, LEAN, TASTES, PlayingStyle, way_of
from game.rules import Action, Game, State
from game.rules.registry import GAMES, parse_setup, usual_setup
from game.table.opponents import CAST, Opponent

DRAWS = 400


def share(
    style: PlayingStyle, likes: Callable[[Game, Action], bool], game: Game, state: State
) -> float:
    """Return the share of picks that a style likes, when all actions have equal visits."""
    actions, dice = game.legal(state), random.Random(5)
    visits = style.liked(game, state, actions, [20] * len(actions), 0.3)
    picked = [actions[pick(visits, style.spread(0.3), dice)] for _draw in range(DRAWS)]
    return sum(likes(game, action) for action in picked) / DRAWS


def near_middle(game: Game, action: Action) -> bool:
    return math.hypot(*game.topology.xy[action.points[-1]]) < 0.5


def in_company(game: Game, action: Action) -> bool:
    return "d4" in game.topology.neighbours[action.points[-1]]


@pytest.mark.parametrize(("taste", "more"), [("middle", True), ("rim", False)])
def test_a_style_picks_what_it_likes_more_often(taste: str, more: bool) -> None:
    game = parse_setup("libra size=5 mode=target target=3")
    plain = share(EVEN, near_middle, game, game.start())
    leaning = share(PlayingStyle(taste), near_middle, game, game.start())
    assert (leaning > 1.5 * plain) if more else (leaning < 0.6 * plain)


def test_company_is_sought_or_shunned() -> None:
    game = parse_setup("multiplicity size=4 opening=free")
    state = game.start()
    state = game.advance(state, next(a for a in game.legal(state) if a.target == "d4"))
    plain = share(EVEN, in_company, game, state)
    assert share(PlayingStyle("crowd"), in_company, game, state) > 1.5 * plain
    assert share(PlayingStyle("room"), in_company, game, state) < plain


def test_no_more_than_twice_the_visits_is_made_of_a_liking() -> None:
    for key in (game.key for game in GAMES):
        game = parse_setup(usual_setup(key))
        actions = game.legal(game.start())
        for taste in TASTES:
            liked = PlayingStyle(taste).liked(game, game.start(), actions, [10] * len(actions), 0.3)
            assert min(liked) >= 10
            assert max(liked) <= 10 * math.exp(LEAN) + 1e-9


@pytest.mark.parametrize("taste", TASTES)
def test_a_style_wins_what_is_won_and_plays_legal_turns(taste: str) -> None:
    game = parse_setup("multiplicity size=3")
    bot = make_bot(game, EngineOptions("tree", level=6, seed=3, taste=taste), lambda text: None)
    state = game.start()
    while not game.over(state):
        best = bot.think(state, SearchLimits(nodes=400), lambda analysis: None, StopSignal()).best
        for action in best:
            assert action in game.legal(state)
            state = game.advance(state, action)


def test_taste_and_temper_are_options_of_the_protocol() -> None:
    options: EngineOptions | None = EngineOptions(taste="rim", temper=80)
    assert options is not None
    assert "setoption name Taste value rim" in option_commands(options)
    assert options.style == PlayingStyle("rim", 80)
    options = options.with_value("taste", "crowd")
    assert options is not None
    assert options.style == PlayingStyle("crowd", 80)
    with pytest.raises(OptionError, match="Taste"):
        options.with_value("Taste", "blue")
    with pytest.raises(OptionError, match="25 to 200"):
        options.with_value("Temper", "0")


def test_the_temper_is_a_share_of_the_spread() -> None:
    assert PlayingStyle(temper=50).spread(0.8) == pytest.approx(0.4)
    assert EVEN.spread(0.8) == 0.8


# -- the styles of the opponents, in every game ----------------------------------------------------

TASTED = [one for one in CAST if one.style.taste in TASTES]
SMALL = (
    "more-or-less board=decagon-51",
    "less seed=7",
    "libra size=4 mode=target target=5",
    "multiplicity size=4",
)
NODES, POSITIONS = 60, 6
# Minimum gain from a taste, on a scale from 0 (least liked actions) to 1 (most liked ones).
LEAST_MORE = 0.005


@cache
def searched(setup: str) -> list[tuple[Game, State, list[Action], list[int]]]:
    """Return random positions of a game, each with the actions searched and their visit counts."""
    game, dice = parse_setup(setup), random.Random(4)
    # The bot stays uncompiled: a switch to compiled code in between would change its visits.
    bot = TreeBot(game, profile_of(game), EngineOptions("tree", seed=3), 3, lambda: False)
    state, found = game.start(), list[tuple[Game, State, list[Action], list[int]]]()
    while len(found) < POSITIONS and not game.over(state):
        for _action in range(dice.randrange(2, 6)):
            if not game.over(state):
                state = game.advance(state, dice.choice(game.legal(state)))
        if game.over(state) or len(game.legal(state)) < 2:
            continue
        thought = bot.think(state, SearchLimits(nodes=NODES), lambda said: None, StopSignal())
        actions = [one.action for one in thought.candidates]
        visits = [round(one.share * NODES) for one in thought.candidates]
        found.append((game, state, actions, visits))
    return found


def drawn_to(one: Opponent, style: PlayingStyle, setup: str) -> float:
    """Return how far `style` leans, from 0 (what the opponent likes least) to 1 (likes most)."""
    measure, sign = TASTES[one.style.taste]
    shares: list[float] = []
    assert one.level is not None
    for game, state, actions, visits in searched(setup):
        lying, dice = game.pieces(state), random.Random(9)
        ways = [way_of(action, actions) for action in actions]
        likes = [sign * measure(game, lying, way) for way in ways if way is not None]
        if len(likes) < len(ways) or max(likes) - min(likes) < ALIKE:
            continue
        spread = style.spread(profile_of(game).levels[one.level - 1].spread)
        weights = style.liked(game, state, actions, visits, spread)
        chosen = [likes[pick(weights, spread, dice)] for _draw in range(DRAWS)]
        shares.append((sum(chosen) / DRAWS - min(likes)) / (max(likes) - min(likes)))
    return sum(shares) / len(shares)


@pytest.mark.parametrize("setup", SMALL)
@pytest.mark.parametrize("one", TASTED, ids=lambda one: one.key)
def test_the_style_of_an_opponent_shows_in_every_game(one: Opponent, setup: str) -> None:
    plain = PlayingStyle(temper=one.style.temper)
    assert drawn_to(one, one.style, setup) > drawn_to(one, plain, setup) + LEAST_MORE


def test_a_train_is_drawn_on_by_who_likes_long_ways_and_ended_by_who_likes_small_steps() -> None:
    game = parse_setup("more-or-less")
    dice, state = random.Random(2), game.start()
    while not any(action.kind == "stop" for action in game.legal(state)):
        jumps = [action for action in game.legal(state) if action.kind == "jump"]
        state = game.advance(state, dice.choice(jumps or game.legal(state)))
    actions = game.legal(state)
    stop = [action.kind for action in actions].index("stop")
    visits = [10] * len(actions)
    assert PlayingStyle("far").liked(game, state, actions, visits, 0.3)[stop] == 10
    near = PlayingStyle("near").liked(game, state, actions, visits, 0.3)
    assert near[stop] == max(near) > 10


def test_lengths_that_differ_by_rounding_alone_are_no_liking() -> None:
    game = parse_setup("less seed=7")
    steps = [action for action in game.legal(game.start()) if action.kind == "step"]
    state, visits = game.start(), [10] * len(steps)
    assert PlayingStyle("far").liked(game, state, steps, visits, 0.3) == visits
