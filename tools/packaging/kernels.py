"""Compiles the kernels of a game ahead of time: `python -m tools.packaging.kernels GAME`.

The game is searched as in play, by code for this machine. An entry of a template is compiled for
the arguments of its first call, and is called as in `game.engine.compile.prebuilt`. A call with
arguments of other types is an error. Numba's code of the entries is then optimised and emitted for
every requested level (see TARGETS), but not executed. The C compiler links for this machine's
system, the package ziglang for all others.
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
from game.engine.compile.prebuilt import CONTENTS, FOLDER, WASM, Kernel, Kind
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.all_turns import AllTurns, TooMany
from game.engine.search.search_tree import TreeConfig
from game.engine.search.solver import Solver
from game.rules import Game
from game.rules.kernel import P1_WIN, RESULT
from game.rules.registry import GAMES, parse_setup, usual_setup

OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # ctypes needs neither wrapper
CC = ("cc", "-shared", "-nostartfiles", "-Wl,--as-needed,--no-undefined,-s")
ZIG = (sys.executable, "-m", "ziglang")
WASM_LD = (*ZIG, "wasm-ld", "-shared", "--experimental-pic")


class Target(NamedTuple):
    """A processor with its features, and a system in LLVM's notation, for which code is emitted.

    `zig` is ziglang's name of the system, with the oldest C library that is supported.
    """

    cpu: str
    triple: str
    zig: str
    features: str = ""


# The C library is that of Debian 11 and Ubuntu 20.04, as the wheels' names state.
LINUX = "x86_64-unknown-linux-gnu", "x86_64-linux-gnu.2.31"
LINUX_ARM = "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.31"
NO_MORE_THAN_V8 = "-crc,-crypto,-aes,-sha2,-perfmon"

TARGETS = {
    **{f"linux-x86_64-{level}": Target(f"x86-64-{level}", *LINUX) for level in ("v4", "v3", "v2")},
    "linux-arm64-a76": Target("cortex-a76", *LINUX_ARM),
    "linux-arm64-a72": Target("cortex-a72", *LINUX_ARM, NO_MORE_THAN_V8),
    "windows-x86_64-v2": Target("x86-64-v2", "x86_64-w64-windows-gnu", "x86_64-windows-gnu"),
    "windows-arm64-v8": Target("generic", "aarch64-w64-windows-gnu", "aarch64-windows-gnu"),
    "macos-arm64-m1": Target("apple-m1", "arm64-apple-macosx11.0", "aarch64-macos.11.0"),
    "macos-x86_64-v2": Target("x86-64-v2", "x86_64-apple-macosx11.0", "x86_64-macos.11.0"),
    WASM: Target(
        "generic",
        "wasm32-unknown-emscripten",
        "",
        "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals",
    ),
}
# WebAssembly is left out, because only the edition for browsers needs it.
RELEASED = tuple(level for level in TARGETS if level != WASM)


class Entry:
    """A function of a template, compiled at its first call; its object code is kept."""

    def __init__(self, function: Any, symbol: str) -> None:
        self._function, self._symbol = function, symbol
        self.result = ""
        self.kinds: list[Kind] = []
        self.kernel: Kernel | None = None
        self._lowered = ""  # the LLVM module as text, as Numba makes it
        self._emitted: dict[str, bytes] = {}

    def __call__(self, *arguments: Any) -> Any:
        if self.kernel is None:
            self._compile(arguments)
            assert self.kernel is not None
        return self.kernel(*arguments)

    def code(self, level: str) -> bytes:
        """Return the object code of the function for a level."""
        if level not in self._emitted:
            self._emitted[level] = emit(self._lowered, TARGETS[level], self._symbol)
        return self._emitted[level]

    def _compile(self, arguments: Sequence[Any]) -> None:
        from numba import typeof

        types = tuple(typeof(argument) for argument in arguments)
        with only_lowering():
            self._function.compile(types)
        compiled = self._function.overloads[types]
        self.result = str(kind_of(compiled.signature.return_type))
        self.kinds = [kind_of(one) for one in types]
        self._lowered = str(with_words(compiled, self._symbol))
        address = loaded(compiled, self.code(own_level()), self._symbol)
        self.kernel = Kernel(address, self.result, self.kinds)


@contextlib.contextmanager
def only_lowering() -> Iterator[None]:
    """Make Numba translate functions to LLVM's language without compiling them.

    Numba usually optimises and emits each function together with everything that it calls.  Here
    `with_words` and `emit` do this once for each entry.
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
    # The placeholder for a compiled function is never called, but Numba needs distinct objects.
    codegen._library_class, context.get_executable = LoweredLibrary, lambda *_of: [].clear
    try:
        yield
    finally:
        codegen._library_class, context.get_executable = usual


