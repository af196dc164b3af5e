"""Advice has words and arrows, evaluations have words, and the verdict on a lost game is kind."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace
from typing import Any

import pytest

from game.games.less.screen.plugin import SAMPLE
from game.rules.base import Game, State
from game.rules.proposals import Play, Resign
from game.rules.registry import parse_setup
from game.screen.animation.ways import Arrow
from game.screen.play.advice import HINT, THREATS, AssistantAnswer, of_hint, of_turn, steps_of, why
from game.screen.play.assistant import HELP_NODES, LINE, Assistant, turns_that_stop
from game.screen.play.result_words import lost, verdict
from game.screen.plugin.reasons import reasons_of
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec, two_people
from tests.screen.play.play_helpers import (
    Dice,
    click,
    click_on,
    frames,
    playing,
    press,
    spot,
)
from tests.screen.play.test_piece_in_hand import counters, train
from tests.support.waiting import until


def test_a_train_is_told_from_its_start_to_its_end_with_what_turns() -> None:
    with counters() as (_app, scene):
        first, second = train(scene)
        advice = of_turn(scene.game, scene.match.state, (first, second))
        assert advice.text == f"{first.source} jumps to {second.target}: Green flips 2 counters"
        ways = [(arrow.source, arrow.target, arrow.kind) for arrow in advice.arrows]
        assert ways == [(a.source, a.target, "hint") for a in (first, second)]


def test_a_threat_names_who_would_do_it() -> None:
    game = parse_setup(SAMPLE)
    leap = next(a for a in game.legal(game.start()) if a.text == "f1-d1")
    advice = of_turn(game, game.start(), (leap,), "Black")
    assert advice.text == "Black threatens: f1 leaps to d1: White is 1 move nearer home"
    assert advice.arrows == (Arrow("f1", "d1", "threat", over=True),)
    assert advice.feared


@pytest.mark.parametrize(
    ("setup", "played", "action", "text"),
    [
        ("more-or-less", "", "a1", "Place on a1"),
        (SAMPLE, "", "f1-d1", "f1 leaps to d1: White is 1 move nearer home"),
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
        for _step in range(3 if question == HINT else 1):
            scene.get_help(question)
            assert until(lambda: not scene.assistant.asking, step=lambda: frames(app))
            frames(app, 3)
        assert scene.board.overlay.arrows
        assert scene.hints.note is not None
        frames(app, 3)
        click(app, spot(scene, "e2"))
        assert scene.board.overlay.arrows, "pointing about does not put it away"
        scene.propose(None)
        assert not scene.board.overlay.arrows


def test_help_is_bounded_by_nodes_where_the_machine_is_fast() -> None:
    begun: list[Any] = []

    class Asked(Dice):
        def start(self, state: State, limits: Any = None) -> None:
            begun.append(limits)
            super().start(state, limits)

    with playing(SAMPLE, make=Asked) as (app, scene):
        scene.get_help(HINT)
        assert until(lambda: bool(begun), step=lambda: frames(app))
    assert begun[0].nodes == HELP_NODES


def test_only_a_hint_offers_a_further_step() -> None:
    with playing(SAMPLE) as (app, scene):
        for question, further in ((HINT, True), (LINE, False)):
            scene.get_help(question)
            assert until(lambda: not scene.assistant.asking, step=lambda: frames(app))
            frames(app, 3)
            answer = scene.assistant.answer
            assert answer is not None
            assert answer.question == question
            assert scene.advice.goes_on is further


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
        assert scene.curve.words == words


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
        words = verdict(match, type(scene.panel)(match, scene.hand))
        assert words.title == "Not this time"
        assert words.context.endswith(": Ben wins")
    assert not lost(ended(0, "person", "engine"))
    assert not lost(ended(0, "person", "person"))


def test_a_duel_is_won_by_a_player_and_not_by_a_role() -> None:
    dice, said = random.Random(1), set()
    for _game in range(12):
        match = Match(MatchSpec("libra size=3 mode=duel", (SeatSpec(), SeatSpec())))
        while not match.over:
            match.submit_or_raise(Play((dice.choice(match.legal()),)))
        assert match.outcome is not None
        with playing("libra size=3") as (_app, scene):
            title = verdict(match, type(scene.panel)(match, scene.hand)).title
        if match.outcome.winners:
            assert title == f"Player {match.outcome.winners[0] + 1} wins"
            said.add(title)
    assert said


@pytest.mark.parametrize("action", ["f1-d1", "e2-e3"])
def test_the_words_of_a_hint_do_not_cover_its_way(action: str) -> None:
    with playing(SAMPLE, size=(1280, 800)) as (app, scene):
        step = scene.game.parse_action(scene.match.state, action)
        ends = str(step.source), str(step.target)
        for source, target in (ends, ends[::-1]):
            way = (source, target), ((source, target),)
            scene.hints.advise(scene.view, "Words of a hint", target, way, "")
            note = scene.hints.note
            assert note is not None
            middle = [sum(xy) / 2 for xy in zip(spot(scene, source), spot(scene, target))]
            assert any(math.dist(middle, clear) < 2 for clear in note.clear)
            frames(app, 3)
            assert note.covers(note.drawn)[0] == 0


def test_a_hint_names_points_only_where_the_board_does() -> None:
    with playing(SAMPLE) as (app, scene):
        said = []
        for _step in range(3):
            scene.get_help(HINT)
            assert until(lambda: bool(scene.assistant.answer), step=lambda: frames(app))
            frames(app, 3)
            said.append(scene.hints.text)
        assert said[:2] == ["Look here for a step.", "Move this one."] or "leap" in said[0]
        assert not any(point in " ".join(said) for point in scene.game.topology.points)
        scene.services.change_settings(coordinates=True)
        assert scene.assistant.answer is not None
        named = of_hint(scene.game, scene.assistant.answer, names=True).text
        assert str(scene.assistant.answer.actions[0].source) in named


def test_each_press_of_the_offer_gives_one_step_more_and_the_words_stay() -> None:
    with playing(SAMPLE) as (app, scene):
        click_on(app, scene, "help")
        press(app, "cancel")
        press(app, "hint")
        assert until(lambda: bool(scene.assistant.answer), step=lambda: frames(app))
        frames(app, 600)
        note = scene.hints.note
        assert note is not None
        assert note.text.startswith("Look here")
        assert note.offer == "More (H)"
        app.draw()  # lays the button out
        click(app, note.offered.center)
        frames(app, 2)
        assert scene.hints.text == "Move this one."
        scene.act_help()
        frames(app, 3)
        assert scene.board.overlay.arrows
        assert scene.hints.note is not None
        assert scene.hints.note.offer == "Why? (H)"
        click(app, spot(scene, "c4"))  # an action that is refused; then the advice returns
        assert scene.hints.note.bad
        frames(app, 600)
        assert not scene.hints.note.bad
        press(app, "hint")
        frames(app, 3)
        answer = scene.assistant.answer
        assert answer is not None
        assert answer.step == steps_of(answer)[-1] == "why"
        assert not scene.hints.note.offer


class Expected:
    """A player that answers with a line and a fixed chance."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.game = game
        self.thought: Any = None

    def start(self, state: State, limits: Any = None) -> None:
        jump = next(a for a in self.game.legal(state) if a.kind == "jump")
        line = [jump]
        after = self.game.advance(state, jump)
        if self.game.turn_begun(after):
            line.append(next(a for a in self.game.legal(after) if a.kind == "stop"))
        value = CHANCES[self.game.to_move(state)]
        self.thought = SimpleNamespace(
            done=True, best=tuple(line), pv=(tuple(line),), value=value, proof=""
        )

    def poll(self) -> Any:
        return self.thought

    def stop(self) -> None:
        self.thought = None


