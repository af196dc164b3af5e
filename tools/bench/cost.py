"""The cost of a frame: processor time of this version against others, alternately in one run.

`BENCH_TREES` names the folders of other versions, separated as in PATH.  Each version is measured
in turn, in a process of its own, three times.  A table shows the medians of the means, in
milliseconds per frame.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
ROUNDS = 3
# This runs in every version, so it may use only what all of them have.
PROBE = """
import json, random, time
import pygame
from tools.bench import screen
from tools.bench.frames import STEP, game_under_way, renderer

FRAMES, WARM = 150, 20
SETUPS = {"More or Less": "more-or-less", "Less": "less seed=1",
          "Libra": "libra size=6 mode=target target=20", "Multiplicity": "multiplicity size=5"}
def measured(scene, act=lambda app: None):
    app = screen._app(scene)
    spent = 0.0
    for number in range(WARM + FRAMES):
        begun = time.perf_counter()
        if number == WARM:
            spent = 0.0
        act(app)
        one = time.thread_time()
        app.frame(STEP, pygame.event.get())
        spent += time.thread_time() - one
        time.sleep(max(0.0, STEP - (time.perf_counter() - begun)))
    app.close()
    return spent / FRAMES * 1000

def mover(scene):
    dice = random.Random(2)
    def act(app):
        if scene.board.show is None and scene.hand.enabled and app.scene is scene:
            scene.propose(dice.choice(scene.hand.legal))
    return act

cases = {"title, trailer": lambda: measured(screen._title()),
         "menu over the trailer": lambda: measured(screen._menu()),
         "game choice, pictures alone": lambda: measured(screen._choice(), screen.App.invalidate),
         "result, counters fall": lambda: measured(screen._result())}
for name, setup in SETUPS.items():
    def rest(setup=setup):
        return measured(game_under_way(setup), screen.App.invalidate)
    def move(setup=setup):
        scene = game_under_way(setup)
        return measured(scene, mover(scene))
    cases[name + ", at rest"] = rest
    cases[name + ", pieces move"] = move
print(json.dumps({name: case() for name, case in cases.items()}))
"""


def run() -> Iterator[str]:
    """Yield the lines of a table: one row per case, one column per version, this version last."""
    others = [Path(name) for name in os.environ.get("BENCH_TREES", "").split(os.pathsep) if name]
    trees = [*others, HERE]
    found: list[list[dict[str, float]]] = [[] for _tree in trees]
    for _round in range(ROUNDS):
        for tree, figures in zip(trees, found):
            figures.append(_measured(tree))
    yield "| |" + "".join(f" {tree.name} |" for tree in trees)
    yield "|---|" + "---|" * len(trees)
    for case in found[0][0]:
        columns = [statistics.median(one[case] for one in figures) for figures in found]
        yield f"| {case} |" + "".join(f" {value:.2f} |" for value in columns)


def _measured(tree: Path) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-c", PROBE],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=True,
        timeout=900,
    )
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures
