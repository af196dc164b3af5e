"""Mutation testing with mutmut: `make mutate MUTATED=game/table TESTED=tests/table`.

Works on a copy of the sources under build/, because mutmut writes beside them and is told what to
mutate by pyproject.toml alone.  Prints what survived; nothing of it is part of the program.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COPIED = ("game", "hardware", "tests", "assets", "docs", "tools")
FILES = ("main.py", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "Makefile")


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--mutate", nargs="+", required=True, help="files or folders to mutate")
    words.add_argument("--tests", nargs="+", required=True, help="files or folders of their tests")
    words.add_argument("--only", default="", help="as pytest's -k: which of these tests")
    words.add_argument("--into", type=Path, default=ROOT / "build" / "mutate")
    words.add_argument("--workers", type=int, default=2)
    wanted = words.parse_args()
    lay_out(wanted.into, wanted.mutate, wanted.tests, wanted.only)
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(wanted.workers)]
    subprocess.run(command, cwd=wanted.into, check=False)
    return report(wanted.into)


def lay_out(into: Path, mutate: list[str], tests: list[str], only: str) -> None:
    """Copy the sources, keeping what mutmut knows of an earlier run."""
    for name in COPIED:
        shutil.rmtree(into / name, ignore_errors=True)
        left_out = shutil.ignore_patterns("__pycache__", "*.pyc")
        shutil.copytree(ROOT / name, into / name, ignore=left_out)
    for path in (ROOT / name for name in FILES):
        shutil.copy(path, into)
    for path in ROOT.glob("requirements*.txt"):
        shutil.copy(path, into)
    patterns = [name if name.endswith(".py") else f"{name.rstrip('/')}/*" for name in mutate]
    copied = [*COPIED, *FILES, *(path.name for path in ROOT.glob("requirements*.txt"))]
    settings = {
        "source_paths": ["game", "hardware"],
        "only_mutate": patterns,
        "also_copy": [name for name in copied if name not in ("game", "hardware", "tests")],
        "pytest_add_cli_args_test_selection": tests,
        "pytest_add_cli_args": ["-p", "no:cacheprovider", *(["-k", only] if only else [])],
        "track_dependencies": False,
        "use_git_change_detection": False,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    with (into / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.mutmut]\n" + "\n".join(lines) + "\n")


def report(into: Path) -> int:
    """Print every mutant that was not killed, and how many were."""
    counts: dict[str, int] = {}
    for path in sorted((into / "mutants").rglob("*.py.meta")):
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        for name, code in codes.items():
            counts[FATES.get(code, "killed")] = counts.get(FATES.get(code, "killed"), 0) + 1
            if FATES.get(code) in ("survived", "untested"):
                print(f"{FATES[code]}: {name}")
    tested = sum(counts.get(fate, 0) for fate in ("killed", "timeout", "survived", "untested"))
    dead = counts.get("killed", 0) + counts.get("timeout", 0)
    print(f"{counts}: {dead} of {tested} killed, {100 * dead / max(1, tested):.1f} %")
    return 0 if dead >= 0.9 * tested else 1


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
