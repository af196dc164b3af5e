// The connection to the table, which is a worker here; the page treats it like a server.

const PATIENCE = 2000; // ms to wait for the service worker before large files are requested
const listeners = new Set();
const answers = new Map();
const passed = []; // resolvers for bytes that the table has not accepted yet, in order
let worker, ready = false, socket = null, asked = 0;

export function connect() {
  return new LocalSocket();
}

// `told` receives all messages to the page, and the state of its files.
export function listen(told) {
  listeners.add(told);
}

export async function ask(request) {
  const number = ++asked;
  const answer = new Promise((done) => answers.set(number, done));
  (await started).postMessage({ number, ask: JSON.stringify(request) });
  const said = JSON.parse(await answer);
  if (said.error) throw new Error(said.error);
  return said;
}

// Sends bytes of a sensor board, and waits until the table has accepted them.
export async function pass(bytes) {
  const taken = new Promise((done) => passed.push(done));
  (await started).postMessage({ bytes });
  return taken;
}

// The part of a WebSocket that the page's connection needs.
class LocalSocket {
  constructor() {
    this.readyState = WebSocket.CONNECTING;
    socket = this;
    if (ready) setTimeout(() => this.open());
  }

  async open() {
    if (socket !== this || this.readyState !== WebSocket.CONNECTING) return;
    (await started).postMessage({ connect: true });
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  send(text) {
    worker.postMessage({ text });
  }

  close() {
    this.readyState = WebSocket.CLOSED;
  }

  // The table closed the connection because too much was sent.  The page reconnects after a while.
  closed() {
    this.close();
    this.onclose?.();
  }
}

function take({ data }) {
  if (data.ready) {
    ready = true;
    socket?.open();
    navigator.serviceWorker?.controller?.postMessage("fill");
  } else if ("answer" in data) {
    answers.get(data.number)?.(data.answer);
    answers.delete(data.number);
  } else if (data.took) passed.shift()?.();
  else if ("text" in data) {
    const said = JSON.parse(data.text);
    if (said.type === "closed") return void socket?.closed();
    socket?.onmessage?.({ data: data.text });
    tell(said);
  } else tell(data);
}

function tell(said) {
  for (const told of listeners) told(said);
}

async function start() {
  await served();
  worker = new Worker(new URL("table.js", import.meta.url), { type: "module", name: "table" });
  worker.onmessage = take;
  return worker;
}

// Waits for the service worker, which caches files, so that they pass through it.
async function served() {
  const kept = navigator.serviceWorker;
  if (!kept) return;
  const controlled = new Promise((done) => kept.addEventListener("controllerchange", done, { once: true }));
  try {
    await kept.register("worker.js");
    if (!kept.controller)
      await Promise.race([controlled, new Promise((done) => setTimeout(done, PATIENCE))]);
  } catch { /* service workers are forbidden: every visit loads all files */ }
}

const started = start();
