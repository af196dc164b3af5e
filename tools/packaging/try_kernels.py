"""Runs kernels of other systems beside this one's: `python -m tools.packaging.try_kernels`.

One search from the start of a game, as this program calls it, is given to `try_kernels.c` on this
machine, under QEMU (Linux on arm64) and under Wine (Windows on x86-64).  Every tree must be the
same: the visits, the actions and the proofs of all nodes.  Whether fractions are the same bit for
bit is said, too: C libraries differ in their logarithms.  Of macOS and of Windows on arm64 nothing
is run: their libraries are only asked for their symbols.  What is not here is named, and the exit
code is then 3.
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
ADDRESS = 4  # which word of an array
NOT_TRIED = 3  # exit code


def flat(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from flat(value)
        else:
            yield value


def arguments_of(symbol: str, kinds: list[prebuilt.Kind], values: Sequence[Any]) -> bytes:
    """Return the arguments of a call as `try_kernels.c` reads them."""
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
    """Ends a search where it calls its kernel."""


def search(key: str, visits: int) -> bytes:
    """Return the arguments of a search of a game, by its own kernels of this machine.

    CalledError, which it raises within the search, ends there.  Raises RuntimeError.
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
    """Return the program of `try_kernels.c` for the system of a level."""
    made = folder / f"driver-{level}.exe"
    target = ["-target", TARGETS[level].zig]
    subprocess.run([*ZIG, "cc", "-O1", *target, "-o", made, SOURCE], check=True)
    return made


def runner(level: str, root: Path | None) -> list[str] | str:
    """Return the command before a program of a level, or what is missing for it."""
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
    """Return what a driver prints of whole numbers, of fractions, and of its time."""
    # Making a home takes Wine minutes: it is kept, and not in the sources, for it links to "/".
    wine = {"WINEPREFIX": str(cache_folder() / "wine"), "DISPLAY": "", "WINEDEBUG": "-all"}
    wine["WINEDLLOVERRIDES"] = "mscoree,mshtml="  # which it would ask to download
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
    """Return how many kernels a library exports that is not run.  Raises ValueError."""
    content = library.read_bytes()
    entries = prebuilt.prebuilt(key).kernels
    names = [f"{template}.{name}" for template in entries for name in entries[template]]
    for name in (prebuilt.CONTENTS, *names):
        if name.encode() + bytes(1) not in content:
            raise ValueError(f"{library.name} does not export {name}")
    return len(names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
