"""Standings agree with an independent program, or where it lacks a rule with figures by hand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from gacrux.tiebreakchecker import tiebreakchecker  # type: ignore[import-untyped]

from game.tournament import operations, trf, words
from game.tournament.plan import CRITERIA, DRAW, TournamentPlan, read_result
from game.tournament.standings import club_standings, criterion_text, points_text, standings
from game.tournament.tournament import Tournament
from tests.tournament.evenings import DREW, LOST, WON, do, founded, play_round, played

ORDER = ("buchholz", "buchholz-cut", "sonneborn", "wins", "direct")
THEIRS = ("PTS", "BH", "BH/C1", "SB", "WIN", "DE")
SYSTEMS = ("swiss", "round-robin")


def theirs(
    tournament: Tournament, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[int, tuple[float, ...]]:
    """Return, by start number, gacrux's ranks and tie-break numbers for the exported file."""
    given, answer = folder / "t.trf", folder / "t.txt"
    given.write_text(trf.write(tournament))
    kind = "-s" if tournament.plan.system == "swiss" else "-p"
    words = ["-i", str(given), "-o", str(answer), "-f", "TRF", kind, "-dT"]
    monkeypatch.setattr(
        sys, "argv", ["x", *words, "-n", str(len(tournament.rounds)), "-t", *THEIRS]
    )
    tiebreakchecker().common_main()
    rows = [line.split("\t") for line in answer.read_text().splitlines()[1:] if line.strip()]
    return {int(row[0]): tuple(map(float, row[1:7])) for row in rows}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("seed", range(8))
def test_another_program_counts_the_same(
    system: Any, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = TournamentPlan("Cup", "multiplicity", system, rounds=7, order=ORDER, seed=seed)
    tournament = played(seed, 5 + 3 * seed if system == "swiss" else 4 + seed, plan)
    found = theirs(tournament, tmp_path, monkeypatch)
    numbers = tournament.start_numbers
    ours = {
        numbers[line.entrant.id]: (
            line.place,
            line.points / 2,
            line.values[0] / 2,
            line.values[1] / 2,
            line.values[2] / 4,
            line.values[3],
        )
        for line in standings(tournament)
    }
    assert ours == found


def test_margins_of_less_decide_first() -> None:
    tournament = founded(TournamentPlan("Less", "less", rounds=3), 4)
    assert tournament.plan.order[0] == "margin"
    do(tournament, operations.draw(tournament))
    first, second = tournament.rounds[0].games
    do(tournament, operations.rule(tournament, 1, 1, read_result("1-0 by 3")))
    do(tournament, operations.rule(tournament, 1, 2, read_result("0-1 by 7")))
    order = [line.entrant.id for line in standings(tournament)]
    assert order == [second.pair.second, first.pair.first, first.pair.second, second.pair.first]
    assert [criterion_text("margin", line.values[0]) for line in standings(tournament)] == [
        "+7",
        "+3",
        "−3",
        "−7",
    ]


@pytest.mark.parametrize(
    ("criterion", "value", "text"),
    [
        ("margin", 3, "+3"),
        ("margin", -3, "−3"),
        ("margin", 0, "0"),
        ("wins", 3, "3"),
        ("buchholz", 7, "3½"),
        ("sonneborn", 7, "1¾"),
    ],
)
def test_only_margins_have_a_sign(criterion: str, value: int, text: str) -> None:
    assert criterion_text(criterion, value) == text


def test_places_are_shared_where_nothing_decides() -> None:
    tournament = founded(people=4)
    do(tournament, operations.draw(tournament))
    play_round(tournament, [DREW, DREW])
    assert [line.place for line in standings(tournament)] == [1, 1, 1, 1]


def test_standings_after_an_earlier_round() -> None:
    tournament = founded(people=4)
    for results in ([WON, WON], [LOST, LOST]):
        do(tournament, operations.draw(tournament))
        play_round(tournament, results)
    assert [line.points for line in standings(tournament, upto=1)] == [2, 2, 0, 0]


@pytest.mark.parametrize(("asked", "counts"), [(False, 2), (True, 0)])
def test_a_round_missed_by_choice_is_cut_first_but_no_bye(asked: bool, counts: int) -> None:
    """Player 3 has half a point without a game, which counts 2, and has beaten 2, who has none."""
    tournament = founded(
        TournamentPlan("Cup", "libra", order=("buchholz-cut",), bye_points=DRAW), 3
    )
    if asked:
        do(tournament, operations.ask_bye(tournament, 3, 1))
    for pairing in ((1, 2), (3, 2)):
        number = len(tournament.rounds) + 1
        do(tournament, operations.draw_by_hand(tournament, number, [pairing]))
        play_round(tournament, [WON])
    [cut] = [line.values[0] for line in standings(tournament) if line.entrant.id == 3]
    assert cut == counts


@pytest.mark.parametrize("criterion", CRITERIA)
def test_each_criterion_is_explained_after_its_name(criterion: str) -> None:
    name, explained = words.criterion(criterion), words.meaning(criterion)
    assert explained.startswith(f"{name}: ")
    assert len(explained) > len(name) + 20


def test_halves_and_quarters_are_written_as_people_do() -> None:
    assert [points_text(n) for n in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]
    assert [points_text(n, 4) for n in (0, 1, 6, 11)] == ["0", "¼", "1½", "2¾"]


def test_the_best_of_a_club_count_for_it() -> None:
    tournament = founded()
    clubs = ("North", "north", "South", "South", "", "West")
    for number, club in enumerate(clubs):
        rating = 2000 - number
        do(tournament, operations.enter(tournament, [f"P{number}"], rating, club, here=True))
    do(tournament, operations.draw(tournament))
    for game in tournament.rounds[0].games:  # the three players with the lowest numbers win
        result = WON if game.pair.first <= 3 else LOST
        do(tournament, operations.rule(tournament, 1, game.number, result))
    found = [(c.place, c.club, c.points, len(c.players)) for c in club_standings(tournament)]
    assert found == [(1, "North", 4, 2), (2, "South", 2, 2), (3, "West", 0, 1)]
    found = [(c.place, c.club, c.points, len(c.players)) for c in club_standings(tournament, 1)]
    assert found == [(1, "North", 2, 1), (1, "South", 2, 1), (3, "West", 0, 1)]
