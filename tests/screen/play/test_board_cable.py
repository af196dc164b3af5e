"""While a board's cable is pulled, its clocks stop; during the match another port can be chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.rules.proposals import Play
from game.screen.app.routes import Picked, PickLink
from game.screen.app.scene import Push
from game.screen.play import menu
from tests.screen.play.test_board_button import ClockTable, opened


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[ClockTable]:
    table = opened(monkeypatch, by_button=False)
    yield table
    table.app.close()


def pull(table: ClockTable, out: bool = True) -> None:
    """Pull the cable or plug it in, and wait until the session notices."""
    device = table.session.device
    assert device is not None
    device.plugged = not out
    state = "lost" if out else "connected"
    assert table.until(lambda: table.session.view().connection == state)


def test_clocks_stand_while_the_cable_is_out(table: ClockTable) -> None:
    table.first_turn()
    clock = table.scene.match.clock
    assert table.until(lambda: clock.running == 1)
    pull(table)
    assert table.until(lambda: clock.running is None)
    left = clock.remaining(1, table.app.now)
    table.rest(3.0)
    assert clock.remaining(1, table.app.now) == left
    board = table.scene.sensor_board
    assert board is not None
    assert board.tasks is not None
    assert board.tasks.sentences == (table.session.view().words,), "said as long as it lasts"
    pull(table, out=False)
    assert table.until(lambda: clock.running == 1)
    assert table.until(lambda: board.tasks is None)


def test_who_goes_on_at_the_screen_goes_on_with_the_clock(table: ClockTable) -> None:
    table.first_turn()
    match = table.scene.match
    assert table.until(lambda: match.clock.running == 1)
    pull(table)
    assert table.until(lambda: match.clock.running is None)
    table.scene.propose(Play((match.legal()[0],)))
    assert table.until(lambda: match.clock.running == 0)


def test_another_port_is_chosen_in_the_match(table: ClockTable) -> None:
    table.first_turn()
    before = table.session
    table.scene.open_menu()
    assert table.scene.resume(menu.PORT) == Push(PickLink("sim", table.app.settings.known_boards))
    table.scene.resume(Picked("link", "/dev/nowhere"))
    assert table.scene.match.spec.board == "/dev/nowhere"
    assert table.session is not before
    assert table.until(lambda: "no port /dev/nowhere" in table.session.view().words)
    assert table.app.settings.known_boards[0] == "/dev/nowhere"
    table.scene.match.spec = table.scene.match.spec.with_(board="certabo:/dev/elsewhere")
    link = "certabo:/dev/elsewhere"
    chosen = table.scene.resume(menu.PORT)
    assert chosen == Push(PickLink(link, (link, *table.app.settings.known_boards)))
    table.scene.resume(Picked("link", "sim"))
    assert table.until(lambda: table.session.view().connection == "connected")
    assert len(table.scene.match.entries) == 1
