"""The rules reproduce the scores of all positions in golden playthroughs, which are saved games.

A change of the rules shows as a difference here. Write the games of `SETUPS` again with
`python -m tests.table.test_golden`, and review the difference before you commit it. The other games
were written by version 1 and never change: they use the first reading of the rules.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.rules.registry import GAMES, parse_setup
from game.table.match import Match
from game.table.record import FIRST_READING_VERSION, VERSION, current_setup, from_record, to_record
from game.table.spec import MatchSpec, SeatSpec
from tests.support.setups import COUNTED
from tests.table.homeward import homeward

FOLDER = Path(__file__).parent / "golden_games"
SETUPS = {
    "more-or-less-pass": "more-or-less pass=free",
    "more-or-less-71-pass": "more-or-less board=decagon-71 pass=free",
    "less-stayed": COUNTED,
    "less-ahead": "less block=off seed=11",
    "less-team-stayed": "less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3",
    "libra-2": "libra size=2 mode=duel",
    "libra-8": "libra size=8 mode=target target=40",
    "multiplicity-free": "multiplicity size=4 opening=free",
    "multiplicity-free-full": "multiplicity size=5 end=full opening=free",
}
SEEDS = {"less-team-stayed": 17}  # random seeds; every other game has 11
RACING = {"less-ahead": (0,)}  # seats that head for home instead of playing at random
OLD = {
    "more-or-less",
    "more-or-less-51",
    "less",
    "less-team",
    "libra-duel",
    "libra-bid",
    "libra-target",
    "multiplicity",
    "multiplicity-full",
}
BEFORE_NOTES = 2  # version of the records in the newer golden games
FILES = sorted(FOLDER.glob("*.json"))


def snapshot(match: Match) -> list[str]:
    """Return a line for each turn: the seat, the turn, and the score in words."""
    return [f"{t.seat} {t.text} | {match.game.score(t.after)}" for t in match.turns]


def test_every_game_has_a_golden_playthrough() -> None:
    kept = {json.loads(path.read_text())["record"]["setup"].split()[0] for path in FILES}
    assert kept == {game.key for game in GAMES}
    assert {path.stem for path in FILES} == set(SETUPS) | OLD


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_give_the_golden_game_again(path: Path) -> None:
    kept: dict[str, Any] = json.loads(path.read_text())
    record = kept["record"]
    match = from_record(record, path.name)
    assert snapshot(match) == kept["turns"]
    assert match.over
    assert record["version"] == (FIRST_READING_VERSION if path.stem in OLD else BEFORE_NOTES)
    setup = parse_setup(current_setup(record["setup"], record["version"])).setup
    assert to_record(match) == {**record, "version": VERSION, "setup": setup}


def play(setup: str, seed: int, racing: tuple[int, ...] = ()) -> Match:
    """Return a random game that prefers jumps and leaps, so that it ends."""
    seats = 4 if "seats=4" in setup else 2
    match = Match(MatchSpec(setup, (SeatSpec(),) * seats), date="2026-01-01T12:00:00")
    dice = random.Random(seed)
    while not match.over:
        if match.to_move in racing:
            for action in homeward(match.game, match.state, dice):
                match.play(action)
            continue
        legal = match.legal()
        bids = [a for a in legal if a.kind == "bid" and a.cost > 9]
        keen = [a for a in legal if a.kind in ("jump", "leap")]
        idle = [a for a in legal if a.kind == "pass" and "pass=free" in setup]
        if idle and dice.random() < 0.3:
            match.play(idle[0])
            continue
        match.play(
            dice.choice(
                (keen if dice.random() < 0.6 else [])
                or sorted(set(legal) - set(bids), key=lambda a: a.code)
                or legal
            )
        )
    return match


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, setup in SETUPS.items():
        match = play(setup, SEEDS.get(name, 11), RACING.get(name, ()))
        kept = {"record": to_record(match), "turns": snapshot(match)}
        text = json.dumps(kept, indent=1, ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
