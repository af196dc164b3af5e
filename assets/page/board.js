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
    this.spots = make("g", { class: "spots" });
    this.root.append(under, this.names, this.marks, this.layer, this.ghosts, this.spots);
    this.kinds = {};
    for (const [name, text] of Object.entries(board.pieces)) this.kinds[name] = drawn(text);
    this.pieces.clear();
  }

  at(point) {
    const [x, y] = this.board.places[point];
    return `translate(${x}px, ${y}px)`;
  }

  piece([colour, , mark]) {
    const known = this.kinds[`${colour}${mark}`] ?? this.kinds[`${colour}0`];
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

  // Everything as it lies, at once.
  show(lying) {
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

  // -- movement ------------------------------------------------------------------------------

  async play(seen) {
    for (const event of seen) await MOVES[event.is]?.(this, event);
  }

  async move(source, points, lifted) {
    const one = this.pieces.get(source);
    if (!one) return;
    const target = points[points.length - 1];
    this.layer.append(one); // above all others
    this.pieces.delete(source);
    const from = this.at(source);
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
    this.pieces.get(target)?.remove();
    this.pieces.set(target, one);
  }

  async turnOver(point, after) {
    const one = this.pieces.get(point);
    if (!one) return;
    const edge = [{ transform: "scaleX(1)" }, { transform: "scaleX(0.06)" }];
    await ended(one.querySelector(".body").animate(edge, timing(BEAT * 0.4)));
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

  // `spots`: what may be chosen now, {point: {kind, label, ghost}}.
  offer(spots, chosen) {
    const focused = this.spots.contains(document.activeElement);
    const was = document.activeElement?.dataset?.point;
    this.spots.replaceChildren();
    this.ghosts.replaceChildren();
    const r = this.board?.radius;
    const points = Object.keys(spots);
    points.forEach((point, number) => {
      const { kind, label } = spots[point];
      const [cx, cy] = this.board.places[point];
      const spot = make("g", { class: `spot ${kind}`, role: "button", "aria-label": label }, this.spots);
      spot.setAttribute("tabindex", number === 0 ? "0" : "-1");
      spot.dataset.point = point;
      make("circle", { cx, cy, r: r * 1.12, class: "reach" }, spot);
      if (kind === "start") make("circle", { cx, cy, r: r + 3, class: "ring" }, spot);
      else if (kind === "picked") make("circle", { cx, cy, r: r + 4, class: "ring" }, spot);
      else make("circle", { cx, cy, r: Math.max(r * 0.3, 9), class: "dot" }, spot);
    });
    if (chosen) {
      const ghost = this.piece(chosen.piece);
      ghost.classList.add("ghost");
      ghost.style.transform = this.at(chosen.point);
      this.ghosts.append(ghost);
      const [cx, cy] = this.board.places[chosen.point];
      make("circle", { cx, cy, r: r + 4, class: "aimed" }, this.ghosts);
    }
    if (focused) this.focus(points.includes(was) ? was : points[0]);
  }

  focus(point) {
    for (const spot of this.spots.children) {
      const here = spot.dataset.point === point;
      spot.setAttribute("tabindex", here ? "0" : "-1");
      if (here) spot.focus({ preventScroll: true });
    }
  }

  // The spot nearest to a place of the window, if one is near enough.
  nearest(event, spots) {
    const box = this.root.getBoundingClientRect();
    const unit = this.board.width / box.width;
    const x = (event.clientX - box.left) * unit - this.board.width / 2;
    const y = (event.clientY - box.top) * unit - this.board.width / 2;
    let best = null, least = this.board.radius * 1.7;
    for (const point of Object.keys(spots)) {
      const [px, py] = this.board.places[point];
      const far = Math.hypot(px - x, py - y);
      if (far < least) [best, least] = [point, far];
    }
    return best;
  }

  // The spot that lies in a direction from another one, as arrow keys ask.
  beside(point, [dx, dy], spots) {
    const [x, y] = this.board.places[point];
    let best = null, least = Infinity;
    for (const other of Object.keys(spots)) {
      const [px, py] = this.board.places[other];
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

function listed(piece) {
  return [piece.colour, piece.seat, piece.mark];
}

function timing(duration) {
  return { duration: still.matches || document.hidden ? 0 : duration, easing: "ease-in-out" };
}

function ended(animation) {
  return animation.finished.catch(() => {});
}
