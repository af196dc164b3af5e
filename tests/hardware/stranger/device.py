"""A sensor board on a TCP port, written from hardware/PROTOCOL.md and from nothing else.

It listens on 127.0.0.1, prints `port N`, and obeys lines on standard input:

    set POINT STATE     a counter lies there now: 1 face one up, 2 face two up
    clear POINT         nothing lies there any more
    broken POINT        the sensor is out of order (STATE says 3, no event)
    button              press and let go
    press, release      one half of that
    wait MS             wait before the next line
    show                print what a person sees and what lies on the board
    raw HEX             send these bytes as they are (noise)
    reboot              pull the plug and put it in again
    silent, talk        stop sending anything at all, and go on
    quit

What a person would see is printed as it happens: `lights c3=TARGET d3=LAST` (the lit points) or
`lights dark`. Everything else printed begins with another word: port, host, got, board, text, oops.
"""

import argparse
import queue
import select
import socket
import sys
import threading
import time
from collections.abc import Iterable, Sequence

MAJOR, MINOR = 1, 0
FIRMWARE = (9, 9, 1)
LONGEST = 80  # bytes of type, sequence, payload and checksum
DARK_AFTER = 5.0
CALIBRATED, HAS_LIGHTS, HAS_BUTTON = 1, 2, 4

HELLO, PING, GET_STATE, LIGHTS, PALETTE, CALIBRATE = 1, 2, 3, 4, 5, 6
GET_READINGS, SELF_TEST, SET_NAME, SET_WIRING, GET_WIRING = 7, 8, 9, 11, 12
WELCOME, ACK, STATE, EVENT, BUTTON = 0x81, 0x82, 0x83, 0x84, 0x85
HEALTH, WIRING, ERROR = 0x88, 0x8C, 0x8E
UNKNOWN_TYPE, BAD_PAYLOAD, VERSION, BUSY, NOT_POSSIBLE, BAD_FRAMES = 1, 2, 3, 4, 5, 6

NAMES = {
    HELLO: "HELLO",
    PING: "PING",
    GET_STATE: "GET_STATE",
    LIGHTS: "LIGHTS",
    PALETTE: "PALETTE",
    CALIBRATE: "CALIBRATE",
    GET_READINGS: "GET_READINGS",
    SELF_TEST: "SELF_TEST",
    SET_NAME: "SET_NAME",
    SET_WIRING: "SET_WIRING",
    GET_WIRING: "GET_WIRING",
}

STEADY, SLOW, FAST, COUNTER = range(4)
CODES = [
    "OFF",
    "TARGET",
    "LIFTED",
    "FROM",
    "VIA",
    "TO",
    "FLIP",
    "PLACE",
    "REMOVE",
    "WRONG",
    "LAST",
    "CHOICE_A",
    "CHOICE_B",
    "HOME",
    "GOOD",
    "WHITE",
]
COLOURS = [
    (0, 0, 0, 0),
    (0, 64, 40, 0),
    (40, 40, 40, 0),
    (0, 60, 160, 1),
    (0, 30, 80, 0),
    (0, 60, 160, 0),
    (150, 0, 150, 1),
    (0, 140, 0, 1),
    (200, 40, 0, 1),
    (200, 0, 0, 2),
    (24, 20, 8, 0),
    (0, 110, 110, 1),
    (140, 100, 0, 3),
    (20, 20, 60, 0),
    (0, 120, 0, 0),
    (90, 90, 90, 0),
]


# --- frames -------------------------------------------------------------------------------------


class Damaged(ValueError):  # noqa: N818
    """A chunk that is not a frame."""


class BadPayload(ValueError):  # noqa: N818
    """A sound frame with an invalid payload."""


def crc16(data: bytes) -> int:
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
            crc &= 0xFFFF
    return crc


def cobs(data: bytes) -> bytes:
    """Return the COBS code of data whose runs without a zero are shorter than 254 bytes."""
    return b"".join(bytes([len(group) + 1]) + group for group in bytes(data).split(b"\0"))


def uncobs(chunk: bytes) -> bytes:
    out, at = bytearray(), 0
    while at < len(chunk):
        code = chunk[at]
        group = chunk[at + 1 : at + code]
        if code == 0 or len(group) != code - 1 or 0 in group:
            raise Damaged("no COBS")
        out += group
        at += code
        if at < len(chunk):
            out.append(0)
    return bytes(out)


def frame(kind: int, sequence: int, payload: Iterable[int] = b"") -> bytes:
    body = bytes([kind, sequence]) + bytes(payload)
    body += crc16(body).to_bytes(2, "big")
    if len(body) > LONGEST:
        raise ValueError(f"{len(body)} bytes are too many for a frame")
    return cobs(body) + b"\0"


