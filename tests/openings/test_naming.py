"""Names of openings are the same from all sides, and their words can be translated."""

from __future__ import annotations

import pytest

from game.openings.naming import in_words, name_of, naming_of
from game.openings.symmetry import mapped, symmetries
from game.rules.registry import GAMES, parse_setup
from tests.openings.test_symmetry import play

NAMES = [
    ("multiplicity size=5", "e5 e6,a5", "centre corner"),
    ("multiplicity size=5", "a5 b4,i5 i4,a9", "corner opposite next"),
    ("multiplicity size=5", "a5 b4,e1 c3,i1", "corner next far"),
    ("multiplicity size=4 opening=free", "d4 d5", "centre inner"),
    ("multiplicity size=6", "f8 f7,f2", "halfway outer"),
    ("libra size=5", "We5 We6 Ba5", "centre joined apart"),
    ("libra size=5", "Ba5 Wb5 Wc4", "corner against joined"),
    ("libra size=5 mode=bid", "bid7 pass We5", "centre"),
    ("libra size=5", "We5 We7", "centre near"),
    ("less seed=1", "", "few fair"),
    ("less walls=" + 60 * "0", "e1-e2", "few"),
    ("more-or-less", "a1 b1,b2 g1,c3", "inner pair apart"),
    ("multiplicity size=5", "", ""),
]


@pytest.mark.parametrize(("setup", "turns", "name"), NAMES)
def test_an_opening_has_its_name(setup: str, turns: str, name: str) -> None:
    assert name_of(parse_setup(setup), turns.split()) == name


@pytest.mark.parametrize("setup", ["more-or-less", "libra size=4", "multiplicity size=6"])
def test_a_name_is_the_same_from_all_sides(setup: str) -> None:
    game = parse_setup(setup)
    for seed in range(5):
        turns = play(game, 4, seed)
        names = {name_of(game, [mapped(turn, way) for turn in turns]) for way in symmetries(game)}
        assert len(names) == 1


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_every_part_has_words(key: str) -> None:
    naming = naming_of(key)
    assert naming is not None
    assert set(naming.firsts) <= set(naming.words)
    assert all(part.isalpha() for part in naming.words)
    begins = [(one, two) for one in naming.words for two in naming.words if two.startswith(one)]
    assert all(one == two for one, two in begins), "names are found by what they begin with"


def test_people_read_words() -> None:
    assert in_words("multiplicity", "corner next") == "Corner, alongside"
    assert in_words("less", "few fair") == "Few walls, fair"
    assert in_words("less", "") == ""
