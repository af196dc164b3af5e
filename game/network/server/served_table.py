"""A table of the server: a match in both views, its newest events, and the holders of its seats.

Nothing here sends: each client takes unsent data from its table at its own pace.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from game.network.lines.pipe import OpenTable
from game.network.protocol.messages import EventMessage, SnapshotMessage, View
from game.network.protocol.mirror import Mirror
from game.network.server import page_json
from game.platform.codes import equal_secrets
from game.rules.events import Seat
from game.table import positions_json
from game.table.record_fields import EventFields

if TYPE_CHECKING:  # not loaded unless a game has a look of its own
    from game.platform.own_look import GameLook

# Events kept for clients that lag behind; clients further behind get a snapshot.
MAX_KEPT_EVENTS = 256
MAX_KEPT_ANSWERS = 32  # answers kept for a seat, to be repeated after a cut
Words = Mapping[str, Any]


@dataclass
class SeatHolder:
    """The holder of a seat: the digest of the key, and the answers to the last proposals."""

    key: str
    answers: OrderedDict[int, str] = field(default_factory=OrderedDict)
    asked: int = 0  # the highest number of a proposal so far

    def answered(self, number: int, said: str) -> None:
        self.answers[number] = said
        while len(self.answers) > MAX_KEPT_ANSWERS:
            self.answers.popitem(last=False)


@dataclass(frozen=True, slots=True)
class LatestState:
    """The newest value of a state, its time, and how often the state has changed."""

    count: int
    fields: Words
    at: float


class ServedTable:
    """A match served under `name`; each time the match is opened again, `run` is a new text.

    The user's own pictures have addresses that begin with `pictures`; "" embeds them in the drawing
    of the board. Raises WireError or RecordError for an invalid snapshot.
    """

    def __init__(self, opened: OpenTable, pictures: str = "") -> None:
        self.name, self.run = opened.table, opened.run
        self._snapshot = opened.snapshot
        self.mirror = Mirror(opened.snapshot)
        self.about = page_json.about(opened.about, self.mirror.game.seats)
        self.words: Words = opened.words
        self._kept: deque[dict[View, str]] = deque(maxlen=MAX_KEPT_EVENTS)
        self._wire: list[EventFields] = []  # events since the snapshot
        self.holders: dict[Seat, SeatHolder] = {}
        self.look = look_from(opened.look, self.mirror.game.key, pictures) if opened.look else None
        board = positions_json.board(self.mirror.game, self.about["theme"], self.look)
        self.board_text = page_json.dump(board)
        self.board_name = hashlib.sha256(self.board_text.encode()).hexdigest()[:16]
        self.newest: dict[str, LatestState] = {}
        self._made: dict[View, tuple[int, str]] = {}
        self._card: tuple[tuple[Any, ...], str] | None = None
        self.snapshot("page")  # raises an error if the match cannot be shown

    @property
    def seq(self) -> int:
        """Return the number of the next event."""
        return self.mirror.seq

    @property
    def events(self) -> int:
        """Return the number of events since the match was opened here."""
        return len(self._wire)

    @property
    def first_kept(self) -> int:
        return self.seq - len(self._kept)

    def apply(self, data: Any, words: Words) -> None:
        """Apply an event of the match.  Raises WireError."""
        self.mirror.apply(data)
        self.words = words
        self._wire.append(data)
        page = page_json.event(self.mirror, data, words)
        self._kept.append(
            {
                "page": page_json.text("event", table=self.name, **page),
                "wire": page_json.message_text(EventMessage(self.name, data["seq"], data)),
            }
        )

    def event(self, seq: int, view: View) -> str:
        """Return the text of a kept event."""
        return self._kept[seq - self.first_kept][view]

    def snapshot(self, view: View) -> str:
        """Return the present state of the match, made once per event; event `seq` follows it."""
        made = self._made.get(view)
        if made is None or made[0] != self.seq:
            made = self._made[view] = (self.seq, self._written(view))
        return made[1]

    def _written(self, view: View) -> str:
        if view == "wire":
            events = tuple(self._wire)
            return page_json.message_text(
                SnapshotMessage(self.name, self.run, self.seq, self._snapshot, events)
            )
        state = page_json.snapshot(self.mirror, self.about, self.words, self.look)
        return page_json.text("snapshot", table=self.name, run=self.run, **state)

    def card(self) -> str:
        """Return the match as the mosaic shows it now, made once per change."""
        line, clock = self.newest.get("line"), self.newest.get("clock")
        shown = (self.seq, line, clock)
        if self._card is None or self._card[0] != shown:
            fields = page_json.card(self.mirror)
            online = line is None or line.fields["online"]
            card = {"table": self.name, "board": self.board_name, "online": online, **fields}
            if clock is not None and clock.fields["left"] is not None:
                card["clock"] = {**clock.fields, "at": round(clock.at, 2)}
            self._card = (shown, page_json.dump(card))
        return self._card[1]

    def change(self, what: str, fields: Words, now: float) -> None:
        """Store the new value of a state, such as the clock, if it has changed."""
        before = self.newest.get(what)
        if before is None or before.fields != fields:
            self.newest[what] = LatestState(1 if before is None else before.count + 1, fields, now)

    def seat_of(self, key: str) -> Seat | None:
        """Return the seat that is held with the key of this digest, or None."""
        found = None
        for seat, holder in self.holders.items():
            if equal_secrets(holder.key, key):
                found = seat
        return found


def look_from(folder: str, key: str, pictures: str) -> GameLook | None:
    """Return a game's look from a folder; None if it cannot be read, which the program reports."""
    from game.platform.own_look import OwnLookError, read_own_look
    from game.rules.registry import piece_names

    try:
        look = read_own_look(folder, piece_names()).games.get(key)
    except OwnLookError:
        return None
    return None if look is None else replace(look, address=pictures)
