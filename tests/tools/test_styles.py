"""The effect of a style on each side is measured from games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.bots.make import Bot, make_bot
from game.engine.bots.options import EngineOptions
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.style import PlayingStyle
from game.rules.base import Game
from game.rules.registry import parse_setup
from tools.match.play import engine_options
from tools.match.styles import Played, Watched, compare, lines, measured, parser


def test_each_side_is_measured_from_what_it_likes_least_to_what_it_likes_most() -> None:
    game = parse_setup("libra size=3 mode=target target=3")
    turns = ["Wc3", "We3"]  # the middle, then a corner
    assert measured(game, turns, PlayingStyle("middle")) == {0: 1.0, 1: 0.0}
    assert measured(game, turns, PlayingStyle("rim")) == {0: 0.0, 1: 1.0}


def test_the_difference_has_an_error() -> None:
    found = Played([1.0, 0.5], [0.5, 0.7], [0.4, 0.4])
    assert found.difference == pytest.approx(0.2)
    assert found.error == pytest.approx(0.1)
    assert Played([1.0], [0.5], [0.4]).error == float("inf")


def test_the_first_choice_is_what_was_searched_most() -> None:
    game = parse_setup("multiplicity size=3")
    bot = Watched(make_bot(game, EngineOptions("tree", seed=3), lambda text: None))
    for _again in range(3):
        bot.think(game.start(), SearchLimits(nodes=30), lambda said: None, StopSignal())
    assert bot.first == [1.0, 1.0, 1.0]  # always the most visited action, as at the highest level


def uncompiled(game: Game, spec: str, seed: int) -> Bot:
    """Return an entrant that plays without compiled code."""
    options = engine_options(spec)
    assert options is not None
    return make_bot(game, replace(options, seed=seed), lambda text: None)


def test_an_opponent_plays_its_plain_level_with_colours_exchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tools.match.styles.entrant", uncompiled)
    found = compare("multiplicity size=3", "juno", 2, nodes=20)
    assert len(found.points) == len(found.own) == len(found.other) == 2
    assert found.own != found.other
    line = next(lines(parser().parse_args(["libra size=3", "--games", "2", "--nodes", "9"])))
    assert line.startswith("pip    libra")
