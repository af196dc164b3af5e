"""`tools/mutate.py` makes the right mutations, runs the right tests, and reports the results."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE, until
from tools.mutation.mistakes import mistakes_in

HERE = Path(__file__).parents[2]
ROOM = '''\
"""A room."""
import time


def larger(a: int, b: int) -> int:
    """Return the larger number."""
    return a if a > b else b


@property
def busy(self: object) -> bool:
    return False


def unheard() -> int:
    return 1


def made() -> int:
    return 4


def until(end: int) -> int:
    count = 0
    while count < end:
        count += 1
    return count
'''
TESTS = """\
import pytest
from room.numbers import busy, larger, made, until


@pytest.fixture(scope="module")
def four() -> int:
    return made()


def test_that_makes_what_all_share(four: int) -> None:
    assert four


def test_that_judges_what_all_share(four: int) -> None:
    assert four == 4


def test_larger() -> None:
    assert larger(1, 2) == 2
    assert larger(2, 1) == 2


def test_busy() -> None:
    assert busy.fget(None) is False


def test_until() -> None:
    assert until(3) == 3


def test_that_fails_without_any_mistake() -> None:
    assert larger(1, 1) == 2
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return a project with one package and its tests."""
    for name, text in (("room/numbers.py", ROOM), ("tests/test_numbers.py", TESTS)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    return tmp_path


def command_of(root: Path, *options: str) -> list[str]:
    command = ["--root", str(root), "--mutate", "room", "--tests", "tests", "--patience", "1"]
    return [sys.executable, "-m", "tools.mutate", *command, *options]


def mutate(root: Path, *options: str) -> str:
    done = subprocess.run(
        command_of(root, *options), cwd=HERE, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_each_mistake_meets_the_tests_of_its_line_and_survivors_meet_new_ones(made: Path) -> None:
    told = mutate(made)
    assert "killed: room/numbers.py:7 `a > b` -> `a <= b`\n" in told
    # Both versions of the code return the same.
    assert "survived: room/numbers.py:7 `a > b` -> `a >= b`\n" in told
    assert "killed: room/numbers.py:12 `False` -> `True`\n" in told  # a mutation in a property
    assert "not reached: room/numbers.py:16 `1` -> `2`\n" in told
    # A mutation in a fixture of the whole file.
    assert "killed: room/numbers.py:20 `4` -> `5`\n" in told
    assert "endless: room/numbers.py:26 `count += 1` -> `count -= 1`\n" in told
    assert ": 7 of 10 noticed, 70.0 %" in told
    assert (made / "room/numbers.py").read_text(encoding="utf-8") == ROOM
    tests = made / "tests/test_numbers.py"
    unheard = "\n\ndef test_unheard() -> None:\n    assert unheard() == 1\n"
    tests.write_text(TESTS.replace("until\n", "unheard, until\n", 1) + unheard, encoding="utf-8")
    told = mutate(made, "--sample", "8", "--again")
    assert "a sample of 8, seed 0\n" in told
    assert "killed: room/numbers.py:16 `1` -> `2`\n" in told
    assert " killed: room/numbers.py:7 " not in told  # already noticed in the first run


@pytest.mark.parametrize(
    ("broken", "told_why"),
    [
        ("import os\n\n\ndef test_that_ends_all() -> None:\n    os._exit(3)\n", "ended with 3"),
        ("import nowhere_to_be_found\n", "1 files of tests cannot be collected"),
    ],
)
def test_a_run_that_breaks_off_says_so_and_is_forgotten(
    made: Path, broken: str, told_why: str
) -> None:
    more = made / "tests/test_more.py"
    more.write_text(broken, encoding="utf-8")
    told = mutate(made)
    assert told_why in told
    assert "The run broke off" in told
    assert "0 of 10 were tried" in told
    more.unlink()
    assert ": 7 of 10 noticed, 70.0 %" in mutate(made)


def test_a_test_that_failed_once_judges_again_when_it_passes(made: Path) -> None:
    switch = made / "busy"
    switch.touch()
    unheard = (
        "\n\ndef test_unheard() -> None:\n"
        f"    assert not Path({str(switch)!r}).exists()\n    assert unheard() == 1\n"
    )
    begun = "from pathlib import Path\n" + TESTS.replace("until\n", "unheard, until\n", 1)
    (made / "tests/test_numbers.py").write_text(begun + unheard, encoding="utf-8")
    told = mutate(made)
    assert "judges none: tests/test_numbers.py::test_unheard\n" in told
    assert "not reached: room/numbers.py:16 `1` -> `2`\n" in told
    switch.unlink()
    assert "killed: room/numbers.py:16 `1` -> `2`\n" in mutate(made, "--again")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("when", ["larger(2, 1) == 2", "larger(2, 1) != 2"])
def test_a_run_that_is_ended_leaves_no_process(made: Path, when: str, number: int) -> None:
    """The run is ended during its first run of all tests, and while a mutation is tried."""
    noted = made / "waits"
    (made / "tests/test_numbers.py").write_text(
        "import os, signal\nfrom pathlib import Path\nfrom room.numbers import larger\n\n\n"
        f"def test_that_waits() -> None:\n    if {when}:\n"
        f"        Path({str(noted)!r}).write_text(str(os.getpid()))\n        signal.pause()\n",
        encoding="utf-8",
    )
    command = command_of(made, "--patience", "60")
    with subprocess.Popen(command, cwd=HERE, stdout=subprocess.PIPE, text=True) as run:
        assert until(lambda: noted.exists() and bool(noted.read_text(encoding="utf-8")))
        waiting = Path("/proc", noted.read_text(encoding="utf-8"))
        assert waiting.exists()
        run.send_signal(number)
        told, _nothing = run.communicate(timeout=PATIENCE)
    assert "The run broke off" in told
    assert until(lambda: not waiting.exists())


def mistakes(body: str) -> list[str]:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    found = mistakes_in("room.py", f"def function(a, b):\n{lines}")
    return [mistake.name.partition(" ")[2] for mistake in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a < b", ["`a < b` -> `a <= b`", "`a < b` -> `a >= b`"]),
        ("return a and b", ["`a and b` -> `a or b`", "`a and b` -> `b`", "`a and b` -> `a`"]),
        ("a.append(b)", ["`a.append(b)` -> `pass`"]),
        ("return [one for one in a if one]", ["`for one in a if one` -> `for one in a`"]),
        (
            "return max(a, key=b)",
            ["`max(a, key=b)` -> `max(a)`", "`max(a, key=b)` -> `min(a, key=b)`"],
        ),
        ("if a:\n    return None", ["`if a` -> `if not a`"]),
        ("return a.strip()", ["`a.strip()` -> `a`"]),
    ],
)
def test_what_counts_as_a_mistake(body: str, expected: list[str]) -> None:
    assert mistakes(body) == expected


@pytest.mark.parametrize(
    "body",
    ['"""Say it."""', "assert a == 1", '_("Words")', 'log.info("words")', 'a: "b" = b', "import a"],
)
def test_what_only_people_or_type_checkers_read_is_left_alone(body: str) -> None:
    assert mistakes(body) == []
