"""When somebody moves another seat's piece, the board says whose turn it is."""

from __future__ import annotations

from game.rules.registry import parse_setup
from hardware.tracking.advice import out_of_turn
from hardware.tracking.faults import say_all
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import BoardMismatch
from tests.hardware.tracking.tracker_board import Board


def test_a_black_piece_that_jumps_in_whites_turn() -> None:
    board = Board(parse_setup("less walls=" + "0" * 60))
    board.put("b5", 0)
    out = board.put("b4", 2, seconds=2.0)
    mismatches = [one for one in out if isinstance(one, BoardMismatch)]
    assert [one.why for one in mismatches] == ["It is White’s turn."]
    assert say_all(mismatches[0].faults) == ("Put the piece from b4 back on b5",)
    assert not [one for one in board.put("b4", 0, 2.0) if getattr(one, "why", "")]
    board.put("b5", 2)
    board.put("e2", 0)
    out = board.put("e4", 1, seconds=2.0)
    assert not [one for one in out if isinstance(one, BoardMismatch) and one.why]


def test_only_movements_of_others_that_are_whole_are_out_of_turn() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    sensors, start = SensorModel(game), game.start()

    def said(**faces: int) -> bool:
        image = list(sensors.image(start))
        for point, face in faces.items():
            image[sensors.index[point]] = face
        return out_of_turn(sensors, start, tuple(image))

    assert said(b5=0, b4=2)
    assert said(b5=0, b4=2, f2=2), "a counter turned over besides changes nothing of that"
    assert not said()
    assert not said(b5=0), "it is in the air"
    assert not said(b4=2), "it came from beside the board"
    assert not said(b5=0, b4=1), "another one has come"
    assert not said(e2=0, e4=1), "it is the mover's own"
    assert not said(b5=0, b4=2, e2=0, e4=1)


def test_a_counter_of_the_wrong_colour_that_jumps() -> None:
    game = parse_setup("more-or-less board=decagon-51")
    state = game.start()
    while game.phase(state) == "placement":
        legal = game.legal(state)
        state = game.play(state, legal[(7 * game.turns(state)) % len(legal)]).state
    pieces, mover = game.pieces(state), game.to_move(state)
    lines = game.topology.lines
    triples = [t for line in lines for t in zip(line, line[1:], line[2:])]
    source, _over, target = next(
        (a, b, c)
        for one in triples
        for a, b, c in (one, one[::-1])
        if a in pieces and b in pieces and c not in pieces and pieces[a].seat == 1 - mover
    )
    board = Board(game, state)
    face = board.sensors.face(pieces[source])
    board.put(source, 0)
    out = board.put(target, face, seconds=2.5)
    whys = [one.why for one in out if isinstance(one, BoardMismatch)]
    names = {0: "Black", 1: "Green"}
    assert whys == [f"It is {names[mover]}’s turn."]
