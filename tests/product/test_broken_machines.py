"""On a machine where something is missing or broken, every command says so, and none crashes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from game import cli
from game.network.errors import CLUB_PACKAGES
from game.platform.packages import PACKAGES
from game.platform.paths import ROOT
from tests.support.waiting import until

PATIENCE = 120  # seconds for a command
WITHOUT = "import sys\nsys.modules.update(dict.fromkeys({names!r}))\n"
NUMBA = "raise ImportError('Numba needs an older NumPy')\n"
LOOK = ROOT / "examples" / "own_look" / "night_and_garden"
# Commands that end by themselves, each with its standard input.
COMMANDS = (
    ("doctor", ""),
    ("engine", "isready\nquit\n"),
    ("engine nonsense", ""),
    ("library list", ""),
    ("tournament new Cup libra", ""),
    ("correspondence list", ""),
    ("board list", ""),
    ("desktop remove", ""),
    (f"look check {LOOK}", ""),
    ("play nonsense", ""),
)
RECORD = ROOT / "tests" / "data" / "v1.0" / "reviewed.json"
# Commands that open a window, and commands for the network whose arguments are refused.
WINDOWS = ("play libra", f"open {RECORD}", "join ABC-DEF@127.0.0.1:1", "demo", "demo --kiosk")
REFUSED = ("hub --broker nonsense", "serve --address nonsense")
NO_DISPLAY = {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":77", "SDL_AUDIODRIVER": "dummy"}


def prepare(folder: Path, words: str, files: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return a command and an environment for the program, with `files` first in Python's path."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    known = {**os.environ, "PYTHONPATH": str(folder), "LANGUAGE": "en"}
    return [sys.executable, str(ROOT / "main.py"), *words.split()], known


def run(
    folder: Path, words: str, files: dict[str, str], given: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the program with `files` first in Python's path."""
    command, known = prepare(folder, words, files)
    return subprocess.run(
        command,
        env=known | environment,
        input=given,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


MACHINES: dict[str, tuple[dict[str, str], dict[str, str], str]] = {
    "without the club": (
        {"sitecustomize.py": WITHOUT.format(names=tuple(CLUB_PACKAGES.values()))},
        {},
        "the packages for phones and other computers are missing",
    ),
    "a Numba that fails": (
        {"numba/__init__.py": NUMBA},
        {"LESS_IS_MORE_KERNELS": "{folder}/kernels"},
        "Numba cannot be imported (ImportError: Numba needs an older NumPy)",
    ),
    "no such game": (
        {},
        {"LESS_IS_MORE_GAMES": "nope"},
        "there is no module or package nope",
    ),
    "a game with a mistake": (
        {"mine.py": "WIDTH = 8\nGAME = WIDTH / 0\n"},
        {"LESS_IS_MORE_GAMES": "mine"},
        "the game mine is left out: ZeroDivisionError: division by zero",
    ),
    "a game that is none": (
        {"mine.py": "GAME = 3\n"},
        {"LESS_IS_MORE_GAMES": "mine"},
        "expected a subclass of game.rules.Game",
    ),
    "a game that cannot be read": (
        {"mine.py": "def (\n"},
        {"LESS_IS_MORE_GAMES": "mine"},
        "SyntaxError: invalid syntax (mine.py, line 1)",
    ),
    "no display": ({}, NO_DISPLAY, "no window can be opened: x11 not available"),
}


@pytest.mark.parametrize("machine", MACHINES)
def test_no_command_crashes_and_the_doctor_names_the_cause(machine: str, tmp_path: Path) -> None:
    files, environment, cause = MACHINES[machine]
    known = {name: text.format(folder=tmp_path) for name, text in environment.items()}
    for words, given in COMMANDS:
        done = run(tmp_path, words, files, given, **known)
        assert "Traceback" not in done.stdout + done.stderr, words
        assert "had to stop" not in done.stderr, words
        if words == "doctor":
            assert cause in done.stdout
            assert done.returncode == (machine != "without the club")
        elif "nonsense" in words:
            assert done.returncode == 2
            assert "unknown game 'nonsense'" in done.stderr
        else:
            assert done.returncode == 0, (words, done.stderr)
        if "LESS_IS_MORE_GAMES" in known and words != "doctor":
            assert cause in done.stderr, words
        if words == "engine":
            assert "readyok" in done.stdout


def test_the_commands_of_these_tests_are_all_that_there_are() -> None:
    tried = {words.split()[0] for words in (*dict(COMMANDS), *WINDOWS, *REFUSED)}
    assert tried == {*cli.COMMANDS, *cli.FORWARDED}


@pytest.mark.parametrize("machine", MACHINES)
def test_a_window_that_cannot_open_and_a_refusal_are_said_in_words(
    machine: str, tmp_path: Path
) -> None:
    files, environment, _cause = MACHINES[machine]
    known = {name: text.format(folder=tmp_path) for name, text in environment.items()}
    for words in (*WINDOWS, *REFUSED):
        done = run(tmp_path, words, files, **known | NO_DISPLAY)
        assert "Traceback" not in done.stdout + done.stderr, words
        assert "had to stop" not in done.stderr, words
        assert done.returncode == (1 if words in WINDOWS else 2), (words, done.stderr)
        expected = "no window can be opened here" if words in WINDOWS else "found, expected"
        assert expected in done.stderr, words


@pytest.mark.parametrize("machine", [name for name in MACHINES if name != "no display"])
def test_the_window_opens_all_the_same(machine: str, tmp_path: Path) -> None:
    files, environment, _cause = MACHINES[machine]
    known = {name: text.format(folder=tmp_path) for name, text in environment.items()}
    alive = tmp_path / "alive"
    command, usual = prepare(tmp_path, f"demo --kiosk --windowed --health {alive}", files)
    with subprocess.Popen(command, env=usual | known, stderr=subprocess.PIPE, text=True) as opened:
        try:
            assert until(lambda: alive.exists() or opened.poll() is not None)
            opened.send_signal(signal.SIGTERM)
            _out, said = opened.communicate(timeout=PATIENCE)
        finally:
            opened.kill()
    assert opened.returncode == 0, said
    assert "Traceback" not in said


def required(name: str) -> set[str]:
    """Return the packages that a requirements file names."""
    lines = (ROOT / name).read_text("utf-8").splitlines()
    return {line.split(">=")[0] for line in lines if line[:1].isalpha()}


def test_what_is_named_is_what_is_required() -> None:
    # PACKAGES leaves out fonts, which are found as files, and packages that only speech or the
    # compiled engine needs.
    others = {one for one in required("requirements.txt") if one.startswith("font-")}
    others |= {"pyttsx3", "numba", "tomli"}
    assert {*PACKAGES.values(), "tomli"} == required("requirements.txt") - others | {"tomli"}
    assert set(CLUB_PACKAGES) == required("requirements-club.txt")


@pytest.mark.parametrize("module", PACKAGES)
def test_a_package_that_is_missing_is_named(module: str, tmp_path: Path) -> None:
    files = {"sitecustomize.py": WITHOUT.format(names=(module,))}
    done = run(tmp_path, "doctor", files)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode == 1
    assert PACKAGES[module] in done.stdout + done.stderr
    done = run(tmp_path, "board list", files)
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1)
    assert (f"{module} is missing" in done.stderr) == bool(done.returncode)


