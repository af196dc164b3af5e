"""Words explain themselves where they are, times are the same everywhere, and buttons warn."""

from __future__ import annotations

import pytest

from game.games.less.screen.plugin import SAMPLE
from game.rules.proposals import Resign
from game.screen.play.result_words import verdict
from game.screen.plugin.explanations import Explanation
from game.table.clock import clock_text
from game.table.seat_statistics import seat_statistics
from game.table.spec import ClockSpec
from tests.screen.play.play_helpers import click, frames, playing

PLACES = {SAMPLE: 2, "more-or-less": 2, "libra size=3": 2, "multiplicity size=4": 2}


@pytest.mark.parametrize("setup", PLACES)
def test_a_touch_explains_what_stands_in_the_column(setup: str) -> None:
    with playing(setup, size=(1280, 800)) as (app, scene):
        places = [one for one in scene.form.widgets if isinstance(one, Explanation)]
        assert len(places) == PLACES[setup]
        for place in places:
            assert place.tip
            assert scene.layout.column.contains(place.rect)
            click(app, place.rect.center)
            frames(app, 2)
            assert place.tip in [toast.text for toast in app.toasts.live]


@pytest.mark.parametrize("clock", [None, ClockSpec(600)])
def test_one_time_for_cards_and_result_and_none_without_a_clock(clock: ClockSpec | None) -> None:
    with playing("multiplicity size=3", clock=clock) as (app, scene):
        match, now = scene.match, scene.services.now
        match.clock.run(0, now)
        match.play(match.legal()[0], now + 20)
        match.clock.run(1, now + 20)
        match.submit(Resign(match.to_move), now + 61)
        scene.playback.finish()
        frames(app, 2)
        seconds = [seat_statistics(match, seat).seconds for seat in (0, 1)]
        assert [round(one) for one in seconds] == [20, 41]
        figures = verdict(match, scene.panel).figures
        shown = [value for value, label in figures if label == "time used"]
        used = [card.used for card in scene.cards()]
        if clock is None:
            assert shown == []
            assert used == ["", ""]
        else:
            assert used == [clock_text(one, tenths=False) for one in seconds]
            assert shown[0] in used
