"""Matches of engines produce games, records, and results that show strength."""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.rules import State
from game.table.opponents import OPPONENTS
from game.table.record_files import read_match
from tools.match import command, workers
from tools.match.play import ArenaGame, engine_options, play_game
from tools.match.statistics import (
    ArenaScore,
    GamePairs,
    likeliest,
    log_likelihood_ratio,
    sprt,
)
from tools.match.ugi_bot import EngineError
from tools.match.workers import ArenaJob, end_with_main, over_cores, play_job

SETUP = "multiplicity size=3"


class Refusing:
    """A bot that never has a legal turn."""

    name = "refusing"

    def prepare(self) -> None: ...

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        raise ValueError("nothing")


def asked(words: str) -> argparse.Namespace:
    arguments = command.parser().parse_args(words.split())
    arguments.setup = " ".join(arguments.setup)
    return arguments


# -- one game --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first_is", "loser"), [(0, 0), (1, 1)])
def test_whoever_has_no_legal_turn_has_lost(first_is: int, loser: int) -> None:
    played = play_game(SETUP, Refusing(), "random", first_is, SearchLimits(), 1)
    assert (played.winner, played.result, played.first_is) == ("second", "illegal", first_is)
    assert len(played.turns) == len(played.times) == loser
    played = play_game(SETUP, "random", Refusing(), first_is, SearchLimits(), 1)
    assert (played.winner, played.result) == ("first", "illegal")


def test_a_game_begins_with_the_turns_of_its_opening() -> None:
    opening = ("c3", "c4,a3")
    played = play_game(SETUP, "random", "random", 0, SearchLimits(), 1, opening=opening)
    assert tuple(played.turns[:2]) == opening
    assert played.times[:2] == [0.0, 0.0]
    assert played.result in ("p1win", "p2win", "draw")


def test_the_same_seed_is_the_same_game_and_another_another() -> None:
    def turns(seed: int) -> list[str]:
        return play_game(SETUP, "random", "random", 0, SearchLimits(), seed).turns

    assert turns(1) == turns(1)
    assert turns(1) != turns(2)


@pytest.mark.parametrize("first_is", [0, 1])
def test_the_winner_is_the_engine_on_the_side_that_won(first_is: int) -> None:
    for seed in range(6):
        played = play_game(SETUP, "greedy", "random", first_is, SearchLimits(), seed)
        side = {"p1win": 0, "p2win": 1}.get(played.result)
        expected = "" if side is None else ("first" if side == first_is else "second")
        assert played.winner == expected


@pytest.mark.parametrize(
    "words", ["level:1", "level:10", "book", "greedy", "uct", "random", "full"]
)
def test_engines_have_names(words: str) -> None:
    options = engine_options(words)
    assert options is not None
    assert options.book == (words == "book")
    assert options.engine == (words if words in ("greedy", "uct", "random", "full") else "full")
    if words.startswith("level:"):
        assert options.level == int(words[6:])


def test_opponents_play_as_they_are_described() -> None:
    for key, opponent in OPPONENTS.items():
        if opponent.level is not None:
            options = engine_options(f"opponent:{key}")
            assert options is not None
            assert (options.level, options.taste, options.temper) == (
                opponent.level, opponent.style.taste, opponent.style.temper,
            )  # fmt: skip
    with pytest.raises(EngineError, match="engine 'opponent:nobody': expected one of ") as refused:
        engine_options("opponent:nobody")
    for key, opponent in OPPONENTS.items():
        assert (key in str(refused.value)) == (opponent.level is not None)
    for wrong in ("level:0", "level:11", "level:100", "level:", "level:٣"):
        with pytest.raises(EngineError, match=f"engine '{wrong}': expected level:1 to level:10"):
            engine_options(wrong)
    assert engine_options("fullest") is None


# -- a match ---------------------------------------------------------------------------------------


