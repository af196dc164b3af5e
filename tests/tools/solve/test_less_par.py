"""For par of layouts of Less, the tables, the rules of turns and the verifier agree."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.engine.compile.compiler import can_compile
from game.games.less.engine.race import alone, par, way_alone
from game.games.less.rules import HOME, Less
from game.rules.registry import parse_setup
from tools.referee.less import LessReferee
from tools.solve.command import main


def layout(words: str) -> Less:
    game = parse_setup(f"less {words}")
    assert isinstance(game, Less)
    return game


# With this many walls, the limits of turns matter: the rest of a turn may force a step away from
# home.
SHORT = "110012210111111200200202110120111001200211012210201210020110"
MANY_WALLS = {
    SHORT: (44, 43),
    "212211121212211222111101212111211111122122011122010022210212": (68, 68),
    "112211121110022211122121111122202222211102111111122101122222": (60, 59),
}


@pytest.mark.parametrize("words", ["walls=" + "0" * 60, "seed=3"])
def test_par_is_what_the_verifier_and_the_rules_say(words: str) -> None:
    game = layout(words)
    assert ways_by_the_rules(game) == LessReferee(game.walls).fewest_moves()
    assert par(game, can_compile()) == ways_by_the_rules(game)[0]


def test_par_on_many_walls_counts_what_turns_cost() -> None:
    assert ways_by_the_rules(layout(f"walls={SHORT}")) == MANY_WALLS[SHORT]


@pytest.mark.slow
@pytest.mark.parametrize("walls", MANY_WALLS)
def test_the_verifier_and_the_rules_agree_on_many_walls(walls: str) -> None:
    assert (
        ways_by_the_rules(layout(f"walls={walls}"))
        == LessReferee(walls).fewest_moves()
        == MANY_WALLS[walls]
    )


def ways_by_the_rules(game: Less) -> tuple[int, int]:
    """Return the moves that each side needs alone, after playing each way action by action."""
    found = []
    for seat, name in enumerate(("spent_white", "spent_black")):
        way, state = way_alone(game, can_compile(), seat), alone(game, seat)
        assert way.exact
        for action in way.actions:
            assert action in game.legal(state)
            state = game.advance(state, action)
        assert state[HOME + seat] == 1
        assert game.tally(state)[name] == way.moves
        found.append(way.moves)
    return found[0], found[1]


def test_the_command_says_par(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["less-par", "walls=" + "0" * 60]) == 0
    said = capsys.readouterr().out
    assert "par 16" in said
    assert "verifier, turn by turn: 16 for White, 16 for Black" in said


def test_the_command_calls_a_bound_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["less-par", "seats=4", "walls=" + "0" * 112]) == 0
    assert "par is not known (at least 48" in capsys.readouterr().out


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
