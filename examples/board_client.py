"""Talk to a sensor board: greet it, light a point, and print how pieces are moved.

    python -m examples.board_client                        # simulates a board and its player
    python -m examples.board_client 192.168.1.20 7000      # a board on the network, or a simulator

`hardware.wire` turns bytes into messages and back, so any connection will do; here it is a socket.
`hardware/PROTOCOL.md` describes every message.
"""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from hardware.wire.codec import Decoder, Undecodable
from hardware.wire.messages import Hello, Lights, Message, Ping, PointChanged, Welcome
from hardware.wire.palette import standard
from hardware.wire.send_window import SendWindow

# After this many seconds without a message, a PING shows the board that the host is still there.
QUIET_S = 1.0
HANDS = "set e5 1\nwait 0.2\nset d4 2\nwait 0.2\nmove d4 d5\n"  # moves on a simulated board


def messages(line: socket.socket, window: SendWindow) -> Iterator[Message]:
    """Yield the board's messages, and send what is in the window."""
    decoder = Decoder()
    line.settimeout(0.1)
    heard = time.monotonic()
    while True:
        line.sendall(window.due(time.monotonic()))  # unanswered commands are repeated
        try:
            received = line.recv(4096)
            heard = time.monotonic()
        except TimeoutError:
            received = b""
        if window.idle and time.monotonic() - heard > QUIET_S:
            window.put(Ping())
        for message in decoder.feed(received):
            if not isinstance(message, Undecodable):
                window.answered(message)
                yield message


def follow(line: socket.socket, changes: int, greeted: Callable[[], None]) -> None:
    """Print the board's messages until this many points have changed."""
    window, welcome = SendWindow(), None
    window.put(Hello())
    for message in messages(line, window):
        if isinstance(message, Welcome) and welcome is None:
            welcome = message
            print(f"{message.name or 'a board'}: {message.layout}, {message.points} points")
            # This message sets the colours of the codes.
            window.put(standard())
            # This message lights the first point.
            window.put(Lights(codes=(1,)))
            greeted()
        elif isinstance(message, PointChanged):
            print(f"point {message.point} shows face {message.state}")
            changes -= 1
            if not changes:
                return


def simulate() -> None:
    """Start a simulated board; two pieces are placed on it and one is moved."""
    command = ["main.py", "board", "simulate", "--layout", "hexagon-5", "--tcp", "0", "--headless"]
    with subprocess.Popen(
        [sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as board:
        assert board.stdin is not None
        assert board.stdout is not None
        hands = board.stdin
        host, _, port = board.stdout.readline().strip().removeprefix("socket://").rpartition(":")

        def play() -> None:
            hands.write(HANDS)
            hands.flush()

        with socket.create_connection((host, int(port))) as line:
            follow(line, 4, play)
        board.communicate("quit\n")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        with socket.create_connection((sys.argv[1], int(sys.argv[2]))) as line:
            follow(line, sys.maxsize, lambda: None)
    else:
        simulate()
