"""Advice in words and arrows, the evaluation's words, and how a lost game is told."""

from __future__ import annotations

from typing import Any

import pytest

from game.games.less.screen.plugin import SAMPLE
from game.rules.proposals import Resign
from game.rules.registry import parse_setup
from game.screen.boards.overlay import Arrow
from game.screen.play import evaluation
from game.screen.play.advice import of_turn
from game.screen.play.assistant import HINT, LINE, THREATS
from game.screen.play.verdict import lost, verdict
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.screen.play.play_helpers import Dice, click, frames, playing, spot
from tests.screen.play.test_piece_in_hand import counters, train


def test_a_train_is_told_from_its_start_to_its_end_with_what_turns() -> None:
    with counters() as (_app, scene):
        first, second = train(scene)
        advice = of_turn(scene.game, scene.match.state, (first, second))
        assert advice.text == f"{first.source} jumps to {second.target}: Green turns 2 counters"
        ways = [(arrow.source, arrow.target, arrow.kind) for arrow in advice.arrows]
        assert ways == [(a.source, a.target, "hint") for a in (first, second)]


def test_a_threat_names_who_would_do_it() -> None:
    game = parse_setup(SAMPLE)
    step = next(a for a in game.legal(game.start()) if a.kind == "step")
    advice = of_turn(game, game.start(), (step,), "Black")
    deed = f"{step.source} steps to {step.target}: White is 1 move nearer home"
    assert advice.text == f"Black threatens: {deed}"
    assert advice.arrows == (Arrow(str(step.source), str(step.target), "threat"),)
    assert advice.feared


@pytest.mark.parametrize(
    ("setup", "played", "action", "text"),
    [
        ("more-or-less", "", "a1", "Place on a1"),
        (SAMPLE, "", "f1-d1", "f1 leaps to d1: White is 2 moves nearer home"),
        ("libra size=3 mode=target target=5", "", "Bc3", "Black on c3: a new group, 1 in all"),
        ("libra size=3 mode=target target=5", "Bc3", "Bc4", "Black on c4: still 1 group"),
        (
            "libra size=3 mode=target target=5",
            "Bc3 Wa3 Bc5",
            "Bc4",
            "Black on c4: 1 group fewer, 2 in all",
        ),
        ("libra size=3 mode=bid", "", "bid4", "Bid 4"),
        ("multiplicity size=3 opening=free", "c3 a3", "c4", "Place on c4: product 1 becomes 2"),
        ("multiplicity size=3 opening=free", "c3 a3", "e1", "Place on e1"),
    ],
)
def test_advice_says_what_the_game_counts(setup: str, played: str, action: str, text: str) -> None:
    game = parse_setup(setup)
    state = game.start()
    for word in played.split():
        state = game.play(state, game.parse_action(state, word)).state
    assert of_turn(game, state, (game.parse_action(state, action),)).text == text


@pytest.mark.parametrize("question", [HINT, LINE, THREATS])
def test_an_answer_stays_until_something_is_played(question: str) -> None:
    with playing(SAMPLE) as (app, scene):
        scene.get_help(question)
        frames(app, 3)
        assert scene.board.overlay.arrows
        assert scene.refuser.note is not None
        frames(app, 3)
        click(app, spot(scene, "e2"))
        assert scene.board.overlay.arrows, "pointing about does not put it away"
        scene.offer(None)
        assert not scene.board.overlay.arrows


def test_while_it_looks_for_an_answer_the_button_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dice, "poll", lambda self: None)
    with playing(SAMPLE) as (app, scene):
        scene.get_help(HINT)
        frames(app, 2)
        assert scene.row.main.label == "Looking for a hint …"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (None, "Chances: judging the position …"),
        (0.5, "Chances: even"),
        (0.6, "Chances: Ada is a little better"),
        (0.1, "Chances: Ben is winning"),
        (0.99, "Chances: Ada is almost winning"),
    ],
)
def test_the_evaluation_has_words(chance: float | None, words: str) -> None:
    seats = (SeatSpec("person", 5, "Ada"), SeatSpec("person", 5, "Ben"))
    with playing(SAMPLE, seats) as (_app, scene):
        scene.assistant.chance = chance
        assert evaluation.words(scene) == words


def ended(winner: int, *kinds: Any) -> Match:
    names = ("Ada", "Ben")
    seats = tuple(SeatSpec(kind, 5, name) for kind, name in zip(kinds, names))
    match = Match(MatchSpec("more-or-less", seats))
    match.play(match.game.parse_action(match.state, "a1"))
    match.play(match.game.parse_action(match.state, "c1"))
    match.submit(Resign(1 - winner))
    return match


def test_a_game_lost_to_the_engine_is_told_kindly_with_the_persons_figures() -> None:
    match = ended(1, "person", "engine")
    assert lost(match)
    with playing("more-or-less") as (_app, scene):
        words = verdict(match, scene.panel)
        assert words.title == "Not this time"
        assert words.context.endswith(": Ben wins")
    assert not lost(ended(0, "person", "engine"))
    assert not lost(ended(0, "person", "person"))


@pytest.mark.parametrize("action", ["f1-d1", "e2-e3"])
def test_the_words_of_a_hint_do_not_cover_its_way(action: str) -> None:
    with playing(SAMPLE, size=(1280, 800)) as (app, scene):
        step = scene.game.parse_action(scene.match.state, action)
        scene.refuser.tell("Words of a hint", str(step.target), step.source)
        note = scene.refuser.note
        assert note is not None
        source, target = spot(scene, str(step.source)), spot(scene, str(step.target))
        assert note.below is (source[1] < target[1])
        down = scene.game.parse_action(scene.match.state, "e2-e3")
        scene.refuser.tell("Words of a hint", str(down.source), down.target)
        assert scene.refuser.note is not None
        assert scene.refuser.note.below, "from above it comes, below are the words"
        frames(app, 3)
