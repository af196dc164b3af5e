"""Programs that write the same file wait for each other, for a limited time, and lose no data."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.platform import locks
from game.table.high_scores import HighScore, entered, load_scores, save_scores
from tests.support.waiting import until


class SimulatedTime:
    """A stand-in for `time` in `locks`, which passes only while somebody waits."""

    def __init__(self, passed: Callable[[float], None] = lambda now: None) -> None:
        self.now, self._passed = 0.0, passed

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self._passed(self.now)


def test_any_number_of_others_are_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, holder, ends = tmp_path / "kept.json", ExitStack(), [6.0, 12.0, 18.0]

    def hand_over(now: float) -> None:
        if ends and now >= ends[0]:
            ends.pop(0)
            holder.close()
            until(lambda: False, 0.02)  # file times have a resolution of some milliseconds
            if ends:
                holder.enter_context(locks.file_locked(path))

    clock = SimulatedTime(hand_over)
    monkeypatch.setattr(locks, "time", clock)
    holder.enter_context(locks.file_locked(path))
    with locks.file_locked(path, patience=10.0):
        assert not ends
        assert clock.now >= 18.0
        assert locks.try_lock(path.with_suffix(".lock")) is None


def test_who_cannot_have_a_file_writes_nothing_and_may_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, clock = tmp_path / "scores.json", SimulatedTime()
    monkeypatch.setattr(locks, "time", clock)
    table = entered({}, "less", "train", HighScore(5, 5), "ADA")
    with locks.file_locked(path), pytest.raises(OSError, match=r"scores\.lock") as refused:
        save_scores(table, path)
    assert refused.value.errno == errno.EBUSY
    assert locks.LOCK_TIMEOUT_S <= clock.now < locks.LOCK_TIMEOUT_S + 1
    assert not path.exists()
    save_scores(table, path)
    assert load_scores(path)[0] == table


def test_a_file_system_without_locks_is_no_reason_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_handle: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    clock = SimulatedTime()
    monkeypatch.setattr(locks, "time", clock)
    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", unknown)
    with locks.file_locked(tmp_path / "kept.json"):
        assert clock.now == 0.0
