"""All tables of a server at the same time, as the page's mosaic shows them.

Followers share their messages: a batch has the newest card of each table that has changed since the
previous batch. At most two batches a second are made, and only on request. A client that has missed
a batch gets all cards. A batch contains its time (`now`), from which clocks continue.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from game.network.server.served_table import ServedTable

BATCH_INTERVAL_S = 0.5
MAX_AGE_S = 1.0  # seconds after which the clocks of a batch are too old


class Mosaic:
    """The cards of `tables`; others add tables to it and remove them."""

    def __init__(self, tables: Mapping[str, ServedTable]) -> None:
        self._tables = tables
        self._changed: dict[str, None] = {}  # names of tables that changed since the newest batch
        self._number = 0  # number of the newest batch
        self._made_at = self._all_made_at = -math.inf
        self._batch = self._all = ""

    def change(self, table: ServedTable) -> None:
        """Note that a table has changed."""
        self._changed[table.name] = None

    def after(self, known: int | None, now: float) -> tuple[int, str] | None:
        """Return the number and text of the next batch for a client that has batch `known`.

        Return None if `known` is the newest batch.
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
        """Return the JSON text of the board that cards refer to as `name`."""
        found = (one.board_text for one in self._tables.values() if one.board_name == name)
        return next(found, None)

    def _written(self, names: Mapping[str, object], now: float) -> str:
        cards = ",".join(self._tables[name].card() for name in names if name in self._tables)
        return f'{{"v":1,"type":"cards","now":{now:.2f},"cards":[{cards}]}}'
