"""The guide's words fit its card in the smallest windows, in all languages."""

from __future__ import annotations

import re

import pytest

from game.platform import i18n
from game.platform.settings import Settings
from game.rules.registry import GAMES
from game.screen.guided.scene import guided_scene
from game.screen.plugin.pages import Lesson
from game.screen.plugin.registry import lesson_of
from game.screen.scenes import open_scene
from game.screen.ui.tokens import SMALLEST_TYPE
from game.screen.ui.widget import WidgetState
from tests.screen.guided.helpers import lesson_in
from tests.screen.play.play_helpers import Dice
from tests.screen.screens import Unseen, stretch
from tests.support.languages import LONG, OTHERS
from tests.support.text_recorder import TextRecorder

KEYS = [game.key for game in GAMES]
SIZES = [(800, 600), (1280, 720), (600, 1000), (900, 1150)]
LONGEST = 125  # maximum length of an English sentence that is read at a glance


def lesson(key: str) -> Lesson:
    found = lesson_of(key)
    assert found is not None
    return found


def sentences(key: str) -> list[str]:
    """Return all sentences that appear on the card."""
    said = [text for step in lesson(key).steps for text in (step.say, step.answer) if text]
    return [*said, lesson(key).farewell]


@pytest.mark.parametrize(
    ("size", "language"),
    [
        *((size, language) for size in SIZES for language in ("", *LONG)),
        *((SIZES[0], language) for language in OTHERS),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_every_sentence_fits_its_card(key: str, size: tuple[int, int], language: str) -> None:
    """For a sentence without a translation, the English one is tested with a third more letters."""
    scene = guided_scene(key, make=Dice, keep=False)
    settings = Settings(
        language=language or "en", animation_speed=0.0, font_scale=1.15, theme="paper"
    )
    recorder = TextRecorder()
    app = Unseen(
        scene, scenes=open_scene, settings=settings, size=size, recorder=recorder, keep=False
    )
    try:
        app.frame(0.02)
        for number, sentence in enumerate(sentences(key)):
            lesson_in(scene).card.words = words = (
                i18n._(sentence) if language else stretch(sentence)
            )
            recorder.clear()
            if number == 0:
                app.draw()
            else:  # the rest of the picture is unchanged
                lesson_in(scene).card.draw(app.canvas, WidgetState())
            drawn = [text for text in recorder.drawn if text.text == words]
            assert len(drawn) == 1
            assert not drawn[0].clipped, words
            assert drawn[0].pixels >= SMALLEST_TYPE
    finally:
        app.close()


@pytest.mark.parametrize("key", KEYS)
def test_sentences_can_be_read_at_a_glance(key: str) -> None:
    for sentence in sentences(key):
        assert len(re.sub(r"{\w+}", "00", sentence)) <= LONGEST, sentence
