"""Our games described to OpenSpiel in Python, through our own rules: for comparing searches.

Needs the optional package open_spiel; nothing but the bench uses it.
"""

from __future__ import annotations

import time
from typing import Any

from game.rules import Game, State

MOST_LENGTH = 2000
_described: dict[str, Any] = {}


def search_rate(game: Game, simulations: int) -> float:
    """Return the iterations a second of OpenSpiel's C++ MCTS from the first choice.

    Raises ImportError.
    """
    import pyspiel

    spiel = _described.get(game.setup)
    if spiel is None:
        number = len(_described) + 1
        spiel = _described[game.setup] = describe(pyspiel, game, f"less_is_more_{number}")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(spiel, evaluator, 1.4, simulations, 512, False, 7, False)
    began = time.process_time()
    bot.mcts_search(spiel.new_initial_state())
    return simulations / (time.process_time() - began)


def first_choice(game: Game) -> State:
    """Return the start, after actions that are forced, such as Black's first in More or Less."""
    state = game.start()
    while len(legal := game.legal(state)) == 1:
        state = game.advance(state, legal[0])
    return state


def describe(pyspiel: Any, game: Game, name: str) -> Any:
    """Return the game as a pyspiel.Game called `name`, whose positions are our states."""
    kind = pyspiel.GameType(
        short_name=name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=8192,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=MOST_LENGTH,
    )

    class Position(pyspiel.State):  # type: ignore[misc]
        """One of our states."""

        def __init__(self, owner: Any) -> None:
            super().__init__(owner)
            self.state: State = first_choice(game)

        def current_player(self) -> int:
            return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.state[0] % 2

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(action.code for action in game.legal(self.state))

        def _apply_action(self, action: int) -> None:
            self.state = game.advance(self.state, game.action(action))

        def _action_to_string(self, player: int, action: int) -> str:
            return game.action(action).text

        def is_terminal(self) -> bool:
            return game.over(self.state)

        def returns(self) -> list[float]:
            outcome = game.outcome(self.state)
            won = 0.0 if outcome is None else {"p1win": 1.0, "p2win": -1.0}.get(outcome.result, 0)
            return [won, -won]

        def __str__(self) -> str:
            return " ".join(map(str, self.state))

    class Described(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return Position(self)

    pyspiel.register_game(kind, Described)
    return pyspiel.load_game(name)
