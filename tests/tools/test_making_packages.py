"""The Makefile builds wheels once, and makes packages from them until sources change."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from game.platform.paths import ROOT

# A stand-in for Python and all other tools; it logs its arguments.
TOOL = """#!/bin/sh
echo "$(basename "$0") $*" >>log
case "$*" in
*" build -o "*)
    test ! -e build/packages/dist/one.whl || echo "the old wheels are there" >>log
    mkdir -p "$4" && touch "$4/one.whl" "$4/one_aarch64.whl" ;;
esac
case "$0" in *twine) test ! -e fails ;; esac
"""
TOOLS = (
    ".venv/bin/python",
    *(f"build/packages/tools/bin/{name}" for name in ("python", "twine", "check-wheel-contents")),
    "tools/packaging/debian/build.sh",
    "tools/packaging/debian/try.sh",
)
SOURCES = "main.py pyproject.toml README.md CHANGELOG.md game/a.py hardware/a.py assets/a docs/a.md"
STAMPS = ("build/packages/tools/bin/stamp", ".venv/run.stamp", ".venv/dev.stamp")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    others = ("tools/packaging/wheel/a.py", "workshop/requirements.txt", *SOURCES.split(), *STAMPS)
    for number, name in enumerate((*others, "tools/packaging/requirements.txt", *TOOLS)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TOOL if name in TOOLS else "", encoding="utf-8")
        path.chmod(0o755)
        os.utime(path, (1000 + (number if name in STAMPS else 0),) * 2)
    return tmp_path


def made(sources: Path, *targets: str) -> list[str]:
    """Make some targets; return the tools called for them."""
    log = sources / "log"
    log.unlink(missing_ok=True)
    command = ["make", "-s", *targets]
    subprocess.run(command, cwd=sources, check=not (sources / "fails").exists(), timeout=120)
    return log.read_text("utf-8").splitlines() if log.exists() else []


def built(called: list[str]) -> int:
    return sum(" build -o " in line for line in called)


def test_packages_are_made_of_the_wheels_there_are(sources: Path) -> None:
    assert built(made(sources, "wheel")) == 1
    assert built(made(sources, "deb", "deb-arm64")) == 0
    os.utime(sources / "game" / "a.py")
    called = made(sources, "deb")
    assert built(called) == 1
    assert "the old wheels are there" in called
    assert built(made(sources, "deb")) == 0


def test_wheels_that_fail_leave_those_there_were(sources: Path) -> None:
    made(sources, "wheel")
    (sources / "fails").touch()
    assert built(made(sources, "wheel")) == 1
    assert (sources / "build" / "packages" / "dist" / "one.whl").exists()
