"""What opponents say about their aims holds up against a longer look; otherwise they are silent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from game.engine.compile.compiler import can_compile
from game.engine.protocol.engine_player import EnginePlayer
from game.engine.search.analysis import Analysis, SearchLimits
from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.kiosk.app import OFFERED_ROUTES
from game.screen.play.scene import PlayScene
from game.screen.play.thinking_aloud import LOOK_NODES, ThinkingAloud
from game.screen.plugin.reasons import reasons_of
from game.screen.ui.canvas import Canvas
from game.table.engine_seat import TOP_LEVEL, EngineChosen
from game.table.history import Turn
from game.table.mistakes import whole_turns
from game.table.spec import SeatSpec
from tests.screen.play.play_helpers import Dice, frames, playing
from tests.support.text_recorder import TextRecorder
from tests.support.waiting import COSTLY_BREATH, until

SETUPS = (
    "more-or-less",
    "less seed=7",
    "less seats=4 seed=7",
    "libra size=5 mode=duel",
    "multiplicity size=5",
)
LEVELS = (3, 5, 7, 9)
# Maximum nodes for a turn; no level below the highest uses more.
MOST_NODES = 20_000
LONGER = 10 * LOOK_NODES
# Two looks disagree about the game if their chances differ by more than this.
OTHER_OPINION = 0.3


def make_engine(game: Game, level: int, seed: int) -> EnginePlayer:
    """Return a player without a book and with one thread, which always gives the same answer."""
    player = EnginePlayer(game, level, seed, threads=1)
    assert until(lambda: player.ready, breath=COSTLY_BREATH)
    return player


def think(engine: EnginePlayer, state: State, nodes: int) -> Analysis:
    engine.start(state, SearchLimits(nodes=nodes))
    assert until(lambda: bool((thought := engine.poll()) and thought.done), breath=COSTLY_BREATH)
    thought = engine.poll()
    assert thought is not None
    return thought


@dataclass(frozen=True)
class Spoken:
    """An engine's turn, and what it said about it: by its own line, and after the short look."""

    turn: Turn
    own: str
    words: str
    borne_out: bool  # whether a look ten times as long confirms it


def positions(game: Game, setup: str, count: int) -> Iterator[State]:
    """Yield positions from the middle of random games, at the beginning of a turn."""
    for seed in range(count):
        dice = random.Random(f"{setup} {seed}")
        state, wanted = game.start(), dice.randrange(2, 30)
        while not game.over(state) and (game.turns(state) < wanted or game.turn_begun(state)):
            state = game.advance(state, dice.choice(game.legal(state)))
        if not game.over(state):
            yield state


def spoken(setup: str, count: int) -> Iterator[Spoken]:
    """Yield what engines of four levels say about their turns in this many positions."""
    game = parse_setup(setup)
    players = [make_engine(game, level, 1) for level in LEVELS]
    looker = make_engine(game, TOP_LEVEL, 2)
    try:
        for number, state in enumerate(positions(game, setup, count)):
            thought = think(players[number % len(LEVELS)], state, MOST_NODES)
            turns = whole_turns(game, state, [thought.best])
            if turns and not game.over(turns[0].after):
                yield heard(game, turns[0], thought, looker)
    finally:
        for player in (*players, looker):
            player.close()


def heard(game: Game, turn: Turn, thought: Analysis, looker: EnginePlayer) -> Spoken:
    aloud = ThinkingAloud(game, 1)
    own = aloud.own_words(turn, thought)
    if not own:
        return Spoken(turn, own, "", True)
    short = think(looker, turn.after, LOOK_NODES)
    words = aloud.agreed(EngineChosen(turn.after, short.best, short))
    if not words:
        return Spoken(turn, own, "", True)
    found = think(looker, turn.after, LONGER)
    longer = aloud.agreed(EngineChosen(turn.after, found.best, found), OTHER_OPINION)
    return Spoken(turn, own, words, longer == words)


def wrong(setup: str, count: int) -> tuple[list[Spoken], int]:
    """Return the statements that a longer look contradicts, and the number of all statements."""
    found = list(spoken(setup, count))
    return [one for one in found if not one.borne_out], sum(bool(one.words) for one in found)


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_what_is_said_of_forty_turns_is_borne_out_by_a_longer_look(setup: str) -> None:
    against, said = wrong(setup, 40)
    assert against == []
    assert said >= 5


@pytest.mark.skipif(not can_compile(), reason="uncompiled the longer look takes minutes")
def test_what_is_said_of_some_turns_is_borne_out() -> None:
    against, said = wrong("multiplicity size=5", 8)
    assert against == []
    assert said


