"""Ways home for the panel of Less: one table a layout, kept while the program runs."""

from __future__ import annotations

from game.rules.base import Game, State
from game.rules.less import Less
from game.table.race_tables import WaysHome

_known: dict[str, WaysHome] = {}
_KEEP = 3


def way_in_race(game: Game, state: State) -> int | None:
    """Exact moves home of the side to move while the other is home; None while not known."""
    if not isinstance(game, Less) or game.setup not in _known:
        return None
    return _known[game.setup].exact(state)


def way_home(game: Game, state: State, side: int) -> int | None:
    """Moves the side needs at least to get home alone; None while not known."""
    if not isinstance(game, Less):
        return None
    if game.setup not in _known:
        while len(_known) >= _KEEP:
            del _known[next(iter(_known))]
        _known[game.setup] = WaysHome(game)
    return _known[game.setup].distance(state, side)
