"""Reads every file of a folder with every reader of the program, in a process with little memory.

    python -m tests.support.read_hostile FOLDER

Prints one JSON object with all problems (any error but a clear message) and the peak memory.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from game.kiosk.options import read_kiosk
from game.network.lines import tickets
from game.openings.book import read_book
from game.platform import (
    storage,
    untrusted,
    versioned,
)
from game.platform.settings import load_settings
from game.platform.theme import load_theme
from game.puzzles.progress import PuzzleProgress
from game.puzzles.progress_store import from_data
from game.puzzles.puzzle import read_puzzles
from game.rules.boards import parse_board, read_board
from game.rules.registry import parse_setup
from game.screen.app.external_input import read_external
from game.solo import scores as solo_scores
from game.table import high_scores, record_files
from game.table.input_kind import read_file
from game.tournament import command, trf
from game.tournament.entry_list import read_list
from hardware.commands.configure import read_wiring
from hardware.host import health_log
from hardware.host.recording import read_recording
from tests.tournament.evenings import founded
from tools import json_files

PROCESSOR_SECONDS = 2.0  # limit for one file in one reader
# Limit in bytes, so that a reader that never stops fails instead of exhausting the machine.
ADDRESS_SPACE = 3_000_000_000


def _pasted(path: Path) -> object:
    return (
        read_external(path.read_bytes().decode("utf-8", "replace"), False)
        if path.is_file()
        else None
    )


def _ticket(path: Path) -> object:
    place = storage.data_folder() / "network" / "seat.json"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    place.symlink_to(path)
    return tickets.load_ticket()


def _tournament(path: Path) -> object:
    text = untrusted.read_bytes(path).decode("utf-8", "replace")
    return trf.read(text, "libra size=3", path.name)


READERS: dict[str, Callable[[Path], object]] = {
    "record": record_files.read_match,
    "file": lambda path: read_file(str(path)),
    "dropped": lambda path: read_external(str(path), True),
    "pasted": _pasted,
    "board": lambda path: parse_board(read_board(str(path)), path.name),
    "setup": lambda path: parse_setup(f"more-or-less board={path}"),
    "puzzles": read_puzzles,
    "book": read_book,
    "kiosk": lambda path: read_kiosk({}, str(path)),
    "people": lambda path: read_list(founded(), command.list_text(path)),
    "tournament": _tournament,
    "recording": read_recording,
    "wiring": read_wiring,
    "journal": lambda path: list(json_files.read(path, dict)),
    "results": lambda path: json_files.json_file(str(path)),
    "theme": lambda path: load_theme(path.stem, path.parent),
    "ticket": _ticket,
}
# These readers set damaged files aside.
NEVER_RAISE: dict[str, Callable[[Path], object]] = {
    "settings": load_settings,
    "scores": high_scores.load_scores,
    "solo": solo_scores.load,
    "health": health_log.read,
    "progress": lambda path: versioned.load(path, 1, from_data, PuzzleProgress()),
    "running": record_files.recover,
}
# Readers that also get the large files, which take a while.
LARGE = {"record", "file", "board", "settings", "journal"}


def is_sentence(error: BaseException) -> bool:
    """Return whether the command line would show this error as one sentence."""
    ours = type(error).__module__.startswith(("game.", "hardware."))
    said = isinstance(error, OSError | argparse.ArgumentTypeError) or ours
    return said and len(str(error)) < 6000


def problem(read: Callable[[Path], object], path: Path, may_raise: bool) -> str:
    """Return what goes wrong when a file is read, or "" if nothing does."""
    began = time.process_time()
    try:
        read(path)
    except Exception as error:
        if not may_raise or not is_sentence(error):
            return traceback.format_exc()[-800:]
    spent = time.process_time() - began
    return f"{spent:.1f} s" if spent > PROCESSOR_SECONDS else ""


def main(folder: Path) -> None:
    _bound_memory()
    problems = []
    for path in sorted(folder.iterdir()):
        for name, read in {**READERS, **NEVER_RAISE}.items():
            if path.is_file() and path.stat().st_size > 5_000_000 and name not in LARGE:
                continue
            found = problem(read, path, may_raise=name in READERS)
            if found:
                problems.append(f"{path.name!a} as {name}: {found}")
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}.damaged-1", path)
    print(json.dumps({"problems": problems, "megabytes": _peak()}))


def _bound_memory() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def _peak() -> int:
    """Return the peak memory in megabytes, or 0 if the system does not report it.

    This differs from `ru_maxrss`, which includes the parent's memory before this program began.
    """
    if sys.platform != "linux":
        return 0
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) >> 10


if __name__ == "__main__":
    main(Path(sys.argv[1]))
