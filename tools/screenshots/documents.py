"""Makes the pictures of the documents again: `python -m tools.screenshots.documents [NAME ...]`.

Each picture is a photograph of the album, scaled down. Without names, all pictures are made.
Pictures that the album does not have (phones, printed sheets, comparisons of before and now) are
not included.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from game.platform.settings import THEMES
from tools.run import run
from tools.screenshots.album import take

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SIZE = 1280, 800


@dataclass(frozen=True)
class DocumentPicture:
    """The photograph for a picture of the documents, and the picture's width in pixels."""

    shot: str
    theme: str = THEMES[0]
    language: str = "en"
    width: int = 1000


PICTURES = {
    "alone": DocumentPicture("solo.libra-many"),
    "attract": DocumentPicture("attract"),
    "board-check": DocumentPicture("check.lights"),
    "choice": DocumentPicture("choice"),
    "club-hall": DocumentPicture("hall", width=1280),
    "club-players": DocumentPicture("tournament.players", width=1280),
    "confirm-slate": DocumentPicture("play.confirm", "slate", width=900),
    "guided-train": DocumentPicture("guided.train"),
    "guided-wall": DocumentPicture("guided.wall", "paper", "de"),
    "hand-jump": DocumentPicture("strip.hand.jump", width=1200),
    "hand-refused-slate": DocumentPicture("strip.hand.refused", "slate", width=1200),
    "hand-slide": DocumentPicture("strip.hand.slide", width=1200),
    "hand-train": DocumentPicture("strip.hand.train", width=1200),
    "hint": DocumentPicture("play.hint", width=900),
    "less-teams": DocumentPicture("play.less4"),
    "libra": DocumentPicture("play.libra"),
    "libra-night": DocumentPicture("play.libra", "night"),
    "more-or-less": DocumentPicture("play.train"),
    "more-or-less-paper": DocumentPicture("play.more-or-less", "paper", "de"),
    "multiplicity-slate": DocumentPicture("play.multiplicity", "slate"),
    "refused": DocumentPicture("play.refused", width=900),
    "result": DocumentPicture("result.record"),
    "review-story": DocumentPicture("review.libra"),
    "review-variations": DocumentPicture("review.tree.more-or-less"),
    "rules": DocumentPicture("rules.more-or-less.train"),
}


def make(names: Sequence[str], folder: Path = FOLDER) -> list[Path]:
    """Photograph the pictures of these names into `folder`, and return their paths."""
    made = []
    with TemporaryDirectory() as taken:
        for name in names:
            one = PICTURES[name]
            (path,) = take(Path(taken), [one.shot], [one.theme], [one.language], [SIZE])
            picture = pygame.image.load(path)
            high = round(picture.get_height() * one.width / picture.get_width())
            # A photograph has no transparent pixels, and JPEG would not keep them.
            small = pygame.transform.smoothscale(picture.convert(24), (one.width, high))
            made.append(folder / f"{name}.jpg")
            pygame.image.save(small, made[-1])
            print(made[-1], made[-1].stat().st_size, flush=True)
    return made


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser("python -m tools.screenshots.documents", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PICTURES))
    names: list[str] = parser.parse_args(list(words)).names
    unknown = [name for name in names if name not in PICTURES]
    if unknown:
        parser.error(f"{unknown[0]!r} is no picture of the documents")
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    make(names or list(PICTURES))
    return 0


if __name__ == "__main__":
    run("tools.screenshots.documents:main")
