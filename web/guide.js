// The card of guidance through a match, a puzzle or a first game: its text and its buttons.

import { listen } from "./transport.js";
import { $, attempt, element, wish, words } from "./tab.js";

const SHOWN = 9; // lines of the field from which a result can be copied by hand
const card = element("section", { id: "guide", hidden: true });
const [head, figure] = [element("h2"), element("span", { className: "figure" })];
const [told, beside] = [element("p", { className: "told" }), element("p", { className: "beside" })];
const buttons = element("div", { className: "row" });
const byHand = element("textarea", { readOnly: true, hidden: true, rows: SHOWN });
card.append(element("div", { className: "head" }, head, figure), told, beside, byHand, buttons);
card.setAttribute("aria-labelledby", "guide-title");
head.id = "guide-title";
$("seats").before(card);

let shown = null;

function draw(now) {
  const [said, inside] = [shown?.words, card.contains(document.activeElement)];
  const held = document.activeElement?.dataset.deed;
  shown = now;
  document.body.classList.toggle("guided", Boolean(now));
  card.hidden = !now;
  byHand.hidden = true;
  if (!now) return;
  card.dataset.state = now.state;
  head.textContent = now.head;
  figure.textContent = now.figure;
  told.textContent = now.words;
  beside.textContent = now.note;
  buttons.replaceChildren(...now.buttons.map(drawButton));
  if (inside) (buttons.querySelector(`[data-deed="${held}"]`) ?? buttons.querySelector("button"))?.focus();
  if (now.words !== said) $("spoken").textContent = [now.words, now.note].filter(Boolean).join(" ");
}

function drawButton({ deed, label, main, key }) {
  const one = element("button", { textContent: label, className: main ? "main" : "", title: key.toUpperCase() });
  one.dataset.deed = deed;
  one.onclick = () => press(deed);
  return one;
}

function press(deed) {
  attempt(() => (deed === "share" ? copy(shown.copied) : wish("guide", { deed })));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    $("spoken").textContent = beside.textContent = words.say("copied");
  } catch { // the clipboard is not allowed, for example without https: offer the text instead
    Object.assign(byHand, { hidden: false, value: text, ariaLabel: words.say("copied") });
    byHand.select();
  }
}

addEventListener("keydown", (event) => {
  if (!shown || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
  const one = shown.buttons.find(({ key }) => key && key === event.key.toLowerCase());
  if (one) press(one.deed);
});

listen((said) => {
  if (said.type === "guide") draw(said.card);
});
