"""Stored tournaments survive two programs at the same time, and a program killed at any moment."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.events import KINDS, LogEntry, from_data, to_data
from game.tournament.plan import MAX_NAME_LENGTH, TournamentPlan
from game.tournament.store import StoreThread, TournamentStore
from game.tournament.tournament import Tournament
from tests.support.waiting import until
from tests.tournament.evenings import WON, played

PLAN = TournamentPlan("Club evening", "libra", rounds=30)
KILLS, ALL_KILLS = 3, 100


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "library.sqlite"


def enter(store: TournamentStore, number: int, name: str) -> Tournament:
    return store.carry_out(number, lambda t: operations.enter(t, [name], here=True))


def test_every_event_is_read_as_it_was_written() -> None:
    names = {kind: name for name, kind in KINDS.items()}
    for entry in played(4, 9).log:
        assert from_data(names[type(entry.event)], to_data(entry.event)) == entry.event


def test_what_is_kept_is_what_was_done(path: Path) -> None:
    with TournamentStore(path) as store:
        number = store.found(PLAN)
        for name in ("Anna", "Bo", "Cem", "Dana"):
            enter(store, number, name)
        tournament = store.carry_out(number, operations.draw)
    with TournamentStore(path) as again:
        assert again.load(again.find("club")).log == tournament.log
        assert [(kept.name, kept.entrants, kept.rounds) for kept in again.kept()] == [
            ("Club evening", 4, 1)
        ]


def test_a_name_is_there_once_and_a_deleted_one_is_free(path: Path) -> None:
    with TournamentStore(path) as store:
        number = store.found(PLAN)
        with pytest.raises(TournamentError):
            store.found(TournamentPlan("club  EVENING", "less"))
        store.delete(number)
        assert store.find("") if store.found(PLAN) else False


def test_a_whole_name_comes_before_those_that_only_begin_so(path: Path) -> None:
    with TournamentStore(path) as store:
        first, second, other = (
            store.found(TournamentPlan(name, "libra")) for name in ("Cup", "Cup 2", "Spring")
        )
        assert [store.find(name) for name in ("Cup", "cup 2", "spr")] == [first, second, other]
        store.delete(first)
        assert store.find("Cup") == second
        store.found(TournamentPlan("Cup 3", "libra"))
        with pytest.raises(TournamentError):
            store.find("Cup")


def test_without_a_name_the_newest_that_goes_on_is_meant(path: Path) -> None:
    with TournamentStore(path) as store:
        goes_on, ended = (store.found(TournamentPlan(name, "libra")) for name in ("Cup", "Spring"))
        for name in ("Anna", "Bo"):
            enter(store, ended, name)
        store.carry_out(ended, operations.finish)
        assert store.find("") == store.find("  ") == goes_on


@pytest.mark.parametrize(
    ("name", "following"), [("Cup", "Cup 2"), ("Cup 9", "Cup 10"), ("Cup 2026", "Cup 2026 2")]
)
def test_the_next_tournament_is_counted_but_no_year(path: Path, name: str, following: str) -> None:
    with TournamentStore(path) as store:
        number = store.found(TournamentPlan(name, "libra"))
        assert store.next_name(number) == following


def test_the_next_of_a_long_name_is_short_enough_to_be_founded(path: Path) -> None:
    with TournamentStore(path) as store:
        number = store.found(TournamentPlan("Open " + "X" * (MAX_NAME_LENGTH - 5), "libra"))
        for _time in range(2):
            store.begin(operations.again(store.load(number), store.next_name(number)))
        begun = "Open " + "X" * (MAX_NAME_LENGTH - 10)
        assert [kept.name for kept in store.kept()][:2] == [f"{begun} 3", f"{begun} 2"]


def test_a_refused_wish_leaves_nothing(path: Path) -> None:
    with TournamentStore(path) as store:
        number = store.found(PLAN)
        with pytest.raises(TournamentError):
            store.carry_out(number, operations.draw)
        assert len(store.load(number).log) == 1


def test_an_event_of_later_versions_is_not_dropped(path: Path) -> None:
    with pytest.raises(TournamentError) as refused:
        from_data("teleported", {})
    assert refused.value.code == "unknown-event"


def test_one_follows_what_the_other_does(path: Path) -> None:
    with TournamentStore(path) as one, TournamentStore(path) as other:
        number = one.found(PLAN)
        seen = other.load(number)
        enter(one, number, "Anna")
        assert other.follow(number, seen)
        assert [entrant.name for entrant in seen.entrants.values()] == ["Anna"]
        assert not other.follow(number, seen)


def test_two_at_once_harm_nobody(path: Path) -> None:
    with TournamentStore(path) as store:
        number = store.found(PLAN)

    def people(first: int) -> None:
        with TournamentStore(path) as own:
            for n in range(15):
                enter(own, number, f"P{first + n}")

    threads = [threading.Thread(target=people, args=(first,)) for first in (0, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with TournamentStore(path) as store:
        tournament = store.load(number)
    assert len(tournament.entrants) == 30
    assert [entry.seq for entry in tournament.log] == list(range(61))


BUSY = """
import sys
from pathlib import Path
from game.tournament import operations
from game.tournament.plan import PairingResult
from game.tournament.store import StoreThread, TournamentStore
store, number = TournamentStore(Path(sys.argv[1])), int(sys.argv[2])
while True:
    t = store.carry_out(number, lambda t: operations.draw(t, again=True))
    for game in t.rounds[-1].games:
        won = PairingResult(2, 0)
        t = store.carry_out(number, lambda t: operations.rule(t, game.round, game.number, won))
        print(t.seq, flush=True)
