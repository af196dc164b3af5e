"""The second reading of the rules works in a match, with free passes, the limit and openings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.platform.settings import Settings
from game.screen.app.app import App
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.ui.input import Pointer
from game.table.begin import rematch
from game.table.match import Match
from game.table.record import from_record
from game.table.series import Series
from game.table.spec import two_people
from tests.screen.play.play_helpers import Dice, Glanced, click_on, frames, playing, press, spot
from tests.screen.screens import make_app, texts
from tests.support.matches import winners_of
from tests.support.text_recorder import TextRecorder

GOLDEN = Path(__file__).parents[2] / "table" / "golden_games"


def near_the_limit(name: str, turns: int) -> Match:
    """Return a golden game that goes to the limit, stopped after this many turns."""
    record = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))["record"]
    for field in ("turns", "times"):
        record[field] = record[field][:turns]
    return from_record({**record, "result": None})


@contextmanager
def going_on(match: Match, size: tuple[int, int] = (800, 600)) -> Iterator[tuple[App, PlayScene]]:
    scene = PlayScene(match.spec, match, make=Dice)
    settings = Settings(animation_speed=0.0, language="en")
    app = Glanced(scene, settings=settings, size=size, recorder=TextRecorder())
    try:
        frames(app)
        yield app, scene
    finally:
        app.close()


def play_turn(app: App, scene: PlayScene) -> None:
    """Play a turn that does not move the mover's first piece."""
    before = scene.match.game.turns(scene.match.state)
    while scene.match.game.turns(scene.match.state) == before:
        legal = scene.match.legal()
        scene.propose(next((a for a in legal if a.source not in ("a6", "f1")), legal[0]))
        frames(app, 2)


def test_the_limit_is_said_ten_turns_ahead_and_what_it_would_decide() -> None:
    with going_on(near_the_limit("less-stayed", 189)) as (app, scene):
        assert not any("left; now" in text for text in texts(app))
        play_turn(app, scene)
        shown = texts(app)
        limit = scene.game.limit_ahead(scene.match.state)
        assert limit is not None
        assert limit.turns == 10
        side = ("White", "Black")[limit.outcome.winners[0]] if limit.outcome.winners else ""
        verdict = f"{side} wins by 10" if side else "a draw"
        assert f"10 turns left; now {verdict}" in shown
        aloud = "10 turns are left until the limit. As the board stands: "
        assert any(text.startswith(aloud + verdict) for text in shown)
        play_turn(app, scene)
        assert any(text.startswith("9 turns left; now ") for text in texts(app))


def test_without_scoring_the_limit_names_no_margin() -> None:
    match = near_the_limit("less-stayed", 195)
    match.spec = match.spec.with_(scoring=False)
    with going_on(match) as (app, _scene):
        assert any(t.startswith("5 turns left; now ") and "10" not in t for t in texts(app))


@pytest.mark.parametrize("by_keys", [False, True], ids=["mouse", "keys"])
def test_a_free_pass_is_the_main_button_until_a_piece_is_chosen(by_keys: bool) -> None:
    with playing("more-or-less pass=free") as (app, scene):
        while scene.game.phase(scene.match.state) == "placement":
            scene.propose(scene.match.legal()[0])
            frames(app, 2)
        assert len(scene.match.legal()) > 1
        frames(app, 1, Pointer("leave", (2, 2)))
        assert scene.row.main.enabled
        assert scene.row.main.label == "Pass"
        before = len(scene.match.entries)
        if by_keys:
            press(app, "up", "accept", "accept")
            assert len(scene.match.entries) == before, "Enter beside the pieces is a slip"
            press(app, "stop")
        else:
            start = sorted(scene.hand.starts)[0]
            x, y = spot(scene, start)
            for kind in ("move", "down", "up"):
                frames(app, 1, Pointer(kind, (x, y)))
            assert scene.hand.source == start
            assert scene.row.main.label != "Pass"
            press(app, "cancel")
            frames(app, 1, Pointer("move", (2, 2)))
            click_on(app, scene, "main")
        assert scene.match.entries[-1].text == "pass"
        assert scene.match.game.tally(scene.match.state)["marker_green"] == 1


def test_without_the_option_nobody_may_pass() -> None:
    with playing("more-or-less") as (app, scene):
        while scene.game.phase(scene.match.state) == "placement":
            scene.propose(scene.match.legal()[0])
            frames(app, 2)
        press(app, "stop")
        assert scene.match.entries[-1].text != "pass"
        assert not scene.row.main.enabled


def test_a_free_opening_shows_no_phases() -> None:
    for setup, expected in (("", False), (" opening=free", True)):
        with going_on(Match(two_people(f"multiplicity size=4{setup}"))) as (app, scene):
            scene.propose(scene.match.legal()[5])
            frames(app, 2)
            shown = " ".join(texts(app))
            assert ("One stone on any empty cell" in shown) == expected
            assert ("Bound" in shown) != expected


@pytest.mark.parametrize("size", [2, 8])
def test_the_smallest_and_the_largest_board_of_libra_are_played(size: int) -> None:
    with playing(f"libra size={size} mode=duel", size=(800, 600)) as (app, scene):
        for action in scene.match.legal()[:1]:
            for kind in ("move", "down", "up"):
                frames(app, 1, Pointer(kind, spot(scene, str(action.target))))
        assert len(scene.match.entries) == 1
        cells = len(scene.game.topology)
        assert cells == 3 * size * (size - 1) + 1


def golden(name: str) -> Match:
    text = (GOLDEN / f"{name}.json").read_text(encoding="utf-8")
    return from_record(json.loads(text)["record"])


def result_words(match: Match) -> str:
    app = make_app(ResultScene(match), kind=Glanced)
    try:
        return " | ".join(texts(app))
    finally:
        app.close()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("less-stayed", "The other side kept a piece in its own corner"),
        ("less-team-stayed", "The other side kept a piece in its own corner"),
        ("less-ahead", "Home within 200 turns; the other side is not"),
    ],
)
def test_the_clause_at_the_limit_has_its_words(name: str, reason: str) -> None:
    match = golden(name)
    assert "10" in result_words(match).split(reason)[1].split(" | ")[0]
    match.spec = match.spec.with_(scoring=False)
    assert f"{reason} | " in result_words(match)


def test_a_series_adds_margins_up_only_while_they_count() -> None:
    match = golden("less-stayed")
    winner = winners_of(match)[0]
    match.spec = match.spec.with_(series=Series(2, (2, 2), (7, 5)))
    own, other = (17, 5) if winner == 0 else (7, 15)
    assert f"after 3 games, margins {own} – {other}" in result_words(match)
    following = rematch(match)
    assert following.series.margins == (other, own), "players change seats with what they won"
    match.spec = match.spec.with_(series=Series(2, (2, 2)), scoring=False)
    words = result_words(match)
    assert "after 3 games" in words
    assert "margins" not in words
    assert rematch(match).scoring is False
