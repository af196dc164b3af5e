"""Fixtures for all tests of the screen, most of which need no art."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from game.engine.protocol import engine_player
from game.platform import processes
from game.platform.processes import Cancellation, query
from game.puzzles import attempt_checker
from game.screen.app import app, reading
from game.screen.boards.art_renderer import renderer


class KnownAnswers:
    """A cache of helper processes' answers in this run, in a folder that all workers share.

    A helper always gives the same answer to a command. A layout's tables are computed even if their
    scene has been left, because other tests need them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._locks: dict[Path, threading.Lock] = defaultdict(threading.Lock)

    def query(self, command: Sequence[str], *how: Any, **named: Any) -> bytes:
        """Return a helper's answer, from the cache if another test has already asked.

        Only requests from `NewestAnswer` are cached; modules that are loaded later use other
        arguments.
        """
        if how or set(named) != {"cancellation"}:
            return query(command, *how, **named)
        cancellation: Cancellation = named["cancellation"]
        path = self._folder / hashlib.sha256("\0".join(command).encode()).hexdigest()
        tables = "game" in command and "race" not in command
        with self._locks[path]:
            return self._answer(path, command, None if tables else cancellation)

    def _answer(
        self, path: Path, command: Sequence[str], cancellation: Cancellation | None
    ) -> bytes:
        if not path.exists():
            answer = query(command, cancellation=cancellation)
            written = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
            written.write_bytes(answer)
            written.replace(path)  # another worker may have written the same answer
        return path.read_bytes()


@pytest.fixture(scope="session")
def known_answers(tmp_path_factory: pytest.TempPathFactory) -> KnownAnswers:
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "answers"
    folder.mkdir(exist_ok=True)
    return KnownAnswers(folder)


@pytest.fixture(autouse=True)
def answered_once(known_answers: KnownAnswers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask helpers for each slow answer only once in a run."""
    monkeypatch.setattr(processes, "query", known_answers.query)


@pytest.fixture(autouse=True)
def drawings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the caches of fonts, layouts and small pictures after a test, for the next one."""
    monkeypatch.setattr(app, "forget_caches", lambda: None)


@pytest.fixture(autouse=True)
def no_art(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave boards in their first form except in tests marked `art`, because art is slow."""
    if "art" not in request.keywords:
        monkeypatch.setattr(renderer, "ask", lambda *_args, **_how: None)


@pytest.fixture(autouse=True)
def patient_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show no progress dialog for an ordinary record, even on a busy machine."""
    monkeypatch.setattr(reading, "NO_DIALOG_S", 60.0)


@pytest.fixture
def silent_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make engines silent, for tests of many scenes that need no answers."""
    silent = [sys.executable, "-I", "-S", "-c", "import sys; sys.stdin.read()"]
    for module in (engine_player, attempt_checker):
        monkeypatch.setattr(module, "helper_command", lambda *_words: silent)
