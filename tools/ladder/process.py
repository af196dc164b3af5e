"""A player of the ladder as a process that speaks the engine's protocol, for matches with others.

`main.py match SETUP --second "python -m tools.ladder.process rival"`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from game.engine.bots.bot import Bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import Progress
from game.engine.protocol.ugi import main as ugi_main
from game.rules import Game
from tools.ladder.players import PlayerError, check_player, player
from tools.run import run


def main(words: Sequence[str]) -> int:
    """Speak as the player of the first word; the rest may be a setup.  Raises PlayerError."""
    if not words:
        raise PlayerError("no player found, expected one of the ladder's")
    word, *setup = words
    check_player(word)

    def maker(game: Game, options: EngineOptions, progress: Progress) -> Bot:
        return player(game, word, options.seed or time.time_ns() % 2**31)

    return ugi_main(argv=setup, maker=maker)


if __name__ == "__main__":
    run("tools.ladder.process:main")
