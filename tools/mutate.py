"""Mutation testing: `make mutate FOLDER=game/table SAMPLE=60`.

Makes one small mistake at a time in the functions of a folder and runs the tests that reach its
line. Prints the mistakes that no test noticed. The program itself uses nothing from this tool.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import signal
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tools.mutation.mistakes import mistakes_in
from tools.mutation.runner import (
    ENDLESS,
    KILLED,
    NOT_REACHED,
    PATIENCE_S,
    SAME,
    SURVIVED,
    MutationRun,
    Room,
)

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Folder:
    """What `FOLDER=` selects: files to mutate, tests to run, and the share that must be noticed."""

    mutate: tuple[str, ...]
    tests: tuple[str, ...]
    only: str = ""  # pytest's -k
    at_least: float = 0.85  # share of the mistakes that must be noticed
    plain: bool = False  # run kernels as plain Python, so that they can be mutated


NETWORK = ("http/web_app", "rate_limits", "lines/tickets", "server/match_server")
NETWORK_TESTS = (
    "security_middleware",
    "rate_limits",
    "tickets",
    "match_server",
    "tournament_sessions",
)
PROTOCOL_TESTS = (
    "ugi",
    "ugi_fuzz",
    "engine_player",
    "program_player",
    "restarting_player",
    "last_info",
    "jobs",
)
PLATFORM_TESTS = (
    "arguments",
    "codec",
    "desktop",
    "elapsed",
    "locks",
    "journal",
    "newer_files",
    "private",
    "processes",
    "settings_file",
    "storage",
    "untrusted",
    "wrong_clock",
)
RULES = tuple(f"game/games/*/{name}.py" for name in ("rules", "position"))
CLOCKS = tuple(f"game/table/{name}.py" for name in ("clock", "time_control"))
# This selection leaves out tests that restart the program or read the sources, and two slow tests.
IN_PROCESS = (
    "not killed and not every_code and not every_wording"
    " and not the_engine_says and not show_every_kind"
)
FOLDERS = {
    "game/correspondence": Folder(("game/correspondence",), ("tests/correspondence",), IN_PROCESS),
    "game/engine/protocol": Folder(
        ("game/engine/protocol",),
        tuple(f"tests/engine/test_{name}.py" for name in PROTOCOL_TESTS),
        IN_PROCESS,
    ),
    "game/library": Folder(("game/library",), ("tests/library",), IN_PROCESS),
    "game/network": Folder(
        tuple(f"game/network/{name}.py" for name in NETWORK),
        tuple(f"tests/network/test_{name}.py" for name in NETWORK_TESTS),
        "not window",
        0.9,
    ),
    "game/platform": Folder(
        ("game/platform",),
        ("tests/platform", *(f"tests/product/test_{name}.py" for name in PLATFORM_TESTS)),
        IN_PROCESS,
    ),
    "game/puzzles": Folder(("game/puzzles",), ("tests/puzzles",)),
    # This selection leaves out whole random games, which take minutes each.
    "game/rules": Folder(
        ("game/rules", *RULES),
        ("tests/rules", "tests/table/test_golden.py"),
        "not compiled and not random_game and not damaged_texts and not read_back"
        " and not (from_the_start and less)",
        plain=True,
    ),
    "game/screen/play": Folder(("game/screen/play",), ("tests/screen/play",), IN_PROCESS),
    "game/table": Folder(("game/table",), ("tests/table",), IN_PROCESS),
    "game/table/clock": Folder(CLOCKS, ("tests/table/test_clock.py",)),
    "game/tournament": Folder(("game/tournament",), ("tests/tournament",), IN_PROCESS),
    "game/tournament/pairing": Folder(
        ("game/tournament/pairing",),
        tuple(
            f"tests/tournament/test_{name}.py" for name in ("pairing_units", "swiss", "round_robin")
        ),
    ),
    "hardware/host": Folder(("hardware/host",), ("tests/hardware/host",), IN_PROCESS),
    "hardware/tracking": Folder(
        ("hardware/tracking",),
        ("tests/hardware/tracking",),
        "not random_games and not hand_styles and not clumsy and not orderly and not blind_hand"
        " and not doubted_later and not sick_sensor",
    ),
    "hardware/wire": Folder(
        ("hardware/wire",), ("tests/hardware/wire",), "not terminal and not firmware"
    ),
}


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--folder", choices=FOLDERS, default="game/network")
    words.add_argument("--mutate", nargs="+", help="files or folders instead of the folder's")
    words.add_argument("--tests", nargs="+", help="files or folders of tests instead of its own")
    words.add_argument("--only", help="as pytest's -k: which of these tests")
    words.add_argument("--root", type=Path, default=ROOT, help="of the sources and tests")
    words.add_argument("--sample", type=int, help="how many mistakes to draw at random")
    words.add_argument("--seed", type=int, default=0, help="of the sample")
    words.add_argument(
        "--again", action="store_true", help="only those that survived or were not tried"
    )
    words.add_argument("--workers", type=int, default=2)
    words.add_argument("--patience", type=int, default=PATIENCE_S, help="seconds until endless")
    wanted = words.parse_args()
    folder = FOLDERS[wanted.folder]
    if wanted.mutate:
        folder = replace(folder, mutate=tuple(wanted.mutate))
    if wanted.tests:
        folder = replace(folder, tests=tuple(wanted.tests), only="")
    if wanted.only is not None:
        folder = replace(folder, only=wanted.only)
    place = re.sub(r"\W+", "-", " ".join(wanted.mutate or [wanted.folder]))[:100]
    notes = wanted.root / "build" / "mutate" / place
    notes.mkdir(parents=True, exist_ok=True)
    room = Room(wanted.root, files_of(wanted.root, folder.mutate), notes)
    mistakes = [found for path in room.files for found in mistakes_in(path, room.text(path))]
    print(f"{len(mistakes)} mistakes in {len(room.files)} files")
    if wanted.sample and wanted.sample < len(mistakes):
        mistakes = random.Random(wanted.seed).sample(mistakes, wanted.sample)
        print(f"a sample of {wanted.sample}, seed {wanted.seed}")
    fates_file = notes / "fates.json"
    fates = json.loads(fates_file.read_text(encoding="utf-8")) if fates_file.exists() else {}
    if wanted.again:
        left = (SURVIVED, NOT_REACHED)
        mistakes = [one for one in mistakes if fates.get(one.name, NOT_REACHED) in left]
    mistakes.sort(key=lambda mistake: (mistake.path, mistake.number))
    os.chdir(room.root)
    # When `timeout` or a user stops the run, the run must end its forks, because they have their
    # own process groups. SIGINT needs a handler, because a shell makes its background jobs ignore
    # SIGINT.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    run = MutationRun(room, mistakes, wanted.workers, wanted.patience)
    ended = try_mistakes(run, folder)
    fates_file.write_text(json.dumps(fates | run.fates, indent=1), encoding="utf-8")
    enough = report(run.fates, folder.at_least)
    if ended != pytest.ExitCode.OK:
        print(f"The run broke off, see above; {len(run.fates)} of {len(mistakes)} were tried.")
        return 2
    return 0 if enough else 1


def files_of(root: Path, names: tuple[str, ...]) -> list[str]:
    """Return the files to mutate, as paths relative to `root`."""
    paths = (path for name in names for path in root.glob(name))
    files = (file for path in paths for file in (path.rglob("*.py") if path.is_dir() else [path]))
    return sorted({file.relative_to(root).as_posix() for file in files})


def try_mistakes(run: MutationRun, folder: Folder) -> int:
    """Let `run` try its mistakes, and return pytest's exit code."""
    if folder.plain:
        os.environ["LESS_IS_MORE_PLAIN"] = "1"
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist"]
    only = ["-k", folder.only] if folder.only else []
    return pytest.main([*options, *folder.tests, *only], plugins=[run])


def report(fates: dict[str, str], at_least: float) -> bool:
    """Print every mistake that was not noticed, and return whether enough were."""
    for name, fate in fates.items():
        if fate in (SURVIVED, NOT_REACHED):
            print(f"{fate}: {name}")
    counts = Counter(fates.values())
    dead = counts[KILLED] + counts[ENDLESS]
    tried = sum(counts.values()) - counts[SAME]
    low, high = (100 * end for end in interval(dead, tried))
    print(
        f"{dict(counts)}: {dead} of {tried} noticed, {100 * dead / max(1, tried):.1f} %"
        f" (95 % interval of a sample: {low:.1f} to {high:.1f} %)"
    )
    return dead >= at_least * tried


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of the true share, given `hits` in `tries`."""
    if not tries:
        return 0.0, 1.0
    z = 1.96
    centre = (hits + z * z / 2) / (tries + z * z)
    half = z * math.sqrt(hits * (tries - hits) / tries + z * z / 4) / (tries + z * z)
    return centre - half, centre + half


if __name__ == "__main__":
    raise SystemExit(main())