def with_words(compiled: Any, symbol: str) -> Any:
    """Return the module of a function that takes its arguments as words; see `prebuilt`.

    The module contains everything that the function calls, and is not optimised yet.
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
        for one in called:  # the list grows during the loop
            library._final_module.link_in(one._get_module_for_linking(), preserve=True)
            called += [deeper for deeper in one._linking_libraries if deeper not in called]
    return library._final_module


def loaded(compiled: Any, code: bytes, symbol: str) -> int:
    """Load an object file into this process, and return the address of its function."""
    from llvmlite.binding import ObjectFileRef

    engine = compiled.target_context.codegen()._engine._ee
    engine.add_object_file(ObjectFileRef.from_data(code))
    engine.finalize_object()
    return int(engine.get_function_address(symbol))


def kind_of(type_: Any) -> Kind:
    """Return a Numba type in the notation of `prebuilt`. Raises TypeError."""
    from numba import types

    if isinstance(type_, types.Array):
        if type_.layout != "C" or not type_.mutable:
            raise TypeError(type_)
        from numba.np.numpy_support import as_dtype

        return f"{as_dtype(type_.dtype).str} {type_.ndim}"
    if isinstance(type_, types.BaseTuple):
        return [kind_of(one) for one in type_]
    return {types.int64: "q", types.float64: "d", types.none: "q"}[type_]


def own_level() -> str:
    """Return the best level of this machine. Raises LookupError if there is none."""
    return prebuilt.levels()[0]


def emit(text: str, target: Target, symbol: str = CONTENTS) -> bytes:
    """Return a module, optimised for a target, as an object file that exports one symbol."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc="pic", codemodel="default"
    )
    layout = str(machine.target_data)
    module = llvm.parse_assembly(translated(text, target.triple, layout, symbol))
    optimise(module, machine)
    return bytes(machine.emit_object(module))


def optimise(module: Any, machine: Any) -> None:
    """Run Numba's passes: on each function alone, a cheap one after inlining, then the full one."""
    from numba.core.llvm_bindings import create_pass_builder

    alone = create_pass_builder(machine, opt=3, loop_vectorize=True, slp_vectorize=False)
    each = alone.getFunctionPassManager()
    for function in module.functions:
        each.run(function, alone)
    cheap = create_pass_builder(machine, opt=0)
    inlined = cheap.getModulePassManager()
    inlined.add_loop_rotate_pass()
    inlined.add_instruction_combine_pass()
    inlined.add_jump_threading_pass()
    inlined.run(module, cheap)
    full = create_pass_builder(machine, opt=3, loop_vectorize=True, slp_vectorize=False)
    full.getModulePassManager().run(module, full)


# Parts of a module's text that refer to the original machine, and to other object files.
MACHINE = re.compile(
    r'^target (triple|datalayout) = .*$| "(target-cpu|target-features|tune-cpu)"="[^"]*"',
    re.MULTILINE,
)
LINKAGE = "common|linkonce_odr|weak_odr"
SHARED = re.compile(rf"^(@.* = )(?:{LINKAGE}) ", re.MULTILINE)
DEFINED = re.compile(rf'^define (?:(?:{LINKAGE}|internal) )?(.*?@"?([^"(]*)"?\()', re.MULTILINE)


def translated(text: str, triple: str, layout: str, symbol: str) -> str:
    """Return the text of a module for another machine, with only `symbol` visible outside.

    Symbols that object files usually share become private, because WebAssembly lacks some of them.
    """
    # On Windows, exported symbols must be marked.
    visible = "dllexport " if "windows" in triple else ""

    def seen(found: re.Match[str]) -> str:
        return f"define {visible if found[2] == symbol else 'internal '}{found[1]}"

    text = DEFINED.sub(seen, SHARED.sub(r"\1internal ", MACHINE.sub("", text)))
    text = text.replace(f"@{CONTENTS} = constant", f"@{CONTENTS} = {visible}constant")
    head = f'target datalayout = "{layout}"\ntarget triple = "{triple}"\n'
    return head + re.sub(r" comdat(\([^)]*\))?", "", text)


class Recorded:
    """A template like those of `compiler.instance`, with an `Entry` for each of its entries."""

    def __init__(self, module: ModuleType, template: str) -> None:
        from numba import njit

        self.entries = {}
        for name in module.ENTRIES:
            function = getattr(module, name)
            options = function.targetoptions | OPTIONS
            options.pop("nopython")  # `njit` implies it
            bare = njit(**options)(function.py_func)
            setattr(module, name, bare)  # a function may call itself by this name
            self.entries[name] = Entry(bare, f"{template}.{name}")
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return self.entries.get(name) or getattr(self._module, name)


def record() -> list[tuple[str, str, Recorded]]:
    """Record all templates from now on in the returned list, by key and name."""
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
    """Call every entry that any part of the program uses."""
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


