// The line to the server: one WebSocket that comes back by itself and goes on where it was.
// What is sent is in docs/NETWORK.md.

const FIRST_WAIT = 300, LONGEST_WAIT = 5000; // ms between tries
const SILENCE = 40000; // ms without a word after which a line counts as dead

export class Line {
  constructor(address, heard, changed) {
    this.address = address;
    this.heard = heard; // called with each message
    this.changed = changed; // called with "connecting", "open" or "lost"
    this.table = "";
    this.run = "";
    this.since = null;
    this.key = "";
    this.code = ""; // one-time code of a seat, until it is known whether it was right
    this.asked = 0; // number of the last proposal
    this.player = ""; // personal code of a player of the tournament
    this.deeds = 0; // number of what that player has wished last
    this.waiting = new Map(); // proposals without an answer yet, by number
    this.wait = FIRST_WAIT;
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    setInterval(() => this.listen(), 5000);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.changed(this.since === null ? "connecting" : "lost");
    const socket = this.socket = new WebSocket(this.address);
    socket.onopen = () => this.begin();
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  begin() {
    this.wait = FIRST_WAIT;
    this.lastWord = performance.now();
    this.send("follow", { view: "page", table: this.table, run: this.run, since: this.since });
    if (this.key) this.send("resume", { key: this.key });
    this.changed("open");
  }

  lost() {
    this.changed("lost");
    this.timer = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  hurry() {
    // The network or the reader is back: do not wait any longer.
    if (this.socket.readyState === WebSocket.CLOSED) this.open();
    else this.listen();
  }

  listen() {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.lastWord > SILENCE) {
      const dead = this.socket;
      dead.onclose = null;
      dead.close();
      this.lost();
    } else if (!document.hidden) this.send("ping", { number: 1 });
  }

  take(said) {
    this.lastWord = performance.now();
    if (said.type === "snapshot") {
      this.table = this.chosen ? said.table : "";
      [this.run, this.since] = [said.run, said.seq];
    } else if (said.type === "event") this.since = said.seq + 1;
    else if (said.type === "seated") this.seated(said);
    else if (said.type === "error") this.refused(said.code);
    else if (said.type === "answer") this.waiting.delete(said.number);
    this.heard(said);
  }

  // The key is our own, so that it is known even if the answer is lost.
  claim(code, key) {
    [this.code, this.key] = [code, key];
    this.send("claim", { code, key });
  }

  refused(code) {
    if (code === "wrong-key" && this.code) this.claim(this.code, this.key);
    else if (code === "wrong-key" || code === "wrong-code") this.code = this.key = "";
  }

  seated(said) {
    this.code = "";
    this.asked = Math.max(this.asked, said.asked);
    // What was asked before the cut and not answered is said again; it happens once.
    for (const fields of this.waiting.values()) this.send("propose", fields);
  }

  follow(table) {
    this.chosen = table !== "";
    [this.table, this.run, this.since] = [table, "", null];
    this.send("follow", { view: "page", table, run: "", since: null });
  }

  propose(proposal) {
    const fields = { number: ++this.asked, run: this.run, seen: this.since, proposal };
    this.waiting.set(fields.number, fields);
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
