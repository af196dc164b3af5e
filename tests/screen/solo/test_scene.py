"""On the screen, solo games are played by events to their end, scored, saved and shared."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import pytest

from game.games.less.rules import Less
from game.games.libra.solo import DrawnLibra
from game.games.multiplicity.solo import Rush
from game.rules.base import Action
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.external_input import read_external
from game.screen.app.scene import Push, Scene
from game.screen.play.scene import PlayScene
from game.screen.plugin.registry import campaign_of
from game.screen.solo.choice import SoloMenuScene
from game.screen.solo.scene import SoloPlay, solo_scene
from game.solo import scores
from game.solo.mode import Par, SoloDeal, modes, usual_deal
from tests.screen.play.play_helpers import (
    Glanced,
    click_on,
    kind_of,
    play_by_keys,
    play_by_mouse,
    spot,
)
from tests.screen.screens import click, make_app, press, scene_of, texts, wait
from tests.solo.strategies import BETTER
from tests.support.waiting import until

KEYS = sorted(modes())


def alone_in(scene: Scene) -> SoloPlay:
    return kind_of(scene, SoloPlay)


@cache
def best_of(deal: SoloDeal) -> int:
    return modes()[deal.mode].best(deal.seed, **dict(deal.options))


class AtOnce(Par):
    """Par, computed in this process."""

    def __init__(self, deal: SoloDeal) -> None:
        super().__init__(deal, best_of(deal))


@contextmanager
def alone(key: str, seed: int = 5) -> Iterator[tuple[App, PlayScene]]:
    deal = usual_deal(modes()[key], seed)
    scene = solo_scene(deal, par=AtOnce(deal))
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    try:
        wait(app, 0.2)
        yield app, scene
    finally:
        app.close()


def ready(app: App, scene: PlayScene) -> bool:
    """Wait for the person's turn; return False at the end of the game."""
    asked = lambda: scene.hand.enabled or scene.match.over  # noqa: E731
    assert until(asked, step=lambda: app.frame(0.05))
    return not scene.match.over


def finish(app: App, scene: PlayScene, actions: int = 10_000) -> None:
    """Play on at random, or in Less towards home."""
    dice = random.Random(7)
    way = way_home(scene)
    for _action in range(actions):
        if not ready(app, scene):
            break
        scene.propose(way.pop(0) if way else dice.choice(scene.match.legal()))
        app.frame(0.05)
    wait(app, 1.5)


def way_home(scene: PlayScene) -> list[Action]:
    from game.games.less.engine.race import way_alone
    from game.rules.registry import parse_setup

    if scene.game.key != "less":
        return []
    game = parse_setup(scene.game.setup)
    assert isinstance(game, Less)
    return way_alone(game, compiled=False).actions


@pytest.mark.parametrize("key", KEYS)
def test_a_game_is_played_to_its_end_and_kept_in_its_list(key: str) -> None:
    with alone(key) as (app, scene):
        assert not alone_in(scene).told
        finish(app, scene)
        assert alone_in(scene).told
        mode = alone_in(scene).mode
        assert alone_in(scene).score == mode.score(
            scene.game, scene.match.state, [e.action for e in scene.match.entries if e.action]
        )
        assert alone_in(scene).place == 1
        name = mode.list_key
        assert until(lambda: name in scores.load()[0], 10.0, step=lambda: app.frame(0.05))
        kept = scores.load()[0][name][0]
        assert (kept.score, kept.par, kept.seed) == (
            alone_in(scene).score,
            alone_in(scene).par.value,
            5,
        )
        game, actions = alone_in(scene).deal.game(), []
        state = game.start()
        for turn in kept.turns.split():
            for action in game.parse_turn(state, turn):
                actions.append(action)
                state = game.advance(state, action)
        assert mode.score(game, state, actions) == kept.score
        if key == "less-par":
            assert (alone_in(scene).score, alone_in(scene).stars) == (alone_in(scene).par.value, 3)


@pytest.mark.parametrize("hand", [play_by_mouse, play_by_keys])
@pytest.mark.parametrize("key", KEYS)
def test_mouse_and_keys_play_it(key: str, hand: Callable[..., None]) -> None:
    with alone(key) as (app, scene):
        for _action in range(4):
            assert ready(app, scene)
            before = len(scene.match.entries)
            hand(app, scene, scene.match.legal()[0])
            assert len(scene.match.entries) > before


def test_a_finger_places_the_stone_that_was_drawn() -> None:
    with alone("libra-many") as (app, scene):
        for _stone in range(5):
            assert ready(app, scene)
            action = scene.match.legal()[3]
            assert action.piece is not None
            assert scene.hand.colour == action.piece.colour
            click(app, spot(scene, str(action.target)), touch=True)
            click(app, scene.form.get("main").rect.center, touch=True)
        assert len(scene.match.entries) == 5


