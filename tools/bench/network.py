"""Benchmark of spectators: their cost for the match's window, and their delays.

1, 200 and 1,000 spectators follow. Some runs add spectators that read nothing; one run plays both
seats from phones, whose connections must survive.

All spectators run in one separate process on this machine, so they load the machine more than
phones would. The window animates a move every 0.4 s; no browser draws anything.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

import websockets
import websockets.sync.client

from game.network.lines.addresses import Address
from game.network.rate_limits import RESERVED_FILES, open_files
from game.platform.settings import Settings
from game.rules.proposals import GoBack, Play
from game.screen.app.app import App
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tools.bench.frames import (
    STEP,
    Times,
    load,
    settle,
)

SPECTATORS = 200
# Numbers of spectators that read, and of those that do not.
CROWDS = ((1, 0), (1, 60), (200, 60), (1000, 0), (1000, 60))
# Spectators per source address; more would exceed the server's limit for one address.
OF_ONE = 50
MOVE_INTERVAL_FRAMES = 24  # frames between two moves
MOVES, CROWD_MOVES = 60, 30
# Bars in ms: 99th percentile of frames, and median delay of events.
FRAME_BAR, DELAY_BAR = 17.0, 300.0
SETUP = "more-or-less"
FOLLOW = json.dumps({"v": 1, "type": "follow", "view": "page"})


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
    yield _told(SPECTATORS, 0, delays)
    for readers, silent in CROWDS:
        yield _told(readers, silent, measure(readers, silent, CROWD_MOVES)[2])
    phones: list[Phone] = []
    delays = measure(1000, 60, CROWD_MOVES, phones)[2]
    yield "the same, with every move from the phone of a seat:"
    yield _told(1000, 60, delays)
    own = [wait for phone in phones for wait in phone.waits()]
    yield (
        f"from a move on a seat's phone until it is told of it, ms median / longest: "
        f"{statistics.median(own):.0f} / {max(own):.0f} of {len(own)} (inf: the line was cut)"
    )


def _told(readers: int, silent: int, delays: list[float]) -> str:
    middle, slow = statistics.median(delays), sorted(delays)[int(0.99 * len(delays))]
    mark = "" if middle <= DELAY_BAR else "  MISSED"
    beside = f" beside {silent} that read nothing" if silent else ""
    return (
        f"from the move to {readers:,} spectators{beside}, ms median / p99: {middle:.0f} / "
        f"{slow:.0f} of {len(delays)}, bar {DELAY_BAR:.0f} for the median{mark}"
    )


def measure(
    spectators: int, silent: int = 0, moves: int = MOVES, phones: list[Phone] | None = None
) -> tuple[Times, Times, list[float]]:
    """Return frames by wall clock and by processor time, and the events' delays in ms.

    There are `silent` more spectators, which read nothing. If a list of `phones` is given, both
    seats are played from phones, which are added to it.
    """
    spec = MatchSpec(SETUP, (SeatSpec(name="Ada"), SeatSpec(name="Mira")), ClockSpec(900))
    scene = PlayScene(spec, keep=False)
    app = App(scene, scenes=open_scene, settings=Settings(), size=(1280, 800), keep=False)
    hall: Spectators | None = None
    try:
        settle(app)
        app.network.start(Address("127.0.0.1", 0))
        while not app.network.on:
            _frame(app)
        if phones is not None:
            phones += [Phone(app, scene.match, seat) for seat in (0, 1)]
        if spectators:
            url = app.network.url.replace("http", "ws") + "live"
            hall = Spectators(url, spectators, silent)
            while app.network.followers < spectators + silent + len(phones or ()):
                _frame(app)
        wall, cpu, said = _play(app, scene.match, moves, phones)
        heard = hall.heard() if hall is not None else []
        return wall, cpu, [(at - said[seq]) * 1000 for seq, at in heard if seq in said]
    finally:
        app.close()
        if hall is not None:
            hall.close()


def _play(
    app: App, match: Match, moves: int, phones: list[Phone] | None
) -> tuple[Times, Times, dict[int, float]]:
    """Play moves in frames at people's pace; return the frames, and the times of events."""
    wall, cpu, said, dice = Times(), Times(), dict[int, float](), random.Random(1)
    for number in range(moves * MOVE_INTERVAL_FRAMES):
        if number % MOVE_INTERVAL_FRAMES == 0:
            said[match.seq] = time.monotonic()
            if match.over:
                match.submit(GoBack(0))
            elif phones:
                phones[match.to_move].play(str(dice.choice(match.legal())), match.seq)
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


