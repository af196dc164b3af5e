// The page: a match as the server tells it, and a seat of it where somebody holds one.

import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { Line } from "./line.js";
import { Tournament } from "./tournament.js";
import { clockText, reading } from "./clock.js";
import { Words } from "./words.js";

const $ = (id) => document.getElementById(id);
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const MOST_SHOWN = 3; // events behind which nothing is animated any more
const OWN = "#me="; // before the personal code of a player of the tournament
const DRAG_FROM = 6; // pixels that a hand moves before it is a drag and no tap
const CODE = /^#?[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}$/;
const finger = matchMedia("(pointer: coarse)");

const words = new Words();
const board = new Board($("board"));
const choice = new Choice();
const state = {
  table: "", run: "", about: null, turns: [], position: null, here: {}, offer: null, roles: null,
  seat: null, // the own one, as it was told last
  sure: false, // has that been told on this line?
  tables: [], seats: true, // all that can be followed; can anybody sit down here?
};
const queue = []; // events that are still to be shown
let generation = 0; // of what is shown: a snapshot or another table begins another one
let showing = -1; // the generation whose events are being shown
let view = null; // "board" or "tournament", once somebody has chosen
let line;

const kept = {
  get: (name) => { try { return localStorage.getItem(name) ?? ""; } catch { return ""; } },
  set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* private window */ } },
};

function element(name, fields = {}, ...inside) {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(fields))
    if (key in one) one[key] = value; else one.setAttribute(key, value);
  one.append(...inside);
  return one;
}

const tournament = new Tournament(words, {
  element, button, announce, keep: (name, value) => kept.set(name, value), line: () => line,
});

// -- what the server says ----------------------------------------------------------------------

// What is told of a table that is not shown (any more) is passed over.
const OF_TABLE = new Set(["event", "clock", "chance", "offers", "seats", "roles", "line", "choices"]);

function onMessage(said) {
  if (OF_TABLE.has(said.type) && said.table !== state.table) return;
  try {
    HEARD[said.type]?.(said);
  } catch (error) {
    failed(error);
  }
}

// What was told may be wrong, or we are: nothing shall stand still under the word "Live".
function failed(error) {
  reportError(error);
  line.startOver();
}

const HEARD = {
  snapshot(said) {
    generation++;
    queue.length = 0;
    if (said.table !== state.table) [state.seat, state.sure] = [null, false];
    if (said.table !== state.table || said.run !== state.run) forgetStates();
    [state.table, state.run, state.about, state.turns, state.position] =
      [said.table, said.run, said.about, said.turns, said.position];
    state.words = said.words;
    drawLine();
    choice.set([]);
    board.lay(said.board);
    board.show(said.position.pieces);
    drawAll();
    drawTables();
  },
  event(said) {
    queue.push(said);
    showNext();
  },
  roles(said) {
    state.roles = said.roles;
    drawSeats();
  },
  clock(said) {
    state.clock = { ...said, at: performance.now() - said.ago * 1000 };
    drawClocks();
  },
  chance(said) {
    $("chance").hidden = said.chance === null;
    if (said.chance === null) return;
    const share = Math.round(said.chance * 100);
    $("chance").firstElementChild.style.width = `${share}%`;
    $("chance").setAttribute("aria-label", words.say("chance", { name: seatName(0), share }));
    $("chance").title = $("chance").ariaLabel;
  },
  offers(said) {
    [state.offer, state.may] = [said.offer, said.may];
    drawChoices();
    if (state.offer?.waiting.includes(state.seat)) announce(words.say(`offered-${said.offer.what}`));
  },
  seats(said) {
    state.here = said.here;
    drawSeats();
  },
  line(said) { // of a table that publishes to a broker
    state.away = !said.online;
    drawLine();
  },
  tables(said) {
    [state.tables, state.seats] = [said.tables, said.seats ?? true];
    if (!said.tables.some((one) => !one.unreadable)) leaveTable();
    drawTables();
    drawAll();
  },
  seated(said) {
    const known = state.seat === said.seat;
    [state.seat, state.sure] = [said.seat, true];
    $("claim").close();
    drawLine();
    drawAll();
    if (!known) announce(words.say("seated", { name: seatName(said.seat) }));
    askAgain();
  },
  unseated() {
    standUp();
    announce(words.say("unseated"), true);
  },
  choices(said) {
    choice.set(said.actions);
    if (said.actions.length && navigator.vibrate && navigator.userActivation?.hasBeenActive)
      navigator.vibrate(60);
    drawChoices();
  },
  answer(said) {
    if (!said.accepted) {
      announce(words.pick(said.words) || said.code, true);
      layDown();
    }
    drawChoices();
  },
  tournament(said) {
    tournament.told(said.state);
    drawView();
  },
  player(said) { tournament.entered(said.person); },
  done(said) { tournament.done(said); },
  error(said) {
    if (tournament.refused(said.code)) return;
    if (said.code === "wrong-key" && !line.key) standUp();
    else if (said.code !== "wrong-key") announce(words.say(`error-${said.code}`), true);
    drawLine();
  },
};

