"""What a search shows of one action, or whole turn, from its root."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.kernel import DRAW, P1_WIN


@dataclass(frozen=True, slots=True)
class Child:
    """An action from a node, as one tree sees it or several together."""

    node: int  # where it leads; 0 for several trees
    code: int
    visits: int
    value: float  # chance (0 to 1) of side 0
    proof: int  # P1_WIN, P2_WIN or DRAW when that is certain, else 0

    def rank(self, side: int) -> tuple[int, int, float]:
        """Return the sorting key for the side that chooses: proved wins highest, losses lowest."""
        own = self.value if side == 0 else 1 - self.value
        certain = 0 if self.proof in (0, DRAW) else 1 if self.proof == P1_WIN + side else -1
        return (certain, self.visits, own)
