"""Hostile files: files that once harmed the program, and good files damaged at random.

`samples` are good files of every kind that the program reads. `damaged` makes bad files from them,
always the same for a seed. `found`, `large` and `special` are further files that may do harm.
"""

from __future__ import annotations

import json
import os
import random
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

from game.openings.book import file_of as book_file
from game.platform.settings import Settings
from game.puzzles.catalogue import shipped
from game.puzzles.puzzle import dump as dump_puzzles
from game.rules.boards import read_board
from game.table.record import dump
from game.tournament import trf
from tests.library.kept_games import played

DIGITS = "9" * 5000
DEEP = 100_000
SURROGATE = "\\ud800"
POISON = (
    *("1e999", "-1e999", "NaN", "-Infinity", DIGITS, f"-{DIGITS}", "9" * 400, "1" + "0" * 400),
    *("null", "true", "-1", "0", "1.5", '""', "[]", "{}", "[[[]]]", '{"": {"": []}}'),
    *(f'"{SURROGATE}"', '"\\u0000"', '"\\u001b[31mred\\u0007"', '"' + "x" * 100_000 + '"'),
    *('"../../../../etc/passwd"', '"/dev/zero"', '"more-or-less board=/dev/zero"', '"\\udfff\\n"'),
)


def samples() -> dict[str, str]:
    """Return good files of every kind, by name."""
    puzzles = shipped("less", "home")[:3]
    book = json.loads(book_file("libra size=4 mode=duel").read_text(encoding="utf-8"))
    book["pages"] = dict(list(book["pages"].items())[:5])
    return {
        "record.json": dump(played("2026-01-01T10:00:00")),
        "line-board.json": dump(played("2026-01-02", setup="more-or-less", actions=5)),
        "board.json": read_board("decagon-51"),
        "puzzles.json": dump_puzzles(puzzles),
        "book.json": json.dumps(book),
        "settings.json": json.dumps({"version": 1, **asdict(Settings(names=("Ann", "Ben")))}),
        "scores.json": json.dumps({"version": 1, "games": {"less": {"p": []}}, "modes": {"a": []}}),
        "seat.json": json.dumps({"v": 1, "table": "h:1", "key": "k", "length": 1, "ahead": ["a"]}),
        "kiosk.ini": "[kiosk]\nidle = 60\nleave = escape q\nvolume = 09:00=80\n",
        "people.csv": "Anna;1500;Club\nBo\n",
        "results.trf": TRF,
        "recording.jsonl": '{"recording": 1}\n{"t": 1.0, "in": "00ff"}\n',
        "secret.txt": "ab" * 32,
    }


TRF = "012 Cup\n132\nXXR 3\n" + "".join(
    f"001 {n:>4}      {name:<33} 1500                            0.0    {n}\n"
    for n, name in enumerate(("Anna", "Bo", "Cy"), start=1)
)
assert len(trf.read(TRF, "libra size=2")) > 4  # the sample is valid


