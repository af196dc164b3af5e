"""With the autosaver, a game is always either in the running file or among the saved games."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.platform import storage
from game.platform.paths import ROOT
from game.rules.proposals import AllAgreed, GoBack, Offer, Play, Proposal, Resign, TimeUp
from game.table import record_files
from game.table.autosave import AutoSaver
from game.table.match import Match
from game.table.record import to_record
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people

SETUP = "libra size=3 mode=target target=5"
STARTED = "2026-03-04T05:06:07"


def new(setup: str = SETUP, date: str = STARTED, clock: ClockSpec | None = None) -> Match:
    return Match(MatchSpec(setup, (SeatSpec(), SeatSpec()), clock), date=date)


def play(match: Match, actions: int = 10_000) -> None:
    dice = random.Random(3)
    while not match.over and len(match.entries) < actions:
        match.play(dice.choice(match.legal()))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _last_action(match: Match) -> Proposal:
    while len(match.legal()) > 2:  # one cell is left, with two colours to choose from
        match.play(match.legal()[0])
    return Play((match.legal()[0],), by="board")


ENDS: dict[str, Callable[[Match], Proposal]] = {
    "the board": _last_action,
    "the screen": _last_action,
    "the engine": _last_action,
    "resignation": lambda match: Resign(match.to_move),
    "a draw": lambda match: AllAgreed("draw"),
    "agreement": lambda match: AllAgreed("end"),
    "time": lambda match: TimeUp(),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_game_that_has_ended_is_kept_and_only_then_runs_no_more(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new(clock=ClockSpec(100))
    running = tmp_path / "running.json"
    autosaver = AutoSaver(match, running)
    play(match, 3)
    proposal = ENDS[how](match)
    match.clock.run(match.to_move, 0.0)
    seen: list[list[str]] = []
    unlink = Path.unlink

    def watched(path: Path, missing_ok: bool = False) -> None:
        seen.append(files(tmp_path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", watched)
    match.submit_or_raise(proposal, 1000.0 if how == "time" else 10.0)
    autosaver.close()
    assert match.over
    kept = f"{STARTED.replace(':', '-')}-libra.json"
    assert all(kept in names for names in seen), "the record was there first"
    assert files(tmp_path) == [kept]
    assert to_record(record_files.read_match(tmp_path / kept)) == to_record(match)


@pytest.mark.parametrize("how", ENDS)
def test_a_program_killed_right_after_the_end_has_the_game(how: str, home: Path) -> None:
    """The process ends at the same moment as the match, without a close or time for any thread."""
    script = f"""
import os, time
from tests.table.test_autosave import ENDS, new, play
from game.table.autosave import AutoSaver
from game.table.spec import ClockSpec
match = new(clock=ClockSpec(100))
autosaver = AutoSaver(match)
play(match, 3)
proposal = ENDS[{how!r}](match)
while not autosaver.running.exists():
    time.sleep(0.001)