def test_a_window_without_its_packages_says_so_and_does_not_crash(tmp_path: Path) -> None:
    files = {"sitecustomize.py": WITHOUT.format(names=("cobs",))}
    done = run(tmp_path, "play libra", files)
    assert done.returncode == 1
    assert "cobs is missing" in done.stderr
    assert "had to stop" not in done.stderr


WITHOUT_CLUB = {"sitecustomize.py": WITHOUT.format(names=tuple(CLUB_PACKAGES.values()))}
# A package that is installed but cannot be imported. A program that shares a game in a window shows
# the failure there.
FAILING = {"starlette/__init__.py": "raise ImportError('no name X', name='anyio')\n"}
HUB, SERVE = "hub --broker mqtt://127.0.0.1:1", "serve --address 127.0.0.1:0"


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ("play --publish mqtt://127.0.0.1:1", WITHOUT_CLUB),
        ("play --broadcast", WITHOUT_CLUB),
        ("play --headless --broadcast", WITHOUT_CLUB),
        (HUB, WITHOUT_CLUB),
        (HUB, FAILING),
        (SERVE, WITHOUT_CLUB),
        (SERVE, FAILING),
    ],
)
def test_who_asks_for_the_network_without_its_packages_is_told_at_once(
    words: str, files: dict[str, str], tmp_path: Path
) -> None:
    done = run(tmp_path, words, files)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "pip install starlette" in done.stderr
    assert "http://" not in done.stdout
