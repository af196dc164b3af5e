"""Modes for one: what they deal and count, checked by counting otherwise; par; lists; texts."""

from __future__ import annotations

import datetime
import random
from pathlib import Path

import pytest

from game.games.less.engine.par import par as least_moves
from game.rules.base import Action, Game, State
from game.rules.events import Flipped, Jumped, Stepped
from game.rules.registry import parse_setup
from game.solo import mode as helper
from game.solo import scores
from game.solo.mode import LOTS, MOST_SEED, SoloDeal, SoloMode, modes, modes_of, read_deal, seed_of

MODES = modes()
KEYS = sorted(MODES)
SEEDS = (1, 77, 20261122)
TURNS = 400  # of somebody who never comes home


def played(mode: SoloMode, seed: int, dice: random.Random) -> tuple[Game, State, list[Action]]:
    """A game at random."""
    game = mode.deal(seed)
    state, actions = game.start(), list[Action]()
    while not game.over(state) and len(actions) < TURNS:
        actions.append(dice.choice(game.legal(state)))
        state = game.advance(state, actions[-1])
    return game, state, actions


def counted(key: str, game: Game, actions: list[Action]) -> int:
    """The score, from the events and the pieces alone."""
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
    """Colour and size of each group."""
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
    games = {mode.game for mode in MODES.values()}
    assert len(lines) == len(games) * len(SEEDS), "both aims of a game have the same deals"


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
    par = mode.par(3)
    assert par == mode.par(3)
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
    assert mode.exact
    assert mode.par(seed) == least_moves(parse_setup(f"less seed={seed}"), compiled=False)  # type: ignore[arg-type]


def test_nobody_has_a_product_above_the_most() -> None:
    mode, dice = MODES["multiplicity-rush"], random.Random(1)
    for seed in range(1, 6):
        game, state, actions = played(mode, seed, dice)
        assert len(actions[::2]) == 18
        most = mode.most()
        assert most is not None
        assert mode.score(game, state, actions) <= most
        assert mode.par(seed) <= most


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
    assert helper.main(["libra-few", "7"]) == 0
    assert capsys.readouterr().out.strip() == str(MODES["libra-few"].par(7))


def test_par_is_found_by_a_process_of_its_own() -> None:
    asked = helper.Par(SoloDeal("libra-many", 7))
    asked.thread.join(60)
    assert asked.value == MODES["libra-many"].par(7)
    lost = helper.Par(SoloDeal("no-such-mode", 7))
    lost.thread.join(60)
    assert lost.failed


def test_lists_go_by_the_distance_from_par(tmp_path: Path) -> None:
    few, many = MODES["libra-few"], MODES["libra-many"]
    table: scores.Table = {}
    for value, par in ((5, 3), (3, 3), (2, 3), (4, 4)):
        table = scores.entered(table, few, scores.SoloScore(value, par, 1, "", "2026-11-22"))
        table = scores.entered(table, many, scores.SoloScore(value, par, 1, "", "2026-11-22"))
    assert [one.score for one in table["libra-few"]] == [2, 3, 4, 5]
    assert [one.score for one in table["libra-many"]] == [5, 3, 4, 2]
    for _more in range(scores.KEEP):
        table = scores.entered(table, few, scores.SoloScore(1, 9, 1, ""))
    assert len(table["libra-few"]) == scores.KEEP
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
