"""The avrdude command line that writes an image into an AVR, explained, and run.  No port is opened
here; avrdude does that.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.platform.i18n import _
from game.platform.processes import unbundled_environment


@dataclass(frozen=True, slots=True)
class BootLoader:
    """How avrdude reaches one kind of controller board."""

    part: str
    programmer: str
    baud: int


def arguments_for(loader: BootLoader, port: str, image: Path) -> list[str]:
    """The avrdude command line."""
    command = ["avrdude", "-p", loader.part, "-c", loader.programmer]
    command += ["-P", port, "-b", str(loader.baud)]
    if loader.programmer == "wiring":
        command.append("-D")
    return [*command, "-U", f"flash:w:{image}:i"]


def explain(command: Sequence[str]) -> list[str]:
    """What each argument means, for people who want to know what will happen."""
    meanings = {
        "-p": _("the controller chip"),
        "-c": _("the protocol of its boot loader"),
        "-P": _("the port it is plugged into"),
        "-b": _("the speed of the boot loader, in baud"),
        "-D": _("no chip erase: the boot loader does it page by page"),
        "-U": _("write this file into the program memory"),
    }
    lines: list[str] = []
    words = list(command[1:])
    while words:
        flag = words.pop(0)
        value = words.pop(0) if words and not words[0].startswith("-") else ""
        lines.append(f"  {flag} {value}".ljust(24) + f"  {meanings.get(flag, '')}")
    return lines


def tell(command: Sequence[str], say: Callable[[str], None]) -> None:
    """Show the command and what it means."""
    say("  " + " ".join(command))
    for line in explain(command):
        say(line)


def write(command: Sequence[str], say: Callable[[str], None]) -> int:
    """Run it; 0, 1 for a failure, 2 if avrdude is missing."""
    if shutil.which("avrdude") is None:
        say(_("avrdude is not installed (on Debian: apt install avrdude)."))
        return 2
    result = subprocess.run(command, check=False, env=unbundled_environment()).returncode
    if result:
        say(
            _(
                "avrdude failed. Is the port right, is a serial monitor open? Old Nanos need "
                "--board nano-old"
            )
        )
    return 1 if result else 0
