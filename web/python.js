// Starts Python in a worker, with the program's modules.

import { loadPyodide } from "../python/pyodide.mjs";

const PYTHON = new URL("../python/", import.meta.url).href;
export const HOME = "/home/web"; // the program's own files

export async function startPython() {
  const [python, modules] = await Promise.all([
    loadPyodide({ indexURL: PYTHON, env: { HOME, LESS_IS_MORE_HOME: HOME, PYTHONDONTWRITEBYTECODE: "1" } }),
    fetched("modules.zip"),
  ]);
  python.unpackArchive(modules, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  return python;
}

export async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}
