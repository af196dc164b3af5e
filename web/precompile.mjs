// Compiles Python modules with the same Python that runs them in the browser:
//   node precompile.mjs FOLDER_OF_PYODIDE MODULES.zip NEW_MODULES.zip NEW_STDLIB.zip NAMES
// NAMES is JSON: the files whose sources are needed, and the modules that are imported first.  Of
// Python's own library only what these import is compiled, because sources are smaller.
import fs from "node:fs";
import path from "node:path";

const [folder, modules, newModules, newStdlib, names] = process.argv.slice(2);
const { loadPyodide } = await import(path.join(folder, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: folder + path.sep });
const lib = python.FS.readdir("/lib").find((name) => /^python\d+\.zip$/.test(name));
python.FS.writeFile("/modules.zip", fs.readFileSync(modules));
python.globals.set("stdlib", `/lib/${lib}`);
python.globals.set("names", names);
const compile = `
import importlib, importlib.util, json, marshal, sys, zipfile

LEFT_OUT = (  # that nothing in a browser can use, or nothing of ours does
    "pydoc_data/", "unittest/", "idlelib/", "ensurepip/", "test/", "_pyrepl/", "multiprocessing/",
    "xmlrpc/", "wsgiref/", "dbm/", "curses/", "venv/", "xml/", "http/", "email/", "tomllib/mypyc",
    "pdb.py", "doctest.py", "pydoc.py", "tarfile.py", "imaplib.py", "mailbox.py", "smtplib.py", "ftplib.py",
    "poplib.py", "optparse.py", "pickletools.py", "turtle.py", "profile.py", "cProfile.py", "webbrowser.py",
    "_pyio.py", "_pydecimal.py", "nturl2path.py", "modulefinder.py", "pyclbr.py", "urllib/request.py",
    "logging/handlers.py", "logging/config.py", "html/entities.py", "ssl.py", "trace.py", "timeit.py",
    "difflib.py", "plistlib.py", "_strptime_", "cmd.py", "code.py", "bdb.py", "asyncio/windows",
)

def compiled(name, source):
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    # Marked as unchecked: the source cannot change.
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
    return head + marshal.dumps(code)

def again(old, new, sources, compiles):
    with zipfile.ZipFile(old) as found, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as made:
        def add(name, content):
            made.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED, 9)
        for name in sorted(found.namelist()):
            content = found.read(name)
            if name.startswith(LEFT_OUT) and not compiles(name):
                continue
            if not name.endswith(".py") or not compiles(name):
                add(name, content)
                continue
            if name in sources:
                add(name, content)
                folder, _, stem = name.removesuffix(".py").rpartition("/")
                name = f"{folder}/__pycache__/{stem}.{sys.implementation.cache_tag}.py"
            add(name + "c", compiled(name, content))

names = json.loads(names)
zipfile.ZipFile("/modules.zip").extractall("/program")
sys.path.insert(0, "/program")
for name in names["first"]:
    importlib.import_module(name)
used = {str(getattr(one, "__file__", "")).partition(".zip/")[2] for one in sys.modules.values()}
again("/modules.zip", "/modules.new", set(names["sources"]), lambda name: True)
again(stdlib, "/stdlib.new", set(), lambda name: name in used)
`;
try {
  python.runPython(compile);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
fs.writeFileSync(newModules, python.FS.readFile("/modules.new"));
fs.writeFileSync(newStdlib, python.FS.readFile("/stdlib.new"));
