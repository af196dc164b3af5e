"""The screen's interface to the engine, matches between engines, and statistics."""

from __future__ import annotations

import copy
import os
import sys
import threading
from pathlib import Path
from unittest.mock import patch

import pytest

from game.engine.protocol.commands import go_command, state_command
from game.engine.protocol.engine_player import EnginePlayer, threads_for
from game.engine.search.analysis import Analysis, SearchLimits
from game.games.less.rules import SPENT
from game.platform.processes import own_command
from game.rules.registry import parse_setup
from game.table.record_files import read_match
from tests.engine.engine_tools import converse, race
from tests.support.waiting import until
from tools.match import command as arena
from tools.match.play import engine_options, play_game
from tools.match.ugi_bot import EngineError


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def wait_for(player: EnginePlayer, patience: float = 60.0) -> Analysis:
    """Return the finished analysis; fail after a timeout."""
    pause = threading.Event()
    for _ in range(int(patience / 0.01)):
        analysis = player.poll()
        if analysis is not None and analysis.done:
            return analysis
        assert not player.problem
        pause.wait(0.01)
    raise AssertionError("no answer")


@pytest.mark.parametrize("setup", ["multiplicity size=3", "less seed=3", "more-or-less"])
def test_it_plays_turns_from_any_state(setup: str) -> None:
    game = parse_setup(setup)
    player = EnginePlayer(game, level=3, seed=4)
    state = game.start()
    for _ in range(4):
        player.start(state, SearchLimits(nodes=40))
        for action in wait_for(player).best:
            state = game.play(state, action).state
    assert game.turns(state) == 4
    assert player.uncompiled == "LESS_IS_MORE_PLAIN is set"
    player.close()


def test_poll_refines_and_stop_ends() -> None:
    game = parse_setup("libra size=4")
    player = EnginePlayer(game, seed=4, lines=3)
    player.start(game.start(), SearchLimits())
    pause = threading.Event()
    while (analysis := player.poll()) is None or len(analysis.candidates) < 3:
        pause.wait(0.01)
    assert not analysis.done
    assert 0 <= analysis.value <= 1
    player.stop()
    assert wait_for(player).best[0] in game.legal(game.start())
    player.close()


def test_a_new_start_forgets_the_old_search() -> None:
    game = parse_setup("multiplicity size=3")
    player = EnginePlayer(game, seed=4)
    player.start(game.start(), SearchLimits())
    action = game.parse_action(game.start(), "c3")
    state = game.play(game.start(), action).state
    player.start(state, SearchLimits(nodes=30))
    assert wait_for(player).best[0] in game.legal(state)
    player.close()


def test_an_engine_that_cannot_start_is_a_problem_in_words() -> None:
    player = EnginePlayer(parse_setup("multiplicity"), command=["/no/such/engine"])
    pause = threading.Event()
    for _ in range(500):
        if player.problem:
            break
        pause.wait(0.01)
    assert "could not be started" in player.problem
    player.close()


@pytest.mark.parametrize("half", ["info depth", "info depth 3 nodes", "info multipv 1 act"])
def test_an_engine_that_ends_in_the_middle_of_a_line_is_a_problem(half: str) -> None:
    words = f"import sys; any(line[:2] == 'go' for line in sys.stdin); print({half!r}, end='')"
    player = EnginePlayer(parse_setup("multiplicity"), command=[sys.executable, "-c", words])
    player.start(player.game.start(), SearchLimits(nodes=30))
    assert until(lambda: bool(player.problem))
    assert player.problem == "the engine stopped"
    player.close()


LOADING = """import sys
for line in sys.stdin:
    if line == "isready\\n":
        print("readyok\\ninfo string compiling libra: 3 of 9", flush=True)
    elif line == "stop\\n":
        print("info string loading has ended", flush=True)"""


def test_what_is_said_of_loading_ends_with_it() -> None:
    player = EnginePlayer(parse_setup("libra"), command=[sys.executable, "-c", LOADING])
    assert until(lambda: player.message == "compiling libra: 3 of 9")
    player.stop()
    assert until(lambda: player.message == "")
    player.close()


ANSWERS = """import sys
for line in sys.stdin:
    if line[:2] == "go":
        print("bestmove c3", flush=True)
    elif line == "quit\\n":
        break"""


def test_a_turn_without_a_thought_is_an_analysis_of_nothing() -> None:
    game = parse_setup("multiplicity size=3")
    player = EnginePlayer(game, command=[sys.executable, "-c", ANSWERS])
    player.start(game.start(), SearchLimits(nodes=1))
    turn = tuple(game.parse_turn(game.start(), "c3"))
    assert wait_for(player) == Analysis(0, 0, 0.0, 0.5, pv=(turn,), done=True)
    player.close()
    assert until(lambda: player.ended)
    assert player.problem == "", "it has ended because it was told to"


