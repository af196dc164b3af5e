"""All tables of a server at once, as the mosaic of the page is told of them.

Followers share their messages: a batch has the newest card of each table that has changed since the
batch before.  At most two batches are made a second, and only while somebody asks.  Whoever has
missed one is told all cards.  A batch says when it was made (`now`), so that clocks run on from it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from game.network.server.served_table import ServedTable

BATCH_INTERVAL_S = 0.5
MAX_AGE_S = 1.0  # seconds after which a batch is too old for its clocks


class Mosaic:
    """The cards of `tables`, which others add to and take away from."""

    def __init__(self, tables: Mapping[str, ServedTable]) -> None:
        self._tables = tables
        self._changed: dict[str, None] = {}  # names of tables, since the newest batch
        self._number = 0  # of the newest batch
        self._made_at = self._all_made_at = -math.inf
        self._batch = self._all = ""

    def change(self, table: ServedTable) -> None:
        """Note that a table is not what it was."""
        self._changed[table.name] = None

    def after(self, known: int | None, now: float) -> tuple[int, str] | None:
        """Return the newest batch for whoever has been told `known`: its number and text.

        None where that is the newest.
        """
        if self._changed and now >= self._made_at + BATCH_INTERVAL_S:
            self._number, self._made_at = self._number + 1, now
            self._batch, self._all = self._written(self._changed, now), ""
            self._changed.clear()
        if known == self._number:
            return None
        if known == self._number - 1 and now < self._made_at + MAX_AGE_S:
            return self._number, self._batch
        if not self._all or now >= self._all_made_at + MAX_AGE_S:
            self._all, self._all_made_at = self._written(self._tables, now), now
        return self._number, self._all

    def board(self, name: str) -> str | None:
        """Return the JSON text of the board that cards call `name`."""
        found = (one.board_text for one in self._tables.values() if one.board_name == name)
        return next(found, None)

    def _written(self, names: Mapping[str, object], now: float) -> str:
        cards = ",".join(self._tables[name].card() for name in names if name in self._tables)
        return f'{{"v":1,"type":"cards","now":{now:.2f},"cards":[{cards}]}}'
