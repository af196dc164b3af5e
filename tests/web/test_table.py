"""A tab's table, in this process, answers the page's messages with the right messages."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
import zlib
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from game.platform.storage import games_folder
from game.rules.proposals import Play, Resign
from game.table import record
from game.table.match import Match
from game.table.record_address import packed
from game.table.spec import MatchSpec, SeatSpec
from tests.library.test_drawn_exports import drawn_on
from tests.support.own_looks import write_look
from tests.web.tab import SETUP, Json, Tab, begin
from web.engine import EngineWorker

PIP = "pip"
# Maximum characters of a message; maximum seconds of processor time for a request of any size.
MOST_SAID, SOON_S = 300, 10.0
# Modules that a browser does not have.
ABSENT = ["pygame", "numpy", "numba", "serial", "starlette", "websockets"]


@pytest.mark.parametrize("worker", ["web.table", "web.engine"])
def test_a_worker_needs_nothing_that_a_browser_has_not(worker: str) -> None:
    script = f"import sys; sys.modules.update(dict.fromkeys({ABSENT})); import {worker}"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_what_says_why_a_move_is_none_needs_no_more(tmp_path: Path) -> None:
    script = tmp_path / "asks.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        f"sys.modules.update(dict.fromkeys({ABSENT}))\n"
        "from game.rules.registry import GAMES, parse_setup, usual_setup\n"
        "from game.screen.plugin.typed_moves import why_not_played\n"
        "for game in (parse_setup(usual_setup(one.key)) for one in GAMES):\n"
        "    last = game.topology.points[-1]\n"
        "    assert why_not_played(game, game.start(), [f'{last}-{last}'])\n"
    )
    subprocess.run([sys.executable, str(script)], check=True)


@pytest.mark.parametrize(
    ("setup", "turns", "typed", "why"),
    [
        ("multiplicity size=3", "c3", "c3", "c3 is taken."),
        ("less seed=2", "", "e1-d2", "Pieces go up, down, left or right, never diagonally."),
        ("libra size=3", "", "Wz9", "z9"),
        ("more-or-less", "", "e5", "The very first counter goes on the centre of the board."),
    ],
)
def test_a_typed_move_that_is_none_is_told_why(
    tab: Tab, setup: str, turns: str, typed: str, why: str
) -> None:
    begin(tab, setup=setup, turns=turns)
    tab.play(typed)
    assert tab.until(lambda: bool(tab.answers()))
    answer = last(tab, "answer")
    assert not answer["accepted"]
    assert why in answer["words"]["en"]
    assert answer["words"]["de"] != answer["words"]["en"]


def test_a_whole_game_against_the_engine_is_kept(tab: Tab) -> None:
    begin(tab, PIP)
    match = tab.table.match
    assert match is not None
    while not match.over:
        assert tab.until(lambda: bool(tab.choices) or match.over)
        if tab.choices:
            tab.play()
    assert all(answer["accepted"] for answer in tab.answers())
    assert tab.until(lambda: len(tab.ask("games")["games"]) == 1)
    (game,) = tab.ask("games")["games"]
    assert game["over"]
    assert game["turns"] == len(match.turns)
    kept = tab.ask("export", file=game["file"])
    assert record.load(kept["text"]).outcome == match.outcome


def test_two_people_sit_where_they_are_to_move(tab: Tab) -> None:
    begin(tab)
    assert tab.seat == 0
    tab.play("c3")
    assert tab.until(lambda: tab.seat == 1 and bool(tab.choices))
    tab.play("c2")
    tab.until(lambda: bool(tab.choices))
    tab.play()
    assert tab.until(lambda: tab.seat == 0)
    assert all(answer["accepted"] for answer in tab.answers())


def test_a_closed_tab_loses_nothing(tab: Tab) -> None:
    begin(tab)
    tab.play("c3")
    assert tab.until(lambda: any(games_folder().glob("running*.json")))
    again = Tab()
    assert again.table.match is not None
    assert [turn.text for turn in again.table.match.turns] == ["c3"]
    assert again.until(lambda: again.seat == 1)


def test_a_game_begins_with_turns_and_from_a_position(tab: Tab) -> None:
    begin(tab, 4, turns="c3 c2,a5", begins="you")
    match = tab.table.match
    assert match is not None
    assert [turn.text for turn in match.turns] == ["c3", "c2,a5"]
    assert [seat.kind for seat in match.spec.seats] == ["person", "engine"]
    assert match.spec.seats[1].level in (3, 4, 5)
    position = match.game.position_text(match.state)
    begin(tab, "pip", position=position, begins="they")
    other = tab.table.match
    assert other is not None
    assert other.state == match.state
    assert [seat.kind for seat in other.spec.seats] == ["engine", "person"]


def test_leaving_puts_the_game_aside_and_it_can_be_taken_up(tab: Tab) -> None:
    begin(tab)
    tab.play("c3")
    tab.say("leave")
    assert tab.table.match is None
    (game,) = tab.ask("games")["games"]
    assert not game["over"]
    assert tab.ask("open", file=game["file"]) == {}
    assert tab.table.match is not None
    assert tab.seat == 1


def test_a_game_of_the_library_that_is_over_is_opened_to_be_looked_at(tab: Tab) -> None:
    begin(tab)
    tab.play("c3")
    first = tab.table.match
    assert first is not None
    first.submit_or_raise(Resign(0))
    tab.go_on()
    turns = [turn.text for turn in first.turns]
    tab.say("leave")
    for _time in range(2):
        (game,) = tab.ask("games")["games"]
        assert game["over"]
        assert tab.ask("open", file=game["file"]) == {}
        match = tab.table.match
        assert match is not None
        assert match.over
        assert [turn.text for turn in match.turns] == turns
        tab.say("leave")


def test_a_game_that_cannot_be_opened_says_why(tab: Tab) -> None:
    begin(tab)
    tab.play("c3")
    tab.say("leave")
    (game,) = tab.ask("games")["games"]
    path = games_folder() / game["file"]
    path.write_text("{", encoding="utf-8")
    assert tab.ask("open", file=game["file"])["error"]


def test_the_flag_of_a_person_falls(tab: Tab) -> None:
    begin(tab, PIP, minutes=0.1)
    match = tab.table.match
    assert match is not None
    assert tab.until(lambda: match.over)
    assert match.outcome is not None
    assert match.outcome.reason == "time"


@pytest.mark.parametrize(
    "request_text",
    [
        "",
        "{",
        "[]",
        '{"ask": "nothing"}',
        '{"ask": "new"}',
        '{"ask": "new", "setup": "chess"}',
        '{"ask": "new", "setup": "libra", "against": "nobody"}',
        '{"ask": "new", "setup": "libra", "minutes": "x"}',
        '{"ask": "new", "setup": "libra", "turns": "a1 zz"}',
        '{"ask": "new", "setup": "libra", "position": "<b>"}',
        '{"ask": "open", "file": "../config/settings.json"}',
        '{"ask": "export", "file": "/etc/passwd"}',
        '{"ask": "import", "text": "{}"}',
        '{"ask": "address"}',
        '{"ask": "address", "record": "<b>"}',
        '{"ask": "lesson", "game": "chess"}',
        '{"ask": "puzzle", "course": "chess", "game": "", "kind": ""}',
        '{"ask": "settings", "theme": "<b>"}',
    ],
)
def test_a_request_that_cannot_be_granted_is_answered_in_words(tab: Tab, request_text: str) -> None:
    answer = json.loads(tab.table.request(request_text))
    assert answer["error"]
    assert tab.table.match is None


def test_a_record_from_elsewhere_comes_to_the_table_and_stays(tab: Tab, tmp_path: Path) -> None:
    begin(tab)
    tab.play("c3")
    text = tab.ask("record")["text"]
    tab.say("leave")
    for path in games_folder().glob("*.json"):
        path.unlink()
    assert tab.ask("import", text=text) == {}
    assert tab.table.match is not None
    assert [turn.text for turn in tab.table.match.turns] == ["c3"]
    tab.say("leave")
    assert tab.ask("games")["games"]


def test_a_game_in_an_address_is_reviewed_and_not_kept(tab: Tab) -> None:
    begin(tab)
    match, dice = tab.table.match, random.Random(4)
    assert match is not None
    while not match.over:
        match.submit_or_raise(Play((dice.choice(match.legal()),)))
    signs = packed(match)
    assert tab.until(lambda: len(tab.ask("games")["games"]) == 1)
    for path in games_folder().glob("*.json"):
        path.unlink()
    assert tab.ask("address", record=signs) == {}
    shown = tab.table.match
    assert shown is not None
    assert shown is not match
    assert shown.outcome == match.outcome
    assert tab.until(lambda: bool(last(tab, "story")["turns"]))
    assert tab.ask("games")["games"] == []


def signs_of(content: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(content, 9)).decode()


STORM = (
    {"type": "look", "turn": 0, "tried": []},
    {"type": "propose", "number": 1, "run": "", "seen": 0, "proposal": {"is": "hint"}},
    {"type": "follow", "view": "page", "table": "", "run": "", "since": None},
    {"type": "ping", "number": 1},
    {"type": "nothing"},
)


@pytest.mark.parametrize("message", STORM, ids=[str(one["type"]) for one in STORM])
def test_whoever_sends_too_much_at_once_is_told_and_comes_again(tab: Tab, message: Json) -> None:
    begin(tab, PIP)
    assert tab.until(lambda: bool(tab.choices))
    before = len(tab.heard)
    for _message in range(5000):
        tab.table.hear(json.dumps({"v": 1} | message))
    assert [said["type"] for said in tab.heard].count("closed") == 1
    assert len(tab.heard) - before < 1000
    tab.connect()
    assert tab.until(lambda: bool(tab.choices))
    tab.number = 1  # a number that the storm has already used
    tab.play()
    assert tab.until(lambda: any(answer["accepted"] for answer in tab.answers()))


def test_many_matches_one_after_the_other_leave_one(tab: Tab) -> None:
    for _match in range(50):
        begin(tab, PIP)
    assert tab.until(lambda: bool(tab.choices))
    assert len(tab.ask("games")["games"]) == 0  # nothing was played in any of them


@pytest.mark.parametrize(
    "wishes",
    [
        {"ask": "new", "setup": "x" * 1_000_000},
        {"ask": "new", "setup": "libra size=999999999"},
        {"ask": "new", "setup": "less walls=" + "1" * 1_000_000},
        {"ask": "new", "setup": "libra", "position": "[" * 1_000_000},
        {"ask": "new", "setup": "libra", "position": "x" * 1_000_000},
        {"ask": "new", "setup": "libra", "turns": "Wa1 " * 200_000},
        {"ask": "new", "setup": "libra", "minutes": 1e308},
        {"ask": "new", "setup": "multiplicity", "begins": ["you"] * 100_000, "turns": "x" * 9_000},
        {"ask": "address", "record": "A" * 1_000_000},
        {"ask": "address", "record": signs_of(b"[" * 8_000_000)},
        {"ask": "address", "record": signs_of(b'{"setup": "' + b"x" * 8_000_000 + b'"}')},
        {"ask": "drawing", "setup": "more-or-less board=/etc/passwd"},
        {"ask": "drawing", "setup": "libra size=" + "9" * 10_000},
        {"ask": "x" * 1_000_000},
    ],
    ids=lambda wishes: str(wishes)[:40],
)
def test_what_is_far_too_large_is_answered_soon_and_in_few_words(tab: Tab, wishes: Json) -> None:
    begun = time.process_time()
    error = json.loads(tab.table.request(json.dumps(wishes)))
    assert 0 < len(error["error"]) <= MOST_SAID
    assert time.process_time() - begun < SOON_S
    assert tab.table.match is None


def test_the_boards_of_the_rules_look_as_those_of_matches(tab: Tab, tmp_path: Path) -> None:
    seen = []
    for theme in ("walnut", "night"):
        assert tab.ask("settings", theme=theme) == {}
        seen.append(tab.ask("drawing", setup="libra size=5")["board"])
    folder = write_look(tmp_path / "mine")
    files = {path.name: b64encode(path.read_bytes()).decode() for path in folder.iterdir()}
    assert tab.ask("look", files=files) == {}
    own = tab.ask("drawing", setup="libra size=5")["board"]
    begin(tab, setup="libra size=5")
    assert seen[0]["under"] != seen[1]["under"]
    assert "data:image/png;base64," in own["under"]
    assert own == last(tab, "snapshot")["board"]


def test_an_engine_that_is_interrupted_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    said: list[str] = []
    engine = EngineWorker(said.append, lambda: engine.interrupt("a stop"))
    for line in ("setoption name Setup value libra", "position startpos", "go movetime 100000"):
        engine.command(f"a {line}")
    assert said[-1].startswith("a bestmove ")


@pytest.mark.parametrize(
    "line", ["a go infinite", "a go depth x", "a position fen", "a setoption name Level value 99"]
)
def test_what_is_wrong_with_a_line_is_answered(line: str) -> None:
    said: list[str] = []
    EngineWorker(said.append, lambda: None).command(line)
    assert said[0].startswith("a info string error")


def last(tab: Tab, kind: str) -> Json:
    return [said for said in tab.heard if said["type"] == kind][-1]


def test_a_hint_says_what_to_play_and_why(tab: Tab) -> None:
    begin(tab, "pip")
    assert tab.until(lambda: bool(tab.choices))
    tab.number += 1
    fields = {"number": tab.number, "run": tab.run, "seen": tab.seen}
    tab.say("propose", **fields, proposal={"is": "hint"})
    assert tab.until(lambda: any(said["type"] == "hint" for said in tab.heard))
    hint = last(tab, "hint")
    assert hint["points"]
    assert all(point in hint["words"]["en"] for point in hint["points"][:1])
    assert hint["words"]["de"] != hint["words"]["en"]


def test_an_engine_that_cannot_go_on_is_named(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("web.engine.make_bot", fail)
    begin(tab, "pip")
    assert tab.until(lambda: bool(tab.choices))
    tab.play()
    assert tab.until(lambda: any("MemoryError: no room" in str(said) for said in tab.heard))


def test_a_game_that_is_over_is_told_with_its_turning_points(tab: Tab) -> None:
    begin(tab)
    match, dice = tab.table.match, random.Random(4)
    assert match is not None
    while not match.over:
        match.submit_or_raise(Play((dice.choice(match.legal()),)))
    assert tab.until(lambda: bool(last(tab, "story")["turns"]))
    story = last(tab, "story")
    assert all("Turn " in words["en"] and "%" in words["en"] for words in story["words"])
    assert len(story["turns"]) == len(story["words"])


def test_what_is_drawn_on_a_game_from_elsewhere_is_shown(tab: Tab) -> None:
    match = Match(MatchSpec(SETUP, (SeatSpec(), SeatSpec())))
    while not match.over:
        match.submit_or_raise(Play((match.legal()[0],)))
    drawn_on(match, 2)
    assert tab.ask("import", text=record.dump(match)) == {}
    assert tab.until(lambda: any(said["type"] == "drawn" for said in tab.heard))
    (note,) = last(tab, "drawn")["notes"]
    assert note["turn"] == 2
    assert note["marks"]


def test_seats_of_libra_have_roles_once_they_are_known(tab: Tab) -> None:
    begin(tab, setup="libra size=3 mode=bid")
    match = tab.table.match
    assert match is not None
    assert [role["en"] for role in last(tab, "roles")["roles"]] == ["", ""]
    while not last(tab, "roles")["roles"][0]["en"]:
        match.submit_or_raise(Play((match.legal()[0],)))
        tab.go_on()
    assert {role["en"] for role in last(tab, "roles")["roles"]} == {"MORE", "LESS"}


def test_captions_say_what_has_happened(tab: Tab) -> None:
    begin(tab)
    tab.play("c3")
    assert tab.until(lambda: any(said["type"] == "event" for said in tab.heard))
    assert "first stone" in last(tab, "event")["words"]["en"]["caption"]


def test_boards_and_pieces_of_ones_own_are_taken_kept_and_given_back(
    tab: Tab, tmp_path: Path
) -> None:
    folder = write_look(tmp_path / "mine")
    files = {path.name: b64encode(path.read_bytes()).decode() for path in folder.iterdir()}
    begin(tab, setup="libra size=5")
    assert tab.ask("look", files=files) == {}
    assert tab.ask("home")["look"]
    tab.go_on()
    under = [said["board"]["under"] for said in tab.heard if said["type"] == "snapshot"]
    assert "data:image/png;base64," in under[-1]
    bad = {**files, "board.png": b64encode(b"no picture").decode()}
    assert "board.png" in tab.ask("look", files=bad)["error"]
    assert tab.ask("home")["look"]  # the earlier look stays
    assert tab.ask("look", files={}) == {}
    assert not tab.ask("home")["look"]
