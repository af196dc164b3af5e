"""The bot for the levels: it asks the opening book, then the game's experts, then a tree search."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property

from game.engine.bots.options import EngineOptions
from game.engine.bots.search_bot import capped
from game.engine.bots.tree_bot import TreeBot
from game.engine.bots.turn_bot import TurnBot
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.endgame import TABLE_MB
from game.engine.search.profile import Profile
from game.engine.search.turns import side_to_move
from game.openings.book import OpeningBook, book_of
from game.rules import Game, State

EVEN = 0.01  # largest difference of chances at which turns count as equally good
MOST_SPREAD = 0.1  # A level with a larger spread does not use the book.
LINE = 6  # maximum number of turns in an expected line
# Minimum number of visits of a usable book page, as many as a search makes in some seconds.
ENOUGH = 400_000
SURE = 60_000  # minimum number of visits of a usable turn on a page
EXPERT_LIMITS = SearchLimits(movetime=2.0)  # limits for experts if the caller gives none


class BookPlayer:
    """Turns from the opening book, drawn at random from those within a margin of the best.

    The margin grows with `spread`.
    """

    def __init__(self, game: Game, spread: float, seed: int) -> None:
        self.game = game
        self._margin = EVEN + spread / 2
        self._dice = random.Random(seed)

    @cached_property
    def _book(self) -> OpeningBook | None:
        return book_of(self.game.setup)

    def prepare(self) -> None:
        """Read the book, and compute the symmetries of the board."""
        if self._book is not None:
            self._book.page(self.game, self.game.start())

    def think(self, state: State) -> Analysis | None:
        """Return the book's turn for `state`.

        None if the book does not have the position, or knows no more than a search would find.
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


class LeveledBot:
    """A Bot at a level of strength."""

    name = "full"

    def __init__(
        self,
        game: Game,
        profile: Profile,
        options: EngineOptions,
        seed: int,
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.game, self.clock = game, clock
        self._ready, self._level = ready, profile.levels[options.level - 1]
        full = self._level.nodes is None
        perfect = profile.perfect(game, profile) if full else ()
        self._experts = (*perfect, *profile.experts(game, profile, seed))
        self._endings = profile.endings(game, profile) if full and options.lines == 1 else ()
        beside = profile.beside(game) if full and options.lines == 1 else None
        if self._endings or beside is not None:  # The memory limit includes their table.
            options = replace(options, hash_mb=options.hash_mb - TABLE_MB)
        knows_book = options.book and options.lines == 1 and self._level.spread <= MOST_SPREAD
        self._opening = BookPlayer(game, self._level.spread, seed) if knows_book else None
        self.turn_bot: TurnBot | None = None
        if (full or self._level.whole_turns) and profile.turns is not None:
            self.turn_bot = TurnBot(game, profile, options, seed, ready, clock)
        self.tree_bot = TreeBot(game, profile, options, seed, ready, clock, beside)

    def prepare(self) -> None:
        if self._opening is not None:
            self._opening.prepare()
        self.tree_bot.prepare()
        if self.turn_bot is not None:
            self.turn_bot.prepare()

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        if self._opening is not None and not limits.infinite:
            known = self._opening.think(state)
            if known is not None:
                return known
        for expert in self._experts:
            if expert.knows(state):
                budget = self._budget(state, limits, signal)
                analysis = expert.think(state, budget, self._ready())
                if analysis is not None:
                    return analysis
                limits = budget.rest(limits)
        lost = False
        for ending in () if limits.infinite else self._endings:
            budget = self._budget(state, limits, signal)
            if not budget.hurried and ending.knows(state):
                analysis = ending.think(state, budget, self._ready())
                if analysis is not None and analysis.best:
                    return analysis
                lost = lost or analysis is not None
                limits = budget.rest(limits)
        # A lost position is searched, too, to make the win hard for the other side.
        found = self._at_work(state).think(state, limits, report, signal)
        return replace(found, value=0.0, proof="loss") if lost else found

    def recall(self, earlier: Iterable[State]) -> None:
        """Store the earlier positions of the game, because repeating them is no progress."""
        if self.turn_bot is not None:
            self.turn_bot.recall(earlier)

    def ponder(self, state: State, signal: StopSignal) -> None:
        if not any(expert.knows(state) for expert in self._experts):
            self._at_work(state).ponder(state, signal)

    def _searcher(self, state: State) -> TreeBot | TurnBot:
        """Return the bot that searches the position."""
        if self.turn_bot is not None and self.turn_bot.knows(state):
            return self.turn_bot
        return self.tree_bot

    def _at_work(self, state: State) -> TreeBot | TurnBot:
        """Return the bot that searches; free the memory of the other, as both share one limit."""
        searcher = self._searcher(state)
        other = self.tree_bot if searcher is self.turn_bot else self.turn_bot
        if other is not None:
            other.forget()
        return searcher

    def by_turns(self, state: State) -> bool:
        """Return whether this position is searched by whole turns."""
        return self._searcher(state) is self.turn_bot

    def _budget(self, state: State, limits: SearchLimits, signal: StopSignal) -> Budget:
        limits = capped(limits, self._level)
        if limits.infinite:
            limits = EXPERT_LIMITS
        return Budget(limits, side_to_move(self.game, state), signal, self.clock)