CHANCES = {0: 0.6, 1: 0.6}


class Disagreeing:
    """A player whose seed decides between the first and the last action."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.game, self.seed = game, seed
        self.thought: Any = None

    def start(self, state: State, limits: Any = None) -> None:
        legal = self.game.legal(state)
        turn = [legal[-1 if self.seed % 2 == 0 else 0]]
        value = 0.1 if state == GOOD.get("after") else 0.9
        self.thought = SimpleNamespace(done=True, best=tuple(turn), pv=(), value=value, proof="")

    def poll(self) -> Any:
        return self.thought

    def stop(self) -> None:
        self.thought = None


class Listing(Disagreeing):
    """A player that likes the first action, and also lists the last one."""

    def start(self, state: State, limits: Any = None) -> None:
        super().start(state, limits)
        legal = self.game.legal(state)
        self.thought.best = (legal[0],)
        self.thought.candidates = [
            SimpleNamespace(line=((action,),), share=0.4) for action in (legal[0], legal[-1])
        ]


GOOD: dict[str, State] = {}


def hint_of_two(match: Match, make: type[Disagreeing]) -> AssistantAnswer:
    assistant = Assistant(match, make)
    assistant.toggle_evaluation()
    assistant.update()
    assistant.ask(HINT)
    while assistant.answer is None:
        assistant.update()
    assistant.close()
    return assistant.answer


@pytest.mark.parametrize("make", [Disagreeing, Listing])
@pytest.mark.parametrize("best", [0, -1])
def test_in_the_middle_of_a_turn_two_searches_are_held_against_each_other(
    best: int, make: type[Disagreeing], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(two_people("less seed=7"))
    for _move in range(2):
        match.play(match.legal()[0])
    assert match.game.turn_begun(match.state)
    legal = match.legal()
    monkeypatch.setitem(GOOD, "after", match.game.advance(match.state, legal[best]))
    assert hint_of_two(match, make).actions == (legal[best],)


@pytest.mark.parametrize("good", [True, False])
def test_the_longest_train_is_the_hint_or_is_said_to_be_worth_less(
    good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(MatchSpec("more-or-less", (SeatSpec("person"), SeatSpec("person"))))
    dice = random.Random(5)
    while match.game.phase(match.state) == "placement":
        match.play(dice.choice(match.legal()))
    mover = match.to_move
    monkeypatch.setitem(CHANCES, mover, 0.6)
    monkeypatch.setitem(CHANCES, 1 - mover, 0.4 if good else 0.7)
    assistant = Assistant(match, Expected)
    train = reasons_of(match.game).longest(match.state)
    assert len(train) > 2
    assistant.ask(HINT)
    while assistant.answer is None:
        assistant.update()
    assistant.close()
    answer = assistant.answer
    assert (answer.actions == train) is good
    assert (answer.against is None) is good
    words = why(reasons_of(match.game), answer, True)
    assert ("is worth less" in words) is not good


def test_a_train_that_is_searched_may_stop_on_its_way() -> None:
    match = Match(two_people("more-or-less"))
    dice = random.Random(5)
    while {"jump", "stop"} - {action.kind for action in match.legal()}:
        match.play(dice.choice(match.legal()))
    kinds = {action.kind: action for action in match.legal()}
    stop, jump = kinds["stop"], kinds["jump"]
    after = match.game.advance(match.state, jump)
    whole = (jump, *(action for action in match.game.legal(after) if action.kind == "stop"))
    found = list(turns_that_stop(match.game, match.state, (jump,)))
    assert found == [(stop,)]
    assert list(turns_that_stop(match.game, match.state, whole)) == [(stop,), whole]
