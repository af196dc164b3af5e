"""Custom looks for tests: folders with pictures of one colour, and broken ones."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

Rgb = tuple[int, int, int]
BOARD: Rgb = (200, 40, 160)
PIECES: dict[str, Rgb] = {"white": (250, 220, 40), "black": (20, 60, 220), "green": (40, 200, 60)}
GAMES = {
    "more-or-less": ("black", "green"),
    "less": ("white", "black"),
    "libra": ("white", "black"),
    "multiplicity": ("white", "black"),
}


def picture(colour: Rgb, size: tuple[int, int] = (64, 64), kind: str = "PNG") -> bytes:
    """Return a picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind)
    return out.getvalue()


def write_look(folder: Path, extra: str = "", name: str = "Plain") -> Path:
    """Write a complete look of plain colours; every game's table gets the lines in `extra`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "board.png").write_bytes(picture(BOARD))
    for colour, rgb in PIECES.items():
        (folder / f"{colour}.png").write_bytes(picture(rgb))
    tables = [f'look = 1\nname = "{name}"\nauthor = "Ada"\n']
    for key, colours in GAMES.items():
        pieces = "".join(f'{colour} = "{colour}.png"\n' for colour in colours)
        tables.append(f'[{key}]\nboard = "board.png"\n{extra}\n[{key}.pieces]\n{pieces}')
    (folder / "look.toml").write_text("\n".join(tables), "utf-8")
    return folder


def write_toml(folder: Path, text: str) -> Path:
    """Write a folder with `text` as its `look.toml` and with one picture, board.png."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "look.toml").write_text(text, "utf-8")
    (folder / "board.png").write_bytes(picture(BOARD))
    return folder
