"""Optional programs for some tests; if a program is missing, the tests that need it are skipped.

A test declares its need with `@needs("kicad")`, a fixture with `require("chromium")`. The end of
the run names every missing tool once.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import pytest

from tools.rig.emulator.tools import missing_compiler, missing_tools

NEEDS = "needs "  # start of a skip reason; the tool's name follows


@dataclass(frozen=True)
class Tool:
    """A tool: what is untested without it, its Debian packages, and whether it is installed."""

    untested: str
    packages: str
    found: Callable[[], bool]


def program(*names: str) -> str | None:
    """Return the path of the first of these programs that is installed."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    if "/usr/bin" in folders:  # in Debian, servers are not in the PATH of users
        folders.append("/usr/sbin")
    paths = (shutil.which(name, path=os.pathsep.join(folders)) for name in names)
    return next(filter(None, paths), None)


def _all_found(*names: str) -> bool:
    return all(program(name) for name in names)


def programs(untested: str, packages: str, *names: str) -> Tool:
    """Return a tool that counts as installed if all these programs are."""
    return Tool(untested, packages, partial(_all_found, *names))


def _py4swiss() -> bool:
    return importlib.util.find_spec("py4swiss") is not None


def _namespaces() -> bool:
    """Return whether network namespaces can be made, which needs privileges."""
    ip, name = program("ip"), f"less-is-more-{os.getpid()}"
    if ip is None:
        return False
    made = subprocess.run([ip, "netns", "add", name], check=False, capture_output=True)
    subprocess.run([ip, "netns", "delete", name], check=False, capture_output=True)
    return made.returncode == 0


def _small_disks() -> bool:
    """Return whether small file systems can be mounted, which needs privileges."""
    unshare = program("unshare")
    words = [str(unshare), "-m", "mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", "/mnt"]
    return unshare is not None and not subprocess.run(words, capture_output=True).returncode


SITE = Path(__file__).parents[2] / "build" / "web"  # the folder that `make web` builds
# The environment variable with the path of axe.min.js from the npm package axe-core.
AXE = "AXE_CORE"
FULL_BROWSERS = ("chromium", "chromium-browser")
# The headless shell comes first because it opens a page in a third of the processor time.
BROWSERS = ("chromium-headless-shell", *FULL_BROWSERS)
FIREFOXES = ("firefox-esr", "firefox")
AVR = "simavr libsimavr-dev gcc-avr avr-libc libelf-dev pkg-config gcc"
ARM = "gcc-arm-none-eabi libnewlib-arm-none-eabi"
TOOLS = {
    "chromium": Tool("the page for phones", "chromium", lambda: bool(program(*FULL_BROWSERS))),
    "firefox": Tool(
        "the edition for browsers in Firefox", "firefox-esr", lambda: bool(program(*FIREFOXES))
    ),
    "axe-core": Tool(
        "the page for phones by axe-core",
        f"of npm: npm pack axe-core; {AXE}=package/axe.min.js",
        lambda: os.path.isfile(os.environ.get(AXE, "")),
    ),
    "mosquitto": programs(
        "tables that publish to a broker", "mosquitto", "mosquitto", "mosquitto_passwd"
    ),
    "nginx": programs("tables behind nginx", "nginx", "nginx"),
    "caddy": programs("tables behind Caddy", "caddy", "caddy"),
    "shellcheck": programs("scripts of the shell", "shellcheck", "shellcheck"),
    "ip netns": Tool("networks as halls have them", "iproute2, and root's rights", _namespaces),
    "faketime": programs("the program under a wrong clock", "faketime", "faketime"),
    "small disks": Tool("full disks", "util-linux, mount, and root's rights", _small_disks),
    "openssl": programs("certificates of the network", "openssl", "openssl"),
    "xvfb and xdotool": programs(
        "the real window, by mouse and keys", "xvfb xdotool libx11-6", "Xvfb", "xdotool"
    ),
    "xrdb": programs("X desktops of another scale", "x11-xserver-utils", "xrdb"),
    "weston": programs("Wayland desktops of another scale", "weston", "weston"),
    "setxkbmap": programs("the real window on other keyboards", "x11-xkb-utils", "setxkbmap"),
    "xorg and window managers": programs(
        "the window on several monitors, moved by window managers",
        "xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils x11-utils openbox i3-wm",
        *("Xorg", "xrandr", "xwininfo", "xprop", "xmessage", "xdotool", "openbox", "i3"),
    ),
    "a C compiler": programs(
        "the firmware's core, compiled for this machine", "gcc libc6-dev make", "cc", "make"
    ),
    "avr-gcc": Tool("builds of the firmware", "gcc-avr avr-libc", lambda: not missing_compiler()),
    "arm-none-eabi-gcc": Tool(
        "builds of the firmware for the RP2040", ARM, lambda: not missing_compiler("rp2040")
    ),
    "simavr": Tool("the firmware in an emulator", AVR, lambda: not missing_tools()),
    "node and npm": Tool(
        "the RP2040's firmware in an emulator",
        f"{ARM} nodejs npm",
        lambda: not missing_tools("rp2040"),
    ),
    "the site": Tool(
        "the edition for browsers",
        "nodejs npm; then: make web",
        lambda: (SITE / "worker.js").exists() and bool(program("node")),
    ),
    "systemd": programs("an image for a Raspberry Pi", "systemd", "systemctl", "systemd-sysusers"),
    "desktop-file-validate": programs(
        "the desktop's entry", "desktop-file-utils", "desktop-file-validate"
    ),
    "appstreamcli": programs("what software centres are told", "appstream", "appstreamcli"),
    "py4swiss": Tool(
        "FIDE's Dutch system against another program", "none: it is on PyPI", _py4swiss
    ),
    "man": programs("the manual's pages", "man-db groff", "man", "groff"),
}


@cache
def found(name: str) -> bool:
    """Return whether a tool is installed here."""
    return TOOLS[name].found()


def needs(*names: str) -> pytest.MarkDecorator:
    """Skip the test if one of these tools is missing."""
    missing = next((name for name in names if not found(name)), "")
    return pytest.mark.skipif(bool(missing), reason=NEEDS + missing)


def require(name: str) -> None:
    """Skip the current test if the tool is missing."""
    if not found(name):
        pytest.skip(NEEDS + name)


def untested(reasons: Iterable[str]) -> list[str]:
    """Return a line for each missing tool, most tests first, then one for each other reason.

    `reasons` holds the reason of every skipped test.
    """
    lines = []
    for reason, count in Counter(reasons).most_common():
        tests = "1 test" if count == 1 else f"{count} tests"
        tool = TOOLS.get(reason.removeprefix(NEEDS))
        if reason.startswith(NEEDS) and tool is not None:
            name, install = reason.removeprefix(NEEDS), f"apt-get install {tool.packages}"
            lines.append((0, f"{name} missing: {tool.untested} ({tests}; Debian: {install})"))
        else:
            lines.append((1, f"{tests}: {reason}"))
    return [line for _order, line in sorted(lines, key=lambda one: one[0])]
