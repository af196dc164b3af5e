"""The trailer shows shipped games around their turning points, paced by the clock."""

from __future__ import annotations

import random
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from game.rules.events import TurnEnded
from game.rules.registry import GAMES
from game.screen.attract.trailer import Clip, Pace, Preparation, Trailer, shipped, warp
from game.screen.menus.title import TitleScene
from game.table.high_scores import HighScore, save_scores
from game.table.record_files import read_match
from tests.screen.screens import longer_language, make_app, recorded, shown, texts, wait

KEYS = [game.key for game in GAMES]
RECORDS = [path for key in KEYS for path in shipped(key)]


def clips(key: str) -> list[Clip]:
    return [
        Preparation(key, number, random.Random(1)).finish() for number in range(len(shipped(key)))
    ]


# -- what is shipped -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_each_game_ships_several_and_all_are_different(key: str) -> None:
    found = clips(key)
    assert len(found) >= 3
    assert len({tuple(turn.text for turn in clip.match.turns) for clip in found}) == len(found)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_shipped_game_is_an_ordinary_record_that_the_rules_play_to_its_end(path: Path) -> None:
    match = read_match(path)
    assert match.over
    assert match.outcome is not None
    assert match.outcome.winners


@pytest.mark.parametrize("key", KEYS)
def test_the_deciding_turn_is_the_winners_and_lies_in_what_is_shown(key: str) -> None:
    for clip in clips(key):
        cut, turns, outcome = clip.cut, clip.match.turns, clip.match.outcome
        assert 0 <= cut.enter < cut.turn < cut.leave <= len(turns), asdict(cut)
        deciding = turns[cut.turn]
        assert outcome is not None
        assert deciding.seat % 2 == outcome.winners[0] % 2
        action = deciding.entries[cut.action].action
        assert action is not None
        assert action.points
        assert any(isinstance(event, TurnEnded) for event in deciding.events)


@pytest.mark.parametrize("key", KEYS)
def test_a_game_takes_a_quarter_of_a_round(key: str) -> None:
    for clip in clips(key):
        assert 15 <= Pace(clip.game).whole(clip.match.turns, clip.cut) <= 22.5


# -- time ------------------------------------------------------------------------------------------


def trailer_of(**settings: Any) -> Trailer:
    """Return a trailer outside any scene, which begins with the first record of the first game."""
    return Trailer(make_app(TitleScene("menu"), **settings))


def time_of_a_round(trailer: Trailer, dt: float) -> tuple[float, list[str]]:
    passed, keys = 0.0, [trailer.game.key]
    first = trailer.number
    while trailer.number < first + len(GAMES):
        trailer.update(dt)
        passed += dt
        if trailer.game.key != keys[-1]:
            keys.append(trailer.game.key)
    return passed, keys


@pytest.mark.parametrize("dt", [1 / 60, 0.1], ids=["at ease", "under load"])
@pytest.mark.parametrize("still", [False, True], ids=["animated", "still"])
def test_a_round_takes_60_to_90_seconds_and_shows_all_games(dt: float, still: bool) -> None:
    trailer = trailer_of(**({"animation_speed": 0.0} if still else {}))
    passed, keys = time_of_a_round(trailer, dt)
    assert 60 <= passed <= 90
    assert keys == [*KEYS, KEYS[0]]


def test_the_pace_is_the_same_however_often_it_is_drawn() -> None:
    quick, slow = trailer_of(), trailer_of()
    for trailer, dt in ((quick, 0.01), (slow, 0.1)):
        for _step in range(round(12 / dt)):
            trailer.update(dt)
    assert (quick.at, quick.state) == (slow.at, slow.state)
    assert quick.age == pytest.approx(slow.age, abs=0.02)


@pytest.mark.parametrize("first", range(len(GAMES)))
def test_something_moves_within_two_seconds(first: int) -> None:
    app = make_app(TitleScene(first=first))
    trailer = shown(app, TitleScene).trailer
    assert trailer is not None
    moved = False
    for _frame in range(20):
        wait(app, 0.1)
        moved |= trailer.animating
    assert moved


def test_the_second_round_shows_other_games() -> None:
    trailer = trailer_of()
    seen: list[tuple[str, ...]] = []
    for _number in range(2 * len(GAMES)):
        seen.append(tuple(turn.text for turn in trailer.turns))
        trailer.skip()
    assert len(set(seen)) == len(seen)


def test_the_deciding_action_is_shown_slowly() -> None:
    trailer = trailer_of()
    while not (trailer.deciding and trailer.animating):
        trailer.update(0.02)
    assert trailer.timeline is not None
    usual = warp(trailer.timeline)
    assert trailer.warp.length > usual.length + 0.5
    assert trailer.warp.at(trailer.warp.length) == pytest.approx(usual.end)


# -- what is said ----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
def test_rules_are_said_once_each_and_the_end_is_told(key: str) -> None:
    for clip in clips(key):
        trailer = trailer_of()
        trailer.show(clip)
        first, heads, notes = trailer.number, [trailer.narrator.caption.head], set()
        while True:
            trailer.update(0.05)
            if trailer.number != first:
                break
            if trailer.narrator.caption.head != heads[-1]:
                heads.append(trailer.narrator.caption.head)
            notes.add(trailer.narrator.caption.note)
        assert len(heads) == len(set(heads)) >= 4
        assert any("this turn decides" in head for head in heads)
        assert "wins" in heads[-1] or "cannot be caught" in heads[-1]
        assert len(notes) >= 6


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
@pytest.mark.parametrize("first", range(len(GAMES)))
def test_captions_fit_in_a_longer_language(size: tuple[int, int], first: int) -> None:
    with longer_language():
        app = make_app(TitleScene(first=first), size, animation_speed=0.0)
        trailer = shown(app, TitleScene).trailer
        assert trailer is not None
        while trailer.number == first:
            app.scene.update(0.7)
            app.draw()
            assert not recorded(app).clipped(), trailer.narrator.caption


def test_the_strip_names_the_game_and_its_number() -> None:
    assert {"Libra", "Demo 3 of 4"} <= set(texts(make_app(TitleScene(first=2))))


def test_title_and_trailer_name_the_champions_and_what_is_to_be_beaten() -> None:
    now = datetime.now().isoformat(timespec="seconds")
    save_scores({"more-or-less": {"train": (HighScore(7, 4, "ANA", now),)}})
    app = make_app(TitleScene())
    trailer = shown(app, TitleScene).trailer
    assert trailer is not None
    assert {"ANA", "champion tonight", "champion this month"} <= set(texts(app))
    told: set[str] = set()
    first = trailer.number
    while trailer.number == first:
        trailer.update(0.05)
        told.add(trailer.narrator.caption.note)
    assert any("ANA leads with" in note and "champion tonight" in note for note in told)
