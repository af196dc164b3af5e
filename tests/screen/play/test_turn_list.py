"""The list of turns beside a board."""

from __future__ import annotations

from tests.screen.play.play_helpers import playing
from tests.screen.play.test_playback import turn

ACCENT = 3  # the column of the highlighted figure


def test_other_figures_are_shown_although_no_turn_was_played() -> None:
    with playing("more-or-less") as (_app, scene):
        for text in ("a1", "c1,c2"):
            scene.match.submit_or_raise(turn(scene, text))
        scene.playback.finish()
        turns, shown = scene.match.turns, scene.turn_list
        shown.show(turns, 2)
        plain = [shown.rows[number][ACCENT] for number in range(2)]
        shown.show(turns, 2, lambda number, text: f"no. {number}")
        figures = [shown.rows[number][ACCENT] for number in range(2)]
        assert figures == ["no. 0", "no. 1"] != plain
        shown.show(turns, 2, lambda number, text: f"number {number}")
        assert shown.rows[0][ACCENT] == "number 0"
