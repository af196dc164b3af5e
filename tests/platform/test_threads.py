"""Work runs beside the frame loop, whether threads are available or not."""

from __future__ import annotations

import threading

import pytest

from game.platform.threads import start_daemon
from tests.support.waiting import PATIENCE


def test_the_work_is_done_in_a_daemon_thread_of_that_name() -> None:
    found: list[threading.Thread] = []
    thread = start_daemon(lambda: found.append(threading.current_thread()), "helper")
    assert thread is not None
    thread.join(PATIENCE)
    assert found == [thread]
    assert (thread.name, thread.daemon) == ("helper", True)


def test_where_no_thread_can_be_started_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser, no thread can be started."""

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    done: list[str] = []
    assert start_daemon(lambda: done.append("work"), "helper") is None
    assert done == []
