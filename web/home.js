// The dialog where games are chosen: a new game, one of the library, or one from the address.

import "./guide.js";
import { drawLearn } from "./learn.js";
import * as puzzles from "./puzzles.js";
import { beginSensor, drawSensor } from "./sensor.js";
import { $, attempt, element, note, options, wish, words } from "./tab.js";
import { listen } from "./transport.js";

const MINUTES = [0, 3, 5, 10, 20, 30];
const THEMES = ["walnut", "slate", "paper", "night"];
const TABS = {
  play: () => {}, learn: () => drawLearn(home.games, shut), puzzles: puzzles.drawPuzzles, library: drawLibrary,
};
const LONGEST_FILE = 1 << 20; // bytes
const LARGEST_LOOK = 6_100_000; // bytes of all its files
let home = null; // the games on offer, once the table has sent them
let last = null; // the request for the previous match
let going = false; // is there a match?

// -- a new game --------------------------------------------------------------------------------

function draw() {
  if (!home) return;
  const game = chosen();
  $("home-games").replaceChildren(...home.games.map((one) => element("label", {},
    element("input", { type: "radio", name: "game", value: one.key, checked: one.key === game }), one.title)));
  fill("against", [...home.opponents.map((one) =>
    [one.key, words.say("level-of", { name: one.name, level: one.level })]), ["", words.say("nobody")]], "juno");
  fill("time", MINUTES.map((n) => [String(n), n ? words.say("minutes", { n }) : words.say("no-clock")]), "0");
  fill("theme", THEMES.map((name) => [name, words.say(`theme-${name}`)]), home.theme);
  for (const option of $("begins").options) option.textContent = words.say(`begin-${option.value}`);
  $("look-none").hidden = !home.look;
  $("begins-row").hidden = !$("against").value;
  $("close-home").hidden = !going;
  $("play-again").hidden = !last;
  $("export-current").hidden = !going;
  drawSensor(home.boards);
}

function fill(id, pairs, usual) {
  options($(id), pairs, $(id).options.length ? $(id).value : usual);
}

const chosen = () => $("play-form").elements.game?.value || home.games[0].key;

async function play(fields) {
  last = fields;
  await wish("new", fields);
  shut();
}

$("play-form").onsubmit = (event) => {
  event.preventDefault();
  attempt(() => play({ setup: chosen(), against: $("against").value, begins: $("begins").value,
    minutes: Number($("time").value) }));
};
$("play-again").onclick = () => attempt(() => play(last));
$("against").onchange = draw;
$("theme").onchange = () => attempt(() => wish("settings", { theme: $("theme").value }));

// -- the user's own boards and pieces ------------------------------------------------------------

$("look").onclick = () => $("look-files").click();
$("look-none").onclick = () => attempt(() => showLook({}));
$("look-files").onchange = () => attempt(async () => {
  const chosen = [...$("look-files").files];
  $("look-files").value = "";
  if (chosen.reduce((sum, one) => sum + one.size, 0) > LARGEST_LOOK) throw new Error(words.say("look-large"));
  const files = {};
  for (const one of chosen) files[one.name] = await base64(one);
  if (chosen.length) await showLook(files);
});

async function showLook(files) {
  await wish("look", { files });
  home.look = Object.keys(files).length > 0;
  draw();
}

function base64(file) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}

// -- the library -------------------------------------------------------------------------------

async function drawLibrary() {
  const { games } = await wish("games");
  $("library-none").hidden = games.length > 0;
  $("library").replaceChildren(...games.map((one) => {
    const about = [one.date.slice(0, 10), words.say("turns-count", { n: one.turns }),
      one.over ? "" : words.say("unfinished")];
    const open = element("button", { textContent: words.say("open-game") });
    const save = element("button", { textContent: words.say("export") });
    open.onclick = () => attempt(async () => {
      await wish("open", { file: one.file });
      shut();
    });
    save.onclick = () => attempt(async () => download(await wish("export", { file: one.file })));
    const what = element("div", { className: "what" }, [one.title, ...one.names].join(" · "),
      element("span", { textContent: about.filter(Boolean).join(" · ") }));
    return element("li", {}, what, open, save);
  }));
}

