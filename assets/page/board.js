// The board: what the server drew of it, the pieces on it, how they move, what may be chosen.

const SVG = "http://www.w3.org/2000/svg";
const BEAT = 320; // ms of a move
const still = matchMedia("(prefers-reduced-motion: reduce)");

export function make(name, fields = {}, parent = null) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(fields)) one.setAttribute(key, value);
  if (parent) parent.append(one);
  return one;
}

function write(one, name, value) {
  if (one.getAttribute(name) !== value) one.setAttribute(name, value);
}

function drawn(text) {
  // Pictures come from our own server as text; they hold no script and none would run.
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  const group = make("g");
  for (const child of [...read.documentElement.childNodes]) group.append(document.importNode(child, true));
  return group;
}

export class Board {
  constructor(root) {
    this.root = root;
    this.pieces = new Map(); // element by point
    this.spots = new Map(); // likewise: what is seen and heard of a point
    this.generation = 0; // of what lies there: movement of an earlier one ends at once
    this.spoken = (point) => point; // what is said of a point
  }

  lay(board) {
    this.board = board;
    const half = board.width / 2;
    this.root.setAttribute("viewBox", `${-half} ${-half} ${board.width} ${board.width}`);
    this.root.replaceChildren();
    const under = drawn(board.under);
    under.setAttribute("aria-hidden", "true");
    this.names = drawn(board.names);
    this.names.setAttribute("class", "names");
    this.names.setAttribute("aria-hidden", "true");
    this.marks = make("g", { class: "marks", "aria-hidden": "true" });
    this.layer = make("g", { class: "pieces", "aria-hidden": "true" });
    this.ghosts = make("g", { class: "ghosts", "aria-hidden": "true" });
    this.advice = make("g", { class: "advice", "aria-hidden": "true" });
    this.drawn = make("g", { class: "drawings", "aria-hidden": "true" });
    this.sensed = make("g", { class: "sensed", "aria-hidden": "true" });
    this.advised = this.annotated = this.felt = "";
    const layer = make("g", { class: "spots" });
    this.root.append(under, this.names, this.marks, this.layer, this.sensed, this.ghosts, this.drawn, this.advice, layer);
    this.kinds = new Map(Object.entries(board.pieces).map(([name, text]) => [name, drawn(text)]));
    this.pieces.clear();
    this.layPoints(layer);
  }

  // Every point can be gone to and says what lies there, also where nothing may be chosen.
  layPoints(layer) {
    const had = this.spots.get(document.activeElement?.dataset?.point) === document.activeElement;
    const was = had ? document.activeElement.dataset.point : null;
    this.spots.clear();
    const rows = Object.entries(this.board.places).sort(([, a], [, b]) => a[1] - b[1] || a[0] - b[0]);
    for (const [point, [cx, cy]] of rows) {
      const spot = make("g", { class: "spot", role: "img", tabindex: "-1" }, layer);
      spot.dataset.point = point;
      make("circle", { cx, cy, r: this.board.radius * 1.12, class: "reach" }, spot);
      make("circle", { cx, cy, class: "sign" }, spot);
      this.spots.set(point, spot);
    }
    if (had && this.spots.has(was)) this.focus(was);
  }

  at(point) {
    const [x, y] = this.board.places[point];
    return `translate(${x}px, ${y}px)`;
  }

  piece([colour, , mark]) {
    const known = this.kinds.get(`${colour}${mark}`) ?? this.kinds.get(`${colour}0`);
    const outer = make("g", { class: "piece" });
    const inner = known ? known.cloneNode(true) : make("g");
    inner.setAttribute("class", "body");
    outer.append(inner);
    return outer;
  }

  put(point, piece) {
    this.pieces.get(point)?.remove();
    const one = this.piece(piece);
    one.dataset.point = point;
    one.dataset.kind = `${piece[0]}${piece[2]}`;
    one.style.transform = this.at(point);
    this.layer.append(one);
    this.pieces.set(point, one);
    return one;
  }