def test_two_games_with_the_same_seed_and_colours_exchanged_are_a_pair() -> None:
    jobs = command.jobs_of(asked(f"{SETUP} --games 5 --seed 7 --first uct --movetime 250"))
    assert [(job.number, job.first_is, job.seed) for job in jobs] == [
        (0, 0, 7), (1, 1, 7), (2, 0, 107), (3, 1, 107), (4, 0, 207),
    ]  # fmt: skip
    assert {(job.first, job.second, job.movetime, job.nodes) for job in jobs} == {
        ("uct", "greedy", 0.25, None)
    }
    (job,) = command.jobs_of(asked(f"{SETUP} --games 1 --nodes 40"))
    assert (job.setup, job.movetime, job.nodes, job.clock) == (SETUP, None, 40, "none")


def test_a_match_is_told_game_by_game_and_kept_behind_what_is_there(tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "game-0007.json").write_text("{}")
    (tmp_path / "game-x.json").write_text("{}")
    words = f"{SETUP} --first greedy --second random --games 3 --processes 1 --records {tmp_path}"
    score = command.run_match(asked(words), told.append)
    assert score.games == 3
    assert [line.partition(":")[0] for line in told[:3]] == [f"game {n}/3" for n in (1, 2, 3)]
    assert f"+{score.wins} ={score.draws} -{score.losses} of 3, " in told[3]
    assert told[3].startswith(f"{SETUP}: greedy against random, 1000 ms a turn: ")
    assert told[4] == f"records: {tmp_path}"
    matches = [read_match(tmp_path / f"game-{n:04}.json") for n in (8, 9, 10)]
    assert [[seat.name for seat in match.spec.seats] for match in matches] == [
        ["greedy", "random"], ["random", "greedy"], ["greedy", "random"],
    ]  # fmt: skip
    for match in matches:
        assert match.over
        assert match.spec.seed in (1, 101)
        assert len(match.times) == len(match.turns)
    assert matches[0].spec.seed == matches[1].spec.seed


def test_a_line_for_each_game_and_one_for_the_match() -> None:
    played = ArenaGame(SETUP, 1, ["c3", "c4,a3"], [1.0, 2.0], "p2win", "first")
    line = command.progress_line(3, 8, played, ArenaScore(1, 1, 1), 12.4)
    assert line == (
        "game 3/8: first (p2win, first engine moved second, 2 turns); "
        "+1 =1 -1, 50.0% [12.5, 87.5], 12 s"
    )
    played.winner, played.first_is = "", 0
    assert "game 3/8: draw (p2win, first engine moved first" in command.progress_line(
        3, 8, played, ArenaScore(), 0.0
    )
    words = "multiplicity size=3 --first uct --second random"
    score, pairs = ArenaScore(6, 2, 2), GamePairs((0, 1, 1, 2, 1))
    told = command.summary(asked(words), score, pairs, 61.0, 1234.6)
    assert told == (
        "multiplicity size=3: uct against random, 1000 ms a turn: +6 =2 -2 of 10, "
        "70.0% (95%: 39.7 to 89.2), +147 Elo, pairs 0 1 1 2 1, "
        f"SPRT(0, 50) {sprt(pairs.counts)[0]:+.2f} open, 1235 nodes a turn of the first, 61 s"
    )
    assert " 40 nodes a turn: " in command.summary(asked(words + " --nodes 40"), score, pairs, 1, 1)
    assert ", clock 1+1: " in command.summary(asked(words + " --clock 1+1"), score, pairs, 1, 1)


def test_work_for_one_process_is_done_here_and_now() -> None:
    job = ArenaJob(4, SETUP, "random", "greedy", 0, None, 40, 3)
    with over_cores(play_job, 1) as run:
        ((same, played),) = run([job])
    assert same is job
    assert (played.setup, played.first_is) == ("multiplicity size=3", 0)
    assert played.turns == play_job(job)[1].turns


def interrupted_at_its_start() -> None:
    """Send Ctrl+C to a worker process before it has been told to ignore it."""
    os.kill(os.getpid(), signal.SIGINT)
    end_with_main()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that begin as copies")
