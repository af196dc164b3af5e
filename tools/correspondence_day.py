"""A day of correspondence with kills: python -m tools.correspondence_day [--games N] [--kills N].

Guests play hosted games over real connections, while the host is killed (SIGKILL) at random moments
and restarted. The command plays games by letter and is killed, too. At the end every turn must be
stored exactly once. Prints a summary; returns 1 if any turn was lost or doubled.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.network.guest.guest import Guest
from game.network.lines.addresses import Address
from game.network.lines.tickets import Ticket
from game.network.lines.ws_client import WebSocketClient
from game.platform.processes import own_command
from game.rules.proposals import Play
from game.table.match import Match
from game.table.record import from_record

SETUPS = ("libra size=3", "more-or-less", "less seed=1")
PATIENCE_S = 120.0
PLAYS_AT_ONCE = 0.05  # probability that a player whose turn it is plays in one step


def run(home: Path, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command of correspondence with the data folder `home`."""
    command = own_command("correspondence", *words)
    place = {**os.environ, "LESS_IS_MORE_HOME": str(home)}
    return subprocess.run(
        command, env=place, input=text, capture_output=True, text=True, check=False
    )


def records(home: Path) -> dict[str, dict[str, Any]]:
    """Return the contents of all games' files, by number; a damaged file raises ValueError."""
    found = home.glob("**/correspondence/*.json")
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in found}


def turns_of(data: dict[str, Any], seat: int) -> list[str]:
    match = from_record(data["record"])
    return [turn.text for turn in match.turns if turn.seat == seat]


def whole_turn(match: Match, lot: random.Random) -> str:
    """Return a random legal turn as text; the match is not changed."""
    state, seat, played = match.state, match.to_move, list[str]()
    while not match.game.outcome(state) and match.game.to_move(state) == seat:
        action = lot.choice(match.game.legal(state))
        played.append(str(action))
        state = match.game.play(state, action).state
    return ",".join(played)


# -- hosted games ----------------------------------------------------------------------------------


class Host:
    """The program that serves all hosted games of a folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.create_server(("127.0.0.1", 0)) as port:
            self.address = Address(*port.getsockname())
        self.start()

    def start(self) -> None:
        place = {**os.environ, "LESS_IS_MORE_HOME": str(self.home)}
        command = own_command("serve", "--address", str(self.address))
        self.process = subprocess.Popen(
            command, env=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Player:
    """Somebody with the link of a seat, who plays random turns and notes them."""

    def __init__(self, address: Address, code: str, seat: int, lot: random.Random) -> None:
        self.address, self.code, self.seat, self.lot = address, code, seat, lot
        self.noted: list[str] = []
        self.open()

    def open(self) -> None:
        """Open the link, as on another device."""
        self.guest = Guest(WebSocketClient(self.address), Ticket(self.code))

    def update(self, turns: int) -> None:
        guest = self.guest
        guest.update(time.monotonic())
        # The host has only just started, and may not know the code yet.
        if guest.problem == "wrong-code" and guest.online:
            time.sleep(0.2)
            guest.claim(self.code)
        match = guest.match
        if match is None or guest.seat is None or guest.waiting or match.over:
            return
        if self.lot.random() > PLAYS_AT_ONCE:
            return
        if match.to_move == self.seat and len(self.noted) < turns and not match.turn_begun:
            text = whole_turn(match, self.lot)
            actions = tuple(match.game.parse_turn(match.state, text))
            self.noted.append(text)
            match.submit_or_raise(Play(actions))

    def done(self, turns: int) -> bool:
        match = self.guest.match
        ended = match is not None and (match.over or len(self.noted) >= turns)
        return ended and not self.guest.waiting and not self.guest.ahead[1]


@contextmanager
def hosted(home: Path, count: int, lot: random.Random) -> Iterator[tuple[Host, list[Player]]]:
    """Serve this many new games, with a player at every seat."""
    host = Host(home)
    for number in range(count):
        setup = SETUPS[number % len(SETUPS)].split()
        done = run(home, "new", *setup, "--names", "A,B", "--hosted", "http://127.0.0.1/")
        assert done.returncode == 0, done.stderr
    players = [
        Player(host.address, code, int(seat), lot)
        for data in records(home).values()
        for seat, code in data["codes"].items()
    ]
    try:
        yield host, players
    finally:
        for player in players:
            player.guest.line.close()
        host.kill()


def play_hosted(home: Path, count: int, turns: int, kills: int, seed: int) -> list[str]:
    """Play hosted games while the host is killed; return the faults found."""
    lot = random.Random(seed)
    with hosted(home, count, lot) as (host, players):
        begun, kill_at, last = time.monotonic(), time.monotonic() + 1, time.monotonic()
        while not all(player.done(turns) for player in players):
            for player in players:
                player.update(turns)
                settled = player.guest.seat is not None and not player.guest.waiting
                settled &= not player.guest.ahead[1]
                if kills and settled and lot.random() < 0.002:
                    player.guest.line.close()
                    player.open()
            time.sleep(0.005)
            if kills and time.monotonic() > kill_at:
                kills, last = kills - 1, time.monotonic()
                host.kill()
                host.start()
                kill_at = time.monotonic() + lot.uniform(0.2, 4.0)
            if time.monotonic() > max(begun, last) + PATIENCE_S:
                return ["it did not come to its end"]
        kept = records(home)
    codes = {code: data for data in kept.values() for code in data["codes"].values()}
    return [
        f"seat {player.seat}: {player.noted} played, {found} kept"
        for player in players
        if (found := turns_of(codes[player.code], player.seat)) != player.noted
    ]


# -- games by letter -------------------------------------------------------------------------------


def killed(home: Path, lot: random.Random, *words: str, text: str) -> None:
    """Run the command and kill it at a random moment."""
    place = {**os.environ, "LESS_IS_MORE_HOME": str(home)}
    process = subprocess.Popen(
        own_command("correspondence", *words),
        env=place,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        process.communicate(text, timeout=lot.uniform(0.1, 0.6))
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()


def play_letters(folder: Path, turns: int, seed: int) -> list[str]:
    """Play one game by letter; every command is killed once, then repeated."""
    lot, homes = random.Random(seed), [folder / "anna", folder / "bernd"]
    run(homes[0], "new", "libra", "size=3", "--names", "Anna,Bernd")
    played, text = list[str](), ""
    for turn in range(turns):
        home = homes[turn % 2]
        if text:
            killed(home, lot, "take", text=text)
            # This repeats the command, in case the killed command had not accepted the turn.
            run(home, "take", text=text)
        [(number, data)] = records(home).items()
        before = from_record(data["record"])
        if [one.text for one in before.turns] != played:
            return [f"turn {turn}: {played} played, {data['record']['turns']} kept"]
        if before.over:
            break
        played.append(whole_turn(before, lot))
        killed(home, lot, "play", number, played[-1], text="")
        # This repeats the command; it is refused if the turn was played before the kill.
        run(home, "play", number, played[-1])
        text = run(home, "show", number).stdout
    return []


def main() -> int:
    """Run the day and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("games", 6), ("turns", 20), ("kills", 30), ("letters", 20), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), time.monotonic()
        wrong = play_hosted(folder / "host", asked.games, asked.turns, asked.kills, asked.seed)
        wrong += play_letters(folder, asked.letters, asked.seed)
        count = sum(len(data["record"]["turns"]) for data in records(folder / "host").values())
        print(
            f"{asked.games} hosted games, {count} turns, {asked.kills} kills of the host; "
            f"{asked.letters} turns by letter, each command killed once: "
            f"{len(wrong)} wrong ({time.monotonic() - begun:.0f} s)"
        )
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
