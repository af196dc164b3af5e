"""In all lessons and sizes, answers and hints are shown beside the pieces, not over them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.rules.registry import GAMES
from game.screen.play.advice import HINT
from game.screen.play.scene import PlayScene
from game.screen.ui.callout import Callout
from tests.screen.guided.helpers import lesson_in
from tests.screen.guided.test_scene import app_of, asked, guided

SIZES = ((800, 480), (480, 800), (1280, 800), (1920, 1080))
REFUSED = 6  # number of wrong actions tried at each step
LIT = 7  # a step with more possible actions than this highlights none
NEAR = 6  # maximum distance of a note from its point, in sizes of a piece


def notes(scene: PlayScene) -> Iterator[Callout]:
    """Yield the notes about wrong actions at this step, and about each help."""
    wrong = [
        one.points
        for one in scene.match.legal()
        if one.points and one not in lesson_in(scene).wanted
    ]
    for points in wrong[:REFUSED]:
        scene.refuse_attempt(points)
        yield from shown(scene)
    for _help in range(3):
        scene.get_help(HINT)
        yield from shown(scene)


def shown(scene: PlayScene) -> Iterator[Callout]:
    note = scene.hints.note
    if note is not None:
        note.age = 1.0
        app_of(scene).draw()
        yield note
        scene.hints.clear()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_words_of_lessons_cover_neither_what_is_asked_nor_pieces(
    key: str, size: tuple[int, int]
) -> None:
    upright, seen = size[0] < size[1], 0
    with guided(key, size=size) as scene:
        while asked(scene):
            for note in notes(scene):
                seen += 1
                view = scene.view
                asked_for = lesson_in(scene).wanted if len(lesson_in(scene).wanted) <= LIT else ()
                spots = [view.position(point) for one in asked_for for point in one.points]
                wide = note.drawn.inflate(view.piece_size / 2, view.piece_size / 2)
                assert not any(wide.collidepoint(spot) for spot in spots), note.text
                for arrow in scene.board.overlay.arrows:
                    ends = view.position(arrow.source), view.position(arrow.target)
                    assert not note.drawn.clipline(ends), note.text
                pieces = map(view.position, scene.board.pieces)
                covered = sum(wide.collidepoint(spot) for spot in pieces)
                assert covered <= upright, note.text
                x, y = note.at
                aside = max(note.drawn.left - x, 0, x - note.drawn.right)
                above = max(note.drawn.top - y, 0, y - note.drawn.bottom)
                assert max(aside, above) < NEAR * view.piece_size, note.text
            scene.propose(lesson_in(scene).wanted[0])
            app_of(scene).frame(0.02)
    assert seen >= 2 * len(lesson_in(scene).lesson.steps)
