// What a seat may do: the actions the server listed, narrowed down by what is chosen on the board.
// Rules are not known here: an action is a text with the points that hands touch.

export class Choice {
  constructor() {
    this.actions = [];
    this.source = null; // the piece that was picked up
    this.colour = null; // of pieces to put down, where there are two
    this.aimed = null; // an action that waits for a second tap
    this.lifted = null; // the piece that is in a hand above a sensor board
  }

  set(actions) {
    this.actions = actions;
    this.aimed = null;
    const sources = new Set(this.moves.map((one) => one.points[0]));
    const free = this.placements.length || !sources.size;
    // Where only one piece may move, as within a train, it is in the hand already.
    this.source = !free && sources.size === 1 ? [...sources][0] : null;
    this.forced = this.source !== null;
    if (actions.length && !this.colours.includes(this.colour)) this.colour = this.colours[0] ?? null;
  }

  // A hand has lifted a piece of a sensor board, or laid it down again (null).
  lift(point) {
    if (this.lifted === point) return;
    const known = this.moves.some((one) => one.points[0] === point);
    if (!this.forced && (known || this.source === this.lifted)) this.source = known ? point : null;
    this.lifted = point;
  }

  get moves() {
    return this.actions.filter((one) => one.points.length > 1);
  }

  get placements() {
    return this.actions.filter((one) => one.points.length === 1);
  }

  // Actions beside the board: stop, pass, a bid.
  get others() {
    return this.actions.filter((one) => one.points.length === 0);
  }

  get colours() {
    return [...new Set(this.placements.map((one) => one.piece?.[0] ?? null))];
  }

  // The action between the points that were planned ahead: one to place on, or two of a move.
  planned(points) {
    const last = (one) => one.points[one.points.length - 1];
    return this.actions.find((one) => one.points.length > 0
      && (one.points.length > 1) === (points.length > 1)
      && one.points[0] === points[0] && last(one) === points[points.length - 1]
      && (points.length > 1 || (one.piece?.[0] ?? null) === this.colour)) ?? null;
  }

  // What each point stands for now.
  spots() {
    const found = {};
    for (const one of this.placements)
      if ((one.piece?.[0] ?? null) === this.colour) found[one.points[0]] = { kind: "place", action: one };
    if (this.source === null)
      for (const one of this.moves) found[one.points[0]] = { kind: "start" };
    else {
      if (!this.forced) for (const one of this.moves) found[one.points[0]] = { kind: "start" };
      found[this.source] = { kind: "picked" };
      for (const one of this.moves)
        if (one.points[0] === this.source)
          found[one.points[one.points.length - 1]] = { kind: "target", action: one };
    }
    return found;
  }

  // A point was tapped: the action it asks for, or null when something was only chosen.
  // `careful`: an action is first aimed at, and done by a second tap.
  tap(point, careful) {
    const spot = this.spots()[point];
    if (!spot) {
      this.aimed = null;
      if (!this.forced) this.source = null;
      return null;
    }
    if (spot.action) {
      if (!careful || this.aimed === spot.action) return spot.action;
      this.aimed = spot.action;
      return null;
    }
    this.aimed = null;
    if (spot.kind === "start") this.source = point;
    else if (!this.forced) this.source = null;
    return null;
  }
}
