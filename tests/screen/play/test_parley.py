"""Offers on the screen reach everybody there, by button and key; the engine also judges them."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules.base import State
from game.rules.proposals import Accept, Decline, Offer, Play
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.play.offer_dialogs import OfferQuestion
from game.screen.play.scene import PlayScene
from game.table.spec import SeatSpec
from tests.screen.play import play_helpers
from tests.screen.play.play_helpers import Dice, frames, playing, press
from tests.support.waiting import until

LIBRA = "libra size=3 mode=target target=9"
PERSON, ENGINE = SeatSpec("person", 5, "Ada"), SeatSpec("engine", 3, "Pip")


def choose(app: App, label: str) -> None:
    """Press the dialog's button with this label."""
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    number = [answer.label for answer in dialog.answers].index(label)
    play_helpers.click(app, dialog.form.get(f"answer-{number}").rect.center)
    frames(app, 2)


def begun(app: App, scene: PlayScene) -> None:
    """Play one action."""
    scene.propose(Play((scene.match.legal()[0],)))
    frames(app, 3)


def thinks(monkeypatch: pytest.MonkeyPatch, chances: dict[int, float]) -> None:
    """Make the engine expect these chances for the side to move, by the seat to move."""

    class Sure(Dice):
        def start(self, state: State, limits: Any = None) -> None:
            if not self.game.over(state):
                super().start(state, limits)
            self.chance = chances[self.game.to_move(state)]

        def poll(self) -> Any:
            thought = super().poll()
            thought.value = self.chance
            return thought

    monkeypatch.setattr(play_helpers, "Dice", Sure)


def test_two_people_at_one_screen_agree_or_not() -> None:
    with playing(LIBRA) as (app, scene):
        begun(app, scene)
        press(app, "menu")
        choose(app, "Offer a draw")
        assert scene.match.offer is not None
        question = app.scene
        assert isinstance(question, OfferQuestion)
        assert question.text == "P1 offers a draw. P0, do you agree?"
        choose(app, "Play on")
        assert [deal.end for deal in scene.match.offers] == ["declined"]
        assert app.scene is scene
        begun(app, scene)
        press(app, "agree")
        choose(app, "Offer to end here")
        choose(app, "Agree")
        assert scene.match.over
        assert scene.match.turns[-1].text == "agreed"


def test_all_three_others_at_one_screen_are_asked_one_after_the_other() -> None:
    with playing("less seats=4 seed=3") as (app, scene):
        begun(app, scene)
        scene.propose(scene.offers.offer("draw"))
        frames(app, 2)
        for number in range(3):
            assert not scene.match.over
            assert isinstance(app.scene, OfferQuestion), number
            choose(app, "Agree")
        assert scene.match.over


def test_a_question_left_open_can_be_answered_by_key_and_a_turn_is_an_answer() -> None:
    with playing(LIBRA) as (app, scene):
        begun(app, scene)
        scene.propose(scene.offers.offer("draw"))
        frames(app, 2)
        press(app, "cancel")
        assert app.scene is scene
        frames(app, 5)
        assert app.scene is scene, "it is put once"
        press(app, "agree")
        assert isinstance(app.scene, OfferQuestion)
        press(app, "cancel")
        begun(app, scene)  # an action by the seat that made the offer
        begun(app, scene)
        assert [deal.end for deal in scene.match.offers] == ["lapsed"]


def test_an_offer_can_be_withdrawn_and_is_not_made_again_at_once() -> None:
    with playing(LIBRA) as (app, scene):
        begun(app, scene)
        scene.propose(scene.offers.offer("draw"))
        frames(app, 2)
        press(app, "cancel", "menu")
        choose(app, "Withdraw the offer")
        assert scene.match.offer is None
        press(app, "menu")
        assert isinstance(app.scene, Dialog)
        assert "Offer a draw" not in [answer.label for answer in app.scene.answers]


