"""A forest: trees of actions from a position."""

from __future__ import annotations

from game.engine.search.profile import Profile
from game.engine.search.root_parallel import RootParallelSearch, TreeConfig, make_trees
from game.engine.search.tree import ActionTree
from game.engine.search.turns import side_to_move
from game.rules import Action, Game, State


class ActionSearch(RootParallelSearch[ActionTree]):
    """Searches one action after the other."""

    def __init__(self, game: Game, profile: Profile, growth: TreeConfig) -> None:
        def plant(size: int, seed: int) -> ActionTree:
            return ActionTree(game, profile, growth.compiled, size, seed)

        super().__init__(make_trees(growth, plant), growth.compiled)
        self.game = game

    def line(self, state: State, longest: int, first: int | None = None) -> list[Action]:
        """Return the expected line from the root `state`: the best child of each node of one tree.

        `first` is the code it begins with; None is the best one.
        """
        actions: list[Action] = []
        tree, node, here = self.trees[0], 1, state
        while len(actions) < longest:
            side = side_to_move(self.game, here)
            if node == 1:
                firsts = self.ranked(side) if first is None else []
                wanted = firsts[0].code if firsts else first
                child = next((one for one in tree.children() if one.code == wanted), None)
            else:
                child = tree.best(node, side)
            if child is None or (child.visits == 0 and node != 1):
                break
            actions.append(self.game.action(child.code))
            here = self.game.advance(here, actions[-1])
            node = child.node
        return actions
