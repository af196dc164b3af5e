"""A minimal engine, as a stranger would write it, which plays the first legal turn that it finds.

Its optional argument names a file in which it notes every `go` command.
"""

from __future__ import annotations

import sys
from pathlib import Path

from game.rules import Action, Game, State
from game.rules.registry import parse_setup


def position(words: list[str]) -> tuple[Game, State]:
    """Return the position for the list of words in `position setup SETUP [moves TURN ...]`."""
    place = words.index("moves") if "moves" in words else len(words)
    game = parse_setup(" ".join(words[2:place]))
    state = game.start()
    for turn in words[place + 1 :]:
        for action in game.parse_turn(state, turn):
            state = game.advance(state, action)
    return game, state


def first_turn(game: Game, state: State) -> list[Action]:
    turn: list[Action] = []
    seat = game.to_move(state)
    while not game.over(state) and game.to_move(state) == seat and len(turn) < 2:
        turn.append(game.legal(state)[0])
        state = game.advance(state, turn[-1])
    return turn


def main(notes: Path) -> None:
    game, state = position(["position", "setup", "multiplicity", "size=3"])
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ugi"]:
            print("ugiok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            game, state = position(words)
        elif words[:1] == ["go"]:
            with notes.open("a", encoding="utf-8") as file:
                file.write(line)
            print("bestmove", game.turn_text(first_turn(game, state)), flush=True)
        elif words[:1] == ["quit"]:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]))
