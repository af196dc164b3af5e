"""Makes the edition for browsers: `python -m web.build [FOLDER]`, usually `make web`.

The folder holds static files for any web space. All but five files are in subfolders, whose names
contain a hash of their contents, so browsers can cache them forever. Python is Pyodide's core, from
its npm package. The build needs npm, node, and the package ziglang for the kernels.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import hashlib
import importlib.util
import json
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

from game import __version__
from game.engine.compile import cache, prebuilt
from game.network.http.web_app import page_files
from game.pictures.board import LABELS, name_places
from game.platform.i18n import LANGUAGES, _, in_language
from game.platform.paths import ASSETS, ROOT
from game.platform.toml import loads, read_own
from game.rules.boards import shipped_boards
from game.rules.registry import GAMES, parse_setup
from web import rules

PYODIDE = "pyodide@314.0.7"
HERE = Path(__file__).parent
CACHE = ROOT / "build" / "pyodide"
KERNELS = ROOT / "build" / "web-kernels"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
STDLIB = "python_stdlib.zip"
# The main modules of the two workers; PARTS names the parts that games bring to them.
ENTRIES = ("web.table", "web.engine")
PARTS = (
    *("rules", "positions", "profile", "openings", "puzzles", "solo"),
    *("book", "commentary", "reasons"),
)
PACKAGES = ("platformdirs", "cobs", "openskill")
NOT_THERE = ("pygame", "serial", "PIL", "starlette", "uvicorn")
DATA = ("boards", "tiles", "answers", "openings", "placements", "puzzles", "themes")
DATA_SUFFIXES = (".json", ".toml", ".book", ".sql", ".mo", ".txt")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
# Some web spaces read this file; it lists response headers by path.
HEADERS = "_headers"
FIRST_VISIT_MB = 9.0


def build(folder: Path) -> dict[str, int]:
    """Make the folder from scratch; return the compressed bytes of a first visit, by part."""
    pyodide = fetched()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    work = CACHE / "work"
    work.mkdir(exist_ok=True)
    archive(work / "modules.zip")
    made, stdlib = work / "modules.new.zip", work / "stdlib.zip"
    script = HERE / "precompile.mjs"
    files = [script, pyodide, work / "modules.zip", made, stdlib]
    subprocess.run(["node", *files, names_for_python()], check=True)
    python = {name: (pyodide / name).read_bytes() for name in CORE} | {STDLIB: stdlib.read_bytes()}
    python_folder = write_hashed(folder, "python", python)
    own = page() | {"modules.zip": made.read_bytes()} | kernels()
    own["python.js"] = own["python.js"].replace(b"../python/", f"../{python_folder}/".encode())
    app = write_hashed(folder, "app", own)
    for name, content in entrance(app, own).items():
        (folder / name).write_bytes(content)
    listed = [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()]
    (folder / "worker.js").write_bytes(service_worker(["./", *listed]))
    (folder / HEADERS).write_text(headers([app, python_folder]), "utf-8")
    return {
        "python": sum(map(packed, python.values())),
        "own": sum(map(packed, own.values()))
        + sum(packed(p.read_bytes()) for p in folder.glob("*.*")),
    }


def fetched() -> Path:
    """Return the folder of Pyodide's core, after fetching it if needed.

    Raises CalledProcessError.
    """
    folder = CACHE / PYODIDE / "package"
    if not (folder / "pyodide.asm.wasm").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "pack", "--silent", PYODIDE],
            cwd=folder.parent,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with tarfile.open(next(folder.parent.glob("*.tgz"))) as packed_:
            packed_.extractall(folder.parent)
    return folder


def packed(content: bytes) -> int:
    return len(gzip.compress(content, 9, mtime=0))


def write_hashed(folder: Path, name: str, files: Mapping[str, bytes]) -> str:
    """Write files into a folder whose name has a hash of them; return its name."""
    digest = hashlib.sha256()
    for file, content in sorted(files.items()):
        digest.update(f"{file} {len(content)} ".encode() + content)
    place = folder / f"{name}-{digest.hexdigest()[:12]}"
    place.mkdir()
    for file, content in files.items():
        (place / file).write_bytes(content)
    return place.name


# -- Python's part ---------------------------------------------------------------------------------


def archive(path: Path) -> None:
    """Write the modules that the workers need, and their data, as one zip."""
    modules = sources()
    files = (*modules, *data({module.parent for module in modules}))
    names = {str(file.relative_to(ROOT)): file for file in files}
    for package in PACKAGES:
        found = importlib.util.find_spec(package)
        assert found is not None
        assert found.origin is not None
        place = Path(found.origin).parent
        names |= {str(file.relative_to(place.parent)): file for file in place.rglob("*.py")}
    contents = {name: file.read_bytes() for name, file in names.items()}
    contents[str(LABELS.relative_to(ROOT))] = labels()
    said = set(texts_in(contents))
    catalogues = [name for name in contents if name.endswith(".mo")]
    contents |= {name: only(said, contents[name]) for name in catalogues}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in sorted(contents.items()):
            made.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)


def texts_in(contents: Mapping[str, bytes]) -> Iterator[str]:
    """Yield all texts in modules and data; only these can be translated at run time."""
    for name, content in contents.items():
        if name.endswith(".py"):
            nodes = ast.walk(ast.parse(content))
            constants = (one.value for one in nodes if isinstance(one, ast.Constant))
            yield from (one for one in constants if isinstance(one, str))
        elif name.endswith(".toml"):
            yield from _texts(loads(content.decode()))
        elif name.endswith(".json"):
            yield from _texts(json.loads(content))


def _texts(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for one in data:
            yield from _texts(one)
    elif isinstance(data, dict):
        yield from _texts([*data.values()])


def only(said: Set[str], catalogue: bytes) -> bytes:
    """Return a gettext catalogue (.mo) with only its header and the messages in `said`."""
    _magic, _version, count, ids, words = struct.unpack_from("<5I", catalogue)

    def at(table: int, number: int) -> bytes:
        size, place = struct.unpack_from("<2I", catalogue, table + 8 * number)
        return catalogue[place : place + size]

    pairs = [(at(ids, number), at(words, number)) for number in range(count)]
    kept = [pair for pair in pairs if not pair[0] or pair[0].split(b"\0")[0].decode() in said]
    texts = [text for column in zip(*kept) for text in column]
    head, tables, body = 28, bytearray(), bytearray()
    for text in texts:
        tables += struct.pack("<2I", len(text), head + 8 * len(texts) + len(body))
        body += text + b"\0"
    place = head + 8 * len(kept)
    return struct.pack("<7I", 0x950412DE, 0, len(kept), head, place, 0, 0) + tables + body


def sources() -> set[Path]:
    """Return the modules that the workers import, and the sources of compiled code.

    Modules that need a package missing in browsers are left out, since nothing uses them there.
    """
    wanted = list(ENTRIES)
    for game in GAMES:
        folder = game.__module__.rpartition(".")[0]
        wanted += [f"{folder}.plugin", *(f"{folder}.{part}" for part in parts_of(folder))]
    found: dict[str, Path] = {}
    while wanted:
        name = wanted.pop()
        path = ROOT / name.replace(".", "/")
        file = next(
            (one for one in (path.with_suffix(".py"), path / "__init__.py") if one.exists()), None
        )
        if name in found or file is None:
            continue
        names = list(imported(file))
        if not any(one.partition(".")[0] in NOT_THERE for one in names):
            found[name] = file
            wanted += [*names, name.rpartition(".")[0]]
    return {*found.values(), *compiled_sources()}


def labels() -> bytes:
    """Return the places of points' names on the shipped boards of lines; see `name_places`."""
    places = {}
    for name in shipped_boards():
        topology = parse_setup(f"more-or-less board={name}").topology
        places[" ".join(topology.points)] = dict(name_places(topology))
    return json.dumps(places).encode()


