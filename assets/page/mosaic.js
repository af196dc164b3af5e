// All tables at once as small boards: searched, filtered by round, favourites first.
// A board is drawn again only when its own table has changed, and only while it is in sight.

import { clockText, reading } from "./clock.js";
import { counted } from "./counts.js";

const $ = (id) => document.getElementById(id);
const AHEAD = "300px"; // beyond the window, where boards are drawn already
const DRAW_BUDGET = 5; // ms of a frame; what is left waits for the next one
const MOST_BOARDS = 400; // that are kept: twice as many as a hub has tables
const MOST_KEPT = 80; // empty boards that are kept as pictures
const TICK = 250; // ms between two looks at the clocks in sight
const AGAIN = 2000; // ms before a board is asked for again
const SIGHT = 1.3; // radius of a piece's picture in that of the piece: its shadow is beside it

export class Mosaic {
  constructor(words, tools) {
    this.words = words;
    this.tools = tools; // element, named, keep, kept, open: what the page has for all its parts
    this.cards = new Map(); // by table
    this.boards = new Map(); // by name: what the server has drawn, or a promise of it
    this.empty = new Map(); // pictures of empty boards, by name and size
    this.sprites = new Map(); // pictures of pieces, by their SVG and size
    this.named = false; // do tables have names that people know?
    this.matches = []; // games of the tournament, to know rounds
    this.stars = new Set(tools.kept("favourites").split("\n").filter(Boolean));
    this.dirty = new Set();
    this.drawn = 0; // small boards drawn so far
    this.seen = new IntersectionObserver((entries) => this.looked(entries), { rootMargin: AHEAD });
    this.sized = new ResizeObserver(() => this.resized());
    this.sized.observe($("cards"));
    setInterval(() => {
      if ($("mosaic").hidden) return;
      for (const card of this.cards.values()) if (card.visible) this.tick(card);
    }, TICK);
    $("mosaic-search").oninput = $("mosaic-round").onchange = () => this.sort();
  }

  // -- what the server says ------------------------------------------------------------------

  tables(tables, named) {
    this.named = named;
    const there = new Set(tables.map((one) => one.table));
    for (const [name, card] of this.cards)
      if (!there.has(name)) {
        this.seen.unobserve(card.root);
        this.dirty.delete(card);
        card.root.remove();
        this.cards.delete(name);
      }
    for (const table of tables) {
      const card = this.cards.get(table.table) ?? this.card(table.table);
      card.about = table.about;
      card.unreadable = Boolean(table.unreadable);
      card.told = "";
      this.write(card);
    }
    this.sort();
  }

  told(cards, now) {
    for (const shown of cards) {
      const card = this.cards.get(shown.table);
      if (!card) continue;
      card.shown = shown;
      if (shown.clock) shown.clock.at = performance.now() - (now - shown.clock.at) * 1000;
      this.wish(card);
    }
  }

  // The rounds of a tournament: a table plays the game whose players it names.
  tournament(state) {
    const names = new Map((state?.people ?? []).map((one) => [one.id, one.name]));
    this.matches = (state?.games ?? []).map((game) => ({
      ...game, names: game.people.map((one) => names.get(one) ?? ""),
    }));
    const rounds = [...new Set(this.matches.map((one) => one.round))];
    const chosen = $("mosaic-round").value;
    $("mosaic-round").replaceChildren(this.option("", this.words.say("all-rounds")),
      ...rounds.map((round) => this.option(String(round), this.words.say("round", { number: round }))));
    $("mosaic-round").value = rounds.includes(Number(chosen)) ? chosen : "";
    $("mosaic-round").hidden = rounds.length < 2;
    for (const card of this.cards.values()) {
      card.told = "";
      this.write(card);
    }
    this.sort();
  }

  option(value, textContent) {
    return this.tools.element("option", { value, textContent });
  }

  matchOf(card) {
    const names = (card.about?.seats ?? []).map(this.tools.named).filter(Boolean);
    if (!names.length) return null;
    const players = (name) => name.split(" & ");
    return this.matches.find((one) => one.names.every((name) =>
      name && players(name).every((player) => names.includes(player)))) ?? null;
  }

  // -- cards ---------------------------------------------------------------------------------

  card(table) {
    const { element } = this.tools;
    const card = { table, shown: null, about: null, visible: false, told: "" };
    card.canvas = element("canvas", { width: 0, height: 0 });
    card.canvas.setAttribute("aria-hidden", "true");
    card.seats = element("span", { className: "players" });
    card.foot = element("span", { className: "foot" });
    card.open = element("button", { className: "open", onclick: () => this.tools.open(table) },
      card.canvas, card.seats, card.foot);
    card.star = element("button", { className: "star", textContent: "★", onclick: () => this.star(card) });
    card.root = element("li", { className: "card" }, card.open, card.star);
    card.root.card = card;
    this.cards.set(table, card);
    this.seen.observe(card.root);
    return card;
  }

