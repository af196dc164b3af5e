"""Compiled and plain search agree visit by visit; the cache of compiled code is fast and safe.

The tests are skipped only where Numba is not installed, where the engine plays uncompiled.
"""

from __future__ import annotations

import os
import pickle
import random
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from game.engine.bots import warmup
from game.engine.bots.options import UNCOMPILED
from game.engine.bots.warmup import state_of
from game.engine.compile import cache, compiler, prebuilt
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.search_tree import TreeConfig
from game.engine.search.solver import PLIES, Solver
from game.games.less.engine.race import RaceExpert, alone
from game.games.less.rules import Less
from game.platform.processes import helper_command, own_command
from game.rules import Game
from game.rules.registry import parse_setup
from tests.engine.engine_tools import needs_numba, play_randomly

pytestmark = needs_numba

SETUPS = (
    "more-or-less",
    "more-or-less pass=free",
    "less seed=4",
    "less seats=4 seed=4",
    "libra size=4",
    "libra size=2",
    "libra size=3",
    "libra size=8",
    "multiplicity size=3",
    "multiplicity size=4",
    "multiplicity size=4 opening=free",
)


def visits(game: Game, compiled: bool, actions: int) -> list[tuple[int, int, float, int]]:
    profile = profile_of(game)
    tree = ActionTree(game, profile, TreeConfig(compiled, 50_000, 11))
    # Plain search uses its own kind of tables, so compiled search gets the same ones here.
    if game.key == "less":
        tree.workers[0].x = tree.make.tables(profile.own_tables(game, False))
    tree.start(play_randomly(game, game.start(), actions, 3))
    tree.grow(150)
    return [
        (child.code, child.visits, round(child.value, 9), child.proof) for child in tree.children()
    ]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("setup", SETUPS)
def test_compiled_and_plain_trees_are_the_same(setup: str) -> None:
    game = parse_setup(setup)
    for actions in (3, 30):
        assert visits(game, True, actions) == visits(game, False, actions)


@pytest.mark.usefixtures("by_numba")
def test_numbas_trees_are_the_same() -> None:
    game = parse_setup("libra size=4")
    assert visits(game, True, 3) == visits(game, False, 3)
    tree = ActionTree(game, profile_of(game), TreeConfig(True, 2000, 1))
    assert hasattr(tree.code.iterate, "py_func")


