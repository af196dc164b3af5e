"""A touch without effect is explained where it happens: ten ways, by mouse, finger and keys."""

from __future__ import annotations

import pytest

from game.games.less.screen.plugin import SAMPLE
from game.screen.play.scene import PlayScene
from game.screen.plugin.explanations import Explanation
from game.screen.rulebook.scene import RulesScene
from game.screen.ui.input import Pointer
from game.table.spec import SeatSpec
from tests.screen.play.play_helpers import (
    Dice,
    click,
    frames,
    play_by_mouse,
    playing,
    press,
    spot,
    walk,
)

MOVING = "more-or-less"

# The setup, the turns played first, the points clicked one by one, and the answer.
WAYS = (
    (MOVING, "", ("b1",), "The very first counter goes on the centre of the board."),
    # Without the point's name, because names are hidden.
    (MOVING, "a1", ("a1",), "This place is taken."),
    (SAMPLE, "", ("c4",), "There is no piece on c4."),
    (SAMPLE, "", ("a5",), "That piece is not yours."),
    (SAMPLE, "", ("e2", "a5"), "a5 is taken."),
    (SAMPLE, "", ("e2", "c3"), "Pieces go up, down, left or right, never diagonally."),
    (SAMPLE, "", ("e2", "e6"), "A step goes one square, a leap exactly two."),
    ("multiplicity size=4", "d4", ("a4",), "The bound stone must touch d4, the last stone placed."),
    (
        "multiplicity size=4",
        "d4 d5",
        ("d3",),
        "The free stone needs a cell whose neighbours are all empty; d3 touches d4.",
    ),
    ("libra size=3 mode=target target=2 obstacles=c3", "", ("c3",), "A grey counter blocks c3."),
    ("libra size=3 mode=bid", "", ("c3",), "Stones come after the bids: bid first, or pass."),
)


def said(scene: PlayScene) -> str:
    return scene.hints.note.text if scene.hints.note is not None else ""


def lay(scene: PlayScene, turns: str) -> None:
    for text in turns.split():
        scene.match.play(scene.game.parse_action(scene.match.state, text))
    scene.playback.finish()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way[0].split()[0]}-{'-'.join(way[2])}")
@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_it_says_why(way: tuple[str, str, tuple[str, ...], str], touch: bool) -> None:
    setup, turns, points, sentence = way
    with playing(setup) as (app, scene):
        lay(scene, turns)
        before = len(scene.match.entries)
        for point in points:
            click(app, spot(scene, point), touch)
        assert said(scene) == sentence
        assert scene.hints.points[-1] == points[-1]
        assert len(scene.match.entries) == before


def test_points_have_names_where_the_board_shows_them() -> None:
    for shown, sentence in ((True, "a1 is taken."), (False, "This place is taken.")):
        with playing(MOVING, coordinates=shown) as (app, scene):
            lay(scene, "a1")
            click(app, spot(scene, "a1"))
            assert said(scene) == sentence


def test_it_goes_by_itself_and_with_the_next_press() -> None:
    with playing(SAMPLE) as (app, scene):
        click(app, spot(scene, "c4"))
        assert said(scene)
        frames(app, 400)
        assert not said(scene)
        click(app, spot(scene, "c4"))
        click(app, spot(scene, "e2"))
        assert not said(scene)


def test_a_refused_target_keeps_the_piece_chosen() -> None:
    with playing(SAMPLE) as (app, scene):
        click(app, spot(scene, "e2"))
        click(app, spot(scene, "c3"))
        assert said(scene)
        assert scene.hand.source == "e2"


def test_a_piece_dropped_where_it_cannot_go_is_refused() -> None:
    with playing(SAMPLE) as (app, scene):
        frames(app, 1, Pointer("down", spot(scene, "e2")))
        frames(app, 1, Pointer("move", spot(scene, "c3"), held=True))
        frames(app, 1, Pointer("up", spot(scene, "c3")))
        assert said(scene).startswith("Pieces go up")
        assert not scene.match.entries


def test_enter_is_answered_too() -> None:
    with playing(SAMPLE) as (app, scene):
        walk(app, scene, "c4")
        press(app, "accept")
        assert said(scene) == "There is no piece on c4."


