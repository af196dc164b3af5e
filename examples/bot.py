"""A bot in 40 lines: it looks one action ahead, and speaks UGI, the engine's protocol.

Run it from the checkout against the first level, in any game:

    python -m tools.match "libra size=3" --first level:1 --second "python -m examples.bot" --games 2
"""

import random
import sys

from game.rules import Game, State
from game.rules.registry import parse_setup


def position(words: list[str], game: Game) -> tuple[Game, State]:
    """Return game and state of `startpos|setup SETUP [fen POSITION] [moves TURN ...]`."""
    moves = words.index("moves") if "moves" in words else len(words)
    fen = words.index("fen") if "fen" in words else moves
    if words[0] == "setup":
        game = parse_setup(" ".join(words[1:fen]))
    state = game.from_position(" ".join(words[fen + 1 : moves])) if fen < moves else game.start()
    for turn in words[moves + 1 :]:
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state
    return game, state


def choose(game: Game, state: State) -> str:
    """Return a turn, action by action: a winning action if there is one, else a random action."""
    turns, seat, actions = game.turns(state), game.to_move(state), []
    while not game.over(state) and (game.turns(state), game.to_move(state)) == (turns, seat):
        legal = game.legal(state)
        ends = [game.outcome(game.play(state, action).state) for action in legal]
        wins = [action for action, end in zip(legal, ends) if end and seat in end.winners]
        actions.append(random.choice(wins or legal))
        state = game.play(state, actions[-1]).state
    return game.turn_text(actions)


game = parse_setup("more-or-less")
state = game.start()
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "ugi":
        print("id name One ply\nugiok", flush=True)
    elif command == "setoption" and words[:3] == ["name", "Setup", "value"]:
        game, state = position(["setup", *words[3:]], game)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        game, state = position(words, game)
    elif command == "go":
        print("bestmove", choose(game, state), flush=True)
    elif command == "quit":
        break
