"""What the guide says fits on its card in the smallest windows, in longer languages, too."""

from __future__ import annotations

import pytest

from game.platform.settings import Settings
from game.rules.registry import GAMES
from game.screen.app.app import App
from game.screen.guided.coach import FAREWELL
from game.screen.guided.scene import GuidedScene
from game.screen.plugin.registry import lesson_of
from game.screen.scenes import open_scene
from game.screen.ui.tokens import SMALLEST_TYPE
from tests.screen.play.play_helpers import Dice
from tests.screen.screens import stretch
from tests.support.text_recorder import TextRecorder

KEYS = [game.key for game in GAMES]
SIZES = [(800, 600), (1280, 800), (600, 1000), (900, 1150)]
LONGEST = 100  # letters of a sentence that can be read at a glance


def sentences(key: str) -> list[str]:
    lesson = lesson_of(key)
    assert lesson is not None
    said = [text for step in lesson.steps for text in (step.say, step.answer, step.also)]
    return [text for text in (*said, FAREWELL) if text]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_fits_its_card(key: str, size: tuple[int, int]) -> None:
    scene = GuidedScene(key, make=Dice, keep=False)
    settings = Settings(language="en", animation_speed=0.0, font_scale=1.15, theme="paper")
    recorder = TextRecorder()
    app = App(scene, scenes=open_scene, settings=settings, size=size, recorder=recorder, keep=False)
    try:
        app.frame(0.02)
        for sentence in sentences(key):
            scene.card.words = words = stretch(sentence)
            recorder.clear()
            app.draw()
            drawn = [text for text in recorder.drawn if text.text == words]
            assert len(drawn) == 1
            assert not drawn[0].clipped, words
            assert drawn[0].pixels >= SMALLEST_TYPE
    finally:
        app.close()


@pytest.mark.parametrize("key", KEYS)
def test_sentences_are_short_and_end_in_a_full_stop(key: str) -> None:
    for sentence in sentences(key):
        assert len(sentence) <= LONGEST, sentence
        assert sentence.endswith("."), sentence
