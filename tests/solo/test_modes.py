"""Deals, scores, par, lists and texts of the solo modes are right, checked by a second count."""

from __future__ import annotations

import datetime
import random
from pathlib import Path

import pytest

from game.games.less.engine.race import par as least_moves
from game.games.less.rules import BOARD as LESS_BOARD
from game.games.less.rules import Less
from game.games.libra.engine.frontier import most_groups_by_white
from game.games.libra.solo import DrawnLibra, walked_groups
from game.games.more_or_less.solo import GreenAlone
from game.games.multiplicity.engine.products import ceiling
from game.games.multiplicity.solo import Rush
from game.rules.base import Action, Game, State
from game.rules.events import Flipped, Jumped, Stepped
from game.rules.registry import parse_setup
from game.rules.topology import hexagon
from game.solo import mode as helper
from game.solo import scores
from game.solo.mode import (
    LOTS,
    MOST_SEED,
    SoloDeal,
    SoloMode,
    deal_of_day,
    deal_of_week,
    modes,
    modes_of,
    read_deal,
    seed_of,
    usual_deal,
)
from tests.solo.strategies import BETTER, SIMPLE, share, stars_of

MODES = modes()
KEYS = sorted(MODES)
SEEDS = (1, 77, 20261122)
TURNS = 400  # maximum number of actions, for a player who never gets home


def played(mode: SoloMode, seed: int, dice: random.Random) -> tuple[Game, State, list[Action]]:
    """Play a game at random; return its last state and its actions."""
    game = mode.deal(seed)
    state, actions = game.start(), list[Action]()
    while not game.over(state) and len(actions) < TURNS:
        actions.append(dice.choice(game.legal(state)))
        state = game.advance(state, actions[-1])
    return game, state, actions


def counted(key: str, game: Game, actions: list[Action]) -> int:
    """Return the score, counted from events and pieces alone."""
    state, moves, flips = game.start(), 0, 0
    for action in actions:
        step = game.play(state, action)
        state = step.state
        moves += sum(1 + e.walls for e in step.events if isinstance(e, Stepped))
        moves += sum(isinstance(e, Jumped) for e in step.events)
        flips += sum(isinstance(e, Flipped) for e in step.events)
    if key == "less-par":
        return moves
    if key == "more-or-less-twelve":
        return flips
    colours = {point: piece.colour for point, piece in game.pieces(state).items()}
    sizes = groups(game, colours)
    if key.startswith("libra"):
        return len(sizes)
    product = 1
    for colour, size in sizes:
        product *= size if colour == "white" else 1
    return product


def groups(game: Game, colours: dict[str, str]) -> list[tuple[str, int]]:
    """Return the colour and size of each group."""
    left, found = dict(colours), []
    while left:
        point, colour = left.popitem()
        todo, size = [point], 0
        while todo:
            size += 1
            for other in game.topology.neighbours[todo.pop()]:
                if left.get(other) == colour:
                    del left[other]
                    todo.append(other)
        found.append((colour, size))
    return found


@pytest.mark.parametrize("key", KEYS)
def test_the_score_is_what_one_counts_on_the_board(key: str) -> None:
    mode, dice = MODES[key], random.Random(key)
    for seed in SEEDS:
        game, state, actions = played(mode, seed, dice)
        assert mode.score(game, state, actions) == counted(key, game, actions)


@pytest.mark.parametrize("key", KEYS)
def test_a_deal_is_the_same_each_time_and_its_actions_are_those_of_the_game(key: str) -> None:
    mode, dice = MODES[key], random.Random(key)
    game, state, actions = played(mode, 5, dice)
    again, whole = mode.deal(5), parse_setup(game.setup)
    here = again.start()
    for action in actions:
        assert action in again.legal(here)
        assert action.text in {one.text for one in whole.legal(here)} or key == "less-par"
        here = again.advance(here, action)
    assert here == state


def test_another_seed_is_another_deal() -> None:
    lines = {
        tuple(action.text for action in played(mode, seed, random.Random(1))[2])
        for mode in MODES.values()
        for seed in SEEDS
    }
    assert len(lines) == len(MODES) * len(SEEDS)