match.clock.run(match.to_move, 0.0)
match.submit_or_raise(proposal, 1000.0 if {how!r} == "time" else 10.0)
os._exit(9 if match.over else 1)
"""
    environment = {**os.environ, "LESS_IS_MORE_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, check=False)
    assert done.returncode == 9
    again, message = record_files.recover(home / "data" / "games" / "running.json")
    kept = list(record_files.saved_games(home / "data" / "games"))
    assert message == ""
    assert again is not None or [saved.over for saved in kept] == [True]


def test_the_running_game_is_recovered_and_damage_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "running.json"
    match = new("less seed=1")
    autosaver = AutoSaver(match, path)
    play(match, 7)
    autosaver.close()
    back, message = record_files.recover(path)
    assert back is not None
    assert back.state == match.state
    assert message == ""
    path.write_text(path.read_text()[:-30])
    back, message = record_files.recover(path)
    assert back is None
    assert message.startswith("The unfinished game cannot be resumed: ")
    assert message.endswith(" It is kept as running.json.damaged-1.")
    assert not path.exists()
    assert files(tmp_path) == ["running.json.damaged-1"]
    assert record_files.recover(path) == (None, "")


def test_a_finished_game_in_the_running_file_goes_to_the_kept_ones(tmp_path: Path) -> None:
    path, match = tmp_path / "running.json", new()
    play(match)
    storage.write_json(path, to_record(match))
    assert record_files.recover(path) == (None, "")
    assert not path.exists()
    assert [saved.over for saved in record_files.saved_games(tmp_path)] == [True]


@pytest.mark.parametrize("how", ENDS)
def test_nobody_finds_a_finished_game_twice_or_not_at_all(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two steps at the end of a game, a reader finds the finished game at most once."""
    match = new(clock=ClockSpec(100))
    autosaver = AutoSaver(match, tmp_path / "running.json")
    play(match, 3)
    proposal = ENDS[how](match)
    match.clock.run(match.to_move, 0.0)
    seen: list[int] = []

    def look() -> None:
        matches = [record_files.read_match(path) for path in tmp_path.glob("*.json")]
        seen.append(sum(one.over for one in matches))

    for owner, name in ((os, "replace"), (Path, "unlink")):
        step = getattr(owner, name)

        def watched(*args: object, step: Callable[..., None] = step, **more: object) -> None:
            step(*args, **more)
            look()

        monkeypatch.setattr(owner, name, watched)
    match.submit_or_raise(proposal, 1000.0 if how == "time" else 10.0)
    autosaver.close()
    assert set(seen) <= {0, 1}
    assert seen[-1] == 1
    assert seen == sorted(seen), "once it is there it stays"


@pytest.mark.parametrize("next_game", [False, True])
def test_a_program_killed_between_record_and_running_file_has_kept_one(
    next_game: bool, tmp_path: Path
) -> None:
    """The running file of a finished game is removed at the next start or before the next game.

    Programs up to 1.11 wrote the record first, so that both files could be left.
    """
    match, running = new(), tmp_path / "running.json"
    play(match)
    for name in ("running.json", "2026-03-04T05-06-07-libra.json"):
        storage.write_json(tmp_path / name, to_record(match))
    if next_game:
        other = new(date="2026-03-04T06:00:00")
        again = AutoSaver(other, running)
        play(other, 1)
        again.close()
        assert files(tmp_path) == ["2026-03-04T05-06-07-libra.json", "running.json"]
    else:
        assert record_files.recover(running) == (None, "")
        assert files(tmp_path) == ["2026-03-04T05-06-07-libra.json"]


def test_a_record_that_cannot_be_kept_stays_in_the_running_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match = tmp_path / "running.json", new()
    autosaver = AutoSaver(match, path)

    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(record_files, "keep_record", full)
    play(match)
    autosaver.close()
    assert autosaver.problem == "the disk is full"
    assert record_files.read_match(path).over


def test_a_problem_is_told_until_files_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = new()
    autosaver = AutoSaver(match, tmp_path / "running.json")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(storage, "write_json", full)
        play(match, 1)
        autosaver.flush()
        assert autosaver.problem == "the disk is full"
    for part in ("its next action", "its end"):
        play(match, 2 if part == "its next action" else 10_000)
        autosaver.flush()
        assert autosaver.problem == "", part
    autosaver.close()
    assert [saved.over for saved in record_files.saved_games(tmp_path)] == [True]


def test_only_another_game_with_a_turn_in_it_is_moved_out_of_the_way(tmp_path: Path) -> None:
    running, earlier, later = tmp_path / "running.json", new(), new()
    play(earlier, 2)
    play(later, 4)
    storage.write_json(running, to_record(earlier))
    record_files.keep_other(running, to_record(later))
    assert files(tmp_path) == ["running.json"], "it is an earlier state of the same game"
    storage.write_json(running, to_record(new()))
    record_files.keep_other(running, to_record(new(date="2026-03-05")))
    assert files(tmp_path) == ["running.json"], "nothing was played in the other one"
    storage.write_json(running, to_record(earlier))
    record_files.keep_other(running, to_record(new(date="2026-03-05")))
    assert [saved.turns for saved in record_files.saved_games(tmp_path)] == [len(earlier.turns)]
    assert not running.exists()