def damaged(count: int, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield `count` randomly damaged copies of good files, with their names."""
    dice, good = random.Random(seed), samples()
    names = sorted(good)
    for number in range(count):
        name = names[number % len(names)]
        harm = dice.choice(HARMS)
        yield f"{number:03}-{name}", harm(good[name].encode(), dice)


def _flipped(data: bytes, dice: random.Random) -> bytes:
    harmed = bytearray(data)
    for _time in range(dice.randint(1, 20)):
        harmed[dice.randrange(len(harmed))] = dice.randrange(256)
    return bytes(harmed)


def _cut(data: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data))]


def _zeroed(data: bytes, dice: random.Random) -> bytes:
    begin = dice.randrange(len(data))
    return data[:begin] + bytes(len(data) - begin)


def _spliced(data: bytes, dice: random.Random) -> bytes:
    one, other = sorted(dice.randrange(len(data)) for _end in range(2))
    return data[:other] + data[one:]


def _poisoned(data: bytes, dice: random.Random) -> bytes:
    """Replace some values in JSON by poison; in text that is not JSON, some words."""
    poison = [dice.choice(POISON) for _time in range(dice.randint(1, 3))]
    try:
        text = json.dumps(_marked(json.loads(data), dice, len(poison)))
    except ValueError:
        words = data.decode().split(" ")
        for one in poison:
            words[dice.randrange(len(words))] = one
        return " ".join(words).encode()
    for number, one in enumerate(poison):
        text = text.replace(f'"@{number}"', one)
    return text.encode()


def _marked(data: object, dice: random.Random, marks: int) -> object:
    """Return the data with this many values replaced by marks; poison replaces the marks later."""
    for number in range(marks):
        at = data
        while isinstance(at, dict | list) and at:
            key = dice.choice(list(at)) if isinstance(at, dict) else dice.randrange(len(at))
            below = at[key]
            if not isinstance(below, dict | list) or not below or dice.random() < 0.3:
                at[key] = f"@{number}"
                break
            at = below
    return data


HARMS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flipped,
    _cut,
    _zeroed,
    _spliced,
    _poisoned,
    _poisoned,
    _poisoned,
)


def found() -> Mapping[str, bytes]:
    """Return, by name, files that have done harm or might do it."""
    record, board = samples()["record.json"], samples()["board.json"]
    wide = {f"a{n}": [n / 1000 % 1, n // 1000 / 1000] for n in range(2_000)}
    return {
        "surrogate-name.json": record.replace('"Ann"', f'"{SURROGATE}"').encode(),
        "nul-name.json": record.replace('"Ann"', '"a\\u0000b"').encode(),
        "escape-name.json": record.replace('"Ann"', '"\\u001b[2J\\u009b31mAnn"').encode(),
        "long-integer.json": record.replace('"seed": null', f'"seed": {DIGITS}').encode()
        + f'{{"version": {DIGITS}}}'.encode(),
        "integer-of-record.json": f'{{"version": {DIGITS}}}'.encode(),
        "far-coordinate.json": board.replace("0.0,", "9" * 400 + ",", 1).encode(),
        "points.json": json.dumps({"points": wide, "lines": [list(wide)]}).encode(),
        "window.json": b'{"version": 1, "window": [1e999, 900]}',
        "window-vast.json": b'{"version": 1, "window": [1e300, 900]}',
        "deep.json": b"[" * DEEP,
        "deep-objects.json": b'{"version": 1, "a": ' + b'{"a":' * DEEP,
        "deep-whole.json": b"[" * 900 + b"]" * 900,
        "keys.json": b'{"version": 1, "keys": {"hint": 3}, "names": [1], "matches": {"less": 1}}',
        "seats.json": b'{"version": 1, "matches": {"less": {"seats": [1, 2], "clock": {}}}}',
        "binary.json": bytes(range(256)),
        "empty.json": b"",
        "board-of-devices.txt": b"more-or-less board=/dev/zero",
        "board-of-input.txt": b"more-or-less board=/dev/stdin",
        "board-of-nothing.txt": b"more-or-less board=\x00\xf0\x9f",
        "latin.csv": "J\xfcrgen;1500\n".encode("latin-1"),
        "percent.ini": b"[kiosk]\nidle = %(idle)s\n[kiosk]\n",
    }


def large() -> Mapping[str, bytes]:
    """Return files near or above the size limit, which need the most memory or time."""
    most = 7_990_000
    return {
        "lists.json": b"[" + b"[]," * (most // 3) + b"[]]",
        "numbers.json": b"[" + b"1.5," * (most // 4) + b"1]",
        "text.json": b'{"setup": "' + b"x" * most + b'"}',
        "wide-text.json": '{"setup": "\N{GRINNING FACE}'.encode() + b"x" * most + b'"}',
        "escapes.json": b'{"setup": "' + b"\\n" * (most // 2) + b'"}',
        "quotes.json": b"[" + b'"",' * (most // 3) + b'""]',
        "too-large.json": b"[" + b" " * 9_000_000 + b"]",
    }


def special(folder: Path) -> list[Path]:
    """Make folders, pipes, links and sockets with the names of files, and return their paths."""
    (folder / "folder.json").mkdir()
    if sys.platform == "win32":
        return [folder / "folder.json"]
    os.mkfifo(folder / "fifo.json")
    (folder / "zero.json").symlink_to("/dev/zero")
    (folder / "input.json").symlink_to("/dev/stdin")
    (folder / "terminal.json").symlink_to("/dev/tty")
    (folder / "nowhere.json").symlink_to(folder / "missing")
    (folder / "itself.json").symlink_to(folder / "itself.json")
    (folder / "to-fifo.json").symlink_to(folder / "fifo.json")
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(str(folder / "socket.json"))
    no_utf8 = Path(os.fsdecode(os.fsencode(folder) + b"/\xff\x1b.json"))
    no_utf8.write_text(samples()["record.json"], encoding="utf-8")
    return sorted(folder.iterdir())
