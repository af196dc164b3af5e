"""The album: photographs of all scenes in themes, languages and sizes, on one page.

Each module of this folder that photographs scenes lists them in its SHOTS. `take` writes PNG files
and an index.html; `make screenshots` calls it.
"""

from __future__ import annotations

import html
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from game.platform.i18n import LANGUAGES
from game.platform.settings import THEMES, Settings
from game.platform.storage import HOME_VARIABLE
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.scenes import open_scene
from game.table.high_scores import save_scores
from tools.screenshots import (
    guided,
    hands,
    letters,
    library,
    matches,
    menus,
    play,
    puzzles,
    reviews,
    rulebook,
    solo,
    strips,
    teaching,
    terms,
    tournaments,
)
from tools.screenshots.camera import Shot, expose

SIZES = ((800, 600), (1280, 800), (1920, 1080))
ALBUMS = (
    menus,
    letters,
    library,
    play,
    matches,
    reviews,
    strips,
    hands,
    rulebook,
    guided,
    puzzles,
    solo,
    teaching,
    terms,
    tournaments,
)
SHOTS: dict[str, Shot] = {shot.name: shot for album in ALBUMS for shot in album.SHOTS}


def variants(
    themes: Sequence[str] = THEMES,
    languages: Sequence[str] = tuple(LANGUAGES),
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> Iterator[tuple[str, str, tuple[int, int]]]:
    for size in sizes:
        for theme in themes:
            for language in languages:
                yield theme, language, size


def take(
    folder: Path,
    names: Iterable[str] = (),
    themes: Sequence[str] = THEMES,
    languages: Sequence[str] = tuple(LANGUAGES),
    sizes: Sequence[tuple[int, int]] = SIZES,
    letters: float = 1.0,
) -> list[Path]:
    """Photograph scenes (all when `names` is empty) into `folder`, with a contact sheet.

    `letters` is the setting of the text size.
    """
    _without_window()
    chosen = [SHOTS[name] for name in (names or SHOTS)]
    made: list[Path] = []
    with borrowed_home():
        _fill_home()
        for theme, language, size in variants(themes, languages, sizes):
            settings = Settings(theme=theme, language=language, font_scale=letters)
            made += _take_variant(folder, chosen, settings, size)
    # The page also shows pictures of earlier runs, so a run of a few scenes keeps the others.
    contact_sheet(folder, sorted(path.name for path in folder.glob("*.png")))
    return made


def main(arguments: Sequence[str]) -> int:
    """Run `screenshots FOLDER [scene ...] [theme=paper] [language=de] [size=...] [letters=1.5]`."""
    if any(word.startswith("-") for word in arguments):
        options = "[theme=A,B] [language=de] [size=WxH] [letters=1.5]"
        print(f"usage: python -m tools.screenshots FOLDER [SCENE ...] {options}")
        return 0 if arguments[0] in ("-h", "--help") else 2
    folder = Path(arguments[0]) if arguments else Path("screenshots")
    names = [word for word in arguments[1:] if "=" not in word]
    given = dict(word.split("=", 1) for word in arguments[1:] if "=" in word)
    unknown = [name for name in names if name not in SHOTS]
    unknown += [name for name in given if name not in ("theme", "language", "size", "letters")]
    if unknown:
        print(f"screenshots: {unknown[0]!r} is unknown; scenes: {', '.join(SHOTS)}")
        return 2
    try:
        letters = float(given.get("letters", "1"))
        sizes = [tuple(map(int, word.split("x"))) for word in given.get("size", "").split() if word]
    except ValueError:
        print(f"screenshots: {given}, expected size=WIDTHxHEIGHT and letters=NUMBER")
        return 2
    themes = given["theme"].split(",") if "theme" in given else THEMES
    languages = given["language"].split(",") if "language" in given else tuple(LANGUAGES)
    made = take(folder, names, themes, languages, sizes or SIZES, letters)  # type: ignore[arg-type]
    print(f"{len(made)} pictures, all on one page: {folder / 'index.html'}")
    return 0


def _without_window() -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    # With SDL's signal handlers, only SIGKILL could end the run.
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")


def _take_variant(
    folder: Path, chosen: Sequence[Shot], settings: Settings, size: tuple[int, int]
) -> list[Path]:
    """Photograph all chosen scenes in one theme, language and size."""
    theme, language = settings.theme, settings.language
    app = App(Scene(), scenes=open_scene, settings=settings, size=size)
    made, kinds = [], set()
    try:
        for shot in chosen:
            kind = ".".join(shot.name.split(".")[:2])
            page = shot.name.startswith("rules.") and kind in kinds
            kinds.add(kind)
            # The rulebook's many pages differ only in their text, so one theme and one size are
            # enough.
            if page and len(chosen) > 1 and (theme, size) != ("walnut", (1280, 800)):
                continue
            if shot.film and len(chosen) > 1 and (language, size) != ("en", (1280, 800)):
                continue
            name = f"{shot.name}-{theme}-{language}-{size[0]}x{size[1]}.png"
            made.append(expose(app, shot, folder / name, size))
    finally:
        app.close()
    return made


def _fill_home() -> None:
    """Write high scores, which the title shows."""
    save_scores(menus.sample_scores())


@contextmanager
def borrowed_home() -> Iterator[None]:
    """Use a temporary user folder, which keeps the user's games out of the pictures."""
    before = os.environ.get(HOME_VARIABLE)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ[HOME_VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[HOME_VARIABLE]
            if before is not None:
                os.environ[HOME_VARIABLE] = before


def contact_sheet(folder: Path, names: Sequence[str], title: str = "Less is More") -> Path:
    """Write a page with all pictures of a folder, grouped by scene, and return its path."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(_scene_of(name), []).append(name)
    parts = [_HEAD.format(title=html.escape(title))]
    for group, members in groups.items():
        parts.append(f"<h2>{html.escape(group)}</h2><div>")
        for name in members:
            safe = html.escape(name)
            parts.append(
                f'<figure><a href="{safe}"><img loading="lazy" src="{safe}" alt="{safe}"></a>'
                f"<figcaption>{safe}</figcaption></figure>"
            )
        parts.append("</div>")
    page = folder / "index.html"
    page.write_text("\n".join(parts) + "\n", encoding="utf-8")
    return page


def _scene_of(name: str) -> str:
    """Return the scene of a picture: its file name without theme, language and size."""
    return re.sub(rf"-({'|'.join(THEMES)})-[a-z]+-\d+x\d+\.png$", "", name)


_HEAD = """<!doctype html><meta charset="utf-8"><title>{title}</title>
<style>body{{background:#15100c;color:#f9efde;font:16px sans-serif;margin:24px}}
div{{display:flex;flex-wrap:wrap;gap:12px}}figure{{margin:0;width:420px}}
img{{width:100%;border-radius:8px}}figcaption{{font-size:12px;color:#d3bf9f}}</style>
<h1>{title}</h1>"""
