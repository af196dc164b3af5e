"""What the engine knows and the panels show, asked for lazily and without ever waiting.

Everything here answers None while the engine's tables are not there (or the engine has none).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from game.rules.base import Game, State

_lock = threading.Lock()
_known: dict[tuple[str, State, int], int | None] = {}
_ready: dict[str, Callable[[State, int], int | None] | None] = {}
_KEEP = 4000


def way_home(game: Game, state: State, side: int) -> int | None:
    """Moves the side needs at least to get home if nobody else moved; None while not known."""
    if game.key != "less":
        return None
    ask = _ready.get(game.setup, ...)
    if ask is ...:
        _ready[game.setup] = None
        threading.Thread(target=_prepare, args=(game,), name="distances", daemon=True).start()
        return None
    if ask is None:
        return None
    key = (game.setup, state, side)
    if key not in _known:
        if len(_known) > _KEEP:
            _known.clear()
        _known[key] = ask(state, side)
    return _known[key]


def _prepare(game: Game) -> None:
    """Build the tables off the frame loop."""
    try:
        from game.engine import distance
    except ImportError:
        return
    tables: Any = distance.tables(game)  # seconds of work, once per layout
    with _lock:
        _ready[game.setup] = lambda state, side: distance.way_home(tables, game, state, side)