@pytest.mark.parametrize("key", KEYS)
def test_whoever_is_not_the_person_has_one_action(key: str) -> None:
    mode, dice = MODES[key], random.Random(key)
    game, _state, actions = played(mode, 9, dice)
    state = game.start()
    for action in actions:
        if game.to_move(state) not in mode.person:
            assert len(game.legal(state)) == 1
        state = game.advance(state, action)


@pytest.mark.parametrize("key", KEYS)
def test_stars_ask_for_more_and_more_and_par_has_three(key: str) -> None:
    mode = MODES[key]
    par = mode.par(3, **mode.usual)
    assert par == mode.par(3, **mode.usual)
    assert mode.stars(par, par) == 3
    one, two, three = mode.marks(par)
    assert not mode.better(one, two)
    assert not mode.better(two, three)
    worse = 1 if mode.fewer else -1
    assert [mode.stars(mark + worse, par) for mark in (three, two, one)] == [
        mode.stars(three + worse, par),
        1,
        0,
    ]
    assert mode.stars(three + worse, par) < 3


@pytest.mark.parametrize("seed", SEEDS)
def test_par_of_the_way_home_is_the_least_there_is(seed: int) -> None:
    mode = MODES["less-par"]
    assert mode.exact()
    game = parse_setup(f"less seed={seed}")
    assert isinstance(game, Less)
    assert mode.par(seed) == least_moves(game, compiled=False)


def test_nobody_has_a_product_above_the_most() -> None:
    mode, dice = MODES["multiplicity-rush"], random.Random(1)
    for seed in range(1, 4):
        game, state, actions = played(mode, seed, dice)
        assert len(actions[::2]) == 18
        most = mode.best(seed)
        assert mode.score(game, state, actions) <= most <= ceiling(18)
        assert mode.par_of(most) == most * 3 // 4


def test_colours_are_drawn_by_seed_and_place_alone() -> None:
    mode, dice = MODES["libra-many"], random.Random(2)
    lines = []
    for _again in range(2):
        _game, _state, actions = played(mode, 4, dice)
        lines.append([action.piece.colour for action in actions if action.piece])
    assert lines[0] == lines[1]
    assert len(lines[0]) == 37
    assert set(lines[0]) == {"white", "black"}


def test_twelve_turns_are_twelve_unless_the_game_ends_before() -> None:
    mode, dice = MODES["more-or-less-twelve"], random.Random(3)
    for seed in SEEDS:
        game, state, _actions = played(mode, seed, dice)
        assert game.pieces(state)
        green = game.tally(state)["green"]
        assert mode.left(game, state) == 0 or green <= 6 or green >= 19
        assert mode.left(game, game.start()) == 12


def test_a_day_has_a_seed_and_a_deal_a_text() -> None:
    seed = seed_of(datetime.date(2026, 11, 22))
    assert LOTS < seed <= MOST_SEED
    deal = SoloDeal("libra-few", seed)
    assert deal.text == "alone libra-few seed=20261122"
    assert read_deal(f"  {deal.text}\n", KEYS) == deal
    for text in ("", "alone", "libra size=4", "alone chess seed=1", "alone libra-few seed=0"):
        assert read_deal(text, KEYS) is None
    assert read_deal("alone libra-few seed=²", KEYS) is None
    assert read_deal("alone libra-few size=4", KEYS) is None


def test_every_game_has_modes_and_a_stranger_none() -> None:
    assert {mode.game for mode in MODES.values()} == {
        *("more-or-less", "less", "libra", "multiplicity")
    }
    assert modes_of("no-such-game") == ()


def test_the_helper_prints_par(capsys: pytest.CaptureFixture[str]) -> None:
    mode = MODES["libra-few"]
    assert helper.main(["libra-few", "seed=7", "grey=4"]) == 0
    assert capsys.readouterr().out.strip() == str(mode.best(7, grey=4))
    assert helper.main(["libra-few", "seed=7", "grey=40"]) == 2


