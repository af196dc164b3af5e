"""A wrong clock does no harm, whether in the past, in the future, or jumping during a run."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import pytest

from game import __released__
from game.correspondence import game as games
from game.library.collection import GameCollection
from game.library.database import Database
from game.platform import storage, wall_clock
from game.platform.wall_clock import RELEASED, days_seen, doubt_to_tell, is_plausible
from game.table.autosave import AutoSaver
from game.table.match import Match
from game.table.running_locks import path_of, unfinished_files
from game.table.spec import MatchSpec, SeatSpec
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from tests.support.waiting import until

DAY = datetime.timedelta(days=1)
PAST, FUTURE = datetime.date(1970, 1, 2), datetime.date(2071, 5, 4)
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"


def test_the_date_of_release_is_that_of_the_changelog() -> None:
    assert f"] - {__released__}" in CHANGELOG.read_text("utf-8").partition("\n## [1")[2]


def test_days_are_counted_as_they_are_seen() -> None:
    day = datetime.date(2026, 12, 1)
    assert [days_seen(day).count for _ in range(3)] == [1, 1, 1]
    assert days_seen(day + DAY).count == 2
    assert days_seen(FUTURE).count == 3
    assert days_seen(PAST).count == 4
    assert days_seen(PAST + DAY).count == 5


def test_a_file_of_days_that_is_damaged_or_cannot_be_written_begins_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (storage.data_folder() / "days.json").write_text('{"version": 1, "count": "x"}')
    assert days_seen(RELEASED).count == 1

    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(storage, "write_json", refuse)
    assert [days_seen(RELEASED + DAY * n).count for n in range(1, 4)] == [2, 2, 2]


@pytest.mark.parametrize(
    ("today", "newest", "words"),
    [
        (PAST, "", "1970-01-02"),
        (RELEASED - DAY, "", "before this program was made"),
        (RELEASED, "", ""),
        (RELEASED, RELEASED.isoformat() + "T23:59:59", ""),
        (RELEASED, (RELEASED + DAY).isoformat() + "T00:00:01", "game of"),
        (FUTURE, "2030-01-01T00:00:00", ""),
        (RELEASED, "some time ago", ""),
    ],
)
def test_a_clock_that_is_plainly_wrong_is_said_once(
    today: datetime.date, newest: str, words: str
) -> None:
    told = doubt_to_tell(today, newest)
    assert words in told
    assert bool(words) == bool(told)
    assert doubt_to_tell(today, newest) == ""


def test_it_is_said_again_after_the_clock_was_right() -> None:
    assert doubt_to_tell(PAST, "")
    assert not doubt_to_tell(RELEASED, "")
    assert doubt_to_tell(PAST, "")


def test_times_are_plausible_from_the_release_on() -> None:
    released = datetime.datetime.combine(RELEASED, datetime.time(12)).timestamp()
    assert is_plausible(released)
    assert not any(map(is_plausible, (0.0, -5.0, released - 86400 * 2, 1e300, float("nan"))))


def test_the_newest_tournament_is_the_one_founded_last(monkeypatch: pytest.MonkeyPatch) -> None:
    with TournamentStore() as store:
        for name, at in (("Now", "2026-12-01T19:00:00"), ("Reset", "1970-01-01T00:03:00")):
            monkeypatch.setattr("game.tournament.store.now", lambda at=at: at)
            store.found(TournamentPlan(name, "libra"))
        assert [kept.name for kept in store.kept()] == ["Reset", "Now"]
        assert store.load(store.find("")).plan.name == "Reset"


def test_a_jump_into_the_future_deletes_nothing(tmp_path: Path) -> None:
    collection = GameCollection(Database(tmp_path / "library.db"), tmp_path)
    bin_ = tmp_path / "deleted"
    bin_.mkdir()
    gone = bin_ / "2026-11-28-less.json"
    gone.write_text("{}")
    os.utime(gone, (0, 0))  # deleted while the clock said 1970
    for today in (RELEASED, FUTURE, PAST, RELEASED + DAY):
        collection.empty_bin(days_seen(today).count)
    assert gone.exists()
    (bin_ / "days.index").write_text("[1, 2")
    collection.empty_bin(days_seen(FUTURE).count)
    assert gone.exists()


def running(folder: Path, number: int) -> Path:
    """Save a running game in the given place, and return its file."""
    match = Match(MatchSpec("libra size=3", (SeatSpec(), SeatSpec())))
    path = path_of(number, folder)
    saver = AutoSaver(match, path)
    match.play(match.legal()[0])
    until(path.exists)
    saver.close()
    return path


def test_the_game_left_last_is_offered_first_though_the_clock_went_back(tmp_path: Path) -> None:
    older = running(tmp_path, 1)
    future = datetime.datetime(2071, 5, 4).timestamp()
    os.utime(older, (future, future))
    newer = running(tmp_path, 2)  # saved after the clock was set right
    assert unfinished_files(tmp_path) == [newer, older]


def test_no_letter_is_lost_on_time_by_a_wrong_clock() -> None:
    now = datetime.datetime.combine(RELEASED, datetime.time(12)).timestamp()
    begun_in_1970 = games.begin("libra size=3", ["Anna", "Bernd"], [0], 3, 1000.0)
    assert begun_in_1970.seconds_left(now) == 3 * games.DAY_S
    begun_now = games.begin("libra size=3", ["Anna", "Bernd"], [0], 3, now)
    assert begun_now.seconds_left(1000.0) == 3 * games.DAY_S
    assert begun_now.seconds_left(now + 2 * games.DAY_S) == games.DAY_S


def test_a_time_of_change_is_never_older_than_those_beside_it(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for path, at in ((one, 5_000), (two, 9_000)):
        path.touch()
        os.utime(path, ns=(at, at))
    wall_clock.touch_newer(one, [one, two, tmp_path / "gone"])
    assert one.stat().st_mtime_ns > two.stat().st_mtime_ns
    before = one.stat().st_mtime_ns
    wall_clock.touch_newer(one, [one, two])
    assert one.stat().st_mtime_ns == before
