"""Saved games show the strength of a person, and the right opponents are offered."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest

from game.engine.search.style import EVEN, TASTES
from game.rules.proposals import Resign
from game.table.match import Match
from game.table.opponents import CAST, ECHO, OPPONENTS, SAID, sentence, style_of
from game.table.record import dump, load, to_record
from game.table.record_files import kept_of, save_match
from game.table.spec import MatchSpec, SeatSpec
from game.table.win_loss import (
    HIGHEST,
    LOWEST,
    EngineGame,
    LevelResult,
    expected,
    lines,
    matching_level,
    read_result,
    read_results,
    strength,
    strength_in,
)
from tools.match.play import engine_options
from tools.match.ugi_bot import EngineError

SETUP = "multiplicity size=3"


def finished(engine: SeatSpec, loser: int, setup: str = SETUP, date: str = "") -> Match:
    """Return a game of a person at seat 0 against `engine`; the seat `loser` resigned."""
    match = Match(MatchSpec(setup, (SeatSpec("person", name="Ada"), engine)), date=date)
    match.submit_or_raise(Resign(loser))
    return match


def against(key: str, level: int = 0) -> SeatSpec:
    one = OPPONENTS[key]
    return SeatSpec("engine", level or one.level or 1, one.name, key)


# -- the cast --------------------------------------------------------------------------------------


def test_the_cast_has_names_levels_and_likings_of_its_own() -> None:
    fixed = [one.level for one in CAST if one.level is not None]
    assert fixed == sorted(set(fixed))
    assert len({one.name for one in CAST}) == len(CAST) == len(OPPONENTS)
    assert {one.style.taste for one in CAST} <= {"none", *TASTES}
    assert [one.key for one in CAST if one.level is None] == [ECHO]
    assert style_of("") == style_of("somebody of another version") == EVEN


def test_engines_in_matches_can_be_opponents() -> None:
    options = engine_options("opponent:moss")
    assert options is not None
    assert (options.level, options.style) == (4, OPPONENTS["moss"].style)
    with pytest.raises(EngineError, match="pip, hazel"):
        engine_options("opponent:echo")


def test_a_record_keeps_the_opponent_and_has_nothing_of_it_without() -> None:
    match = finished(against("bruno"), loser=1)
    assert load(dump(match)).spec.seats[1] == SeatSpec("engine", 6, "Bruno", "bruno")
    plain = to_record(finished(SeatSpec("engine", 4), loser=1))
    assert "opponent" not in plain["players"][1]


# -- strength --------------------------------------------------------------------------------------


def test_a_person_begins_at_level_three_and_moves_with_results() -> None:
    assert matching_level([]) == 3
    assert matching_level([LevelResult(3, 1.0)] * 2) == 5
    assert matching_level([LevelResult(3, 0.0)] * 2) == 1
    assert matching_level([LevelResult(3, 0.5)] * 9) == 3


def test_each_of_the_first_six_games_moves_the_estimate_less() -> None:
    even = [LevelResult(3, 0.5)]
    for played, step in ((0, 1.5), (1, 1.2), (5, 0.5), (6, 0.3), (7, 0.3)):
        assert strength([*even * played, LevelResult(3, 1.0)]) == pytest.approx(3 + step)
        assert strength([*even * played, LevelResult(3, 0.0)]) == pytest.approx(3 - step)


def echo_after(games: int, level: int, dice: random.Random) -> int:
    """Return Echo's level for a person of this level, after this many games against Echo."""
    met: list[LevelResult] = []
    for _game in range(games):
        echo = matching_level(met)
        met.append(LevelResult(echo, float(dice.random() < expected(level, echo))))
    return matching_level(met)


@pytest.mark.parametrize("level", [2, 5, 8])
def test_echo_follows_the_level_of_a_person_within_five_games(level: int) -> None:
    dice = random.Random(1)
    met = [echo_after(5, level, dice) for _person in range(400)]
    assert statistics.median(met) == pytest.approx(level, abs=1)
    assert sum(abs(echo - level) <= 1 for echo in met) >= 0.65 * len(met)
    assert sum(abs(echo - level) <= 2 for echo in met) >= 0.9 * len(met)


@pytest.mark.parametrize("level", [2, 5, 8])
def test_echo_meets_who_always_plays_to_their_level_in_the_sixth_game(level: int) -> None:
    met: list[LevelResult] = []
    for _game in range(5):
        echo = matching_level(met)
        met.append(LevelResult(echo, 1.0 if echo < level else 0.0 if echo > level else 0.5))
    assert matching_level(met) == level


