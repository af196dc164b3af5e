// Answers questions with tools/browsers/searching.py, run by the Python of the edition for
// browsers:
//   node node.mjs FOLDER_OF_THE_SITE < QUESTIONS   (one JSON object a line)
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";

const site = process.argv[2];
const folder = (start) => path.join(site, fs.readdirSync(site).find((name) => name.startsWith(start)));
const [own, core] = [folder("app-"), folder("python-")];
const { loadPyodide } = await import(path.join(core, "pyodide.mjs"));
const HOME = "/home/web";
const python = await loadPyodide({ indexURL: core + path.sep, env: { HOME, LESS_IS_MORE_HOME: HOME } });
const bytes = (file) => new Uint8Array(fs.readFileSync(file));
python.unpackArchive(bytes(path.join(own, "modules.zip")).buffer, "zip", { extractDir: "/program" });
const prebuilt = "/program/game/engine/compile/prebuilt";
python.FS.mkdirTree(prebuilt);
for (const name of fs.readdirSync(own).filter((name) => name.endsWith(".kernels")))
  python.FS.writeFile(`${prebuilt}/${name}`, bytes(path.join(own, name)));
python.FS.writeFile("/program/searching.py", bytes(new URL("searching.py", import.meta.url)));
python.runPython("import sys; sys.path.insert(0, '/program')");
const { answer } = python.pyimport("searching");
for await (const line of readline.createInterface({ input: process.stdin })) console.log(answer(line));
