"""Turns from the book of openings that comes with the program, where it has the position."""

from __future__ import annotations

import random
from functools import cached_property

from game.engine.search.analysis import Analysis
from game.openings.book import OpeningBook, book_of
from game.rules import Game, State

EVEN = 0.01  # turns whose chances are no further apart are equally good
MOST_SPREAD = 0.1  # a level that errs more does not know openings by heart
LINE = 6  # turns expected, at most
ENOUGH = 400_000  # visits of a page from which is played: as many as a search of some seconds
SURE = 60_000  # and of a turn there


class BookPlayer:
    """What the book says, drawn among what is equally good; `spread` is that of the level."""

    def __init__(self, game: Game, spread: float, seed: int) -> None:
        self.game = game
        self._margin = EVEN + spread / 2
        self._dice = random.Random(seed)

    @cached_property
    def _book(self) -> OpeningBook | None:
        return book_of(self.game.setup)

    def prepare(self) -> None:
        """Read the book, and find in which ways the board may be turned."""
        if self._book is not None:
            self._book.page(self.game, self.game.start())

    def think(self, state: State) -> Analysis | None:
        """Return the turn of the book for `state`, or None.

        None if the book does not know the position, or knows no more than a search would find.
        """
        page = self._book.page(self.game, state) if self._book is not None else None
        if self._book is None or page is None or page.visits < ENOUGH:
            return None
        known = self._book.turns(self.game, state, self._dice)
        turns = [turn for turn in known if turn.visits >= SURE]
        if not turns or turns[0] is not known[0]:
            return None
        good = [turn for turn in turns if turns[0].chance - turn.chance <= self._margin]
        chosen = self._dice.choice(good)
        line, here = [chosen.actions], chosen.after
        while len(line) < LINE and (replies := self._book.turns(self.game, here)):
            line.append(replies[0].actions)
            here = replies[0].after
        return Analysis(1, 0, 0.0, chosen.chance, tuple(line), done=True, book=True)
