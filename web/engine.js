// The engine's worker: runs web/engine.py on one line after the other.

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
    } catch (error) { // an answer keeps anybody from waiting forever
      self.postMessage(`${line.split(" ", 1)[0]} info string error: ${error}`);
    }
  }
  busy = false;
}

// Fetches the kernels of a game before its first search.
const brought = new Set();
let names;
async function bring(game) {
  if (!game || brought.has(game)) return;
  brought.add(game);
  try {
    names ??= JSON.parse(new TextDecoder().decode(await fetched("kernels.json")));
    if (game in names) python.FS.writeFile(`${PREBUILT}/${names[game]}`, new Uint8Array(await fetched(names[game])));
  } catch {
    brought.delete(game); // without kernels the search is slower
  }
}

// Where the browser can suspend Python, messages that have arrived are handled during a search.
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
  // Where Python cannot be suspended (Safari), a line is executed without interruption.
  if ("Suspending" in WebAssembly) command = (line) => engine.command.callPromising(line);
  else command = (line) => engine.command(line);
}

// If Python cannot be started, every line is answered with the reason.
begin().catch((error) => {
  command = () => { throw error; };
}).finally(() => {
  busy = false;
  work();
});
