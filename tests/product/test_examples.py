"""The examples run as their page says, and show what the page promises."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from game.platform.paths import ROOT
from game.rules.registry import parse_setup
from game.table.record_files import read_match

PAGE = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
BOT = f"{shlex.quote(sys.executable)} -m examples.bot"


def run(*words: str, said: str = "", games: str = "", home: Path | None = None) -> str:
    """Run Python with `words` in the checkout; return what it prints."""
    wanted = {"LESS_IS_MORE_GAMES": games, "LESS_IS_MORE_PLAIN": "1"}
    if home is not None:
        wanted["LESS_IS_MORE_HOME"] = str(home)
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=os.environ | wanted,
        input=said,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_names_what_is_there() -> None:
    linked = {Path(path).parts[0] for path in re.findall(r"^\| \[[^]]+\]\(([^)]+)\)", PAGE, re.M)}
    found = {path.name for path in (ROOT / "examples").iterdir() if path.name[0] not in "_."}
    assert found == linked | {"README.md", "game.json"}


def test_the_bot_takes_a_win_and_no_illegal_turn() -> None:
    lines = (
        "ugi",
        "setoption name Setup value four-in-a-row",
        "isready",
        "position startpos moves a1 a6 b1 b6 c1 c6",
        "go movetime 100",
        "quit",
    )
    said = run("-m", "examples.bot", said="\n".join(lines), games="examples.four_in_a_row")
    assert said.splitlines() == ["id name One ply", "ugiok", "readyok", "bestmove d1"]


def test_the_bot_plays_the_game_of_ones_own(home: Path) -> None:
    command = ("tools.match", "four-in-a-row", "--first", "random", "--second", BOT, "--games", "2")
    said = run("-m", *command, "--nodes", "1", games="examples.four_in_a_row", home=home)
    assert re.search(r"^game 2/2: .*turns\)", said, re.M)


def test_the_client_greets_a_board_and_hears_its_hands() -> None:
    heard = run("-m", "examples.board_client").splitlines()
    index = {label: number for number, label in enumerate(parse_setup("libra").topology.points)}
    assert heard == [
        "Simulated board: hexagon-5, 61 points",
        f"point {index['e5']} shows face 1",
        f"point {index['d4']} shows face 2",
        f"point {index['d4']} shows face 0",
        f"point {index['d5']} shows face 2",
    ]


def test_the_record_is_read() -> None:
    said = run("-m", "examples.read_record").splitlines()
    match = read_match(ROOT / "examples" / "game.json")
    assert said[:2] == [match.game.setup, "Ada - Ben"]
    assert match.game.score(match.state) in said
