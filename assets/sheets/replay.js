// A published game: its turns are walked through, forth and back.  Everything stands in the page.

const $ = (id) => document.getElementById(id);
const game = JSON.parse($("game").textContent);
const board = new Board($("board"));
const say = (key, fields = {}) => game.words[key].replace(/\{(\w+)\}/g, (_all, name) => fields[name] ?? "");
const last = game.turns.length;
const WALK = ["walk-first", "walk-back", "walk-on", "walk-last"];
let at = 0;

function line(name, kind, ...inside) {
  const one = document.createElement(name);
  one.className = kind;
  one.append(...inside);
  return one;
}

async function go(turn) {
  const next = Math.max(0, Math.min(last, turn)), on = next === at + 1;
  at = next;
  const { before, seen, position } = game.positions[at];
  board.mark([]);
  if (on) {
    board.show(before);
    await board.play(seen);
    if (at !== next) return;
  }
  board.show(position.pieces);
  board.mark(position.last);
  board.offer({}, null);
  const { outcome } = position;
  const winners = outcome?.winners.map((seat) => game.seats[seat].name).join(" + ");
  $("caption").textContent = [at ? game.turns[at - 1][2] : "", say("looking", { number: at, count: last }),
    outcome && (winners ? say("wins", { name: winners }) : say("draw"))].filter(Boolean).join(" · ");
  [...$("turns").children].forEach((one, row) => one.classList.toggle("shown", row === at - 1));
  $("turns").children[at - 1]?.scrollIntoView({ block: "nearest" });
  $("walk-first").disabled = $("walk-back").disabled = at === 0;
  $("walk-on").disabled = $("walk-last").disabled = at === last;
}

board.spoken = (point) => {
  const lying = game.positions[at].position.pieces[point];
  return `${point}, ${say(lying ? `colour-${lying[0]}` : "empty")}`;
};
board.lay(game.board);
for (const id of WALK) $(id).ariaLabel = $(id).title = say(id);

function icon({ piece }) {
  if (!piece) return "";
  const reach = game.board.radius * 1.12;
  const svg = make("svg", { viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, "aria-hidden": "true" });
  svg.append(board.piece(piece));
  return svg;
}

$("turns-title").textContent = say("turns");
$("seats").append(...game.seats.map((seat) => line("div", seat.piece ? "seat" : "seat bare", icon(seat), line("span", "name", seat.name))));
$("turns").append(...game.turns.map(([number, seat, text], row) => {
  const one = line("li", "", line("span", "number", String(number)), line("span", "who", icon(game.seats[seat])),
    line("span", "text", text));
  one.title = game.seats[seat].name;
  one.onclick = () => go(row + 1);
  return one;
}));
$("walk-first").onclick = () => go(0);
$("walk-back").onclick = () => go(at - 1);
$("walk-on").onclick = () => go(at + 1);
$("walk-last").onclick = () => go(last);
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return; // the browser's own
  const step = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (step !== undefined) go(step);
});
go(last);
