"""A board that no member of the project has written works, judged from the outside only.

device.py was written from hardware/PROTOCOL.md alone. The device and our program run as separate
processes that meet at a TCP port. The tests check only what a person could check: the lights on the
board, what the command prints, and the record of the finished game.
"""

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from collections.abc import Set as AbstractSet
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from game.platform.paths import MAIN
from tests.support.waiting import until

from . import device

HERE = Path(__file__).resolve().parent
PATIENCE = 60  # seconds, enough for a busy machine
Answer = TypeVar("Answer")


def wait_until(ask: Callable[[], Answer], what: str, seconds: float = PATIENCE) -> Answer:
    """Return the first answer that is not empty; fail the test if none comes."""
    answers: list[Answer] = []

    def answered() -> bool:
        answers[:] = [ask()]
        return bool(answers[0])

    if not until(answered, seconds):
        pytest.fail(f"waited {seconds} s in vain: {what}")
    return answers[0]


class Device:
    """The stranger's board, in a process of its own."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", str(HERE / "device.py"), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.said: list[str] = []
        self.lights: dict[str, str] = {}
        threading.Thread(target=self.listen, daemon=True).start()
        ports = wait_until(
            lambda: [words.split()[1] for words in list(self.said) if words.startswith("port")],
            "the device's port",
        )
        self.port = int(ports[0])
        self.url = f"socket://127.0.0.1:{self.port}"

    def listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            words = line.split()
            if words[0] == "lights":
                self.lights = dict(word.split("=") for word in words[1:] if "=" in word)
            self.said.append(line.strip())

    def tell(self, command: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def set(self, point: str, state: int) -> None:
        self.tell(f"set {point} {state}" if state else f"clear {point}")

    def lit(self, *codes: str) -> AbstractSet[str]:
        return {point for point, code in self.lights.items() if code in codes}

    def wait_lit(self, points: Collection[str], *codes: str) -> None:
        wait_until(
            lambda: self.lit(*codes) == set(points),
            f"{codes} at {points}; the board has said {self.said[-12:]}",
        )

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def board() -> Iterator[Device]:
    made = Device()
    yield made
    made.close()


# --- the rules of Multiplicity, size 3, as a person at the table knows them ---------------------

CELLS = device.labels_of("hexagon-3")


def neighbours(cell: str) -> list[str]:
    letter, number = ord(cell[0]), int(cell[1:])
    around = [(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)]
    return [name for q, r in around if (name := f"{chr(letter + q)}{number + r}") in CELLS]


class Table:
    def __init__(self) -> None:
        self.stones: dict[str, int] = {}
        self.turns: list[list[str]] = []
        self.seat = 0
        self.restricted = True

    def empty(self) -> list[str]:
        return [cell for cell in CELLS if cell not in self.stones]

    def over(self) -> bool:
        return len(self.empty()) == 1

    def legal(self, done: list[str]) -> list[str]:
        """Return the cells for the next stone after the stones `done`; [] ends the turn."""
        if not self.turns or not self.restricted:
            return self.empty() if not done else []
        if not done:
            return [cell for cell in neighbours(self.turns[-1][-1]) if cell not in self.stones]
        if len(done) == 1:
            return [
                cell
                for cell in self.empty()
                if not any(near in self.stones for near in neighbours(cell))
            ]
        return []

    def play(self, cells: list[str]) -> None:
        """End a turn whose stones were put down with lay()."""
        if len(cells) == 1 and self.turns:
            self.restricted = False
        self.turns.append(cells)
        self.seat = 1 - self.seat

    def lay(self, cell: str) -> None:
        self.stones[cell] = self.seat + 1

    def score(self, seat: int) -> int:
        left = {cell for cell, face in self.stones.items() if face == seat + 1}
        product = 1
        while left:
            group, size = [left.pop()], 0
            while group:
                size += 1
                near = left & set(neighbours(group.pop()))
                left -= near
                group += near
            product *= size
        return product

    def record(self) -> list[str]:
        return [",".join(turn) for turn in self.turns]


def own_turn(table: Table, board: Device) -> list[str]:
    """Lay the stones of the seat to move, each on the middle cell in the list of legal ones."""
    done: list[str] = []
    while choice := table.legal(done):
        cell = choice[len(choice) // 2]
        board.set(cell, table.seat + 1)
        table.lay(cell)
        done.append(cell)
        board.tell("wait 400")  # time before the board senses the next stone
    table.play(done)
    return done


def put_a_wrong_stone(table: Table, board: Device) -> None:
    """Put a stone on an illegal cell: the board asks for its removal, and the game goes on."""
    wrong = next(cell for cell in reversed(table.empty()) if cell not in table.legal([]))
    before = dict(board.lights)
    board.set(wrong, table.seat + 1)
    board.wait_lit([wrong], "REMOVE", "WRONG")
    board.set(wrong, 0)
    wait_until(lambda: board.lights == before, "the lights of before")


def put_a_wrong_stone_beside_what_is_asked(table: Table, board: Device) -> None:
    """Put a wrong stone while the board asks the person for two stones of the program.

    The board asks for the wrong stone's removal, and its requests for the two stones stay.
    """
    wait_until(lambda: len(board.lit("PLACE", "VIA")) == 2, "lights that ask for two stones")
    asked = dict(board.lights)
    wrong = next(cell for cell in table.empty() if cell not in asked)
    for face in (1, 2):
        board.set(wrong, face)
        board.wait_lit([wrong], "REMOVE", "WRONG")
        assert board.lit("PLACE")
        board.set(wrong, 0)
        wait_until(lambda: board.lights == asked, "the lights of before")


def records(home: Path) -> list[dict[str, Any]]:
    found = []
    for path in Path(home).rglob("*.json"):
        try:
            record = json.loads(path.read_text())
        except (ValueError, FileNotFoundError):  # the file is being written or moved
            continue
        if isinstance(record, dict) and "turns" in record:
            found.append(record)
    return found


def finished(home: Path) -> list[dict[str, Any]]:
    """Return the finished records as a list, or [] unless there is exactly one file.

    One file may be found twice, before and after it is moved.
    """
    found = [record for record in records(home) if record["result"] is not None]
    return found if len(found) == 1 else []


def check_record(home: Path, table: Table) -> None:
    (record,) = wait_until(lambda: finished(home), "the record of the finished game")
    assert record["setup"] == "multiplicity size=3"
    assert record["turns"] == table.record()
    white, black = table.score(0), table.score(1)
    assert record["result"]["result"] == (
        "p1win" if white > black else "p2win" if black > white else "draw"
    )
    assert record["result"]["margin"] == abs(white - black)


def start_program(home: Path, *arguments: str, **more: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "LESS_IS_MORE_HOME": str(home), "SDL_AUDIODRIVER": "dummy", **more}
    return subprocess.Popen(
        [sys.executable, str(MAIN), *arguments],
        env=environment,
        cwd=MAIN.parent,
        stdout=subprocess.DEVNULL,
    )


def stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# --- a game against the program -----------------------------------------------------------------


def test_a_game_against_the_program(board: Device, tmp_path: Path) -> None:
    """White chooses its cells freely; Black's stones are put where the lights ask for them."""
    program = start_program(
        tmp_path,
        "play",
        "multiplicity",
        "size=3",
        "--board",
        board.url,
        "--seats",
        "board,engine:4",
        SDL_VIDEODRIVER="dummy",
    )
    try:
        wait_until(lambda: "got HELLO" in board.said, "the program's HELLO")
        board.tell("wait 1500")
        table = Table()
        while not table.over():
            if len(table.turns) == 2:
                put_a_wrong_stone(table, board)
            if table.seat == 0:
                own_turn(table, board)
                continue
            if len(table.turns) == 1:
                put_a_wrong_stone_beside_what_is_asked(table, board)
            done: list[str] = []
            while legal := table.legal(done):
                laid = frozenset(done)
                asked = partial(lambda old: board.lit("PLACE") - old, laid)
                (cell,) = wait_until(asked, "a light that asks for a stone")
                assert cell in legal
                board.set(cell, 2)
                table.lay(cell)
                done.append(cell)
            table.play(done)
            if not table.over():
                board.wait_lit(done, "LAST")
        check_record(tmp_path, table)
    finally:
        stop(program)


