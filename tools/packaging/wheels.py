"""Makes a wheel for each system from the built wheel: `python -m tools.packaging.wheels FOLDER`.

Each wheel has only the kernels of its system. A wheel without kernels, for all other systems,
replaces the built one. If kernels of a released level are missing, no wheel is made and the exit
code is 1. With `--own`, it only prints the path of the wheel for this machine.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import io
import re
import sys
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from game.engine.compile import prebuilt
from game.rules.registry import GAMES
from tools.packaging.kernels import RELEASED

ANY = "any"
GLIBC = 31  # minor version of glibc 2, that of Debian 11 and Ubuntu 20.04
# Wheels' tags of systems: https://packaging.python.org/specifications/platform-compatibility-tags
TAGS = {
    "linux-x86_64": f"manylinux_2_{GLIBC}_x86_64",
    "linux-arm64": f"manylinux_2_{GLIBC}_aarch64",
    "windows-x86_64": "win_amd64",
    "windows-arm64": "win_arm64",
    "macos-arm64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_11_0_x86_64",
}


def missing(names: Sequence[str]) -> list[str]:
    """Return the kernels of a release that these files lack, as "GAME for LEVEL"."""
    there = {Path(name).name for name in names}
    return [
        f"{key} for {level}"
        for level in RELEASED
        for game in GAMES
        for key in (game.key, f"{game.key}-uct")
        if prebuilt.path_of(key, level).name not in there
    ]


def split(built: Path) -> list[Path]:
    """Write the wheels for all systems next to `built`. Raises ValueError for missing kernels."""
    with zipfile.ZipFile(built) as wheel:
        contents = {name: wheel.read(name) for name in wheel.namelist()}
    if absent := missing(list(contents)):
        raise ValueError("these kernels are missing: " + ", ".join(absent))
    for name, content in contents.items():
        if name.endswith(".kernels") and "-linux-" in name:
            check_glibc(name, content)

    made = []
    for system, tag in {**TAGS, "": ANY}.items():
        path = built.with_name(built.name.replace("-none-any.", f"-none-{tag}."))
        new = path.with_suffix(".new")
        write(new, contents, lambda level, system=system: bool(system) and system in level, tag)
        new.replace(path)
        made.append(path)
    return made


def check_glibc(name: str, content: bytes) -> None:
    """Raise ValueError for kernels that need a newer C library than the wheel's name states."""
    newest = max((int(found) for found in re.findall(rb"GLIBC_2\.(\d+)", content)), default=0)
    if newest > GLIBC:
        raise ValueError(f"{name} needs the C library 2.{newest}, no newer than 2.{GLIBC} is meant")


def write(path: Path, contents: dict[str, bytes], has: Callable[[str], bool], tag: str) -> None:
    """Write a wheel of these contents, with only those kernels for which `has` returns true."""
    kept = {
        name: content
        for name, content in contents.items()
        if not name.endswith(".kernels") or has(Path(name).name)
    }
    (about,) = (name for name in kept if name.endswith(".dist-info/WHEEL"))
    (record,) = (name for name in kept if name.endswith(".dist-info/RECORD"))
    pure = b"true" if tag == ANY else b"false"
    told = re.sub(rb"(?m)^Tag: .*$", b"Tag: py3-none-" + tag.encode(), kept[about])
    kept[about] = re.sub(rb"(?m)^Root-Is-Purelib: .*$", b"Root-Is-Purelib: " + pure, told)
    lines = io.StringIO()
    rows = csv.writer(lines, lineterminator="\n")
    del kept[record]
    for name, content in kept.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow((name, f"sha256={digest}", len(content)))
    rows.writerow((record, "", ""))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in (*kept.items(), (record, lines.getvalue().encode())):
            # A fixed time makes wheels reproducible.
            entry = zipfile.ZipInfo(name, (2020, 2, 2, 0, 0, 0))
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the wheel is that was built")
    parser.add_argument("--own", action="store_true", help="print the wheel for this machine")
    arguments = parser.parse_args(words)
    if arguments.own:
        (own,) = arguments.folder.glob(f"*-none-{TAGS.get(prebuilt.system(), ANY)}.whl")
        print(own)
        return 0
    (built,) = arguments.folder.glob(f"*-none-{ANY}.whl")
    try:
        made = split(built)
    except ValueError as error:
        # Nobody must publish the original wheel.
        built.unlink()
        print(error, file=sys.stderr)
        return 1
    for path in made:
        print(f"{path.name}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
