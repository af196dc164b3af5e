"""Private networks on this machine: a computer, phones, and the cables between them."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import IO

from game.platform.paths import ROOT
from tests.support.tools import program

NUMBERS = itertools.count()
# A script that prints a page's status and text, given an address, a port and the Host header.
ASK = """
import http.client, sys
host, port, name = sys.argv[1:]
line = http.client.HTTPConnection(host, int(port), timeout=10)
line.putrequest("GET", "/", skip_host=True)
line.putheader("Host", name)
line.endheaders()
answer = line.getresponse()
print(answer.status, answer.read().decode())
"""


class Machine:
    """A context manager for a machine (a network namespace) that sees only its own network."""

    def __init__(self) -> None:
        self.name = f"less-is-more-{os.getpid()}-{next(NUMBERS)}"
        self._started: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Machine:
        _ip("netns", "add", self.name)
        self.ip("link", "set", "lo", "up")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._started:
            process.terminate()
            process.wait(20)
        _ip("netns", "delete", self.name)

    def ip(self, *words: str) -> None:
        """Change this machine's network as the command `ip` does."""
        _ip("-n", self.name, *words)

    def connect(self, card: str, other: Machine, far_card: str) -> None:
        """Connect two cards by a cable; the cards have no address yet."""
        near = ("link", "add", card, "netns", self.name, "type", "veth")
        _ip(*near, "peer", "name", far_card, "netns", other.name)
        self.ip("link", "set", card, "up")
        other.ip("link", "set", far_card, "up")

    def give(self, card: str, address: str) -> None:
        """Give a card an address with its prefix length, such as 192.168.1.20/24."""
        nodad = ("nodad",) if ":" in address else ()
        self.ip("address", "add", address, "dev", card, *nodad)

    def switch_ipv6(self, on: bool) -> None:
        """Switch IPv6 on or off for all cards of this machine, as an administrator does."""
        for cards in ("all", "default"):
            file = f"/proc/sys/net/ipv6/conf/{cards}/disable_ipv6"
            words = self._inside(["sh", "-c", f"echo {int(not on)} > {file}"])
            subprocess.run(words, check=True, capture_output=True)

    def take(self, card: str, address: str) -> None:
        self.ip("address", "delete", address, "dev", card)

    def start(self, words: list[str], out: IO[str], errors: IO[str]) -> None:
        """Start the program on this machine; it ends with the context."""
        command = [sys.executable, str(ROOT / "main.py"), *words]
        self._started.append(
            subprocess.Popen(self._inside(command), stdout=out, stderr=errors, text=True)
        )

    def ask(self, host: str, port: int, name: str = "") -> tuple[int, str]:
        """Return the status and text of the page; if there is no answer, 0 and the error."""
        shown = f"[{host}]" if ":" in host else host
        words = [sys.executable, "-S", "-E", "-c", ASK, host, str(port), name or f"{shown}:{port}"]
        done = subprocess.run(self._inside(words), capture_output=True, text=True, check=False)
        status, _blank, text = done.stdout.partition(" ")
        return (int(status), text) if status else (0, done.stderr)

    def places(self) -> list[str]:
        """Return the addresses that the program finds on this machine, each with card and kind."""
        code = (
            "from game.network.lines.cards import list_places\n"
            "for one in list_places(): print(one.host, one.card, one.kind)"
        )
        words = self._inside([sys.executable, "-c", code])
        done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
        return done.stdout.splitlines()

    def _inside(self, words: list[str]) -> list[str]:
        return [str(program("ip")), "netns", "exec", self.name, *words]


def _ip(*words: str) -> None:
    subprocess.run([str(program("ip")), *words], check=True, capture_output=True)


def lines_of(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []
