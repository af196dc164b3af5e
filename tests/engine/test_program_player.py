"""Another program plays: it gets standard commands and limits, and our rules judge its turns."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from game.engine.protocol.program_player import ENDLESS, FLOOD, NICENESS, ProgramPlayer
from game.engine.protocol.restarting_player import RestartingPlayer
from game.engine.search.analysis import SearchLimits
from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.programs import PositionByText, PositionByTurns
from game.table.spec import two_people
from tests.support.clocks import ManualClock
from tests.support.waiting import until

GAME = parse_setup("multiplicity size=3")
TURN = (GAME.legal(GAME.start())[0],)
BEGIN = (
    "import sys, os, time\n"
    "for line in sys.stdin:\n"
    "    word = line.split()[0]\n"
    "    if word == 'ugi': print('id name Hex Machina\\nid author A. Stranger\\n"
    "option name Hash type spin default 1\\nugiok')\n"
    "    elif word == 'isready': print('readyok')\n"
    "    elif word == 'quit': break\n"
)
LIMITS = SearchLimits(movetime=1.0)


def made(script: str, time: ManualClock | None = None, **values: str) -> ProgramPlayer:
    command = [sys.executable, "-u", "-c", script]
    return ProgramPlayer(GAME, command, values, PositionByText(GAME), time or ManualClock(0.0))


def asked(player: ProgramPlayer, met: Callable[[], bool]) -> bool:
    player.start(GAME.start(), LIMITS)
    return until(met)


def done(player: ProgramPlayer) -> bool:
    found = player.poll()
    return found is not None and found.done


def test_it_introduces_itself_before_it_is_asked_anything(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    note = f"    open({str(heard)!r}, 'a').write(line)\n"
    answer = f"    if word == 'go': print('bestmove {TURN[0].text}')\n"
    player = made(BEGIN + note + answer, Hash="16")
    assert asked(player, lambda: done(player))
    assert (player.program, player.author) == ("Hex Machina", "A. Stranger")
    assert player.offered == ["Hash"]
    found = player.poll()
    assert found is not None
    assert found.best == TURN
    assert heard.read_text().splitlines() == [
        "ugi",
        "setoption name Hash value 16",
        "setoption name Setup value multiplicity size=3",
        "isready",
        "position setup multiplicity size=3",
        "go movetime 1000",
    ]
    player.close()
    assert until(lambda: player.ended)


def test_it_leaves_the_processor_to_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "PRIO_PROCESS", 0, raising=False)
    monkeypatch.setattr(
        os, "setpriority", lambda _which, pid, steps: given.append((pid, steps)), raising=False
    )
    player = made(BEGIN)
    assert until(lambda: player.ready, step=player.poll)
    assert player.process is not None
    assert given == [(player.process.pid, NICENESS)]
    player.close()


HOSTILE = {
    "endless line": ("while True: os.write(1, b'x' * 65536)", ENDLESS),
    "endless lines": ("while True: os.write(1, b'info string x\\n' * 4096)", FLOOD),
    "endless thoughts": ("while True: os.write(1, b'info depth 1 score 3 pv a1\\n' * 999)", FLOOD),
    "no turn": ("print('bestmove z99')", "no legal turn: z99"),
    "nothing": ("print('bestmove')", "no legal turn: –"),
    "too much": (f"print('bestmove {TURN[0].text},{TURN[0].text}')", "no legal turn: "),
    "dies": ("os._exit(3)", "the engine stopped"),
    "no text": ("os.write(1, b'\\xff\\xfe\\n')", "the engine stopped"),
    "closes": ("os.close(1); time.sleep(60)", "the engine stopped"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_wrong_is_said_in_words(kind: str) -> None:
    deed, words = HOSTILE[kind]
    player = made(BEGIN + f"    elif word == 'go':\n        {deed}\n")
    assert asked(player, lambda: bool(player.problem))
    assert player.problem.startswith(words)
    player.close()
    assert until(lambda: player.ended)


def assert_given_up(player: ProgramPlayer | RestartingPlayer, time: ManualClock) -> None:
    """Let time pass until the player is given up because it does not answer."""

    def step() -> None:
        player.poll()
        time.now += 0.5

    assert until(lambda: bool(player.problem), step=step)
    assert player.problem == "the engine does not answer"


def test_one_that_speaks_no_ugi_is_given_up() -> None:
    time = ManualClock(0.0)
    player = made("import sys\nfor line in sys.stdin: pass", time)
    player.start(GAME.start(), LIMITS)

    assert_given_up(player, time)
    player.close()


def test_a_flood_before_it_is_ready_ends_it() -> None:
    player = made("import os\nwhile True: os.write(1, b'hello\\n' * 999)")
    assert asked(player, lambda: bool(player.problem))
    assert player.problem == FLOOD
    player.close()


def test_it_may_be_silent_while_it_searches() -> None:
    time = ManualClock(0.0)
    player = made(BEGIN, time)
    assert until(lambda: player.ready, step=player.poll)
    player.start(GAME.start(), LIMITS)
    for _look in range(200):
        player.poll()
        time.now += 0.5
    assert player.problem == ""
    player.close()


def test_a_restarted_one_gives_up_one_that_never_answers() -> None:
    time, made_of = ManualClock(0.0), list[ProgramPlayer]()

    def make() -> ProgramPlayer:
        made_of.append(made(BEGIN, time))
        return made_of[-1]

    player = RestartingPlayer(GAME, make, time)
    player.start(GAME.start(), LIMITS)

    assert_given_up(player, time)
    assert len(made_of) == 4


def test_figures_are_believed_within_bounds_alone() -> None:
    told = (
        "print('info depth 3 score 99999 nodes 7 proof win pv {turn}\\n"
        "info multipv 1 depth 3 action {turn} value nan share 1\\n"
        "info multipv 2 depth 3 action {turn} value 0.5 share 0.25\\nbestmove {turn}')"
    ).format(turn=TURN[0].text)
    player = made(BEGIN + f"    elif word == 'go': {told}\n")
    assert asked(player, lambda: done(player))
    found = player.poll()
    assert found is not None
    assert (found.value, found.proof, found.nodes) == (1.0, "", 7)
    assert [one.value for one in found.candidates] == [0.5]
    player.close()


def test_a_position_is_told_by_its_turns_and_by_its_text() -> None:
    match = Match(two_people("multiplicity size=3"))
    lead = PositionByTurns(match.game, match.state, lambda: match.turns)
    assert lead(match.state) == ""
    match.play(TURN[0])
    assert lead(match.state) == f"moves {TURN[0].text}"
    match.play(match.legal()[0])  # the first of the turn's two stones
    begun = f"moves {TURN[0].text} {match.turns[-1].text}"
    assert lead(match.state) == begun
    before = match.turns[-1].before
    assert lead(before) == f"fen {match.game.position_text(before)}"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no process groups")
@pytest.mark.parametrize("ends_by_itself", [False, True])
def test_what_it_has_started_ends_with_it(tmp_path: Path, ends_by_itself: bool) -> None:
    """The program's endless child holds one end of a pipe; the other end shows when it is gone."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    hold = f"held = open({str(pipe)!r}, 'w'); held.write('x'); held.flush()"
    child = f"import time; {hold}; time.sleep(9e6)"
    start = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}])\n"
    answer = f"    if word == 'go': print('bestmove {TURN[0].text}')\n"
    hang = "time.sleep(9e6)\n" if not ends_by_itself else ""
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        player = made(start + BEGIN + answer + hang)
        assert asked(player, lambda: done(player))
        assert until(lambda: read_now(reader) == b"x")
        player.close()
        assert until(lambda: read_now(reader) == b"")
    finally:
        os.close(reader)


def read_now(reader: int) -> bytes | None:
    """Return a byte from a pipe; b"" if all writers are gone, None if there is nothing to read."""
    try:
        return os.read(reader, 1)
    except BlockingIOError:
        return None
