"""Photographs of scenes: all that are registered, in themes, languages and sizes, on one page.

    register("title", lambda: TitleScene())          a scene at rest
    register_strip("strip.jump", make_scene, film)   `film(app)` gives a picture of a movement

`take` writes PNG files and an index.html; `make screenshots` calls it.
"""

from __future__ import annotations

import html
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.screen.app.app import App
from game.screen.app.scene import Push, Replace, Scene
from game.settings import THEMES, Settings
from game.storage import HOME_VARIABLE

SIZES = ((800, 600), (1280, 800), (1920, 1080))
LANGUAGES = ("en", "fr", "de")
SETTLE = 2.0  # seconds a scene gets before it is photographed

Factory = Callable[[], Scene]
Prepare = Callable[[App], None]
Film = Callable[[App], pygame.Surface]


@dataclass(frozen=True)
class Shot:
    """A scene to photograph; `prepare` brings it to the moment worth seeing.

    Of a strip what `film` returns is kept instead of the window.
    """

    name: str
    factory: Factory
    prepare: Prepare | None = None
    seconds: float = SETTLE
    film: Film | None = None


REGISTRY: dict[str, Shot] = {}


def register(
    name: str, factory: Factory, prepare: Prepare | None = None, seconds: float = SETTLE
) -> None:
    """Have a scene photographed under `name`."""
    REGISTRY[name] = Shot(name, factory, prepare, seconds)


def register_strip(name: str, factory: Factory, film: Film) -> None:
    """Have a movement photographed under `name`, in one language and size."""
    REGISTRY[name] = Shot(name, factory, None, 0.4, film)


def register_all() -> None:
    """Every scene of the program.  Modules that add more have a `register_shots()`."""
    from game.dev.shots import matches as shot_play
    from game.dev.shots import menus as shot_list
    from game.dev.shots import rulebook as shot_rules
    from game.dev.shots import strips as shot_strips

    for module in (shot_list, shot_play, shot_strips, shot_rules):
        module.register_shots()


def photograph(
    shot: Shot,
    path: Path,
    theme: str = "walnut",
    language: str = "en",
    size: tuple[int, int] = (1280, 800),
    settings: Settings | None = None,
) -> Path:
    """One picture of one scene.  Needs SDL_VIDEODRIVER=dummy where there is no display."""
    chosen = (settings or Settings()).with_(theme=theme, language=language)
    app = App(Scene(), settings=chosen, size=size)
    try:
        return expose(app, shot, path)
    finally:
        app.close()


def expose(app: App, shot: Shot, path: Path) -> Path:
    """Photograph a scene in a window that is open already: fonts and boards are made once."""
    app.toasts.live.clear()
    app._apply(Replace(shot.factory(), all=True), app.scene)
    app._fade = None
    settle(app, shot.seconds / 2)
    if shot.prepare:
        shot.prepare(app)
    settle(app, shot.seconds / 2)
    app.draw()
    picture = shot.film(app) if shot.film is not None else app.window.surface
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(picture, str(path))
    return path


def open_over(app: App, scene: Scene) -> None:
    """Push a scene as if the one on top had asked for it: for dialogs."""
    app._apply(Push(scene), app.scene)


def settle(app: App, seconds: float, rate: int = 0) -> None:
    """Let time pass, and wait until the boards' art is there."""
    import time

    from game.screen.boards.workshop import workshop

    rate = rate or (30 if seconds <= 1 else 12)  # long waits in larger steps
    for _frame in range(max(1, round(seconds * rate))):
        app.frame(1 / rate)
    app.draw()
    patience = time.monotonic() + 30
    while workshop.busy and time.monotonic() < patience:
        time.sleep(0.01)
        app.draw()
    app.draw()