  // Everything as it lies, at once; whatever moves still is there.
  show(lying) {
    this.generation++;
    for (const moving of this.root.getAnimations({ subtree: true })) moving.cancel();
    for (const [point, one] of this.pieces) {
      if (!lying[point]) {
        one.remove();
        this.pieces.delete(point);
      }
    }
    for (const [point, piece] of Object.entries(lying)) {
      const there = this.pieces.get(point);
      if (there?.dataset.kind === `${piece[0]}${piece[2]}`) {
        there.style.transform = this.at(point);
        there.dataset.point = point;
      } else this.put(point, piece);
    }
  }

  mark(points) {
    this.marks.replaceChildren();
    for (const point of points) {
      const [cx, cy] = this.board.places[point];
      const r = this.board.radius + 5;
      make("circle", { cx, cy, r, class: "cased" }, this.marks);
      make("circle", { cx, cy, r, class: "marked" }, this.marks);
    }
  }

  // A hint: rings round its points, arrows from point to point.
  advise(points, arrows) {
    const told = JSON.stringify([points, arrows]);
    if (!this.board || this.advised === told) return;
    this.advised = told;
    this.advice.replaceChildren();
    const { places, radius } = this.board;
    for (const kind of ["cased", "shown"]) {
      for (const point of points) {
        const [cx, cy] = places[point];
        make("circle", { cx, cy, r: radius + 5, class: kind }, this.advice);
      }
      for (const [source, target] of arrows)
        make("path", { d: arrow(places[source], places[target], radius), class: kind }, this.advice);
    }
  }

  // What a person has drawn: rings and arrows, each kind with a colour and a line of its own.
  annotate(marks, arrows) {
    const told = JSON.stringify([marks, arrows]);
    if (!this.board || this.annotated === told) return;
    this.annotated = told;
    this.drawn.replaceChildren();
    const { places, radius } = this.board;
    for (const [point, kind] of marks) {
      if (!(point in places)) continue;
      const [cx, cy] = places[point];
      for (const look of ["cased", kind])
        make("circle", { cx, cy, r: radius + 5, class: look }, this.drawn);
    }
    for (const [source, target, kind] of arrows) {
      const lines = source in places && target in places && shaftAndHead(places[source], places[target], radius);
      if (!lines) continue;
      const [shaft, head] = lines;
      for (const look of ["cased", kind]) {
        make("path", { d: shaft, class: look }, this.drawn);
        make("path", { d: head, class: `${look} head` }, this.drawn);
      }
    }
  }

  // What a sensor board shows otherwise (`wrong`: pieces there, null for none), and what is to be
  // put right; null is nothing.
  sense(told) {
    const { wrong = {}, faults = [], doubted = [] } = told ?? {};
    const now = JSON.stringify([wrong, faults, doubted]);
    if (!this.board || this.felt === now) return;
    this.felt = now;
    this.sensed.replaceChildren();
    const { places, radius } = this.board;
    const ring = (point, kind, r) => {
      if (!(point in places)) return;
      const [cx, cy] = places[point];
      make("circle", { cx, cy, r, class: kind }, this.sensed);
    };
    for (const [point, piece] of Object.entries(wrong)) {
      ring(point, "veil", radius * 1.05);
      if (!piece || !(point in places)) continue;
      const one = this.piece(piece);
      one.classList.add("ghost");
      one.style.transform = this.at(point);
      this.sensed.append(one);
    }
    for (const point of doubted) for (const kind of ["cased", "doubted"]) ring(point, kind, radius + 5);
    for (const point of faults) for (const kind of ["cased", "fault"]) ring(point, kind, radius + 5);
  }

  // -- movement ------------------------------------------------------------------------------

  async play(seen) {
    const mine = this.generation;
    for (const event of seen)
      if (mine === this.generation) await MOVES[event.is]?.(this, event);
  }