class Phone:
    """The phone of a seat: it plays moves and records when their events arrive."""

    def __init__(self, app: App, match: Match, seat: int) -> None:
        assert app.network.channel is not None
        places = app.network.channel.places
        code = app.network.channel.offer_seat(seat)
        # The server needs some frames to learn the code.
        for _wait in range(MOVE_INTERVAL_FRAMES):
            _frame(app)
        address = app.network.url.replace("http", "ws") + "live"
        self._line = websockets.sync.client.connect(address, max_queue=None)
        self._number, self._run = 0, ""
        self._said: dict[int, float] = {}
        self._heard: dict[int, float] = {}
        threading.Thread(target=self._listen, daemon=True).start()
        self._line.send(FOLLOW)
        self._say("claim", code=code)
        while places[seat].state != "here" or not self._run:
            _frame(app)

    def play(self, action: str, seen: int) -> None:
        self._number += 1
        self._said[seen] = time.monotonic()
        play = {"is": "play", "actions": [action]}
        self._say("propose", number=self._number, run=self._run, seen=seen, proposal=play)

    def waits(self) -> list[float]:
        """Return the ms from each move of this phone until it received the move's event.

        inf means that the event never came: the connection was cut, and this phone does not
        reconnect.
        """
        never = float("inf")
        return [(self._heard.get(seq, never) - at) * 1000 for seq, at in self._said.items()]

    def _say(self, kind: str, **fields: object) -> None:
        self._line.send(json.dumps({"v": 1, "type": kind, **fields}))

    def _listen(self) -> None:
        with suppress(websockets.ConnectionClosed):
            for text in self._line:
                at, said = time.monotonic(), json.loads(text)
                if said["type"] == "snapshot":
                    self._run = said["run"]
                elif said["type"] == "event":
                    self._heard.setdefault(said["seq"], at)


class Spectators:
    """Followers in another process, which records when each receives an event."""

    def __init__(self, address: str, count: int, silent: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._near, far = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=follow, args=(address, count, silent, far), daemon=True
        )
        self._process.start()

    def heard(self) -> list[tuple[int, float]]:
        """Return the number of each event, with the time at which a spectator received it."""
        time.sleep(1.0)
        self._near.send("enough")
        found: list[tuple[int, float]] = self._near.recv()
        return found

    def close(self) -> None:
        self._process.terminate()
        self._process.join()


def follow(address: str, count: int, silent: int, pipe: Connection) -> None:
    """Follow the match in the other process until told to stop, then send what was received."""
    open_files(count + silent + RESERVED_FILES)
    asyncio.run(_follow(address, count, silent, pipe))


async def _follow(address: str, count: int, silent: int, pipe: Connection) -> None:
    heard: list[tuple[int, float]] = []
    jobs = [_one(address, number, heard) for number in range(count)]
    jobs += [_silent(address, count + number) for number in range(silent)]
    tasks = [asyncio.create_task(job) for job in jobs]
    await asyncio.to_thread(pipe.recv)
    pipe.send(heard)
    # The connections stay open until this process is killed.
    await asyncio.gather(*tasks)


def _connect(address: str, number: int) -> websockets.connect:
    source = f"127.0.1.{number // OF_ONE + 1}"
    return websockets.connect(address, compression=None, local_addr=(source, 0), open_timeout=60)


async def _one(address: str, number: int, heard: list[tuple[int, float]]) -> None:
    # Connects again if the server refused.
    async for line in _connect(address, number):
        with suppress(websockets.ConnectionClosed):
            await line.send(FOLLOW)
            async for text in line:
                at = time.monotonic()
                said = json.loads(text)
                if said["type"] == "event":
                    heard.append((said["seq"], at))


async def _silent(address: str, number: int) -> None:
    async for line in _connect(address, number):
        with suppress(websockets.ConnectionClosed):
            await line.send(FOLLOW)
            line.transport.pause_reading()
            await line.wait_closed()
