"""The tree of variations keeps the rules, is saved in the record, and survives any damage."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import RulesError
from game.rules.proposals import GoBack
from game.table import record_files
from game.table.errors import RecordError, TreeError
from game.table.match import Match
from game.table.mistakes import Evaluation
from game.table.record import VERSION, dump, from_record, load, to_record
from game.table.spec import two_people
from game.table.study import Study
from game.table.variations import (
    BAD,
    GOOD,
    IDEA,
    MARK_KINDS,
    ROOT,
    VariationTree,
)

SETUPS = (
    "more-or-less board=decagon-51",
    "less walls=000000000000001100010001000000000000001010110010000000011000",
    "libra size=3 mode=duel",
    "multiplicity size=3",
)


def played(setup: str, seed: int = 3, actions: int = 18) -> Match:
    match, dice = Match(two_people(setup), date="2026-03-04T05:06:07"), random.Random(seed)
    while not match.over and len(match.entries) < actions:
        match.play(dice.choice(match.legal()))
    return match


def explored(study: Study, dice: random.Random) -> None:
    """Play a random turn from the position shown, if the game goes on."""
    count = len(study.turns)
    for _action in range(30):
        if not study.legal():
            return
        study.explore(dice.choice(study.legal()))
        if not study.begun and len(study.turns) != count:
            return


def rummage(study: Study, dice: random.Random, steps: int) -> None:
    """Do random things, all of them possible in a review."""
    points = study.game.topology.points
    for _step in range(steps):
        numbers = [ROOT, *(number for number, _depth in study.tree.walk())]
        deeds = (
            lambda: study.go(dice.choice(numbers)),  # noqa: B023 - called at once
            lambda: explored(study, dice),
            lambda: explored(study, dice),
            lambda: study.comment(
                dice.choice(("", "Why?", "gut « là »\nzwei", f"So [idea {points[0]}]"))
            ),
            lambda: study.draw(points[0], points[0], dice.choice(MARK_KINDS)),
            lambda: study.draw(dice.choice(points), dice.choice(points), dice.choice(MARK_KINDS)),
            study.wipe,
            study.promote,
            study.delete,
            study.undo,
            study.redo,
            study.beside,
            study.out,
            study.back,
            study.on,
        )
        with contextlib.suppress(TreeError):
            dice.choice(deeds)()


def check(tree: VariationTree) -> None:
    """Check that every node is reached once, knows its parent, and has a legal turn."""
    walked = [number for number, _depth in tree.walk()]
    assert len(walked) == len(set(walked)) == len(tree) - 1
    for number in walked:
        node = tree.node(number)
        assert number in tree.node(node.parent).lines
        assert node.turn is not None
        state = tree.state(node.parent)
        assert node.turn.before == state
        for action in tree.game.parse_turn(state, node.turn.text):
            state = tree.game.play(state, action).state
        assert state == node.turn.after
    assert walked[: 1 if tree.played else 0] == [1][: tree.played]
    assert tree.line(ROOT)[: tree.played] == list(range(1, tree.played + 1))


def written(tree: VariationTree) -> list[tuple[int, str, object]]:
    """Return the content of a tree, independent of node numbers."""
    rows: list[tuple[int, str, object]] = [(0, "", tree.node(ROOT).note)]
    for number, depth in tree.walk():
        turn = tree.node(number).turn
        rows.append((depth, turn.text if turn else "", tree.node(number).note))
    return rows


@pytest.mark.parametrize("setup", SETUPS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=12)
def test_whatever_is_done_the_tree_is_sound_and_comes_back_from_its_record(
    setup: str, seed: int
) -> None:
    dice = random.Random(seed)
    match = played(setup, seed, dice.randrange(25))
    study = Study(match)
    rummage(study, dice, 30)
    check(study.tree)
    again = load(dump(match))
    tree = again.tree or VariationTree.of(again.game, again.turns, again.history.start)
    check(tree)
    assert written(tree) == written(study.tree)
    assert to_record(again) == to_record(match)
    assert again.state == match.state, "the game itself stays as it was played"


@pytest.mark.parametrize("setup", SETUPS)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=8)
def test_every_edit_can_be_undone_and_made_again(setup: str, seed: int) -> None:
    dice = random.Random(seed)
    study = Study(played(setup, seed))
    before = written(study.tree)
    rummage(study, dice, 12)
    after = written(study.tree)
    undone = 0
    with contextlib.suppress(TreeError):
        while undone < 1000:
            study.undo()
            undone += 1
    assert written(study.tree) == before
    for _edit in range(undone):
        study.redo()
    if undone:
        assert written(study.tree) == after


def test_the_same_turn_is_gone_to_and_another_one_becomes_a_variation() -> None:
    match = played("libra size=3 mode=duel")
    study = Study(match)
    study.go(4)
    entry = match.turns[4].entries[0]
    assert entry.action is not None
    study.explore(entry.action)
    assert (study.at, study.tree.bare, study.in_game) == (5, True, True)
    study.go(4)
    other = next(action for action in study.legal() if action != entry.action)
    study.explore(other)
    assert not study.in_game
    assert study.turns[-1].text == other.text
    assert study.tree.head(study.at) == study.at
    assert study.out()
    assert study.at == 4
    assert study.beside()
    assert study.turns[-1].text == other.text
    assert study.beside()
    assert study.turns[-1].text == entry.text
    assert not study.out()
    study.go(2)
    assert not study.beside()
    assert study.at == 2


def test_an_illegal_action_changes_nothing() -> None:
    study = Study(played("multiplicity size=3", actions=4))
    taken = study.match.entries[0].action
    assert taken is not None
    with pytest.raises(RulesError):
        study.explore(taken)
    assert study.tree.bare
    assert study.state == study.match.state


def test_a_game_that_rests_in_a_turn_is_explored_from_there() -> None:
    match = played("less seed=7", actions=7)
    assert match.history.begun is not None
    study = Study(match)
    assert study.state == match.state
    assert study.in_game
    dice = random.Random(1)
    explored(study, dice)
    assert not study.in_game
    check(study.tree)
    assert load(dump(match)).tree is not None


def test_a_sign_takes_another_colour_or_goes_where_it_is_drawn_again() -> None:
    study = Study(played("libra size=3 mode=duel"))
    point, other = study.game.topology.points[:2]
    seen = []
    for kind in (GOOD, BAD, IDEA, IDEA):
        study.draw(point, point, kind)
        study.draw(point, other, kind)
        seen.append((study.note.marks.get(point), study.note.arrows.get((point, other))))
    assert seen == [(GOOD, GOOD), (BAD, BAD), (IDEA, IDEA), (None, None)]


def test_the_game_as_it_was_played_stays_first() -> None:
    study = Study(played("multiplicity size=3", actions=7))
    study.go(2)
    dice = random.Random(5)
    first, second = random.Random(1), random.Random(9)
    explored(study, first)
    one = study.at
    study.go(2)
    explored(study, second)
    two = study.at
    assert len({one, two, 3}) == 3
    study.promote()
    assert study.tree.node(2).lines == (3, two, one)
    with pytest.raises(TreeError, match="as it was played"):
        study.promote()
    study.go(3)
    with pytest.raises(TreeError, match="cannot be deleted"):
        study.delete()
    study.go(two)
    explored(study, dice)
    study.go(two)
    study.delete()
    assert study.tree.node(2).lines == (3, one)
    assert study.at == 2


def test_a_game_that_goes_another_way_loses_nothing_that_was_written() -> None:
    match = played("libra size=3 mode=duel", actions=8)
    study = Study(match)
    study.go(7)
    study.comment("The key of it")
    study.go(3)
    explored(study, random.Random(2))
    length = match.turns[5].first
    match.submit_or_raise(GoBack(length))
    match.play(next(a for a in match.legal() if a != study.tree.turns([6])[0].entries[0].action))
    again = load(dump(match))
    assert again.tree is not None
    comments = [again.tree.node(n).note.comment for n, _depth in again.tree.walk()]
    assert comments.count("The key of it") == 1
    assert len(again.tree) > len(match.turns) + 2


@pytest.mark.parametrize("noted", [True, False])
def test_a_first_turn_taken_back_stays_where_something_was_written_at_it(noted: bool) -> None:
    match = played("libra size=3 mode=duel", actions=4)
    study = Study(match)
    study.go(1)
    if noted:
        study.comment("Why here?")
    (first,) = study.tree.turns([1])
    match.submit_or_raise(GoBack(0))
    other = next(a for a in match.legal() if a != first.entries[0].action)
    match.play(other)
    tree = study.tree.follow(match.turns)
    check(tree)
    assert tree.played == len(match.turns)
    beside = [tree.node(number) for number in tree.node(ROOT).lines[1:]]
    assert [(one.turn, one.note.comment) for one in beside] == [(first, "Why here?")] * noted


def test_what_a_review_found_is_kept_with_the_game() -> None:
    match = played("multiplicity size=3", actions=9)
    turn = tuple(match.game.parse_turn(match.turns[3].before, match.turns[3].text))
    match.evaluations[match.turns[3].before] = Evaluation(0.25, (turn,))
    match.evaluations[match.turns[5].after] = Evaluation(0.75)
    again = load(dump(match))
    assert again.evaluations == match.evaluations


def test_a_line_is_added_whole_or_not_at_all() -> None:
    match = played("less seed=7", actions=10)
    study, ahead = Study(match), Study(played("less seed=7", actions=10))
    study.go(2)
    ahead.go(2)
    explored(ahead, random.Random(4))
    explored(ahead, random.Random(5))
    line = [match.game.parse_turn(turn.before, turn.text) for turn in ahead.turns[2:]]
    with pytest.raises(RulesError):
        study.try_line([line[0], line[0]])
    assert study.tree.bare
    study.explore(line[0][0])
    nodes = study.try_line([line[0][1:], line[1]])
    assert [turn.text for turn in study.tree.turns(nodes)] == [t.text for t in ahead.turns[2:]]
    assert study.begun, "one stays where one is"
    assert study.take_hop_back()
    assert not study.take_hop_back()
    study.go(nodes[-1])
    assert study.actions == ahead.actions


def damaged(record: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(dict(record)), **fields}


def test_damage_is_named() -> None:
    match = played("libra size=3 mode=duel", actions=6)
    study = Study(match)
    study.go(2)
    explored(study, random.Random(3))
    study.comment("So")
    record = to_record(match)
    assert from_record(record).tree is not None
    illegal = {"after": 2, "turn": match.turns[0].text}
    wrong: list[tuple[dict[str, Any], str]] = [
        (damaged(record, variations=[illegal]), "variation 1 .* after 2: "),
        (damaged(record, variations=[{"after": 99, "turn": "We5"}]), "variation 1 after is 99"),
        (damaged(record, variations=[{"after": 2}]), "variation 1 turn"),
        (damaged(record, variations=[7]), "variation 1 is 7"),
        (damaged(record, variations={}), "variations is {}"),
        (damaged(record, notes=[{"at": 77}]), "note 1: at is 77"),
        (damaged(record, notes=[{"at": 1, "comment": 5}]), "note 1: comment is 5"),
        (damaged(record, notes=[{"at": 1, "marks": {"z99": "good"}}]), "note 1: 'z99' is no point"),
        (
            damaged(record, notes=[{"at": 1, "arrows": [["a1"]]}]),
            "note 1: arrows is .*expected .from, to, kind",
        ),
        (damaged(record, review=[{"chance": 2}]), "review of turn 0: chance is 2"),
        (damaged(record, review=[{"chance": 0.5, "line": ["nonsense"]}]), "review of turn 0: "),
    ]
    for data, words in wrong:
        with pytest.raises(RecordError, match=words):
            from_record(data)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=60)
def test_any_damage_is_refused_or_read_and_nothing_else(seed: int) -> None:
    dice = random.Random(seed)
    match = played("multiplicity size=3", 4, 9)
    study = Study(match)
    rummage(study, random.Random(7), 25)
    match.evaluations[match.turns[1].after] = Evaluation(0.4)
    text = dump(match)
    at = text.index('"variations"')
    letters = list(text)
    for _change in range(dice.randrange(1, 4)):
        place = dice.randrange(at, len(letters))
        letters[place : place + dice.randrange(3)] = dice.choice('0179-"[]{},:eatz \\')
    with contextlib.suppress(RecordError):
        check(
            load("".join(letters)).tree
            or VariationTree.of(match.game, match.turns, match.history.start)
        )


def test_a_review_is_written_to_the_games_own_file(tmp_path: Any) -> None:
    match = played("libra size=3 mode=duel", actions=400)
    path = record_files.save_match(match, match.date, tmp_path)
    before = path.stat().st_mtime_ns
    study = Study(match)
    study.comment("Well played")
    assert record_files.keep_review(match, tmp_path) == path
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.stat().st_mtime_ns == before
    kept = record_files.read_match(path)
    assert Study(kept).note.comment == "Well played"
    assert json.loads(path.read_text())["version"] == VERSION
    stranger = played("libra size=3 mode=duel", 8, 400)
    assert record_files.keep_review(stranger, tmp_path) != path
