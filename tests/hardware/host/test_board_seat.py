"""A board's seat proposes turns and gets answers; lights and text show a refusal immediately."""

from __future__ import annotations

from game.rules.proposals import Answer, Play, Proposal, Refused, Resign
from game.table.errors import MatchError
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.board_seat import BoardSeat
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.expected_position import position_of
from hardware.tracking.tracker_events import Agreed, BoardMismatch, Fault, TrackerEvent, TurnSoFar
from hardware.wire.palette import Light
from tools.rig.table import STEP_S, BoardTable, SteppedLine

OVER = "the match is over already"


class Stubborn(Match):
    """A match that refuses every action."""

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        return Refused(MatchError("moved-on"))


def board_of(match: Match) -> SimulatedBoard:
    topology = match.game.topology
    return SimulatedBoard(BoardIdentity(topology.name, len(topology)), 1)


def a_table(match: Match) -> tuple[BoardTable, SteppedLine, SimulatedBoard]:
    board = board_of(match)
    line = SteppedLine(board)
    table = BoardTable(match, line)
    table.run(1.0)
    return table, line, board


def put(table: BoardTable, board: SimulatedBoard, point: str, face: int, seconds: float) -> None:
    board.set(table.match.game.topology.index[point], face)
    table.run(seconds)


def test_a_refused_board_sees_it_in_lights_and_words_within_one_poll() -> None:
    match = Stubborn(two_people("multiplicity size=3"))
    table, line, board = a_table(match)
    number = match.game.topology.index["c3"]
    board.set(number, 1)
    assert table.run_until(lambda: any(_turns(table.readings)), 2.0)
    table.run(2 * STEP_S)  # the lights travel over the line
    words = "the match is not in the position this was chosen in"
    assert line.driver.sentences() == (words, "Take the piece off c3")
    assert line.driver.said == BoardMismatch((Fault("remove", "c3"),), why=words)
    assert board.light_of(number) == Light.REMOVE
    assert match.entries == []


def test_a_refused_turn_is_asked_away_once_and_not_proposed_again() -> None:
    match = Match(two_people("multiplicity size=3"))
    table, line, board = a_table(match)
    match.submit(Resign(0))
    put(table, board, "c3", 1, 5.0)
    assert len(_turns(table.readings)) == 1
    assert line.driver.sentences()[0] == OVER
    put(table, board, "c3", 0, 1.0)
    assert line.driver.sentences() == ()
    assert table.readings[-1][1] == Agreed()
    assert match.entries == []


def test_turns_that_are_accepted_follow_one_another() -> None:
    match = Match(two_people("multiplicity size=3"))
    table, _line, board = a_table(match)
    put(table, board, "c3", 1, 1.0)
    put(table, board, "c2", 2, 1.0)
    assert [turn.text for turn in match.turns] == ["c3", "c2"]


def test_a_turn_and_its_answer_within_a_moment_are_two_turns_of_the_match() -> None:
    for setup, stones, read in (
        ("libra size=3 mode=duel", (("c3", 2), ("b2", 1)), ["Bc3", "Wb2"]),
        ("multiplicity size=4", (("d4", 1), ("e4", 2), ("b3", 2)), ["d4", "e4,b3"]),
    ):
        match = Match(two_people(setup))
        table, line, board = a_table(match)
        for point, face in stones:
            put(table, board, point, face, 0.03)
        table.run(1.5)
        assert [turn.text for turn in match.turns] == read
        assert line.driver.sentences() == ()


def test_a_position_told_before_the_match_has_heard_undoes_nothing() -> None:
    match = Match(two_people("less walls=" + "0" * 60))
    table, line, board = a_table(match)
    table.perform(())
    for point, face in (("e2", 1), ("f2", 1), ("e1", 1), ("f1", 1)):
        board.set(match.game.topology.index[point], face)
    for point in ("a5", "a6", "b5", "b6"):
        board.set(match.game.topology.index[point], 2)
    table.run(1.0)
    before = position_of(match)
    for source, target in (("e2", "d2"), ("d2", "c2"), ("c2", "b2")):
        board.set(match.game.topology.index[source], 0)
        _pass(line, 0.4)
        board.set(match.game.topology.index[target], 1)
        _pass(line, 0.4)
        line.set_position(before)  # the screen has not polled yet
        _pass(line, 0.1)
    tracker = line.driver.tracker
    assert tracker is not None
    assert match.game.turn_text(tracker.last) == "e2-d2,d2-c2,c2-b2"
    table.run(STEP_S)
    assert [turn.text for turn in match.turns] == ["e2-d2,d2-c2,c2-b2"]
    put(table, board, "b5", 0, 0.4)
    put(table, board, "c5", 2, 0.4)
    assert match.turns[-1].text == "b5-c5"


def test_a_turn_chosen_on_the_screen_meanwhile_refuses_the_boards() -> None:
    match = Match(two_people("multiplicity size=3"))
    _table, line, board = a_table(match)
    board.set(match.game.topology.index["c3"], 1)
    _pass(line, 0.5)  # the board is read, but no reading is polled
    match.submit(Play((match.game.parse_action(match.state, "b2"),)))
    late = BoardSeat(match, line)
    late.poll(line.now)
    assert [turn.text for turn in match.turns] == ["b2"]
    said = line.driver.said
    assert isinstance(said, BoardMismatch)
    assert {fault.point for fault in said.faults} <= {"b2", "c3"}
    assert said.why


def _pass(line: SteppedLine, seconds: float) -> None:
    """Let time pass on the line while nobody polls its readings."""
    for _step in range(round(seconds / STEP_S)):
        line.pass_step()


def _turns(readings: list[tuple[float, TrackerEvent]]) -> list[TurnSoFar]:
    return [reading for _now, reading in readings if isinstance(reading, TurnSoFar)]
