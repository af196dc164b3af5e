"""Every text colour is readable on every colour that it is used on."""

import numpy as np
import pytest

from game.platform.settings import THEMES
from game.platform.theme import load_theme
from game.screen.ui.color_vision import contrast, linear, worst
from tools.screenshots.sheet import shown

TEXT = 4.5
SIGN = 3.0
SURFACES = ("panel", "card", "control")
ON_SURFACES = ("text", "text_second", "good", "bad")


@pytest.mark.parametrize("theme_name", THEMES)
@pytest.mark.parametrize("ground", SURFACES)
@pytest.mark.parametrize("ink", ON_SURFACES)
def test_text_on_cards(theme_name: str, ground: str, ink: str) -> None:
    ui = load_theme(theme_name).ui
    assert worst(getattr(ui, ink), getattr(ui, ground)) >= TEXT


@pytest.mark.parametrize("theme_name", THEMES)
def test_text_in_the_room(theme_name: str) -> None:
    ui = load_theme(theme_name).ui
    for ground in (ui.room_centre, ui.room_edge, *ui.table):
        for ink in (ui.text, ui.text_second):
            assert worst(ink, ground) >= TEXT


@pytest.mark.parametrize("theme_name", THEMES)
def test_text_on_amber_and_amber_text(theme_name: str) -> None:
    theme = load_theme(theme_name)
    assert worst(theme.ui.on_accent, theme.ui.accent) >= TEXT
    if not theme.flat:  # flat themes have no amber text
        for ground in SURFACES:
            assert worst(theme.ui.accent, getattr(theme.ui, ground)) >= TEXT


@pytest.mark.parametrize("theme_name", THEMES)
def test_numbers_on_badges_and_letters_on_frames(theme_name: str) -> None:
    theme = load_theme(theme_name)
    assert worst(theme.ui.number_on_casing, theme.ui.casing) >= TEXT
    for stop in theme.frame.wood:
        assert worst(theme.ui.engraved, stop) >= TEXT


@pytest.mark.parametrize("theme_name", THEMES)
def test_signs_on_their_casing_and_focus_on_everything(theme_name: str) -> None:
    theme = load_theme(theme_name)
    casing = (0, 0, 0) if theme.flat else theme.ui.casing
    assert worst(theme.ui.accent, casing) >= SIGN
    gap = (255, 255, 255) if theme.flat else theme.ui.casing
    assert worst(theme.ui.focus, gap) >= SIGN
    for ground in SURFACES:
        assert worst(theme.ui.focus, getattr(theme.ui, ground)) >= SIGN


def test_contrast_is_the_known_one() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("sight", ["protanopia", "deuteranopia", "tritanopia"])
def test_grey_stays_grey_to_every_eye(sight: str) -> None:
    grey = np.array([128, 128, 128])
    assert np.abs(shown(grey, sight).astype(int) - grey).max() <= 1


def test_red_and_green_grow_alike_without_a_cone() -> None:
    red, green = (200, 60, 40), (90, 130, 40)
    normal = np.abs(linear(red) - linear(green)).sum()
    for sight in ("protanopia", "deuteranopia"):
        assert np.abs(linear(shown(red, sight)) - linear(shown(green, sight))).sum() < normal
