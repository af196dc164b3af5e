// A sensor board at this computer: the page owns its port (Web Serial), the table reads its bytes.

import { $, attempt, element, note, options, wish, words } from "./tab.js";
import { listen, pass } from "./transport.js";

const BUFFER = 4096; // bytes in the browser's receive buffer
const PACE = 1 << 16; // most bytes a second that are passed on; a board sends a tenth of them
const MOST_UNSENT = 1 << 12; // bytes; with more unsent, the connection counts as lost
const PATIENCE = 500; // ms to wait for the last write
const KEPT = "board"; // key of the last board used, in localStorage
const serial = navigator.serial;

let kinds = []; // the table's kinds of boards
let wanted = read(); // the board in use: {usb, kind, layout, baud}; null without one
let port = null, reader = null, unsent = 0; // the open port, its reader and its unsent bytes
let sending = Promise.resolve(), closing = Promise.resolve();
let seeking = false, said = null;
const others = new Set(); // ports of other devices

// -- the port ------------------------------------------------------------------------------------

function read() {
  try { return JSON.parse(localStorage.getItem(KEPT)); } catch { return null; }
}

function keep(board) {
  wanted = board;
  try {
    if (board) localStorage.setItem(KEPT, JSON.stringify(board)); else localStorage.removeItem(KEPT);
  } catch { /* storage is forbidden: the board must be chosen again next time */ }
}

function usbOf(one) {
  const { usbVendorId, usbProductId } = one.getInfo();
  if (usbVendorId === undefined) return "";
  return [usbVendorId, usbProductId].map((id) => id.toString(16).padStart(4, "0")).join(":");
}

// Lets the person choose the port in the browser's own dialog.
async function choose() {
  const kind = kinds.find(({ key }) => key === $("board-kind").value);
  const layout = kind.layouts.length ? $("board-layout").value : "";
  let chosen;
  try {
    chosen = await serial.requestPort();
  } catch (error) {
    throw new Error(words.say(error.name === "NotFoundError" ? "board-none" : "board-forbidden"));
  }
  await release();
  others.clear();
  keep({ usb: usbOf(chosen), kind: kind.key, layout, baud: kind.baud });
  await use(chosen, true);
  $("board-choice").close();
  $("home").close();
}

async function use(one, chosen = false) {
  await closing;
  try {
    await one.open({ baudRate: wanted.baud, bufferSize: BUFFER });
  } catch {
    throw new Error(words.say("board-busy"));
  }
  [port, unsent, sending] = [one, 0, Promise.resolve()];
  await wish("board", { deed: "opened", chosen, usb: wanted.usb, kind: wanted.kind, layout: wanted.layout });
  listenTo(one);
}

// Opens the last board's port again, if the browser still allows it.
async function seek() {
  if (!serial || !wanted || port || seeking) return;
  seeking = true;
  try {
    for (const one of await serial.getPorts())
      if (!port && usbOf(one) === wanted.usb && !others.has(one)) await use(one).catch((error) => note(error.message));
  } finally {
    seeking = false;
  }
}

// Passes received bytes on piece by piece, each after the table has accepted the one before.
async function listenTo(one) {
  let [since, count] = [performance.now(), 0];
  while (one === port && one.readable) {
    reader = one.readable.getReader();
    const mine = reader;
    try {
      for (;;) {
        const { value, done } = await mine.read();
        if (done || one !== port) break;
        await pass(value);
        count += value.length;
        const early = since + 1000 * count / PACE - performance.now();
        if (early > 0) await new Promise((go) => setTimeout(go, early));
        else if (early < -1000) [since, count] = [performance.now(), 0];
      }
    } catch { /* a line error: the port goes on with a new reader, or is gone */ } finally {
      mine.releaseLock();
    }
  }
  if (one === port) lost();
}

function send(bytes) {
  const one = port;
  if (!one?.writable) return;
  unsent += bytes.length;
  if (unsent > MOST_UNSENT) return void lost();
  sending = sending.then(async () => {
    const writer = one.writable.getWriter();
    try {
      await writer.write(bytes);
    } finally {
      writer.releaseLock();
      if (one === port) unsent -= bytes.length;
    }
  }).catch(() => {}); // the port is gone; the reader reports this
}

function lost() {
  if (!port) return;
  wish("board", { deed: "closed" });
  release();
}

function release() {
  if (port) closing = shut(port, reader);
  port = reader = null;
  return closing;
}

