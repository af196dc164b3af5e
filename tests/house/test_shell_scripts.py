"""Shellcheck finds no fault in the shell scripts."""

from __future__ import annotations

import re
import subprocess

from game.platform.paths import ROOT
from tests.support.tools import needs

SHELL = re.compile(rb"#!/(bin/|usr/bin/env )(ba)?sh\n")


@needs("shellcheck")
def test_scripts_are_read_by_shellcheck() -> None:
    folders = (".ci", "tools/hooks", "tools/packaging/debian", "tools/packaging/kiosk")
    paths = [path for name in folders for path in (ROOT / name).iterdir() if path.is_file()]
    scripts = [path for path in paths if SHELL.match(path.read_bytes())]
    assert {"run", "less-is-more-pi", "less-is-more.postinst"} <= {path.name for path in scripts}
    command = ["shellcheck", "--severity", "warning", *map(str, scripts)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
