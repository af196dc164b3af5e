"""How the program starts itself and others: from its sources, as a bundle, on Windows."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from game import processes
from game.paths import MAIN


def test_from_the_sources_it_is_started_by_python() -> None:
    assert processes.own_command("play") == [sys.executable, str(MAIN), "play"]


def test_a_bundle_starts_the_program_that_takes_any_word(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "BUNDLED", True)
    monkeypatch.setattr(processes, "COMMAND", "less-is-more")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "less-is-more-engine.exe"))
    command = processes.helper_command("compile", "libra")
    assert command == [str(tmp_path / "less-is-more.exe"), "helper", "compile", "libra"]


def test_programs_of_the_system_do_not_get_the_libraries_of_a_bundle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inside = {"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/mine", "LANG": "C"}
    assert processes.outer_environment(inside) == inside
    monkeypatch.setattr(processes, "BUNDLED", True)
    assert processes.outer_environment(inside)["LD_LIBRARY_PATH"] == "/mine"
    assert "LD_LIBRARY_PATH" not in processes.outer_environment({"LD_LIBRARY_PATH": "/bundle"})


def test_no_console_opens_for_a_helper_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(subprocess, "Popen", lambda _command, **options: asked.update(options))
    processes.talk(["engine"])
    assert asked["creationflags"] == processes.NO_WINDOW
    assert asked["encoding"] == "utf-8"


def test_answers_are_utf8_and_failures_are_told() -> None:
    echo = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
    assert processes.answer_of([sys.executable, "-c", echo], "Zoë ×").decode() == "Zoë ×"
    with pytest.raises(subprocess.CalledProcessError):
        processes.answer_of([sys.executable, "-c", "raise SystemExit(3)"])


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def test_a_console_without_a_sign_shows_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, piped = io.BytesIO(), io.BytesIO()
    monkeypatch.setattr(sys, "stdout", Terminal(shown, encoding="cp1252"))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(piped, encoding="cp1252"))
    processes.speak_utf8()
    print("Zoë ▸ 3 × 4", flush=True)
    print("Zoë ▸ 3 × 4", file=sys.stderr, flush=True)
    assert shown.getvalue().decode("cp1252").strip() == "Zoë ? 3 × 4"
    assert piped.getvalue().decode("utf-8").strip() == "Zoë ▸ 3 × 4"
