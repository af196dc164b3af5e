"""Styles lean and do not break: what they like comes up more often, what is won is played."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions, OptionError
from game.engine.protocol.commands import option_commands
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.levels import pick
from game.engine.search.style import EVEN, LEAN, TASTES, PlayingStyle
from game.rules import Action, Game, State
from game.rules.registry import GAMES, parse_setup, usual_setup

DRAWS = 400


def share(
    style: PlayingStyle, likes: Callable[[Game, Action], bool], game: Game, state: State
) -> float:
    """How often a style picks what it should like, all actions having been visited alike."""
    actions, dice = game.legal(state), random.Random(5)
    visits = style.liked(game, state, actions, [20] * len(actions))
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
            liked = PlayingStyle(taste).liked(game, game.start(), actions, [10] * len(actions))
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
