"""No attack fills the disk with log entries, and omitted entries are counted."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.network import logs
from game.network.rate_limits import LOG_RATE

log = logging.getLogger("network")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restore the log handlers for other tests."""
    root, uvicorn = logging.getLogger(), logging.getLogger("uvicorn.error")
    kept, level, other = root.handlers[:], root.level, uvicorn.level
    yield
    for handler in set(root.handlers) - set(kept):
        handler.close()
    root.handlers[:] = kept
    root.setLevel(level)
    uvicorn.setLevel(other)
    logging.raiseExceptions = True


def test_the_log_is_rotated_by_size_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_LOG_BYTES", 2000)
    now = 0.0
    path = tmp_path / "network.txt"
    logs.set_up_log(path, lambda: now)
    for number in range(100):
        now += 1 / LOG_RATE[0]
        log.error("something went wrong: %s", number)
    found = sorted(file.name for file in tmp_path.iterdir())
    assert found == ["network.txt", "network.txt.1"]
    assert all((tmp_path / name).stat().st_size <= 2000 for name in found)
    assert path.read_text(encoding="utf-8").endswith("network: something went wrong: 99\n")


def test_what_comes_too_fast_is_left_out_and_counted(tmp_path: Path) -> None:
    now = 0.0
    path = tmp_path / "network.txt"
    logs.set_up_log(path, lambda: now)
    for _number in range(1000):
        log.error("again")
    assert len(path.read_text(encoding="utf-8").splitlines()) == LOG_RATE[1]
    now = 1 / LOG_RATE[0]
    log.error("%s", "at last")
    last = path.read_text(encoding="utf-8").splitlines()[-1]
    assert last.endswith(f"at last ({1000 - LOG_RATE[1]} before it were left out)")


def test_mistakes_of_clients_are_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "network.txt"
    logs.set_up_log(path)
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    log.info("somebody came")
    assert path.read_text(encoding="utf-8") == ""
    logging.getLogger("uvicorn.error").error("Exception in ASGI application")
    assert "Exception" in path.read_text(encoding="utf-8")


def test_without_a_file_the_log_goes_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").write_text("no folder", encoding="utf-8")
    logs.set_up_log(tmp_path / "logs" / "network.txt")
    log.error("said")
    assert "said" in capsys.readouterr().err
