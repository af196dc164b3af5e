"""For every kind of file, a full disk is named as the cause; the disk is real, but tiny."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys

import pytest

from game.platform.paths import ROOT
from game.platform.storage import HOME_VARIABLE
from game.table.record import dump
from tests.library.kept_games import played
from tests.support.tools import needs, program

pytestmark = needs("small disks")
DISK_KB = 600
FULL = "the disk is full"
# The kind of file, and the command that writes it; {disk} is the disk with the user's folders.
WRITTEN = {
    "a result": "tournament result 1 1-0",
    "a tournament": "tournament new Second libra",
    "an exported tournament": "tournament export {disk}/cup.trf",
    "sheets": "tournament sheets",
    "pages": "tournament publish {disk}/site",
    "imported games": "library import {away}",
    "an exported game": "library export --as text --record {away}/game.json --to {disk}/out",
    "a picture": "library export --as png --record {away}/game.json --to {disk}/out",
    "a game by letter": "correspondence new libra --names Anna,Bernd --days 3",
}
SCRIPT = """
set -e
mount -t tmpfs -o size={size}k tmpfs {disk}
{main} tournament new Cup libra --rounds 3 >&2
{main} tournament add Anna Bernd --here >&2
{main} tournament add Chloé Dmitri --here >&2
{main} tournament pair >&2
dd if=/dev/zero of={disk}/filling bs=1k 2>/dev/null || true
set +e
{commands}
rm {disk}/filling
{main} tournament result 1 1-0 >&2 && echo "[\\"afterwards\\", 0, \\"\\"]"
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """Return each command's exit code and error text on a full disk."""
    folder = tmp_path_factory.mktemp("full")
    disk, away = folder / "disk", folder / "away"
    disk.mkdir()
    away.mkdir()
    (away / "game.json").write_text(dump(played("2026-12-01")), encoding="utf-8")
    main = f"{sys.executable} {ROOT / 'main.py'}"
    lines = []
    for name, words in WRITTEN.items():
        command = words.format(disk=disk, away=away)
        error = away / "error"
        lines.append(f"{main} {command} >/dev/null 2>{error}; code=$?")
        told = shlex.quote(
            "import json, sys; print(json.dumps([sys.argv[1], int(sys.argv[2]),"
            " open(sys.argv[3]).read()]))"
        )
        lines.append(f"{sys.executable} -S -c {told} {shlex.quote(name)} $code {error}")
    script = SCRIPT.format(size=DISK_KB, disk=disk, away=away, main=main, commands="\n".join(lines))
    done = subprocess.run(
        [str(program("unshare")), "-m", "sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, HOME_VARIABLE: str(disk), "LANGUAGE": "en"},
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return {name: (code, error) for name, code, error in found}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_full_disk_is_called_so(name: str, said: dict[str, tuple[int, str]]) -> None:
    code, error = said[name]
    assert code
    assert FULL in error
    assert "Traceback" not in error
    assert "Errno" not in error


def test_what_was_there_goes_on_once_there_is_room(said: dict[str, tuple[int, str]]) -> None:
    assert said["afterwards"] == (0, "")