def test_every_action_taken_back_leaves_no_running_game(tmp_path: Path) -> None:
    path, match = tmp_path / "running.json", new()
    autosaver = AutoSaver(match, path)
    play(match, 2)
    match.submit_or_raise(GoBack(0))
    autosaver.close()
    assert files(tmp_path) == []


def test_a_game_without_an_action_leaves_the_file_of_another_alone(tmp_path: Path) -> None:
    first, second = (Match(two_people("multiplicity size=3")) for _number in range(2))
    running = tmp_path / "running.json"
    saver = AutoSaver(first, running)
    first.play(first.legal()[0])
    saver.close()
    kept = running.read_bytes()
    saver = AutoSaver(second, running)
    second.submit_or_raise(Offer("draw", 0))  # any proposal that is not an action
    saver.close()
    assert running.read_bytes() == kept


def test_an_end_that_is_taken_back_runs_again_and_is_kept_once(tmp_path: Path) -> None:
    path, match = tmp_path / "running.json", new()
    autosaver = AutoSaver(match, path)
    play(match, 3)
    match.submit_or_raise(Resign(0))
    autosaver.close()
    autosaver = AutoSaver(match, path)
    match.submit_or_raise(GoBack(3))
    play(match)
    autosaver.close()
    assert [saved.over for saved in record_files.saved_games(tmp_path)] == [True] * 2


def test_the_same_keeper_keeps_the_last_end_alone(tmp_path: Path) -> None:
    path, match = tmp_path / "running.json", new()
    autosaver = AutoSaver(match, path)
    play(match, 3)
    match.submit_or_raise(Resign(0))
    autosaver.flush()
    match.submit_or_raise(GoBack(3))
    autosaver.flush()
    assert path.exists()
    play(match)
    autosaver.close()
    (saved,) = record_files.saved_games(tmp_path)
    assert to_record(record_files.read_match(saved.path)) == to_record(match)
    assert not path.exists()


def test_a_new_game_does_not_lose_the_one_that_was_running(tmp_path: Path) -> None:
    path = tmp_path / "running.json"
    for day, setup in (("1", "less seed=1"), ("2", "libra size=3")):
        match = new(setup, f"2026-01-0{day}")
        autosaver = AutoSaver(match, path)
        play(match, 7)
        autosaver.close()
    assert files(tmp_path) == ["2026-01-01-less.json", "running.json"]
    assert record_files.read_match(tmp_path / "2026-01-01-less.json").game.key == "less"
    assert record_files.read_match(path).game.key == "libra"


def test_a_kept_game_that_goes_on_is_offered_once_and_never_steps_back(tmp_path: Path) -> None:
    match = new("multiplicity size=3")
    play(match, 6)
    record_files.save_match(match, match.date, tmp_path)
    autosaver = AutoSaver(match, tmp_path / "running.json")
    match.play(match.legal()[0])
    autosaver.close()
    assert list(record_files.saved_games(tmp_path)) == []
    again, message = record_files.recover(tmp_path / "running.json")
    assert again is not None
    assert (again.state, message) == (match.state, "")


def test_a_keeper_that_has_closed_follows_no_longer(tmp_path: Path) -> None:
    match = Match(two_people("multiplicity size=3"))
    AutoSaver(match, tmp_path / "running.json").close()
    play(match, 2)
    assert files(tmp_path) == []


def test_time_that_passed_since_the_last_action_is_kept_when_a_game_is_put_away() -> None:
    match = new(clock=ClockSpec(100))
    autosaver = AutoSaver(match)
    while match.to_move == 0:
        match.play(match.legal()[0])
    match.clock.run(1, 0.0)
    match.clock.hold(30.0)
    autosaver.save()
    autosaver.close()
    kept = record_files.read_match(autosaver.running)
    assert kept.clock.left == match.clock.left == [100, 70]
    assert kept.clock.used == 30
    assert autosaver.problem == ""