def test_an_interrupt_while_processes_start_is_left_to_the_main_one(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    forking = partial(ProcessPoolExecutor, mp_context=multiprocessing.get_context("fork"))
    monkeypatch.setattr(workers, "ProcessPoolExecutor", forking)
    monkeypatch.setattr(workers, "end_with_main", interrupted_at_its_start)
    job = ArenaJob(4, SETUP, "random", "random", 0, None, 1, 3)
    with over_cores(play_job, 2) as run:
        assert [done.number for done, _played in run([job])] == [4]
    assert "Traceback" not in capfd.readouterr().err


# -- what results tell -----------------------------------------------------------------------------


def test_games_are_counted_by_who_won() -> None:
    score = ArenaScore()
    for winner in ("first", "first", "", "second", "first"):
        score = score.with_game(winner)
    assert score == ArenaScore(3, 1, 1)
    assert (score.games, score.share) == (5, 0.7)
    assert ArenaScore().share == 0.5


def test_elo_of_a_share() -> None:
    assert ArenaScore(3, 0, 1).elo() == pytest.approx(190.85, abs=0.01)
    assert ArenaScore(1, 2, 1).elo() == 0
    assert ArenaScore(1, 0, 3).elo() == pytest.approx(-190.85, abs=0.01)
    assert ArenaScore(10, 0, 0).elo() == pytest.approx(400 * math.log10(19))
    assert ArenaScore(0, 0, 10).elo() == pytest.approx(-400 * math.log10(19))
    assert ArenaScore().elo() == 0


@pytest.mark.parametrize("counts", [(3, 7), (1, 2, 3), (4, 1, 1, 2, 9), (0.001, 5, 0.001)])
@pytest.mark.parametrize("mean", [0.2, 0.5, 0.66])
def test_the_likeliest_distribution_has_that_mean_and_nothing_near_is_likelier(
    counts: tuple[float, ...], mean: float
) -> None:
    found = likeliest(counts, mean)
    values = [at / (len(counts) - 1) for at in range(len(counts))]
    assert sum(found) == pytest.approx(1)
    assert sum(p * value for p, value in zip(found, values)) == pytest.approx(mean)
    assert min(found) > 0

    def likelihood(shares: list[float]) -> float:
        return sum(count * math.log(p) for count, p in zip(counts, shares))

    if len(counts) > 2:  # shifts weight between three results without changing sum and mean
        for step in (1e-4, -1e-4):
            a, b, c, *rest = found
            if min(a + step, b - 2 * step, c + step) > 0:
                assert likelihood([a + step, b - 2 * step, c + step, *rest]) < likelihood(found)


def test_with_two_results_the_ratio_is_bernoullis() -> None:
    assert log_likelihood_ratio((30, 70), 0.5, 0.6) == pytest.approx(
        70 * math.log(0.6 / 0.5) + 30 * math.log(0.4 / 0.5)
    )
    assert log_likelihood_ratio((0, 0, 0), 0.5, 0.6) == 0.0
    assert log_likelihood_ratio((4, 3, 4), 0.45, 0.55) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((0, 0, 0, 0, 0), "open"),
        ((1, 2, 4, 6, 3), "open"),
        ((1, 5, 20, 60, 40), "accepted"),
        ((40, 60, 20, 5, 1), "rejected"),
        ((120, 40, 60), "rejected"),
    ],
)
def test_the_sequential_test_ends_at_its_bounds(counts: tuple[int, ...], verdict: str) -> None:
    ratio, found = sprt(counts)
    assert found == verdict
    assert (ratio >= math.log(19)) == (verdict == "accepted")
    assert (ratio <= -math.log(19)) == (verdict == "rejected")
    share = 1 / (1 + 10 ** (-50 / 400))
    assert ratio == pytest.approx(log_likelihood_ratio(counts, 0.5, share))
    assert sprt(counts, 50.0, 0.0)[0] == pytest.approx(-ratio)