  async move(source, points, lifted) {
    const one = this.pieces.get(source);
    if (!one) return;
    const target = points[points.length - 1];
    this.layer.append(one); // above all others
    this.pieces.delete(source);
    const mine = this.generation;
    const from = one.style.transform; // where it lies, or where a hand has let go of it
    one.style.transform = this.at(target);
    one.dataset.point = target;
    const time = BEAT * Math.max(1, (points.length - 1) * 0.6);
    const body = one.querySelector(".body");
    const rise = lifted ? 1.32 : 1.08;
    const shapes = ["scale(1)", `scale(${rise})`, "scale(1)"].map((transform) => ({ transform }));
    await Promise.all([
      ended(one.animate([from, this.at(target)].map((transform) => ({ transform })), timing(time))),
      ended(body.animate(shapes, timing(time))),
    ]);
    if (mine !== this.generation) return;
    this.pieces.get(target)?.remove();
    this.pieces.set(target, one);
  }

  async turnOver(point, after) {
    const one = this.pieces.get(point);
    if (!one) return;
    const edge = [{ transform: "scaleX(1)" }, { transform: "scaleX(0.06)" }];
    const mine = this.generation;
    await ended(one.querySelector(".body").animate(edge, timing(BEAT * 0.4)));
    if (mine !== this.generation) return;
    const other = this.put(point, after);
    await ended(other.querySelector(".body").animate(edge.reverse(), timing(BEAT * 0.4)));
  }