def test_par_is_found_by_a_process_of_its_own() -> None:
    asked = helper.Par(SoloDeal("libra-many", 7))
    asked.thread.join(60)
    assert asked.value == MODES["libra-many"].par(7)
    lost = helper.Par(SoloDeal("no-such-mode", 7))
    lost.thread.join(60)
    assert lost.failed
    assert helper.Par(SoloDeal("multiplicity-rush", 7), best=100).value == 75


def test_lists_go_by_the_distance_from_par(tmp_path: Path) -> None:
    few, many = MODES["libra-few"], MODES["libra-many"]
    table: scores.Table = {}
    for value, par in ((5, 3), (3, 3), (2, 3), (4, 4)):
        table = scores.entered(table, few, scores.SoloScore(value, par, 1, "", "2026-11-22"))
        table = scores.entered(table, many, scores.SoloScore(value, par, 1, "", "2026-11-22"))
    assert [one.score for one in table[few.list_key]] == [2, 3, 4, 5]
    assert [one.score for one in table[many.list_key]] == [5, 3, 4, 2]
    for _more in range(scores.KEEP):
        table = scores.entered(table, few, scores.SoloScore(1, 9, 1, ""))
    assert len(table[few.list_key]) == scores.KEEP
    assert scores.rank(table, few, scores.SoloScore(9, 3, 1, "")) is None
    path = tmp_path / "solo.json"
    scores.save(table, path)
    assert scores.load(path) == (table, "")


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 1}', '{"version": 1, "modes": {"a": [1]}}']
)
def test_a_damaged_list_is_set_aside(tmp_path: Path, text: str) -> None:
    path = tmp_path / "solo.json"
    path.write_text(text)
    table, name = scores.load(path)
    assert table == {}
    assert name
    assert scores.load(path) == ({}, "")


def test_a_deal_of_its_own_keeps_the_better_game_alone(tmp_path: Path) -> None:
    mode, deal = MODES["less-par"], SoloDeal("less-par", 7, (("standing", 2),))
    table: scores.Table = {}
    for value in (20, 18, 19, 18):
        table = scores.entered(table, mode, scores.SoloScore(value, 17, 7, "", ""), deal.text)
    assert [one.score for one in table[deal.text]] == [18]
    assert scores.stars_in(table, deal) == 2
    assert scores.stars_in(table, SoloDeal("less-par", 7)) is None
    path = tmp_path / "solo.json"
    scores.save(table, path)
    other = scores.entered({}, mode, scores.SoloScore(17, 17, 7, "", ""), deal.text)
    scores.save(other, path)
    scores.save(table, path)
    assert [one.score for one in scores.load(path)[0][deal.text]] == [17]


def test_scores_by_earlier_rules_stay_in_a_list_apart(tmp_path: Path) -> None:
    path = tmp_path / "solo.json"
    former = {"libra-few": (scores.SoloScore(2, 2, 5, ""),)}
    scores.save(former, path)
    mode = MODES["libra-few"]
    scores.save(scores.entered({}, mode, scores.SoloScore(4, 2, 5, "")), path)
    table, complaint = scores.load(path)
    assert not complaint
    assert table["libra-few"] == former["libra-few"]
    assert [one.score for one in table[mode.list_key]] == [4]


@pytest.mark.parametrize("key", KEYS)
def test_a_week_has_a_deal_the_same_on_each_of_its_days(key: str) -> None:
    mode, monday = MODES[key], datetime.date(2026, 12, 28)
    week = {deal_of_week(mode, monday + datetime.timedelta(n)) for n in range(7)}
    assert len(week) == 1
    deal = week.pop()
    assert deal.seed == 2026530, "the year of the ISO week, not of the day"
    assert deal != deal_of_week(mode, monday + datetime.timedelta(7))
    assert LOTS < deal.seed < deal_of_day(mode, monday).seed
    assert read_deal(deal.text, KEYS) == deal


