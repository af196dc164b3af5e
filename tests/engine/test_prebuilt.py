"""Kernels compiled ahead of time get their arguments through ctypes, and the right file is chosen.

`test_compiled` checks that they search exactly like Numba's kernels and plain Python.
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.engine.bots import warmup
from game.engine.bots.options import UNCOMPILED
from game.engine.bots.warmup import state_of
from game.engine.compile import cache, compiler, prebuilt
from game.rules.registry import parse_setup
from tests.engine.engine_tools import needs_numba
from tests.support.tools import needs

numpy: Any = pytest.importorskip("numpy")
pytestmark = needs_numba

NO_NUMBA = "import sys; sys.modules['numba'] = None; from game.program import start; "


def mixed(rows: Any, parts: Any, count: int, share: float) -> Any:
    """Return a number that depends on every part of every argument, and write into an array."""
    first, second = parts
    first[0] = rows.shape[0]
    first[1] = rows.shape[1]
    return rows[1, 2] + first[2] * second[-1] + count * share


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a library with `mixed`, built like that of a game."""
    kernels = pytest.importorskip("tools.packaging.kernels")
    entry = kernels.Entry(compiled_mixed(kernels), "some/template.mixed")
    assert entry(*arguments()) == RESULT, "as it is compiled"
    path = tmp_path_factory.mktemp("library") / "mixed.kernels"
    kernels.link({"some/template": {"mixed": entry}}, path, prebuilt.levels()[-1])
    return path


@needs("a C compiler")
@pytest.mark.parametrize(
    ("level", "begin"),
    [
        ("linux-x86_64-v4", b"\x7fELF"),
        ("linux-arm64-a76", b"\x7fELF"),
        ("windows-x86_64-v2", b"MZ"),
        ("windows-arm64-v8", b"MZ"),
        ("macos-arm64-m1", b"\xcf\xfa\xed\xfe"),
        ("macos-x86_64-v2", b"\xcf\xfa\xed\xfe"),
    ],
)
def test_a_library_for_another_machine_is_made_without_running_its_code(
    level: str, begin: bytes, tmp_path: Path
) -> None:
    kernels = pytest.importorskip("tools.packaging.kernels")
    assert not kernels.lacking(level)
    entry = kernels.Entry(compiled_mixed(kernels), "some/template.mixed")
    entry(*arguments())
    path = tmp_path / "mixed.kernels"
    kernels.link({"some/template": {"mixed": entry}}, path, level)
    assert cache.is_whole(path)
    content = path.read_bytes()
    assert content.startswith(begin)
    for symbol in (prebuilt.CONTENTS, "some/template.mixed"):
        assert symbol.encode() in content


def test_every_released_level_is_one_that_some_machine_has() -> None:
    kernels = pytest.importorskip("tools.packaging.kernels")
    known = [f"{system}-{level}" for system in prebuilt.LEVELS for level in prebuilt.LEVELS[system]]
    assert list(kernels.TARGETS) == known
    assert set(known) - set(kernels.RELEASED) == {prebuilt.WASM}


def compiled_mixed(kernels: Any) -> Any:
    numba = pytest.importorskip("numba")
    options = {"nogil": True, "error_model": "numpy", "_nrt": False} | kernels.OPTIONS
    return numba.njit(**options)(mixed)


def arguments() -> tuple[Any, ...]:
    rows = numpy.arange(12, dtype=numpy.int32).reshape(3, 4)
    parts = numpy.full(5, 7, numpy.int64), numpy.full(2, 0.5)
    return rows, parts, 3, 1.5


RESULT = 6 + 7 * 0.5 + 3 * 1.5


@pytest.fixture
def kernel(library: Path) -> prebuilt.Kernel:
    found = prebuilt.kernels_of(ctypes.CDLL(str(library)))
    return found["some/template"]["mixed"]


@needs("a C compiler")
def test_a_function_of_a_library_takes_arrays_tuples_and_numbers(kernel: prebuilt.Kernel) -> None:
    given = arguments()
    for _again in range(2):  # the second time, the arrays are cached
        assert kernel(*given) == RESULT
    assert list(given[1][0]) == [3, 4, 7, 7, 7], "it writes into the array it was given"


@needs("a C compiler")
@pytest.mark.parametrize(
    ("number", "wrong"),
    [
        (0, numpy.zeros((3, 4), numpy.int64)),
        (0, numpy.zeros(12, numpy.int32)),
        (0, numpy.zeros((4, 3), numpy.int32).T),
        (0, numpy.zeros((3, 8), numpy.int32)[:, ::2]),
        (0, [[0] * 4] * 3),
        (0, numpy.frombuffer(bytes(48), numpy.int32).reshape(3, 4)),
        (1, (numpy.zeros(5, numpy.int64),)),
        (1, numpy.zeros(5, numpy.int64)),
        (2, 1.5),
        (2, None),
        (3, "1.5"),
    ],
)
def test_other_arguments_are_refused(kernel: prebuilt.Kernel, number: int, wrong: object) -> None:
    given = list(arguments())
    given[number] = wrong
    with pytest.raises(TypeError):
        kernel(*given)
    with pytest.raises(TypeError):
        kernel(*arguments()[:-1])


@needs("a C compiler")
def test_an_array_that_is_gone_is_forgotten(kernel: prebuilt.Kernel) -> None:
    before = len(prebuilt._arrays)
    given = arguments()
    kernel(*given)
    assert len(prebuilt._arrays) == before + 3
    del given
    gc.collect()
    assert len(prebuilt._arrays) == before


