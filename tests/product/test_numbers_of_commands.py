"""Numbers on the command line that cannot be are refused in a sentence, before anything starts."""

from __future__ import annotations

import argparse

import pytest

from game.arguments import at_least, number
from game.cli import main

REFUSED = [
    ("ladder", "--games", "0"),
    ("ladder", "--cpu", "-1"),
    ("calibrate", "--games", "1"),
    ("learn", "--games", "19"),
    ("tune libra", "--trials", "0"),
    ("match libra", "--nodes", "0"),
    ("solve book libra", "--positions", "0"),
    ("solve less-fair", "--count", "none"),
    ("puzzles make libra", "--processes", "0"),
    ("library list", "--first", "0"),
]


@pytest.mark.parametrize(("command", "option", "text"), REFUSED)
def test_a_number_out_of_bounds(
    command: str, option: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([*command.split(), option, text])
    assert left.value.code == 2
    assert f"argument {option}: {text!r} found, expected " in capsys.readouterr().err


def test_both_bounds_are_allowed_and_named() -> None:
    read = number(float, 0, 0.5)
    assert (read("0"), read("0.5")) == (0, 0.5)
    for text in ("0.6", "nan", "half"):
        with pytest.raises(argparse.ArgumentTypeError, match=f"'{text}' found, expected 0 to 0.5"):
            read(text)
    with pytest.raises(argparse.ArgumentTypeError, match=r"'1\.5' found"):
        at_least(1)("1.5")
