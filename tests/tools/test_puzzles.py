"""The command `puzzles` makes puzzles on processes or a cluster, checks them and shows them."""

from pathlib import Path

import pytest

from game.puzzles.catalogue import file_of, games
from game.puzzles.puzzle import dump, read_puzzles, read_with_seed
from game.rules.registry import parse_setup
from tools.puzzles.check import check
from tools.puzzles.command import main, makings, parser

SETUP = "libra size=4 mode=target target=6"


@pytest.mark.parametrize("place", [["--processes", "1"], ["--processes", "2"]])
def test_make_writes_as_many_as_wanted(
    place: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["make", *SETUP.split(), "--count", "3", "--to", str(tmp_path), *place]
    assert main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert "last 3/3" in said[-2]
    assert said[-1] == f"written: {tmp_path / 'libra-last.json'}"
    made = read_puzzles(tmp_path / "libra-last.json")
    assert len(made) == 3
    for puzzle in made:
        check(puzzle)


def test_make_goes_on_where_it_was_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["make", *SETUP.split(), "--to", str(tmp_path), "--processes", "1"]
    assert main([*words, "--count", "1"]) == 0
    (first,), seed = read_with_seed(tmp_path / "libra-last.json")
    assert seed > 1
    assert main([*words, "--count", "2"]) == 0
    made, later = read_with_seed(tmp_path / "libra-last.json")
    assert first in made
    assert len(made) == 2
    assert later > seed
    assert main([*words, "--count", "1"]) == 0  # has nothing to do, and loses nothing
    assert read_with_seed(tmp_path / "libra-last.json") == (made, later)


@pytest.mark.slow
def test_make_over_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = ["make", *SETUP.split(), "--count", "2", "--to", str(tmp_path)]
    assert main([*words, "--cluster", "local", "--processes", "2"]) == 0
    assert len(read_puzzles(tmp_path / "libra-last.json")) == 2


@pytest.mark.parametrize("varied", [[], ["--varied"]])
def test_all_games_are_asked_for_at_once(varied: list[str], tmp_path: Path) -> None:
    arguments = parser().parse_args(["make", "all", *varied, "--to", str(tmp_path)])
    arguments.setup = "all"
    found = makings(arguments)
    assert [making.key for making in found] == list(games())
    for making in found:
        for job in making.jobs(2):
            assert parse_setup(job.setup).key == making.key


def test_check_tells_right_from_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = read_puzzles(file_of("multiplicity", "last"))[0]
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(dump([puzzle]), encoding="utf-8")
    text = dump([puzzle]).replace(f'"aim": {puzzle.aim}', f'"aim": {1 - puzzle.aim}')
    bad.write_text(text, encoding="utf-8")
    assert main(["check", str(good)]) == 0
    assert main(["check", str(bad)]) == 1
    assert f"wrong: {puzzle.id}" in capsys.readouterr().out


def test_show_prints_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    path = file_of("less", "home")
    assert main(["show", str(path)]) == 0
    said = capsys.readouterr().out
    assert all(" ".join(puzzle.solution) in said for puzzle in read_puzzles(path))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["make", "chess"], "chess"),
        (["make", "libra", "--kind", "train"], "expected one of last"),
        (["make", "less", "seats=4", "seed=1"], "puzzles are for two seats"),
        (["check", "nowhere.json"], "nowhere.json"),
        (["show", __file__], "not JSON"),
    ],
)
def test_bad_input_gets_a_sentence(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("puzzles: ")
    assert why in said
    assert said.count("\n") == 1
