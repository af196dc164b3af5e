"""Times `make play` as a newcomer experiences it: `python -m tools.packaging.time_play`.

The committed state is cloned to a new folder. Only Python, make, git and Debian's essential
commands are available (`.ci/bare`: no C compiler), with an empty home, on a virtual screen. Prints
the seconds from the command until the title is shown; then, for each game, the seconds from
`main.py play` until an engine has made its first turn. Seconds of processor time are printed, too,
because they hardly depend on how busy the machine is. Needs Xvfb. The time to download packages
counts.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from game.platform.paths import ROOT
from game.rules.registry import GAMES, usual_setup
from tools.packaging.drive import Screen, until

PATIENCE_S = 1800.0


def timed(
    command: Sequence[str], folder: Path, environment: dict[str, str], seen: Callable[[], bool]
) -> tuple[float, float]:
    """Run a command until `seen` is true; return the seconds of wall time and of processor time."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    ) as process:
        try:
            took = until(seen, f"{' '.join(command)} shows what it must", PATIENCE_S)
            return took, worked_s(process.pid)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def worked_s(session: int) -> float:
    """Return the processor time of all processes of a session so far, from /proc."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # the process has ended meanwhile
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(int(field) for field in fields[11:15])  # includes ended children
    return ticks / os.sysconf("SC_CLK_TCK")


def has_played(running: Path) -> bool:
    """Return whether the saved match has a turn."""
    with contextlib.suppress(OSError, ValueError):
        return bool(json.loads(running.read_text(encoding="utf-8"))["turns"])
    return False


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=int, default=1, help="of the engine that makes the turn")
    arguments = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="less-is-more-") as made:
        folder, home = Path(made, "checkout"), Path(made, "home")
        home.mkdir()
        subprocess.run(["git", "clone", "-q", "--depth", "1", f"file://{ROOT}", folder], check=True)
        with Screen(Path(made)) as screen:
            kept = {"HOME": str(home), "LESS_IS_MORE_HOME": str(home / "less")}
            kept |= {"DISPLAY": screen.name, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
            known = {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
            environment = {"PATH": os.environ["PATH"], **known, **kept}
            python = f"PYTHON={sys.base_prefix}/bin/python3"
            took, worked = timed(
                [".ci/bare", "make", "play", python], folder, environment, screen.lively
            )
            print(f"make play, until the title is seen: {took:.1f} s ({worked:.1f} s of work)")
            running = home / "less" / "data" / "games" / "running.json"
            for game in GAMES:
                until(lambda: not screen.lively(), "the window closes")
                running.unlink(missing_ok=True)
                seats = ",".join([f"engine:{arguments.level}"] * 2)
                play = [".ci/bare", ".venv/bin/python", "main.py", "play"]
                play += [*usual_setup(game.key).split(), "--seats", seats]
                took, worked = timed(play, folder, environment, lambda: has_played(running))
                told = f"{took:.1f} s ({worked:.1f} s of work)"
                print(f"{game.key}, until an engine's first turn: {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
