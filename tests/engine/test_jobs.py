"""Jobs of the engine run one after the other; an endless job ends when the next begins."""

from __future__ import annotations

from game.engine.protocol.ugi import JobQueue
from game.engine.search.analysis import StopSignal
from tests.support.waiting import until


def test_what_is_added_when_free_disturbs_no_search() -> None:
    errors: list[Exception] = []
    jobs, seen, held = JobQueue(errors.append), list[str](), [True]

    def search(signal: StopSignal) -> None:
        assert until(lambda: not held[0])
        seen.append("stopped" if signal.stopped else "undisturbed")

    jobs.add(search, endless=True)
    assert not jobs.add_if_free(lambda _signal: seen.append("prepared"))
    held[0] = False
    jobs.join()
    assert seen == ["undisturbed"]
    assert jobs.add_if_free(lambda _signal: seen.append("prepared"))
    jobs.join()
    assert seen == ["undisturbed", "prepared"]
    assert errors == []
