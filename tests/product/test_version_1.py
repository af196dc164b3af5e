"""Files written by version 1 can be read: games, a running game, settings, sessions of a board.

Version 1 itself wrote the files in tests/data/v1, which must never be changed.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from game.platform.settings import Settings, load_settings
from game.rules.proposals import Accepted
from game.table.autosave import AutoSaver
from game.table.match import Match
from game.table.record import dump, load, to_record
from game.table.record_files import read_match, recover, running_path
from game.table.spec import two_people
from hardware.host.recording import read_recording, replay
from hardware.tracking.tracker_events import TakeBack, TurnSoFar, needs_no_answer

FILES = Path(__file__).parents[1] / "data" / "v1"
EXPECTED: dict[str, Any] = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(EXPECTED["games"]))
def test_games_load_to_the_same_turns_and_end_as_then(name: str) -> None:
    expected = EXPECTED["games"][name]
    record = json.loads((FILES / f"{name}.json").read_text(encoding="utf-8"))
    match = read_match(FILES / f"{name}.json")
    assert len(match.entries) == expected["entries"]
    assert [turn.text for turn in match.turns] == record["turns"]
    assert match.times == record["times"]
    assert [seat.name for seat in match.spec.seats] == [p["name"] for p in record["players"]]
    outcome = match.outcome
    found = None if outcome is None else [outcome.result, outcome.reason]
    assert found == expected["outcome"]
    assert to_record(match)["result"] == record["result"], "also the margin it was written with"
    again = load(dump(match))
    assert (again.state, again.outcome) == (match.state, match.outcome)


def test_a_running_game_goes_on() -> None:
    shutil.copy(FILES / "running.json", running_path())
    match, message = recover()
    assert match is not None
    assert message == ""
    assert len(match.entries) == EXPECTED["games"]["running"]["entries"]
    autosaver = AutoSaver(match)
    match.play(match.legal()[0])
    autosaver.close()
    assert read_match(running_path()).state == match.state


def test_settings_are_kept() -> None:
    settings, message = load_settings(FILES / "settings.json")
    assert message == ""
    assert settings == Settings(
        theme="slate",
        language="de",
        font_scale=1.15,
        animation_speed=2.0,
        coordinates=True,  # the default of that time, stored in the file
        volume=0.5,
        attract_delay=60,
        window=(1280, 800),
        keys={"hint": ("f1",)},
        names=("Ada", "Ben"),
        initials="ADA",
        matches={"libra": {"size": 5}},
        board_link="sim",
    )


@pytest.mark.parametrize("name", sorted(EXPECTED["boards"]))
def test_sessions_of_a_board_are_read_as_they_were(name: str) -> None:
    """A recorded match lags behind its readings: actions are played when their movement begins."""
    lines = read_recording(FILES / f"board-{name}.jsonl")
    setup = next(line["position"]["setup"] for line in lines if "position" in line)
    match = Match(two_people(setup))
    for now, reading in replay(lines):
        if isinstance(reading, (TurnSoFar, TakeBack)) and needs_no_answer(reading):
            assert isinstance(match.submit(reading.proposal, now), Accepted)
    assert [turn.text for turn in match.turns] == EXPECTED["boards"][name]
