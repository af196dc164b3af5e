// The table's worker: runs web/table.py, which talks to the page and to the engine's worker.

import { HOME, startPython } from "./python.js";

const TICK = 50; // ms between two updates of clocks and engines
const HANDED_OVER = 3000; // ms for a previous page, reloaded or closed, to release the files
const AGAIN = 500; // ms before files that changed while being read are read again
const LOCK = `less-is-more ${new URL("../", import.meta.url).pathname}`;
const early = []; // messages of the page from before Python was ready
const engine = new Worker(new URL("engine.js", import.meta.url), { type: "module", name: "engine" });
let take = (data) => early.push(data);
self.onmessage = ({ data }) => take(data);

// Opens the files in this browser.  Only one tab saves them; others keep theirs until they are closed.
async function openFiles(python) {
  const { FS } = python;
  FS.mkdirTree(HOME);
  if (!(await alone())) {
    const taken = () => self.postMessage({ storage: "taken" });
    taken();
    return taken;
  }
  try {
    FS.mount(FS.filesystems.IDBFS, {}, HOME);
    await synced(FS, true);
  } catch (error) {
    return () => self.postMessage(unkept(error));
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
        if ("errno" in Object(error)) { // a file vanished while being read, since a turn was written
          await new Promise((done) => setTimeout(done, AGAIN));
          again = true;
        } else self.postMessage(unkept(error));
      }
    } while (again);
    saving = false;
  };
}

function unkept(error) {
  if (error?.name === "QuotaExceededError") return { storage: "full" };
  return { storage: "forbidden", why: `${error?.name ?? ""}: ${error?.message ?? error}` };
}

function synced(FS, read) {
  return new Promise((done, failed) => FS.syncfs(read, (error) => (error ? failed(error) : done())));
}

function alone() {
  if (!navigator.locks) return true;
  return new Promise((told) => navigator.locks.request(LOCK, { signal: AbortSignal.timeout(HANDED_OVER) }, () => {
    told(true);
    return new Promise(() => {}); // until the tab is closed
  }).catch(() => told(false)));
}

async function begin() {
  const python = await startPython();
  const save = await openFiles(python);
  const { Exchange } = python.pyimport("web.players");
  const { LocalTable } = python.pyimport("web.table");
  const now = () => performance.now() / 1000;
  const exchange = Exchange((line) => engine.postMessage(line), now);
  const toBoard = (data) => {
    self.postMessage({ bytes: data.toJs() });
    data.destroy();
  };
  const table = LocalTable((text) => self.postMessage({ text }), exchange, now, () => void save(), toBoard);
  engine.onmessage = ({ data }) => {
    exchange.hear(data);
    table.tick();
  };
  take = ({ connect, text, ask, number, bytes }) => {
    if (connect) table.connect();
    else if (bytes) {
      const heard = python.toPy(bytes);
      try {
        table.hear_board(heard);
      } finally { // the page waits for this even after an error
        heard.destroy();
        self.postMessage({ took: true });
      }
    }
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
