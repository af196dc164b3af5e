"""The commands of `main.py correspondence` print, save, refuse and return what they should."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest

from game.correspondence import game as games
from game.correspondence.command import main
from game.correspondence.errors import CorrespondenceError
from game.correspondence.game import DAY_S, CorrespondenceGame

NEW = ("new", "libra", "size=3", "--names", "Anna, Bernd")
URL = "https://club.example/play"
NOW = 2e9


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: NOW)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(capsys)


class Told:
    """A helper that runs commands and returns the lines that they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str, code: int = 0) -> list[str]:
        assert main(words) == code
        return self._capsys.readouterr().out.splitlines()


def only_game() -> CorrespondenceGame:
    (game,) = games.load_all()
    return game


def first_turn() -> str:
    match = only_game().match
    while not match.turns or match.history.begun is not None:
        match.play(match.legal()[0])
    return match.turns[-1].text


def test_a_game_is_begun_shown_played_and_listed(told: Told) -> None:
    begun = told(*NEW, "--days", "3")
    number = only_game().number
    assert begun == ["Libra: Anna - Bernd (Anna to move)", "", only_game().text()]
    assert told("list") == [
        f"{number[:6]}  Libra: Anna - Bernd (Anna to move), your turn, 3.0 days left"
    ]
    turn = first_turn()
    played = told("play", number[:6], turn)
    assert played == [f"Libra: Anna - Bernd, 1. {turn} (Bernd to move)", "", only_game().text()]
    shown = told("show", number)
    assert shown[-3:] == played
    assert any(turn in line for line in shown[:-3])
    assert told("list") == [f"{number[:6]}  {played[0]}, 3.0 days left"]
    told("play", number, "resign")
    assert told("list") == [f"{number[:6]}  Libra: Anna - Bernd, 1. {turn} (over)"]


def test_a_turn_whose_time_is_over_is_listed_as_such(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(*NEW, "--days", "1")
    monkeypatch.setattr(time, "time", lambda: NOW + DAY_S)
    assert told("list")[0].endswith("(Anna to move), your turn, time over")


def test_games_that_wait_for_a_turn_from_here_are_listed_first(told: Told) -> None:
    for names, seat in (("Over,B", "1"), ("Theirs,B", "2"), ("Later,B", "1")):
        told("new", "libra", "size=3", "--names", names, "--seat", seat)
    over = next(game for game in games.load_all() if game.names[0] == "Over")
    told("play", over.number, "resign")
    assert [line.split()[2] for line in told("list")] == ["Later", "Theirs", "Over"]


def test_a_text_is_taken_from_words_or_from_the_input(
    told: Told, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(*NEW)
    text = told("play", only_game().number, first_turn())[-1]
    half = len(text) // 2
    split = ("Hello", text[:half], text[half:])  # a terminal cuts the pasted text
    for words in (split, ()):
        monkeypatch.setenv("LESS_IS_MORE_HOME", str(home / str(len(words))))
        with (home / "mail").open("w+", encoding="utf-8") as mail:
            mail.write("" if words else text)
            mail.seek(0)
            monkeypatch.setattr(sys, "stdin", mail)
            (line,) = told("take", *words)
        assert line.startswith(f"{only_game().number[:6]}  Libra: Anna - Bernd, 1. ")
        assert line.endswith("(Bernd to move), your turn")


@pytest.mark.parametrize("url", [URL, f"{URL}/"])
def test_a_hosted_game_gives_every_seat_a_link_of_its_own(told: Told, url: str) -> None:
    links = told(*NEW, "--hosted", url)
    codes = only_game().codes
    assert links == [f"Anna: {URL}/#{codes['0']}", f"Bernd: {URL}/#{codes['1']}"]
    assert codes["0"] != codes["1"]
    assert only_game().own == ()
    assert only_game().url == f"{URL}/"
    with pytest.raises(CorrespondenceError) as why:
        told("play", only_game().number, first_turn())
    assert why.value.code == "hosted"


def test_reminders_tell_of_what_waits_here_or_at_a_host(told: Told) -> None:
    told(*NEW, "--seat", "2")
    assert told("remind") == []
    told(*NEW)
    told(*NEW, "--hosted", URL)
    number = {bool(game.url): game.number[:6] for game in games.load_all() if game.own != (1,)}
    sentence = "Libra: Anna - Bernd (Anna to move)"
    assert sorted(told("remind")) == sorted(
        [f"{number[False]}  {sentence}, your turn", f"{number[True]}  {sentence}: {URL}/"]
    )


def test_a_hosted_game_that_is_over_waits_for_nobody(told: Told) -> None:
    told(*NEW, "--hosted", URL)
    game = only_game()
    game.own = (0,)
    game.play("resign", NOW)
    game.own = ()
    games.save(game)
    assert told("remind") == []


def test_a_reminder_runs_the_command_and_tells_whether_one_failed(
    told: Told, tmp_path: Path
) -> None:
    told(*NEW)
    told(*NEW)
    notes = tmp_path / "notes"
    script = tmp_path / "remind.py"
    script.write_text(
        "import sys\n"
        f"notes = open({str(notes)!r}, 'a')\n"
        "notes.write(sys.argv[1] + '\\n')\n"
        "sys.exit(notes.tell() < 90)\n"  # the first of the two commands fails
    )
    command = shlex.join([sys.executable, str(script)])
    assert told("remind", "--run", command, code=1) == []
    lines = notes.read_text().splitlines()
    assert sorted(line[:6] for line in lines) == sorted(one.number[:6] for one in games.load_all())
    assert told("remind", "--run", command) == []


@pytest.mark.parametrize("command", ["no-such-program-of-anybody", "'"])
def test_a_command_that_cannot_be_run_is_named(told: Told, command: str) -> None:
    told(*NEW)
    with pytest.raises(CorrespondenceError) as why:
        told("remind", "--run", command)
    assert why.value.code == "command"
    assert command in str(why.value)
    assert len(str(why.value)) > len(command) + 10
