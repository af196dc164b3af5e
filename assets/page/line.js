// The line to the table: one connection that comes back by itself and goes on where it was.
// What is sent is in docs/reference/network.md.

import { connect } from "./transport.js";

const FIRST_WAIT = 300, LONGEST_WAIT = 5000; // ms between tries
const LASTED = 10000; // ms after which a line was a good one: the next try comes soon again
const CONNECT_TIMEOUT = 6000; // ms for a line to open
const PING_AFTER = 3000, PONG_TIMEOUT = 4000; // ms without a word; and without the answer to a ping
const START_OVER_AFTER = 5000; // ms between two requests for the whole match
const SEAT_AGAIN = 13000; // ms before a key is shown again that was not looked at
const TICK = 1000;

export class Line {
  constructor(onMessage, changed) {
    this.onMessage = onMessage; // called with each message
    this.changed = changed; // called with "connecting", "open" or "lost"
    this.table = "";
    this.run = "";
    this.since = null;
    this.key = "";
    this.code = ""; // one-time code of a seat, until it is known whether it was right
    this.everything = false; // are all tables followed by their cards?
    this.asked = 0; // number of the last proposal
    this.player = ""; // personal code of a player of the tournament
    this.deeds = 0; // number of what that player has wished last
    this.waiting = new Map(); // proposals without an answer yet, by number
    this.adrift = []; // of those: asked in a run that is over, so that nobody answers them
    this.wait = FIRST_WAIT;
    this.startedOver = -Infinity;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.tick(), TICK);
    this.changed("connecting");
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = this.socket = connect();
    this.begun = performance.now();
    socket.onopen = () => this.begin();
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  begin() {
    this.begun = this.lastWord = performance.now();
    this.pinged = null; // when an answer was asked for that has not come
    this.there = false; // has a table been heard on this line?
    this.send("follow", { view: "page", table: this.table, run: this.run, since: this.since });
    if (this.everything) this.followAll(true);
    this.comeIn();
    this.changed("open");
  }

  // To the own seat: with the key, or with the code that nobody has answered yet.
  comeIn() {
    clearTimeout(this.again);
    if (this.key) this.send("resume", { key: this.key });
  }

  lost() {
    clearTimeout(this.again);
    this.changed("lost");
    this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  // Give a line up that is not closed: its machine may not even know.
  drop() {
    const dead = this.socket;
    dead.onclose = dead.onmessage = dead.onopen = null;
    dead.close();
    this.lost();
  }

  hurry() {
    // The network or the reader is back: do not wait any longer.
    if (this.socket.readyState === WebSocket.CLOSED) this.open();
    else this.tick();
  }

  tick() {
    const now = performance.now();
    if (this.socket.readyState === WebSocket.CONNECTING) {
      if (now - this.begun > CONNECT_TIMEOUT) this.drop();
    } else if (this.socket.readyState === WebSocket.OPEN) {
      if (now - this.begun > LASTED) this.wait = FIRST_WAIT;
      if (this.pinged === null) {
        if (!document.hidden && now - this.lastWord > PING_AFTER) this.ping(now);
      } else if (now - this.pinged > PONG_TIMEOUT) this.drop();
    }
  }

  ping(now) {
    this.pinged = now;
    this.send("ping", { number: 1 });
  }

  take(said) {
    this.lastWord = performance.now();
    this.pinged = null;
    if (said.type === "snapshot") this.snapshot(said);
    else if (said.type === "event") this.since = said.seq + 1;
    else if (said.type === "seated") this.seated(said);
    else if (said.type === "error") this.refused(said.code);
    else if (said.type === "answer") this.waiting.delete(said.number);
    this.onMessage(said);
  }

  snapshot(said) {
    const other = said.run !== this.run;
    [this.table, this.run, this.since] = [said.table, said.run, said.seq];
    this.there = true;
    if (!other) return;
    this.adrift.push(...this.waiting.values());
    this.waiting.clear();
    if (this.homeless) this.comeIn(); // now there may be a table that knows the key
    this.homeless = false;
  }

  // The key is our own, so that it is known even if the answer is lost.
  claim(code, key) {
    [this.code, this.key] = [code, key];
    this.send("claim", { code, key });
  }

  refused(code) {
    if (code === "wrong-key" && this.code) this.claim(this.code, this.key);
    else if (code === "wrong-key" && !this.there) this.homeless = true;
    else if (code === "wrong-key" || code === "wrong-code") this.code = this.key = "";
    else if (code === "full") this.wait = LONGEST_WAIT;
    else if (code === "too-many" && this.key) this.again = setTimeout(() => this.comeIn(), SEAT_AGAIN);
  }

  seated(said) {
    this.code = "";
    this.asked = Math.max(this.asked, said.asked);
    // What was asked before the cut and not answered is said again; it happens once.
    for (const { fields } of this.waiting.values()) this.send("propose", fields);
  }

  follow(table) {
    [this.table, this.run, this.since] = [table, "", null];
    this.send("follow", { view: "page", table, run: "", since: null });
  }

  followAll(on) {
    this.everything = on;
    this.send("mosaic", { on });
  }

  // Something of the match was not understood: hear all of it again, but not all the time.
  startOver() {
    const now = performance.now();
    if (now - this.startedOver < START_OVER_AFTER) return;
    this.startedOver = now;
    this.send("follow", { view: "page", table: this.table, run: "", since: null });
  }

  // `at` is the position it is asked in: asked again in the same one, it means the same.
  propose(proposal, at) {
    const fields = { number: ++this.asked, run: this.run, seen: this.since, proposal };
    this.waiting.set(fields.number, { fields, at });
    this.send("propose", fields);
  }

  enter(code) {
    this.player = code;
    this.send("enter", { code });
  }

  wish(deed) {
    this.send("deed", { number: ++this.deeds, deed });
  }

  send(type, fields) {
    if (this.socket.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ v: 1, type, ...fields }));
  }
}
