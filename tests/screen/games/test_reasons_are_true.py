"""The claims of reasons are true, recounted along the engine's lines in 300 positions a game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from game.screen.plugin.reasons import reasons_of
from game.table.mistakes import Mistake
from tests.screen.games.engine_lines import WRITTEN, written
from tests.screen.games.reason_forms import FIGURE, NAME, check, figures

LEAST_SAID = 0.97  # minimum share of positions with a reason


@pytest.mark.parametrize("name", WRITTEN)
def test_no_number_of_a_reason_is_contradicted_by_its_line(name: str) -> None:
    seen: Counter[str] = Counter()
    positions = list(written(name))
    assert len(positions) == WRITTEN[name][1]
    reasons, said = reasons_of(positions[0].game), 0
    for one in positions:
        words = reasons.why(one.line)
        said += bool(words)
        check(one.game, one.line, words, seen)
    assert said >= LEAST_SAID * len(positions)
    assert len(seen) >= 4


BETTER = re.compile(
    r"[Ff]ewer|[Mm]ore is|wins|win\b|wants|needs|beat|only|Going|Stops|Lets|Gives|Misses|Harder"
)
# The two numbers in a mistake's reason (turn played, better turn), and whether the first is
# smaller.
COMPARED = (
    (rf"After the reply {FIGURE} are \w+, with the better turn {FIGURE}", True),
    (rf"makes {FIGURE}, with the better turn {FIGURE}: fewer moves win", True),
    (rf"{FIGURE} (?:moves )?in all for them instead of {FIGURE}", False),
    (rf"a new group begin on {FIGURE} cells?, the better turn on {FIGURE}", True),
    (rf"there (?:is|are) {FIGURE} groups?, with the better turn {FIGURE}\. LESS", True),
    (rf"there (?:is|are) {FIGURE} groups?, with the better turn {FIGURE}\. MORE", False),
    (rf"come to {FIGURE}, the better turn only to {FIGURE}", True),
    (rf"comes to {FIGURE}, with the better turn to {FIGURE}", False),
    (rf"product {FIGURE}, with the better turn {FIGURE}", False),
    (rf"Leaves {NAME} {FIGURE} jumps?, the better turn {FIGURE}", False),
    (rf"Gives {NAME} {FIGURE} jumps?; the better turn allows only {FIGURE}", True),
)


def given_away(name: str) -> Iterator[Mistake]:
    """Yield the random turns as mistakes, with the lines expected after each and instead of it."""
    positions = list(written(name))
    for one, after in pairwise(positions):
        follows = after.line[0].before == one.played.after
        if one.played.text != one.line[0].text and follows:
            yield Mistake(0, 0.6, 0.4, (one.played, *after.line[:1]), one.line)


@pytest.mark.parametrize("name", WRITTEN)
def test_two_numbers_never_stand_without_what_is_better(name: str) -> None:
    reasons = reasons_of(next(written(name)).game)
    said = [reasons.why(one.line) for one in written(name)]
    said += [reasons.reason(mistake) for mistake in given_away(name)]
    for words in said:
        assert len(re.findall(FIGURE, words)) < 2 or BETTER.search(words), words


@pytest.mark.parametrize("name", WRITTEN)
def test_the_better_turn_is_better_by_the_number_that_is_said(name: str) -> None:
    reasons, compared = reasons_of(next(written(name)).game), 0
    for mistake in given_away(name):
        words = reasons.reason(mistake)
        for form, smaller in COMPARED:
            found = re.search(form, words)
            if found is not None:
                played, better = figures(found)
                assert better < played if smaller else better > played, words
                compared += 1
    assert compared >= 3