def names_for_python() -> str:
    """Return what `precompile.mjs` must know about the modules."""
    kept = [str(file.relative_to(ROOT)) for file in compiled_sources()]
    first = list(ENTRIES)
    for game in GAMES:
        folder = game.__module__.rpartition(".")[0]
        first += [f"{folder}.{part}" for part in parts_of(folder)]
    return json.dumps({"sources": kept, "first": first})


def compiled_sources() -> Iterator[Path]:
    """Yield the files whose hash is part of kernels' names, including templates."""
    for path in cache.SOURCES:
        yield from [path] if path.is_file() else path.rglob("*.py")


def parts_of(folder: str) -> Iterator[str]:
    """Yield the modules of the parts that a game brings."""
    plugin = importlib.import_module(f"{folder}.plugin").PLUGIN
    for part in PARTS:
        module = getattr(plugin, part).partition(":")[0]
        if module:
            yield module


def imported(file: Path) -> Iterator[str]:
    """Yield what a module imports, also in functions; imports for types are skipped."""
    tree = ast.parse(file.read_text("utf-8"))
    hidden = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in hidden:
            continue
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def data(rooms: Set[Path]) -> Iterator[Path]:
    """Yield the files that modules read: assets, and data files beside the modules in `rooms`."""
    folders = [ASSETS / name for name in DATA] + [ASSETS / "locale"]
    for folder in folders:
        yield from (path for path in folder.rglob("*") if path.suffix in DATA_SUFFIXES)
    for path in (ROOT / "game").rglob("*"):
        beside = path.parent in rooms or path.parent.parent in rooms
        if path.suffix in (".toml", ".sql") and beside:
            yield path


