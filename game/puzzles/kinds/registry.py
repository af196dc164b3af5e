"""All kinds by key."""

from __future__ import annotations

from game.puzzles.kinds.home import Home
from game.puzzles.kinds.kind import Kind
from game.puzzles.kinds.last import Last
from game.puzzles.kinds.save import Save
from game.puzzles.kinds.train import Train
from game.puzzles.kinds.win import WinInOne, WinInTwo

KINDS: tuple[Kind, ...] = (WinInOne(), WinInTwo(), Save(), Train(), Home(), Last())
BY_KEY = {kind.key: kind for kind in KINDS}
