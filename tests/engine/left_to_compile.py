"""`python -m tests.engine.left_to_compile SETUP...` shows what a game still compiles after warm-up.

The command needs its own process, because other tests may already have compiled the code.
"""

from __future__ import annotations

import sys

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import load, start_warmup
from game.engine.compile import compiler
from game.engine.search.analysis import SearchLimits, StopSignal
from game.rules import Game
from game.rules.registry import parse_setup

TURNS, NODES = 6, 300


def main() -> None:
    for setup in sys.argv[1:]:
        compiler._instances.clear()  # like a program that has just started
        game = parse_setup(setup)
        warming = start_warmup(game, lambda text: None)
        assert warming is not None
        warming.wait()  # otherwise the warm-up would go on while a bot plays
        load(game)
        ready = signatures()
        play(game)
        late = [f"{module}.{entry}" for module, entry, _ in signatures() - ready]
        if not compiler.prebuilt_fault(game.key) and "numba" in sys.modules:
            late.append("what is not prebuilt")
        print(f"{setup}: {', '.join(sorted(late)) or 'nothing'}")


def play(game: Game) -> None:
    """Play some turns at full strength."""
    bot, state = make_bot(game, EngineOptions(seed=3), lambda text: None), game.start()
    for _turn in range(TURNS):
        if not game.over(state):
            limits = SearchLimits(nodes=NODES)
            for action in bot.think(state, limits, lambda analysis: None, StopSignal()).best:
                state = game.advance(state, action)


def signatures() -> set[tuple[str, str, int]]:
    """Return (module, entry, number of versions compiled or loaded by Numba) for every entry."""
    return {
        (module.__name__, entry, len(getattr(getattr(module, entry), "signatures", ())))
        for (_, _, compiled), module in compiler._instances.items()
        for entry in module.ENTRIES
        if compiled
    }


if __name__ == "__main__":
    main()
