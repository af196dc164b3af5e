"""A test of a board's joints and wires, point by point with one magnet.  Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.platform.i18n import _, ngettext
from hardware.host.board_messages import label_of

STEADY_S = 0.25  # seconds that a point must be detected
SURE_S = 1.0  # seconds that other points must be detected: a hand may pass over them
ON_S = 3.0  # seconds after which a point that is on at the beginning counts as always on
OPEN_S = 10.0  # seconds without a signal after which a point counts as open
LAPSES = 3  # losses of a detected point before it counts as intermittent


class JointTest:
    """A test in which a magnet visits the points in order, known by their `labels` or numbers.

    `only` limits the test to these points, in the order of the board.  `point` is where the magnet
    must be put, or -1 while the board must be cleared.  `faults` maps points to the faults found so
    far, in words.  `look` is called whenever a state or the time, in seconds, has changed.
    """

    def __init__(
        self, points: int, labels: Sequence[str], only: Collection[int] | None = None
    ) -> None:
        self.points, self.labels = points, labels
        self._left = frozenset(range(points)).difference(range(points) if only is None else only)
        self.point = -1
        self.faults: dict[int, str] = {}
        # Detected points; ignored points, which are always on or still have the magnet; points
        # always on.
        self._on = self._ignored = self._always = frozenset[int]()
        self._since, self._lapses = 0.0, 0

    @property
    def done(self) -> bool:
        return self.point >= self.points

    def look(self, states: Sequence[int], now: float) -> None:
        """Look at the states of all points, and go on if they are enough to judge `point`."""
        known = states[: self.points] if not self.done else ()
        on = frozenset(at for at, state in enumerate(known) if state)
        self._ignored = self._ignored & on | self._always
        heard = on - self._ignored
        if heard != self._on or not self._since:
            self._lapses += self.point in self._on - heard
            self._on, self._since = heard, now
        steady = now - self._since
        if self.point < 0:
            if steady >= (ON_S if heard else STEADY_S):
                self._always = frozenset(heard)
                self._next(now, _("{point}: always on"), *(heard - self._left))
        elif self._lapses >= LAPSES:
            self._next(now, _("{point}: intermittent"), self.point)
        elif heard == {self.point} and steady >= STEADY_S:
            self._next(now)
        elif heard and heard != {self.point} and steady >= SURE_S:
            words = _("{point}: {heard} is heard")
            if len(heard) > 1:
                words = _("{point}: {heard} are heard together")
            self._next(now, words.replace("{heard}", self._names(heard)), self.point)
        elif not heard and steady >= OPEN_S:
            self.skip(now)

    def begin_again(self) -> None:
        """Ask for the same point once more after the line was cut, because changes were missed."""
        self._on, self._since, self._lapses = frozenset(), 0.0, 0

    def skip(self, now: float) -> None:
        """Go on to the next point, because nothing is detected at this one."""
        if 0 <= self.point < self.points:
            self._next(now, _("{point}: nothing is heard"), self.point)

    def _next(self, now: float, words: str = "", *faulty: int) -> None:
        """Note these faulty points, and ask for the next point that is not always on."""
        self.faults |= {at: words.format(point=self._names([at])) for at in sorted(faulty)}
        self.point += 1
        while self.point in self._always | self._left:
            self.point += 1
        self._ignored |= self._on
        self._on, self._since, self._lapses = frozenset(), now, 0

    def _names(self, points: Collection[int]) -> str:
        return ", ".join(label_of(point, self.labels) for point in sorted(points))

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        if not self.faults:
            return _("Ready: every point is heard.")
        words = ngettext("{count} point to check", "{count} points to check", len(self.faults))
        return words.format(count=len(self.faults))
