"""All kinds by key."""

from __future__ import annotations

from game.puzzles.kinds.home import ShortestWayHome
from game.puzzles.kinds.kind import PuzzleKind
from game.puzzles.kinds.last import LastStones
from game.puzzles.kinds.save import SaveYourself
from game.puzzles.kinds.train import BestTrain
from game.puzzles.kinds.win import WinInOne, WinInTwo

KINDS: tuple[PuzzleKind, ...] = (
    WinInOne(),
    WinInTwo(),
    SaveYourself(),
    BestTrain(),
    ShortestWayHome(),
    LastStones(),
)
BY_KEY = {kind.key: kind for kind in KINDS}
