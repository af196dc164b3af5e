"""The quality of a line: the share of damaged messages, the time of answers. Pure.

A loose plug or a bad cable damages messages. Nothing is lost permanently, because the state is
requested again, but turns come late. So the line's trouble is reported to a person. A device that
is not a board is recognised as such.
"""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from game.platform.i18n import _
from hardware.wire.messages import REPORTS

QUALITY_WINDOW_S = 10.0  # seconds; older chunks no longer count
MAX_CHUNKS = 400  # maximum number of chunks that count
MIN_CHUNKS = 8  # minimum number of chunks in that time for a meaningful share
BAD_SHARE = 0.05  # share of damaged chunks from which a line is called bad
MIN_ANSWERS = 4  # minimum number of answers for a meaningful time
SLOW_LATENCY_S = 0.25  # median seconds to an answer from which a line is called slow
REPORT_TYPES = frozenset(kind.type for kind in REPORTS)


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds from a command to the board's answer: median and longest of the last answers."""

    median: float
    longest: float

    @property
    def words(self) -> str:
        """Words such as "answers in 12 ms, at most 40 ms"."""
        return _("answers in {median} ms, at most {longest} ms").format(
            median=_milliseconds(self.median), longest=_milliseconds(self.longest)
        )

    @property
    def advice(self) -> str:
        """Return what to do about a slow line, in words; "" if it is fast enough."""
        if self.median < SLOW_LATENCY_S:
            return ""
        words = _(
            "A slow line: the board answers after {median} ms. Bring it nearer to the network"
        )
        return words.format(median=_milliseconds(self.median))


def latency_of(trips: Sequence[float]) -> Latency | None:
    """Return the latency that these answer times show; None while there are too few."""
    return Latency(statistics.median(trips), max(trips)) if len(trips) >= MIN_ANSWERS else None


def _milliseconds(seconds: float) -> int:
    return max(1, round(1000 * seconds))


class LineQuality:
    """The share of recently damaged messages on a line."""

    def __init__(self) -> None:
        # Each chunk's time of arrival, and whether it was damaged.
        self._chunks: deque[tuple[float, bool]] = deque(maxlen=MAX_CHUNKS)
        self._whole = 0
        self._damaged_reports = 0
        self._other = 0

    def received(self, now: float) -> None:
        """Note that an undamaged report of a board has arrived."""
        self._note(now, False)
        self._whole += 1

    def damaged(self, chunk: bytes, now: float) -> None:
        """Note a damaged chunk: the bytes between two zeros."""
        self._note(now, True)
        begins_like_a_report = len(chunk) > 1 and chunk[1] in REPORT_TYPES
        self._damaged_reports += begins_like_a_report
        self._other += not begins_like_a_report

    def damaged_there(self, count: int, now: float) -> None:
        """Note that the board reports this many damaged commands."""
        for _each in range(count):
            self._note(now, True)

    def share(self, now: float) -> float:
        """Return the recent share of damaged chunks, 0 to 1; 0 while too few have come."""
        while self._chunks and now - self._chunks[0][0] > QUALITY_WINDOW_S:
            self._chunks.popleft()
        if len(self._chunks) < MIN_CHUNKS:
            return 0.0
        return sum(damaged for _when, damaged in self._chunks) / len(self._chunks)

    def advice(self, now: float) -> str:
        """Return a sentence about a bad line; "" if the line is good or seems to have no board."""
        share = self.share(now)
        if share < BAD_SHARE or (not self._whole and self._damaged_reports <= self._other):
            return ""
        return _(
            "A bad line: {share} percent of what the board sends arrives"
            " damaged. Try another plug, a shorter cable, no hub"
        ).format(share=max(5, 5 * round(20 * share)))

    def _note(self, now: float, damaged: bool) -> None:
        self._chunks.append((now, damaged))
