"""A side is chosen at a sensor board in a menu, with the button instead of pieces."""

import pytest

from game.screen.play.board_menu import BoardMenu
from hardware.tracking.debounce import LONG
from hardware.tracking.tracker_events import Pressed
from tests.screen.play.test_board_questions import Table
from tests.screen.wooden import hurry_boards


def test_the_button_chooses_a_side_and_hands_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_boards(monkeypatch)
    table = Table("multiplicity size=3 swap=on")
    try:
        first = str(table.first_turn().target)
        match = table.scene.match
        beside = table.game.topology.neighbours[first][0]
        table.put(beside, white=False)  # played without choosing a side
        table.rest(2.0)
        assert match.game.choosing(match.state)
        table.put(beside, white=None)
        assert table.until(table.seen)
        table.hear(Pressed())
        assert table.until(lambda: isinstance(table.app.scene, BoardMenu))
        table.hear(Pressed())  # selects the second answer
        table.hear(Pressed(LONG))
        assert table.until(lambda: len(match.turns) == 2)
        assert match.turns[-1].text == "swap"
        table.put(beside, white=False)
        assert table.until(lambda: len(match.entries) == 3)
    finally:
        table.app.close()
