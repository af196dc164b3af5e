"""A window can have a seat at a table elsewhere: joining, the match and leaving work."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.network.host.broadcast import ServerSupervisor
from game.network.host.channel import Channel
from game.network.lines import ws_client
from game.network.lines.addresses import Address
from game.network.lines.tickets import Ticket, digest, load_holders, load_ticket, save_holders
from game.network.protocol.match_info import MatchDetails
from game.rules.proposals import Play, Resign
from game.screen.app.app import App
from game.screen.menus.phones import JoinScene, PhonesScene
from game.screen.play.scene import PlayScene
from game.screen.ui.text_field import TextField
from game.table.match import Match
from game.table.record import from_record, to_record
from game.table.spec import two_people
from tests.network.test_hub import Mosquitto
from tests.screen.app.test_clipboard import with_clipboard
from tests.screen.screens import click, make_app, press, texts
from tests.support.waiting import until

SEAT = 1
OpenWindow = Callable[[JoinScene | PhonesScene], App]


class Elsewhere:
    """A table in this process, with its server in a process of its own."""

    def __init__(self) -> None:
        self.broadcast = ServerSupervisor(Address("127.0.0.1", 0))
        assert until(lambda: self.broadcast.on, step=self.update)
        self.match = Match(two_people("libra size=3"), date="2026-11-22T20:00:00")
        self.channel: Channel = self.broadcast.open(self.match, MatchDetails("Libra"))

    def update(self) -> None:
        self.broadcast.update(time.monotonic())

    def invitation(self) -> str:
        return f"{self.channel.offer_seat(SEAT)}@{self.broadcast.address}"


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    made = Elsewhere()
    yield made
    made.broadcast.close()


@pytest.fixture
def window() -> Iterator[OpenWindow]:
    apps: list[App] = []

    def opened(scene: JoinScene | PhonesScene) -> App:
        apps.append(make_app(scene, animation_speed=0.0))
        return apps[-1]

    yield opened
    for app in apps:
        app.close()


def both(app: App, elsewhere: Elsewhere, met: Callable[[], bool]) -> bool:
    def step() -> None:
        elsewhere.update()
        app.frame(0.05)

    return until(met, step=step)


def seated(app: App, elsewhere: Elsewhere) -> PlayScene:
    """Wait for the match and return its scene; repeat a claim that arrives before the offer."""

    assert both(app, elsewhere, lambda: in_play(app, elsewhere.update))
    assert isinstance(app.scene, PlayScene)
    return app.scene


def in_play(app: App, step: Callable[[], None]) -> bool:
    """Return whether the window shows the match; repeat a code that came too early."""
    if isinstance(app.scene, JoinScene) and app.scene.wrong and app.scene.text:
        until(lambda: False, 1.0, step=step)
        app.scene.join()
    return isinstance(app.scene, PlayScene)


def test_a_game_is_played_from_a_code_to_its_end(elsewhere: Elsewhere, window: OpenWindow) -> None:
    app = window(JoinScene(elsewhere.invitation()))
    app.frame(0.05)
    press(app, "accept")
    scene, table = seated(app, elsewhere), elsewhere.match
    while not table.over:
        if table.to_move == SEAT:
            assert both(app, elsewhere, lambda: scene.match.to_move == SEAT)
            scene.propose(Play((scene.match.legal()[0],)))
        else:
            assert not scene.controller.person_to_move or scene.match.to_move == SEAT
            table.submit_or_raise(Play((table.legal()[0],)), time.monotonic())
        count = len(table.entries)

        def caught_up(count: int = count) -> bool:
            return len(scene.match.entries) == len(table.entries) >= count

        assert both(app, elsewhere, caught_up)
    assert both(app, elsewhere, lambda: scene.match.over)
    assert scene.match.outcome == table.outcome
    assert [one.text for one in scene.match.entries] == [one.text for one in table.entries]


def test_the_other_seat_is_not_played_here(elsewhere: Elsewhere, window: OpenWindow) -> None:
    app = window(JoinScene(elsewhere.invitation(), at_once=True))
    scene = seated(app, elsewhere)
    assert scene.match.to_move != SEAT
    assert not scene.controller.person_to_move
    app.frame(0.05)
    assert any("127.0.0.1" in text for text in texts(app))


def test_a_stopped_window_comes_back_with_what_it_had_played(
    elsewhere: Elsewhere, window: OpenWindow
) -> None:
    app = window(JoinScene(elsewhere.invitation(), at_once=True))
    scene, table = seated(app, elsewhere), elsewhere.match
    table.submit_or_raise(Play((table.legal()[0],)), time.monotonic())
    assert both(app, elsewhere, lambda: scene.match.to_move == SEAT)
    played = scene.match.legal()[2]
    assert app.network.visit is not None
    app.network.visit.guest.line.close()  # cuts the line before something is played
    scene.propose(Play((played,)))
    app.frame(0.05)
    app.close()
    kept = load_ticket()
    assert kept is not None
    assert kept[1].ahead == (played.text,)
    again = window(JoinScene(at_once=True))
    seated(again, elsewhere)
    assert both(again, elsewhere, lambda: len(table.entries) == 2)
    assert table.entries[1].text == played.text


def test_a_wrong_code_is_told_and_another_may_be_tried(
    elsewhere: Elsewhere, window: OpenWindow
) -> None:
    good = elsewhere.invitation()
    app = window(JoinScene(f"AAAA-AAAA@{elsewhere.broadcast.address}", at_once=True))
    scene = app.scene
    assert isinstance(scene, JoinScene)
    assert both(app, elsewhere, lambda: bool(scene.wrong))
    assert scene.wrong in texts(app)
    scene.text = good
    scene.join()
    seated(app, elsewhere)


def test_a_table_that_stands_still_is_said_in_the_window_until_it_is_back(
    elsewhere: Elsewhere, window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (
        ("PING_EVERY_S", 0.1),
        ("PONG_TIMEOUT_S", 0.3),
        ("CONNECT_TIMEOUT_S", 0.5),
    ):
        monkeypatch.setattr(ws_client, name, seconds)
    app = window(JoinScene(elsewhere.invitation(), at_once=True))
    scene = seated(app, elsewhere)
    process = elsewhere.broadcast.process
    process.send_signal(signal.SIGSTOP)
    try:
        assert both(app, elsewhere, lambda: "Connection lost" in texts(app))
    finally:
        process.send_signal(signal.SIGCONT)
    assert both(app, elsewhere, lambda: "At 127.0.0.1" in texts(app))
    assert app.scene is scene, "the game is kept"


def test_the_end_at_the_table_is_the_end_here_and_frees_the_way(
    elsewhere: Elsewhere, window: OpenWindow
) -> None:
    app = window(JoinScene(elsewhere.invitation(), at_once=True))
    scene = seated(app, elsewhere)
    elsewhere.match.submit_or_raise(Resign(0), time.monotonic())
    assert both(app, elsewhere, lambda: scene.match.over)
    app.network.leave_table()
    assert load_ticket() is None


def test_holders_are_of_one_match() -> None:
    match = Match(two_people("libra size=3"), date="2026-11-22T20:00:00")
    save_holders(match, {1: digest("key")})
    assert load_holders(match) == {1: digest("key")}
    continued = from_record(to_record(match))  # a match whose setup is written in full
    assert load_holders(continued) == {1: digest("key")}
    other = Match(two_people("libra size=3"), date="2026-11-22T21:00:00")
    assert load_holders(other) == {}


def test_a_damaged_ticket_is_none(home: Path) -> None:
    (home / "data" / "network").mkdir(parents=True)
    for folder in (home / "data" / "network", home / "network"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "seat.json").write_text('{"v": 1, "table": 7}')
    assert load_ticket() is None
    assert Ticket().ahead == ()


def test_a_window_copies_the_link_through_its_broker_and_another_joins_by_it(
    window: OpenWindow, tmp_path: Path
) -> None:
    broker = Mosquitto(tmp_path)
    table, app = window(PhonesScene()), window(JoinScene())
    try:
        table.network.bring(Match(two_people("libra size=3")), MatchDetails("Libra"))
        table.network.publish(broker.broker, "hall")
        table.network.start(Address("127.0.0.1", 0))

        def step() -> None:
            table.frame(0.05)
            app.frame(0.05)

        assert until(lambda: table.network.on, step=step)
        assert isinstance(table.scene, PhonesScene)
        click(table, table.scene.form.get(f"seat-{SEAT}").rect.center)
        held = with_clipboard(table)
        next(one for one in table.scene.buttons() if one.name == "copy").act()
        assert held[-1].startswith(f"mqtt://127.0.0.1:{broker.port}/hall#")
        assert isinstance(app.scene, JoinScene)
        field = app.scene.form.get("invitation")
        assert isinstance(field, TextField)
        field.on_change(held[-1])
        app.scene.join()
        assert until(lambda: in_play(app, step), step=step)
        channel = table.network.channel
        assert channel is not None
        assert until(lambda: channel.places[SEAT].state == "here", step=step)
    finally:
        table.network.end_publishing()
        table.network.stop()
        broker.stop()
