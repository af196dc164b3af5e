"""`main.py library`: filters that cannot be are refused in a sentence, and those that can find."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.library.command import main
from game.library.import_export import ExportOptions
from game.table.match import Match
from tests.library.kept_games import kept, played


def nobody(match: Match, wish: ExportOptions, path: Path) -> None:
    raise AssertionError("nothing is painted here")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--named", "corner"], "--named found, expected --game beside it"),
        (["--opening", "a1"], "--opening found, expected --game beside it"),
        (["--own", "won"], "--own found, expected --player beside it"),
        (["--game", "libra", "--named", "edge Corner,"], "'Corner,' found, expected parts among"),
        (["--since", "yesterday"], "'yesterday' found, expected a date such as 2026-03-21"),
        (["--until", "2026-3"], "'2026-3' found, expected a date"),
        (["--turns", "few"], "'few' found, expected such as 20-40"),
        (["--turns", "-"], "'-' found, expected such as 20-40"),
    ],
)
@pytest.mark.parametrize("command", ["list", "export"])
def test_filters_that_cannot_be(
    command: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, *words], nobody)
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--since", "2026-03"], ["--turns=-40"], ["--turns", "2-"]])
def test_filters_that_can(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, played("2026-03-01T10:00:00"))
    assert main(["import", str(tmp_path)], nobody) == 0
    assert main(["list", *words], nobody) == 0
    assert "2026-03-01 10:00" in capsys.readouterr().out
