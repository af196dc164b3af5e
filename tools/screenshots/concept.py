"""Side by side: the thirteen pictures of the concept, each with ours in the same state.

`screenshots FOLDER concept=PICTURES` writes one sheet for each, concept left, ours right.
docs/lab/concept.md shows them.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pygame

from tools.screenshots import matches, menus, play
from tools.screenshots.camera import Shot, expose
from tools.screenshots.kit import KitScene
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.games.less.screen.options import LessOptions
from game.screen.menus.match_draft import MatchDraft
from game.screen.menus.new_match import NewMatchScene
from game.platform.settings import Settings

SIZE = 1280, 800  # of the concept's pictures
WIDE, GAP = 1600, 8  # pixels of a sheet, and between its halves


@dataclass(frozen=True)
class Pair:
    """A picture of the concept by its file's name, and what shows the same of ours."""

    name: str
    shot: Shot
    theme: str = "walnut"


def _walls_by_hand() -> Scene:
    options = LessOptions("less", seed=7)
    options.set_walls_by("walls")
    draft = MatchDraft(options, clock="10+5")
    draft.seats[0].name, draft.seats[1].level = "Ada", 6
    return NewMatchScene(draft=draft)


def _wait(app: App) -> None:
    """Ways home are worked out in their own time."""
    for _frame in range(60):
        app.frame(0.05)
        time.sleep(0.05)


def _aimed_home(app: App) -> None:
    """A leap is aimed at when the ways home are known."""
    _wait(app)
    play.aim(app)


_SHOTS = {shot.name: shot for shot in (*menus.SHOTS, *play.SHOTS, *matches.SHOTS)}
_TRAIN = _SHOTS["play.train"]
PAIRS = (
    Pair("01-title", _SHOTS["attract"]),
    Pair("02-choice", _SHOTS["choice"]),
    Pair("03-more-or-less", _TRAIN),
    Pair("04-less", Shot("concept.less", _SHOTS["aim.less"].factory, _aimed_home)),
    Pair("05-libra", _SHOTS["aim.libra"]),
    Pair("06-multiplicity", _SHOTS["aim.multiplicity"]),
    Pair("07-new-match", Shot("concept.walls", _walls_by_hand, _wait)),
    Pair("08-board-check", _SHOTS["check.lights"]),
    Pair("09-result", _SHOTS["result.record"]),
    Pair("13-kit", Shot("kit", KitScene)),
    Pair("10-paper", _TRAIN, "paper"),
    Pair("11-night", _TRAIN, "night"),
    Pair("12-slate", _TRAIN, "slate"),
)


def write(concept: Path, folder: Path) -> list[Path]:
    """All sheets.  Raises FileNotFoundError if `concept` lacks a picture."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    with tempfile.TemporaryDirectory() as scratch:
        for theme, pairs in groupby(PAIRS, key=lambda pair: pair.theme):
            app = App(Scene(), settings=Settings(theme=theme, language="en"), size=SIZE)
            try:
                for pair in pairs:
                    ours = expose(app, pair.shot, Path(scratch) / f"{pair.name}.png")
                    made.append(_join(concept / f"{pair.name}.png", ours, folder))
            finally:
                app.close()
    return made


def _join(concept: Path, ours: Path, folder: Path) -> Path:
    """Both pictures on one sheet."""
    wide = (WIDE - GAP) // 2
    size = wide, wide * SIZE[1] // SIZE[0]
    sheet = pygame.Surface((WIDE, size[1]))
    for left, path in ((0, concept), (wide + GAP, ours)):
        picture = pygame.image.load(path).convert(24)
        sheet.blit(pygame.transform.smoothscale(picture, size), (left, 0))
    target = folder / f"{concept.stem}.jpg"
    pygame.image.save(sheet, str(target))
    return target
