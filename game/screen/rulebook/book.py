"""The whole rulebook: the pages of each game in reading order."""

from __future__ import annotations

from game.screen.rulebook.model import Page
from game.screen.rulebook.pages import (
    less,
    less_practice,
    libra,
    libra_practice,
    more_or_less,
    more_or_less_practice,
    multiplicity,
)

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
