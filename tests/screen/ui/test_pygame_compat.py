"""Fallbacks for classic pygame give the results of pygame-ce; the tests run with either edition."""

from __future__ import annotations

import types

import numpy as np
import pygame
import pytest
from pygame._sdl2.video import Window

from game.screen.ui import pygame_compat
from game.screen.ui.text import font

# Maximum difference (of 255) at an antialiased edge of a letter.
SOFT_EDGE = 64


class OldFont:
    """A font like those of classic pygame, without `outline`."""

    def __init__(self, face: pygame.font.Font) -> None:
        self.render = face.render


class OldScrap:
    """A stand-in for classic pygame's `pygame.scrap`, which takes bytes, and only after `init`."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}
        self.begun = False

    def init(self) -> None:
        self.begun = True

    def put(self, kind: str, data: bytes) -> None:
        if not self.begun:
            raise pygame.error("scrap system not initialized.")
        self.held[kind] = data

    def get(self, kind: str) -> bytes | None:
        return self.held.get(kind)


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()
    pygame.display.set_mode((320, 240))


def shape() -> pygame.Surface:
    """Return a half-transparent box and a line from corner to corner."""
    surface = pygame.Surface((90, 70), pygame.SRCALPHA)
    surface.fill((200, 100, 50, 0))
    pygame.draw.rect(surface, (20, 100, 50, 180), (20, 20, 40, 30))
    pygame.draw.line(surface, (255, 255, 255, 255), (0, 0), (90, 70), 3)
    return surface


def pixels(surface: pygame.Surface) -> np.ndarray:
    rgb, alpha = pygame.surfarray.array3d(surface), pygame.surfarray.array_alpha(surface)
    return np.dstack((rgb, alpha)).astype(int)


@pytest.mark.parametrize("radius", [1, 3, 8])
def test_the_plain_blur_is_that_of_pygame_ce(radius: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers come from pygame-ce 2.5.8; if it is installed, every pixel is compared."""
    sharp = shape()
    usual = pixels(pygame_compat.gaussian_blur(sharp, radius))
    monkeypatch.delattr(pygame.transform, "gaussian_blur", raising=False)
    plain = pixels(pygame_compat.gaussian_blur(sharp, radius))
    assert np.abs(plain - usual).max() <= 1
    expected = {1: [20, 100, 50, 180], 3: [54, 100, 50, 145], 8: [94, 103, 54, 112]}[radius]
    assert plain[22, 35] == pytest.approx(expected, abs=1)


def test_plain_outlined_letters_are_as_large_and_as_thick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pygame.font.init()
    face, rim = font("text", "700 italic", 96), 7
    usual = pygame_compat.outlined(face, "×12", (10, 20, 30), rim)
    plain = pygame_compat.outlined(OldFont(face), "×12", (10, 20, 30), rim)  # type: ignore[arg-type]
    letters = face.render("×12", True, (10, 20, 30))
    assert plain.get_size() == usual.get_size() == tuple(n + 2 * rim for n in letters.get_size())
    apart = np.abs(pixels(plain) - pixels(usual))[..., 3]
    assert (apart > SOFT_EDGE).mean() < 0.01
    # The outline is fully opaque at each letter, and `rim` pixels to the left and right of the
    # letter.
    inside = pixels(letters)[..., 3] == 255
    for away in (0, rim, 2 * rim):
        moved = pixels(plain)[away : away + inside.shape[0], rim : rim + inside.shape[1], 3]
        assert (moved[inside] == 255).all()


@pytest.mark.parametrize("alpha", [True, False])
def test_pictures_whose_clear_pixels_are_skipped_look_the_same(
    alpha: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(pygame, "IS_CE", raising=False)
    screen = pygame.display.get_surface()
    assert screen is not None
    picture = shape() if alpha else shape().convert()
    screen.fill((90, 60, 30))
    screen.blit(picture, (7, 9))
    before = pixels(screen)
    assert pygame_compat.skipping_clear(picture) is picture
    screen.fill((90, 60, 30))
    screen.blit(picture, (7, 9))
    assert bool(picture.get_flags() & pygame.RLEACCEL) is alpha
    assert np.abs(pixels(screen) - before).max() <= 1


def test_properties_of_the_window_are_set_or_left_alone() -> None:
    pygame_compat.set_window("size", (400, 300))
    assert pygame.display.get_window_size() == (400, 300)
    pygame_compat.set_window("no_such_property", (1, 1))
    pygame.display.quit()
    pygame_compat.set_window("size", (500, 300))  # there is no window


def test_events_that_follow_name_a_window_that_still_exists() -> None:
    for width in (400, 420, 440):
        pygame_compat.set_window("size", (width, 300))
    events = [one for one in pygame.event.get() if one.type == pygame.WINDOWSIZECHANGED]
    assert events
    for event in events:
        assert event.window is None or isinstance(event.window, Window)


def test_without_the_systems_settings_no_language_is_preferred(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = types.SimpleNamespace(get_pref_locales=lambda: [{"language": "fr", "country": "CH"}])
    monkeypatch.setattr(pygame, "system", system, raising=False)
    assert pygame_compat.preferred_languages() == ["fr"]
    monkeypatch.delattr(pygame, "system")
    assert pygame_compat.preferred_languages() == []


def test_the_edition_is_told_by_its_name_at_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame, "IS_CE", 1, raising=False)
    assert pygame_compat.edition() == f"pygame-ce {pygame.version.ver}"
    monkeypatch.delattr(pygame, "IS_CE")
    assert pygame_compat.edition() == f"pygame {pygame.version.ver}"


def test_both_editions_have_a_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame, "scrap", OldScrap())
    assert pygame_compat.get_text() == ""
    assert pygame_compat.put_text("größer")
    assert pygame_compat.get_text() == "größer"
    new = types.SimpleNamespace(held="")
    new.put_text = lambda text: setattr(new, "held", text)
    new.get_text, new.has_text = lambda: new.held, lambda: bool(new.held)
    monkeypatch.setattr(pygame, "scrap", new)
    assert pygame_compat.get_text() == ""
    assert pygame_compat.put_text("größer")
    assert pygame_compat.get_text() == "größer"


def test_without_a_clipboard_both_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_arguments: object) -> None:
        raise pygame.error("no video device")

    for names in (("put_text", "get_text", "has_text"), ("init", "put", "get")):
        monkeypatch.setattr(pygame, "scrap", types.SimpleNamespace(**dict.fromkeys(names, fails)))
        assert pygame_compat.get_text() is None
        assert not pygame_compat.put_text("text")
