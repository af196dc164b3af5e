"""Par of layouts of Less: tables, the rules of turns and the verifier against each other."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.engine.compile.compiler import can_compile
from game.engine.games.less.par import alone, par, way_alone
from game.questions.command import main
from game.questions.less.verifier import fewest_moves
from game.rules import Less, parse_setup
from game.rules.less import HOME


def layout(words: str) -> Less:
    game = parse_setup(f"less {words}")
    assert isinstance(game, Less)
    return game


@pytest.mark.parametrize("words", ["walls=" + "0" * 60, "seed=3", "seed=5"])
def test_par_is_what_the_verifier_and_the_rules_say(words: str) -> None:
    game = layout(words)
    moves = par(game, can_compile())
    need, way = way_alone(game, can_compile())
    assert moves == need == fewest_moves(game.walls)
    state = alone(game)
    for action in way:
        state = game.advance(state, action)
    assert state[HOME] == 1
    assert game.tally(state)["spent_white"] == moves


def test_the_command_says_par(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["less-par", "walls=" + "0" * 60]) == 0
    assert "par 16" in capsys.readouterr().out


def test_layouts_are_counted_written_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers, picture = tmp_path / "par.json", tmp_path / "par.svg"
    words = ["--count", "4", "--tries", "8", "--write", str(numbers), "--picture", str(picture)]
    assert main(["less-layouts", *words]) == 0
    assert "without walls: 16" in capsys.readouterr().out
    kept = json.loads(numbers.read_text("utf-8"))["2"]
    assert {sum(counts.values()) for counts in kept["layouts"].values()} == {4}
    assert 16 <= kept["easiest"]["par"] < kept["hardest"]["par"]
    bars = ElementTree.fromstring(picture.read_text("utf-8"))
    assert "rect" in {element.tag.rpartition("}")[2] for element in bars}