def variants(
    themes: Sequence[str] = THEMES,
    languages: Sequence[str] = LANGUAGES,
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
    languages: Sequence[str] = LANGUAGES,
    sizes: Sequence[tuple[int, int]] = SIZES,
) -> list[Path]:
    """Photograph scenes (all when `names` is empty) into `folder`, with a contact sheet."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # or nothing but a kill would end it
    register_all()
    chosen = [REGISTRY[name] for name in (names or REGISTRY)]
    made: list[Path] = []
    with borrowed_home():
        _fill_home()
        for theme, language, size in variants(themes, languages, sizes):
            made += _take_variant(folder, chosen, theme, language, size)
    # With those of earlier runs: a few scenes taken anew do not take the others off the page.
    contact_sheet(folder, sorted(path.name for path in folder.glob("*.png")))
    return made


def main(arguments: Sequence[str]) -> int:
    """`screenshots FOLDER [scene ...] [theme=paper] [language=de] [size=1280x800]`."""
    if any(word.startswith("-") for word in arguments):
        print("usage: main.py screenshots FOLDER [SCENE ...] [theme=A,B] [language=de] [size=WxH]")
        return 0 if arguments[0] in ("-h", "--help") else 2
    folder = Path(arguments[0]) if arguments else Path("screenshots")
    names = [word for word in arguments[1:] if "=" not in word]
    given = dict(word.split("=", 1) for word in arguments[1:] if "=" in word)
    register_all()
    unknown = [name for name in names if name not in REGISTRY]
    unknown += [name for name in given if name not in ("theme", "language", "size")]
    if unknown:
        print(f"screenshots: {unknown[0]!r} is unknown; scenes: {', '.join(REGISTRY)}")
        return 2
    try:
        sizes = [tuple(map(int, word.split("x"))) for word in given.get("size", "").split() if word]
    except ValueError:
        print(f"screenshots: size={given['size']}, expected WIDTHxHEIGHT")
        return 2
    themes = given["theme"].split(",") if "theme" in given else THEMES
    languages = given["language"].split(",") if "language" in given else LANGUAGES
    made = take(folder, names, themes, languages, sizes or SIZES)  # type: ignore[arg-type]
    print(f"{len(made)} pictures, all on one page: {folder / 'index.html'}")
    return 0


def _take_variant(
    folder: Path, chosen: Sequence[Shot], theme: str, language: str, size: tuple[int, int]
) -> list[Path]:
    """All chosen scenes in one theme, language and size."""
    settings = Settings(theme=theme, language=language)
    app = App(Scene(), settings=settings, size=size)
    made, kinds = [], set()
    try:
        for shot in chosen:
            kind = ".".join(shot.name.split(".")[:2])
            page = shot.name.startswith("rules.") and kind in kinds
            kinds.add(kind)
            # The rulebook's many pages differ in words only: one theme and size shows them all.
            if page and len(chosen) > 1 and (theme, size) != ("walnut", (1280, 800)):
                continue
            if shot.film and len(chosen) > 1 and (language, size) != ("en", (1280, 800)):
                continue
            name = f"{shot.name}-{theme}-{language}-{size[0]}x{size[1]}.png"
            made.append(expose(app, shot, folder / name))
    finally:
        app.close()
    return made


def _fill_home() -> None:
    """What a home that has been lived in has: high scores, which the title tells."""
    from game.dev.shots.menus import sample_scores
    from game.table.scores import save_scores

    save_scores(sample_scores())


@contextmanager
def borrowed_home() -> Iterator[None]:
    """A user folder for the time of the photographs: the person's own games stay out of it."""
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
    """A page with all pictures of a folder, grouped by scene."""
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
    """The scene a picture shows: its name before theme, language and size."""
    return re.sub(rf"-({'|'.join(THEMES)})-[a-z]+-\d+x\d+\.png$", "", name)


_HEAD = """<!doctype html><meta charset="utf-8"><title>{title}</title>
<style>body{{background:#15100c;color:#f9efde;font:16px sans-serif;margin:24px}}
div{{display:flex;flex-wrap:wrap;gap:12px}}figure{{margin:0;width:420px}}
img{{width:100%;border-radius:8px}}figcaption{{font-size:12px;color:#d3bf9f}}</style>
<h1>{title}</h1>"""
