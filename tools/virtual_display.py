"""A virtual X server (Xvfb) for tests, benches and packages."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

STOP_TIMEOUT_S = 10.0


def installed() -> bool:
    """Return whether Xvfb can be started here."""
    return shutil.which("Xvfb") is not None


class VirtualDisplay:
    """A context manager with its own Xvfb. Programs find it by `name`, the value of DISPLAY.

    Its pixels are in the file `Xvfb_screen0` of the folder `pixels`, if that is given. Raises
    OSError where Xvfb is not installed or does not start.
    """

    def __init__(self, size: tuple[int, int] = (1400, 900), pixels: Path | None = None) -> None:
        width, height = size
        # Without -noreset the server restarts when its last client leaves, and a program that
        # connects at that moment is refused.
        options = ["-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"]
        if pixels is not None:
            options += ["-fbdir", str(pixels)]
        read, write = os.pipe()
        with os.fdopen(read) as number:
            try:
                self._process = subprocess.Popen(
                    ["Xvfb", "-displayfd", str(write), *options],
                    pass_fds=(write,),
                    stderr=subprocess.DEVNULL,
                )
            finally:
                os.close(write)
            self.name = f":{number.readline().strip()}"
        if self.name == ":":
            self.close()
            raise OSError("Xvfb ended before it had a display")

    def close(self) -> None:
        """Stop the server."""
        self._process.terminate()
        self._process.wait(STOP_TIMEOUT_S)

    def __enter__(self) -> VirtualDisplay:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
