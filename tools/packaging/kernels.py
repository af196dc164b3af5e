"""Compiles the kernels of a game ahead of time: `python -m tools.packaging.kernels GAME`.

The game is searched as in play.  An entry of a template is compiled for the arguments of its first
call and called as `game.engine.compile.prebuilt` does it; a call with arguments of other types ends
this with an error.  TARGETS says what the code is emitted for, and so what links it.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from game.engine.bots.warmup import load
from game.engine.compile import cache, compiler, prebuilt
from game.engine.compile.prebuilt import CONTENTS, FOLDER, LEVELS, WASM, Kernel, Kind
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.all_turns import AllTurns, TooMany
from game.engine.search.search_tree import TreeConfig
from game.engine.search.solver import Solver
from game.rules import Game
from game.rules.kernel import P1_WIN, RESULT
from game.rules.registry import GAMES, parse_setup, usual_setup

OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # of no use to ctypes
CC = ("cc", "-shared", "-nostartfiles", "-Wl,--as-needed,--no-undefined,-s")
WASM_LD = (sys.executable, "-m", "ziglang", "wasm-ld", "-shared", "--experimental-pic")


class Target(NamedTuple):
    """What code is emitted for.

    `cpu` is what Numba optimises for.  Without a `triple` the code is for the machine that it is
    made on.  With one, the module is translated to it, and `layout` is how its data lies.
    """

    cpu: str
    triple: str = ""
    layout: str = ""
    features: str = ""


TARGETS = {level: Target(f"x86-64-{level}") for level in LEVELS} | {
    # Both have vectors of 16 bytes.
    WASM: Target(
        "x86-64-v2",
        "wasm32-unknown-emscripten",
        "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20",
        "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    )
}


class Entry:
    """A function of a template: compiled at its first call, with its object code kept."""

    def __init__(self, function: Any, symbol: str) -> None:
        self._function, self._symbol = function, symbol
        self.result = ""
        self.kinds: list[Kind] = []
        self.kernel: Kernel | None = None
        self.module: Any = None

    def __call__(self, *arguments: Any) -> Any:
        if self.kernel is None:
            self._compile(arguments)
            assert self.kernel is not None
        return self.kernel(*arguments)

    def _compile(self, arguments: Sequence[Any]) -> None:
        from numba import typeof

        types = tuple(typeof(argument) for argument in arguments)
        with only_lowering():
            self._function.compile(types)
        compiled = self._function.overloads[types]
        self.result = str(kind_of(compiled.signature.return_type))
        self.kinds = [kind_of(one) for one in types]
        self.module = with_words(compiled, self._symbol)
        address = loaded(compiled, emit(self.module, own_target()), self._symbol)
        self.kernel = Kernel(address, self.result, self.kinds)


@contextlib.contextmanager
def only_lowering() -> Iterator[None]:
    """Have Numba translate functions to LLVM's language alone.

    Usually it also optimises and emits each of them, every time with all that it calls: here
    `with_words` and `emit` do so once for an entry.
    """
    from numba.core.codegen import JITCodeLibrary
    from numba.core.registry import cpu_target

    class LoweredLibrary(JITCodeLibrary):
        def add_llvm_module(self, module: Any) -> None:
            module.data_layout = self._codegen._data_layout
            self._final_module.link_in(module)

        def finalize(self) -> None:
            self._finalized = True

    context = cpu_target.target_context
    codegen = context.codegen()
    usual = codegen._library_class, context.get_executable
    # What stands for the compiled functions is never called, but Numba tells them apart by it.
    codegen._library_class, context.get_executable = LoweredLibrary, lambda *_of: [].clear
    try:
        yield
    finally:
        codegen._library_class, context.get_executable = usual


def with_words(compiled: Any, symbol: str) -> Any:
    """Return the optimised module of a function that takes its arguments as words, see `prebuilt`.

    It has all that the function calls.
    """
    from llvmlite import ir
    from numba.core.compiler_lock import global_compiler_lock

    context, function = compiled.target_context, compiled.fndesc
    kind = context.call_conv.get_function_type(function.restype, function.argtypes)
    library = context.codegen().create_library(symbol)
    module = library.create_ir_module(symbol)
    word = ir.IntType(64)
    outer_kind = ir.FunctionType(kind.return_type, [*kind.args[:2], word.as_pointer()])
    outer = ir.Function(module, outer_kind, symbol)
    inner = ir.Function(module, kind, function.llvm_func_name)
    builder = ir.IRBuilder(outer.append_basic_block())
    result, raised, words = outer.args
    values = []
    for number, value in enumerate(kind.args[2:]):
        place = builder.gep(words, [word(number)])
        values.append(builder.load(builder.bitcast(place, value.as_pointer())))
    builder.ret(builder.call(inner, [result, raised, *values]))
    library.add_ir_module(module)
    with global_compiler_lock:
        called = [compiled.library]
        for one in called:  # which grows
            library._final_module.link_in(one._get_module_for_linking(), preserve=True)
            called += [deeper for deeper in one._linking_libraries if deeper not in called]
        library._optimize_functions(library._final_module)
        library._optimize_final_module()
    return library._final_module


def loaded(compiled: Any, code: bytes, symbol: str) -> int:
    """Return the address of a function of an object file, loaded into this process."""
    from llvmlite.binding import ObjectFileRef

    engine = compiled.target_context.codegen()._engine._ee
    engine.add_object_file(ObjectFileRef.from_data(code))
    engine.finalize_object()
    return int(engine.get_function_address(symbol))


def kind_of(type_: Any) -> Kind:
    """Return a type of Numba as `prebuilt` writes it.  Raises TypeError."""
    from numba import types

    if isinstance(type_, types.Array):
        if type_.layout != "C" or not type_.mutable:
            raise TypeError(type_)
        from numba.np.numpy_support import as_dtype

        return f"{as_dtype(type_.dtype).str} {type_.ndim}"
    if isinstance(type_, types.BaseTuple):
        return [kind_of(one) for one in type_]
    return {types.int64: "q", types.float64: "d", types.none: "q"}[type_]


def own_target() -> Target:
    """Return the target that Numba compiles for in this process."""
    return Target(os.environ["NUMBA_CPU_NAME"])


def emit(module: Any, target: Target) -> bytes:
    """Return the code of a module of LLVM as an object file that can be linked."""
    import llvmlite.binding as llvm

    found, cpu = llvm.Target.from_default_triple(), target.cpu
    if target.triple:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        found, cpu = llvm.Target.from_triple(target.triple), "generic"
        module = llvm.parse_assembly(translated(str(module), target))
    machine = found.create_target_machine(
        cpu=cpu, features=target.features, opt=3, reloc="pic", codemodel="default"
    )
    return bytes(machine.emit_object(module))


# What the text of a module says of the machine that it was made for, and of other object files.
MACHINE = re.compile(
    r'^target (triple|datalayout) = .*$| "(target-cpu|target-features|tune-cpu)"="[^"]*"',
    re.MULTILINE,
)
SHARED = re.compile(r"^(@.* = |define )(common|linkonce_odr|weak_odr) ", re.MULTILINE)


def translated(text: str, target: Target) -> str:
    """Return the text of a module for another machine.

    What object files would share becomes their own: not all such symbols are there in WebAssembly.
    """
    text = SHARED.sub(r"\1internal ", MACHINE.sub("", text))
    head = f'target datalayout = "{target.layout}"\ntarget triple = "{target.triple}"\n'
    return head + re.sub(r" comdat(\([^)]*\))?", "", text)


class Recorded:
    """A template as `compiler.instance` returns it, with an `Entry` for each of its entries."""

    def __init__(self, module: ModuleType, template: str) -> None:
        from numba import njit

        self.entries = {}
        for name in module.ENTRIES:
            function = getattr(module, name)
            options = function.targetoptions | OPTIONS
            options.pop("nopython")  # which is what `njit` means
            bare = njit(**options)(function.py_func)
            setattr(module, name, bare)  # which may call itself
            self.entries[name] = Entry(bare, f"{template}.{name}")
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return self.entries.get(name) or getattr(self._module, name)


def record() -> list[tuple[str, str, Recorded]]:
    """Have templates recorded from now on; the list grows by their keys, names and entries."""
    made: list[tuple[str, str, Recorded]] = []
    instantiate = compiler.instantiate

    def recorded(folder: Path, template: str, key: str, compiled: bool, bindings: Any) -> Any:
        module = instantiate(folder, template, key, compiled, bindings)
        if not compiled:
            return module
        made.append((key, template, Recorded(module, template)))
        return made[-1][2]

    compiler.instantiate = recorded
    return made


def call_everything(game: Game) -> None:
    """Call every entry that any part of the program calls."""
    profile = profile_of(game)
    load(game)
    plain = ActionTree(game, profile.plain_uct(), TreeConfig(True, 2000, 1))
    plain.start(game.start())
    plain.grow(8)
    plain.start(game.advance(game.start(), game.action(next(plain.children()).code)))
    plain.promote(1)
    solver = Solver(game, profile, True, 1)
    solver.search(game.start(), 1, 100)
    turns = AllTurns(game, profile, True, 100)
    for call in (turns.ends, partial(turns.find, field=RESULT, value=P1_WIN)):
        with contextlib.suppress(TooMany):
            call(game.start())
    turns.follow(game.start(), ())


def link(
    entries: Mapping[str, Mapping[str, Entry]], path: Path, target: Target | None = None
) -> None:
    """Write the shared library of these templates.  Raises OSError or CalledProcessError."""
    target = target or own_target()
    contents = {
        template: {name: (one.result, one.kinds) for name, one in called.items()}
        for template, called in entries.items()
    }
    modules = [one.module for called in entries.values() for one in called.values()]
    modules.append(constant(json.dumps(contents).encode() + bytes(1)))
    called = [(template, name) for template, all_ in entries.items() for name in all_]
    symbols = [CONTENTS, *(f"{template}.{name}" for template, name in called)]
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        objects = [Path(folder, f"{number}.o") for number in range(len(modules))]
        for place, module in zip(objects, modules):
            place.write_bytes(emit(module, target))
        linker = linked_for_wasm if target.triple else linked
        content = linker(objects, symbols, Path(folder, path.name))
    new = path.with_suffix(".new")
    new.write_bytes(content + cache.checksum(content))
    new.replace(path)


def linked(objects: Sequence[Path], symbols: Sequence[str], made: Path) -> bytes:
    """Return what the C compiler links."""
    names = " ".join(f'"{symbol}";' for symbol in symbols)
    exported = made.with_name("exported")
    exported.write_text(f"{{ global: {names} local: *; }};")
    script = f"-Wl,--version-script={exported}"
    subprocess.run([*CC, script, "-o", made, *objects, "-lm", "-lc"], check=True)
    return made.read_bytes()


# A section of WebAssembly that means nothing: its kind, its sizes, its name, and then a checksum.
CHECKSUM_SECTION = b"\0" + bytes([1 + 8 + cache.CHECKSUM_BYTES, 8]) + b"checksum"


def linked_for_wasm(objects: Sequence[Path], symbols: Sequence[str], made: Path) -> bytes:
    """Return a side module as Emscripten loads it, up to its checksum."""
    options = ["--no-entry", "--allow-undefined", "--import-memory", "--strip-debug"]
    exports = [f"--export={symbol}" for symbol in symbols]
    command = [*WASM_LD, *options, *exports, "-o", str(made), *map(str, objects)]
    subprocess.run(command, check=True)
    return made.read_bytes() + CHECKSUM_SECTION


def constant(text: bytes) -> Any:
    """Return a module of LLVM with CONTENTS."""
    import llvmlite.binding as llvm

    kind = f"[{len(text)} x i8]"
    letters = "".join(f"\\{letter:02x}" for letter in text)
    return llvm.parse_assembly(f'@{CONTENTS} = constant {kind} c"{letters}"')


def build(key: str, level: str, folder: Path) -> None:
    """Make the library of a game, and that of its search without a profile."""
    target = TARGETS[level]
    os.environ |= {"NUMBA_CPU_NAME": target.cpu, "NUMBA_CPU_FEATURES": ""}
    for old in folder.glob(f"{key}*-{level}-*.kernels"):
        old.unlink()
    made = record()
    with tempfile.TemporaryDirectory() as compiled:
        os.environ[cache.KERNELS_VARIABLE] = compiled  # so that prebuilt ones are not used
        call_everything(parse_setup(usual_setup(key)))
    for name in dict.fromkeys(name for name, _template, _recorded in made):
        path = folder / prebuilt.path_of(name, level).name
        templates = {template: one.entries for other, template, one in made if other == name}
        link(templates, path, target)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


def can_link(level: str) -> bool:
    """Return whether what links the kernels of a level is here."""
    if level == WASM:
        return importlib.util.find_spec("ziglang") is not None
    return shutil.which(CC[0]) is not None


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[game.key for game in GAMES])
    parser.add_argument(
        "--level", choices=TARGETS, help="of x86-64, or for browsers; the best here"
    )
    parser.add_argument("--into", type=Path, default=FOLDER, help="a folder for them")
    arguments = parser.parse_args(words)
    levels = prebuilt.levels()
    level = arguments.level or next(iter(levels), "")
    if not levels or not can_link(level):
        needed = "the package ziglang" if level == WASM else "a C compiler"
        print(f"no prebuilt kernels: they need Linux, x86-64 and {needed}", file=sys.stderr)
        return 1
    if not cache.is_whole(arguments.into / prebuilt.path_of(arguments.game, level).name):
        build(arguments.game, level, arguments.into)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
