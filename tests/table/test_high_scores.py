"""If two windows enter high scores at the same time, no score is lost or doubled."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from game.rules.events import Outcome
from game.rules.proposals import Close, GoBack
from game.screen.guided.match import GuidedMatch
from game.screen.plugin.registry import lesson_of
from game.solo import scores as solo
from game.solo.mode import modes
from game.table.high_scores import (
    MAX_SCORES,
    Challenge,
    Champion,
    HighScore,
    Table,
    candidates,
    challenge,
    champion,
    entered,
    load_scores,
    rank,
    save_renamed,
    save_scores,
)
from game.table.match import Match
from game.table.record import dump, load
from game.table.spec import MatchSpec, SeatSpec


def test_two_windows_keep_both_their_scores(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    first = entered({}, "less", "fastest", HighScore(20, 3, date="a"), "ADA")
    save_scores(first, path)
    one = entered(load_scores(path)[0], "less", "fastest", HighScore(18, 3, date="b"), "ADA")
    other = entered(load_scores(path)[0], "less", "fastest", HighScore(19, 3, date="c"), "BEN")
    other = entered(other, "libra", "turned", HighScore(4, 1, date="d"), "BEN")
    save_scores(one, path)
    save_scores(other, path)
    kept, words = load_scores(path)
    assert words == ""
    assert [score.value for score in kept["less"]["fastest"]] == [18, 19, 20]
    assert [score.initials for score in kept["less"]["fastest"]] == ["ADA", "BEN", "ADA"]
    assert len(kept["libra"]["turned"]) == 1


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("fastest", [(10, 3), (11, 9), (11, 2), (12, 5)]),
        ("train", [(12, 5), (11, 9), (11, 2), (10, 3)]),
        ("turned", [(12, 5), (11, 9), (11, 2), (10, 3)]),
    ],
)
def test_the_fewest_turns_or_the_most_of_all_else_rank_first_and_then_the_level(
    name: str, order: list[tuple[int, int]]
) -> None:
    for given in permutations(order):
        table: Table = {}
        for value, level in given:
            table = entered(table, "less", name, HighScore(value, level), "ADAM")
        assert [(one.value, one.level) for one in table["less"][name]] == order
    assert {one.initials for one in table["less"][name]} == {"ADA"}
    assert rank(table, "less", name, HighScore(*order[1])) == 3
    assert rank({}, "less", name, HighScore(*order[1])) == 1


def test_nobody_enters_a_full_list_with_the_same_as_its_last() -> None:
    table: Table = {}
    for value in range(MAX_SCORES):
        table = entered(table, "less", "train", HighScore(20 - value, 5), "ADA")
    assert rank(table, "less", "train", HighScore(11, 5)) is None
    assert rank(table, "less", "train", HighScore(11, 6)) == MAX_SCORES
    assert entered(table, "less", "train", HighScore(11, 5), "BEN") == table


def test_a_list_keeps_its_length(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    for window in range(3):
        table = load_scores(path)[0] if window else {}
        for value in range(8):
            score = HighScore(10 + value, 5, date=f"{window}{value}")
            table = entered(table, "less", "fastest", score, "CAT")
        save_scores(table, path)
    assert len(load_scores(path)[0]["less"]["fastest"]) == MAX_SCORES


def test_two_windows_alone_keep_both_their_scores(tmp_path: Path) -> None:
    path, mode = tmp_path / "solo.json", modes()["less-par"]
    one = solo.entered({}, mode, solo.SoloScore(20, 22, 1, "", "a"))
    other = solo.entered({}, mode, solo.SoloScore(21, 22, 2, "", "b"))
    solo.save(one, path)
    solo.save(other, path)
    solo.save(other, path)
    kept, _words = solo.load(path)
    assert [score.score for score in kept["less-par"]] == [20, 21]


def test_only_whole_games_count() -> None:
    spec = MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec("engine", 3)))
    match = Match(spec)
    match.submit_or_raise(Close(Outcome("p1win", (0,), "product")))
    assert set(candidates(match)) == {"fastest"}
    match.spec = spec.with_(position="white=a1")
    assert candidates(match) == {}, "it was laid out"
    lesson = lesson_of("multiplicity")
    assert lesson is not None
    led = GuidedMatch(lesson)
    led.submit_or_raise(Close(Outcome("p1win", (0,), "product")))
    assert candidates(led) == {}, "it was led"


def of_a_game(level: int, reason: str, winner: int = 0, margin: int = 5) -> Match:
    """Return a game that a person, playing alone, has ended in this way."""
    match = Match(MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec("engine", level))))
    match.submit_or_raise(Close(Outcome(f"p{winner + 1}win", (winner,), reason, margin)))
    return match


def test_a_record_is_of_a_game_played_to_its_end() -> None:
    assert "margin" in candidates(of_a_game(7, "product"))
    for reason in ("resigned", "time", "agreed"):
        assert candidates(of_a_game(7, reason)) == {}, reason
        assert candidates(of_a_game(7, reason, winner=1)) == {}, reason


def test_against_easy_levels_more_is_asked_of_a_record() -> None:
    assert "margin" in candidates(of_a_game(1, "product", margin=3))
    assert "margin" not in candidates(of_a_game(1, "product", margin=2))
    assert "margin" in candidates(of_a_game(7, "product", margin=1))


def test_with_a_hint_or_a_turn_taken_back_there_is_no_record() -> None:
    match = of_a_game(7, "product")
    match.helped = True
    assert candidates(match) == {}
    match = Match(MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec("engine", 7))))
    match.play(match.legal()[0])
    assert not match.helped
    match.submit_or_raise(GoBack(0))
    assert match.helped


def test_the_champion_has_the_most_points_over_all_games() -> None:
    lists = (
        ("less", "margin", (HighScore(9, 4, "ANA", "2026-11-28T20:00:00"),)),
        ("libra", "margin", (HighScore(3, 5, "ANA", "2026-11-28T21:00:00"),)),
        ("more-or-less", "train", (HighScore(7, 8, "BEN", "2026-11-28T21:30:00"),)),
        ("more-or-less", "turned", (HighScore(7, 9, "BEN", "2026-11-02T21:30:00"),)),
    )
    table: dict[str, dict[str, tuple[HighScore, ...]]] = {}
    for game, name, entries in lists:
        table.setdefault(game, {})[name] = entries
    assert champion(table, "2026-11-28T12:00:00") == Champion("ANA", 9)
    assert champion(table, "2026-11-01") == Champion("BEN", 17)
    assert champion(table, "2026-12-01") is None


def test_a_game_that_stands_in_several_lists_counts_once() -> None:
    one = HighScore(7, 8, "BEN", "2026-11-28T21:30:00")
    table = {"more-or-less": dict.fromkeys(("train", "turned", "fastest"), (one,))}
    assert champion(table, "") == Champion("BEN", 8)


def test_what_is_to_be_beaten_is_of_this_evening_if_there_is_such_a_score() -> None:
    old, new = HighScore(14, 8, "BEN", "2026-11-02"), HighScore(9, 3, "ANA", "2026-11-28")
    names = ("fastest", "train")
    table = {"more-or-less": {"train": (old, new), "fastest": (HighScore(20, 1, "EVA"),)}}
    assert challenge(table, "more-or-less", names, "2026-11-28") == Challenge("train", new)
    assert challenge(table, "more-or-less", names, "2026-11-29") == Challenge("train", old)
    assert challenge(table, "less", names, "") is None


def test_other_initials_are_given_to_all_scores_of_one_game(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    lists = {
        "train": (HighScore(7, 8, "ANA", "today"), HighScore(6, 8, "ANA", "before")),
        "turned": (HighScore(6, 8, "ANA", "today"),),
    }
    save_scores({"more-or-less": lists}, path)
    save_renamed("more-or-less", "today", "BEN", path)
    kept = load_scores(path)[0]["more-or-less"]
    assert [one.initials for one in kept["train"]] == ["BEN", "ANA"]
    assert [one.initials for one in kept["turned"]] == ["BEN"]


def test_a_game_that_is_resumed_remembers_that_it_was_helped() -> None:
    match = Match(MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec("engine", 7))))
    match.play(match.legal()[0])
    assert not load(dump(match)).helped
    match.submit_or_raise(GoBack(0))
    match.play(match.legal()[0])
    resumed = load(dump(match))
    assert resumed.helped
    resumed.submit_or_raise(Close(Outcome("p1win", (0,), "product", 9)))
    assert candidates(resumed) == {}
