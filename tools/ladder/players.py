"""Players of the ladder: the engine, its simple players, trial settings, other engines.

A player is named by `now`, `greedy`, `uct`, `random`, `level:N`, or one of two other forms.
`settings:explore=0.2,turn-trust=3` changes the current settings.  `ugi:COMMAND` starts a separate
engine, such as an installed older release: `ugi:/opt/less-1.4/bin/less-is-more-engine`.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.make import Bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.simple_bots import GreedyBot, RandomBot
from game.engine.bots.tree_bot import TreeBot
from game.engine.bots.warmup import is_compiled, start_warmup
from game.engine.registry import profile_of
from game.engine.search.levels import TOP_LEVEL
from game.engine.search.profile import Profile, SearchSettings, TurnSettings
from game.rules import Game
from tools.match.ugi_bot import UgiBot

Clock = Callable[[], float]
FAMILY = ("now", "uct", "greedy")  # the default players
TURNS = "turn-"  # prefix of the settings of the search by whole turns
WORDS = f"{', '.join(FAMILY)}, random, level:N, settings:NAME=NUMBER,... or ugi:COMMAND"


class PlayerError(ValueError):
    """The text does not name a player."""


def check_player(word: str) -> None:
    """Raise PlayerError unless `word` names a player."""
    kind, _, rest = word.partition(":")
    if kind == "settings":
        numbers(rest)
    elif kind == "level":
        level_of(rest)
    elif kind == "ugi" and rest:
        return
    elif word not in (*FAMILY, "random"):
        raise PlayerError(f"player {word!r} found, expected {WORDS}")


def level_of(text: str) -> int:
    """Return the level that a text names.  Raises PlayerError."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= TOP_LEVEL):
        raise PlayerError(f"level {text!r} found, expected 1 to {TOP_LEVEL}")
    return int(text)


def numbers(text: str) -> dict[str, float]:
    """Return the numbers of `NAME=NUMBER,...`.  Raises PlayerError."""
    found: dict[str, float] = {}
    for word in text.split(",") if text else ():
        name, _, number = word.partition("=")
        try:
            found[name] = float(number)
        except ValueError:
            raise PlayerError(f"setting {name}: {number!r} found, expected a number") from None
    return found


def changed(profile: Profile, text: str) -> Profile:
    """Return the profile with the settings and weights of `NAME=NUMBER,...`.

    Raises PlayerError.
    """
    weights = {weight.name: weight for weight in profile.weights}
    settings, turns = profile.settings, profile.turns
    in_turns = [TURNS + field for field in TurnSettings._fields] if turns else []
    known = (*SearchSettings._fields, *in_turns, *weights)
    for name, number in numbers(text).items():
        if name not in known:
            raise PlayerError(f"setting {name!r} found, expected {', '.join(known)}")
        if name in weights:
            weights[name] = weights[name]._replace(value=number)
        elif turns and name in in_turns:
            field = {name.removeprefix(TURNS): number}
            turns = replace(turns, settings=turns.settings._replace(**field))
        else:
            settings = settings._replace(**{name: number})
    return replace(profile, settings=settings, turns=turns, weights=tuple(weights.values()))


def player(game: Game, word: str, seed: int, clock: Clock = time.monotonic) -> Bot:
    """Return the player of that name, ready to play. Raises PlayerError, EngineError."""
    check_player(word)
    kind, _, rest = word.partition(":")
    if word == "random":
        return RandomBot(game, seed)
    if word == "greedy":
        return GreedyBot(game, seed)
    if kind == "ugi":
        return UgiBot(game, shlex.split(rest))
    warming = start_warmup(game, lambda text: None)
    if warming is not None:
        warming.wait()
    profile = profile_for(game, word)
    options = EngineOptions(
        level=level_of(rest) if kind == "level" else TOP_LEVEL, seed=seed % 2**31
    )
    make = TreeBot if word == "uct" else LeveledBot
    bot = make(game, profile, options, seed, partial(is_compiled, game), clock)
    bot.prepare()
    return bot


def profile_for(game: Game, word: str) -> Profile:
    """Return the search profile of a player of the engine. Raises PlayerError."""
    profile = profile_of(game)
    kind, _, rest = word.partition(":")
    if word == "uct":
        return profile.plain_uct()
    if kind == "settings":
        return changed(profile, rest)
    return profile
