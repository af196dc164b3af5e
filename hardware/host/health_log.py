"""The health of boards over many evenings: troubles of points, and their remedies.

One small file in the data folder holds all boards that were ever played on; two windows may write
to the file at the same time.  A point stays listed until it is cleared after a repair.  A
`HealthRecorder` notes the findings of a session, in the session's thread.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

from game.platform import codec, versioned
from game.platform.i18n import N_, _, format_date, ngettext
from game.platform.locks import file_locked
from game.platform.storage import data_folder
from hardware.host.layouts import labels_of
from hardware.host.sensor_watch import SensorWatch
from hardware.wire.messages import Welcome

VERSION = 1
DEAD, BLINKS, FLICKERS, WEAK, MAGNET = "dead", "blinks", "flickers", "weak", "magnet"
KINDS = (DEAD, BLINKS, FLICKERS, WEAK, MAGNET)  # the worst kind first
SHARES = 8  # signal strengths kept for a point, one an evening
# a point fades if its signal is below this share; judged after this many evenings
WEAK_SHARE, ENOUGH = 0.7, 3

ADVICE = {
    DEAD: N_("{point} is out of order: check its joints and its wire"),
    BLINKS: N_("{point} is intermittent: check its solder joints"),
    FLICKERS: N_("{point} flickers: check its solder joint, or the magnets that lay there"),
    WEAK: N_("{point} is getting weak: check its solder joint"),
    MAGNET: N_("A piece has a weak magnet; it lay on {point}: compare it with the others"),
}

CHECK_PERIOD_S = 5.0  # seconds between two looks at the findings


@dataclass(frozen=True, slots=True)
class PointTrouble:
    """One kind of trouble at a point: the number of sessions, the first and the last day."""

    point: str
    kind: str
    sessions: int
    first: str
    last: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind} is no kind of trouble")

    @property
    def advice(self) -> str:
        """The remedy, in the language in use."""
        return _(ADVICE[self.kind]).format(point=self.point)

    @property
    def when(self) -> str:
        """The number of evenings and the last day, in words."""
        words = ngettext("{n} evening, last {day}", "{n} evenings, last {day}", self.sessions)
        return words.format(n=self.sessions, day=format_date(self.last))


@dataclass
class BoardHealth:
    """Everything known about one board."""

    number: str = field(metadata=codec.rule(name="board"))
    name: str
    layout: str
    troubles: tuple[PointTrouble, ...] = field(default=(), metadata=codec.rule(required=True))
    shares: dict[str, tuple[float, ...]] = field(
        default_factory=dict, metadata=codec.rule(required=True)
    )

    @property
    def worst_first(self) -> list[PointTrouble]:
        """All troubles and fading points, the worst first."""
        known = {trouble.point for trouble in self.troubles if trouble.kind == WEAK}
        fading = [
            PointTrouble(p, WEAK, len(s), "", "") for p, s in self.shares.items() if _fading(s)
        ]
        found = [*self.troubles, *(one for one in fading if one.point not in known)]
        return sorted(found, key=lambda one: (KINDS.index(one.kind), -one.sessions, one.point))


@dataclass
class HealthFile:
    """The file's content: all boards that were ever played on."""

    boards: tuple[BoardHealth, ...] = field(default=(), metadata=codec.rule(required=True))


def _fading(shares: Sequence[float]) -> bool:
    """Return whether a point was weak in most of its last evenings, whichever pieces were on it."""
    lately = shares[-2 * ENOUGH :]
    return len(lately) >= ENOUGH and sorted(lately)[len(lately) // 2] < WEAK_SHARE


def health_file() -> Path:
    """Return the path of the file."""
    return data_folder() / "board-health.json"


def read(path: Path) -> tuple[list[BoardHealth], str]:
    """Return all boards, and a sentence if the file cannot be used.  Never raises."""
    kept, words = versioned.load(path, VERSION, partial(codec.read, HealthFile), HealthFile())
    return list(kept.boards), words


def note(
    path: Path,
    board: BoardHealth,
    found: Iterable[tuple[str, str]],
    shares: dict[str, float],
    day: str = "",
) -> None:
    """Add the findings of a session, as (point, kind), and the signal strengths at its points.

    Raises OSError.
    """
    day = day or time.strftime("%Y-%m-%d")

    def add(kept: BoardHealth) -> None:
        kept.name, kept.layout = board.name, board.layout
        troubles = {(trouble.point, trouble.kind): trouble for trouble in kept.troubles}
        for key in found:
            old = troubles.pop(key, None)
            first, sessions = (old.first, old.sessions) if old else (day, 0)
            troubles[key] = PointTrouble(*key, sessions + 1, first, day)
        kept.troubles = tuple(troubles.values())
        for point, share in shares.items():
            known = (*kept.shares.get(point, ()), round(share, 2))
            kept.shares[point] = known[-SHARES:]

    _change(path, board, add)


def clear(path: Path, board: BoardHealth, points: Collection[str]) -> None:
    """Remove repaired points from the list.  Raises OSError."""

    def forget(kept: BoardHealth) -> None:
        kept.troubles = tuple(one for one in kept.troubles if one.point not in points)
        for point in points:
            kept.shares.pop(point, None)

    _change(path, board, forget)


def _change(path: Path, board: BoardHealth, change: Callable[[BoardHealth], None]) -> None:
    """Read the file, change a board's entry and write it, under a lock against other windows."""
    with file_locked(path):
        versioned.refuse_newer(path, VERSION)
        boards, _words = read(path)
        kept = next((one for one in boards if one.number == board.number), None)
        if kept is None:
            kept = BoardHealth(board.number, board.name, board.layout)
            boards.append(kept)
        change(kept)
        versioned.write(path, VERSION, codec.write(HealthFile(tuple(boards))))


class ObservedBoard(Protocol):
    """The part of a `BoardDriver` that a health recorder uses."""

    welcome: Welcome | None
    watch: SensorWatch | None

    @property
    def findings(self) -> set[tuple[int, str]]: ...


class HealthRecorder:
    """Writes the findings of a session about its board's health to `path`.

    A write error does not end the match.
    """

    def __init__(self, path: Path, board: ObservedBoard) -> None:
        self._path, self._board = path, board
        self._noted: set[tuple[str, str]] = set()
        self._looked_at = 0.0

    def look(self, now: float) -> None:
        """Note new findings, every few seconds."""
        if now - self._looked_at >= CHECK_PERIOD_S:
            self._looked_at = now
            self._note({})

    def close(self) -> None:
        """Note the signal strengths of the pieces, at the end of a session."""
        watch, welcome = self._board.watch, self._board.welcome
        if watch is None or welcome is None:
            return
        labels = labels_of(welcome.layout, welcome.points)
        shares = {label: watch.strengths.share(place) for place, label in enumerate(labels)}
        self._note({label: share for label, share in shares.items() if share is not None})

    def _note(self, shares: dict[str, float]) -> None:
        welcome = self._board.welcome
        if welcome is None:
            return
        labels = labels_of(welcome.layout, welcome.points)
        found = {(labels[p], kind) for p, kind in self._board.findings if p < len(labels)}
        new = found - self._noted
        if not new and not shares:
            return
        self._noted |= new
        board = BoardHealth(f"{welcome.board_id:08x}", welcome.name, welcome.layout)
        with contextlib.suppress(OSError):
            note(self._path, board, sorted(new), shares)
