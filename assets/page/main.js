// The page: a match as the server tells it, and a seat of it where somebody holds one.

import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { counted } from "./counts.js";
import { Drawn } from "./drawn.js";
import { watchForMissingLetters } from "./letters.js";
import { Line } from "./line.js";
import { Mosaic } from "./mosaic.js";
import { Tournament } from "./tournament.js";
import { clockText, reading } from "./clock.js";
import { TypedMoves } from "./typed.js";
import { Words } from "./words.js";

const $ = (id) => document.getElementById(id);
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const MOST_SHOWN = 3; // events behind which nothing is animated any more
const OWN = "#me="; // before the personal code of a player of the tournament
const DRAG_FROM = 6; // pixels that a hand moves before it is a drag and no tap
const REST = 450; // ms over a landing point until a dragged piece is set down there
const CODE = /^#?[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}$/;
const finger = matchMedia("(pointer: coarse)");

watchForMissingLetters(document.body);
const words = new Words();
const board = new Board($("board"));
const choice = new Choice();
const drawn = new Drawn(board, words, {
  section: $("remark"), text: $("remark-text"), signs: $("remark-signs"), turns: $("turns"),
});
const trial = new Choice(); // of what may be tried once the game is over
const state = {
  table: "", run: "", about: null, turns: [], position: null, here: {}, offer: null, roles: null,
  seat: null, // the own one, as it was told last
  sure: false, // has that been told on this line?
  tables: [], seats: true, // all that can be followed; can anybody sit down here?
};
const queue = []; // events that are still to be shown
let generation = 0; // of what is shown: a snapshot or another table begins another one
let showing = -1; // the generation whose events are being shown
let view = null; // "board", "mosaic" or "tournament", once somebody has chosen
let looked = null; // an earlier position, or one that is tried, shown instead of the match
let due = null; // the action that was planned and is to be played
let plan = []; // points of a move that is to be played when the own turn comes
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
  changed: (state) => mosaic.tournament(state),
});
const mosaic = new Mosaic(words, {
  element, named, keep: (name, value) => kept.set(name, value), kept: kept.get, open: openTable,
});

// -- what the server says ----------------------------------------------------------------------

// What is told of a table that is not shown (any more) is passed over.
const OF_TABLE = new Set(["event", "clock", "chance", "offers", "seats", "roles", "line", "choices", "hints", "hint", "story", "drawn"]);

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
    [looked, plan, due, state.stale] = [null, [], null, false];
    [state.table, state.run, state.about, state.turns, state.position] =
      [said.table, said.run, said.about, said.turns, said.position];
    state.words = said.words;
    drawLine();
    choice.set([]);
    board.lay(said.board);
    board.show(said.position.pieces);
    board.sense(state.sensed);
    drawAll();
  },
  event(said) {
    queue.push(said);
    state.stale = true; // the choices of the own seat come after it
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
  hints(said) {
    state.hints = said.on;
    drawChoices();
  },
  hint(said) {
    if (state.hint?.at !== positionNow()) return; // the turn has gone on
    Object.assign(state.hint, said);
    drawChoices();
    announce(words.pick(said.words));
  },
  story(said) {
    state.story = said.turns.map((turn, number) => ({ turn, told: said.words[number] }));
    drawStory();
  },
  drawn(said) {
    drawn.tell(said.notes);
    drawDrawn();
  },
  seats(said) {
    state.here = said.here;
    drawSeats();
  },
  guide(said) { // of a puzzle or a first game, in a tab: may be played now, what is lit
    state.guide = said.card;
    drawChoices();
  },
  board(said) { // a sensor board, in a tab: what it shows otherwise, and the piece in a hand
    state.sensed = said.board;
    board.sense(said.board);
    choice.lift(said.board?.lifted ?? null);
    drawChoices();
  },
  line(said) { // of a table that publishes to a broker
    state.away = !said.online;
    drawLine();
  },
  tables(said) {
    [state.tables, state.seats] = [said.tables, said.seats ?? true];
    if (!said.tables.some((one) => !one.unreadable)) leaveTable();
    mosaic.tables(said.tables, !state.seats);
    drawAll();
  },
  cards(said) { mosaic.told(said.cards, said.now); },
  look(said) {
    if (said.table !== state.table || looked?.wanted !== said.turn) return;
    showLooked(said);
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
    state.stale = false;
    if (said.actions.length) yourTurn();
    if (said.actions.length && navigator.vibrate && navigator.userActivation?.hasBeenActive)
      navigator.vibrate(60);
    drawChoices();
    goOn();
  },
  answer(said) {
    if (!said.accepted) {
      const ways = doubted?.number === said.number ? words.say("typed-ways", { ways: doubted.ways.join(", ") }) : "";
      announce([words.pick(said.words) || said.code, ways].filter(Boolean).join(" "), true);
      held = null;
      layDown();
      if (!state.hint?.words) state.hint = null;
    }
    drawChoices();
    goOn();
  },
  tournament(said) {
    tournament.told(said.state);
    drawView();
  },
  player(said) { tournament.entered(said.person); },
  done(said) { tournament.done(said); },
  error(said) {
    if (tournament.refused(said.code)) return;
    if (looked?.waiting) stopLooking();
    if (said.code === "wrong-key" && !line.key) standUp();
    else if (said.code !== "wrong-key") announce(words.say(`error-${said.code}`), true);
    drawLine();
  },
};

