"""The board of Multiplicity: cells of pearwood."""

from __future__ import annotations

from dataclasses import replace

from game.rules.base import Game
from game.screen.boards.board_look import BoardLook, plain_look


def look(game: Game) -> BoardLook:
    return replace(plain_look(game), wood="pearwood")