# --- a game of two people, both at the board ----------------------------------------------------


def test_a_game_of_two_at_the_board(board: Device, tmp_path: Path) -> None:
    program = start_program(
        tmp_path, "play", "multiplicity", "size=3", "--board", board.url, SDL_VIDEODRIVER="dummy"
    )
    try:
        wait_until(lambda: "got HELLO" in board.said, "the program's HELLO")
        board.tell("wait 1500")
        table = Table()
        while not table.over():
            if len(table.turns) == 3:
                put_a_wrong_stone(table, board)
            done = own_turn(table, board)
            if not table.over():
                board.wait_lit(done, "LAST")
        check_record(tmp_path, table)
    finally:
        stop(program)


# --- the rest -----------------------------------------------------------------------------------

DOCUMENT = (MAIN.parent / "hardware" / "PROTOCOL.md").read_text()


def test_every_frame_of_the_document_reads_and_writes() -> None:
    shown = re.findall(
        r"^`(\w+)`: sequence (\d+).*?\n\n((?:    [0-9a-f ]+\n)+)", DOCUMENT, re.M | re.S
    )
    assert len(shown) == DOCUMENT.count("`: sequence ") > 40
    for name, sequence, text in shown:
        data = bytes.fromhex(text)
        kind, number, payload = device.unframe(data[:-1])
        assert number == int(sequence), name
        assert device.frame(kind, number, payload) == data, name