# -- which file is taken ---------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder for prebuilt kernels, on a processor of level 3."""
    monkeypatch.setattr(prebuilt, "FOLDER", tmp_path / "prebuilt")
    monkeypatch.setattr(prebuilt, "levels", lambda: ["v3", "v2"])
    monkeypatch.delenv(cache.KERNELS_VARIABLE, raising=False)
    (tmp_path / "prebuilt").mkdir()
    prebuilt.prebuilt.cache_clear()
    yield tmp_path / "prebuilt"
    prebuilt.prebuilt.cache_clear()


def put(library: Path, key: str, level: str, sources: str = cache.HASH_OF_OURS) -> Path:
    path = prebuilt.path_of(key, level)
    return Path(
        shutil.copy(library, path.with_name(path.name.replace(cache.HASH_OF_OURS, sources)))
    )


@needs("a C compiler")
def test_only_kernels_for_sources_and_processor_are_taken(folder: Path, library: Path) -> None:
    put(library, "libra", "v3", sources="0123456789abcdef")
    put(library, "libra", "v4")
    assert prebuilt.prebuilt("libra").fault == "none"
    prebuilt.prebuilt.cache_clear()
    put(library, "libra", "v2")
    assert set(prebuilt.prebuilt("libra").kernels) == {"some/template"}
    assert prebuilt.prebuilt("less").fault == "none"


def test_the_levels_are_those_that_the_processor_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "cpuinfo"
    monkeypatch.setattr(prebuilt, "PROCESSOR", told)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    two, three = (" ".join(features) for features in (prebuilt.V2, prebuilt.V3))
    only_three = " ".join(prebuilt.V3 - prebuilt.V2)
    for flags, found in ((two, ["v2"]), (three, ["v3", "v2"]), (only_three, []), ("", [])):
        told.write_text(f"processor\t: 0\nflags\t\t: fpu {flags}\n")
        assert prebuilt.levels() == [f"linux-x86_64-{level}" for level in found]
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    four = "fp asimd evtstrm crc32 cpuid"  # a Raspberry Pi 4
    for flags, found in ((four, ["a72"]), (f"{four} {' '.join(prebuilt.A76)}", ["a76", "a72"])):
        told.write_text(f"processor\t: 0\nFeatures\t: {flags}\n")
        assert prebuilt.levels() == [f"linux-arm64-{level}" for level in found]


@pytest.mark.parametrize(
    ("system", "machine", "built_for", "found"),
    [
        ("linux", "x86_64", "", "linux-x86_64"),
        ("linux", "aarch64", "", "linux-arm64"),
        ("linux", "armv7l", "", ""),
        ("linux", "riscv64", "", ""),
        ("win32", "AMD64", "win-amd64", "windows-x86_64"),
        ("win32", "ARM64", "win-arm64", "windows-arm64"),
        ("win32", "ARM64", "win-amd64", "windows-x86_64"),  # x86-64 code, emulated
        ("win32", "AMD64", "win32", ""),
        ("darwin", "arm64", "", "macos-arm64"),
        ("darwin", "x86_64", "", "macos-x86_64"),
        ("freebsd14", "amd64", "", ""),
        ("emscripten", "wasm32", "", "emscripten"),
    ],
)
def test_the_system_is_that_of_this_process(
    system: str, machine: str, built_for: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(sysconfig, "get_platform", lambda: built_for)
    assert prebuilt.system() == found


def test_a_program_of_32_bits_takes_no_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    assert prebuilt.levels() == []


@needs("a C compiler")
def test_a_damaged_library_is_not_loaded(
    folder: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(library, "libra", "v3")
    content = path.read_bytes()
    path.write_bytes(content[:2000] + bytes([content[2000] ^ 1]) + content[2001:])
    assert compiler.prebuilt_fault("libra") == "damaged"
    assert compiler.can_compile("libra"), "by Numba"
    monkeypatch.setattr(compiler, "has_numba", lambda: False)
    assert compiler.why_plain("libra") == "damaged"
    assert compiler.why_plain("less") == "missing"
    monkeypatch.setattr(warmup, "plain_was_said", False)
    said: list[str] = []
    assert warmup.start_warmup(parse_setup("libra"), said.append) is None
    assert said == [f"{UNCOMPILED}: the compiled code that came with the program is damaged"]
    assert state_of(parse_setup("libra")) == "plain"


def test_a_library_of_another_system_is_not_loaded(folder: Path) -> None:
    content = b"no library"
    prebuilt.path_of("libra", "v3").write_bytes(content + cache.checksum(content))
    assert compiler.prebuilt_fault("libra") == "unloadable"


def test_a_folder_of_compiled_code_that_is_named_comes_before(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "prebuilt", lambda key: SimpleNamespace(fault=""))
    assert compiler.prebuilt_fault("libra") == ""
    monkeypatch.setenv(cache.KERNELS_VARIABLE, str(tmp_path))
    assert compiler.prebuilt_fault("libra") == "none"
    monkeypatch.setattr(compiler, "has_numba", lambda: False)
    assert compiler.prebuilt_fault("libra") == "", "which nobody could fill"


def engine_without_numba(setup: str, *lines: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", NO_NUMBA + f"sys.exit(start('engine', *{setup.split()}))"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )
    return done.stdout.splitlines()


def test_without_numba_a_game_of_ones_own_says_that_it_is_uncompiled() -> None:
    own = {"LESS_IS_MORE_GAMES": "examples.four_in_a_row"}
    said = engine_without_numba("four-in-a-row", "isready", "go nodes 20", **own)
    assert said[0] == f"info string {UNCOMPILED}: Numba is not installed"
    assert said[-1].startswith("bestmove ")
    if not compiler.prebuilt_fault("libra"):
        said = engine_without_numba("libra", "isready", "go nodes 20", **own)
        assert not any(UNCOMPILED in line for line in said)
        assert any(line.startswith("bestmove ") for line in said), "perhaps before it is ready"