@pytest.mark.parametrize("setup", ["more-or-less", "less seed=4", "libra", "multiplicity"])
def test_the_trees_of_every_level_of_processors_are_the_same(
    setup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = parse_setup(setup)
    shown = [visits(game, True, 20)]
    there = [one for one in prebuilt.levels() if prebuilt.path_of(game.key, one).exists()]
    for level in there:
        monkeypatch.setattr(prebuilt, "levels", lambda level=level: [level])
        prebuilt.prebuilt.cache_clear()
        monkeypatch.setattr(compiler, "_instances", {})
        shown.append(visits(game, True, 20))
    prebuilt.prebuilt.cache_clear()
    assert all(one == shown[0] for one in shown)


@pytest.mark.usefixtures("compiled")
def test_compiled_and_plain_solvers_are_the_same() -> None:
    game = parse_setup("libra size=3 mode=target target=5")
    state = play_randomly(game, game.start(), 14, 2)
    found = []
    for compiled in (True, False):
        solver = Solver(game, profile_of(game), compiled, 1)
        found.append((solver.search(state, 50), solver.best_so_far))
    assert found[0] == found[1]


def test_the_exact_search_of_a_small_board_stops_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    game = parse_setup("multiplicity size=3")
    solver = Solver(game, profile_of(game), True, 16)
    assert solver.search_until(lambda: True, game.start(), PLIES) is None
    late = play_randomly(game, game.start(), 12, 2)
    assert solver.search_until(lambda: False, late, PLIES) is not None
    # Without threads, as in a browser, the solver searches in ever longer pieces and checks the
    # signal between them.
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert solver.search_until(lambda: True, game.start(), PLIES) is None
    assert solver.search_until(lambda: False, late, PLIES) is not None


def test_perfect_play_keeps_to_its_nodes() -> None:
    game = parse_setup("multiplicity size=3")
    expert = profile_of(game).perfect(game, profile_of(game))[0]
    budget = Budget(SearchLimits(nodes=1_000), 0, StopSignal(), lambda: 0.0)
    assert expert.think(game.start(), budget, compiled=True) is None
    # At most half of the nodes, since the tree gets the rest.
    assert budget.spent in range(400, 501)
    late = play_randomly(game, game.start(), 12, 2)
    found = expert.think(late, budget, compiled=True)
    assert found is not None
    assert found.proof
    few = Budget(SearchLimits(nodes=8), 0, StopSignal(), lambda: 0.0)
    assert expert.think(game.start(), few, compiled=True) is None
    assert few.spent <= 4, "the tree has its half"


def test_without_time_who_is_late_in_less_walks_home() -> None:
    """A quick turn in a race uses only the table, and no side wanders until the limit of turns."""
    game = parse_setup("less seed=3")
    assert isinstance(game, Less)
    state, turns = alone(game), 0
    race = RaceExpert(game)
    while not game.over(state):
        budget = Budget(SearchLimits(clock=(0.02, 0.02)), 0, StopSignal(), lambda: 0.0)
        found = race.think(state, budget, compiled=True)
        assert found is not None
        for action in found.best:
            state = game.advance(state, action)
        turns += 1
    assert turns < 12


def test_a_second_process_takes_everything_from_the_cache(tmp_path: Path) -> None:
    """The second process finds compiled code and writes none, which would mean compiling again."""
    told = [f"{done} of 6" for done in range(1, 7)]
    if cache.kernel_cache().exists():  # reuses what other tests have compiled
        shutil.copytree(cache.kernel_cache(), tmp_path / cache.kernel_cache().name)
    assert compiled_in("libra size=4", tmp_path) == told
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb*")}
    assert before
    assert compiled_in("libra size=5", tmp_path) == told
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb*")} == before


def compiled_in(setup: str, folder: Path) -> list[str]:
    """Return the output of a helper that compiles into a cache in `folder`."""
    with subprocess.Popen(  # the helper ends when its input does, so the input stays open
        helper_command("compile", setup),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {cache.KERNELS_VARIABLE: str(folder)},
    ) as process:
        assert process.stdout is not None
        return process.stdout.read().splitlines()


def test_nothing_is_left_to_compile_in_a_game() -> None:
    """A first turn with compilation would lose a short game on time."""
    command = [sys.executable, "-m", "tests.engine.left_to_compile", *SETUPS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"{setup}: nothing" for setup in SETUPS]


def test_other_sources_have_another_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = cache.source_hash()
    assert cache.kernel_cache().name.endswith(now)
    copy = tmp_path / "rules"
    copy.mkdir()
    (copy / "libra.py").write_text("changed", encoding="utf-8")
    monkeypatch.setattr(cache, "SOURCES", (copy,))
    assert cache.source_hash() != now


def test_old_caches_are_swept_and_ours_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.KERNELS_VARIABLE, str(tmp_path))
    mine, old = cache.kernel_cache(), tmp_path / "py399-of-yore"
    for folder in (mine, old):
        folder.mkdir()
    cache.sweep(old.stat().st_mtime + 10 * 86400)
    assert old.exists()
    cache.sweep(old.stat().st_mtime + 40 * 86400)
    assert mine.exists()
    assert not old.exists()


# -- damage, and who may write ---------------------------------------------------------------------

TEMPLATE = """
ENTRIES = ("triple",)


def triple(number):
    return 3 * number
"""
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "truncated": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "zeroed": lambda content: bytes(len(content)),
    "random": lambda content: random.Random(1).randbytes(len(content)),
    "flipped": lambda content: content[:900] + bytes([content[900] ^ 1]) + content[901:],
    "a stranger's pickle": lambda content: pickle.dumps(("not", "ours")),
}


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a template, and use a cache inside it."""
    (tmp_path / "tiny.py").write_text(TEMPLATE)
    monkeypatch.setenv(cache.KERNELS_VARIABLE, str(tmp_path / "cache"))
    return tmp_path


def triple(folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Call compiled code as a new process would; return how often it was compiled."""
    monkeypatch.setattr(compiler, "_instances", {})
    function = compiler.instance("tiny", "libra", True, folder=folder).triple
    assert function(14) == 42
    return sum(function.stats.cache_misses.values())


