"""Two hundred follow a match: what it costs the window that has it, and when they are told.

The spectators live in a process of their own on this machine, which takes more of it than phones
would.  A move every 0.4 s is animated in the window; nothing here is drawn by a browser.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import statistics
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

import websockets

from game.dev.bench.frames import STEP, Times, load, settle
from game.network.addresses import Address
from game.rules.proposals import GoBack, Play
from game.screen.app.app import App
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.settings import Settings
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec

SPECTATORS = 200
ADDRESSES = 4  # that they come from, so that no address has too many
PAUSE = 24  # frames between two moves
MOVES = 60
FRAME_BAR, DELAY_BAR = 17.0, 300.0  # ms: 99th percentile of frames, median until all are told
SETUP = "more-or-less"


def run() -> Iterator[str]:
    yield f"{SPECTATORS} spectators, {MOVES} moves, 1280 x 800, dummy driver; {load()}"
    wall, cpu, _none = measure(0)
    yield f"frames without any, ms median / p99: {wall} by the clock, {cpu} of the processor"
    wall, cpu, delays = measure(SPECTATORS)
    mark = "" if wall.high <= FRAME_BAR else "  MISSED"
    yield (
        f"frames with all, ms median / p99: {wall} by the clock, {cpu} of the processor, bar "
        f"{FRAME_BAR:.0f} for the p99{mark}"
    )
    middle, slow = statistics.median(delays), sorted(delays)[int(0.99 * len(delays))]
    mark = "" if middle <= DELAY_BAR else "  MISSED"
    yield (
        f"from the move to a spectator, ms median / p99: {middle:.0f} / {slow:.0f} of "
        f"{len(delays)}, bar {DELAY_BAR:.0f} for the median{mark}"
    )


def measure(spectators: int) -> tuple[Times, Times, list[float]]:
    """The frames by clock and by processor; the delays in ms of every move to every spectator."""
    spec = MatchSpec(SETUP, (SeatSpec(name="Ada"), SeatSpec(name="Mira")), ClockSpec(900))
    scene = PlayScene(spec, keep=False)
    app = App(scene, scenes=open_scene, settings=Settings(), size=(1280, 800), keep=False)
    hall: Spectators | None = None
    try:
        settle(app)
        app.air.start(Address("127.0.0.1", 0))
        while not app.air.on:
            _frame(app)
        if spectators:
            hall = Spectators(app.air.url.replace("http", "ws") + "live", spectators)
            while app.air.followers < spectators:
                _frame(app)
        wall, cpu, said = _play(app, scene.match)
        heard = hall.heard() if hall is not None else []
        return wall, cpu, [(at - said[seq]) * 1000 for seq, at in heard if seq in said]
    finally:
        app.close()
        if hall is not None:
            hall.close()


def _play(app: App, match: Match) -> tuple[Times, Times, dict[int, float]]:
    """Frames as they are paced for people, and when each event happened."""
    wall, cpu, said, dice = Times(), Times(), dict[int, float](), random.Random(1)
    for number in range(MOVES * PAUSE):
        if number % PAUSE == 0:
            said[match.seq] = time.monotonic()
            if match.over:
                match.submit(GoBack(0))
            else:
                match.submit(Play((dice.choice(match.legal()),)), app.now)
        begun, used = time.perf_counter(), time.thread_time()
        app.frame(STEP)
        cpu.add(time.thread_time() - used, begun)
        wall.add(time.perf_counter() - begun, begun)
        time.sleep(max(0.0, STEP - (time.perf_counter() - begun)))
    return wall, cpu, said


def _frame(app: App) -> None:
    app.frame(STEP)
    time.sleep(STEP)


class Spectators:
    """So many followers in a process of their own, which notes when each is told of an event."""

    def __init__(self, address: str, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._near, far = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=follow, args=(address, count, far), daemon=True
        )
        self._process.start()

    def heard(self) -> list[tuple[int, float]]:
        """Numbers of events with the time at which a spectator was told, by the common clock."""
        time.sleep(1.0)
        self._near.send("enough")
        found: list[tuple[int, float]] = self._near.recv()
        return found

    def close(self) -> None:
        self._process.terminate()
        self._process.join()


def follow(address: str, count: int, pipe: Connection) -> None:
    """In the other process: follow until asked, then tell what was heard."""
    asyncio.run(_follow(address, count, pipe))


async def _follow(address: str, count: int, pipe: Connection) -> None:
    heard: list[tuple[int, float]] = []
    tasks = [asyncio.create_task(_one(address, number, heard)) for number in range(count)]
    await asyncio.to_thread(pipe.recv)
    pipe.send(heard)
    for task in tasks:
        task.cancel()


async def _one(address: str, number: int, heard: list[tuple[int, float]]) -> None:
    source = f"127.0.0.{number % ADDRESSES + 1}"
    connecting = websockets.connect(address, compression=None, local_addr=(source, 0))
    async with connecting as line:
        await line.send(json.dumps({"v": 1, "type": "follow", "view": "page"}))
        async for text in line:
            at = time.monotonic()
            said = json.loads(text)
            if said["type"] == "event":
                heard.append((said["seq"], at))
