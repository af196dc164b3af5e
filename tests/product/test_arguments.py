"""Wrong arguments on the command line are refused with a sentence before anything starts."""

from __future__ import annotations

import argparse
import errno
import re
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

import pytest

from game.cli import FORWARDED, HELPERS, main, reported
from game.cli import TOOLS as COMMAND_TOOLS
from game.platform import processes
from game.platform.arguments import at_least, number
from hardware.commands.cli import TOOLS as BOARD_TOOLS
from hardware.commands.cli import answered
from tools.calibration import command as calibration
from tools.ladder import command as ladder
from tools.learning import command as learning
from tools.match import command as match
from tools.puzzles import command as puzzles
from tools.solve import command as solve
from tools.tuning import command as tuning

REFUSED = [
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


TOOLS = [
    (ladder, "libra", "--games", "0"),
    (ladder, "libra", "--cpu", "-1"),
    (calibration, "libra", "--games", "1"),
    (learning, "libra", "--games", "19"),
    (tuning, "libra", "--trials", "0"),
    (match, "libra", "--nodes", "0"),
    (match, "libra", "--seed", "-1"),
    (solve, "book libra", "--positions", "0"),
    (solve, "less-fair", "--count", "none"),
    (puzzles, "make libra", "--processes", "0"),
]


@pytest.mark.parametrize(("tool", "words", "option", "text"), TOOLS)
def test_a_number_out_of_bounds_of_a_tool(
    tool: ModuleType, words: str, option: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        tool.main([*words.split(), option, text])
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


@pytest.mark.parametrize("command", ["less-fair", "less-layouts"])
@pytest.mark.parametrize("text", ["weights", "[1]"])
def test_a_file_that_cannot_be_added_to(
    command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        solve.main([command, "--write", str(path)])
    assert left.value.code == 2
    assert f"argument --write: {path}: " in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_that_cannot_be_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    (tmp_path / "file").write_text("", encoding="utf-8")
    words = ["--nodes", "10", "--positions", "1", "--kept", str(tmp_path / "file" / "kept.jsonl")]
    assert solve.main(["book", "multiplicity", "size=3", *words]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


@pytest.mark.parametrize("command", [*COMMAND_TOOLS, *(f"board {name}" for name in BOARD_TOOLS)])
def test_a_tool_is_a_command_where_the_sources_are(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*command.split(), "--help"]) == 0
    assert "usage: " in capsys.readouterr().out
    monkeypatch.setattr(processes, "INSTALLED", True)
    assert main([*command.split(), "--help"]) == 2
    said = capsys.readouterr().err
    assert re.search(r"only the sources have this, as `python -m (tools|workshop)\.", said)
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.EIO, "Input/output error"), 1),
        (PermissionError(errno.EACCES, "Permission denied", "games"), 1),
        (FileNotFoundError(errno.ENOENT, "No such file", "games"), 2),
        (IsADirectoryError(errno.EISDIR, "Is a directory", "games"), 2),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), 0),
    ],
)
def test_a_line_or_a_file_that_fails_ends_every_command_alike(
    error: OSError, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_words: object) -> int:
        raise error

    reader = argparse.ArgumentParser()
    reader.set_defaults(run=fail)
    assert reported(fail, []) == code
    assert reported(lambda words: answered(reader, words, "board"), []) == code
    said = capsys.readouterr().err.splitlines()
    assert len(said) == (2 if code else 0)


def test_every_command_names_a_function() -> None:
    given = [name for one in FORWARDED.values() for name in one.given]
    targets = [one.target for one in FORWARDED.values()]
    targets += [one.target for one in HELPERS.values()]
    for target in targets + given:
        assert callable(resolve_name(target)), target