def test_the_colour_drawn_cannot_be_changed() -> None:
    with alone("libra-few") as (app, scene):
        drawn = scene.hand.colour
        press(app, "colour")
        click_on(app, scene, "stone")
        assert scene.hand.colour == drawn


def test_what_was_taken_back_enters_no_list_and_draws_the_same() -> None:
    with alone("multiplicity-rush") as (app, scene):
        finish(app, scene, 3)
        assert ready(app, scene)
        line = alone_in(scene).solo.line
        press(app, "take-back")
        assert alone_in(scene).backs
        assert ready(app, scene)
        again = scene.game.parse_turn(scene.match.state, line.split()[-2])
        scene.propose(again[0])
        assert ready(app, scene)
        assert alone_in(scene).solo.line == line, "the same black stone"
        finish(app, scene)
        assert alone_in(scene).told
        assert alone_in(scene).place is None
        assert "no list" in alone_in(scene).card.standing.note
        assert not scores.load()[0]


def test_an_end_taken_back_is_told_again() -> None:
    with alone("libra-few") as (app, scene):
        finish(app, scene)
        assert alone_in(scene).told
        press(app, "take-back")
        assert not alone_in(scene).told
        finish(app, scene)
        assert alone_in(scene).told


def test_after_the_end_enter_deals_anew_and_the_sign_the_same_again() -> None:
    with alone("libra-few") as (app, scene):
        finish(app, scene)
        click_on(app, scene, "help")
        assert app.scene is not scene
        assert alone_in(app.scene).deal == alone_in(scene).deal
    with alone("libra-few") as (app, scene):
        finish(app, scene)
        press(app, "accept")
        assert alone_in(app.scene).deal.mode == "libra-few"
        assert alone_in(app.scene).deal != alone_in(scene).deal


def test_before_a_game_has_begun_there_is_nothing_to_begin_again() -> None:
    with alone("less-par") as (_app, scene):
        assert not scene.form.get("help").enabled


def test_how_it_works_is_told_and_the_deal_is_copied() -> None:
    with alone("less-par") as (app, scene):
        click_on(app, scene, "how")
        assert isinstance(app.scene, Dialog)
        assert any("far corner" in text for text in texts(app))
        press(app, "accept")
        assert scene_of(app) is scene
        assert scene.copied(False).text == "alone less-par seed=5"
        assert scene.copied(True).text.startswith("alone less-par seed=5\n0: ")


def test_there_is_no_help_and_nothing_of_the_way_home() -> None:
    with alone("less-par") as (app, scene):
        press(app, "hint")
        assert not scene.assistant.asking
        shown = " ".join(texts(app))
        assert "exact way home" not in shown
        assert f"exact par {alone_in(scene).par.value}" in shown


def test_without_a_par_a_game_can_be_played_and_is_not_kept() -> None:
    deal = SoloDeal("libra-few", 5)
    par = AtOnce(deal)
    par.best, par.failed = None, True
    scene = solo_scene(deal, par=par)
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    finish(app, scene)
    assert alone_in(scene).told
    assert alone_in(scene).place is None
    assert "no par" in texts(app)
    app.close()


@pytest.mark.parametrize("size", [(800, 600), (480, 800)])
def test_the_choice_shows_each_mode_and_opens_todays(size: tuple[int, int]) -> None:
    scene = SoloMenuScene("libra-few")
    app = make_app(scene, size, kind=Glanced)
    wait(app, 0.1)
    for key, mode in modes().items():
        tile = scene.form.get(key)
        if mode is not scene.mode:
            click(app, tile.rect.center)
        assert scene.mode is mode
        assert mode.rule in " ".join(texts(app))
    click(app, scene.form.get("today").rect.center)
    wait(app, 0.3)
    press(app, "cancel")
    app.close()


def test_a_deal_that_is_pasted_opens() -> None:
    deal = SoloDeal("libra-few", 12)
    assert read_external(deal.text, file=False) == Push(routes.Solo(deal))


def test_a_damaged_list_is_told() -> None:
    scores.path_of().parent.mkdir(parents=True, exist_ok=True)
    scores.path_of().write_text("{")
    app = make_app(SoloMenuScene(), kind=Glanced)
    wait(app, 0.2)
    assert any("damaged" in text for text in texts(app))
    app.close()


def played_well(app: App, scene: PlayScene) -> None:
    """Play to the end as the better player does."""
    player, dice = BETTER[alone_in(scene).deal.mode](), random.Random(1)
    while ready(app, scene):
        scene.propose(player(scene.game, scene.match.state, dice))
        app.frame(0.05)
    wait(app, 1.5)


