"""A whole game can be played by ear and keys, knowing only what the voice says."""

from __future__ import annotations

import random

import pytest

from game.rules.base import Action
from game.screen.app.app import App
from game.screen.play.scene import PlayScene
from game.screen.ui.input import Press
from game.table.spec import ClockSpec, SeatSpec
from tests.screen.app.fake_voice import HeardVoice, listen
from tests.screen.play.play_helpers import STEP, click, frames, playing, press, spot
from tests.screen.screens import Unseen

PAIR = (SeatSpec("person", 5, "Ada"), SeatSpec("person", 5, "Ben"))
SHIFT = 1
FEW = 24


class Blind:
    """A player who presses keys, listens, and chooses from what was said.

    In Less, the player chooses actions that lead to the corner, in other games random ones.
    """

    def __init__(self, app: App, scene: PlayScene) -> None:
        self.app, self.scene = app, scene
        self.voice = listen(app)
        self.dice = random.Random(7)

    def ask(self, command: str) -> str:
        self.voice.take()
        press(self.app, command)
        return " ".join(self.voice.take())

    def next_point(self) -> str:
        """Press Shift and an arrow for the next usable point; return what is said about it."""
        self.voice.take()
        frames(self.app, 1, Press(("right",), 0, SHIFT))
        said = self.voice.take()
        return said[-1] if said else ""

    def points(self) -> list[str]:
        """Return what is said about each usable point, in one round of all points.

        If there are more than FEW, return [""], which means the last point heard.
        """
        heard: list[str] = []
        while (said := self.next_point()) not in heard:
            heard.append(said)
            if len(heard) > FEW:
                return [""]
        return heard

    def worth(self, said: str) -> float:
        if self.scene.game.key != "less" or not said:
            return self.dice.random()
        way = 1 if self.scene.match.to_move == 0 else -1
        return way * (int(said[1]) - ord(said[0])) + 0.9 * self.dice.random()

    def move(self) -> None:
        """Play an action: stop if this is offered, otherwise choose points."""
        asked = self.ask("say-turn")
        if self.scene.hand.stop is not None and "Stop here" in asked:
            press(self.app, "stop")
            return
        choices = self.points()
        if any(said.endswith("can move") for said in choices) and "Choose where" not in asked:
            choices = [said for said in choices if said.endswith("can move")]
            self._take(self.dice.choice(choices))
            choices = [said for said in self.points() if not said.endswith("can move")]
        if choices:
            self._take(max(choices, key=self.worth))

    def _take(self, wanted: str) -> None:
        for _ in range(2 * FEW):
            if not wanted or self.next_point() == wanted:
                break
        press(self.app, "accept")


def over(scene: PlayScene, app: App) -> bool:
    return scene.match.over or app.scene is not scene


# Only a few turns before the end.
LESS = "white=a5,a6,b6,d4 black=d3,e1,e2,f1 spent=30,30 turns=20 turn=white"


@pytest.mark.parametrize(
    ("setup", "position"),
    [
        ("more-or-less", None),
        ("less walls=" + "0" * 60, LESS),
        ("libra size=3 mode=target target=5", None),
        ("multiplicity size=3", None),
    ],
    ids=["more-or-less", "less", "libra", "multiplicity"],
)
def test_a_game_is_played_to_its_end_by_ear(setup: str, position: str | None) -> None:
    with playing(setup, PAIR, position=position, kind=Unseen, speech=True) as (app, scene):
        blind = Blind(app, scene)
        heard: list[str] = []
        blind.voice.take()
        for _ in range(400):
            if over(scene, app):
                break
            if scene.controller.person_to_move and scene.hand.enabled:
                blind.move()
            frames(app, 1)
            heard += blind.voice.take()
        assert scene.match.over, scene.match.turns[-1].text
        frames(app, 240)
        heard += blind.voice.take()
    said = " ".join(heard)
    for turn in scene.match.turns:
        for action in (entry.action for entry in turn.entries):
            assert _named(action) in said, turn.text
    assert any(word in said for word in ("wins", "draw", "You")), heard[-4:]


def _named(action: Action | None) -> str:
    return str(action.target) if action is not None and action.target else ""


def test_points_say_what_lies_there_and_what_can_be_done() -> None:
    with playing("less walls=" + "0" * 60, kind=Unseen, speech=True) as (app, scene):
        voice = listen(app)
        press(app, "say-board")
        assert voice.take() == ["Black: a5, a6, b5, b6. White: e1, e2, f1, f2."]
        blind = Blind(app, scene)
        said = blind.next_point()
        assert said.endswith("White, can move"), said
        blind.voice.take()
        press(app, "accept")
        assert any(text.startswith("Choose where to") for text in blind.voice.take())


def test_score_clock_and_last_turn_are_said_when_asked_though_speech_is_off() -> None:
    with playing("multiplicity size=3", clock=ClockSpec(300, 0)) as (app, scene):
        voice = listen(app)
        press(app, "say-clock", "say-turn", "say-score")
        clock, turn, score = voice.take()
        assert clock == "P0: 4 minutes 59 seconds. P1: 5 minutes 0 seconds."
        assert turn.startswith("Choose a cell")
        assert score
        click(app, spot(scene, "c3"))
        frames(app, 5)
        assert voice.take() == []
        press(app, "say-turn")
        assert voice.take()[0].startswith("P0: c3.")


def test_refusals_and_toasts_are_said() -> None:
    with playing("more-or-less", speech=True) as (app, scene):
        voice = listen(app)
        click(app, spot(scene, "b1"))
        frames(app, 2)
        assert "The very first counter goes on the centre of the board." in voice.take()
        app.toast("Nothing is lost.")
        assert voice.take() == ["Nothing is lost."]


def test_a_dialog_says_what_it_asks() -> None:
    with playing("multiplicity size=3", speech=True) as (app, _scene):
        voice = listen(app)
        press(app, "menu")
        frames(app, 2)
        said = " ".join(voice.take())
        assert "Pause" in said
        assert "Continue" in said
        press(app, "down")
        assert len(voice.take()) == 1


def test_the_speech_key_works_everywhere_and_says_so() -> None:
    with playing("multiplicity size=3") as (app, _scene):
        voice: HeardVoice = listen(app)
        press(app, "speech")
        assert app.settings.speech
        assert "Speech on" in voice.take()
        app.frame(STEP)
        press(app, "speech")
        assert not app.settings.speech
