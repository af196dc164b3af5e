"""Benchmark of the page's mosaic: 100 live tables at 60 moves a minute each, in Chromium.

The page times frames with requestAnimationFrame; DevTools report its processor time. The browser
paints without a graphics card here.
"""

from __future__ import annotations

import json
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from game.network.host.broadcast import ServerSupervisor
from game.network.lines.addresses import Address
from game.network.protocol.match_info import MatchDetails, SeatInfo
from game.rules.proposals import GoBack, Play
from game.table.match import Match
from game.table.spec import two_people

TABLES, MOVES_A_SECOND = 100, 1.0
SECONDS = 20.0
SETUPS = ("multiplicity", "libra", "less seed={n}", "more-or-less")
SIZES = {"phone": (390, 844), "projector": (1920, 1080)}
LONG_FRAME_MS = 50.0
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--remote-debugging-port=0",
)
SEEN = "[...document.querySelectorAll('.card')].reduce((sum, one) => sum + one.card.shown.seq, 0)"
FRAMES = """new Promise((done) => { const times = []; const end = performance.now() + %d;
    const frame = (now) => {
        times.push(now); now < end ? requestAnimationFrame(frame) : done(times) };
    requestAnimationFrame(frame) })"""


def run() -> Iterator[str]:
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        yield "no Chromium here"
        return
    with ExitStack() as stack:
        hall = Hall()
        stack.callback(hall.supervisor.close)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        process = subprocess.Popen(
            [browser, *SWITCHES, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(process.wait)
        stack.callback(process.terminate)
        yield f"{TABLES} tables, {MOVES_A_SECOND * TABLES:.0f} moves a second, {SECONDS:.0f} s each"
        for name, size in SIZES.items():
            yield f"{name} {size[0]} x {size[1]}: {_measure(hall, folder, size)}"


class Hall:
    """The tables of a hall, where random moves are played."""

    def __init__(self) -> None:
        self.supervisor = ServerSupervisor(Address("127.0.0.1", 0))
        self._dice = random.Random(2)
        self._matches = [
            Match(two_people(SETUPS[number % len(SETUPS)].format(n=number)))
            for number in range(TABLES)
        ]
        for number, match in enumerate(self._matches):
            seats = tuple(
                SeatInfo({"en": f"Player {2 * number + seat}"}, "person") for seat in range(2)
            )
            self.supervisor.open(match, MatchDetails(match.game.title, seats))
        while not self.supervisor.on:
            self.go_on(0.02)
        self._begun, self._moves = time.monotonic(), 0

    def go_on(self, seconds: float) -> None:
        time.sleep(seconds)
        self.supervisor.update(time.monotonic())

    def play(self) -> None:
        """Make the moves that are due."""
        due = int((time.monotonic() - self._begun) * MOVES_A_SECOND * TABLES)
        for number in range(self._moves, min(due, self._moves + TABLES)):
            match = self._matches[number % TABLES]
            if match.over:
                match.submit(GoBack(0))
            else:
                match.submit(Play((self._dice.choice(match.legal()),)))
        self._moves = due
        self.go_on(0.02)


class Tab:
    """A page of the browser, controlled through DevTools."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._number = line, 0

    def send(self, method: str, **fields: Any) -> int:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": fields}))
        return self._number

    def answer(self, number: int, hall: Hall) -> Any:
        """Return the answer to request `number`, playing in the hall meanwhile."""
        while True:
            try:
                said = json.loads(self._line.recv(0))
            except TimeoutError:
                hall.play()
                continue
            if said.get("id") == number:
                return said["result"]

    def get(self, hall: Hall, script: str) -> Any:
        asked = {"expression": script, "awaitPromise": True, "returnByValue": True}
        return self.answer(self.send("Runtime.evaluate", **asked), hall)["result"].get("value")


def _measure(hall: Hall, folder: Path, size: tuple[int, int]) -> str:
    port_file = folder / "DevToolsActivePort"
    while not (port_file.exists() and "\n" in port_file.read_text()):
        hall.play()
    port, path = port_file.read_text().split()
    with connect(f"ws://127.0.0.1:{port}{path}", compression=None) as root:
        top = Tab(root)
        target = top.answer(top.send("Target.createTarget", url="about:blank"), hall)["targetId"]
        url = f"ws://127.0.0.1:{port}/devtools/page/{target}"
        with connect(url, max_size=None, compression=None) as line:
            tab = Tab(line)
            metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1}
            tab.send("Emulation.setDeviceMetricsOverride", mobile=size[0] < 800, **metrics)
            tab.send("Performance.enable")
            tab.send("Page.navigate", url=hall.supervisor.url)
            while tab.get(hall, "document.querySelectorAll('.card').length") != TABLES:
                hall.play()
            tab.get(hall, "document.querySelector('#view-mosaic').click()")
            tab.get(hall, FRAMES % 4000)  # boards are loaded and drawn for the first time
            before = _used(tab, hall)
            times = tab.get(hall, FRAMES % int(SECONDS * 1000))
            after = _used(tab, hall)
    frames = sorted(b - a for a, b in pairwise(times))
    long = sum(one > LONG_FRAME_MS for one in frames)
    whole, scripts = (
        f"{100 * (after[name] - before[name]) / SECONDS:.0f} %"
        for name in ("TaskDuration", "ScriptDuration")
    )
    return (
        f"{len(frames)} frames, ms median / p99 / longest {statistics.median(frames):.1f} / "
        f"{frames[int(0.99 * len(frames))]:.1f} / {frames[-1]:.1f}, {long} over "
        f"{LONG_FRAME_MS:.0f}; of a processor: main thread {whole} (scripts {scripts}); "
        f"{after['seen'] - before['seen']:.0f} moves came to it"
    )


def _used(tab: Tab, hall: Hall) -> dict[str, float]:
    """Return the page's processor seconds so far, and its number of received events."""
    found = tab.answer(tab.send("Performance.getMetrics"), hall)["metrics"]
    return {one["name"]: one["value"] for one in found} | {"seen": tab.get(hall, SEEN)}
