"""The words at each press for a hint, and beside each turn, are new, true and plain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.rules.base import Action, Game, State
from game.rules.events import RoundEnded
from game.rules.registry import parse_setup
from game.screen.play.advice import HINT, TURN, AssistantAnswer, of_hint, of_turn, steps_of
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.reasons import reasons_of
from game.table.history import Turn
from game.table.mistakes import whole_turns
from tests.screen.games.engine_lines import WRITTEN, written


def hint(game: Game, line: tuple[Turn, ...]) -> AssistantAnswer:
    actions = tuple(entry.action for entry in line[0].entries if entry.action is not None)
    return AssistantAnswer(HINT, line[0].before, actions, line)


def reached(setup: str, *turns: str) -> tuple[Game, State]:
    game = parse_setup(setup)
    state = game.start()
    for text in turns:
        state = whole_turns(game, state, [game.parse_turn(state, text)])[0].after
    return game, state


def drawn_turn(game: Game, state: State, kind: str) -> tuple[Action, ...]:
    return (next(action for action in game.legal(state) if action.kind == kind),)


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("name", WRITTEN)
def test_each_press_of_a_hint_says_something_new(name: str, names: bool) -> None:
    for one in list(written(name))[::4]:
        answer = hint(one.game, one.line)
        steps = steps_of(answer)
        said = [of_hint(one.game, replace(answer, step=step), names).text for step in steps]
        assert len(set(said)) == len(said), said
        assert all(said)


@pytest.mark.parametrize("name", [name for name in WRITTEN if name.startswith("libra")])
def test_the_groups_said_beside_the_last_stone_of_a_round_are_those_counted(name: str) -> None:
    seen = 0
    for one in written(name):
        game, entry = one.game, one.played.entries[-1]
        ended = next((event for event in entry.events if isinstance(event, RoundEnded)), None)
        if ended is None or entry.action is None:
            continue
        for action in game.legal(entry.before):
            step = game.play(entry.before, action)
            count = next(e.groups for e in step.events if isinstance(e, RoundEnded))
            said = commentary_of(game).brings(entry.before, step.state, step.events)
            assert str(count) in said.replace(",", "").split(), (action.text, said)
            if not game.over(step.state):
                line = whole_turns(game, entry.before, [(action,)])
                assert f"{count} group" in reasons_of(game).why(line)
        seen += 1
    assert seen or name != "libra-duel"


def test_a_choice_of_sides_is_told_in_words() -> None:
    game, state = reached("less seed=2 swap=on", "f2-f3")
    for kind, words in (("swap", "Take the other side"), ("keep", "Keep this side")):
        chosen = drawn_turn(game, state, kind)
        assert of_turn(game, state, chosen, names=False).text == words
        line = tuple(whole_turns(game, state, [chosen]))
        said = of_hint(game, replace(hint(game, line), step=TURN), names=True).text
        assert said == words
        side = "the other" if kind == "swap" else "this"
        assert reasons_of(game).why(line) == f"The engine expects more of {side} side."


def test_a_bid_says_what_it_binds_to() -> None:
    game, state = reached("libra size=4 mode=bid")
    bid = whole_turns(game, state, [game.parse_turn(state, "bid9")])
    reasons = reasons_of(game, lambda seat, _state: f"Seat {seat}")
    said = "Unless outbid, Seat 0 is MORE and must make 9 groups."
    assert reasons.why(bid) == said
    out = whole_turns(game, bid[0].after, [game.parse_turn(bid[0].after, "pass")])
    assert reasons.why(out) == "Leaves Seat 0 to make 9 groups as MORE."


def test_both_stones_of_a_turn_are_named() -> None:
    game, state = reached("more-or-less", "a1")
    turn = game.parse_turn(state, "d3,e5")
    assert of_turn(game, state, turn).text == "Place on d3 and e5"
    assert of_turn(game, state, turn, names=False).text == "Place on these two"


def test_a_piece_that_comes_back_is_not_said_to_go_where_it_stands() -> None:
    game, state = reached("less walls=" + 60 * "0")
    there = next(action for action in game.legal(state) if action.kind == "step")
    back = game.parse_turn(state, f"{there.text},{there.target}-{there.source}")
    words = f"{there.source} goes off and comes back"
    assert of_turn(game, state, back).text.startswith(words)