def unframe(chunk: bytes) -> tuple[int, int, bytes]:
    """Return type, sequence and payload of the bytes between two zeros."""
    body = uncobs(chunk)
    if len(body) < 4:
        raise Damaged("too short")
    if len(body) > LONGEST:
        raise Damaged("too long")
    if crc16(body):
        raise Damaged("wrong checksum")
    return body[0], body[1], body[2:-2]


def pack(values: Sequence[int], bits: int) -> bytes:
    """Return a list as bytes: its count, then its values, the first value in the lowest bits."""
    per_byte = 8 // bits
    out = bytearray([len(values)])
    for at in range(0, len(values), per_byte):
        byte = 0
        for place, value in enumerate(values[at : at + per_byte]):
            byte |= value << (bits * place)
        out.append(byte)
    return bytes(out)


def text(string: str) -> bytes:
    data = string.encode()
    return bytes([len(data)]) + data


class Reader:
    """The fields of a payload, read in order; bytes after the last field are ignored."""

    def __init__(self, payload: bytes) -> None:
        self.payload, self.at = payload, 0

    def take(self, count: int) -> bytes:
        piece = self.payload[self.at : self.at + count]
        if len(piece) < count:
            raise BadPayload
        self.at += count
        return piece

    def byte(self, low: int = 0, high: int = 255) -> int:
        value = self.take(1)[0]
        if not low <= value <= high:
            raise BadPayload
        return value

    def packed(self, most: int, bits: int) -> list[int]:
        count = self.byte(0, most)
        data = self.take((count * bits + 7) // 8)
        per_byte = 8 // bits
        return [
            data[n // per_byte] >> bits * (n % per_byte) & (1 << bits) - 1 for n in range(count)
        ]

    def text(self, most: int) -> str:
        try:
            return self.take(self.byte(0, most)).decode()
        except UnicodeDecodeError:
            raise BadPayload from None


# --- layouts ------------------------------------------------------------------------------------


def labels_of(layout: str) -> list[str]:
    kind, _, number = layout.rpartition("-")
    size = int(number)
    if kind == "hexagon":
        return [
            f"{chr(97 + q + size - 1)}{r + size}"
            for q in range(1 - size, size)
            for r in range(1 - size, size)
            if abs(q + r) < size
        ]
    if kind == "squares":
        return [f"{chr(97 + file)}{rank + 1}" for rank in range(size) for file in range(size)]
    rings = {
        51: (1, 10, 10, 10, 20),
        71: (1, 10, 10, 10, 20, 10, 10),
        81: (1, 10, 10, 10, 20, 10, 20),
    }
    if kind == "decagon" and size in rings:
        return [
            f"{chr(97 + ring)}{n}"
            for ring, count in enumerate(rings[size])
            for n in range(1, count + 1)
        ]
    raise SystemExit(f"no layout {layout}")


# --- the board ----------------------------------------------------------------------------------


def say(*words: object) -> None:
    print(*words, flush=True)


class Board:
    def __init__(self, layout: str, name: str, side: bool = True) -> None:
        self.layout, self.name = layout, name
        self.labels = labels_of(layout)
        self.sensing = int(side)
        self.states = [0] * len(self.labels)
        self.boots = 0
        self.wiring = {0: list(range(128)), 1: list(range(128))}
        self.host: socket.socket | None = None
        self.mute = False
        self.button_down = 0
        self.shown: str | None = None
        self.boot()

    # life

    def boot(self) -> None:
        self.boots = self.boots % 65535 + 1
        self.born = time.monotonic()
        self.sequence = 0
        self.streaming = False
        self.next_state = self.last_command = 0.0
        self.codes: list[int] = []
        self.brightness = 255
        self.palette = list(COLOURS)
        self.bad_total = self.bad_new = 0
        self.next_complaint = 0.0
        self.chunk = bytearray()
        self.too_long = False
        self.line = bytearray()
        self.maybe_line = True
        self.show()
        self.welcome(0)

    def ms(self) -> int:
        return int((time.monotonic() - self.born) * 1000) % 2**32

    def attach(self, host: socket.socket) -> None:
        self.detach()
        self.host = host
        self.begin_chunk()
        say("host connected")

    def detach(self) -> None:
        """Stop sending, because the host has closed its TCP connection."""
        if self.host is not None:
            self.host.close()
            self.host = None
            say("host gone")
        self.streaming = False

    # sending

    def put(self, data: bytes) -> None:
        if self.host is None or self.mute:
            return
        try:
            self.host.sendall(data)
        except OSError:
            self.detach()

    def send(self, kind: int, payload: Iterable[int] = b"") -> None:
        self.put(frame(kind, self.sequence, payload))
        self.sequence = (self.sequence + 1) % 256

    def ack(self, number: int) -> None:
        self.send(ACK, [number])

    def error(self, number: int, code: int, detail: int) -> None:
        say(f"board error {code} {detail}")
        self.send(ERROR, [number, code, detail])

    def welcome(self, number: int) -> None:
        self.send(
            WELCOME,
            bytes(
                [
                    number,
                    MAJOR,
                    MINOR,
                    len(FIRMWARE),
                    *FIRMWARE,
                    len(self.labels),
                    self.sensing,
                    CALIBRATED | HAS_LIGHTS | HAS_BUTTON,
                ]
            )
            + self.boots.to_bytes(2, "big")
            + (0x57A26E12).to_bytes(4, "big")
            + text(self.layout)
            + text(self.name),
        )

    def state(self, number: int) -> None:
        self.send(
            STATE,
            bytes([number])
            + self.boots.to_bytes(2, "big")
            + self.ms().to_bytes(4, "big")
            + pack(self.states, 2),
        )

    # what happens on the board

    def put_counter(self, point: int, state: int) -> None:
        if not self.sensing and state == 2:
            state = 1
        if self.states[point] == state:
            return
        self.states[point] = state
        if self.streaming and state < 3:
            self.send(EVENT, bytes([point, state]) + self.ms().to_bytes(4, "big"))

    def press(self, down: int) -> None:
        self.button_down = down
        if self.streaming:
            self.send(BUTTON, bytes([down]) + self.ms().to_bytes(4, "big"))

    def show(self) -> None:
        lit = " ".join(
            f"{label}={CODES[code]}"
            for label, code in zip(self.labels, self.codes)
            if code and self.brightness
        )
        if lit != self.shown:
            self.shown = lit
            say("lights", lit or "dark")

    def tick(self) -> None:
        now = time.monotonic()
        if self.streaming and now >= self.next_state:
            self.next_state = max(self.next_state + 1, now)
            self.state(0)
        if self.codes and now - self.last_command > DARK_AFTER:
            say("board has heard nothing for 5 s")
            self.codes = []
            self.show()
        if self.streaming and self.bad_new and now >= self.next_complaint:
            self.error(0, BAD_FRAMES, min(self.bad_new, 255))
            self.bad_new = 0
            self.next_complaint = now + 1

    # receiving

    def begin_chunk(self) -> None:
        self.chunk.clear()
        self.line.clear()
        self.too_long = False
        self.maybe_line = True

    def receive(self, data: bytes) -> None:
        for byte in data:
            if byte == 0:
                chunk, too_long = bytes(self.chunk), self.too_long
                self.begin_chunk()
                if too_long:
                    self.damaged("too long")
                elif chunk.strip(b"\r\n"):
                    self.take_chunk(chunk)
                elif chunk:
                    # A chunk of line ends only is the rest of a line of text, so it is ignored.
                    pass
                continue
            if len(self.chunk) > LONGEST + 1:
                self.too_long = True
                self.maybe_line = False
                continue
            self.chunk.append(byte)
            if not self.maybe_line:
                continue
            if byte in b"\r\n":
                if self.line:
                    words = self.line.decode()
                    self.begin_chunk()
                    self.take_line(words)
            elif 0x20 <= byte <= 0x7E:
                self.line.append(byte)
            else:
                self.maybe_line = False

    def damaged(self, why: str) -> None:
        say("oops", why)
        self.bad_total += 1
        if self.streaming:
            self.bad_new += 1

    def take_line(self, words: str) -> None:
        say("text", words)
        self.streaming = False
        answer = "? this help" if words.strip() == "?" else f"{self.layout}: try ?"
        self.put(answer.encode() + b"\r\n\0")

    def take_chunk(self, chunk: bytes) -> None:
        try:
            kind, number, payload = unframe(chunk)
        except Damaged as why:
            self.damaged(str(why))
            return
        if kind >= 0x80:
            return  # a board's message reaches it only as an echo
        self.last_command = time.monotonic()
        if kind not in (PING, LIGHTS):
            say("got", NAMES.get(kind, kind))
        try:
            self.obey(kind, number, Reader(payload))
        except BadPayload:
            self.error(number, BAD_PAYLOAD, kind)

    def obey(self, kind: int, number: int, fields: Reader) -> None:
        if kind == HELLO:
            major = fields.byte()
            fields.byte()
            if major != MAJOR:
                self.error(number, VERSION, MAJOR)
                return
            self.welcome(number)
            self.state(0)
            self.streaming = True
            self.next_state = time.monotonic() + 1
        elif kind == PING:
            self.ack(number)
        elif kind == GET_STATE:
            self.state(number)
        elif kind == LIGHTS:
            brightness = fields.byte()
            codes = fields.packed(128, 4)
            self.brightness, self.codes = brightness, codes
            self.ack(number)
            self.show()
        elif kind == PALETTE:
            first = fields.byte(0, 15)
            colours = [
                (fields.byte(), fields.byte(), fields.byte(), fields.byte(0, 3))
                for _ in range(fields.byte(0, 16))
            ]
            for code, colour in enumerate(colours, first):
                if code < 16:
                    self.palette[code] = colour
            self.ack(number)
        elif kind == SELF_TEST:
            self.send(
                HEALTH,
                bytes([number, 1, self.button_down])
                + bytes(8)
                + min(self.bad_total, 65535).to_bytes(2, "big")
                + pack([int(state == 3) for state in self.states], 1),
            )
        elif kind == SET_NAME:
            fields.byte(1, 128)
            fields.text(16)
            self.name = fields.text(20)
            self.ack(number)
        elif kind == SET_WIRING:
            line, first = fields.byte(0, 1), fields.byte(0, 127)
            places = [fields.byte(0, 127) for _ in range(fields.byte(0, 64))]
            if first + len(places) > 128:
                raise BadPayload
            self.wiring[line][first : first + len(places)] = places
            self.ack(number)
        elif kind == GET_WIRING:
            line, first = fields.byte(0, 1), fields.byte(0, len(self.labels) - 1)
            places = self.wiring[line][first : min(first + 64, len(self.labels))]
            self.send(WIRING, [number, line, first, len(places), *places])
        elif kind == CALIBRATE:
            fields.byte(0, 3)
            fields.byte(0, 127)
            self.error(number, NOT_POSSIBLE, kind)
        elif kind == GET_READINGS:
            fields.byte(0, 127)
            fields.byte(1, 12)
            self.error(number, NOT_POSSIBLE, kind)
        else:
            self.error(number, UNKNOWN_TYPE, kind)


# --- the program --------------------------------------------------------------------------------


class Script:
    """Carries out the lines of standard input one by one."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lines: queue.Queue[str] = queue.Queue()
        self.free_at = 0.0
        self.release_at: float | None = None
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        for line in sys.stdin:
            self.lines.put(line)
        self.lines.put("quit")

    def step(self) -> bool:
        """Run one step; return False when the device has to end."""
        now = time.monotonic()
        if self.release_at is not None and now >= self.release_at:
            self.release_at = None
            self.board.press(0)
        while now >= self.free_at and not self.lines.empty():
            words = self.lines.get().split()
            if not words:
                continue
            if words[0] == "quit":
                return False
            try:
                self.run(words[0], words[1:])
            except (ValueError, IndexError) as why:
                say("oops", " ".join(words), why)
        return True

    def run(self, command: str, rest: list[str]) -> None:
        board = self.board
        if command in ("set", "clear", "broken"):
            state = {"clear": 0, "broken": 3}.get(command)
            if state is None:
                state = int(rest[1])
            board.put_counter(board.labels.index(rest[0]), state)
        elif command == "button":
            board.press(1)
            self.release_at = time.monotonic() + 0.12
            self.free_at = self.release_at + 0.01
        elif command == "press":
            board.press(1)
        elif command == "release":
            board.press(0)
        elif command == "wait":
            self.free_at = time.monotonic() + int(rest[0]) / 1000
        elif command == "show":
            say("lights", board.shown or "dark")
            say(
                "board",
                " ".join(
                    f"{label}={state}" for label, state in zip(board.labels, board.states) if state
                )
                or "empty",
            )
        elif command == "raw":
            board.put(bytes.fromhex("".join(rest)))
        elif command == "reboot":
            board.boot()
        elif command in ("silent", "talk"):
            board.mute = command == "silent"
        else:
            raise ValueError("what?")


def main() -> None:
    parser = argparse.ArgumentParser(description="a sensor board on a TCP port")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--layout", default="hexagon-3")
    parser.add_argument("--name", default="Stranger")
    parser.add_argument("--occupancy", action="store_true")
    options = parser.parse_args()
    server = socket.create_server(("127.0.0.1", options.port))
    say("port", server.getsockname()[1])
    board = Board(options.layout, options.name, not options.occupancy)
    script = Script(board)
    while script.step():
        board.tick()
        listening = [server] if board.host is None else [board.host]
        ready, _, _ = select.select(listening, [], [], 0.01)
        if server in ready:
            host, _ = server.accept()
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            board.attach(host)
        elif ready and board.host is not None:
            try:
                data = board.host.recv(4096)
            except OSError:
                data = b""
            if data:
                board.receive(data)
            else:
                board.detach()


if __name__ == "__main__":
    main()
