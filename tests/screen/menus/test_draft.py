"""A match's draft turns choices into a setup text and a spec, and reads both back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game.games.less.screen.options import LessOptions
from game.games.less.walls import DENSITIES, dense_tiles
from game.games.libra.screen.options import LibraOptions
from game.rules import RulesError
from game.rules.boards import BOARDS
from game.rules.registry import parse_setup, titles
from game.screen.menus.match_draft import MatchDraft
from game.table.series import Series
from game.table.spec import ClockSpec, SeatSpec
from tests.screen.menus.drafts import drafted, options_of

KEYS = tuple(titles())

# -- the draft -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "setup"),
    [
        ({"game": "more-or-less"}, "more-or-less"),
        ({"game": "more-or-less", "board": "decagon-51"}, "more-or-less board=decagon-51"),
        ({"game": "less", "seed": 7}, "less seed=7"),
        ({"game": "less", "seed": 7, "block": False}, "less block=off seed=7"),
        (
            {"game": "less", "players": 4, "walls_by": "walls", "walls": "0" * 112},
            f"less seats=4 walls={'0' * 112}",
        ),
        (
            {"game": "less", "walls_by": "tiles", "tiles": "A0B1C2D3E0F1G2H3I0"},
            "less tiles=A0B1C2D3E0F1G2H3I0",
        ),
        ({"game": "libra"}, "libra size=5 mode=duel"),
        (
            {"game": "libra", "mode": "target", "target": 9, "libra_size": 3},
            "libra size=3 mode=target target=9",
        ),
        ({"game": "libra", "obstacles": ("e5", "f5")}, "libra size=5 mode=duel obstacles=e5,f5"),
        ({"game": "multiplicity"}, "multiplicity size=5"),
        (
            {"game": "multiplicity", "multiplicity_size": 8, "end": "full"},
            "multiplicity size=8 end=full",
        ),
        ({"game": "more-or-less", "free_pass": True}, "more-or-less pass=free"),
        ({"game": "libra", "libra_size": 2}, "libra size=2 mode=duel"),
        ({"game": "libra", "libra_size": 8, "mode": "bid"}, "libra size=8 mode=bid"),
        ({"game": "multiplicity", "opening": "free"}, "multiplicity size=5 opening=free"),
    ],
)
def test_setup_strings(options: dict[str, Any], setup: str) -> None:
    draft = drafted(**options)
    assert draft.options.setup() == setup
    parse_setup(draft.options.setup())


@pytest.mark.parametrize(
    "setup",
    [
        "more-or-less",
        "more-or-less board=decagon-71 pass=free",
        f"more-or-less board={BOARDS / 'decagon-51.json'}",
        "less seed=12",
        "less seats=4 block=off tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3",
        f"less walls={'012' * 20}",
        "libra size=2 mode=duel",
        "libra size=8 mode=target target=40 obstacles=a8,h8",
        "libra size=6 mode=bid",
        "multiplicity size=3 end=full opening=free",
    ],
)
def test_a_setup_string_becomes_a_draft_and_comes_back(setup: str) -> None:
    draft = drafted("libra")
    assert draft.take_setup(setup)
    assert draft.options.setup() == setup
    assert draft.options.sound
    assert MatchDraft.from_kept(draft.game, draft.kept()) == draft


def test_what_a_setup_string_asks_for_in_vain_is_told() -> None:
    draft = drafted("less")
    assert not draft.take_setup("less reading=first seed=4")
    assert draft.options.setup() == "less seed=4"


def test_lots_move_the_seats_on_and_partners_stay_partners() -> None:
    draft = drafted("less", players=4, sides="lot")
    for number, seat in enumerate(draft.seats):
        seat.name = "ABCD"[number]
    seen = set()
    for seed in range(20):
        spec = draft.spec(random.Random(seed))
        assert spec == draft.spec(random.Random(seed)), "the same lot for the same seed"
        names = "".join(seat.name for seat in spec.seats)
        assert names in "ABCDABC"
        assert spec.lot == "ABCD".index(names[0])
        seen.add(names)
    assert len(seen) == 4
    draft.sides = "kept"
    assert draft.spec(random.Random(1)).lot is None


def test_spec() -> None:
    draft = drafted("less", players=4, clock="10+5", length=3, seed=3, board_link=" sim ")
    draft.seats[1].level = 9
    draft.seats[2].kind = "board"
    draft.seats[0].name = " Ada "
    spec = draft.spec()
    assert spec.setup == "less seats=4 seed=3"
    assert spec.clock == ClockSpec(600.0, 5.0)
    assert spec.series == Series(length=3)
    assert spec.board == "sim"
    assert spec.seats == (
        SeatSpec("person", 4, "Ada"),
        SeatSpec("engine", 9),
        SeatSpec("board", 4),
        SeatSpec("engine", 4),
    )


def test_a_draft_of_before_keeps_its_clock() -> None:
    draft = MatchDraft.from_kept("libra", {"minutes": 10, "increment": 5})
    assert draft.spec().clock == ClockSpec(600, 5)
    assert MatchDraft.from_kept("libra", {"minutes": 0, "increment": 5}).spec().clock is None


def test_each_seat_has_the_clock_that_was_given_to_it() -> None:
    spec = drafted("less", players=4, clock="10 / 5+3").spec()
    assert [clock and clock.total for clock in spec.clocks] == [600, 300, 600, 300]


def test_without_a_board_seat_there_is_no_link() -> None:
    assert drafted(board_link="COM3").spec().board is None


def test_a_bad_board_file_is_refused_in_words() -> None:
    draft = drafted(board="own", board_file="no-such-file.json")
    with pytest.raises(RulesError, match=r"no-such-file\.json"):
        draft.spec()


def test_density_takes_tiles_with_few_or_many_walls() -> None:
    counts = {}
    for density in DENSITIES:
        options = options_of(drafted("less", density=density, seed=5), LessOptions)
        counts[density] = sum(map(int, options.digits))
    assert counts["few"] < counts["mixed"] < counts["many"]


@pytest.mark.parametrize("density", DENSITIES)
@pytest.mark.parametrize("side", [6, 8])
def test_random_tiles_are_a_legal_layout_and_repeatable(density: str, side: int) -> None:
    for seed in range(20):
        layout = dense_tiles(density, seed, side)
        assert layout == dense_tiles(density, seed, side)
        tiles = "".join(f"{letter}{turns}" for letter, turns in layout)
        seats = 2 if side == 6 else 4
        parse_setup(f"less seats={seats} tiles={tiles}")


def test_walls_go_on_from_the_tiles_that_lie() -> None:
    options = options_of(drafted("less", seed=11), LessOptions)
    before = options.digits
    options.set_walls_by("walls")
    assert options.digits == before
    options.set_players(4)
    assert len(options.digits) == 112


def test_a_smaller_board_drops_obstacles_and_target() -> None:
    draft = drafted("libra", libra_size=7, mode="target", target=100, obstacles=("a7", "g7"))
    options = options_of(draft, LibraOptions)
    options.set_size(3)
    assert options.target <= options.most_target
    options.make_game()


def test_shuffle_changes_every_way_of_laying_walls() -> None:
    for way in ("random", "tiles", "walls"):
        options = options_of(drafted("less", seed=1), LessOptions)
        options.set_walls_by(way)
        before = options.digits
        options.shuffle(random.Random(4))
        assert options.digits != before


CHOSEN: dict[str, dict[str, Any]] = {
    "more-or-less": {
        "board": "decagon-71",
        "free_pass": True,
        "quick_start": True,
        "sides": "lot",
    },
    "less": {
        "players": 4,
        "walls_by": "walls",
        "walls": "0" * 112,
        "tiles": "A0" * 16,
        "scoring": False,
    },
    "libra": {"mode": "bid", "libra_size": 6, "obstacles": ("a6", "f6")},
    "multiplicity": {"multiplicity_size": 7, "end": "full", "opening": "free"},
}


@pytest.mark.parametrize("game", KEYS)
def test_kept_drafts_come_back(game: str) -> None:
    draft = drafted(game, clock="15 / 10+5", time_back=False, **CHOSEN[game])
    draft.seats[0].name = "Ada"
    assert MatchDraft.from_kept(game, draft.kept()) == draft


@pytest.mark.parametrize(
    "bad",
    [
        {"players": 3},
        {"players": "4"},
        {"libra_size": 99},
        {"obstacles": ["zz9"]},
        {"walls_by": "walls", "walls": "012"},
        {"walls_by": "tiles", "tiles": "Z9"},
        {"seats": 5},
        {"seats": [{"kind": "robot", "level": 99}]},
        {"target": -1},
        {"minutes": 7, "increment": "x"},
        {"clock": "soon"},
        {"clock": "1 / 2 / 3"},
        {"length": 4},
    ],
)
def test_a_damaged_draft_becomes_a_playable_one(bad: dict[str, Any]) -> None:
    for game in KEYS:
        MatchDraft.from_kept(game, bad).spec()