function forgetStates() {
  Object.assign(state, { clock: null, here: {}, offer: null, may: null, roles: null, away: false });
  $("chance").hidden = true;
}

function leaveTable() {
  generation++;
  state.about = state.position = state.seat = null;
  state.turns = [];
  queue.length = 0;
  $("board").replaceChildren();
  drawAll();
}

// What was asked before the table's server was started anew has no answer: in the same position it
// is asked again; in another one the board shows what has become of it, or it has to be said.
function askAgain() {
  const lost = line.adrift.splice(0);
  for (const { fields: { proposal }, at } of lost) {
    if (at === positionNow()) propose(proposal);
    else if (proposal.is === "play" && !state.turns.some((turn) => turn[2].split(",").includes(proposal.actions[0])))
      announce(words.say("not-arrived"), true);
  }
}

function positionNow() {
  return JSON.stringify([state.table, state.turns]);
}

function standUp() {
  [state.seat, state.sure] = [null, false];
  line.key = "";
  kept.set("key", "");
  choice.set([]);
  drawLine();
  drawAll();
}

// -- showing events, one after the other -------------------------------------------------------

async function showNext() {
  if (showing === generation) return;
  const mine = showing = generation;
  try {
    while (queue.length) {
      const said = queue.shift();
      drawChoices(); // nothing may be chosen while pieces move
      const quick = queue.length >= MOST_SHOWN || said.event !== "played";
      if (!quick) await board.play(said.seen);
      if (mine !== generation) return; // something else is shown meanwhile
      take(said);
    }
  } catch (error) {
    failed(error);
  } finally {
    if (showing === mine) showing = -1;
    if (mine === generation) drawChoices();
  }
}

function take(said) {
  state.turns.length = Math.min(state.turns.length, said.turns);
  if (said.turn) state.turns[said.turns - 1] = said.turn;
  state.position = said.position;
  state.words = said.words;
  board.show(said.position.pieces);
  drawMatch();
  const told = words.pick(said.words);
  if (said.event !== "played" || said.turn?.[3]) announce(told?.caption ?? said.turn?.[2] ?? "");
}

function announce(text, loud = false) {
  if (!text) return;
  $("spoken").textContent = text;
  if (!loud) return;
  $("alert").textContent = text;
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => { $("alert").textContent = ""; }, 4500);
}

// -- drawing -----------------------------------------------------------------------------------

function named(seat) {
  return words.pick(seat.name) ?? "";
}

function seatName(number) {
  const seat = state.about?.seats[number];
  return seat ? named(seat) || words.say("seat-number", { n: number + 1 }) : "";
}

// All tables, where there are more than the one that is shown.
function drawTables() {
  const { tables } = state;
  $("tables").hidden = tables.length < 2 && !tables.some((one) => one.unreadable);
  $("open-tables").textContent = words.say("tables-count", { count: tables.length });
  const wanted = $("table-search").value.trim().toLowerCase();
  const entries = tables.map((one) => ({ ...one, text: tableText(one) }));
  $("table-search").hidden = tables.length < 8;
  $("table-entries").replaceChildren(...entries
    .filter((one) => one.text.toLowerCase().includes(wanted))
    .map((one) => element("li", {}, element("button", {
      textContent: one.text, disabled: Boolean(one.unreadable),
      onclick: () => { $("table-list").close(); line.follow(one.table); },
      ariaCurrent: String(one.table === state.table),
    }))));
}

