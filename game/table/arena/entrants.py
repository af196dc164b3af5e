"""Who plays in a match: engines named in words."""

from __future__ import annotations

import shlex

from game.engine.bots.bot import Bot
from game.engine.bots.make import make_bot
from game.engine.bots.options import ENGINES, EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.protocol.ugi_bot import EngineError, UgiBot
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.levels import TOP_LEVEL
from game.rules import Game
from game.table.opponents import OPPONENTS


def engine_options(spec: str) -> EngineOptions | None:
    """Return the options of an engine by its words; None is an external command.

    The words are `level:N`, `opponent:KEY`, `full`, `book` (that with openings), `greedy`, `uct` or
    `random`.

    Raises EngineError for a level or an opponent that does not exist.
    """
    kind, _, number = spec.partition(":")
    if kind == "level":
        if not (
            number.isascii()
            and number.isdigit()
            and len(number) < 3
            and 1 <= int(number) <= TOP_LEVEL
        ):
            raise EngineError(f"engine {spec!r}: expected level:1 to level:{TOP_LEVEL}")
        return EngineOptions(level=int(number))
    if kind == "opponent":
        found = OPPONENTS.get(number)
        if found is None or found.level is None:
            known = ", ".join(key for key, one in OPPONENTS.items() if one.level is not None)
            raise EngineError(f"engine {spec!r}: expected one of {known}")
        return EngineOptions(level=found.level, taste=found.style.taste, temper=found.style.temper)
    if kind == "book":
        return EngineOptions(book=True)
    return EngineOptions(engine=spec) if spec in ENGINES else None


def entrant(game: Game, spec: str, seed: int) -> Bot:
    """Return the bot described by `spec`, with its kernels compiled.  Raises EngineError."""
    options = engine_options(spec)
    if options is None:
        return UgiBot(game, shlex.split(spec))
    said: list[str] = []
    if options.engine not in ("greedy", "random"):
        warming = start_warmup(game, said.append)
        if warming is not None:
            warming.wait()
    changed = options.with_value("Seed", str(seed % 2**31))
    bot = make_bot(game, changed or options, said.append)
    bot.think(game.start(), SearchLimits(nodes=2), lambda analysis: None, StopSignal())
    return bot
