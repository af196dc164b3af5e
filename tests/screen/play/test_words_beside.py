"""In four sizes and in positions of real games, hints are beside the pieces, not over them."""

from __future__ import annotations

import pytest

from game.screen.play.advice import of_turn
from game.table.spec import SeatSpec
from tests.screen.games.engine_lines import WRITTEN, written
from tests.screen.play.play_helpers import playing

SIZES = ((800, 480), (1280, 800), (1920, 1080), (480, 800))
HINTS = 13  # number of hints for each of seven files and four sizes
NAMES = tuple(WRITTEN)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_the_words_of_hints_cover_none_of_what_they_mean(name: str, size: tuple[int, int]) -> None:
    positions = list(written(name))
    few = positions[10 :: max(1, len(positions) // HINTS)]
    setup = positions[0].game.setup
    with playing(setup, (SeatSpec("person"),) * 2, size=size) as (app, scene):
        for one in few:
            actions = [e.action for e in one.line[0].entries if e.action is not None]
            advice = of_turn(scene.game, one.line[0].before, actions)
            if advice.at is None:
                continue
            scene.board.pieces = scene.game.pieces(one.line[0].before)
            ways = [(arrow.source, arrow.target) for arrow in advice.arrows]
            scene.hints.advise(
                scene.view, advice.text, advice.at, (advice.points, ways), "Why? (H)"
            )
            note = scene.hints.note
            assert note is not None
            note.age = 1.0
            app.draw()
            spots = [scene.view.position(point) for point in advice.points]
            near = scene.view.piece_size * 0.5
            covered = [spot for spot in spots if note.drawn.inflate(near, near).collidepoint(spot)]
            assert not covered, (name, size, advice.text)
            assert scene.layout.around.contains(note.drawn)
