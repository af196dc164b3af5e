"""The simulated board in a window of its own, beside the game, for `--board sim`.

It is a second process of this program; its first line of output says where it can be reached.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from game.platform.processes import own_command, start_piped


def wanted() -> bool:
    """Return whether there is a screen on which a second window makes sense."""
    driver = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER") or ""
    if driver in ("dummy", "offscreen"):
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


class SimulatorProcess:
    """The process of the simulated board; `url` is empty until that has said where it listens."""

    def __init__(self, setup: str) -> None:
        self.url = ""
        command = own_command("board", "simulate", "--tcp", "0", "--game", setup)
        self._process = start_piped(command, stdin=subprocess.DEVNULL)
        threading.Thread(target=self._listen, name="simulated board", daemon=True).start()

    def _listen(self) -> None:
        """Take the first line, and swallow the rest so that the pipe never fills."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("socket://") and not self.url:
                self.url = line.strip()

    @property
    def running(self) -> bool:
        """True while its window is open."""
        return self._process.poll() is None

    def close(self) -> None:
        """Close the window."""
        if self.running:
            self._process.terminate()
            try:
                self._process.wait(2.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
