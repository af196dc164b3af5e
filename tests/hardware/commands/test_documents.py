"""The documents show exactly the commands that exist."""

from __future__ import annotations

import re
import shlex

import pytest

from game.platform.paths import ROOT
from hardware.commands.cli import parser

DOCUMENTS = (
    "README.md",
    "docs/guide/board.md",
    "docs/guide/install.md",
    "docs/reference/commands.md",
    "hardware/BUILD.md",
)
SHOWN = re.compile(r"^    python main\.py board (.+)$", re.M)
ROW = re.compile(r"^\| `board (\w+)(.*?)` \|", re.M)
OPTION = re.compile(r"--[a-z-]+")
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in DOCUMENTS}
LINES = [line for text in TEXTS.values() for line in SHOWN.findall(text)]


def commands() -> set[str]:
    """Return every command that the help lists."""
    return set(re.findall(r"^    (\w+)(?: |$)", parser().format_help(), re.M))


@pytest.mark.parametrize("line", LINES)
def test_every_command_that_is_shown_is_understood(line: str) -> None:
    words = shlex.split(line.partition(" < ")[0], comments=True)
    assert parser().parse_args(words).run


def test_the_table_has_every_command_and_options_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = dict(ROW.findall(TEXTS["docs/reference/commands.md"]))
    assert set(rows) == commands()
    for name, words in rows.items():
        with pytest.raises(SystemExit):
            parser().parse_args([name, "--help"])
        assert set(OPTION.findall(words)) <= set(OPTION.findall(capsys.readouterr().out)), name
