"""Mutation testing with mutmut: `make mutate FOLDER=game/table SAMPLE=400`.

Works on a copy of the sources under build/, because mutmut writes beside them and is told what to
mutate by pyproject.toml alone.  Prints what survived; nothing of it is part of the program.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("game", "hardware", "tests", "assets", "docs", "tools", "workshop", "examples")
FILES = (
    "main.py",
    "conftest.py",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
)
MUTMUT = (sys.executable, "-m", "mutmut", "run")
Fates = dict[str, str]  # mutant -> what became of it


@dataclass(frozen=True)
class Folder:
    """What `FOLDER=` stands for; mutants of `decorator` functions are made as if they had none."""

    mutate: tuple[str, ...]
    tests: tuple[str, ...]
    only: str = ""  # as pytest's -k
    at_least: float = 0.85  # of the mutants must be killed
    without: str = ""  # decorators to leave out, since mutmut passes over what is decorated


NETWORK = ("http/web_app", "rate_limits", "lines/tickets", "server/match_server")
NETWORK_TESTS = (
    "security_middleware",
    "rate_limits",
    "tickets",
    "match_server",
    "tournament_sessions",
)
RULES = tuple(f"game/games/*/{name}.py" for name in ("rules", "position"))
CLOCKS = tuple(f"game/table/{name}.py" for name in ("clock", "time_control"))
# Without tests that start this program again or read the sources, and two slow ones.
IN_PROCESS = (
    "not killed and not every_code and not every_wording"
    " and not the_engine_says and not show_every_kind"
)
FOLDERS = {
    "game/network": Folder(
        tuple(f"game/network/{name}.py" for name in NETWORK),
        tuple(f"tests/network/test_{name}.py" for name in NETWORK_TESTS),
        "not window",
        0.9,
    ),
    # Numba would compile mutmut's switch, not the mutant; whole random games take minutes each.
    "game/rules": Folder(
        ("game/rules", *RULES),
        ("tests/rules", "tests/table/test_golden.py"),
        "not compiled and not random_game and not damaged_texts and not read_back"
        " and not (from_the_start and less)",
        without="kernel",
    ),
    "game/table": Folder(("game/table",), ("tests/table",), IN_PROCESS),
    "game/table/clock": Folder(CLOCKS, ("tests/table/test_clock.py",)),
    "game/tournament/pairing": Folder(
        ("game/tournament/pairing",),
        tuple(
            f"tests/tournament/test_{name}.py" for name in ("pairing_units", "swiss", "round_robin")
        ),
    ),
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
    words.add_argument("--into", type=Path)
    words.add_argument("--sample", type=int, help="how many mutants to draw at random")
    words.add_argument("--seed", type=int, default=0, help="of the sample")
    words.add_argument("--again", action="store_true", help="try those that were not killed again")
    words.add_argument("--workers", type=int, default=2)
    wanted = words.parse_args()
    folder = FOLDERS[wanted.folder]
    if wanted.mutate:
        folder = replace(folder, mutate=tuple(wanted.mutate))
    if wanted.tests:
        folder = replace(folder, tests=tuple(wanted.tests), only="")
    if wanted.only is not None:
        folder = replace(folder, only=wanted.only)
    # One place for each choice: mutmut mutates a file only when it sees it for the first time.
    place = re.sub(r"\W+", "-", " ".join(wanted.mutate or [wanted.folder]))[:100]
    into = (wanted.into or ROOT / "build" / "mutate" / place).resolve()
    into.mkdir(parents=True, exist_ok=True)
    lay_out(into, folder)
    os.chdir(into)  # where mutmut looks for its settings
    names = mutants_of(into, folder)
    if wanted.sample and wanted.sample < len(names):
        names = sorted(random.Random(wanted.seed).sample(names, wanted.sample))
        print(f"a sample of {wanted.sample} mutants, seed {wanted.seed}")
    run(into, names, wanted.workers, wanted.again)
    return report({name: fates(into).get(name, "unchecked") for name in names}, folder.at_least)


def lay_out(into: Path, folder: Folder) -> None:
    """Copy the sources, keeping what mutmut knows of an earlier run."""
    for name in COPIED:
        shutil.rmtree(into / name, ignore_errors=True)
        left_out = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(ROOT / name, into / name, ignore=left_out)
    lists = [path.name for path in ROOT.glob("requirements*.txt")]
    for name in (*FILES, *lists):
        shutil.copy(ROOT / name, into)
    for path in mutated_files(into, folder) if folder.without else []:
        leave_out_decorator(path, folder.without)
    settings = {
        "source_paths": ["game", "hardware"],
        "only_mutate": [path.relative_to(into).as_posix() for path in mutated_files(into, folder)],
        "also_copy": [
            name for name in (*COPIED, *FILES, *lists) if name not in ("game", "hardware", "tests")
        ],
        "pytest_add_cli_args_test_selection": [
            *folder.tests,
            *(["-k", folder.only] if folder.only else []),
        ],
        "pytest_add_cli_args": ["-p", "no:cacheprovider"],
        "track_dependencies": False,
        "use_git_change_detection": False,
        "timeout_multiplier": 4.0,
        "timeout_constant": 2.0,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    with (into / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.mutmut]\n" + "\n".join(lines) + "\n")


def mutated_files(into: Path, folder: Folder) -> list[Path]:
    """Return the files to mutate, in the copy."""
    found = (path for name in folder.mutate for path in into.glob(name))
    files = (file for path in found for file in (path.rglob("*.py") if path.is_dir() else [path]))
    return sorted(set(files))


def leave_out_decorator(path: Path, decorator: str) -> None:
    """Take a decorator off every function of a file, which keeps its time: mutmut compares it."""
    times = path.stat()
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(rf"^@{decorator}\n", "", text, flags=re.M), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def mutants_of(into: Path, folder: Folder) -> list[str]:
    """Return the names of all mutants there are, as mutmut will call them."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    names = []
    for path in mutated_files(into, folder):
        here = path.relative_to(into)
        made = mutate_file_contents(here.as_posix(), path.read_text(encoding="utf-8"))
        names += [get_mutant_name(here, name) for name in made.mutant_names]
    return sorted(names)


