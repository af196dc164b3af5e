"""A hub files each finished match once, with names, table and round, up to a limit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.network.hub import hub
from game.network.hub.hub import BrokerTables
from game.network.lines import broker as mqtt
from game.network.protocol.match_info import MatchInfo, SeatInfo
from game.network.server.match_server import MatchServer
from game.platform.codec import write
from game.rules.proposals import Resign
from game.table.match import Match
from game.table.record_files import read_match
from game.table.spec import two_people
from game.table.wire_events import snapshot

ABOUT = MatchInfo("Libra", (SeatInfo({"en": "Anna"}), SeatInfo({"en": "Bernd"})))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "index_record_soon", lambda _path: None)


class Hub:
    """A hub that files matches in `folder`, and the broker's messages for it."""

    def __init__(self, folder: Path) -> None:
        server = MatchServer(lambda _said: None, lambda: 0.0, seats=False)
        self.folder, self.tables = folder, BrokerTables(server, folder)

    def publish(self, name: str, kind: str, payload: object) -> None:
        text = json.dumps({"v": 1, **write(payload)}).encode()
        self.tables.on_message(mqtt.topic(name, kind), text)

    def match(self, match: Match, name: str = "hall-3", about: MatchInfo = ABOUT) -> None:
        self.publish(name, mqtt.MATCH, mqtt.PublishedMatch("run", snapshot(match), about))

    @property
    def filed(self) -> list[Path]:
        return sorted(self.folder.glob("*.json"))


def played(date: str = "2026-11-23T20:00:00", over: bool = True) -> Match:
    match = Match(two_people("multiplicity size=3"), date=date)
    match.play(match.legal()[0])
    if over:
        match.submit_or_raise(Resign(0))
    return match


def tournament(names: tuple[str, str]) -> dict[str, Any]:
    people = [
        {"id": number, "name": name, "here": True, "gone": False}
        for number, name in enumerate(names, start=1)
    ]
    game = {"round": 2, "game": 1, "table": 7, "sitting": 1, "people": [2, 1], "status": "open"}
    return {
        "tournament": 1,
        "name": "Thursday cup",
        "round": 2,
        "rounds": 3,
        "ended": False,
        "draws": True,
        "margins": False,
        "people": people,
        "games": [{**game, "score": "", "said": {}}],
        "sits": [],
        "standings": [],
    }


def test_a_finished_match_is_filed_once_with_names_table_and_round(tmp_path: Path) -> None:
    one = Hub(tmp_path)
    state = {"v": 1, "state": tournament(("Anna", "Bernd"))}
    at = mqtt.topic("desk", mqtt.TOURNAMENT)
    one.tables.on_message(at, json.dumps(state).encode())
    one.match(played(over=False))
    assert not one.filed
    for _again in range(3):
        one.match(played())
    [path] = one.filed
    match = read_match(path)
    assert [seat.name for seat in match.spec.seats] == ["Anna", "Bernd"]
    assert match.over
    comment = json.loads(path.read_text())["notes"][0]["comment"]
    assert comment == "hall-3 · Thursday cup · 2 · 7"


def test_a_hub_that_starts_later_files_what_is_retained_and_nothing_twice(tmp_path: Path) -> None:
    Hub(tmp_path).match(played())
    late = Hub(tmp_path)
    late.match(played())
    late.match(played("2026-11-23T21:00:00"), "hall-4")
    assert len(late.filed) == 2
    assert set(late.tables.match_server.tables) == {"hall-3", "hall-4"}


def test_a_full_archive_takes_nothing_more_and_the_table_is_still_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "MAX_ARCHIVED", 2)
    one = Hub(tmp_path)
    for hour in range(4):
        one.match(played(f"2026-11-23T2{hour}:00:00"), f"hall-{hour}")
    assert len(one.filed) == 2
    assert len(one.tables.match_server.tables) == 4


def test_more_or_fewer_names_than_seats_do_no_harm(tmp_path: Path) -> None:
    one = Hub(tmp_path)
    for hour, seats in enumerate([(), ABOUT.seats[:1], ABOUT.seats * 3]):
        match = played(f"2026-11-23T2{hour}:00:00")
        one.match(match, f"hall-{hour}", MatchInfo("Libra", seats))
    assert len(one.filed) == 3