async function shut(one, reading) {
  await Promise.race([sending, new Promise((go) => setTimeout(go, PATIENCE))]);
  for (const tries of [1, 2, 3]) {
    try {
      await reading?.cancel().catch(() => {});
      return await one.close();
    } catch { // a read or write is still going on
      await new Promise((go) => setTimeout(go, tries * 50));
    }
  }
}

async function leave() {
  await wish("board", { deed: "leave" });
  keep(null);
  await release();
}

serial?.addEventListener("disconnect", ({ target }) => {
  others.delete(target);
  if (target === port) lost();
});
serial?.addEventListener("connect", () => seek());

// -- the card beside the board ---------------------------------------------------------------------

const card = element("section", { id: "sensor", hidden: true });
const head = element("h2", { id: "sensor-title" });
const state = element("p", { className: "told" }), tasks = element("ul"), hints = element("p", { className: "beside" });
const asks = element("div", { className: "asks" }), buttons = element("div", { className: "row" });
card.setAttribute("aria-labelledby", "sensor-title");
card.append(head, state, tasks, hints, asks, buttons);
$("seats").before(card);

function button(label, act, main = false) {
  return element("button", { textContent: label, className: main ? "main" : "", onclick: () => attempt(act) });
}

function draw() {
  card.hidden = !said;
  if (!said) return;
  const inside = card.contains(document.activeElement) ? document.activeElement.textContent : null;
  const there = said.state === "connected", { question } = said;
  card.dataset.state = there ? (said.tasks.length ? "tasks" : "") : "away";
  head.textContent = words.say("sensor-board");
  state.textContent = said.words;
  tasks.replaceChildren(...said.tasks.map((textContent) => element("li", { textContent })));
  hints.textContent = said.hints.join(" ");
  asks.replaceChildren(...(question ? [element("h3", { textContent: question.title }), element("p", { textContent: question.words }),
    element("div", { className: "row" }, ...question.answers.map(({ label, value, main }) =>
      button(label, () => wish("board", { deed: "answer", value }), main)))] : []));
  buttons.replaceChildren(...(said.ends ? [button(words.say("board-end"), () => wish("board", { deed: "press" }), true)] : []),
    ...(there ? [] : [button(words.say("board-choose"), offer)]),
    button(words.say("board-leave"), leave));
  if (inside !== null) ([...card.querySelectorAll("button")].find((one) => one.textContent === inside) ?? card.querySelector("button"))?.focus();
}

// Announces what is new: a question first, then what must be corrected.
function speak(before) {
  const now = said && [said.question?.title, said.tasks[0] ?? said.words, said.hints[0]];
  const new_ = now?.find((text, at) => text && text !== before?.[at]);
  if (new_) $("spoken").textContent = new_;
  return now;
}

let spoken = null;
listen((told) => {
  if (told.bytes) send(told.bytes);
  else if (told.type === "board") {
    said = told.board;
    draw();
    spoken = speak(spoken);
  } else if (told.type === "board-drop") drop(told.why);
});

// Handles the table's request to close the port; another port, or the same one, is tried next.
async function drop(why) {
  if (why === "other" && port) others.add(port);
  await release();
  await seek();
}

// -- the choice of a board -------------------------------------------------------------------------

function offer() {
  const can = Boolean(serial);
  $("board-about").textContent = words.say(can ? "board-about" : isSecureContext ? "board-browser" : "board-secure");
  for (const id of ["board-kind-row", "board-open"]) $(id).hidden = !can;
  options($("board-kind"), kinds.map(({ key, title }) => [key, title]), wanted?.kind ?? "");
  $("board-note").textContent = "";
  drawKind();
  $("board-choice").showModal();
}

function drawKind() {
  const layouts = kinds.find(({ key }) => key === $("board-kind").value)?.layouts ?? [];
  $("board-layout-row").hidden = !serial || !layouts.length;
  options($("board-layout"), layouts.map((one) => [one, one]), wanted?.layout || layouts[0]);
}

$("board-kind").onchange = drawKind;
$("board-open").onclick = () => choose().catch((error) => { $("board-note").textContent = error.message; });
$("board-close").onclick = () => $("board-choice").close();
$("sensor-open").onclick = offer;

// Shows texts and kinds of boards in the current language.
export function drawSensor(known) {
  kinds = known;
  for (const [id, key] of Object.entries({ "sensor-open": "sensor-open", "board-title": "sensor-board", "board-kind-label": "board-kind",
    "board-layout-label": "board-layout", "board-open": "board-choose", "board-close": "close" })) $(id).textContent = words.say(key);
  draw();
}

// Called when the table is ready: opens the last board, if the browser still allows it.
export function beginSensor() {
  seek();
}