def run(into: Path, names: list[str], workers: int, again: bool) -> None:
    """Let mutmut try what has not been tried, and `again` what was not killed."""
    known = fates(into)
    open_ones = ("unchecked", *(("survived", "untested") if again else ()))
    left = [name for name in names if known.get(name, "unchecked") in open_ones]
    if again:  # which tests reach what may have changed
        (into / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    environment = {**os.environ, "LESS_IS_MORE_CACHE": str(into / "cache")}
    if left:
        command = [*MUTMUT, "--max-children", str(workers), *left]
        subprocess.run(command, cwd=into, check=False, env=environment)


def fates(into: Path) -> Fates:
    """Return what became of each mutant that mutmut knows."""
    return {
        name: FATES.get(code, "killed")
        for path in (into / "mutants").rglob("*.py.meta")
        for name, code in json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"].items()
    }


def report(fate_of: Fates, at_least: float) -> int:
    """Print every mutant that was not killed, and how many were."""
    for name, fate in fate_of.items():
        if fate in ("survived", "untested"):
            print(f"{fate}: {name}")
    counts = Counter(fate_of.values())
    dead = counts["killed"] + counts["timeout"]
    tested = dead + counts["survived"] + counts["untested"]
    low, high = (100 * end for end in interval(dead, tested))
    print(
        f"{dict(counts)}: {dead} of {tested} killed, {100 * dead / max(1, tested):.1f} %"
        f" (95 % interval of a sample: {low:.1f} to {high:.1f} %)"
    )
    return 0 if dead >= at_least * tested else 1


def interval(hits: int, tries: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of the share that `hits` of `tries` stand for."""
    if not tries:
        return 0.0, 1.0
    z = 1.96
    centre = (hits + z * z / 2) / (tries + z * z)
    half = z * math.sqrt(hits * (tries - hits) / tries + z * z / 4) / (tries + z * z)
    return centre - half, centre + half


FATES = {
    0: "survived",
    33: "untested",
    None: "unchecked",
    24: "timeout",
    36: "timeout",
    152: "timeout",
}

if __name__ == "__main__":
    raise SystemExit(main())