def link(entries: Mapping[str, Mapping[str, Entry]], path: Path, level: str) -> None:
    """Write the shared library of these templates. Raises OSError or CalledProcessError."""
    target = TARGETS[level]
    contents = {
        template: {name: (one.result, one.kinds) for name, one in called.items()}
        for template, called in entries.items()
    }
    codes = [one.code(level) for called in entries.values() for one in called.values()]
    codes.append(emit(constant(json.dumps(contents).encode() + bytes(1)), target))
    called = [(template, name) for template, all_ in entries.items() for name in all_]
    symbols = [CONTENTS, *(f"{template}.{name}" for template, name in called)]
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        objects = [Path(folder, f"{number}.o") for number in range(len(codes))]
        for place, code in zip(objects, codes):
            place.write_bytes(code)
        made = Path(folder, path.name)
        if level == WASM:
            content = linked_for_wasm(objects, symbols, made)
        else:
            content = linked(objects, symbols, made, level)
    new = path.with_suffix(".new")
    new.write_bytes(content + cache.checksum(content))
    new.replace(path)


def linked(objects: Sequence[Path], symbols: Sequence[str], made: Path, level: str) -> bytes:
    """Return the shared library of some object files."""
    options: list[str] = []
    if level.startswith("linux"):
        names = " ".join(f'"{symbol}";' for symbol in symbols)
        exported = made.with_name("exported")
        exported.write_text(f"{{ global: {names} local: *; }};")
        options = [f"-Wl,--version-script={exported}", "-nostartfiles", "-lm", "-lc"]
    if linked_by_zig(level):
        linker = (*ZIG, "cc", "-shared", "-s", "-target", TARGETS[level].zig)
    else:
        linker = CC
    subprocess.run([*linker, "-o", made, *objects, *options], check=True)
    return made.read_bytes()


def linked_by_zig(level: str) -> bool:
    return not (level.startswith("linux") and level.startswith(prebuilt.system() or "none"))


# Start of a custom section of WebAssembly: its kind, its sizes and its name; a checksum follows.
CHECKSUM_SECTION = b"\0" + bytes([1 + 8 + cache.CHECKSUM_BYTES, 8]) + b"checksum"


def linked_for_wasm(objects: Sequence[Path], symbols: Sequence[str], made: Path) -> bytes:
    """Return a side module for Emscripten, up to its checksum."""
    options = ["--no-entry", "--allow-undefined", "--import-memory", "--strip-debug"]
    exports = [f"--export={symbol}" for symbol in symbols]
    command = [*WASM_LD, *options, *exports, "-o", str(made), *map(str, objects)]
    subprocess.run(command, check=True)
    return made.read_bytes() + CHECKSUM_SECTION


def constant(text: bytes) -> str:
    """Return the text of a module that defines CONTENTS."""
    letters = "".join(f"\\{letter:02x}" for letter in text)
    return f'@{CONTENTS} = constant [{len(text)} x i8] c"{letters}"'


def build(key: str, levels: Sequence[str], folder: Path) -> None:
    """Build a game's libraries, with and without its search profile, for these levels."""
    for level in levels:
        for old in folder.glob(f"{key}*-{level}-*.kernels"):
            old.unlink()
    made = record()
    with tempfile.TemporaryDirectory() as compiled:
        os.environ[cache.KERNELS_VARIABLE] = compiled  # keeps prebuilt kernels from being used
        call_everything(parse_setup(usual_setup(key)))
    for level in levels:
        for name in dict.fromkeys(name for name, _template, _recorded in made):
            path = folder / prebuilt.path_of(name, level).name
            templates = {template: one.entries for other, template, one in made if other == name}
            link(templates, path, level)
            print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


def lacking(level: str) -> str:
    """Return what is missing to link the kernels of a level, "" if nothing is."""
    if not prebuilt.levels():
        return "a processor and a system that they can be made on"
    if linked_by_zig(level):
        return "" if importlib.util.find_spec("ziglang") else "the package ziglang"
    return "" if shutil.which(CC[0]) else "a C compiler"


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[game.key for game in GAMES])
    parser.add_argument(
        "--level",
        choices=["released", *TARGETS],
        action="append",
        help="a level, or all that are released; more than one may be named; else the best here",
    )
    parser.add_argument("--into", type=Path, default=FOLDER, help="a folder for them")
    arguments = parser.parse_args(words)
    levels = arguments.level or prebuilt.levels()[:1] or list(RELEASED[:1])
    if "released" in levels:
        levels = list(RELEASED)
    for level in levels:
        if needed := lacking(level):
            print(f"no kernels for {level}: they need {needed}", file=sys.stderr)
            return 1
    missing = [
        level
        for level in levels
        if not cache.is_whole(arguments.into / prebuilt.path_of(arguments.game, level).name)
    ]
    if missing:
        build(arguments.game, missing, arguments.into)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
