"""Writing the firmware into a controller: the right avrdude command, explained, and run.  No port
is opened here; avrdude does that.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.i18n import _
from game.paths import ROOT
from game.processes import outer_environment
from game.storage import build_folder

FIRMWARE = ROOT / "hardware" / "firmware"


@dataclass(frozen=True, slots=True)
class Controller:
    """How avrdude reaches one kind of controller board through its boot loader."""

    mcu: str
    part: str
    programmer: str
    baud: int
    words: str


CONTROLLERS = {
    "nano": Controller("atmega328p", "m328p", "arduino", 115200, "Arduino Nano, new boot loader"),
    "nano-old": Controller(
        "atmega328p", "m328p", "arduino", 57600, "Arduino Nano, old boot loader"
    ),
    "uno": Controller("atmega328p", "m328p", "arduino", 115200, "Arduino Uno"),
    "mega": Controller("atmega2560", "m2560", "wiring", 115200, "Arduino Mega 2560"),
}


def arguments_for(controller: Controller, port: str, image: Path) -> list[str]:
    """The avrdude command line."""
    command = ["avrdude", "-p", controller.part, "-c", controller.programmer]
    command += ["-P", port, "-b", str(controller.baud)]
    if controller.programmer == "wiring":
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


def image_of(controller: Controller, sensing: str) -> Path:
    """Where the built firmware lies."""
    return build_folder() / "firmware" / f"{controller.mcu}-{sensing}" / "board.hex"


def flash(
    kind: str,
    port: str,
    sensing: str,
    image: Path | None,
    dry_run: bool,
    say: Callable[[str], None] = print,
) -> int:
    """Explain and run avrdude; the exit code is 0, 1 for a failure, 2 for something missing."""
    controller = CONTROLLERS[kind]
    path = image or image_of(controller, sensing)
    command = arguments_for(controller, port, path)
    say(_("Firmware for {board}, written with:").format(board=controller.words))
    say("  " + " ".join(command))
    for line in explain(command):
        say(line)
    if dry_run:
        say(_("Nothing was written (dry run)."))
        return 0
    if not path.exists():
        built = f"{FIRMWARE} BUILD={image_of(controller, sensing).parent}"
        say(
            _("{path} is missing; build it: make -C {folder} MCU={mcu} SENSING={sensing}").format(
                path=path, folder=built, mcu=controller.mcu, sensing=sensing
            )
        )
        return 2
    if shutil.which("avrdude") is None:
        say(_("avrdude is not installed (on Debian: apt install avrdude)."))
        return 2
    result = subprocess.run(command, check=False, env=outer_environment()).returncode
    if result:
        say(
            _(
                "avrdude failed. Is the port right, is a serial monitor open? Old Nanos need "
                "--board nano-old"
            )
        )
    return 1 if result else 0
