// The choice of puzzles: the puzzle of the day, a streak, missed puzzles, or any.

import { $, attempt, element, options, wish } from "./tab.js";

let shut = () => {};

export async function drawPuzzles() {
  const said = await wish("puzzles", { game: $("puzzle-game").value, kind: $("puzzle-kind").value });
  options($("puzzle-game"), said.games, said.game);
  options($("puzzle-kind"), said.kinds, said.kind);
  $("puzzle-rating").textContent = said.rating;
  $("courses").replaceChildren(...said.courses.map((one) => {
    const what = element("div", { className: "what" }, one.title, element("span", { textContent: one.words }));
    const start = element("button", { textContent: one.start, ariaLabel: `${one.start}: ${one.title}` });
    start.dataset.course = one.key;
    start.hidden = !one.start;
    start.onclick = () => attempt(async () => {
      await wish("puzzle", { course: one.key, game: said.game, kind: said.kind });
      shut();
    });
    return element("li", {}, what, start);
  }));
}

export function begin(done) {
  shut = done;
  $("puzzle-game").onchange = $("puzzle-kind").onchange = () => attempt(drawPuzzles);
}