function tableText(one) {
  if (one.unreadable) return `${one.table} · ${words.say("unreadable")}`;
  const names = one.about.seats.map(named).filter(Boolean).join(" – ");
  return [one.about.title, names || one.table].join(" · ");
}

// The match and the tournament beside each other: one is seen, and the reader chooses which.
function drawView() {
  const there = tournament.state !== null;
  const seen = there && (view ?? (state.about ? "board" : "tournament")) === "tournament";
  $("views").hidden = !there;
  $("match").hidden = seen;
  $("tournament").hidden = !seen;
  $("view-board").ariaCurrent = String(!seen);
  $("view-tournament").ariaCurrent = String(seen);
}

function turnTo(name) {
  view = name;
  drawView();
}
$("view-board").onclick = () => turnTo("board");
$("view-tournament").onclick = () => turnTo("tournament");

function drawAll() {
  const title = state.about?.title ?? "Less is More";
  $("title").textContent = title;
  drawView();
  document.body.classList.toggle("empty", !state.about);
  $("take-seat").hidden = state.seat !== null || !state.seats;
  drawMatch();
  drawClocks();
}

function drawMatch() {
  drawSeats();
  drawTurns();
  const { position } = state;
  if (!position) {
    $("caption").textContent = words.say(state.tables.length ? "unreadable" : "no-match");
    $("note").textContent = "";
    $("yours").hidden = true;
    document.title = "Less is More";
    return;
  }
  board.mark(position.last);
  const told = words.pick(state.words) ?? {};
  const outcome = position.outcome;
  $("caption").textContent = outcome ? outcomeText(outcome) : told.caption ?? "";
  const reason = outcome && words.say(`reason-${outcome.reason}`);
  $("note").textContent = outcome ? reason || told.note || "" : told.note ?? "";
  $("told").classList.toggle("over", Boolean(outcome));
  const mine = position.move !== null && position.move === state.seat;
  document.title = mine ? `● ${words.say("your-turn")}` : state.about.title;
  drawChoices();
}

function outcomeText(outcome) {
  if (!outcome.winners.length) return words.say("draw");
  return words.say("wins", { name: outcome.winners.map(seatName).join(" + ") });
}

function drawSeats() {
  const seats = state.about?.seats ?? [];
  $("seats").replaceChildren(...seats.map((seat, number) => {
    const move = state.position?.move === number;
    const won = state.position?.outcome?.winners.includes(number);
    const kind = number === state.seat ? "you" : number in state.here
      ? (state.here[number] ? "phone" : "away") : seat.kind;
    const face = seat.piece && board.kinds ? icon(seat.piece) : "";
    const role = words.pick(state.roles?.[number]);
    const kindText = words.say(`kind-${kind}`);
    const is = ["seat", move && "move", won && "won", !face && "bare"];
    const card = element("div", { className: is.filter((one) => typeof one === "string").join(" ") });
    card.append(face, element("span", { className: "name", textContent: role || seatName(number) }),
      element("span", { className: "kind",
        textContent: role ? [seatName(number), kindText].filter(Boolean).join(" · ") : kindText }),
      element("span", { className: "clock" },
        element("span", { className: "time" }), element("span", { className: "beside" })));
    if (move) card.append(element("span", { className: "unseen", textContent: words.say("to-move") }));
    return card;
  }));
  drawClocks();
}

