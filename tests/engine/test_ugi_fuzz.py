"""No input ends the engine, not even random lines that are nearly right."""

from __future__ import annotations

import random

import pytest

from tests.engine.engine_tools import converse

WORDS = [
    "ugi",
    "isready",
    "setoption",
    "uginewgame",
    "position",
    "go",
    "stop",
    "query",
    "perft",
    "d",
    "quit",
    "name",
    "value",
    "Setup",
    "Level",
    "Threads",
    "Hash",
    "Seed",
    "Lines",
    "Ponder",
    "Engine",
    "greedy",
    "random",
    "full",
    "uct",
    "startpos",
    "setup",
    "fen",
    "white=c3,a1",
    "black=b2,b2",
    "green=a1",
    "turn=white",
    "turns=2",
    "spent=3,0",
    "markers=1,1",
    "last=c3",
    "round=2",
    "first=4",
    "bid=3",
    "more=p1",
    "moves",
    "state",
    "movetime",
    "nodes",
    "depth",
    "infinite",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "p1turn",
    "gameover",
    "result",
    "seat",
    "legal",
    "score",
    "more-or-less",
    "less",
    "libra",
    "multiplicity",
    "size=3",
    "size=5",
    "seed=4",
    "seats=4",
    "mode=bid",
    "mode=target",
    "target=5",
    "obstacles=c3",
    "walls=012",
    "board=decagon-51",
    "board=../x",
    "end=full",
    "pass=free",
    "opening=free",
    "reading=first",
    "size=2",
    "size=8",
    "block=off",
    "a1",
    "b2,c3",
    "c3",
    "We5",
    "Bc3",
    "bid4",
    "pass",
    ".",
    "d3>d5",
    "d3~d4",
    "a1-a2",
    "a1-a3",
    "-1",
    "0",
    "1",
    "2",
    "3",
    "10",
    "999999999999999999",
    "true",
    "false",
    "\x00",
    "ü",
    "井",
    ",",
    ",,",
    "=",
    "name=value",
]
STARTS = (
    "position startpos moves",
    "position setup multiplicity size=3 moves",
    "position setup less seed=4 moves",
    "position fen",
    "position setup libra size=3 fen white=a3",
    "setoption name Setup value",
    "setoption name Level value",
    "query",
    "go nodes",
    "perft",
    "d",
)


def random_line(dice: random.Random) -> str:
    kind = dice.random()
    if kind < 0.1:
        return "".join(chr(dice.randrange(1, 0x3000)) for _ in range(dice.randrange(40)))
    words = dice.choices(WORDS, k=dice.randrange(7))
    if kind < 0.6:
        words.insert(0, dice.choice(STARTS))
    line = " ".join(words).replace("\n", " ").replace("\r", " ")
    return line


def harmless(line: str) -> bool:
    """Return whether a line neither ends the engine nor keeps it busy for minutes."""
    words = line.split()
    big = any(len(word) > 2 and word.isdigit() for word in words)
    long = "perft" in words or "10" in words
    return "quit" not in words and not (big and "go" in words) and not (long and "perft" in words)


def fuzz(lines: int, seed: int) -> None:
    dice = random.Random(seed)
    script = [line for line in (random_line(dice) for _ in range(lines)) if harmless(line)]
    answers = converse(*script, "stop", "setoption name Setup value libra size=3", "query seat")
    assert [line for line in answers if line.startswith("response")][-1] == "response 0"
    assert not [line for line in answers if "Traceback" in line or "IndexError" in line]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def test_a_thousand_random_lines() -> None:
    fuzz(1_000, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_ten_thousand_random_lines(seed: int) -> None:
    fuzz(1_000, seed)
