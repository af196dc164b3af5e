// The worker of the table: web/table.py between the page and the engine's worker.

import { HOME, startPython } from "./python.js";

const TICK = 50; // ms between two looks at clocks and engines
const HANDED_OVER = 3000; // ms in which the page before, reloaded or closed, lets go of the files
const AGAIN = 500; // ms until files are read again that changed while they were read
const LOCK = `less-is-more ${new URL("../", import.meta.url).pathname}`;
const early = []; // what the page has said before Python was there
const engine = new Worker(new URL("engine.js", import.meta.url), { type: "module", name: "engine" });
let take = (data) => early.push(data);
self.onmessage = ({ data }) => take(data);

// The files of this browser: one tab alone writes them; another has its own until it is closed.
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
        if ("errno" in Object(error)) { // a file has gone while it was read: a turn was written
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
      } finally { // the page waits for it, whatever has become of them
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