  async drop(point, piece) {
    const body = this.put(point, piece).querySelector(".body");
    const fall = [{ transform: "scale(1.5)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }];
    await ended(body.animate(fall, timing(BEAT * 0.8)));
  }

  clear(points) {
    for (const point of points) {
      this.pieces.get(point)?.remove();
      this.pieces.delete(point);
    }
  }

  // -- choosing ------------------------------------------------------------------------------

  // `offered`: what may be chosen now, {point: {kind}}; `chosen`: a piece that waits for a yes.
  offer(offered, chosen) {
    this.ghosts.replaceChildren();
    if (!this.board) return;
    const r = this.board.radius;
    const radii = { start: r + 3, picked: r + 4 };
    for (const [point, spot] of this.spots) {
      const kind = offered[point]?.kind ?? "";
      write(spot, "class", `spot ${kind}`.trim());
      write(spot, "role", kind ? "button" : "img");
      write(spot, "aria-label", this.spoken(point, kind));
      const sign = spot.lastElementChild;
      write(sign, "class", kind in radii ? "ring" : kind ? "dot" : "sign");
      write(sign, "r", String(kind ? radii[kind] ?? Math.max(r * 0.3, 9) : 0));
    }
    this.offered = [...this.spots.keys()].filter((point) => point in offered);
    if (chosen) {
      const ghost = this.piece(chosen.piece);
      ghost.classList.add("ghost");
      ghost.style.transform = this.at(chosen.point);
      this.ghosts.append(ghost);
      const [cx, cy] = this.board.places[chosen.point];
      make("circle", { cx, cy, r: r + 4, class: "aimed" }, this.ghosts);
    }
    if (!this.focused) this.enterAt(this.offered[0] ?? this.spots.keys().next().value);
  }

  // The point that is gone to now, or null.
  get focused() {
    const point = document.activeElement?.dataset?.point;
    return this.spots.get(point) === document.activeElement ? point : null;
  }

  enterAt(point) {
    for (const [other, spot] of this.spots) write(spot, "tabindex", other === point ? "0" : "-1");
  }

  focus(point) {
    this.enterAt(point);
    this.spots.get(point)?.focus({ preventScroll: true });
  }

  // The next point after another one that may be chosen; before it with `step` -1.
  next(point, step) {
    const all = [...this.spots.keys()], { offered } = this;
    if (!offered.length) return point;
    const at = all.indexOf(point);
    const after = offered.findIndex((other) => all.indexOf(other) > at);
    const before = offered.findLastIndex((other) => all.indexOf(other) < at);
    return step > 0 ? offered[after < 0 ? 0 : after] : offered[before < 0 ? offered.length - 1 : before];
  }

  // -- dragging ------------------------------------------------------------------------------

  // A piece follows the hand, to a place of the window.
  drag(point, event) {
    const one = this.pieces.get(point);
    if (!one) return;
    const [x, y] = this.place(event);
    if (one !== this.layer.lastElementChild) this.layer.append(one);
    one.style.transform = `translate(${x}px, ${y}px)`;
  }

  // The hand has let go of it; what comes of that is shown from there.
  dropAt(point, target) {
    const one = this.pieces.get(point);
    if (one) one.style.transform = this.at(target);
  }

  // A place of the window in units of the board.
  place(event) {
    const box = this.root.getBoundingClientRect();
    const unit = this.board.width / box.width;
    const half = this.board.width / 2;
    return [(event.clientX - box.left) * unit - half, (event.clientY - box.top) * unit - half];
  }

  // The spot nearest to a place of the window, if one is near enough.
  nearest(event, spots, reach = 1.7) {
    const [x, y] = this.place(event);
    let best = null, least = this.board.radius * reach;
    for (const point of Object.keys(spots)) {
      const [px, py] = this.board.places[point];
      const far = Math.hypot(px - x, py - y);
      if (far < least) [best, least] = [point, far];
    }
    return best;
  }

  // The point that lies in a direction from another one, as arrow keys ask; itself at the rim.
  beside(point, [dx, dy]) {
    const [x, y] = this.board.places[point];
    let best = point, least = Infinity;
    for (const [other, [px, py]] of Object.entries(this.board.places)) {
      const along = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy - (py - y) * dx);
      if (along > 1 && along + 2.2 * aside < least) [best, least] = [other, along + 2.2 * aside];
    }
    return best;
  }
}

const MOVES = {
  Placed: (board, event) => board.drop(event.point, listed(event.piece)),
  Jumped: (board, event) => board.move(event.source, [event.source, event.target], true),
  Stepped: (board, event) => board.move(event.source, [event.source, event.target], event.walls > 0),
  Slid: (board, event) => board.move(event.path[0], event.path, false),
  Flipped: (board, event) => board.turnOver(event.point, listed(event.after)),
  Cleared: (board, event) => board.clear(event.points),
};

// The path of an arrow that ends a little before the middle of its target.
function arrow([x, y], [tx, ty], radius) {
  const far = Math.hypot(tx - x, ty - y), [ux, uy] = [(tx - x) / far, (ty - y) / far];
  const [ex, ey] = [tx - ux * radius * 0.35, ty - uy * radius * 0.35];
  const barb = (side) => `${ex - ux * radius * 0.6 - side * uy * radius * 0.5} ${ey - uy * radius * 0.6 + side * ux * radius * 0.5}`;
  return `M${x} ${y}L${ex} ${ey}M${barb(1)}L${ex} ${ey}L${barb(-1)}`;
}

// The paths of an arrow between two places: its line and its head; null where they are too near.
function shaftAndHead([x, y], [tx, ty], radius) {
  const far = Math.hypot(tx - x, ty - y), free = radius * 0.45, long = 26, wide = 13;
  if (far <= 2 * free + long) return null;
  const [ux, uy] = [(tx - x) / far, (ty - y) / far];
  const at = (along, aside) => `${x + ux * along - uy * aside} ${y + uy * along + ux * aside}`;
  const tip = far - free, neck = tip - long;
  return [`M${at(free, 0)}L${at(neck, 0)}`, `M${at(tip, 0)}L${at(neck, wide)}L${at(neck, -wide)}Z`];
}

function listed(piece) {
  return [piece.colour, piece.seat, piece.mark];
}

function timing(duration) {
  return { duration: still.matches || document.hidden ? 0 : duration, easing: "ease-in-out" };
}

function ended(animation) {
  return animation.finished.catch(() => {});
}