# -- in play ---------------------------------------------------------------------------------------

SETUP = "libra size=3 mode=target target=3"  # seat 1 is MORE
ENGINE = (SeatSpec("person", name="Ada"), SeatSpec("engine", 7, "Ilse", "ilse"))
CHANCES = {"player": 0.5, "looker": 0.5}


class Planner(Dice):
    """A player that plays a turn whose aim it can state, or otherwise a random turn."""

    def start(self, state: State, limits: Any = None) -> None:
        super().start(state, limits)
        self.chance = CHANCES["looker" if limits.nodes == LOOK_NODES else "player"]
        for action in self.game.legal(state):
            turns = whole_turns(self.game, state, [(action,)])
            if turns and reasons_of(self.game).aim(turns):
                self.turn = (action,)

    def poll(self) -> Any:
        turn, chance = self.turn, self.chance

        class Thought:
            done, best, pv, value = True, turn, (turn,), chance

        return Thought


def after_a_turn(app: App, scene: PlayScene) -> str:
    """Return what the opponent says after its answer to the person's first stone."""
    scene.propose(scene.match.legal()[0])
    assert until(
        lambda: scene.match.to_move == 0 and scene.playback.at_rest, step=lambda: frames(app)
    )
    aloud = scene.speech.aloud
    until(lambda: bool(aloud.words), seconds=1.0, step=lambda: frames(app))
    return aloud.words


def test_an_opponent_says_what_it_is_after_until_something_is_played() -> None:
    with playing(SETUP, ENGINE, make=Planner, thinking_aloud=True) as (app, scene):
        assert after_a_turn(app, scene) == "I make another group: 2 in all."
        assert scene.speech.rect.height
        assert not scene.speech.rect.colliderect(scene.turn_list.rect)
        scene.propose(scene.match.legal()[0])
        assert scene.speech.aloud.words == ""


def test_its_words_are_beside_its_face_and_in_their_card() -> None:
    with playing(SETUP, ENGINE, make=Planner, thinking_aloud=True) as (app, scene):
        words, card = after_a_turn(app, scene), scene.speech.rect
        recorder = TextRecorder()
        canvas = Canvas(app.window.surface, app.theme, app.metrics, recorder)
        scene.speech.draw(canvas)
        (drawn,) = (one.rect for one in recorder.drawn if one.text == words)
        assert drawn.left >= card.left + 30
        assert drawn.right <= card.right


def test_it_is_silent_unless_it_is_asked_to_think_aloud() -> None:
    with playing(SETUP, ENGINE, make=Planner) as (app, scene):
        assert after_a_turn(app, scene) == ""
        assert scene.turn_list.rect.top == scene.layout.turns.top


def test_it_is_silent_where_a_longer_look_judges_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHANCES, "looker", 0.9)
    with playing(SETUP, ENGINE, make=Planner, thinking_aloud=True) as (app, scene):
        assert after_a_turn(app, scene) == ""


@pytest.mark.parametrize("kinds", [("engine", "engine"), ("person", "person")])
def test_nobody_thinks_aloud_without_one_person_against_engines(kinds: tuple[Any, Any]) -> None:
    seats = tuple(SeatSpec(kind, 5) for kind in kinds)
    with playing(SETUP, seats, make=Planner, thinking_aloud=True) as (_app, scene):
        assert not scene.speech.wanted


def test_nobody_thinks_aloud_on_the_network_or_in_a_kiosk(monkeypatch: pytest.MonkeyPatch) -> None:
    with playing(SETUP, ENGINE, make=Planner, thinking_aloud=True) as (app, scene):
        assert scene.speech.wanted
        monkeypatch.setattr(app.network, "channel", object())
        assert not scene.speech.wanted
        monkeypatch.undo()
        monkeypatch.setattr(app, "offers", lambda what: what in OFFERED_ROUTES)
        assert not scene.speech.wanted


def test_only_what_was_played_by_a_line_is_spoken_of() -> None:
    game = parse_setup("less seed=7")
    played = tuple(game.parse_turn(game.start(), "f1-d1,e1-c1,f2-d2"))
    turn = whole_turns(game, game.start(), [played])[0]
    aloud = ThinkingAloud(game, 1)
    assert aloud.own_words(turn, Line((played,)))
    assert not aloud.own_words(turn, Line(()))
    assert not aloud.own_words(turn, Line((played[:1],)))


@dataclass(frozen=True)
class Line:
    """An analysis that has only a line."""

    pv: tuple[tuple[Action, ...], ...]
    value: float = 0.5
    proof: str = ""
