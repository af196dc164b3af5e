"""The core of the firmware depends on no controller, and modules include only lower ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.rig.emulator.tools import FIRMWARE

CORE = FIRMWARE / "core"
PLAIN_C = {"stddef.h", "stdint.h", "string.h"}
OF_THE_CONTROLLER = {"hal/hal.h", "flash.h"}
FAMILIES = [path for path in (FIRMWARE / "hal").iterdir() if path.is_dir()]
LONGEST = 400  # maximum number of lines in a file


def included(path: Path) -> set[str]:
    return set(re.findall(r'^\s*#\s*include\s+["<]([^">]+)[">]', path.read_text(), re.M))


def test_the_core_includes_no_header_of_a_controller() -> None:
    own = {path.name for path in CORE.glob("*.h")}
    for path in sorted(CORE.iterdir()):
        assert included(path) <= own | PLAIN_C | OF_THE_CONTROLLER, path.name
        assert not re.search(r"__AVR|__ARM|__asm|ISR\(|_BV\(", path.read_text()), path.name


def test_every_family_answers_the_whole_interface() -> None:
    asked = set(re.findall(r"\b(hal_\w+)\(", (FIRMWARE / "hal" / "hal.h").read_text()))
    assert len(asked) > 15
    for folder in (*FAMILIES, FIRMWARE / "tests"):
        source = "".join(path.read_text() for path in folder.glob("*.c"))
        defined = set(re.findall(r"^\w[\w ]* (hal_\w+)\([^;]*?\)\s*\{", source, re.M))
        assert defined == asked, folder.name
        assert (folder / "flash.h").exists()


def test_a_controller_knows_nothing_of_the_core() -> None:
    core = {path.name for path in CORE.glob("*.h")}
    for folder in FAMILIES:
        for path in folder.glob("*.[ch]"):
            assert not included(path) & core, path.name


def test_modules_of_the_core_call_each_other_in_no_circle() -> None:
    uses: dict[str, set[str]] = {path.stem: set() for path in CORE.iterdir()}
    for path in CORE.iterdir():
        uses[path.stem] |= {Path(name).stem for name in included(path)} & set(uses) - {path.stem}
    for module in uses:
        assert module not in set(below(module, uses)), f"{module} comes back to itself"


def test_the_readme_names_every_module_and_no_include_goes_up() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (FIRMWARE / "README.md").read_text(), re.M)
    level = {name: at for at, row in enumerate(rows) for name in re.findall(r"`(\w+)`", row)}
    assert set(level) == {path.stem for path in CORE.iterdir()}
    for path in CORE.iterdir():
        for name in {Path(one).stem for one in included(path)} & set(level):
            assert level[name] <= level[path.stem], f"{path.name} includes {name}"


def below(module: str, uses: dict[str, set[str]]) -> Iterator[str]:
    """Return every module that `module` uses, directly or not."""
    seen: set[str] = set()
    waiting = list(uses[module])
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += uses[one]
            yield one


def test_files_are_short() -> None:
    for path in FIRMWARE.rglob("*.[ch]"):
        assert len(path.read_text().splitlines()) <= LONGEST, path


@pytest.mark.parametrize("folder", FAMILIES, ids=lambda path: path.name)
def test_files_of_a_controller_call_each_other_in_no_circle(folder: Path) -> None:
    texts = {path.stem: path.read_text() for path in folder.glob("*.c")}
    function = re.compile(r"^(?!static)\w[\w ]*[ *](\w+)\([^;]*?\)\s*\{", re.M)
    home = {name: stem for stem, text in texts.items() for name in function.findall(text)}
    uses = {
        stem: {home[name] for name in re.findall(r"\b\w+(?=\()", text) if name in home} - {stem}
        for stem, text in texts.items()
    }
    assert set().union(*uses.values())
    for module in uses:
        assert module not in set(below(module, uses)), f"{module} comes back to itself"
