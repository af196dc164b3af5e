"""Golden playthroughs: games kept with every position's score; the rules must give them again.

A change of the rules shows as a difference here.  Write them anew with
`python -m tests.table.test_golden` and read the difference before keeping it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.rules import GAMES
from game.table.match import Match
from game.table.record import from_record, to_record
from game.table.spec import MatchSpec, SeatSpec

FOLDER = Path(__file__).parent / "golden_games"
SETUPS = {
    "more-or-less": "more-or-less",
    "more-or-less-51": "more-or-less board=decagon-51",
    "less": "less walls=000000000000001100010001000000000000001010110010000000011000",
    "less-team": "less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3",
    "libra-duel": "libra size=3 mode=duel",
    "libra-bid": "libra size=4 mode=bid obstacles=d4",
    "libra-target": "libra size=4 mode=target target=9",
    "multiplicity": "multiplicity size=5",
    "multiplicity-full": "multiplicity size=4 end=full",
}
FILES = sorted(FOLDER.glob("*.json"))


def snapshot(match: Match) -> list[str]:
    """One line for each turn: seat, turn, score in words."""
    return [f"{t.seat} {t.text} | {match.game.score(t.after)}" for t in match.turns]


def test_every_game_has_a_golden_playthrough() -> None:
    kept = {json.loads(path.read_text())["record"]["setup"].split()[0] for path in FILES}
    assert kept == {game.key for game in GAMES}
    assert {path.stem for path in FILES} == set(SETUPS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rules_give_the_golden_game_again(path: Path) -> None:
    kept: dict[str, Any] = json.loads(path.read_text())
    match = from_record(kept["record"], path.name)
    assert snapshot(match) == kept["turns"]
    assert match.over
    assert to_record(match) == kept["record"]


def play(setup: str, seed: int) -> Match:
    """A game of dice that prefers jumps and leaps and does not wander for ever."""
    seats = 4 if "seats=4" in setup else 2
    match = Match(MatchSpec(setup, (SeatSpec(),) * seats), date="2026-01-01T12:00:00")
    dice = random.Random(seed)
    while not match.over:
        legal = match.legal()
        bids = [a for a in legal if a.kind == "bid" and a.cost > 9]
        keen = [a for a in legal if a.kind in ("jump", "leap")]
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
        match = play(setup, 11)
        kept = {"record": to_record(match), "turns": snapshot(match)}
        text = json.dumps(kept, indent=1, ensure_ascii=False)
        (FOLDER / f"{name}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
