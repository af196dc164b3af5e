"""The whole rulebook: the pages of each game in reading order."""

from __future__ import annotations

from game.screen.games.less import pages as less
from game.screen.games.less import practice as less_practice
from game.screen.games.libra import pages as libra
from game.screen.games.libra import practice as libra_practice
from game.screen.games.more_or_less import pages as more_or_less
from game.screen.games.more_or_less import practice as more_or_less_practice
from game.screen.games.multiplicity import pages as multiplicity
from game.screen.rulebook.model import Page

BOOK: dict[str, tuple[Page, ...]] = {
    "more-or-less": more_or_less.PAGES + more_or_less_practice.PAGES,
    "less": less.PAGES + less_practice.PAGES,
    "libra": libra.PAGES + libra_practice.PAGES,
    "multiplicity": multiplicity.PAGES,
}
TITLES = {
    "more-or-less": "More or Less",
    "less": "Less",
    "libra": "Libra",
    "multiplicity": "Multiplicity",
}
