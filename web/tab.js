// Helpers for all parts of the edition for browsers: elements, texts, requests to the table.

import { ask } from "./transport.js";
import { Words } from "./words.js";

export const $ = (id) => document.getElementById(id);
export const words = new Words();

export function element(name, fields = {}, ...inside) {
  const one = Object.assign(document.createElement(name), fields);
  one.append(...inside);
  return one;
}

export function wish(what, fields = {}) {
  return ask({ ask: what, language: words.language, ...fields });
}

// Shows a message where it can be seen: in the dialog, or over the board.
export function note(text) {
  $("home-note").textContent = text;
  $("alert").textContent = $("home").open ? "" : text;
}

export async function attempt(act) {
  note("");
  try {
    await act();
  } catch (error) {
    note(error.message);
  }
}

export function options(select, pairs, value) {
  select.replaceChildren(...pairs.map(([value, textContent]) => element("option", { value, textContent })));
  select.value = value;
}
