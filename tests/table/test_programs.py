"""In a trial, another program plays one turn in each of its games; the report is in words."""

from __future__ import annotations

from typing import Any

from game.rules.base import Action, Game, State
from game.table.programs import TRIAL_S, Program, ProgramTrial


class Scripted:
    """A program on trial that answers, fails or stays silent, as the test tells it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problem, self.program, self.author = "", "Hex Machina", "A. Stranger"
        self.offered = ["Hash", "Book"]
        self.best: tuple[Action, ...] = ()
        self.closed = False

    def start(self, state: State, _limits: Any) -> None:
        self.state = state

    def poll(self) -> Any:
        class Thought:
            done = bool(self.best)
            best = self.best

        return Thought

    def answer(self) -> None:
        self.best = (self.game.legal(self.state)[0],)

    def close(self) -> None:
        self.closed = True


class OnTrial(Program):
    """A program that is never started; `seen` holds its players, one for each game."""

    seen: list[Scripted]

    def player(self, game: Game, lead: Any = None) -> Any:
        self.check_game(game.key)
        self.seen.append(Scripted(game))
        return self.seen[-1]


def trial(*games: str) -> tuple[ProgramTrial, list[Scripted]]:
    program = OnTrial("One ply", "one-ply", games=games)
    object.__setattr__(program, "seen", [])
    return ProgramTrial(program, 0.0), program.seen


def test_each_game_is_tried_in_turn_and_its_first_turn_told() -> None:
    tried, players = trial("libra", "multiplicity")
    assert tried.update(0.0), "the first game has begun"
    assert not tried.update(0.5), "there is nothing new"
    players[0].answer()
    assert tried.update(1.5)
    turn = players[0].game.turn_text(players[0].best)
    assert tried.found == {"libra": f"{turn} after 1.5 s"}
    assert tried.works == {"libra": True}
    assert tried.about == "Hex Machina by A. Stranger · options: Hash, Book"
    assert tried.running
    assert players[0].closed
    assert tried.update(10.0)
    players[1].answer()
    assert tried.update(10.5)
    assert tried.found["multiplicity"].endswith(" after 0.5 s"), "counted from its own beginning"
    assert not tried.running
    assert not tried.update(11.0)


def test_a_program_that_breaks_down_or_does_not_answer_is_told_as_such() -> None:
    tried, players = trial("libra", "multiplicity")
    tried.update(0.0)
    players[0].problem = "the program has ended"
    assert tried.update(1.0)
    tried.update(2.0)
    assert not tried.update(2.0 + TRIAL_S), "it may take so long"
    assert tried.update(2.1 + TRIAL_S)
    assert tried.found == {"libra": "the program has ended", "multiplicity": "it does not answer"}
    assert tried.works == {"libra": False, "multiplicity": False}


def test_a_program_tells_of_itself_what_it_has_said() -> None:
    for author, offered, about in (
        ("", [], "Hex Machina"),
        ("A. Stranger", [], "Hex Machina by A. Stranger"),
        ("", ["Hash"], "Hex Machina · options: Hash"),
    ):
        tried, players = trial("libra")
        tried.update(0.0)
        players[0].author, players[0].offered = author, offered
        players[0].answer()
        tried.update(1.0)
        assert tried.about == about


def test_a_trial_that_is_ended_lets_go_of_its_program() -> None:
    tried, players = trial("libra", "multiplicity")
    tried.update(0.0)
    tried.close()
    assert players[0].closed
    assert not tried.running
    assert not tried.update(1.0)
    assert tried.found == {}
