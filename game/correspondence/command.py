"""The command `main.py correspondence new|list|show|play|take|remind`."""

from __future__ import annotations

import argparse
import secrets
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from game.correspondence import game as games
from game.correspondence.errors import CorrespondenceError
from game.correspondence.game import DAY_S, CorrespondenceGame
from game.correspondence.letter import MAX_DAYS, MAX_TEXT_LENGTH
from game.library.game_text import text_of
from game.platform.arguments import add_arguments, number
from game.platform.codes import new_code
from game.platform.locks import file_locked
from game.platform.paths import COMMAND
from game.platform.sanitize import say
from game.platform.toml import read_own
from game.rules.registry import with_lot

REMINDER_TIMEOUT_S = 60.0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog=f"{COMMAND} correspondence")
    commands = top.add_subparsers(
        dest="command", metavar="new|list|show|play|take|remind", required=True
    )
    tables = read_own(Path(__file__).with_name("commands.toml"))
    for name, table in tables.items():
        own = commands.add_parser(name, help=table["help"], description=table["help"])
        add_arguments(own, tables, name, {"days": number(float, 0, MAX_DAYS)})
    return top


def main(words: Sequence[str]) -> int:
    """Run the command.

    Raises CorrespondenceError, RecordError, RulesError or OSError, which `game.cli` reports.
    """
    arguments, now = parser().parse_args(words), time.time()
    if arguments.command == "new":
        _show(_new(arguments, now))
    elif arguments.command == "list":
        for game in sorted(games.load_all(), key=_order):
            say(f"{game.number[:6]}  {_sentence(game, now)}")
    elif arguments.command == "show":
        found = games.find(arguments.game)
        say(text_of(found.match))
        _show(found)
    elif arguments.command == "play":
        _show(games.play_text(arguments.game, arguments.turn, now))
    elif arguments.command == "take":
        text = " ".join(arguments.text) or sys.stdin.read(MAX_TEXT_LENGTH)
        taken = games.take_text(text, now)
        say(f"{taken.number[:6]}  {_sentence(taken, now)}")
    else:
        return _remind(arguments.run, now)
    return 0


def _new(arguments: argparse.Namespace, now: float) -> CorrespondenceGame:
    names = [name.strip() for name in arguments.names.split(",")]
    own = () if arguments.hosted else (int(arguments.seat) - 1,)
    setup = with_lot(" ".join(arguments.setup), secrets.randbelow(1_000_000))
    game = games.begin(setup, names, own, arguments.days, now)
    if arguments.hosted:
        game.url = arguments.hosted.rstrip("/") + "/"
        game.codes = {str(seat): new_code() for seat in range(len(names))}
    with file_locked(games.folder() / "games"):
        games.save(game)
    return game


def _show(game: CorrespondenceGame) -> None:
    """Print what the user should send: the text, or the links of a hosted game."""
    if not game.url:
        say(f"{announcement(game)}\n\n{game.text()}")
    for seat, name in enumerate(game.names if game.url else ()):
        code = game.codes.get(str(seat), "")
        say(f"{name}: {game.url}#{code}" if code else f"{name}: {game.url}")


def announcement(game: CorrespondenceGame) -> str:
    """Return the line above a text: the players, the last turn, and the player to move."""
    match = game.match
    last = f", {len(match.turns)}. {match.turns[-1].text}" if match.turns else ""
    to_move = "over" if match.over else f"{game.names[match.to_move]} to move"
    return f"{match.game.title}: {' - '.join(game.names)}{last} ({to_move})"


def _sentence(game: CorrespondenceGame, now: float) -> str:
    left = game.seconds_left(now)
    when = "" if left is None else f", {left / DAY_S:.1f} days left" if left > 0 else ", time over"
    return announcement(game) + (", your turn" if game.waits_here else "") + when


def _order(game: CorrespondenceGame) -> tuple[bool, bool, float]:
    return game.match.over, not game.waits_here, game.since


def _remind(command: str, now: float) -> int:
    """Print the games that wait, or pass each to a command; return 1 if a command failed."""
    failed = False
    waiting = [game for game in games.load_all() if game.waits_here or _hosted(game)]
    for game in waiting:
        sentence = f"{game.number[:6]}  {_sentence(game, now)}" + (game.url and f": {game.url}")
        if not command:
            say(sentence)
            continue
        try:
            words = [*shlex.split(command), sentence]
            failed |= subprocess.run(words, timeout=REMINDER_TIMEOUT_S, check=False).returncode != 0
        except (OSError, ValueError, subprocess.SubprocessError) as why:
            raise CorrespondenceError("command", command=command, reason=why) from None
    return int(failed)


def _hosted(game: CorrespondenceGame) -> bool:
    return bool(game.url) and not game.match.over