def test_the_estimate_stays_on_the_ladder() -> None:
    assert strength([LevelResult(10, 1.0)] * 60) == HIGHEST
    assert strength([LevelResult(1, 0.0)] * 60) == LOWEST


def test_two_levels_apart_eight_of_ten_games_are_expected() -> None:
    assert expected(5, 5) == pytest.approx(0.5)
    assert 0.8 <= expected(5, 3) <= 0.9
    assert expected(5, 3) + expected(3, 5) == pytest.approx(1)


def test_results_in_accord_with_a_level_lead_there() -> None:
    """A person of level 7 who always plays the proposed level is soon offered level 7."""
    met: list[LevelResult] = []
    for _game in range(30):
        level = matching_level(met)
        met.append(LevelResult(level, 1.0 if level < 7 else 0.0 if level > 7 else 0.5))
    assert matching_level(met) == 7


# -- kept games ------------------------------------------------------------------------------------


def test_what_a_record_says() -> None:
    won = read_result(to_record(finished(against("hazel"), loser=1)))
    assert won is not None
    assert (won.game, won.opponent, won.level, won.points) == ("multiplicity", "hazel", 2, 1.0)
    lost = read_result(to_record(finished(SeatSpec("engine", 7), loser=0)))
    assert lost is not None
    assert (lost.opponent, lost.level, lost.points) == ("", 7, 0.0)


def test_other_games_do_not_count() -> None:
    people = Match(MatchSpec(SETUP, (SeatSpec(), SeatSpec())))
    people.submit_or_raise(Resign(0))
    assert read_result(to_record(people)) is None
    running = Match(MatchSpec(SETUP, (SeatSpec(), SeatSpec("engine"))))
    assert read_result(to_record(running)) is None


def keep(folder: Path, number: int, engine: SeatSpec, loser: int, setup: str = SETUP) -> None:
    date = f"2026-11-{number + 1:02}T10:00:00"
    save_match(finished(engine, loser, setup, date), date, folder)


def test_lines_count_games_by_game_and_opponent(tmp_path: Path) -> None:
    for number, loser in enumerate((1, 0, 1)):
        keep(tmp_path, number, against("pip"), loser)
    keep(tmp_path, 3, SeatSpec("engine", 5), 0)
    keep(tmp_path, 4, against(ECHO, 3), 1)
    keep(tmp_path, 5, against(ECHO, 4), 0)
    keep(tmp_path, 6, against("pip"), 1, "libra size=3 mode=target target=1")
    (tmp_path / "2026-11-09T10-multiplicity.json").write_text("{}", encoding="utf-8")
    found = lines(read_results(kept_of("", tmp_path)))
    assert [(one.game, one.opponent, one.level) for one in found] == [
        ("libra", "pip", 1),
        ("multiplicity", "pip", 1),
        ("multiplicity", "", 5),
        ("multiplicity", ECHO, 4),
    ]
    pip = found[1]
    assert (pip.played, pip.won, pip.drawn, pip.lost) == (3, 2, 0, 1)
    assert len(list(read_results(kept_of("libra", tmp_path)))) == 1


def test_the_best_is_the_shortest_win_on_the_board() -> None:
    def result(turns: int, points: float = 1.0) -> EngineGame:
        return EngineGame("libra", "pip", 1, points, turns)

    line = lines([result(9), result(7), result(0), result(3, 0.0)])[0]
    assert (line.won, line.best) == (3, 7)
    assert lines([result(0)])[0].best == 0


def test_the_matching_level_follows_the_games_of_one_game(tmp_path: Path) -> None:
    assert strength_in("multiplicity", tmp_path) == 3
    for number in range(4):
        keep(tmp_path, number, against(ECHO, 3), 1)
    assert strength_in("multiplicity", tmp_path) == 6
    assert strength_in("libra", tmp_path) == 3


# -- what they say ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", OPPONENTS)
def test_every_opponent_has_a_sentence_of_its_own_for_every_occasion(key: str) -> None:
    said = [sentence(key, occasion) for occasion in ("before", "wins", "loses", "draws")]
    others = {words for other in OPPONENTS if other != key for words in SAID[other].values()}
    assert len(set(said)) == 4
    assert others.isdisjoint(said)
    # A line of the result in a small window has room for 46 characters.
    assert max(map(len, said[1:])) <= 46
    assert len(SAID) == len(OPPONENTS)
