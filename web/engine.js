// The worker of the engine: web/engine.py, one line after the other.

import { fetched, startPython } from "./python.js";

const PREBUILT = "/program/game/engine/compile/prebuilt";
const SETUP = /^\S+ (?:setoption name Setup value|position setup|judge) ([\w-]+)/;
const waiting = [];
let busy = true, engine, python, command;

self.onmessage = ({ data }) => {
  if (busy) engine?.interrupt(data);
  waiting.push(data);
  work();
};

async function work() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    const line = waiting.shift();
    try {
      await bring(line.match(SETUP)?.[1]);
      await command(line);
    } catch (error) { // nobody waits for ever
      self.postMessage(`${line.split(" ", 1)[0]} info string error: ${error}`);
    }
  }
  busy = false;
}

// The kernels of a game, before it is searched for the first time.
const brought = new Set();
let names;
async function bring(game) {
  if (!game || brought.has(game)) return;
  brought.add(game);
  try {
    names ??= JSON.parse(new TextDecoder().decode(await fetched("kernels.json")));
    if (game in names) python.FS.writeFile(`${PREBUILT}/${names[game]}`, new Uint8Array(await fetched(names[game])));
  } catch {
    brought.delete(game); // without them it is searched uncompiled
  }
}

// Where the browser can suspend Python, what has come meanwhile is heard in the middle of a search.
const channel = new MessageChannel();
let wake;
channel.port1.onmessage = () => wake();
const pause = () => new Promise((done) => {
  wake = done;
  channel.port2.postMessage(0);
});

async function begin() {
  python = await startPython();
  python.FS.mkdirTree(PREBUILT);
  const { EngineWorker } = python.pyimport("web.engine");
  const { can_run_sync: canSuspend, run_sync: suspend } = python.pyimport("pyodide.ffi");
  engine = EngineWorker((line) => self.postMessage(line), () => {
    if (canSuspend()) suspend(pause());
  });
  // Without the means to suspend Python (Safari) a line is carried out in one piece.
  if ("Suspending" in WebAssembly) command = (line) => engine.command.callPromising(line);
  else command = (line) => engine.command(line);
}

// Where Python cannot be started, every line is answered with the reason.
begin().catch((error) => {
  command = () => { throw error; };
}).finally(() => {
  busy = false;
  work();
});
