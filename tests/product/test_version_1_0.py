"""One file of each kind, written by version 1.0, is opened by every later version.

Version 1.0 itself wrote the files in tests/data/v1.0, which must never be changed.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from game.library.collection import GameCollection
from game.library.database import Database, database_path
from game.platform.settings import Settings, load_settings
from game.platform.storage import games_folder
from game.puzzles import practice, progress_store
from game.puzzles.catalogue import own_puzzles
from game.solo import scores as solo
from game.table import high_scores
from game.table.record import dump, load
from game.table.record_files import read_match, recover, running_path

FILES = Path(__file__).parents[1] / "data" / "v1.0"


def laid(name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FILES / name, path)


def test_settings() -> None:
    settings, message = load_settings(FILES / "settings.json")
    assert message == ""
    assert settings == Settings(
        theme="night",
        language="fr",
        font_scale=1.15,
        animation_speed=1.5,
        reduced_motion=True,
        coordinates=True,
        confirm_turns=True,
        large_touch=True,
        volume=0.5,
        signs_volume=0.4,
        music_volume=0.2,
        music_in_play=True,
        mute=True,
        speech=True,
        speech_rate=1.25,
        fullscreen=True,
        light=True,
        attract_delay=60,
        window=(1280, 800),
        keys={"hint": ("f1",)},
        names=("Ada", "Ben"),
        initials="ADA",
        matches={"libra": {"size": 5}},
        board_link="sim",
        guided=("less",),
        boards=("sim",),
    )


def test_a_running_game_with_clocks_and_an_opponent() -> None:
    laid("running.json", running_path())
    match, message = recover()
    assert message == ""
    assert match is not None
    assert [seat.name for seat in match.spec.seats] == ["Ada", "Juno"]
    assert match.spec.seats[1].opponent == "juno"
    assert len(match.entries) == 6
    assert match.clock.left is not None


def test_a_reviewed_game() -> None:
    match = read_match(FILES / "reviewed.json")
    assert match.over
    assert match.tree is not None
    notes = [match.tree.node(number).note for number, _depth in match.tree.walk()]
    assert [note.comment for note in notes if note] == ["Why not here?"]
    assert match.evaluations[match.history.start].chance == 0.52
    assert load(dump(match)).outcome == match.outcome


def test_the_library() -> None:
    laid("library.sqlite", database_path())
    laid("reviewed.json", games_folder() / "2026-11-22T12-00-00-multiplicity.json")
    with Database() as database:
        assert database.writable
        assert database.value("SELECT count(*) FROM games") == 1
        GameCollection(database).catch_up()
        assert database.value("SELECT count(*) FROM games") == 1


def test_lists_of_the_best() -> None:
    table, message = high_scores.load_scores(FILES / "scores.json")
    assert message == ""
    assert table["less"]["fastest"] == (high_scores.HighScore(14, 4, "ADA", "2026-11-22T10:00:00"),)
    assert table["more-or-less"]["train"][0].value == 6
    alone, message = solo.load(FILES / "solo.json")
    assert message == ""
    assert alone["less-home"][0].score == 17


def test_what_was_solved_and_puzzles_of_ones_own() -> None:
    laid("progress.json", progress_store.path())
    laid("own-puzzles.json", practice.file())
    kept, message = progress_store.load()
    assert message == ""
    assert (kept.rating, kept.solved, kept.best_run) == ((26.1, 7.9), 1, 7)
    assert kept.days == ["2026-11-21", "2026-11-22"]
    puzzles, complaint = own_puzzles()
    assert complaint == ""
    assert {puzzle.id for puzzle in puzzles} == set(kept.puzzles)
