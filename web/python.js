// Starts Python in a worker, with the program's modules.

import { loadPyodide } from "../python/pyodide.mjs";

const PYTHON = new URL("../python/", import.meta.url).href;
export const HOME = "/home/web"; // folder of the program's saved files
// Ways to reach the network from a worker.  A page's policy does not apply to its workers, so these are removed.
const WAYS_OUT = ["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts"];
const own = self.fetch.bind(self); // kept to load the files of the site

export async function startPython() {
  const [python, modules] = await Promise.all([
    loadPyodide({ indexURL: PYTHON, env: { HOME, LESS_IS_MORE_HOME: HOME, PYTHONDONTWRITEBYTECODE: "1" } }),
    fetched("modules.zip"),
  ]);
  python.unpackArchive(modules, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  for (let place = self; place; place = Object.getPrototypeOf(place))
    for (const name of WAYS_OUT) Reflect.deleteProperty(place, name);
  return python;
}

export async function fetched(name) {
  const answer = await own(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.arrayBuffer();
}