"""


def kill_once(path: Path, number: int, dice: random.Random) -> None:
    """Kill a writing program at a random moment; check that everything it reported is stored."""
    busy = subprocess.Popen(
        [sys.executable, "-c", BUSY, str(path), str(number)], stdout=subprocess.PIPE, cwd=ROOT
    )
    assert busy.stdout is not None
    said = b"".join(busy.stdout.readline() for _line in range(dice.randint(1, 40)))
    busy.kill()
    said = (said + busy.stdout.read()).split(b"\n")[-2]
    busy.wait()
    busy.stdout.close()
    with TournamentStore(path) as store:
        tournament = store.load(number)
        assert tournament.seq >= int(said)
        assert [entry.seq for entry in tournament.log] == list(range(tournament.seq))
        for game in list(tournament.rounds[-1].open):  # the tournament can go on
            won = partial(operations.rule, number=game.round, game=game.number, result=WON)
            store.carry_out(number, won)


def kill_often(path: Path, times: int) -> None:
    dice = random.Random(5)
    with TournamentStore(path) as store:
        number = store.found(TournamentPlan("Long", "libra", rounds=120))
        for n in range(6):
            enter(store, number, f"P{n}")
    for n in range(times):
        if n % 8 == 7:  # begins a new tournament before this one's rounds run out
            with TournamentStore(path) as store:
                number = store.found(TournamentPlan(f"Long {n}", "libra", rounds=120))
                for person in range(6):
                    enter(store, number, f"P{person}")
        kill_once(path, number, dice)


def test_killed_at_any_moment(path: Path) -> None:
    kill_often(path, KILLS)


@pytest.mark.slow
def test_killed_at_a_hundred_moments(path: Path) -> None:
    kill_often(path, ALL_KILLS)


def test_a_log_told_twice_is_the_same_tournament() -> None:
    tournament = played(6, 10)
    again = Tournament(LogEntry(e.seq, e.at, e.by, e.event) for e in tournament.log)
    assert again.rounds == tournament.rounds
    assert again.entrants == tournament.entrants


def test_a_thread_outlives_whatever_a_job_raises() -> None:
    told: list[Exception] = []
    done = list[str]()

    def broken(_store: TournamentStore) -> None:
        raise RuntimeError("nobody foresaw this")

    def failed(error: Exception) -> None:
        told.append(error)
        raise ValueError("nor this")

    thread = StoreThread("test", lambda _store: None, failed)
    thread.put(broken)
    thread.put(lambda store: done.append(str(len(store.kept()))))
    thread.close()
    assert [type(error) for error in told] == [RuntimeError]
    assert done == ["0"]


def test_changes_by_others_are_looked_for_while_nothing_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.tournament.store.POLL_INTERVAL_S", 0.01)
    found, failures = list[str](), list[Exception]()
    thread = StoreThread("test", lambda one: found.append(str(one.version())), failures.append)
    try:
        assert until(lambda: len(found) > 2, seconds=30)
    finally:
        thread.close()
    assert failures == []
