// The worker of the table: web/table.py between the page and the engine's worker.

import { HOME, startPython } from "./python.js";

const TICK = 50; // ms between two looks at clocks and engines
const LOCK = `less-is-more ${new URL("../", import.meta.url).pathname}`;
const early = []; // what the page has said before Python was there
const engine = new Worker(new URL("engine.js", import.meta.url), { type: "module", name: "engine" });
let take = (data) => early.push(data);
self.onmessage = ({ data }) => take(data);

// The files of this browser: one tab alone writes them; another has its own until it is closed.
async function openFiles(python) {
  const { FS } = python;
  FS.mkdirTree(HOME);
  if (!(await alone())) return () => self.postMessage({ storage: "taken" });
  try {
    FS.mount(FS.filesystems.IDBFS, {}, HOME);
    await synced(FS, true);
  } catch {
    return () => self.postMessage({ storage: "forbidden" });
  }
  let saving = false, again = false;
  return async function save() {
    if (saving) {
      again = true;
      return;
    }
    saving = true;
    do {
      again = false;
      try {
        await synced(FS, false);
        self.postMessage({ storage: "" });
      } catch (error) {
        self.postMessage({ storage: error?.name === "QuotaExceededError" ? "full" : "forbidden" });
      }
    } while (again);
    saving = false;
  };
}

function synced(FS, read) {
  return new Promise((done, failed) => FS.syncfs(read, (error) => (error ? failed(error) : done())));
}

function alone() {
  if (!navigator.locks) return true;
  return new Promise((told) => navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    told(lock !== null);
    return lock && new Promise(() => {}); // until the tab is closed
  }));
}

async function begin() {
  const python = await startPython();
  const save = await openFiles(python);
  const { Exchange } = python.pyimport("web.players");
  const { LocalTable } = python.pyimport("web.table");
  const now = () => performance.now() / 1000;
  const exchange = Exchange((line) => engine.postMessage(line), now);
  const table = LocalTable((text) => self.postMessage({ text }), exchange, now, () => void save());
  engine.onmessage = ({ data }) => {
    exchange.hear(data);
    table.tick();
  };
  take = ({ connect, text, ask, number }) => {
    if (connect) table.connect();
    else if (ask) self.postMessage({ number, answer: table.request(ask) });
    else table.hear(text);
  };
  self.postMessage({ ready: true });
  early.splice(0).forEach(take);
  setInterval(() => table.tick(), TICK);
}

begin().catch((error) => {
  self.postMessage({ failed: String(error) });
  throw error;
});