function forgetStates() {
  Object.assign(state, { clock: null, here: {}, offer: null, may: null, roles: null, away: false,
    hints: false, hint: null, story: [] });
  drawn.tell([]);
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
      const quick = queue.length >= MOST_SHOWN || said.event !== "played" || looked;
      if (!quick) await board.play(said.seen);
      if (mine !== generation) return; // something else is shown meanwhile
      take(said);
    }
  } catch (error) {
    failed(error);
  } finally {
    if (showing === mine) showing = -1;
    if (mine === generation) {
      drawChoices();
      goOn();
    }
  }
}

function take(said) {
  state.turns.length = Math.min(state.turns.length, said.turns);
  if (said.turn) state.turns[said.turns - 1] = said.turn;
  state.position = said.position;
  state.words = said.words;
  if (said.event !== "played") plan = [];
  if (!looked) board.show(said.position.pieces);
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

// The match, all tables and the tournament beside each other: one is seen, and the reader chooses which.
function viewNow() {
  const many = state.tables.length > 1 || state.tables.some((one) => one.unreadable);
  const there = { board: true, mosaic: many, tournament: tournament.state !== null };
  const first = many && !state.seats ? "mosaic" : state.about || !there.tournament ? "board" : "tournament";
  return [there, there[view] ? view : first];
}

function drawView() {
  const [there, seen] = viewNow();
  $("views").hidden = !there.mosaic && !there.tournament;
  $("view-mosaic").textContent = words.say("tables-count", { count: state.tables.length });
  for (const name of ["board", "mosaic", "tournament"]) {
    $(`view-${name}`).hidden = !there[name];
    $(`view-${name}`).ariaCurrent = String(name === seen);
    $(name === "board" ? "match" : name).hidden = name !== seen;
  }
  if (line && line.everything !== (seen === "mosaic")) line.followAll(seen === "mosaic");
  document.body.dataset.view = seen;
  const named = { board: state.about?.title, mosaic: tournament.state?.name };  // a tournament has a heading
  $("title").textContent = named[seen] ?? "Less is More";
}

// Where the mosaic was left: a way back leads there, that of the browser too.
let left = [0, 0];
history.scrollRestoration = "manual";

function turnTo(name, table = state.table) {
  if ($("mosaic").hidden) history.replaceState({ view: viewNow()[1], table: state.table }, "");
  else {
    left = [$("mosaic").scrollTop, scrollY];
    history.replaceState({ view: "mosaic" }, "");
  }
  history.pushState({ view: name, table }, "");
  goTo(name, table);
}

function goTo(name, table) {
  view = name;
  if (name === "board" && table && table !== state.table) line.follow(table);
  drawView();
  if (name === "mosaic") {
    $("mosaic").scrollTop = left[0];
    scrollTo(0, left[1]);
  } else scrollTo(0, 0);
}

addEventListener("popstate", (event) => {
  if (!$("mosaic").hidden) left = [$("mosaic").scrollTop, scrollY];
  goTo(event.state?.view ?? null, event.state?.table);
});

function openTable(table) {
  turnTo("board", table);
  $("board").focus();
}
$("view-board").onclick = () => turnTo("board");
$("view-mosaic").onclick = () => turnTo("mosaic");
$("view-tournament").onclick = () => turnTo("tournament");

function drawAll() {
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
  if (!looked) board.mark(position.last);
  const told = words.pick(state.words) ?? {};
  const outcome = position.outcome;
  $("caption").textContent = outcome ? outcomeText(outcome) : told.caption ?? "";
  const reason = outcome && words.say(`reason-${outcome.reason}`);
  $("note").textContent = outcome ? reason || told.note || "" : told.note ?? "";
  $("told").classList.toggle("over", Boolean(outcome));
  const mine = position.move !== null && position.move === state.seat;
  document.title = mine ? `● ${words.say("your-turn")}` : state.about.title;
  drawStory();
  drawDrawn();
  drawWalk();
  drawChoices();
}

// What was drawn on the position shown, once the game is over; on one's own lines there is nothing.
function drawDrawn() {
  const turn = looked ? (looked.tried.length || looked.waiting ? null : looked.turn) : state.turns.length;
  drawn.show(state.position?.outcome && !looked?.replay ? turn : null);
}

// The turning points of the game, once it is over and its review has found some.
function drawStory() {
  const points = state.position?.outcome ? state.story ?? [] : [];
  $("story").hidden = !points.length;
  $("points").replaceChildren(...points.map(({ turn, told }) =>
    element("li", {}, button(words.pick(told), () => {
      look(turn);
      $("stage").scrollIntoView({ block: "nearest" });
    }))));
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
    const counts = state.position && counted(words, state.position.tally, seat.piece, number);
    const count = element("span", { className: "count", textContent: counts?.short ?? "", title: counts?.long ?? "" });
    if (counts) {
      count.setAttribute("role", "img");
      count.ariaLabel = counts.long;
    }
    const is = ["seat", move && "move", won && "won", !face && "bare"];
    const card = element("div", { className: is.filter((one) => typeof one === "string").join(" ") });
    card.append(face, element("span", { className: "name", textContent: role || seatName(number) }),
      element("span", { className: "kind",
        textContent: role ? [seatName(number), kindText].filter(Boolean).join(" · ") : kindText }),
      count,
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
  return state.sure && state.seat !== null && state.position?.move === state.seat && (state.guide?.asks ?? true)
    && showing !== generation && !queue.length && !looked;
}

// What the hand on the board chooses from now; null for nothing.
function hand() {
  if (looked) return trial.actions.length && !looked.waiting ? trial : null;
  return myMove() && !state.stale && line.waiting.size === 0 ? choice : null;
}

function drawChoices() {
  const seated = state.seat !== null && state.position !== null;
  $("yours").hidden = !seated;
  if (!board.board) return;
  const active = hand(), mine = active !== null;
  const aimed = mine ? active.aimed && ghost(active.aimed) : planGhost();
  board.offer(mine ? active.spots() : planSpots(), aimed);
  const hint = !looked && !state.position?.outcome && state.hint?.at === positionNow() ? state.hint : null;
  $("hint").hidden = !hint;
  $("hint").textContent = hint ? (hint.words ? words.pick(hint.words) : words.say("hint-wait")) : "";
  const lit = looked ? null : hint ?? state.guide;
  board.advise(lit?.points ?? [], lit?.arrows ?? []);
  const waits = !looked && state.guide?.asks === false; // its card says how it goes on
  $("yours").hidden = (!seated && !looked) || waits;
  if ($("yours").hidden) return;
  $("asked").textContent = looked ? lookedText()
    : state.position.outcome ? words.say("over")
      : !state.sure ? words.say(state.line === "open" ? "regaining" : "lost")
        : mine ? asked(active)
          : plan.length > 0 && planned() ? words.say("planned", { move: plan.join(" – ") })
            : words.say("waiting", { name: seatName(state.position.move ?? 0) });
  const buttons = mine ? moveButtons(active) : [];
  typed.set(mine ? active.actions : []);
  if (looked) buttons.push(...lookedButtons());
  if (plan.length && !mine) {
    if (!state.about.seats[state.seat].piece) buttons.push(...colourButtons(choice, ["white", "black"]));
    buttons.push(button(words.say("cancel"), () => replan([])));
  }
  $("choices").replaceChildren(...buttons, ...offerButtons());
}

function ghost(action) {
  const point = action.points[action.points.length - 1];
  const piece = action.piece ?? (looked ?? state).position.pieces[action.points[0]];
  return { point, piece };
}

function asked(active) {
  if (active.aimed) return words.say("tap-again");
  if (active.source !== null) return words.say("where-to");
  return words.say(active.placements.length ? "place" : active.moves.length ? "pick" : "choose");
}

// What is said of a point: what lies there, and what it may be chosen for.
board.spoken = (point, kind) => {
  const lying = (looked ?? state).position?.pieces[point];
  const what = lying ? words.say(`colour-${lying[0]}`) : words.say("empty");
  return [point, what, kind && words.say(`spot-${kind}`)].filter(Boolean).join(", ");
};

function moveButtons(active) {
  const buttons = [];
  if (active.aimed)
    buttons.push(button(words.say("play-it", { move: active.aimed.text }), () => play(active.aimed), "main"));
  if (active.colours.length > 1 && !active.aimed) buttons.push(...colourButtons(active, active.colours));
  const bids = active.others.filter((one) => one.kind === "bid");
  if (bids.length) buttons.push(bidder(bids));
  for (const one of active.others)
    if (one.kind !== "bid")
      buttons.push(button(words.say(`do-${one.kind}`), () => play(one), active.aimed ? "" : "main"));
  if (looked) return buttons;
  if (mayAskHint()) buttons.push(element("button", { textContent: words.say("hint"), title: "H", onclick: askHint }));
  const last = state.turns[state.turns.length - 1];
  const begun = last && !last[3] && last[1] === state.seat;
  if (begun) buttons.push(button(words.say("back"), () => propose({ is: "back" })));
  return buttons;
}

// A hint may be asked for in the own turn, where the table allows it; while it is shown there is no other.
function mayAskHint() {
  return state.hints && hand() === choice && state.hint?.at !== positionNow();
}

function askHint() {
  if (!mayAskHint()) return;
  state.hint = { at: positionNow() };
  propose({ is: "hint" });
}

function colourButtons(active, colours) {
  return colours.map((colour) => element("button", {
    className: "colour", ariaPressed: String(colour === active.colour),
    onclick: () => { active.colour = colour; drawChoices(); },
  }, icon([colour, null, 0]), words.say(`colour-${colour}`)));
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
  if (looked) look(looked.turn, [...looked.tried, action.text]);
  else propose({ is: "play", actions: [action.text] });
}

// What was typed and is no move: the number under which the table was asked why, and what is possible.
let doubted = null;
const LONGEST_DOUBT = 40; // characters that the table is asked about
const typed = new TypedMoves($("typed"), {
  play: (texts) => {
    if (looked) look(looked.turn, [...looked.tried, ...texts]);
    else propose({ is: "play", actions: texts });
  },
  // The table knows why: it is asked as if it were a move.  In a look at another line nobody else is asked.
  refuse: (move, ways) => {
    const actions = move.split(",").filter(Boolean);
    if (looked || !actions.length || move.length > LONGEST_DOUBT)
      announce(words.say("typed-none", { move, ways: ways.join(", ") }), true);
    else {
      propose({ is: "play", actions });
      doubted = { number: line.asked, ways };
    }
  },
});

function propose(proposal) {
  line.propose(proposal, positionNow());
  choice.aimed = null;
  drawChoices();
}

function tap(point) {
  const active = hand();
  if (!active) {
    if (planning()) planTap(point);
    return;
  }
  const action = active.tap(point, careful());
  if (action) play(action);
  else drawChoices();
}

// -- dragging ----------------------------------------------------------------------------------

// A piece that is dragged: the point it lies on for the match, where the hand took it up, and the
// points passed over since.  A train is drawn by passing over its landing points or resting on one.
let held = null;
let dragged = false; // was the last thing a hand did on the board a drag?

$("board").addEventListener("pointerdown", (event) => {
  [held, dragged] = [null, false];
  const active = hand();
  if (!active || !event.isPrimary || event.button) return;
  const spots = active.spots();
  const point = board.nearest(event, spots);
  if (point && ["start", "picked"].includes(spots[point].kind))
    held = { point, x: event.clientX, y: event.clientY, moving: false, trail: [], match: active === choice };
});

$("board").addEventListener("pointermove", (event) => {
  if (!held || held.dropped || !event.isPrimary) return;
  if (!held.moving) {
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_FROM) return;
    held.moving = dragged = true;
    $("board").setPointerCapture(event.pointerId);
    if (hand()?.source !== held.point) tap(held.point);
  }
  board.drag(held.point, event);
  const over = board.nearest(event, board.board.places, 0.8);
  if (over === held.over) return;
  held.over = over;
  clearTimeout(held.resting);
  if (over === null || over === held.point) return;
  held.trail.push(over);
  held.resting = setTimeout(() => goOn(over), REST);
  goOn();
});

$("board").addEventListener("pointerup", (event) => {
  if (!held?.moving) {
    held = null;
    return;
  }
  clearTimeout(held.resting);
  held.dropped = true;
  const over = board.nearest(event, hand()?.spots() ?? board.board.places);
  if (over !== null && over !== held.trail.at(-1)) held.trail.push(over);
  goOn();
});
// A finger on a piece that may move drags it; elsewhere it scrolls the page.
$("board").addEventListener("touchmove", (event) => held && event.preventDefault(), { passive: false });
$("board").addEventListener("pointercancel", () => { held = null; layDown(); });

// Play what the hand has drawn so far: a landing point from which it has gone on to the next one,
// rests on (`resting`) or has let go of the piece.  While an answer is waited for, it is drawn later.
function goOn(resting = null) {
  const active = hand();
  if (due && active === choice) {
    const action = due;
    due = null;
    if (choice.actions.includes(action)) play(action);
    return;
  }
  if (!held?.moving || !active || (held.match && active !== choice)) {
    if (held?.dropped && !showsNext()) letGo();
    return;
  }
  if (active.moves.some((one) => one.points[0] === held.point)) active.source = held.point;
  const spots = active.spots(), { trail } = held;
  for (let at = 0; at < trail.length; at++) {
    const action = spots[trail[at]]?.kind === "target" ? spots[trail[at]].action : null;
    if (!action || action.points[0] !== held.point) continue;
    const goesOn = trail.slice(at + 1).some((point) => action.then?.includes(point));
    const rests = trail[at] === resting && action.then?.length;
    const ends = held.dropped && at === trail.length - 1;
    if (!goesOn && !rests && !ends) continue;
    held.trail = trail.slice(at + 1);
    board.dropAt(held.point, trail[at]);
    held.point = trail[at];
    if (ends) held = null;
    play(action);
    return;
  }
  if (held.dropped) letGo();
}

// Is something still to come that the piece in the hand may go on with?
function showsNext() {
  return state.stale || line.waiting.size > 0 || showing === generation || queue.length > 0;
}

function letGo() {
  held = null;
  layDown();
}

// Pieces lie where the match has them, whatever a hand has done.
function layDown() {
  if (state.position && showing !== generation) board.show((looked ?? state).position.pieces);
}

$("board").addEventListener("click", (event) => {
  if (dragged) { // that was the end of a drag
    dragged = false;
    return;
  }
  if (!board.board) return;
  const near = hand()?.spots() ?? board.board.places;
  tap(event.detail === 0 ? event.target.closest(".spot")?.dataset.point : board.nearest(event, near));
});

$("board").addEventListener("keydown", (event) => {
  const point = board.focused;
  if (!point) return;
  const active = hand();
  if (event.key in ARROWS) board.focus(board.beside(point, ARROWS[event.key]));
  else if (event.key === "PageDown" || event.key === "PageUp")
    board.focus(board.next(point, event.key === "PageDown" ? 1 : -1));
  else if (event.key === "Enter" || event.key === " ") {
    const action = active?.tap(point, false);
    if (action) play(action);
    else if (active) drawChoices();
    else if (planning()) planTap(point);
    else return;
  } else if (event.key === "Escape" && active?.source) tap(null);
  else if (event.key === "Escape" && plan.length) replan([]);
  else return;
  event.preventDefault();
});

// -- planning ahead ----------------------------------------------------------------------------
// A choice made while the other side's turn runs is played when the own turn comes, if it is legal.

function planning() {
  return state.sure && state.seat !== null && state.position && !state.position.outcome && !looked && !state.guide
    && state.position.move !== state.seat && (state.about.seats[state.seat].piece || choice.colour);
}

function planned() {
  return plan.length === 2 || (plan.length === 1 && !state.position.pieces[plan[0]]);
}

function own(point) {
  const piece = state.position.pieces[point], mine = state.about.seats[state.seat].piece;
  return piece && mine ? piece[0] === mine[0] && piece[2] === mine[2] : false;
}

function planTap(point) {
  if (!point || point === plan.at(-1)) replan([]);
  else if (own(point)) replan([point]);
  else if (plan.length === 1 && own(plan[0])) replan([plan[0], point]);
  else replan(state.position.pieces[point] ? [] : [point]);
}

function replan(points) {
  plan = points;
  if (plan.length && planned()) announce(words.say("planned", { move: plan.join(" – ") }));
  drawChoices();
}

function planSpots() {
  return planning() && plan.length ? { [plan[0]]: { kind: plan.length === 1 && !planned() ? "picked" : "start" } } : {};
}

function planGhost() {
  if (!planning() || !plan.length || !planned()) return null;
  const piece = state.position.pieces[plan[0]]
    ?? (choice.colour ? [choice.colour, null, 0] : state.about.seats[state.seat].piece);
  return piece && { point: plan.at(-1), piece };
}

// The own turn has come: what was planned is played, else dropped with a word.
function yourTurn() {
  if (looked) stopLooking();
  tell();
  if (!plan.length) return;
  const [whole, move] = [planned(), plan.join(" – ")];
  due = whole ? choice.planned(plan) : null;
  plan = [];
  if (whole && !due) announce(words.say("plan-dropped", { move }), true);
}

// -- looking back ------------------------------------------------------------------------------

// The match after `turn` turns; once it is over, other turns may be tried from there.
function look(turn, tried = []) {
  const last = state.turns.length;
  if (turn >= last && !tried.length) {
    stopLooking();
    return;
  }
  const from = looked ?? { position: state.position, turn: last, tried: [] };
  looked = { ...from, wanted: Math.max(0, turn), asked: tried, waiting: true };
  line.send("look", { turn: looked.wanted, tried });
  drawChoices();
}

async function showLooked(said) {
  const on = looked.replay || said.turn === looked.turn + 1 || looked.asked.length > looked.tried.length;
  looked = { position: said.position, turn: said.turn, wanted: said.turn, tried: looked.asked, replay: looked.replay };
  const mine = looked;
  trial.set(said.actions);
  board.mark([]);
  drawn.show(null);
  if (on) {
    board.show(said.before);
    await board.play(said.seen);
    if (looked !== mine) return;
  }
  if (mine.replay) {
    stopLooking();
    return;
  }
  board.show(said.position.pieces);
  board.mark(said.position.last);
  drawDrawn();
  drawWalk();
  drawChoices();
  announce(lookedText());
}

function stopLooking() {
  looked = null;
  trial.set([]);
  if (state.position) board.show(state.position.pieces);
  drawMatch();
}

function lookedText() {
  const told = words.say("looking", { number: looked.turn, count: state.turns.length });
  const text = looked.tried.length ? looked.tried.join(", ") : state.turns[looked.turn - 1]?.[2] ?? "";
  const end = looked.position.outcome && looked.tried.length ? outcomeText(looked.position.outcome) : "";
  return [looked.tried.length ? words.say("trying") : told, text, end].filter(Boolean).join(" · ");
}

function lookedButtons() {
  const buttons = [];
  if (looked.tried.length)
    buttons.push(button(words.say("back"), () => look(looked.turn, looked.tried.slice(0, -1))),
      button(words.say("untry"), () => look(looked.turn)));
  buttons.push(button(words.say("to-game"), stopLooking, "main"));
  return buttons;
}

// The last turn once more, and then the match goes on.
function replay() {
  if (!state.turns.length || looked) return;
  const turn = state.turns.length;
  looked = { position: state.position, turn, wanted: turn, tried: [], asked: [], replay: true, waiting: true };
  line.send("look", { turn, tried: [] });
}

function drawWalk() {
  const turn = looked?.turn ?? state.turns.length;
  $("walk").hidden = !state.turns.length;
  $("walk-first").disabled = $("walk-back").disabled = turn === 0;
  $("walk-on").disabled = $("walk-last").disabled = !looked || (turn === state.turns.length && !looked.tried.length);
  [...$("turns").children].forEach((one, row) => one.classList.toggle("shown", looked !== null && row === turn - 1));
}

const walkNow = () => (looked ? looked.wanted : state.turns.length);
$("walk-first").onclick = () => look(0);
$("walk-back").onclick = () => look(looked?.tried.length ? looked.turn : walkNow() - 1);
$("walk-on").onclick = () => look(walkNow() + 1);
$("walk-last").onclick = () => stopLooking();
$("replay").onclick = replay;
$("turns").addEventListener("click", (event) => {
  const row = [...$("turns").children].indexOf(event.target.closest("li"));
  if (row >= 0) look(row + 1);
});

// The sign that a key types, with AltGr, too, which is reported as Ctrl and Alt; "" for a shortcut.
// A layout without Latin letters has them where a US keyboard has them.
function signOf(event) {
  const altGr = event.getModifierState?.("AltGraph");
  if (event.isComposing || event.metaKey || ((event.altKey || event.ctrlKey) && !altGr)) return "";
  const other = /^\p{L}$/u.test(event.key) && !/^\p{Script=Latin}$/u.test(event.key);
  return other && /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : event.key.toLowerCase();
}

addEventListener("keydown", (event) => {
  if ($("match").hidden || !state.position || event.target.closest("input, select, dialog[open]")) return;
  const act = { "<": () => look(walkNow() - 1), ",": () => look(walkNow() - 1), ">": () => looked && look(walkNow() + 1),
    ".": () => looked && look(walkNow() + 1), r: replay, h: askHint }[signOf(event)];
  if (act) act();
});

// -- telling somebody who does not look --------------------------------------------------------

const notifies = "Notification" in window && isSecureContext;

async function tell() {
  if (!document.hidden || !notifies || kept.get("notify") !== "1" || Notification.permission !== "granted") return;
  const options = { body: state.about?.title, tag: "turn", icon: new URL("icon-192.png", import.meta.url).href };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(words.say("your-turn"), options);
  else new Notification(words.say("your-turn"), options);
}

$("notify-row").hidden = !notifies;
$("notify").onchange = async () => {
  const granted = $("notify").checked && await Notification.requestPermission() === "granted";
  if (granted) navigator.serviceWorker?.register("worker.js").catch(() => {});
  kept.set("notify", granted ? "1" : "");
  $("notify").checked = granted;
};

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
  if (state.seat !== null && state.position && !state.position.outcome && !state.guide) {
    if (state.about.back) deed("take-back", () => propose({ is: "back" }));
    for (const offer of state.may?.[state.seat] ?? [])
      deed(`offer-${offer}`, () => propose({ is: "offer", offer }));
    deed("resign", () => sure(words.say("sure-resign"), words.say("resign"), () => propose({ is: "resign" })));
  }
  if (state.guide) deed("leave", () => line.send("leave", {}));
  else if (state.seat !== null)
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
  $("notify").checked = notifies && kept.get("notify") === "1" && Notification.permission === "granted";
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
    "mosaic-title": "tables", "notify-label": "notify", "story-title": "story", "remark-title": "remark",
  };
  for (const [id, key] of Object.entries(texts)) $(id).textContent = words.say(key);
  $("open-menu").ariaLabel = words.say("menu");
  $("board").setAttribute("aria-label", words.say("board"));
  $("code").ariaLabel = words.say("code");
  typed.field.ariaLabel = typed.field.placeholder = words.say("type-move");
  $("mosaic-search").ariaLabel = $("mosaic-search").placeholder = words.say("search");
  $("mosaic-round").ariaLabel = words.say("round-filter");
  $("walk").ariaLabel = words.say("turns");
  for (const id of ["walk-first", "walk-back", "replay", "walk-on", "walk-last"])
    $(id).ariaLabel = $(id).title = words.say(id);
  $("views").ariaLabel = words.say("view");
  for (const option of $("style").options) option.textContent = words.say(`style-${option.value || "auto"}`);
  $("language").replaceChildren(...Object.entries(words.languages).map(([code, name]) =>
    element("option", { value: code, textContent: name, selected: code === words.language })));
  drawLine();
  drawAll();
  mosaic.speak();
  mosaic.tournament(tournament.state);
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
  const invitation = location.hash.split("/")[0]; // behind the code a fingerprint, for programs
  const code = CODE.test(invitation) ? invitation.slice(1) : "";
  if (location.hash) history.replaceState(null, "", location.pathname);
  line = new Line(onMessage, (how) => {
    state.line = how;
    state.sure = false;
    if (looked?.waiting) stopLooking();
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
