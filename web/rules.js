// The rules: pages of text beside a board that shows their examples step by step.

import { Board } from "./board.js";
import { $, attempt, element, wish, words } from "./tab.js";

const board = new Board($("rules-board"));
let book = null, page = 0, step = 0;
let wanted = 0; // the requested page; its board may not be drawn yet

async function read(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.json();
}

export function openRules(game, title) {
  return attempt(async () => {
    const [drawn, told] = await Promise.all([read(`rules-${game}.json`), read(`rules-${game}-${words.language}.json`)]);
    const pages = told.pages.map((said, at) => ({ ...said, ...drawn.pages[at] }));
    book = { boards: new Map(), legends: told.legends, pages };
    $("rules-title").textContent = title;
    $("rules-page").replaceChildren(...book.pages.map((one, value) =>
      element("option", { value, textContent: `${value + 1}. ${one.title}` })));
    for (const [id, key] of Object.entries({ "rules-close": "close", "rules-before": "page-before", "rules-after": "page-after",
      "rules-back": "step-back", "rules-on": "step-on" }))
      $(id).ariaLabel = $(id).title = words.say(key);
    $("rules-close").textContent = words.say("close");
    $("rules-page").ariaLabel = words.say("contents");
    await turn(0);
    $("rules").showModal();
  });
}

// Returns the board of a setup in its present look at the table.
function boardOf(setup) {
  const { boards } = book;
  if (!boards.has(setup)) boards.set(setup, wish("drawing", { setup }));
  return boards.get(setup);
}

async function turn(to) {
  const at = wanted = Math.max(0, Math.min(book.pages.length - 1, to)), mine = book;
  const shown = mine.pages[at], { board: drawn } = await boardOf(shown.board);
  if (wanted !== at || book !== mine) return;
  [page, step] = [at, 0];
  $("rules-page").value = String(page);
  $("rules-before").disabled = page === 0;
  $("rules-after").disabled = page === book.pages.length - 1;
  $("rules-words").replaceChildren(element("h3", { textContent: shown.title }), ...shown.words.map(drawParagraph));
  $("rules-words").scrollTop = 0;
  board.lay(drawn);
  board.offer({});
  drawStep();
}

// A paragraph that is not a published rule begins with a legend.
function drawParagraph([kind, text]) {
  const legend = book.legends[kind];
  const one = element("p", { className: kind });
  if (legend) one.append(element("span", { className: "legend", textContent: legend }));
  one.append(text);
  return one;
}

function drawStep() {
  const { steps, notes } = book.pages[page], shown = steps[step];
  board.show(shown.pieces);
  board.mark(shown.marks);
  const ways = shown.refused.length > 1 ? [shown.refused] : [];
  board.advise(shown.refused, ways);
  $("rules-note").textContent = notes[step];
  $("rules-count").textContent = steps.length > 1 ? `${step + 1} / ${steps.length}` : "";
  $("rules-back").disabled = step === 0;
  $("rules-on").disabled = step === steps.length - 1;
  $("rules-steps").hidden = steps.length === 1;
}

function walk(by) {
  step += by;
  drawStep();
}

$("rules-before").onclick = () => attempt(() => turn(wanted - 1));
$("rules-after").onclick = () => attempt(() => turn(wanted + 1));
$("rules-page").onchange = () => attempt(() => turn(Number($("rules-page").value)));
$("rules-back").onclick = () => walk(-1);
$("rules-on").onclick = () => walk(1);
$("rules-close").onclick = () => $("rules").close();