function download({ name, text }) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

$("export-current").onclick = () => attempt(async () => download(await wish("record")));
$("import").onclick = () => $("import-file").click();
$("import-file").onchange = () => attempt(async () => {
  const [file] = $("import-file").files;
  $("import-file").value = "";
  if (!file) return;
  if (file.size > LONGEST_FILE) throw new Error(words.say("not-a-game", { why: `${file.size} B` }));
  await wish("import", { text: await file.text() });
  shut();
});

// -- opening and closing -----------------------------------------------------------------------

function turn(tab) {
  for (const name of Object.keys(TABS)) {
    $(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    $(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
    $(`home-${name}`).hidden = name !== tab;
  }
  attempt(TABS[tab]);
}

function show(tab = "play") {
  if (!home) return;
  draw();
  turn(tab);
  if (!$("home").open) $("home").showModal();
}

function shut() {
  $("home").close();
}

for (const [at, tab] of Object.keys(TABS).entries()) {
  $(`tab-${tab}`).onclick = () => turn(tab);
  $(`tab-${tab}`).onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const names = Object.keys(TABS), other = names[(at + step + names.length) % names.length];
    turn(other);
    $(`tab-${other}`).focus();
  };
}
$("close-home").onclick = shut;
puzzles.begin(shut);
// Without a game behind the dialog, it cannot be cancelled.
$("home").oncancel = (event) => {
  if (!going) event.preventDefault();
};

listen((said) => {
  if (said.type === "tables") {
    going = said.tables.length > 0;
    if (!going) show();
  } else if (said.type === "alert") note(said.words);
  else if (said.storage) note([words.say(`storage-${said.storage}`), said.why].filter(Boolean).join(" · "));
  else if (said.failed) note(words.say("failed", { why: said.failed }));
});

async function speak() {
  await words.load(document.documentElement.lang);
  const texts = { "home-title": "home", "tab-play": "home-play", "tab-library": "home-library", "tab-puzzles": "home-puzzles", "tab-learn": "home-learn", "game-label": "game",
    "puzzle-game-label": "game", "puzzle-kind-label": "puzzle-kind",
    "against-label": "against", "begins-label": "you-begin", "time-label": "time", "theme-label": "theme",
    begin: "begin", "play-again": "again", "close-home": "go-on", import: "import", "library-none": "no-games",
    "export-current": "export-current", look: "own-look", "look-none": "no-look" };
  for (const [id, key] of Object.entries(texts)) $(id).textContent = words.say(key);
  opener.ariaLabel = opener.title = words.say("home");
  draw();
  if (home) home.boards = (await wish("language")).boards;
  if (home) drawSensor(home.boards);
}

const opener = element("button", { id: "open-home", className: "round" });
opener.innerHTML = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 11l8-7 8 7M6 10v10h12V10"/></svg>';
opener.setAttribute("aria-haspopup", "dialog");
opener.onclick = () => show();
$("open-menu").before(opener);
new MutationObserver(() => speak()).observe(document.documentElement, { attributeFilter: ["lang"] });

// `?game=less&level=3` begins a game immediately, `?setup=…&position=…&turns=…` begins one elsewhere
// than at the start, and `?record=…` shows a whole game, as on the pages of a tournament.  The table
// treats everything in an address as untrusted data.
async function begin() {
  await speak();
  home = await wish("home");
  going = home.running;
  drawSensor(home.boards);
  beginSensor();
  const asked = new URLSearchParams(location.search);
  if (location.search) history.replaceState(null, "", location.pathname + location.hash);
  if (home.message) note(home.message);
  if (asked.has("record")) {
    const why = await wish("address", { record: asked.get("record") }).then(() => "", (error) => error.message);
    if (why && !going) show();
    note(why);
    return;
  }
  const setup = asked.get("setup") ?? asked.get("game");
  if (setup) {
    const level = Number(asked.get("level") ?? 5);
    await attempt(() => play({ setup, against: Number.isFinite(level) ? level || "" : 5, begins: asked.get("begins") ?? "you",
      position: asked.get("position"), turns: asked.get("turns") }));
  }
  if (!going && !last) show();
}

begin();