def test_a_campaign_goes_on_to_the_next_deal_and_keeps_its_stars() -> None:
    steps = campaign_of("libra")
    scene = solo_scene(steps[0].deal)
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    wait(app, 0.2)
    assert alone_in(scene).par.value == steps[0].par, "no search: the campaign knows it"
    assert {"Deal 1 of 20", steps[0].say} <= set(texts(app))
    played_well(app, scene)
    assert alone_in(scene).told
    assert alone_in(scene).stars >= 2
    assert "Next deal" in texts(app)
    text = steps[0].deal.text
    assert until(lambda: text in scores.load()[0], 10.0, step=lambda: app.frame(0.05))
    assert set(scores.load()[0]) == {text}, "its options are not the usual ones"
    press(app, "accept")
    assert alone_in(app.scene).deal == steps[1].deal
    app.close()
    menu = SoloMenuScene("libra-few")
    app = make_app(menu, (800, 600), kind=Glanced)
    wait(app, 0.1)
    assert menu.won[0] == alone_in(scene).stars
    assert menu.form.focused is menu.form.get("deal-2")
    assert steps[1].say in " ".join(texts(app))
    press(app, "right")
    assert menu.form.focused is menu.form.get("deal-3")
    assert steps[2].say in " ".join(texts(app))
    assert menu.form.get("deal-4").enabled
    assert not menu.form.get("deal-5").enabled
    press(app, "accept")
    assert alone_in(app.scene).deal == steps[2].deal
    app.close()


def test_a_deal_without_a_star_is_offered_again_where_none_is_open() -> None:
    steps = campaign_of("libra")
    scene = solo_scene(steps[2].deal)
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    finish(app, scene, 1)
    press(app, "take-back")
    finish(app, scene)
    assert alone_in(scene).backs
    assert "The same again" in texts(app)
    assert not scores.load()[0]
    press(app, "accept")
    assert alone_in(app.scene).deal == steps[2].deal
    app.close()


@pytest.mark.parametrize("name", ["today", "week", "other"])
def test_each_card_opens_the_deal_whose_board_it_shows(name: str) -> None:
    menu = SoloMenuScene("less-par")
    app = make_app(menu, kind=Glanced)
    wait(app, 0.1)
    card = next(card for card in menu.cards if card.name == name)
    assert card.board is not None
    pieces = dict(card.board.pieces)
    click(app, card.rect.center)
    wait(app, 0.3)
    match = alone_in(app.scene).solo
    assert match.game.pieces(match.state) == pieces
    heads = {"today": "Today’s deal", "week": "This week’s deal", "other": "Free deal"}
    assert heads[name] in texts(app)
    app.close()


def test_black_stones_are_announced_on_the_board() -> None:
    with alone("multiplicity-rush") as (_app, scene):
        assert isinstance(scene.game, Rush)
        cells = scene.game.falls(scene.match.state)
        assert dict(scene.board.overlay.numbers) == dict(zip(cells, "123"))


def test_coming_stones_are_counted() -> None:
    with alone("libra-few") as (app, scene):
        assert isinstance(scene.game, DrawnLibra)
        coming = scene.game.coming(scene.match.state)
        assert len(coming) == 37
        counts = coming.count("white"), coming.count("black")
        assert "{} white, {} black".format(*counts) in texts(app)


def test_a_score_counts_for_whoever_leaves_at_once() -> None:
    step = campaign_of("multiplicity")[0]
    scene = solo_scene(step.deal)
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    player, dice = BETTER[step.deal.mode](), random.Random(1)
    while ready(app, scene):
        scene.propose(player(scene.game, scene.match.state, dice))
    assert not alone_in(scene).told
    scene.open_menu()
    assert alone_in(scene).told
    assert until(lambda: step.deal.text in scores.load()[0], 10.0, step=lambda: app.frame(0.05))
    app.close()


class Late(Par):
    """Par that is found when the test calls `find`."""

    def __init__(self, deal: SoloDeal) -> None:
        super().__init__(deal, 0)
        self.found, self.best = best_of(deal), None

    def find(self) -> None:
        self._found(str(self.found).encode())


def test_a_score_counts_though_par_is_found_after_somebody_has_left() -> None:
    deal = usual_deal(modes()["libra-few"], 5)
    par = Late(deal)
    scene = solo_scene(deal, par=par)
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    finish(app, scene)
    assert not alone_in(scene).told
    scene.open_menu()
    assert not scores.load()[0]
    par.find()
    name = alone_in(scene).mode.list_key
    assert until(lambda: name in scores.load()[0], 10.0, step=lambda: app.frame(0.05))
    app.close()


def test_the_choice_shows_what_is_saved_while_it_is_open() -> None:
    step = campaign_of("libra")[0]
    menu = SoloMenuScene("libra-few")
    app = make_app(menu, (800, 600), kind=Glanced)
    wait(app, 0.1)
    assert menu.won[0] is None
    mode = modes()[step.deal.mode]
    score = scores.SoloScore(step.best, step.par, step.deal.seed, "", "2026-11-23")
    scores.save(scores.entered({}, mode, score, step.deal.text))
    wait(app, 0.1)
    assert menu.won[0]
    app.close()