  // The words of a card; nothing is touched that stays what it was.
  write(card) {
    const { shown, about } = card;
    const parts = [shown?.move, shown?.tally, shown?.outcome, shown?.turns, shown?.online, Boolean(shown?.clock)];
    const told = JSON.stringify([parts, this.words.language, this.stars.has(card.table)]);
    if (told === card.told) return;
    card.told = told;
    const { element } = this.tools;
    const match = this.matchOf(card);
    card.round = match?.round ?? 0;
    const place = match ? this.words.say("table", { number: match.table }) : this.named ? card.table : "";
    card.place = place;
    const seats = about?.seats ?? [];
    card.names = seats.map(this.tools.named).filter(Boolean);
    card.seats.replaceChildren(...seats.map((seat, number) => {
      const won = shown?.outcome?.winners.includes(number);
      const move = shown && shown.move === number;
      const role = shown?.tally?.more >= 0 ? (shown.tally.more === number ? "MORE" : "LESS") : "";
      const name = this.tools.named(seat) || this.words.say("seat-number", { n: number + 1 });
      const count = shown ? counted(this.words, shown.tally, seat.piece, number) : null;
      const row = element("span", { className: ["player", move && "move", won && "won"].filter(Boolean).join(" ") },
        element("span", { className: `chip ${seat.piece?.[0] ?? "none"}` }),
        element("span", { className: "name", textContent: [role, name].filter(Boolean).join(" ") }),
        element("span", { className: "count", textContent: count?.short ?? "" }),
        element("span", { className: "time" }));
      if (move) row.append(element("span", { className: "unseen", textContent: `, ${this.words.say("to-move")}, ` }));
      return row;
    }));
    this.tick(card);
    card.foot.textContent = card.unreadable
      ? `${card.table}: ${this.words.say("unreadable")}`
      : [place, card.round ? this.words.say("round", { number: card.round }) : about?.title,
        this.state(card)].filter(Boolean).join(" · ");
    card.open.disabled = card.unreadable;
    card.root.classList.toggle("away", shown?.online === false);
    card.root.classList.toggle("over", Boolean(shown?.outcome));
    const starred = this.stars.has(card.table);
    card.star.setAttribute("aria-pressed", String(starred));
    card.star.hidden = card.unreadable;
    card.star.ariaLabel = card.star.title =
      this.words.say("favourite", { name: card.names.join(" – ") || card.table });
  }

  // The clocks of a card as they are now; that of a seat which stands still is not touched.
  tick({ shown, about, seats }) {
    [...seats.children].forEach((row, number) => {
      const now = reading(shown?.clock, about?.clocks?.[number], number);
      const time = row.querySelector(".time"), text = now ? clockText(now.seconds) : "";
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("low", Boolean(now) && now.seconds < (now.periods ? 10 : 30));
    });
  }

  state({ shown }) {
    if (!shown) return "";
    if (shown.online === false) return this.words.say("away");
    if (!shown.outcome) return this.words.say("turn-number", { number: shown.turns }).replaceAll(" ", "\u00a0");
    return this.words.say(shown.outcome.winners.length ? "over" : "draw");
  }

  star(card) {
    if (!this.stars.delete(card.table)) this.stars.add(card.table);
    this.tools.keep("favourites", [...this.stars].join("\n"));
    this.write(card);
    this.sort();
    card.star.focus();
  }

  // Who is shown, favourites first; elements are moved only where the order is another one.
  sort() {
    const wanted = $("mosaic-search").value.trim().toLowerCase();
    const round = Number($("mosaic-round").value);
    const order = [...this.cards.values()].sort((a, b) =>
      this.stars.has(b.table) - this.stars.has(a.table) || b.round - a.round
      || a.unreadable - b.unreadable || a.place.localeCompare(b.place, undefined, { numeric: true }));
    let shown = 0;
    order.forEach((card, at) => {
      const text = [card.table, card.place, card.about?.title, ...card.names].join(" ").toLowerCase();
      card.root.hidden = !text.includes(wanted) || (round && card.round !== round);
      shown += !card.root.hidden;
      if ($("cards").children[at] !== card.root) $("cards").insertBefore(card.root, $("cards").children[at] ?? null);
    });
    $("mosaic-none").textContent = shown ? "" : this.words.say("none-found");
  }