def test_after_the_third_in_a_row_the_rule_is_offered() -> None:
    with playing(SAMPLE) as (app, scene):
        for point in ("c4", "a5"):
            click(app, spot(scene, point))
            assert not scene.hints.page
        click(app, spot(scene, "c4"))
        assert scene.hints.page == "turn"
        note = scene.hints.note
        assert note is not None
        frames(app, 12)
        app.draw()  # lays the button out
        click(app, note.offered.center)
        assert isinstance(app.scene, RulesScene)
        assert app.scene.page.key == "turn"


def test_a_key_opens_the_rule_that_is_offered() -> None:
    with playing(SAMPLE) as (app, scene):
        for _again in range(3):
            click(app, spot(scene, "a5"))
        press(app, "rules")
        assert isinstance(app.scene, RulesScene)
        assert app.scene.page.key == "turn"


def test_a_turn_that_is_played_forgives() -> None:
    with playing(SAMPLE) as (app, scene):
        for _again in range(2):
            click(app, spot(scene, "c4"))
        play_by_mouse(app, scene, scene.match.legal()[0])
        assert scene.hints.count == 0


def test_while_another_is_to_move_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dice, "poll", lambda self: None)
    seats = (SeatSpec("engine", 3, "Ada"), SeatSpec("person", 5, "Ben"))
    with playing(SAMPLE, seats) as (app, scene):
        click(app, spot(scene, "c4"))
        assert said(scene) == "It is not your turn: Ada is to move."
        assert scene.hints.count == 0


def test_an_earlier_turn_is_not_played_in() -> None:
    with playing("more-or-less") as (app, scene):
        lay(scene, "a1 c1 c2")
        press(app, "page-up")
        frames(app, 2)
        click(app, spot(scene, "d1"))
        assert said(scene).startswith("This is an earlier turn.")


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_toasts_cover_neither_board_nor_turns_nor_buttons(size: tuple[int, int]) -> None:
    words = "Round 1: somebody with a long name made 12 groups as MORE. Now the roles change."
    with playing("libra size=3 mode=duel", size=size) as (app, scene):
        for number in range(3):
            app.toast(f"{words} {number}", "good")
        frames(app, 20)
        app.draw()
        shown = [toast.rect for toast in app.toasts.live if toast.rect is not None]
        assert shown, "the newest at least"
        controls = [w for w in scene.form.widgets if not isinstance(w, Explanation)]
        kept = [scene.layout.board, scene.layout.turns, *(w.rect for w in controls)]
        assert all(rect.collidelist(kept) < 0 for rect in shown)


SHOWN = (
    (MOVING, "", ("b1",), (), "a1"),
    (SAMPLE, "", ("e2", "c3"), (), "e3"),
    ("multiplicity size=4", "d4", ("a4",), ("d4",), "c4"),
    ("multiplicity size=4", "d4 d5", ("d3",), ("d4",), ""),
)


@pytest.mark.parametrize("way", SHOWN, ids=lambda way: f"{way[0].split()[0]}-{way[2][-1]}")
@pytest.mark.parametrize("how", ["hint", "click", "finger"])
def test_why_is_shown_in_the_very_position(
    way: tuple[str, str, tuple[str, ...], tuple[str, ...], str], how: str
) -> None:
    setup, turns, points, because, allowed = way
    with playing(setup) as (app, scene):
        lay(scene, turns)
        before = list(scene.match.entries)
        for point in points:
            click(app, spot(scene, point))
        refused = said(scene)
        note = scene.hints.note
        assert note is not None
        assert note.offer == "Show why (H)"
        frames(app, 12)
        app.draw()  # lays the button out
        if how == "hint":
            press(app, "hint")
        else:
            click(app, note.offered.center, how == "finger")
        assert said(scene) == f"{refused} What is lit is allowed."
        assert scene.playback.moving
        overlay = scene.board.overlay
        assert set(because) <= set(overlay.threats)
        assert allowed in overlay.hints or not allowed
        legal = {action.points[-1] for action in scene.match.legal() if action.points}
        assert set(overlay.hints) <= legal
        assert scene.match.entries == before
        frames(app, 200)
        assert not scene.playback.moving
        press(app, "cancel")
        assert not scene.board.overlay.hints
        assert not said(scene)
