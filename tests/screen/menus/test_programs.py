"""Another program is added as an opponent, tried, chosen and played; failures are explained."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from game.platform.paths import ROOT
from game.screen.app.app import App
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.pick_list import PickOpponentScene
from game.screen.menus.program_form import ProgramScene
from game.screen.menus.programs import ProgramsScene
from game.screen.play.engine_trouble import EngineTroubleDialog
from game.screen.play.scene import PlayScene
from game.screen.start import named_seat
from game.table.high_scores import candidates
from game.table.match import Match
from game.table.programs import Program, load_programs, programs_file, save_programs
from game.table.record import dump, load
from game.table.seat_statistics import strongest_engine
from game.table.spec import MatchSpec, SeatSpec
from game.table.win_loss import read_result
from tests.screen.play.play_helpers import frames, playing
from tests.screen.screens import FRAME, click, make_app, press, scene_of, texts, write
from tests.support.waiting import until

GAME = "multiplicity"
SETUP = "multiplicity size=3"
BOT = Program("One ply", sys.executable, "-m examples.bot", games=(GAME, "libra"))
LIAR = (
    "import sys\n"
    "for line in sys.stdin:\n"
    "    word = line.split()[0]\n"
    "    if word == 'ugi': print('ugiok')\n"
    "    elif word == 'isready': print('readyok')\n"
    "    elif word == 'go': print('bestmove z99')\n"
    "    elif word == 'quit': break\n"
)
SEATS = (SeatSpec("engine", 10, "One ply", program="One ply"), SeatSpec("person", name="Ada"))


@pytest.fixture(autouse=True)
def at_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def on(app: App, met: Callable[[], bool]) -> bool:
    return until(met, step=lambda: app.frame(FRAME))


def fill(app: App, scene: ProgramScene, name: str, text: str) -> None:
    scene.form.focus(name)
    write(app, text)


def test_a_program_is_added_tried_chosen_and_played_against() -> None:
    app = make_app(NewMatchScene(GAME))
    new_match = app.scene
    assert isinstance(new_match, NewMatchScene)
    new_match.form.focus("opponent-1")
    press(app, "accept")
    picker = app.scene
    assert isinstance(picker, PickOpponentScene)
    picker.form.focus("program")
    press(app, "accept")
    programs = app.scene
    assert isinstance(programs, ProgramsScene)
    assert "Nothing found" in texts(app)
    press(app, "accept")  # the list is empty, so "Add" has the focus
    form = app.scene
    assert isinstance(form, ProgramScene)
    fill(app, form, "name", "One ply")
    fill(app, form, "path", sys.executable)
    fill(app, form, "arguments", "-u -m examples.bot")
    click(app, form.form.get("try").rect.center)
    trial = form.trial
    assert trial is not None
    assert on(app, lambda: not trial.running)
    assert trial.works == {GAME: True}
    said = " ".join(texts(app))
    assert " after " in said
    assert "One ply" in said
    click(app, form.form.get("save").rect.center)
    assert scene_of(app) is programs
    assert [row.value for row in programs.found] == ["One ply"]
    click(app, programs.form.get("use").rect.center)
    assert scene_of(app) is new_match
    assert new_match.draft.spec().seats[1] == SeatSpec("engine", 10, "One ply", program="One ply")
    assert "One ply is another program." in " ".join(texts(app))
    kept = new_match.draft.from_kept(GAME, new_match.draft.kept())
    assert kept.seats[1].program == "One ply"
    new_match.draft.options.take({"size": 3})
    click(app, new_match.form.get("start").rect.center)
    play = app.scene
    assert isinstance(play, PlayScene)
    play.match.play(play.match.legal()[0])
    assert on(app, lambda: len(play.match.turns) == 2)
    assert "Another program" in [card.kind for card in play.cards()]
    app.close()


def test_what_cannot_be_started_is_said_before_it_is_saved() -> None:
    app = make_app(ProgramScene(game=GAME))
    form = app.scene
    assert isinstance(form, ProgramScene)
    for name, text, words in (
        ("", "", "give the program a name"),
        ("name", "Hex", "say which file is to be started"),
        ("path", "/no/such/file", "no program is found at “/no/such/file”"),
    ):
        if name:
            fill(app, form, name, text)
        click(app, form.form.get("save").rect.center)
        assert words in texts(app)
    assert load_programs() == ((), "")
    app.close()


def test_a_trial_says_what_is_wrong() -> None:
    app = make_app(ProgramScene(game=GAME))
    form = app.scene
    assert isinstance(form, ProgramScene)
    form.program = Program("Liar", sys.executable, f'-u -c "{LIAR}"', games=(GAME,))
    form.try_it()
    trial = form.trial
    assert trial is not None
    assert on(app, lambda: not trial.running)
    assert trial.found == {GAME: "no legal turn: z99"}
    assert "no legal turn: z99" in texts(app)
    app.close()


def test_one_that_plays_something_illegal_says_so_on_its_card_and_a_person_plays_on() -> None:
    save_programs([replace(BOT, arguments=f'-u -c "{LIAR}"')])
    with playing(SETUP, SEATS) as (app, scene):
        assert until(lambda: isinstance(app.scene, EngineTroubleDialog), step=lambda: frames(app))
        assert scene.cards()[0].note == "no legal turn: z99"
        dialog = app.scene
        assert isinstance(dialog, EngineTroubleDialog)
        app.draw()
        assert {"again", "ours", "person"} <= {one.name for one in dialog.form.widgets}
        click(app, dialog.form.get("ours").rect.center)
        seat = scene.match.spec.seats[0]
        assert (seat.kind, seat.program) == ("engine", "")


def test_one_that_is_not_on_this_computer_is_named() -> None:
    with playing(SETUP, SEATS) as (app, _scene):
        assert until(lambda: isinstance(app.scene, EngineTroubleDialog), step=lambda: frames(app))
        dialog = app.scene
        assert isinstance(dialog, EngineTroubleDialog)
        assert dialog.why == "there is no program “One ply” on this computer"


def test_a_new_match_with_a_program_that_is_gone_does_not_begin() -> None:
    app = make_app(NewMatchScene(GAME))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    scene.draft.seats[1].program = "One ply"
    scene.resize()
    click(app, scene.form.get("start").rect.center)
    assert scene_of(app) is scene
    assert any("there is no program “One ply”" in text for text in texts(app))
    save_programs([replace(BOT, games=("libra",))])
    click(app, scene.form.get("start").rect.center)
    assert any("One ply does not play Multiplicity" in text for text in texts(app))
    app.close()


def test_a_record_names_the_program_and_nothing_that_could_be_started() -> None:
    save_programs([BOT])
    match = Match(MatchSpec(SETUP, SEATS))
    text = dump(match)
    assert "examples.bot" not in text
    assert load(text).spec.seats[0] == SEATS[0]
    assert "program" not in dump(Match(MatchSpec(SETUP, (SeatSpec(), SeatSpec("engine", 3)))))


def test_its_games_count_for_no_level() -> None:
    match = Match(MatchSpec(SETUP, SEATS), date="2026-11-01T10:00:00")
    while not match.over:
        match.play(match.legal()[0])
    assert strongest_engine(match) == 0
    assert candidates(match) == {}
    import json

    assert read_result(json.loads(dump(match))) is None


def test_a_damaged_list_is_kept_aside_and_said() -> None:
    programs_file().write_text('{"version": 1, "programs": [{"name": 3}]}', encoding="utf-8")
    found, words = load_programs()
    assert found == ()
    assert "programs.json was damaged" in words
    assert list(programs_file().parent.glob("programs*"))


def test_a_seat_is_named_on_the_command_line() -> None:
    save_programs([BOT])
    assert named_seat("program:One ply") == SEATS[0]


def test_its_options_are_written_as_a_text() -> None:
    assert replace(BOT, options="Hash = 16; Play Style=wild;").values == {
        "Hash": "16",
        "Play Style": "wild",
    }
