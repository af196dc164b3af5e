"""Every operation can be taken back, beginning with the last; the log keeps all operations."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from game.cli import main
from game.tournament import operations, player_codes, trf
from game.tournament.errors import TournamentError
from game.tournament.events import LogEntry, Undone
from game.tournament.pairing.reasons import of_round
from game.tournament.plan import PairingResult, TournamentPlan
from game.tournament.standings import standings
from game.tournament.store import TournamentStore
from game.tournament.tournament import MATCH, Tournament
from game.tournament.words import log_texts, operation_text
from tests.tournament.evenings import FORFEIT, LOST, WON, refused

Wish = Callable[[Tournament], operations.Events]
NAMES = ("Anna", "Bernd", "Chloé", "Anna", "Dmitri", "Eva")
PLANS = (
    TournamentPlan("Cup", "libra", rounds=4, seed=3),
    TournamentPlan("All", "libra", system="round-robin", seed=4),
)


def apply(tournament: Tournament, at: int, wish: Wish) -> bool:
    """Carry out a request as the store does; return whether it changed anything."""
    try:
        made = wish(tournament)
    except TournamentError:
        return False
    for event in made:
        tournament.apply(LogEntry(tournament.seq, f"2026-11-21T19:00:00.{at:06}", "desk", event))
    return bool(made)


def random_wish(tournament: Tournament, dice: random.Random) -> Wish:
    """Return a random request, which is often an impossible one."""
    people = list(tournament.entrants) or [1]
    who, other = dice.choice(people), dice.choice(people)
    number, round_ = len(tournament.rounds), tournament.rounds[-1:]
    games = [game.number for game in round_[0].games] if round_ else [1]
    open_games = [game.number for game in round_[0].open] if round_ else []
    game = dice.choice(open_games or games)
    result = dice.choice((WON, LOST, FORFEIT, PairingResult(0, 0, played=False)))
    name, rating = dice.choice(NAMES), dice.choice((0, 1500))
    club, here = dice.choice(("", "North")), dice.random() < 0.8
    wishes: list[tuple[int, Wish]] = [
        (6, lambda t: operations.enter(t, [name], rating, club, here)),
        (1, lambda t: operations.enter_all(t, [(["Tom"], 0, ""), (["Uwe"], 1, "")], True)),
        (2, lambda t: operations.rename(t, who, [name], 1600, "South")),
        (3, lambda t: operations.arrive(t, who)),
        (2, lambda t: operations.leave(t, who)),
        (1, lambda t: operations.withdraw(t, who)),
        (2, lambda t: operations.ask_bye(t, other, number + 1)),
        (1, lambda t: operations.cancel_bye(t, other, number + 1)),
        (1, operations.begin_evening),
        (1, lambda t: operations.keep_apart(t, who, [other])),
        (8, operations.draw),
        (1, operations.take_back),
        (6, lambda t: operations.claim(t, number, game, dice_side, result)),
        (9, lambda t: operations.rule(t, number, game, result, "why")),
        (1, lambda t: operations.rule(t, number, game, None, "why")),
        (2, lambda t: operations.confirm(t, number, game, 0)),
        (1, lambda t: operations.allow_self_check_in(t, here)),
        (1, operations.finish),
    ]
    dice_side = dice.choice((0, 1, MATCH))
    return dice.choices([wish for _n, wish in wishes], [n for n, _wish in wishes])[0]


def state(tournament: Tournament) -> tuple[object, ...]:
    """Return everything about a tournament except its log."""
    lines = [(line.entrant.id, line.place, line.values) for line in standings(tournament)]
    return (
        tournament.plan,
        tournament.entrants,
        tournament.rounds,
        (tournament.evening, tournament.ended, tournament.self_check_in),
        lines,
        player_codes.codes(tournament),
        trf.write(tournament) if tournament.rounds else "",
        [of_round(tournament, round_.number) for round_ in tournament.rounds],
    )


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.system)
@pytest.mark.parametrize("seed", range(25))
def test_what_was_taken_back_might_as_well_never_have_been(seed: int, plan: TournamentPlan) -> None:
    dice = random.Random(seed)
    tournament, kept = Tournament(), [(0, lambda _t: operations.found(plan))]
    apply(tournament, *kept[0])
    for at in range(1, 90):
        if dice.random() < 0.3 and len(kept) > 1:
            first = tournament.last_operation[0].seq
            assert apply(tournament, at, partial(operations.undo, first=first))
            kept.pop()
            continue
        wish = random_wish(tournament, dice)
        if apply(tournament, at, wish):
            kept.append((at, wish))
    other = Tournament()
    for at, wish in kept:
        assert apply(other, at, wish)
    assert state(tournament) == state(other)
    assert state(Tournament(tournament.log)) == state(other)
    assert len(tournament.log) > len(other.log)
    assert len(log_texts(tournament)) == len(tournament.log)


def founded() -> tuple[TournamentStore, int]:
    store = TournamentStore()
    number = store.found(PLANS[0])
    for name in ("Anna", "Bernd", "Chloé", "Dmitri"):
        store.carry_out(number, partial(operations.enter, names=[name], here=True))
    return store, number


def undone(store: TournamentStore, number: int) -> Tournament:
    first = store.load(number).last_operation[0].seq
    return store.carry_out(number, partial(operations.undo, first=first))


def test_an_operation_is_taken_back_whole_and_the_log_says_so() -> None:
    store, number = founded()
    with store:
        store.carry_out(number, operations.draw)
        store.carry_out(number, lambda t: operations.withdraw(t, 2))
        assert operation_text(store.load(number)) == "Bernd withdrew"
        tournament = undone(store, number)
        assert not tournament.entrants[2].withdrawn
        assert len(tournament.rounds[0].open) == 2
        assert log_texts(tournament)[-1] == "Taken back: Bernd withdrew"
        assert operation_text(tournament) == "Round 1 paired"
        for _time in range(5):
            tournament = undone(store, number)
        assert tournament.entrants == {}
        # At the beginning, a tournament can only be deleted.
        assert tournament.last_operation == []
        assert len(tournament.log) == 1 + 4 * 2 + 1 + 2 + 6
        assert sum(isinstance(entry.event, Undone) for entry in tournament.log) == 6


def test_only_what_was_named_is_taken_back() -> None:
    store, number = founded()
    with store:
        first = store.load(number).last_operation[0].seq
        store.carry_out(number, lambda t: operations.leave(t, 1), "phone")
        with refused("not-last"):
            store.carry_out(number, partial(operations.undo, first=first))


def test_the_command_says_what_it_takes_back(capsys: pytest.CaptureFixture[str]) -> None:
    store, number = founded()
    with store:
        assert main(["tournament", "finish"]) == 0
        assert main(["tournament", "-t", "Cup", "undo"]) == 0
        assert "Taken back: The tournament is over" in capsys.readouterr().out
        assert not store.load(number).ended
        for _time in range(4):
            assert main(["tournament", "undo"]) == 0
        assert main(["tournament", "undo"]) == 2
        assert main(["tournament", "log"]) == 0
        assert "Taken back: Dmitri entered" in capsys.readouterr().out


def test_the_same_tournament_again_has_its_people_and_another_name() -> None:
    store, number = founded()
    with store:
        store.carry_out(number, lambda t: operations.rename(t, 1, ["Anna"], 1700, "North"))
        store.carry_out(number, lambda t: operations.keep_apart(t, 1, [2]))
        assert main(["tournament", "clone"]) == 0
        assert main(["tournament", "clone"]) == 0
        clone = store.load(store.find("Cup 3"))
        assert [kept.name for kept in store.kept()] == ["Cup 3", "Cup 2", "Cup"]
        assert clone.field[0].name == "Anna"
        assert (clone.entrants[1].rating, clone.entrants[1].club) == (1700, "North")
        assert operations.here(clone) == []
        assert clone.plan.rounds == PLANS[0].rounds
        assert clone.apart_from(1) == {2}
        assert clone.last_operation == []
