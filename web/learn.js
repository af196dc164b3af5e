// The place to learn games: a guided first game of each, and its rules.

import { openRules } from "./rules.js";
import { $, attempt, element, wish, words } from "./tab.js";

// `shut` closes the dialog when a game is at the table.
export function drawLearn(games, shut) {
  $("lessons").replaceChildren(...games.map(({ key, title, lesson }) => {
    const buttons = [];
    if (lesson) buttons.push(labelled("show-how", title, () => attempt(async () => {
      await wish("lesson", { game: key });
      shut();
    })));
    buttons.push(labelled("rules", title, () => openRules(key, title)));
    buttons.forEach((one) => { one.dataset.game = key; });
    return element("li", {}, element("div", { className: "what", textContent: title }), ...buttons);
  }));
}

function labelled(key, title, onclick) {
  return element("button", { textContent: words.say(key), ariaLabel: `${words.say(key)}: ${title}`, onclick, className: key });
}