def kernels() -> dict[str, bytes]:
    """Return the kernels of all games, after compiling them if needed.

    Raises CalledProcessError.
    """
    found, names = {}, {}
    for game in GAMES:
        command = [sys.executable, "-m", "tools.packaging.kernels", game.key]
        subprocess.run([*command, "--level", prebuilt.WASM, "--into", str(KERNELS)], check=True)
        path = KERNELS / prebuilt.path_of(game.key, prebuilt.WASM).name
        found[path.name] = path.read_bytes()
        names[game.key] = path.name
    return found | {"kernels.json": json.dumps(names).encode()}


# -- the page --------------------------------------------------------------------------------------


def page() -> dict[str, bytes]:
    """Return the files of the phones' page, with a worker as its server, and of the home page."""
    own = {path.name: path.read_bytes() for path in (*HERE.glob("*.js"), *HERE.glob("*.css"))}
    found = {name.lstrip("/"): body for name, (_kind, body) in page_files().items() if name != "/"}
    del found["worker.js"], own["service.js"]
    words = read_own(ASSETS / "page" / "tab" / "words.toml")["shown"]
    for code in LANGUAGES:
        told = json.loads(found[f"words-{code}.json"])
        with in_language(code):
            told["words"] |= {key: _(text) for key, text in words.items()}
        found[f"words-{code}.json"] = json.dumps(told, ensure_ascii=False).encode()
    return found | own | rules.files()


def entrance(app: str, own: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files beside the folders: the page itself, its manifest and the licence."""
    html = (ASSETS / "page" / "index.html").read_text("utf-8")
    html = re.sub(r'(href|src)="(?!manifest)([\w.-]+)"', rf'\1="{app}/\2"', html)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    html = html.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{head}')
    added = f'<link rel="stylesheet" href="{app}/home.css">\n'
    added += f'<script type="module" src="{app}/home.js"></script>\n'
    html = html.replace("</head>", f"{added}</head>")
    html = html.replace("</body>", (HERE / "home.html").read_text("utf-8") + "</body>")
    manifest = json.loads(own["manifest.webmanifest"])
    for icon in manifest["icons"]:
        icon["src"] = f"{app}/{icon['src']}"
    return {
        "index.html": html.encode(),
        "manifest.webmanifest": json.dumps(manifest, indent=1).encode(),
        "LICENSE.txt": (ROOT / "LICENSE").read_bytes(),
    }


def headers(kept: Iterable[str]) -> str:
    """Return the headers for a web space, in the format of Netlify and Cloudflare Pages.

    The content policy must be a header, because a policy in the page does not apply to its workers.
    Folders in `kept` never change.
    """
    lines = ["/*", f"  Content-Security-Policy: {POLICY}", "  X-Content-Type-Options: nosniff"]
    lines.append("  Referrer-Policy: no-referrer")
    for name in kept:
        lines += [f"/{name}/*", "  Cache-Control: public, max-age=31536000, immutable"]
    return "\n".join(lines) + "\n"


def service_worker(files: Iterable[str]) -> bytes:
    """Return the service worker that caches the listed files; it also notifies of turns."""
    listed = json.dumps(sorted(files))
    version = hashlib.sha256(listed.encode()).hexdigest()[:12]
    turns = (ASSETS / "page" / "worker.js").read_text("utf-8")
    kept = (HERE / "service.js").read_text("utf-8")
    return f'const VERSION = "{version}";\nconst FILES = {listed};\n\n{kept}\n{turns}'.encode()


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "build" / "web")
    folder = parser.parse_args(words).folder
    sizes = build(folder)
    told = ", ".join(f"{part} {size / 1e6:.2f} MB" for part, size in sizes.items())
    whole = sum(sizes.values()) / 1e6
    print(f"{folder}: {__version__}, a first visit is {whole:.2f} MB compressed ({told})")
    return 0 if whole <= FIRST_VISIT_MB else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