  speak() {
    for (const card of this.cards.values()) {
      card.told = "";
      this.write(card);
    }
    this.sort();
  }

  // -- drawing -------------------------------------------------------------------------------

  looked(entries) {
    for (const { target, isIntersecting } of entries) {
      const { card } = target;
      card.visible = isIntersecting;
      if (isIntersecting) this.wish(card);
      else card.canvas.width = card.canvas.height = 0; // its memory is given back
    }
  }

  resized() {
    for (const card of this.cards.values()) this.wish(card);
  }

  wish(card) {
    if (!card.shown) return;
    this.dirty.add(card);
    this.asked ??= requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.asked = undefined;
    const until = performance.now() + DRAW_BUDGET;
    for (const card of this.dirty) {
      this.dirty.delete(card);
      this.write(card);
      if (card.visible) this.draw(card);
      if (performance.now() > until) break;
    }
    if (this.dirty.size) this.asked = requestAnimationFrame(() => this.paint());
  }

  draw(card) {
    const { canvas, shown } = card;
    const size = Math.round(canvas.clientWidth * Math.min(devicePixelRatio, 2));
    const board = this.board(shown.board);
    if (!size || !board) return;
    const under = this.picture(this.empty, `${shown.board} ${size}`, board.svg, size);
    const scale = size / board.width, half = board.width / 2;
    const reach = board.radius * SIGHT, width = Math.round(2 * reach * scale);
    const kinds = new Set(Object.values(shown.pieces));
    const sprites = new Map([...kinds].map((kind) => {
      const piece = board.pieces[kind] ?? board.pieces[`${kind.slice(0, -1)}0`];
      const svg = () => framed(board.defs + piece, -reach, 2 * reach);
      return [kind, this.picture(this.sprites, `${piece} ${width}`, svg, width)];
    }));
    if (!under.ready || [...sprites.values()].some((one) => !one.ready)) {
      for (const one of [under, ...sprites.values()]) if (!one.ready) one.waiting.add(card);
      return;
    }
    if (canvas.width !== size) canvas.width = canvas.height = size;
    const paper = canvas.getContext("2d");
    paper.clearRect(0, 0, size, size);
    paper.drawImage(under.canvas, 0, 0);
    for (const [point, kind] of Object.entries(shown.pieces)) {
      const [x, y] = board.places[point];
      paper.drawImage(sprites.get(kind).canvas, (x + half - reach) * scale, (y + half - reach) * scale);
    }
    for (const [colour, thick] of [["#14100c", 11], ["#ffb733", 6]]) {
      paper.strokeStyle = colour;
      paper.lineWidth = thick * scale;
      for (const point of shown.last) {
        const [x, y] = board.places[point];
        paper.beginPath();
        paper.arc((x + half) * scale, (y + half) * scale, (board.radius + 5) * scale, 0, 7);
        paper.stroke();
      }
    }
    this.drawn++;
  }

  // The board of that name; null until it is here, and then the cards that wait for it are drawn.
  board(name) {
    const known = this.boards.get(name);
    if (known === undefined) {
      if (this.boards.size >= MOST_BOARDS) this.boards.delete(this.boards.keys().next().value);
      this.boards.set(name, null);
      this.load(name);
    }
    return known ?? null;
  }

  async load(name) {
    try {
      const answer = await fetch(`board-${name}.json`);
      if (!answer.ok) throw new Error(answer.status);
      const board = await answer.json();
      board.svg = () => framed(board.under, -board.width / 2, board.width);
      board.defs = (board.under.match(/<defs>.*?<\/defs>/gs) ?? []).join(""); // colours of pieces
      this.boards.set(name, board);
    } catch { // too many at once, or the server is away
      setTimeout(() => {
        this.boards.delete(name);
        this.again(name);
      }, AGAIN);
      return;
    }
    this.again(name);
  }

  again(name) {
    for (const card of this.cards.values()) if (card.shown?.board === name) this.wish(card);
  }

  // A picture of an SVG in pixels, made once.
  picture(kept, name, svg, size) {
    const known = kept.get(name);
    if (known) return known;
    const canvas = this.tools.element("canvas", { width: size, height: size });
    const made = { canvas, ready: false, waiting: new Set() };
    const image = new Image(size, size);
    image.onload = () => {
      canvas.getContext("2d").drawImage(image, 0, 0, size, size);
      made.ready = true;
      for (const card of made.waiting) this.wish(card);
      made.waiting.clear();
    };
    image.src = `data:image/svg+xml,${encodeURIComponent(svg())}`;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
    kept.set(name, made);
    return made;
  }
}

function framed(inside, from, width) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${from} ${from} ${width} ${width}">${inside}</svg>`;
}