@pytest.mark.parametrize("key", KEYS)
def test_no_simple_player_has_three_stars_as_a_rule(key: str) -> None:
    """The test plays four deals; docs/reference/solo.md has the statistics of 100."""
    mode = MODES[key]
    deals = [usual_deal(mode, seed) for seed in range(1, 5)]
    bests = [mode.best(deal.seed, **dict(deal.options)) for deal in deals]
    for name, player in SIMPLE[key].items():
        stars = [stars_of(deal, player(), best) for deal, best in zip(deals, bests)]
        assert share(stars, 3) <= 1 / 3, name
    better = [stars_of(deal, BETTER[key](), best) for deal, best in zip(deals[:3], bests)]
    assert sum(better) >= 2 * len(better) - 1


def test_the_most_groups_of_so_many_white_stones_is_exact() -> None:
    board = hexagon(2)
    for blocked in ([], ["b2"], ["a1", "c2"]):
        cells = [cell for cell in board.points if cell not in blocked]
        most = [0] * (len(cells) + 1)
        for filling in range(1 << len(cells)):
            colours = {c: "wb"[filling >> n & 1] for n, c in enumerate(cells)}
            white = sum(colour == "w" for colour in colours.values())
            most[white] = max(most[white], len(groups(DrawnLibra(1, 2), colours)))
        assert most_groups_by_white(board, blocked) == most


def test_a_walk_of_few_stones_is_searched_to_its_end() -> None:
    for seed in range(1, 6):
        game = DrawnLibra(seed, size=3, grey=9, walk=True)

        def fewest(state: State, game: DrawnLibra = game) -> int:
            after = [game.advance(state, action) for action in game.legal(state)]
            return min(map(fewest, after)) if after else game.groups(state)

        assert walked_groups(game) == fewest(game.start())


def test_a_stone_of_a_walk_lies_beside_the_one_before_where_there_is_room() -> None:
    game, dice = DrawnLibra(3, walk=True), random.Random(3)
    state, last, jumps = game.start(), None, 0
    while not game.over(state):
        cells = {action.points[0] for action in game.legal(state)}
        empty = {p for p in game.topology.points if p not in game.pieces(state)}
        beside = empty & set(game.topology.neighbours[last]) if last else empty
        assert cells == (beside or empty)
        jumps += not beside
        action = dice.choice(game.legal(state))
        state, last = game.advance(state, action), action.points[0]
    assert jumps


@pytest.mark.parametrize("seed", SEEDS)
def test_the_longest_train_is_found(seed: int) -> None:
    game = GreenAlone(seed, turns=1)

    def longest(state: State) -> int:
        jumps = (action for action in game.legal(state) if action.kind == "jump")
        return max((1 + longest_on(game.advance(state, jump)) for jump in jumps), default=0)

    def longest_on(state: State) -> int:
        return longest(state) if game.to_move(state) == 1 and not game.over(state) else 0

    assert MODES["more-or-less-twelve"].best(seed, turns=1) == longest(game.start())


def test_black_pieces_stand_apart_and_leave_the_corners_free() -> None:
    for seed in range(1, 20):
        game = MODES["less-par"].deal(seed, standing=6)
        state = game.start()
        black = [p for p, piece in game.pieces(state).items() if piece.colour == "black"]
        assert len(black) == 6
        assert sum(state[LESS_BOARD + n] == 1 for n in range(36)) == 4
        assert not set(black) & {"a5", "a6", "b5", "b6"}
        assert not any(set(game.topology.neighbours[p]) & set(black) for p in black)


def test_black_stones_fall_where_it_is_shown() -> None:
    game, dice = MODES["multiplicity-rush"].deal(4, shown=3), random.Random(4)
    assert isinstance(game, Rush)
    state, told = game.start(), list[str]()
    while not game.over(state):
        action = dice.choice(game.legal(state))
        if game.to_move(state) == 0:
            told = game.falls(state)
            assert len(told) == min(3, len(game.legal(state)) // 2)
            told = [cell for cell in told if cell != action.points[0]]
        elif told:
            assert action.points[0] == told[0]
        state = game.advance(state, action)
    assert not game.falls(state)
