"""Every command of the protocol gets its answer or a refusal, each in a new session."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import threading

import pytest

from game.engine.bots.options import LOADED, EngineOptions
from game.engine.protocol import ugi
from game.engine.protocol.commands import (
    go_command,
    info_line,
    option_commands,
    read_limits,
    state_command,
)
from game.engine.protocol.session import UgiSession
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.platform.paths import ROOT
from game.platform.processes import own_command
from game.rules import Action, Game, State, perft
from game.rules.kernel import TURNS
from game.rules.registry import parse_setup
from game.rules.topology import hexagon
from tests.engine.engine_tools import Peer, converse
from tests.support.setups import COUNTED_WALLS
from tests.support.waiting import until


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def errors(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("info string error:")]


def test_ugi_is_answered_with_names_options_and_ugiok() -> None:
    lines = converse("ugi")
    assert lines[0].startswith("id name ")
    assert lines[1].startswith("id author ")
    assert lines[-1] == "ugiok"
    names = [line.split()[2] for line in lines[2:-1]]
    assert {"Setup", "Level", "Threads", "Hash", "Seed"} <= set(names)
    assert "option name Level type spin default 10 min 1 max 10" in lines


def test_ugi_imports_nothing_slow() -> None:
    script = (
        "import io, sys; from game.engine.protocol.ugi import main;"
        "main(io.StringIO('ugi\\nsetoption name Level value 3\\nquit\\n'), io.StringIO());"
        "slow = [m for m in ('numba', 'numpy', 'pygame', 'serial') if m in sys.modules];"
        "sys.exit(' '.join(slow) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("setup", "counts"),
    [
        ("more-or-less", [1, 80, 6320]),
        (f"less walls={COUNTED_WALLS}", [6, 51, 367, 3376]),
        ("less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3", [6, 52, 357]),
        ("multiplicity size=3", [19, 84, 936, 3888]),
        ("multiplicity size=5", [61, 312, 16260]),
        ("libra size=3 mode=target target=5", [38, 1368, 46512]),
    ],
)
def test_perft_counts_of_the_rules(setup: str, counts: list[int]) -> None:
    lines = converse(f"setoption name Setup value {setup}", f"perft {len(counts)}")
    assert lines == [f"perft {n} {count}" for n, count in enumerate(counts, start=1)]


@pytest.mark.slow
def test_longest_perft_of_the_rules() -> None:
    assert converse(f"setoption name Setup value less walls={COUNTED_WALLS}", "perft 5")[-1] == (
        "perft 5 34560"
    )


def test_queries() -> None:
    lines = converse(
        "setoption name Setup value multiplicity size=3",
        "query p1turn",
        "query seat",
        "query gameover",
        "query result",
        "query score",
        "position startpos moves c3",
        "query p1turn",
        "query seat",
        "query legal",
    )
    assert lines[:5] == [
        "response true",
        "response 0",
        "response false",
        "response none",
        "response White 1, Black 1",
    ]
    assert lines[5:7] == ["response false", "response 1"]
    assert set(lines[7].split()[1:]) == {"d3", "c4", "b4", "b3", "c2", "d2"}


def test_positions_are_taken_and_given_as_text() -> None:
    lines = converse(
        "setoption name Setup value multiplicity size=3 opening=free",
        "position fen white=c3 turn=black",
        "query fen",
        "position setup multiplicity size=3 opening=free fen white=c3 moves a3 e3",
        "query fen",
        "position fen white=c3,d3",
        "query seat",
        "d",
    )
    assert lines[:2] == [
        "response white=c3 turns=1 turn=black",
        "response white=c3,e3 black=a3 turns=3 turn=black",
    ]
    assert "2 white and 0 black stones" in errors(lines)[0]
    assert "fen white=c3,e3 black=a3 turns=3 turn=black" in lines


def test_query_after_the_end() -> None:
    grey = ",".join(point for point in hexagon(3).points if point != "c3")
    lines = converse(
        f"setoption name Setup value libra size=3 mode=target target=1 obstacles={grey}",
        "position startpos moves Wc3",
        "query gameover",
        "query result",
        "query legal",
        "go nodes 5",
    )
    assert lines[:3] == ["response true", "response p2win", "response"]
    assert errors(lines) == ["info string error: go: the game is over"]


def test_partners_are_one_side() -> None:
    lines = converse(
        "position setup less seats=4 seed=3 moves pass",
        "setoption name Setup value less seats=4 seed=3",
        "query p1turn",
    )
    assert "'pass'" in errors(lines)[0]
    assert lines[-1] == "response true"


def test_the_last_turn_may_be_begun_only() -> None:
    lines = converse(
        "setoption name Setup value multiplicity size=5",
        "setoption name Seed value 3",
        "position startpos moves e5 e6",
        "query seat",
        "go nodes 20",
    )
    assert lines[0] == "response 1"
    rest = lines[-1].split()
    assert rest[0] == "bestmove"
    assert "," not in rest[1]
    assert errors(lines) == []


def test_a_begun_turn_in_the_middle_is_refused() -> None:
    lines = converse(
        "setoption name Setup value multiplicity size=5",
        "position startpos moves e5 e6 d4",
        "query seat",
    )
    assert lines[-1] == "response 0"
    assert "move 2" in errors(lines)[0]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("position startpos moves e5 zz", "zz"),
        ("position startpos moves e5 e5,a9", "e5"),
        ("position startpos moves e5,e6", "e6"),
        ("position startpos e5", "e5"),
        ("position nonsense", "nonsense"),
        ("position", "startpos"),
        ("position setup chess", "chess"),
        ("position fen", "nothing found"),
        ("position fen white=z9", "'z9'"),
        ("position setup multiplicity size=5 fen moves e5", "nothing found"),
        ("position setup multiplicity size=99 moves e5", "99"),
        ("position setup multiplicity size=5 state 1 2 3", "checksum"),
        ("position setup more-or-less board=/no/such/file", "/no/such/file"),
        ("setoption name Level value 11", "11"),
        ("setoption name Level value x", "x"),
        ("setoption name Setup value libra size=1", "size=1"),
        ("setoption name Engine value stockfish", "stockfish"),
        ("go movetime soon", "soon"),
        ("go nodes", "nodes"),
        ("go p1time 100", "p2time"),
        ("go movetime 9999999999999", "12 digits"),
        ("go movetime -1", "-1"),
        ("go p1time -", "-"),
        ("perft 0", "0"),
        ("perft many", "many"),
        ("query weather", "weather"),
    ],
)
def test_refusals_name_the_word_and_keep_the_position(line: str, names: str) -> None:
    lines = converse(
        "setoption name Setup value multiplicity size=5",
        "position startpos moves e5 e6,a9",
        line,
        "query score",
        "query seat",
    )
    found = errors(lines)
    assert len(found) == 1
    assert names in found[0]
    assert lines[-2:] == ["response White 1, Black 1 = 1×1", "response 0"]


def test_unknown_words_are_ignored() -> None:
    assert converse("", "   ", "hello", "joho query seat", "setoption name Colour value red") == [
        "response 0"
    ]


def test_every_game_answers_go_with_a_legal_turn() -> None:
    for setup in (
        "more-or-less",
        "more-or-less pass=free",
        "less seed=2",
        "less seats=4 seed=2",
        "less reading=first seed=2",
        "libra mode=bid size=3",
        "libra mode=bid size=8",
        "libra size=2",
        "multiplicity size=4 opening=free",
    ):
        lines = converse(
            f"setoption name Setup value {setup}",
            "setoption name Seed value 1",
            "go nodes 30",
        )
        turn = lines[-1].split()[1]
        assert lines[-1].startswith("bestmove ")
        again = converse(f"position setup {setup} moves {turn}", "query gameover")
        assert again == ["response false"]


def test_info_lines_hold_what_the_protocol_promises() -> None:
    lines = converse("setoption name Setup value libra size=3", "go nodes 300")
    info = next(line for line in lines if line.startswith("info depth")).split()
    for word in ("depth", "score", "nodes", "nps", "hashfull", "time"):
        assert info[info.index(word) + 1].lstrip("-").isdigit()
    assert "pv" in info


def test_candidates_are_listed_for_analysis() -> None:
    lines = converse(
        "setoption name Setup value libra size=5", "setoption name Lines value 3", "go nodes 200"
    )
    found = [line.split() for line in lines if line.startswith("info multipv")]
    assert [words[2] for words in found[-3:]] == ["1", "2", "3"]
    for words in found:
        line = words[words.index("pv") + 1 :]
        assert line[0] == words[words.index("action") + 1], "a line begins with its action"
        value, score = (words[words.index(name) + 1] for name in ("value", "score"))
        assert int(score) == pytest.approx(200 * float(value) - 100, abs=0.6)


@pytest.mark.parametrize(
    ("setup", "length"),
    [
        ("more-or-less board=decagon-51 pass=free", 3),
        ("less reading=first seed=4", 3),
        ("libra size=2", 4),
        ("libra size=8 mode=bid", 2),
        ("multiplicity size=3 opening=free", 3),
    ],
)
def test_perft_of_options_is_that_of_the_rules(setup: str, length: int) -> None:
    lines = converse(f"setoption name Setup value {setup}", f"perft {length}")
    game = parse_setup(setup)
    assert lines == [f"perft {n} {perft(game, n)}" for n in range(1, length + 1)]


def test_a_free_pass_is_offered_and_taken() -> None:
    """After the placement, a free pass is legal at the start of every turn and moves the marker."""
    game = parse_setup("more-or-less board=decagon-51 pass=free")
    state, turns, dice = game.start(), [], random.Random(2)
    while game.phase(state) == "placement":
        turn, before = list[Action](), game.turns(state)
        while game.turns(state) == before:
            turn.append(dice.choice(game.legal(state)))
            state = game.advance(state, turn[-1])
        turns.append(game.turn_text(turn))
    start = f"position setup {game.setup} moves {' '.join(turns)}"
    lines = converse(start, "query legal", f"{start} {' '.join(['pass'] * 24)}", "query score")
    assert "pass" in lines[0].split()
    assert len(lines[0].split()) > 2
    assert errors(lines) == []
    assert converse(f"{start} {' '.join(['pass'] * 24)}", "query gameover") == ["response true"]


def test_the_open_phase_from_the_first_stone() -> None:
    lines = converse(
        "position setup multiplicity size=3 opening=free moves c3 e1", "query seat", "query legal"
    )
    assert lines[0] == "response 0"
    assert len(lines[1].split()) == 1 + 17  # the word "response", and the free cells


def test_d_tells_of_the_limit_of_turns() -> None:
    game = parse_setup("less seed=1")
    state = list(game.start())
    assert "limit" not in " ".join(converse(state_command(game, tuple(state)), "d"))
    state[TURNS] = 195
    lines = converse(state_command(game, tuple(state)), "d")
    assert "limit in 5 turns, as it lies: draw (limit)" in lines


def test_same_seed_and_nodes_give_the_same_turn() -> None:
    script = (
        "setoption name Setup value multiplicity size=4",
        "setoption name Seed value 42",
        "setoption name Level value 4",
        "go nodes 150",
    )
    ends = {converse(*script)[-1] for _ in range(3)}
    assert len(ends) == 1


def test_d_shows_the_board() -> None:
    lines = converse("setoption name Setup value less seed=1", "d")
    assert lines[0] == "setup less seed=1"
    assert [line.count("b") for line in lines[1:3]] == [2, 2]
    assert lines[-1].startswith("White 0, Black 0")


SHAPES = {
    "multiplicity size=3 opening=free": [
        "    .",
        "  .   .",
        ".   .   w",
        "  .   .",
        ".   .   .",
        "  .   .",
        "b   .   .",
        "  .   .",
        "    .",
    ],
    "more-or-less": [
        "       .                 .                .                 .",
        "                     .                       .",
        ".    .          .      .         .          .      .          .    .",
        "                     .                       .",
        "       .                 .                .                 .",
    ],
}


@pytest.mark.parametrize("setup", SHAPES)
def test_d_draws_every_row_where_it_lies(setup: str) -> None:
    moves = " moves e3 a3" if setup.startswith("multiplicity") else ""
    lines = converse(f"position setup {setup}{moves}", "d")
    rows = SHAPES[setup]
    assert rows in [lines[at : at + len(rows)] for at in range(len(lines))]


def test_d_says_who_has_won_and_why() -> None:
    grey = ",".join(point for point in hexagon(3).points if point != "c3")
    setup = f"libra size=3 mode=target target=1 obstacles={grey}"
    lines = converse(f"position setup {setup} moves Wc3", "d")
    assert "over: p2win (target)" in lines
    assert not any(line.startswith("seat ") for line in lines)


# -- its text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limits",
    [
        SearchLimits(),
        SearchLimits(movetime=0.5),
        SearchLimits(nodes=7, depth=3),
        SearchLimits(clock=(60.0, 50.5), increment=(1.0, 2.5)),
    ],
)
def test_limits_are_read_as_they_were_told(limits: SearchLimits) -> None:
    assert read_limits(go_command(limits).split()[1:]) == limits


def test_options_are_read_as_they_were_told() -> None:
    told = EngineOptions("uct", 3, 2, 64, 9, 5, True, "rim", 50, True)
    session = UgiSession()
    for line in option_commands(told):
        command, *words = line.split()
        assert command == "setoption"
        session.set_option(words)
    assert session.options == told


def test_an_option_is_set_by_name_alone() -> None:
    session = UgiSession()
    session.set_option(["Name", "level", "value", "3"])
    session.set_option(["called", "level", "value", "4"])
    assert session.options == EngineOptions(level=3)


def test_an_analysis_is_told_in_one_line() -> None:
    game = parse_setup("multiplicity size=3")
    turn = tuple(game.parse_turn(game.start(), "c3"))
    analysis = Analysis(4, 300, 0.6, 0.75, pv=(turn,), proof="win", book=True, fullness=0.25)
    assert info_line(game, analysis) == (
        "info depth 4 score 50 nodes 300 nps 500 hashfull 250 time 600 proof win book pv c3"
    )
    assert info_line(game, Analysis(0, 0, 0.0, 0.5)) == (
        "info depth 0 score 0 nodes 0 nps 0 hashfull 0 time 0"
    )


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_is_told_and_no_session_begun(word: str) -> None:
    out = io.StringIO()
    assert ugi.main(io.StringIO("query seat\n"), out, [word]) == 0
    assert out.getvalue() == ugi.USAGE + "\n"


def test_it_speaks_on_the_streams_of_its_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("query legal\n"))
    assert ugi.main(argv=["multiplicity", "size=3"]) == 0
    assert len(capsys.readouterr().out.split()) == 1 + 19


# -- who thinks ------------------------------------------------------------------------------------


class FirstLegal:
    """A bot that plays the first legal action if `answers`, and notes the positions it ponders."""

    name = "first"

    def __init__(self, game: Game, answers: bool = True) -> None:
        self.game, self.answers = game, answers
        self.pondered: list[State] = []

    def prepare(self) -> None:
        """Do nothing, as there is nothing to prepare."""

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        if not self.answers:
            signal.wait()
        return Analysis(1, 1, 0.0, 0.5, pv=((self.game.legal(state)[0],),))

    def ponder(self, state: State, signal: StopSignal) -> None:
        self.pondered.append(state)


class FirstLegalEngine(ugi.Engine):
    """An engine with `FirstLegal` bots; `said` holds its lines, `bots` the bots it has made."""

    def __init__(self, answers: bool = True) -> None:
        self.said: list[str] = []
        self.bots: list[FirstLegal] = []

        def make(game: Game, options: EngineOptions, progress: object) -> FirstLegal:
            self.bots.append(FirstLegal(game, answers))
            return self.bots[-1]

        super().__init__(self.said.append, make)

    @property
    def turns(self) -> int:
        return len([line for line in self.said if line.startswith("bestmove ")])

    def go(self) -> None:
        """Search one turn and wait for its answer."""
        wanted = self.turns + 1
        self.command("go nodes 1")
        assert until(lambda: self.turns == wanted or bool(errors(self.said)))


def test_who_thinks_stays_until_the_game_or_the_options_change() -> None:
    engine = FirstLegalEngine()
    made = []
    for line in (
        "setoption name Setup value multiplicity size=3",
        "position startpos moves c3",
        "setoption name Level value 4",
        "position startpos",
        "uginewgame",
        "position setup libra size=3",
    ):
        engine.command(line)
        engine.go()
        made.append(len(engine.bots))
    assert errors(engine.said) == []
    assert made == [1, 1, 2, 2, 3, 4]


def test_it_thinks_ahead_about_its_own_turn_where_it_is_let() -> None:
    engine = FirstLegalEngine()
    engine.go()
    engine.command("setoption name Ponder value true")
    engine.go()
    assert until(lambda: bool(engine.bots[-1].pondered))
    game, start = engine.session.game, engine.session.state
    after = game.advance(start, game.legal(start)[0])
    assert [bot.pondered for bot in engine.bots] == [[], [after]]
    engine.finish(patient=True)


def test_quit_ends_a_search_before_what_counts() -> None:
    engine = FirstLegalEngine(answers=False)
    engine.command("go nodes 1")
    ending = threading.Thread(target=engine.finish, args=(False, 9e5), daemon=True)
    ending.start()
    assert until(lambda: engine.turns == 1)
    ending.join()


def test_what_counts_is_told_whole_before_quit() -> None:
    setup = "setoption name Setup value multiplicity size=3"
    counts = [19, 84, 936]
    assert converse(setup, "perft 3", "quit") == [
        f"perft {number} {count}" for number, count in enumerate(counts, start=1)
    ]


# -- while it thinks -----------------------------------------------------------------------------


@pytest.fixture
def peer() -> Peer:
    return Peer("libra", "size=5")


def test_it_answers_while_it_thinks(peer: Peer) -> None:
    peer.tell("go infinite")
    peer.until("info depth")
    peer.expect("isready", "readyok")
    peer.expect("query seat", "response 0")
    peer.expect(
        "position startpos moves We5",
    )
    peer.expect("query seat", "response 1")
    peer.expect("stop", "bestmove ")
    peer.quit()


def test_a_storm_of_stops(peer: Peer) -> None:
    for _ in range(40):
        peer.tell("stop", "go infinite", "stop", "stop")
    for _ in range(40):
        peer.until("bestmove ")
    peer.expect("query seat", "response 0")
    peer.quit()


def test_quit_in_the_middle_of_a_search(peer: Peer) -> None:
    peer.tell("go infinite")
    peer.until("info depth")
    peer.quit()


def test_end_of_input_in_the_middle_of_a_search(peer: Peer) -> None:
    peer.tell("go infinite")
    peer.until("info depth")
    assert peer.end_of_input()[-1].startswith("bestmove ")


def test_end_of_input_waits_for_a_search_that_ends(peer: Peer) -> None:
    peer.tell("go nodes 100")
    assert peer.end_of_input()[-1].startswith("bestmove ")


def test_a_new_search_ends_an_endless_one(peer: Peer) -> None:
    peer.tell("go infinite", "position startpos moves We5", "go nodes 20")
    peer.until("bestmove ")
    peer.until("bestmove ")
    peer.quit()


class SlowLoading:
    """A `WarmUp` that ends when the test sets `done`."""

    def __init__(self) -> None:
        self.done = threading.Event()

    def wait(self) -> None:
        assert self.done.wait(60)


def test_readyok_comes_before_the_turn_of_a_go_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loading, lines = SlowLoading(), list[str]()
    monkeypatch.setattr(ugi, "is_compiled", lambda game: False)
    monkeypatch.setattr(ugi, "start_warmup", lambda game, progress: loading)

    def said(beginning: str) -> list[int]:
        return [at for at, line in enumerate(lines) if line.startswith(beginning)]

    engine = ugi.Engine(lines.append)
    engine.command("setoption name Setup value libra size=3")
    for command in ("isready", "isready", "go nodes 5"):
        engine.command(command)
    assert until(lambda: bool(said("bestmove")))
    assert len(said("readyok")) == 2
    assert max(said("readyok")) < said("bestmove")[0]
    engine.command("isready")
    assert len(said("readyok")) == 2, "this one may wait: nothing is behind it"
    loading.done.set()
    engine.finish(patient=True)
    assert len(said("readyok")) == 3
    assert len(said(f"info string {LOADED}")) == 2, "where it was promised too early"


def test_a_position_goes_on_from_the_one_before() -> None:
    """The new position may have one turn more, one fewer, a different turn, or another setup."""
    setup = "setoption name Setup value libra size=5"
    lines = [
        "position startpos moves " + " ".join(turns)
        for turns in (["We5"], ["We5", "Bd5"], ["We5", "Wd5", "Bd4"], ["We5", "Wd5"], ["Bd5"])
    ]
    lines += ["position setup libra size=4 moves Wd4", "position startpos"]
    told = [setup]
    for line in lines:
        told += [line, "query fen"]
    alone = [answer for line in lines for answer in converse(setup, line, "query fen")]
    assert converse(*told) == alone


# -- what is owed ----------------------------------------------------------------------------------


def piped(*lines: str, plain: bool = True) -> list[str]:
    """Return the answers of an engine process to lines that all arrive together through a pipe."""
    env = {**os.environ, **({"LESS_IS_MORE_PLAIN": "1"} if plain else {})}
    done = subprocess.run(
        own_command("engine", "libra", "size=3"),
        input="".join(line + "\n" for line in lines),
        env=env,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    said = [line for line in done.stdout.splitlines() if not line.startswith("info")]
    return [line for line in said if not line.startswith(("id ", "option "))]


COUNTED = ["perft 1 38", "perft 2 1368", "perft 3 46512"]


@pytest.mark.parametrize("last", [["quit"], []])
@pytest.mark.parametrize(
    ("lines", "answers"),
    [
        (["ugi", "isready"], ["ugiok", "readyok"]),
        (["perft 3", "query seat"], [*COUNTED, "response 0"]),
        (["isready", "query seat", "isready"], ["readyok", "response 0", "readyok"]),
        (["isready", "d", "isready", "perft 1"], ["readyok", "setup", "readyok", "perft 1 38"]),
    ],
)
def test_what_is_owed_is_answered_in_order_before_it_ends(
    lines: list[str], answers: list[str], last: list[str]
) -> None:
    target = "setoption name Setup value libra size=3 mode=target target=5"
    said = [line for line in piped(target, *lines, *last) if not line.startswith(" ")]
    firsts = [line for line in said if line.startswith(("ugi", "ready", "perft", "resp", "setup"))]
    wanted = zip(firsts, answers, strict=True)
    assert all(line.startswith(answer) for line, answer in wanted), said


@pytest.mark.parametrize("plain", [True, False])
def test_a_search_is_answered_before_quit(plain: bool) -> None:
    said = piped("isready", "go nodes 300", "isready", "quit", plain=plain)
    assert said.count("readyok") == 2
    assert said[0] == "readyok"
    assert [line for line in said if line.startswith("bestmove ")]


def test_a_later_isready_is_not_answered_by_an_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each `isready` waits for its own warm-up, even if an earlier one was answered early."""
    loadings, lines = [SlowLoading() for _ in range(2)], list[str]()
    waiting = iter(loadings)
    monkeypatch.setattr(ugi, "is_compiled", lambda game: False)
    monkeypatch.setattr(ugi, "start_warmup", lambda game, progress: next(waiting))
    engine = ugi.Engine(lines.append)
    engine.command("setoption name Setup value libra size=3")
    engine.command("isready")
    engine.command("go nodes 5")
    assert until(lambda: any(line.startswith("bestmove") for line in lines))
    engine.command("isready")
    loadings[0].done.set()
    assert until(lambda: f"info string {LOADED}" in lines)
    assert lines.count("readyok") == 1
    loadings[1].done.set()
    engine.finish(patient=True)
    assert lines.count("readyok") == 2


def test_an_endless_perft_does_not_hold_quit_for_ever() -> None:
    lines: list[str] = []
    engine = ugi.Engine(lines.append)
    engine.command("perft 12")
    engine.finish(patient=False, grace=0.0)
    assert any("was stopped" in line for line in lines)


def test_a_clock_below_zero_is_answered() -> None:
    lines = converse("go p1time -250 p2time 60000 p1inc 0 p2inc 0")
    assert not [line for line in lines if "error" in line]
    assert [line for line in lines if line.startswith("bestmove")]