def test_damaged_code_is_compiled_again(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert triple(kernels, monkeypatch) == 1
    assert triple(kernels, monkeypatch) == 0, "from the cache"
    files = sorted(cache.files_of("libra"))
    assert [path.suffix for path in files] == [".nbc", ".nbi"]
    for path in files:
        for name, damage in DAMAGES.items():
            path.write_bytes(damage(path.read_bytes()))
            assert cache.damaged_files("libra") == [path], name
            assert triple(kernels, monkeypatch) == 1, name
            assert cache.damaged_files("libra") == [], name


def test_a_game_is_compiled_when_all_its_files_are_there(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not cache.is_stamped("libra")
    triple(kernels, monkeypatch)
    cache.write_stamp("libra")
    assert cache.is_stamped("libra")
    next(cache.files_of("libra")).unlink()
    assert not cache.is_stamped("libra")
    cache.throw_away("libra")
    assert list(cache.files_of("libra")) == []


def test_the_state_of_compiled_code(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = parse_setup("libra")
    assert state_of(game) == "missing"
    triple(kernels, monkeypatch)
    cache.write_stamp("libra")
    code = next(path for path in cache.files_of("libra") if path.suffix == ".nbc")
    code.write_bytes(b"")
    assert state_of(game) == "damaged"
    assert state_of(game) == "missing", "it was thrown away"


def test_the_folder_is_closed_to_others(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    triple(kernels, monkeypatch)
    assert stat.S_IMODE(cache.kernel_cache().stat().st_mode) == 0o700


def test_what_others_could_have_written_is_not_loaded(
    kernels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    triple(kernels, monkeypatch)
    folder = cache.kernel_cache()
    folder.chmod(0o777)
    assert not cache.is_own(folder)
    assert triple(kernels, monkeypatch) == 1, "emptied, closed and filled anew"
    assert cache.is_own(folder)


def test_nothing_is_loaded_from_a_stranger(kernels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = cache.kernel_cache()
    folder.mkdir(parents=True)
    mine = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    if mine == 0:  # root's files are trusted, so another user must own them
        os.chown(folder, mine + 2, -1)
    assert compiler.why_plain() == "folder"
    assert not compiler.can_compile()
    with pytest.raises(PermissionError):
        cache.make_own(folder)
    said: list[str] = []
    monkeypatch.setattr(warmup, "plain_was_said", False)
    assert warmup.start_warmup(parse_setup("libra"), said.append) is None
    assert said == [f"{UNCOMPILED}: the folder of compiled code is not the user's own"]


def test_an_engine_that_was_told_to_play_uncompiled_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    monkeypatch.setattr(warmup, "plain_was_said", False)
    said: list[str] = []
    assert warmup.start_warmup(parse_setup("libra"), said.append) is None
    assert said == [f"{UNCOMPILED}: LESS_IS_MORE_PLAIN is set"]


def made_ready(setup: str) -> list[str]:
    """Return what an engine prints until it is ready."""
    command = own_command("engine", *setup.split())
    done = subprocess.run(command, input="isready\n", capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.slow
def test_an_engine_mends_its_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one file of a game's code is damaged, only that file is compiled again."""
    made_ready("multiplicity size=3")
    copy = tmp_path / "kernels" / cache.kernel_cache().name
    shutil.copytree(cache.kernel_cache(), copy, ignore=shutil.ignore_patterns("*.lock"))
    copy.chmod(0o700)
    monkeypatch.setenv(cache.KERNELS_VARIABLE, str(tmp_path / "kernels"))
    code = [path for path in cache.files_of("multiplicity") if path.suffix == ".nbc"]
    hurt = min(code, key=lambda path: path.stat().st_size)  # the fastest to compile
    hurt.write_bytes(hurt.read_bytes()[:-1])
    done = made_ready("multiplicity size=3")
    assert done[0] == "info string compiled code of multiplicity is damaged: compiling it again"
    assert done[-1] == "readyok"
    assert not any(UNCOMPILED in line for line in done)
    assert cache.is_stamped("multiplicity")
    assert cache.damaged_files("multiplicity") == []
