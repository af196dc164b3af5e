"""The real program works under a wrong clock (libfaketime): past, future, or set during a round."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.platform import storage
from game.platform.paths import ROOT
from game.platform.processes import helper_command
from tests.library.kept_games import kept, played
from tests.support.tools import needs, program

pytestmark = needs("faketime")
PAST, RIGHT, FUTURE = "1970-01-02 00:03:00", "2026-12-05 20:00:00", "2071-05-04 12:00:00"


def run(at: str, words: list[str]) -> str:
    """Run a command under a clock that starts at the given time; return its output."""
    faked = [str(program("faketime")), at, *words]
    done = subprocess.run(faked, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def tournament(at: str, *words: str) -> str:
    return run(at, [sys.executable, str(ROOT / "main.py"), "tournament", *words])


def test_an_evening_whose_clock_is_set_in_mid_round() -> None:
    tournament(RIGHT, "new", "First", "libra", "--rounds", "3")
    tournament(PAST, "new", "Cup", "libra", "--rounds", "3")
    tournament(RIGHT, "add", "Anna", "Bernd", "Chloé", "Dmitri", "--here")
    tournament(RIGHT, "pair")
    tournament(FUTURE, "result", "1", "1-0")
    tournament(PAST, "result", "2", "0-1")
    tournament(PAST, "pair")
    tournament(FUTURE, "result", "1", "1-0")
    tournament(PAST, "undo")
    shown = tournament(RIGHT, "pairings")
    assert "Round 2" in shown
    log = tournament(RIGHT, "log")
    assert [int(line.split()[0]) for line in log.splitlines()] == list(range(len(log.splitlines())))
    told = ("Created", "Anna entered", "Round 1 paired", "Round 2 paired")
    places = [log.index(words) for words in told]
    assert places == sorted(places)
    listed = tournament(FUTURE, "list").splitlines()
    assert [line.split()[0] for line in listed[1:]] == ["Cup", "First"]


def test_what_is_thrown_away_is_kept_for_days_that_were_seen() -> None:
    folder = storage.games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    [gone] = kept(folder / "deleted", played("2026-12-01"))
    for at in (RIGHT, FUTURE, PAST, "2071-12-30 12:00:00", RIGHT):
        run(at, helper_command("library"))
        assert gone.exists(), at
    days = json.loads((storage.data_folder() / "days.json").read_text(encoding="utf-8"))
    assert days["count"] == 5


@pytest.mark.parametrize("at", [PAST, FUTURE])
def test_games_come_in_under_any_clock(tmp_path: Path, at: str) -> None:
    away = tmp_path / "away"
    away.mkdir()
    kept(away, played("1970-01-01"), played("2026-12-01"), played("2071-01-01"))
    shown = run(at, [sys.executable, str(ROOT / "main.py"), "library", "import", str(away)])
    assert "3 games imported" in shown
    assert len(list(storage.games_folder().glob("*.json"))) == 3


def test_the_clock_of_a_search_does_not_go_by_the_clock_on_the_wall(tmp_path: Path) -> None:
    """The system's date jumps by 44 years while the engine counts its half second."""
    stamp = tmp_path / "stamp"
    stamp.write_text("@2026-12-05 20:00:00", encoding="utf-8")
    library = next(
        path for path in Path("/usr/lib").glob("*/faketime/libfaketime.so.1") if path.exists()
    )
    faked = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(stamp),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    with subprocess.Popen(
        [sys.executable, str(ROOT / "main.py"), "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **faked},
        cwd=ROOT,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write("ugi\nposition setup libra size=3\ngo movetime 500\n")
        engine.stdin.flush()
        stamp.write_text("@2071-05-04 12:00:00", encoding="utf-8")
        told = next(line for line in engine.stdout if line.startswith("best"))
        engine.stdin.write("quit\n")
        engine.stdin.flush()
    assert told.startswith("bestmove ")


@needs("openssl")
def test_a_certificate_made_in_the_future_is_made_anew_and_one_of_the_past_is_kept() -> None:
    """Guests compare its fingerprint, so a usable certificate must not change."""
    make = (
        "from game.network.lines.tls import fingerprint, own_certificate\n"
        "from game.network.lines.addresses import Address\n"
        "print(fingerprint(own_certificate(Address('127.0.0.1')).file))"
    )
    shown = {at: run(at, [sys.executable, "-c", make]) for at in (FUTURE, RIGHT, PAST)}
    assert shown[FUTURE] != shown[RIGHT] == shown[PAST]