function icon(piece) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const reach = board.board.radius * 1.12;
  svg.setAttribute("viewBox", `${-reach} ${-reach} ${2 * reach} ${2 * reach}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(board.piece(piece));
  return svg;
}

function drawClocks() {
  const { clock } = state;
  const cards = $("seats").children;
  for (let number = 0; number < cards.length; number++) {
    const now = reading(clock, state.about?.clocks?.[number], number);
    const shown = cards[number].querySelector(".clock");
    shown.hidden = !now;
    write(shown.querySelector(".time"), now ? clockText(now.seconds) : "");
    write(shown.querySelector(".beside"), now?.beside ?? "");
    shown.classList.toggle("low", Boolean(now) && now.seconds < (now.periods ? 10 : 30));
  }
}

function write(one, text) {
  if (one.textContent !== text) one.textContent = text;
}

function drawTurns() {
  const list = $("turns");
  while (list.children.length > state.turns.length) list.lastElementChild.remove();
  state.turns.forEach(([number, seat, text, complete], row) => {
    let one = list.children[row];
    if (!one) {
      one = element("li", {}, element("span", { className: "number" }),
        element("span", { className: "who" }), element("span", { className: "text" }));
      list.append(one);
    }
    if (one.dataset.text === text + complete) return;
    one.dataset.text = text + complete;
    one.className = complete ? "" : "begun";
    const piece = state.about.seats[seat]?.piece;
    one.children[0].textContent = number;
    one.children[1].replaceChildren(piece ? icon(piece) : String(seat + 1));
    one.children[1].title = seatName(seat);
    one.children[2].textContent = text;
  });
  toLastTurn();
}

// The list stays at its end unless somebody scrolls up in it.
let atEnd = true;
function scrolled() {
  const list = $("turns");
  atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
}
for (const kind of ["wheel", "touchmove", "keydown", "pointerup"])
  $("turns").addEventListener(kind, () => setTimeout(scrolled, 150), { passive: true });
function toLastTurn() {
  if (atEnd) $("turns").scrollTop = $("turns").scrollHeight;
}
new ResizeObserver(toLastTurn).observe($("turns"));

// -- the own seat ------------------------------------------------------------------------------

function careful() {
  // Small points under a finger are aimed at first.
  const box = $("board").getBoundingClientRect();
  return finger.matches && board.board.radius * 2 * box.width / board.board.width < 44;
}

function myMove() {
  return state.sure && state.seat !== null && state.position?.move === state.seat
    && showing !== generation && !queue.length;
}

function drawChoices() {
  const seated = state.seat !== null && state.position !== null;
  $("yours").hidden = !seated;
  if (!board.board) return;
  const mine = myMove() && line.waiting.size === 0;
  const aimed = mine && choice.aimed;
  board.offer(mine ? choice.spots() : {}, aimed ? ghost(aimed) : null);
  if (!seated) return;
  $("asked").textContent = state.position.outcome ? words.say("over")
    : !state.sure ? words.say(state.line === "open" ? "regaining" : "lost")
      : mine ? asked() : words.say("waiting", { name: seatName(state.position.move ?? 0) });
  const buttons = mine ? moveButtons() : [];
  $("choices").replaceChildren(...buttons, ...offerButtons());
}

function ghost(action) {
  const point = action.points[action.points.length - 1];
  const piece = action.piece ?? state.position.pieces[action.points[0]];
  return { point, piece };
}

function asked() {
  if (choice.aimed) return words.say("tap-again");
  if (choice.source !== null) return words.say("where-to");
  return words.say(choice.placements.length ? "place" : choice.moves.length ? "pick" : "choose");
}

// What is said of a point: what lies there, and what it may be chosen for.
board.spoken = (point, kind) => {
  const lying = state.position?.pieces[point];
  const what = lying ? words.say(`colour-${lying[0]}`) : words.say("empty");
  return [point, what, kind && words.say(`spot-${kind}`)].filter(Boolean).join(", ");
};

function moveButtons() {
  const buttons = [];
  if (choice.aimed)
    buttons.push(button(words.say("play-it", { move: choice.aimed.text }), () => play(choice.aimed), "main"));
  if (choice.colours.length > 1 && !choice.aimed)
    for (const colour of choice.colours)
      buttons.push(element("button", {
        className: "colour", ariaPressed: String(colour === choice.colour),
        onclick: () => { choice.colour = colour; drawChoices(); },
      }, icon([colour, null, 0]), words.say(`colour-${colour}`)));
  const bids = choice.others.filter((one) => one.kind === "bid");
  if (bids.length) buttons.push(bidder(bids));
  for (const one of choice.others)
    if (one.kind !== "bid")
      buttons.push(button(words.say(`do-${one.kind}`), () => play(one), choice.aimed ? "" : "main"));
  const last = state.turns[state.turns.length - 1];
  const begun = last && !last[3] && last[1] === state.seat;
  if (begun) buttons.push(button(words.say("back"), () => propose({ is: "back" })));
  return buttons;
}

function bidder(bids) {
  const select = element("select", { ariaLabel: words.say("bid") });
  for (const one of bids) select.append(element("option", { value: one.text, textContent: one.cost }));
  const one = element("span", { className: "bid" }, select);
  one.append(button(words.say("bid"), () => play(bids[select.selectedIndex]), "main"));
  return one;
}

function button(text, act, kind = "") {
  return element("button", { textContent: text, className: kind, onclick: act });
}

function offerButtons() {
  const { offer } = state;
  if (!offer?.waiting.includes(state.seat)) return [];
  return [
    element("p", { className: "offer", textContent: words.say(`offered-${offer.what}`) }),
    button(words.say("accept"), () => propose({ is: "accept" }), "main"),
    button(words.say("decline"), () => propose({ is: "decline" })),
  ];
}

function play(action) {
  propose({ is: "play", actions: [action.text] });
}

function propose(proposal) {
  line.propose(proposal, positionNow());
  choice.aimed = null;
  drawChoices();
}

function tap(point) {
  const action = choice.tap(point, careful());
  if (action) play(action);
  else drawChoices();
}

// A piece that is dragged: where it was, and where the hand took it up.
let held = null;

$("board").addEventListener("pointerdown", (event) => {
  held = null;
  if (!myMove() || line.waiting.size || !event.isPrimary || event.button) return;
  const spots = choice.spots();
  const point = board.nearest(event, spots);
  if (point && ["start", "picked"].includes(spots[point].kind))
    held = { point, x: event.clientX, y: event.clientY, moving: false };
});

$("board").addEventListener("pointermove", (event) => {
  if (!held || held.dropped || !event.isPrimary) return;
  if (!held.moving) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_FROM) return;
    held.moving = true;
    $("board").setPointerCapture(event.pointerId);
    if (choice.source !== held.point) tap(held.point);
  }
  board.drag(held.point, event);
});

$("board").addEventListener("pointerup", (event) => {
  if (!held?.moving) {
    held = null;
    return;
  }
  held.dropped = true;
  const spots = choice.spots();
  const point = myMove() && board.nearest(event, spots);
  const action = point && spots[point].kind === "target" ? spots[point].action : null;
  if (action) {
    board.dropAt(held.point, point);
    play(action);
  } else layDown();
});
// A finger on a piece that may move drags it; elsewhere it scrolls the page.
$("board").addEventListener("touchmove", (event) => held && event.preventDefault(), { passive: false });
$("board").addEventListener("pointercancel", () => { held = null; layDown(); });

// Pieces lie where the match has them, whatever a hand has done.
function layDown() {
  if (state.position && showing !== generation) board.show(state.position.pieces);
}

$("board").addEventListener("click", (event) => {
  if (held?.dropped) { // that was the end of a drag
    held = null;
    return;
  }
  if (!myMove() || line.waiting.size) return;
  const point = event.detail === 0 ? event.target.closest(".spot")?.dataset.point
    : board.nearest(event, choice.spots());
  tap(point);
});

$("board").addEventListener("keydown", (event) => {
  const point = board.focused;
  if (!point) return;
  if (event.key in ARROWS) board.focus(board.beside(point, ARROWS[event.key]));
  else if (event.key === "PageDown" || event.key === "PageUp")
    board.focus(board.next(point, event.key === "PageDown" ? 1 : -1));
  else if (event.key === "Enter" || event.key === " ") {
    if (!myMove() || line.waiting.size) return;
    const action = choice.tap(point, false);
    if (action) play(action);
    else drawChoices();
  } else if (event.key === "Escape" && choice.source !== null) tap(null);
  else return;
  event.preventDefault();
});

// -- menus -------------------------------------------------------------------------------------

function sure(text, yes, act) {
  $("sure-title").textContent = text;
  $("very-sure").textContent = yes;
  $("not-sure").textContent = words.say("play-on");
  $("very-sure").onclick = () => { $("sure").close(); act(); };
  $("sure").showModal();
}
$("not-sure").onclick = () => $("sure").close();

function openMenu() {
  const deeds = [];
  const deed = (name, act) => deeds.push(button(words.say(name), () => { $("menu").close(); act(); }));
  if (state.seat !== null && state.position && !state.position.outcome) {
    if (state.about.back) deed("take-back", () => propose({ is: "back" }));
    for (const offer of state.may?.[state.seat] ?? [])
      deed(`offer-${offer}`, () => propose({ is: "offer", offer }));
    deed("resign", () => sure(words.say("sure-resign"), words.say("resign"), () => propose({ is: "resign" })));
  }
  if (state.seat !== null)
    deed("leave", () => sure(words.say("sure-leave"), words.say("leave"), () => line.send("leave", {})));
  else if (state.seats) deed("take-seat", openClaim);
  $("deeds").replaceChildren(...deeds);
  $("menu").showModal();
}

function claim(code) {
  const key = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  kept.set("key", key);
  line.claim(code, key);
}

function openClaim() {
  $("claim").showModal();
  $("code").focus();
}

$("open-tables").onclick = () => {
  $("table-search").value = "";
  drawTables();
  $("table-list").showModal();
};
$("close-tables").onclick = () => $("table-list").close();
$("table-search").oninput = drawTables;
$("open-menu").onclick = openMenu;
$("close-menu").onclick = () => $("menu").close();
$("take-seat").onclick = openClaim;
$("cancel-claim").onclick = () => $("claim").close();
$("claim-form").onsubmit = (event) => {
  event.preventDefault();
  if (CODE.test($("code").value.trim())) claim($("code").value.trim());
  else announce(words.say("error-wrong-code"), true);
};

$("style").onchange = () => {
  kept.set("style", $("style").value);
  dress();
};
$("language").onchange = () => {
  kept.set("language", $("language").value);
  speak();
};
$("names").onchange = () => {
  kept.set("names", $("names").checked ? "1" : "");
  dress();
};

function dress() {
  $("style").value = kept.get("style");
  $("names").checked = kept.get("names") === "1";
  document.documentElement.dataset.style = kept.get("style");
  document.body.classList.toggle("named", $("names").checked);
}

async function speak() {
  await words.load(kept.get("language"));
  document.documentElement.lang = words.language;
  const texts = {
    "turns-title": "turns", "take-seat": "take-seat", "menu-title": "menu", "style-label": "style",
    "language-label": "language", "names-label": "names", "close-menu": "close", "claim-title": "take-seat",
    "claim-text": "claim-text", "cancel-claim": "cancel", "do-claim": "sit-down",
    "view-board": "view-board", "view-tournament": "view-tournament", "board-keys": "board-keys",
    "table-list-title": "tables", "close-tables": "close",
  };
  for (const [id, key] of Object.entries(texts)) $(id).textContent = words.say(key);
  $("open-menu").ariaLabel = words.say("menu");
  $("board").setAttribute("aria-label", words.say("board"));
  $("code").ariaLabel = words.say("code");
  $("table-search").ariaLabel = $("table-search").placeholder = words.say("search");
  $("views").ariaLabel = words.say("view");
  for (const option of $("style").options) option.textContent = words.say(`style-${option.value || "auto"}`);
  $("language").replaceChildren(...Object.entries(words.languages).map(([code, name]) =>
    element("option", { value: code, textContent: name, selected: code === words.language })));
  drawLine();
  drawAll();
  drawTables();
  tournament.draw();
}

function drawLine() {
  const open = state.line === "open";
  document.body.dataset.line = open && state.away ? "lost" : state.line;
  const seat = state.seat === null ? "live" : state.sure ? "at-seat" : "regaining";
  $("line").textContent = words.say(open ? (state.away ? "away" : seat) : state.line);
}

// -- beginning ---------------------------------------------------------------------------------

async function begin() {
  dress();
  await speak();
  const door = location.hash === "#door"; // from the poster: players check in there
  const own = location.hash.startsWith(OWN) ? location.hash.slice(OWN.length) : "";
  const code = CODE.test(location.hash) ? location.hash.slice(1) : "";
  if (location.hash) history.replaceState(null, "", location.pathname);
  line = new Line(`${location.protocol.replace("http", "ws")}//${location.host}/live`, onMessage, (how) => {
    state.line = how;
    state.sure = false;
    drawLine();
    drawChoices();
    if (how !== "open") tournament.cut();
    if (how === "open" && code && !begin.claimed) {
      begin.claimed = true;
      claim(code);
    }
  });
  line.key = code ? "" : kept.get("key");
  line.player = CODE.test(own) ? own : kept.get("player");
  if (CODE.test(own) || door) view = "tournament";
  setInterval(drawClocks, 200);
}

begin();
