"""Runs kernels of other systems beside this one's: `python -m tools.packaging.try_kernels`.

The program's arguments of one search from the start of a game are given to `try_kernels.c` on this
machine, under QEMU (Linux on arm64) and under Wine (Windows on x86-64). Visit counts, actions and
proofs of all nodes must be the same in every tree. The output also tells whether fractions are the
same bit for bit, since C libraries differ in their logarithms. Libraries for macOS and for Windows
on arm64 are not run; only their symbols are checked. Skipped systems are named, and the exit code
is then 3.
"""

from __future__ import annotations

import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from game.engine.compile import prebuilt
from game.engine.compile.arrays import layout
from game.engine.compile.prebuilt import pack
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.search_tree import TreeConfig
from game.platform.storage import cache_folder
from game.rules.registry import GAMES, parse_setup, usual_setup
from tools.packaging.kernels import TARGETS, ZIG

SOURCE = Path(__file__).with_suffix(".c")
TEMPLATE, NAME = "engine/kernels/mcts", "iterate"
ADDRESS = 4  # index of the address among the words of an array
NOT_TRIED = 3  # exit code if some system was skipped


def flat(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from flat(value)
        else:
            yield value


def arguments_of(symbol: str, kinds: list[prebuilt.Kind], values: Sequence[Any]) -> bytes:
    """Return the arguments of a call in the format of `try_kernels.c`."""
    packed: list[bytes] = []
    pack(kinds, values, packed)
    arrays, words = [], []
    for value, one in zip(flat(values), packed, strict=True):
        numbers = struct.unpack(f"{len(one) // 8}q", one)
        if len(numbers) == 1:
            words.append((-1, numbers[0]))
            continue
        kind, _shape, _address = layout(value)
        content = memoryview(value).tobytes()
        words += [
            (len(arrays) if place == ADDRESS else -1, number)
            for place, number in enumerate(numbers)
        ]
        arrays.append(struct.pack("qq", ord(kind[1]), len(content)) + content)
    told = struct.pack("q", len(symbol)) + symbol.encode()
    told += struct.pack("q", len(arrays)) + b"".join(arrays)
    return told + struct.pack("q", len(words)) + b"".join(struct.pack("qq", *one) for one in words)


class CalledError(Exception):
    """Ends a search at its call of the kernel."""


def search(key: str, visits: int) -> bytes:
    """Return the arguments of the kernel in a search of a game on this machine.

    CalledError is raised and caught inside. Raises RuntimeError if the kernel is not called.
    """
    templates = prebuilt.prebuilt(key).kernels
    (template,) = (name for name, entries in templates.items() if NAME in entries)
    kernel = templates[template][NAME]
    kept: list[bytes] = []

    def noted(*values: Any) -> Any:
        kept.append(arguments_of(f"{template}.{NAME}", kernel._kinds, values))
        raise CalledError

    templates[template][NAME] = noted  # type: ignore[index]
    game = parse_setup(usual_setup(key))
    tree = ActionTree(game, profile_of(game), TreeConfig(True, 4 * visits, 7))
    tree.start(game.start())
    try:
        tree.grow(visits)
    except CalledError:
        return kept[0]
    raise RuntimeError(f"{key} is searched without {NAME}")


def driver(level: str, folder: Path) -> Path:
    """Compile `try_kernels.c` for the system of a level, and return the program's path."""
    made = folder / f"driver-{level}.exe"
    target = ["-target", TARGETS[level].zig]
    subprocess.run([*ZIG, "cc", "-O1", *target, "-o", made, SOURCE], check=True)
    return made


def runner(level: str, root: Path | None) -> list[str] | str:
    """Return the command prefix that runs a level's programs, or text about what is missing."""
    if level in prebuilt.levels():
        return []
    if level.startswith("linux-arm64"):
        qemu = shutil.which("qemu-aarch64-static") or shutil.which("qemu-aarch64")
        if qemu is None or root is None:
            return "qemu-aarch64-static, and --root with the C library of arm64"
        return [qemu, "-cpu", "max", "-L", str(root)]
    if level == "windows-x86_64-v2":
        return ["wine"] if shutil.which("wine") else "wine"
    return "a machine of its own"


def tried(command: Sequence[str]) -> tuple[list[str], list[str], str]:
    """Return a driver's output about whole numbers, about fractions, and about its time."""
    # Wine takes minutes to make its prefix, so the prefix is cached. It contains a link to "/", so
    # it must not be among the sources.
    wine = {"WINEPREFIX": str(cache_folder() / "wine"), "DISPLAY": "", "WINEDEBUG": "-all"}
    wine["WINEDLLOVERRIDES"] = "mscoree,mshtml="  # Wine would offer to download these
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env=os.environ | wine
    )
    lines = done.stdout.split("\n")
    fractions = [line.strip() for line in lines if line.startswith("f ")]
    whole = [line.strip() for line in lines if line.startswith(("result", "i "))]
    return whole, fractions, next(line for line in lines if line.startswith("seconds")).strip()


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[game.key for game in GAMES], action="append")
    parser.add_argument("--visits", type=int, default=5000)
    parser.add_argument("--root", type=Path, help="a folder with the C library of arm64")
    parser.add_argument("--levels", nargs="+", choices=TARGETS, help="these alone")
    parser.add_argument("--from", type=Path, default=prebuilt.FOLDER, dest="folder")
    arguments = parser.parse_args(words)
    own = prebuilt.levels()[0]
    levels = arguments.levels or [level for level in TARGETS if not level.startswith("emscripten")]
    wrong, left = [], []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        drivers: dict[str, Path] = {}
        for key in arguments.game or [game.key for game in GAMES]:
            dump = folder / key
            dump.write_bytes(search(key, arguments.visits))
            expected = None
            for level in dict.fromkeys((own, *levels)):
                before = runner(level, arguments.root)
                library = arguments.folder / prebuilt.path_of(key, level).name
                if isinstance(before, str):
                    left.append(f"{level}: not run, for it needs {before}")
                    print(
                        f"{key} {level}: {symbols(library, key)} kernels, not run: needs {before}"
                    )
                    continue
                if level not in drivers:
                    drivers[level] = driver(level, folder)
                command = [*before, str(drivers[level]), str(library), str(dump)]
                whole, fractions, seconds = tried(command)
                expected = expected or (whole, fractions)
                same = whole == expected[0]
                exact = "" if fractions == expected[1] else ", fractions not bit for bit"
                print(f"{key} {level}: {'the same' if same else 'DIFFERENT'}{exact}, {seconds}")
                if not same:
                    wrong.append(f"{key} {level}")
    if wrong:
        print("other trees: " + ", ".join(wrong), file=sys.stderr)
        return 1
    return NOT_TRIED if left else 0


def symbols(library: Path, key: str) -> int:
    """Return how many kernels a library exports. Raises ValueError if one is missing."""
    content = library.read_bytes()
    entries = prebuilt.prebuilt(key).kernels
    names = [f"{template}.{name}" for template in entries for name in entries[template]]
    for name in (prebuilt.CONTENTS, *names):
        if name.encode() + bytes(1) not in content:
            raise ValueError(f"{library.name} does not export {name}")
    return len(names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
