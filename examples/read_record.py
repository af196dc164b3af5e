"""Read the record of a game: who played, what was played, how it ended, and the last position.

    python -m examples.read_record [FILE]

A record is replayed through the rules, so a file that has been tampered with is refused.
"""

import sys
from pathlib import Path

from game.rules import Action
from game.table.record_files import read_match

path = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("game.json")
match = read_match(path)  # raises RecordError, whose sentence names the file and the fault
game, state = match.game, match.game.start()

print(game.setup)
print(" - ".join(seat.name or seat.kind for seat in match.spec.seats))
turn: list[Action] = []
for entry in match.entries:
    # Somebody resigned, agreed or ran out of time; the outcome tells which.
    if entry.action is None:
        continue
    turn.append(entry.action)
    before, state = state, game.play(state, entry.action).state
    if game.turn_ended(before, state):
        print(f"{game.turns(state):3}. {game.turn_text(turn)}")
        turn = []

print(game.score(state))
print(match.outcome)
print({point: piece.colour for point, piece in game.pieces(state).items()})
