"""The cost of a waiting match between two people, for this version and others.

`BENCH_TREES` names the folders of other versions, separated as in PATH.  A window of the dummy
driver runs in its usual loop.  A table shows the share of a core that the window's process uses, in
percent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
SETUPS = (
    "more-or-less",
    "less seed=1",
    "libra size=6 mode=target target=20",
    "multiplicity size=5",
)
# This runs in every version, so it may use only what all of them have.
PROBE = """
import json, sys, threading, time
from tools.bench import screen
from tools.bench.frames import game_under_way

SETTLED_S, MEASURED_S = 16, 16
app = screen._app(game_under_way(sys.argv[1]))
def measure():
    time.sleep(SETTLED_S)
    spent, begun = time.process_time(), time.perf_counter()
    time.sleep(MEASURED_S)
    print(json.dumps((time.process_time() - spent) / (time.perf_counter() - begun)), flush=True)
    app.running = False
threading.Thread(target=measure).start()
app.run()
"""


def run() -> Iterator[str]:
    """Yield the lines of a table: one row per game, one column per version, this version last."""
    others = [Path(name) for name in os.environ.get("BENCH_TREES", "").split(os.pathsep) if name]
    trees = [*others, HERE]
    yield "| share of a core |" + "".join(f" {tree.name} |" for tree in trees)
    yield "|---|" + "---|" * len(trees)
    for setup in SETUPS:
        begun = [_begun(tree, setup) for tree in trees]
        shares = [json.loads(process.communicate(timeout=120)[0]) for process in begun]
        yield f"| {setup} |" + "".join(f" {100 * share:.1f} % |" for share in shares)


def _begun(tree: Path, setup: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    command = [sys.executable, "-c", PROBE, setup]
    return subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True)
