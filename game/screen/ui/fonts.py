"""Fonts of the two packaged families, opened once per size.

Hanken Grotesk for all text, Source Serif Pro for titles; both under the SIL Open Font Licence.
The packages are located without importing them: importing opens every file name they hold.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

import pygame

from game.platform.paths import install_advice

FILES: dict[tuple[str, str], tuple[str, str]] = {
    ("text", "500"): ("font_hanken_grotesk", "HankenGrotesk-Medium.otf"),
    ("text", "600"): ("font_hanken_grotesk", "HankenGrotesk-SemiBold.otf"),
    ("text", "700"): ("font_hanken_grotesk", "HankenGrotesk-Bold.otf"),
    ("text", "700 italic"): ("font_hanken_grotesk", "HankenGrotesk-BoldItalic.otf"),
    ("display", "700"): ("font_source_serif_pro", "SourceSerifPro-Bold.ttf"),
    ("display", "900"): ("font_source_serif_pro", "SourceSerifPro-Black.ttf"),
    ("display", "700 italic"): ("font_source_serif_pro", "SourceSerifPro-BoldIt.ttf"),
}


@cache
def font_path(family: str, weight: str) -> Path:
    """Return the file of a face.  Raises FileNotFoundError naming the package that is missing."""
    package, name = FILES[family, weight]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        distribution = package.replace("_", "-")
        raise FileNotFoundError(f"{distribution} is not installed: {install_advice(distribution)}")
    return Path(next(iter(spec.submodule_search_locations))) / "files" / name


@lru_cache(maxsize=96)
def font(family: str, weight: str, pixels: int) -> pygame.font.Font:
    """Return a face at a size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(str(font_path(family, weight)), pixels)


def forget_fonts() -> None:
    """Drop opened fonts: they do not outlive pygame.quit()."""
    font.cache_clear()
