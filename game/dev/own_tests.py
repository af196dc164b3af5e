"""`less-is-more test [WORDS OF PYTEST]`: its own tests, installed or from the sources."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence

from game.paths import BUNDLED, INSTALLED, ROOT
from game.storage import CACHE_VARIABLE, cache_folder


class OwnTestsError(ValueError):
    """What the tests need is not there."""


def main(words: Sequence[str]) -> int:
    """Run pytest on `words`, or on all tests; its exit code.  Raises OwnTestsError without it."""
    if BUNDLED:
        raise OwnTestsError("test: a bundle comes without its tests; the package has them")
    if importlib.util.find_spec("pytest") is None:
        raise OwnTestsError("test: pytest is not installed: pip install 'less-is-more[dev]'")
    environment = dict(os.environ)
    if INSTALLED:  # nothing is written into the program's own folder
        environment.setdefault(CACHE_VARIABLE, str(cache_folder() / "tests"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