def test_monitor_prints_what_the_board_says(board: Device, tmp_path: Path) -> None:
    for command in [
        "wait 1500",
        "set c3 1",
        "wait 100",
        "set b3 2",
        "wait 100",
        "clear c3",
        "button",
        "raw 00 05 02 04 3b e8 00 0a bf 1f 6c 61 74 65 72 45 87 00",
    ]:
        board.tell(command)
        if command == "wait 1500":
            monitor = subprocess.Popen(
                [sys.executable, str(MAIN), "board", "monitor", board.url, "--seconds", "8"],
                env={**os.environ, "LESS_IS_MORE_HOME": str(tmp_path)},
                cwd=MAIN.parent,
                stdout=subprocess.PIPE,
                text=True,
            )
            wait_until(lambda: "got HELLO" in board.said, "the monitor's HELLO")
    printed, _ = monitor.communicate(timeout=PATIENCE)
    assert monitor.returncode == 0
    assert "hexagon-3" in printed
    assert "19 points" in printed
    happened = [
        "c3: face one up",
        "b3: face two up",
        "c3: empty",
        "button pressed",
        "button released",
        "checksum",
        "0xbf",
    ]
    where = [printed.find(words) for words in happened]
    assert -1 not in where, printed
    assert where == sorted(where), printed


class Host:
    """A minimal host that talks to the device without our program."""

    def __init__(self, port: int) -> None:
        self.line = socket.create_connection(("127.0.0.1", port))
        self.line.settimeout(10)
        self.got = b""

    def say(self, data: bytes) -> None:
        self.line.sendall(data)

    def hear(self) -> tuple[int, int, bytes]:
        while b"\0" not in self.got:
            self.got += self.line.recv(1000)
        chunk, _, self.got = self.got.partition(b"\0")
        return device.unframe(chunk)


def test_the_device_does_what_the_document_demands(board: Device) -> None:
    host = Host(board.port)
    host.say(b"\0" + device.frame(device.HELLO, 3, [2, 0]))
    assert host.hear()[::2] == (device.ERROR, bytes([3, device.VERSION, 1]))
    host.say(device.frame(device.HELLO, 4, [1, 7]))
    kind, _, welcome = host.hear()
    assert kind == device.WELCOME
    assert welcome[:3] == bytes([4, 1, 0])
    kind, _, state = host.hear()
    assert kind == device.STATE
    assert state[:3] == b"\0\0\1"
    host.say(bytes.fromhex("08 02 25 c0 ff ee e7 6c 00"))
    assert host.hear()[::2] == (device.ACK, b"\x25")
    host.say(bytes.fromhex("0a 1e 1e 6c 61 74 65 72 7d 49 00"))
    assert host.hear()[::2] == (device.ERROR, bytes([30, device.UNKNOWN_TYPE, 30]))
    host.say(bytes.fromhex("08 04 20 ff 0a 21 bb af 00"))
    assert host.hear()[::2] == (device.ERROR, bytes([0x20, device.BAD_PAYLOAD, 4]))
    host.say(bytes.fromhex("0a bf 1f 6c 61 74 65 72 45 87 00 05 02 04 3b e8 00"))
    heard = [host.hear() for _ in range(2)]
    assert (device.ERROR, bytes([0, device.BAD_FRAMES, 1])) in [each[::2] for each in heard]
    host.say(bytes.fromhex("0a 04 07 80 05 01 f6 09 79 a2 00"))
    board.wait_lit({"a3"}, "TARGET")
    board.tell("set a3 1")
    board.wait_lit(set(), "TARGET")  # after 5 s without a message from the host
    heard = []
    while not heard or heard[-1][0] != device.EVENT:
        heard.append(host.hear())
    assert heard[-1][2][:2] == b"\0\1"
    host.say(b"?\r\n\0")
    while True:
        try:
            host.hear()
        except device.Damaged:
            break
    wait_until(lambda: "text ?" in board.said, "the line of text")
