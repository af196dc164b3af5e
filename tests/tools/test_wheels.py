"""A release has one wheel for each system, but none for a system whose kernels are missing."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Collection
from pathlib import Path

import pytest

from game.engine.compile import prebuilt
from game.rules.registry import GAMES

kernels = pytest.importorskip("tools.packaging.kernels")
wheels = pytest.importorskip("tools.packaging.wheels")

ABOUT = "less_is_more-1.dist-info"


def built(folder: Path, without: Collection[str] = (), content: bytes = b"GLIBC_2.29") -> Path:
    """Write a wheel as hatchling does, with a file for each of the kernels."""
    path = folder / "less_is_more-1-py3-none-any.whl"
    keys = [key for game in GAMES for key in (game.key, f"{game.key}-uct")]
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("less_is_more/main.py", "print()")
        for level in kernels.RELEASED:
            for name in (prebuilt.path_of(key, level).name for key in keys):
                if level not in without:
                    wheel.writestr(f"less_is_more/prebuilt/{name}", content)
        told = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        wheel.writestr(f"{ABOUT}/WHEEL", told)
        wheel.writestr(f"{ABOUT}/RECORD", "")
    return path


def test_each_system_gets_the_kernels_of_its_levels(tmp_path: Path) -> None:
    built(tmp_path)
    assert wheels.main([str(tmp_path)]) == 0
    for system, tag in wheels.TAGS.items():
        (path,) = tmp_path.glob(f"*-none-{tag}.whl")
        with zipfile.ZipFile(path) as wheel:
            names = wheel.namelist()
            told = wheel.read(f"{ABOUT}/WHEEL").decode()
            rows = list(csv.reader(io.StringIO(wheel.read(f"{ABOUT}/RECORD").decode())))
        found = [name for name in names if name.endswith(".kernels")]
        assert len(found) == 2 * len(GAMES) * len(prebuilt.LEVELS[system])
        assert all(f"-{system}-" in name for name in found)
        assert f"Tag: py3-none-{tag}" in told
        assert [row[0] for row in rows] == names, "every file is in the record"
    (path,) = tmp_path.glob("*-none-any.whl")
    assert not any(name.endswith(".kernels") for name in zipfile.ZipFile(path).namelist())


@pytest.mark.parametrize("level", kernels.RELEASED)
def test_a_release_that_lacks_a_level_fails_and_says_which(
    level: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built(tmp_path, without=[level])
    assert wheels.main([str(tmp_path)]) == 1
    assert f"libra for {level}," in capsys.readouterr().err
    assert not list(tmp_path.iterdir()), "nothing that somebody could publish"


def test_kernels_for_a_newer_c_library_than_the_wheel_says_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built(tmp_path, content=b"GLIBC_2.29 GLIBC_2.38")
    assert wheels.main([str(tmp_path)]) == 1
    assert "2.38" in capsys.readouterr().err