@pytest.mark.parametrize("what", ["draw", "end"])
@pytest.mark.parametrize(("chance", "agrees"), [(0.9, False), (0.4, True), (0.5, True)])
def test_the_engine_agrees_when_it_stands_no_better(
    monkeypatch: pytest.MonkeyPatch, what: Any, chance: float, agrees: bool
) -> None:
    """Seat 1 belongs to the engine, which would lose if the game ended in this position."""
    thinks(monkeypatch, {0: 1 - chance, 1: chance})
    with playing(LIBRA, (PERSON, ENGINE)) as (app, scene):
        begun(app, scene)
        assert until(lambda: len(scene.match.turns) == 2, step=lambda: frames(app, 1))
        scene.propose(scene.offers.offer(what))
        assert until(lambda: scene.match.offer is None, step=lambda: frames(app, 1))
        assert scene.match.over == (agrees and what == "draw")
        assert scene.match.offers[-1].agreed == ((1,) if scene.match.over else ())


def test_the_engine_ends_what_it_has_won_and_answers_on_its_own_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinks(monkeypatch, {0: 0.0, 1: 1.0})
    easy = "libra size=3 mode=target target=1"
    with playing(easy, (PERSON, ENGINE)) as (app, scene):
        scene.match.submit_or_raise(Play((scene.match.legal()[0],)))
        scene.match.submit_or_raise(Offer("end", 0))
        assert until(lambda: scene.match.over, step=lambda: frames(app, 1))
        assert scene.match.outcome is not None
        assert scene.match.outcome.winners == (1,)


def test_somebody_elsewhere_offers_and_answers_like_everybody() -> None:
    with playing(LIBRA, (PERSON, SeatSpec("person", 5, "Ben"))) as (app, scene):
        begun(app, scene)
        for wire in (Offer("draw", 1, "remote"), Decline("draw", 0, "remote")):
            scene.match.submit_or_raise(wire)
            frames(app, 3)
        assert [deal.end for deal in scene.match.offers] == ["declined"]
        assert app.scene is scene, "the question has gone by itself"
        begun(app, scene)
        scene.match.submit_or_raise(Offer("end", 0, "remote"))
        frames(app, 3)
        choose(app, "Agree")
        assert scene.match.over


KINDS = ("person", "board", "engine", "remote")


@pytest.mark.parametrize("asked", KINDS)
@pytest.mark.parametrize("asks", ["person", "board", "remote"])
def test_every_kind_of_seat_agrees_with_every_other(
    monkeypatch: pytest.MonkeyPatch, asks: Any, asked: Any
) -> None:
    """Seat 0 makes the offer, and seat 1 agrees as its kind of seat does."""
    thinks(monkeypatch, {0: 0.5, 1: 0.5})
    seats = (SeatSpec(asks, 5, "Ada"), SeatSpec(asked, 5, "Ben"))
    with playing(LIBRA, seats) as (app, scene):
        while app.scene is not scene:  # closes the dialog for phones
            press(app, "cancel")
        match = scene.match
        match.submit_or_raise(Play((match.legal()[0],)))
        frames(app, 3)
        match.submit_or_raise(Offer("draw", 0, asks))
        if asked == "remote":
            assert not match.over
            match.submit_or_raise(Accept("draw", 1, "remote"))
        elif asked == "board":
            agreed = scene.offers.accept(1)  # as the board's button does
            assert agreed is not None
            match.submit_or_raise(agreed)
        elif asked == "person":
            frames(app, 2)
            choose(app, "Agree")
        assert until(lambda: match.over, step=lambda: frames(app, 1))
        assert match.outcome is not None
        assert match.outcome.reason == "agreed"


def test_an_offer_made_elsewhere_stands_on_the_card_of_its_seat() -> None:
    with playing(LIBRA) as (app, scene):
        begun(app, scene)
        scene.match.submit_or_raise(Offer("draw", 0, "remote"))
        assert [card.note for card in scene.cards()] == ["offers a draw", ""]
