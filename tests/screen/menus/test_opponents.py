"""Opponents are chosen in a new match, appear in play and on the result, and are counted."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.library.collection import GameCollection
from game.platform.storage import games_folder
from game.rules.events import Outcome
from game.rules.proposals import Close, Resign
from game.screen.boards.portraits import faces
from game.screen.library.statistics import StatisticsScene
from game.screen.menus.match_draft import MatchDraft
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.pick_list import PickOpponentScene
from game.screen.menus.scores import ScoresScene
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.table.match import Match
from game.table.opponents import CAST, ECHO, OPPONENTS
from game.table.record_files import save_match
from game.table.spec import MatchSpec, SeatSpec
from tests.screen.menus.drafts import drafted
from tests.screen.screens import FRAME, click, form_of, make_app, press, scene_of, texts, wait

SETUP = "multiplicity size=3"


def finished(number: int, won: bool, key: str = "", level: int = 3, setup: str = SETUP) -> Match:
    """Return a finished game of a person against an engine."""
    date = f"2026-11-{number + 1:02}T10:00:00"
    name = OPPONENTS[key].name if key else ""
    seats = (SeatSpec("person", name="Ada"), SeatSpec("engine", level, name, key))
    match = Match(MatchSpec(setup, seats), date=date)
    match.submit_or_raise(Resign(1 if won else 0))
    return match


def keep(match: Match, folder: Path) -> None:
    save_match(match, match.date, folder)


def test_everybody_has_a_face_of_their_own() -> None:
    assert set(faces()) == set(OPPONENTS)
    assert len({strokes for _colour, strokes in faces().values()}) == len(CAST)


# -- the new match ---------------------------------------------------------------------------------


def test_an_opponent_is_chosen_by_keys_and_given_up_for_a_level() -> None:
    app = make_app(NewMatchScene("multiplicity"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    scene.form.focus("opponent-1")
    press(app, "accept")
    assert isinstance(app.scene, PickOpponentScene)
    assert "about level 6" in texts(app)
    press(app, "right", "accept")
    assert scene_of(app) is scene
    assert scene.draft.seats[1].opponent == CAST[1].key
    said = " ".join(texts(app))
    assert "Hazel: Likes company" in said
    assert "Plays at about level 2." in said
    assert scene.draft.spec().seats[1] == SeatSpec("engine", 2, "Hazel", "hazel")
    scene.form.focus("opponent-1")
    press(app, "accept")
    picker = app.scene
    assert isinstance(picker, PickOpponentScene)
    click(app, picker.form.get("level").rect.center)
    assert scene.draft.spec().seats[1] == SeatSpec("engine", 4)
    app.close()


@pytest.mark.parametrize(("wins", "losses", "level"), [(3, 0, 2), (0, 2, 1), (0, 0, 4)])
def test_the_first_new_match_offers_the_next_level(wins: int, losses: int, level: int) -> None:
    for number in range(wins + losses):
        keep(finished(number, number < wins, level=1), games_folder())
    app = make_app(NewMatchScene("multiplicity"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    assert scene.draft.spec().seats[1] == SeatSpec("engine", level)
    app.close()


def test_escape_and_a_click_beside_the_cards_leave_who_sat_there() -> None:
    app = make_app(NewMatchScene(draft=drafted("multiplicity")))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    scene.draft.seats[1].opponent = "moss"
    scene.resize()
    ways: list[Callable[[], None]] = [lambda: press(app, "cancel"), lambda: click(app, (4, 4))]
    for leave in ways:
        scene.form.focus("opponent-1")
        press(app, "accept")
        assert isinstance(app.scene, PickOpponentScene)
        leave()
        assert scene_of(app) is scene
        assert scene.draft.seats[1].opponent == "moss"
    app.close()


def test_echo_plays_at_the_level_of_the_person() -> None:
    for number in range(4):
        keep(finished(number, won=True), games_folder())
    app = make_app(NewMatchScene("multiplicity"))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    scene.draft.seats[1].opponent = ECHO
    scene.resize()
    assert "About your strength: level 6." in " ".join(texts(app))
    assert scene.draft.spec().seats[1] == SeatSpec("engine", 6, "Echo", ECHO)
    scene.draft.take_setup("libra size=4")  # another setup, which has other results
    scene.resize()
    assert scene.draft.level_of(scene.draft.seats[1]) == 3
    app.close()


def test_a_draft_keeps_the_opponent_and_forgets_one_it_does_not_know() -> None:
    draft = drafted("libra")
    draft.seats[1].opponent = "otto"
    kept = draft.kept()
    assert MatchDraft.from_kept("libra", kept).seats[1].opponent == "otto"
    kept["seats"][1]["opponent"] = ["nobody"]
    assert MatchDraft.from_kept("libra", kept).seats[1].opponent == ""


# -- in play, and after it -------------------------------------------------------------------------


def test_cards_and_result_name_the_opponent() -> None:
    match = finished(0, won=True, key="juno", level=5)
    app = make_app(PlayScene(match.spec, keep=False))
    said = texts(app)
    assert "Juno" in said
    assert "about level 5" in said
    app.show(ResultScene(match))
    app.frame(FRAME)
    assert "against Juno, about level 5" in texts(app)
    assert "“You found a way past me. I shall close it.”" in texts(app)
    app.close()


@pytest.mark.parametrize(("loser", "words"), [(0, "Hold the middle"), (None, "I did not give way")])
def test_an_opponent_has_words_for_a_game_it_has_not_lost(loser: int | None, words: str) -> None:
    seats = (SeatSpec("person", name="Ada"), SeatSpec("engine", 5, "Juno", "juno"))
    match = Match(MatchSpec("multiplicity size=3", seats))
    draw = Outcome("draw", (), "agreed")
    match.submit_or_raise(Close(draw) if loser is None else Resign(loser))
    app = make_app(ResultScene(match))
    app.frame(FRAME)
    assert any(words in said for said in texts(app))
    app.close()


def test_an_opponent_greets_before_the_first_turn_alone() -> None:
    match = finished(0, won=True, key="juno", level=5)
    spec = replace(match.spec, position=None)
    greeting = "Juno: The middle is mine. You may have the rest."
    app = make_app(PlayScene(spec, keep=False))
    app.frame(FRAME)
    assert [toast.text for toast in app.toasts.live] == [greeting]
    app.close()
    begun = Match(spec)
    begun.play(begun.legal()[0])
    app = make_app(PlayScene(spec, begun, keep=False))
    app.frame(FRAME)
    assert app.toasts.live == []
    app.close()


# -- statistics ------------------------------------------------------------------------------------


def read(scene: StatisticsScene) -> None:
    """Wait for the thread that reads the records."""
    for thread in threading.enumerate():
        if thread.name == "statistics":
            thread.join(10)


def test_statistics_are_reached_from_the_high_scores_and_filtered_by_game() -> None:
    folder = games_folder()
    for number, won in enumerate((True, True, False)):
        keep(finished(number, won, "pip", 1), folder)
    keep(finished(3, False, level=6), folder)
    keep(finished(4, True, "pip", 1, "libra size=3 mode=target target=1"), folder)
    app = make_app(ScoresScene("libra"))
    form_of(app.scene).focus("statistics")
    press(app, "accept")
    scene = app.scene
    assert isinstance(scene, StatisticsScene)
    read(scene)
    wait(app, 0.2)
    assert [line.opponent for line in scene.lines] == ["pip"]
    assert "about your strength: level" in " ".join(texts(app))
    scene.form.focus("game")
    press(app, "left", "left", "left")
    assert scene.game == ""
    said = texts(app)
    assert "5 games against the engine, 3 won" in said
    assert "Pip · Level 1" in said
    assert "Level 6" in said
    press(app, "cancel")
    assert isinstance(app.scene, ScoresScene)
    app.close()


def test_statistics_without_room_for_new_games_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_collection: GameCollection) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    keep(finished(1, True, "pip", 1), games_folder())
    monkeypatch.setattr(GameCollection, "catch_up", full)
    app = make_app(StatisticsScene("less"))
    assert isinstance(app.scene, StatisticsScene)
    read(app.scene)
    wait(app, 0.2)
    assert "the disk is full" in texts(app)
    app.close()


def test_no_games_yet_is_said_in_words() -> None:
    app = make_app(StatisticsScene("less"))
    assert isinstance(app.scene, StatisticsScene)
    read(app.scene)
    wait(app, 0.2)
    assert "No finished games" in " ".join(texts(app))
    app.close()