def test_the_state_travels_whole() -> None:
    game = parse_setup("less seed=3")
    action = game.legal(game.start())[0]
    state = game.play(game.start(), action).state
    lines = converse(state_command(game, state), "query legal")
    assert lines == ["response " + " ".join(a.text for a in game.legal(state))]


def test_limits_as_a_command() -> None:
    assert go_command(SearchLimits()) == "go infinite"
    assert go_command(SearchLimits(movetime=0.5)) == "go movetime 500"
    assert go_command(SearchLimits(clock=(60, 50.5), increment=(1, 2))) == (
        "go p1time 60000 p1inc 1000 p2time 50500 p2inc 2000"
    )


# -- matches ---------------------------------------------------------------------------------------


def test_a_game_between_engines() -> None:
    played = play_game("multiplicity size=3", "full", "random", 0, SearchLimits(nodes=60), 1)
    assert played.result in ("p1win", "p2win", "draw")
    assert played.winner in ("first", "second", "")
    assert len(played.times) == len(played.turns)


@pytest.mark.parametrize(("used", "over_at_once"), [(17, False), (20, True)])
def test_a_lost_race_is_played_out(
    monkeypatch: pytest.MonkeyPatch, used: int, over_at_once: bool
) -> None:
    """White is home with 20 moves; a random Black would wander to the limit and draw."""
    game = copy.copy(parse_setup("less seed=5"))
    state = list(race(game, ["c1", "c3", "d4", "f6"]))
    state[SPENT + 1] = used
    game.first = tuple(state)
    monkeypatch.setattr("tools.match.play.parse_setup", lambda setup: game)
    played = play_game("less seed=5", "greedy", "random", 0, SearchLimits(), 3)
    assert (played.result, played.winner) == ("p1win", "first")
    here = game.start()
    for turn in played.turns:
        for action in game.parse_turn(here, turn):
            here = game.advance(here, action)
    assert game.over(here)
    assert all(seconds == 0.0 for seconds in played.times[0 if over_at_once else 1 :])
    assert (played.times[0] == 0.0) == over_at_once


def test_an_external_engine_gets_the_nodes_asked_for(tmp_path: Path) -> None:
    """The engine plays the first legal turn and notes its `go` commands."""
    heard = tmp_path / "heard.txt"
    command = f"{sys.executable} -m tests.engine.first_legal_engine {heard}"
    played = play_game("multiplicity size=3", command, "random", 0, SearchLimits(nodes=40), 1)
    assert played.result in ("p1win", "p2win", "draw")
    assert set(heard.read_text().splitlines()) == {"go nodes 40"}


def test_engines_are_named() -> None:
    options = engine_options("level:7")
    assert options is not None
    assert options.level == 7
    assert engine_options("some command --fast") is None
    for wrong in ("level:0", "level:11", "level:x"):
        with pytest.raises(EngineError, match="level:1 to level:10"):
            engine_options(wrong)


def test_a_match_writes_records_that_load(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "multiplicity size=3 --first full --second random --games 2 --nodes 40 --processes 1"
    assert arena.main([*words.split(), "--records", str(tmp_path)]) == 0
    records = sorted(tmp_path.glob("*.json"))
    assert len(records) == 2
    names = [[seat.name for seat in read_match(path).spec.seats] for path in records]
    assert names == [["full", "random"], ["random", "full"]]
    assert all(read_match(path).over for path in records)
    assert "of 2" in capsys.readouterr().out


def test_an_external_engine_plays(tmp_path: Path) -> None:
    import shlex

    command = shlex.join(own_command("engine"))
    arguments = arena.parser().parse_args(
        [
            *[
                "libra",
                "size=3",
                "--games",
                "1",
                "--movetime",
                "30",
                "--processes",
                "1",
                "--second",
                "random",
            ],
            *("--first", command, "--records", str(tmp_path)),
        ]
    )
    arguments.setup = " ".join(arguments.setup)
    score = arena.run_match(arguments, lambda line: None)
    assert score.games == 1


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("chess", "chess"),
        ("multiplicity --first level:12", "level:12"),
        ("multiplicity --first /no/such/engine", "/no/such/engine"),
    ],
)
def test_a_match_that_cannot_be_is_refused(
    words: str, names: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena.main(words.split()) == 2
    assert names in capsys.readouterr().err


def test_a_match_on_a_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is an optional extra and not installed here")
    words = "multiplicity size=3 --first random --second random --games 3 --processes 2"
    with patch.dict(os.environ):  # Dask leaves settings of its own there
        assert arena.main([*words.split(), "--cluster", "local", "--records", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*.json"))) == 3


@pytest.mark.parametrize(
    ("cores", "level", "threads"), [(None, 10, 1), (2, 10, 1), (4, 10, 2), (64, 10, 4), (64, 9, 1)]
)
def test_full_strength_takes_half_of_the_cores(
    cores: int | None, level: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert threads_for(level) == threads
