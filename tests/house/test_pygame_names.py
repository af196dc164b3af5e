"""The program runs with pygame-ce and classic pygame, because it uses only names that both have.

Calls that only one edition has are in game/screen/ui/pygame_compat.py. `make test-classic` runs the
tests of the screen with the classic edition, which also finds missing methods.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from tests.house.sources import dotted, files

COMPAT = ROOT / "game" / "screen" / "ui" / "pygame_compat.py"
# Names that pygame-ce 2.5.8 has and pygame 2.6.1 lacks; only constants that games use are listed.
NAMES_ONLY_IN_CE = """
    Channel Clock Event FRect Font IS_CE Joystick Sound Window geometry print_debug_info system
    typing window FLASH_BRIEFLY FLASH_CANCEL FLASH_UNTIL_FOCUSED FLIP_HORIZONTAL FLIP_NONE
    FLIP_VERTICAL FONT_CENTER FONT_LEFT FONT_RIGHT DIRECTION_LTR DIRECTION_RTL SCROLL_ERASE
    SCROLL_REPEAT WINDOWPOS_CENTERED WINDOWPOS_UNDEFINED
    display.get_current_refresh_rate display.get_desktop_refresh_rates display.get_window_position
    display.is_vsync display.message_box display.set_window_position draw.aacircle draw.flood_fill
    image.load_animation image.load_sized_svg key.get_just_pressed key.get_just_released
    math.invlerp math.remap math.smoothstep mixer.get_driver mixer.get_soundfont
    mixer.set_soundfont mixer_music.get_metadata mouse.get_just_pressed mouse.get_just_released
    mouse.get_relative_mode mouse.set_relative_mode rect.FRect scrap.get_text scrap.has_text
    scrap.put_text transform.box_blur transform.gaussian_blur transform.hsl transform.invert
    transform.pixelate transform.solid_overlay
"""
ONLY_IN_CE = frozenset(f"pygame.{name}" for name in NAMES_ONLY_IN_CE.split())


def names(tree: ast.AST) -> Iterator[str]:
    """Yield every dotted name of pygame, such as pygame.draw.line, however it was imported."""
    called = {"pygame": "pygame"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "pygame":
            for one in node.names:
                called[one.asname or one.name] = f"{node.module}.{one.name}"
                yield f"{node.module}.{one.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            first, dot, rest = ast.unparse(node).partition(".")
            if first in called and rest.replace(".", "").isidentifier():
                yield f"{called[first]}{dot}{rest}"


def used() -> dict[str, Path]:
    """Map each name to a file of the product, its tests or its art generator that uses it."""
    tests = sorted((ROOT / "tests").rglob("*.py"))
    found: dict[str, Path] = {}
    for path in (*files(), ROOT / "assets" / "make_art.py", *tests):
        source = path.read_text(encoding="utf-8")
        if "pygame" in source and path != COMPAT and not path.name.startswith("test_pygame_"):
            found.update(dict.fromkeys(names(ast.parse(source)), path))
    return found


def exists(name: str) -> bool:
    """Return whether the installed pygame has this name."""
    found: object = importlib.import_module("pygame")
    parts = name.split(".")
    for number, part in enumerate(parts[1:], 2):
        if not hasattr(found, part):
            try:
                importlib.import_module(".".join(parts[:number]))
            except ImportError:
                return False
        found = getattr(found, part)
    return True


def test_every_name_of_pygame_is_one_that_both_editions_have() -> None:
    everything = used()
    assert len(everything) > 150
    both = {name: path for name, path in everything.items() if exists(name)}
    assert everything.keys() - both.keys() == set()
    assert {n: dotted(p) for n, p in both.items() if not only_in_ce(n).isdisjoint(ONLY_IN_CE)} == {}


def only_in_ce(name: str) -> set[str]:
    """Return a name and its owners: pygame.FRect.move is missing if pygame.FRect is."""
    parts = name.split(".")
    return {".".join(parts[:length]) for length in range(2, len(parts) + 1)}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import pygame\npygame.draw.aacircle(canvas)", "pygame.draw.aacircle"),
        ("from pygame.transform import gaussian_blur", "pygame.transform.gaussian_blur"),
        ("from pygame import draw as d\nd.aacircle(canvas)", "pygame.draw.aacircle"),
        ("import pygame\nbox: pygame.FRect.move", "pygame.FRect"),
    ],
)
def test_what_only_one_has_is_found_however_it_is_called(source: str, found: str) -> None:
    parts = {part for name in names(ast.parse(source)) for part in only_in_ce(name)}
    assert found in parts & ONLY_IN_CE
