// The tournament: pairings, results and standings for everybody; for whoever has given a personal
// code also what that player may do.  Names are texts, never markup.

const $ = (id) => document.getElementById(id);
const OUTCOMES = ["won", "drawn", "lost"];

export class Tournament {
  constructor(words, tools) {
    this.words = words;
    this.tools = tools; // element, button, announce, keep, line: what the page has for all its parts
    this.state = null;
    this.person = null; // whom this page speaks for
    this.waiting = false;
    this.asked = new Set(); // the games whose reasons are open
  }

  // -- what the server says ------------------------------------------------------------------

  told(state) {
    this.state = state;
    this.tools.changed(state);
    // A code that is known already is given anew on each line, without a word if it is too old.
    const { player } = this.tools.line();
    if (state && player && !this.given) {
      this.given = this.quiet = true;
      this.tools.line().enter(player);
    }
    this.draw();
  }

  entered(person) {
    const known = this.person;
    this.person = person;
    this.waiting = this.quiet = false;
    this.given = true;
    this.tools.keep("player", person === null ? "" : this.tools.line().player);
    if (person === null) this.tools.line().player = "";
    else if (known !== person)
      this.tools.announce(this.words.say("player-welcome", { name: this.name(person) }));
    this.draw();
  }

  done(said) {
    this.waiting = false;
    if (!said.accepted) this.tools.announce(this.words.pick(said.words) || said.code, true);
    this.draw();
  }

  // Is there nothing to be said of it?
  refused(code) {
    const quiet = code === "wrong-pass" && this.quiet;
    this.waiting = false;
    if (code === "wrong-pass") {
      this.person = null;
      this.quiet = false;
      this.tools.line().player = "";
      this.tools.keep("player", "");
    }
    this.draw();
    return quiet;
  }

  cut() {
    this.waiting = this.given = this.quiet = false;
    this.draw();
  }

  // -- everybody's ---------------------------------------------------------------------------

  who(person) {
    return this.state?.people.find((one) => one.id === person);
  }

  name(person) {
    return this.who(person)?.name ?? "";
  }

  draw() {
    if (!this.state) return;
    const { state, words } = this;
    $("cup").textContent = state.name;
    $("cup-round").textContent = state.round
      ? words.say("round-of", { number: state.round, count: state.rounds }) : words.say("no-round");
    this.drawPlayer();
    this.drawGames();
    this.drawAbsent();
    this.drawStandings();
  }

  drawGames() {
    const { element } = this.tools;
    const { state, words } = this;
    const rows = [];
    let round = 0;
    for (const game of state.games) {
      if (game.round !== round) {
        round = game.round;
        rows.push(element("h3", { textContent: words.say("round", { number: round }) }));
      }
      rows.push(this.gameRow(game));
    }
    for (const sit of state.sits.filter((one) => one.why !== "absent"))
      rows.push(element("p", { className: "sit", textContent:
        `${this.name(sit.person)}: ${words.say(`sit-${sit.why}`)}, ${sit.points}` },
      ...this.reasons(`sit.${sit.person}`, sit.reasons)));
    $("games").hidden = !rows.length;
    $("games").replaceChildren(...rows);
  }

  gameRow(game) {
    const { element } = this.tools;
    const own = game.people.includes(this.person) ? " own" : "";
    const said = Object.values(game.said);
    const names = [0, 1].map((number) => this.name(game.people[number]));
    const known = game.score || (game.status === "claimed" ? said[0].score : "");
    const absent = this.absent(known, names);
    const mark = game.score ? "" : " ?";
    const score = absent ? "" : known ? known + mark : "–";
    const side = (number) => element("span", { className: "side", textContent: this.name(game.people[number]) });
    return element("div", { className: `game ${game.status}${own}` },
      element("span", { className: "place", textContent: this.place(game) }),
      side(0), element("span", { className: "score", textContent: score }), side(1),
      element("span", { className: "status",
        textContent: absent ? absent + mark : game.score ? "" : this.words.say(`status-${game.status}`) }),
      ...this.reasons(`${game.round}.${game.game}`, game.reasons));
  }

  // A result without play in words; "" for one of a game that was played.
  absent(score, names) {
    const winner = { "+ – −": 0, "− – +": 1, "− – −": 2 }[score.trim()];
    if (winner === undefined) return "";
    const fields = { winner: names[winner], loser: names[1 - winner] };
    return this.words.say(winner < 2 ? "not-played" : "nobody-came", fields);
  }

  plain(score, names) {
    return this.absent(score, names) || score;
  }

  // Why this opponent: the sentences, folded up until somebody asks.
  reasons(key, found) {
    const { element } = this.tools;
    if (!found.length) return [];
    const said = found.map((one) => element("p", { textContent: this.words.say(`why-${one.key}`, one.fields) }));
    const folded = element("details", { className: "why", open: this.asked.has(key),
      ontoggle: () => this.asked[folded.open ? "add" : "delete"](key) },
    element("summary", { textContent: this.words.say("why") }), ...said);
    return [folded];
  }

  place(game) {
    const fields = { number: game.table, sitting: game.sitting };
    return this.words.say(game.sitting > 1 ? "table-sitting" : "table", fields);
  }

  drawAbsent() {
    const { element } = this.tools;
    const away = this.state.people.filter((one) => !one.here && !one.gone);
    $("absent").hidden = this.state.ended;
    $("absent-title").textContent = this.words.say(away.length ? "not-here" : "all-here");
    // Where the organiser allows it, a press on a name is enough.
    const byName = this.state.by_name && !this.state.mute && !this.who(this.person);
    const name = (one) => (byName
      ? this.act(`in-${one.id}`, one.name, { is: "arrive", person: one.id }) : one.name);
    $("absent-about").hidden = !byName || !away.length;
    $("absent-about").textContent = this.words.say("arrive-by-name");
    away.sort((a, b) => a.name.localeCompare(b.name));
    $("absent-list").replaceChildren(...away.map((one) => element("li", {}, name(one))));
  }

  drawStandings() {
    const { element } = this.tools;
    $("standings-title").textContent = this.words.say(this.state.ended ? "standings-final" : "standings");
    $("standings").tBodies[0].replaceChildren(...this.state.standings.map((line) => element("tr",
      { className: line.person === this.person ? "own" : "" },
      element("td", { className: "number", textContent: line.place }),
      element("td", { className: "who", textContent: this.name(line.person) }),
      element("td", { className: "number points", textContent: line.points }))));
  }

  // -- the player's own ----------------------------------------------------------------------

  drawPlayer() {
    const own = Boolean(this.who(this.person));
    const drawn = `${own} ${this.words.language}`;
    $("player").hidden = this.state.ended || Boolean(this.state.mute); // a hub only shows it
    // A field that somebody types into stays as it is.
    if (!own && $("player").dataset.drawn === drawn) return;
    $("player").dataset.drawn = drawn;
    const focused = $("player").contains(document.activeElement) ? document.activeElement.id : "";
    $("player").replaceChildren(...(own ? this.ownParts() : this.entrance()));
    if (focused) $(focused)?.focus();
  }

  entrance() {
    const { element } = this.tools;
    const { words } = this;
    const code = element("input", {
      id: "player-code", autocomplete: "off", autocapitalize: "characters", spellcheck: false,
      maxLength: 12, size: 10, placeholder: "XXXX-XXXX", ariaLabel: words.say("player-code"),
    });
    const form = element("form", { onsubmit: (event) => {
      event.preventDefault();
      if (code.value.trim()) this.tools.line().enter(code.value.trim());
    } }, code, element("button", { className: "main", id: "player-enter", textContent: words.say("player-enter") }));
    return [this.title(words.say("player-title")), this.text(words.say("player-text")), form];
  }

  ownParts() {
    const { words } = this;
    const me = this.who(this.person);
    const parts = [this.title(me.name)];
    if (me.gone) parts.push(this.text(words.say("withdrawn")));
    else if (me.here) parts.push(this.text(words.say("arrived")));
    else parts.push(this.row(this.act("arrive", words.say("arrive"), { is: "arrive" }, "main")));
    const game = this.state.games.find((one) => !one.score && one.people.includes(this.person));
    if (game) parts.push(...this.gameParts(game));
    else if (this.state.round && !me.gone) parts.push(this.text(words.say("no-game")));
    const leave = this.tools.button(words.say("player-leave"), () => this.tools.line().enter(""));
    leave.id = "player-leave";
    leave.className = "quiet";
    return [...parts, leave];
  }

  gameParts(game) {
    const { words } = this;
    const side = game.people.indexOf(this.person);
    const name = this.name(game.people[1 - side]);
    const mine = game.said[side], theirs = game.said[1 - side], match = game.said[-1];
    const plain = (said) => this.plain(said.score, game.people.map((person) => this.name(person)));
    const parts = [this.text(words.say("your-game", { table: this.place(game), name }), "strong")];
    const other = theirs ?? match;
    if (game.status === "disputed" && mine && theirs)
      parts.push(this.text(words.say("they-differ", { yours: plain(mine), name, theirs: plain(theirs) }), "bad"));
    else if (mine && game.status === "claimed") parts.push(this.text(words.say("you-said", { score: plain(mine), name })));
    else if (other) {
      const says = words.say(theirs ? "other-says" : "match-says", { name, score: plain(other) });
      parts.push(this.text(says));
      if (game.status === "claimed") {
        const deed = { is: "confirm", round: game.round, game: game.game, score: other.score };
        const label = words.say("confirm", { score: plain(other) });
        parts.push(this.row(this.act("confirm", label, deed, "main")));
      }
    }
    return [...parts, ...this.results(game, !mine && !other)];
  }

  results(game, first) {
    const { element } = this.tools;
    const { words } = this;
    const possible = OUTCOMES.filter((one) => one !== "drawn" || this.state.draws);
    const margin = element("input", { id: "margin", type: "number", min: 0, max: 999, inputMode: "numeric",
      value: this.margin ?? "", oninput: () => { this.margin = margin.value; } });
    const deed = (outcome) => ({ is: "result", round: game.round, game: game.game, outcome,
      margin: outcome === "drawn" || !this.state.margins ? 0 : Math.min(999, Math.abs(Math.trunc(margin.value)) || 0) });
    const buttons = possible.map((outcome) => this.act(`i-${outcome}`, words.say(`i-${outcome}`),
      () => deed(outcome), first ? "main" : ""));
    const by = element("label", { className: "by" }, words.say("margin"), margin);
    return [...(this.state.margins ? [by] : []), this.row(...buttons)];
  }

  act(id, text, deed, kind = "") {
    const one = this.tools.button(text, () => {
      this.waiting = true;
      this.tools.line().wish(typeof deed === "function" ? deed() : deed);
      this.draw();
    }, kind);
    one.id = `do-${id}`;
    one.disabled = this.waiting;
    return one;
  }

  title(text) {
    return this.tools.element("h3", { textContent: text });
  }

  text(text, kind = "") {
    return this.tools.element("p", { textContent: text, className: kind });
  }

  row(...inside) {
    return this.tools.element("div", { className: "deeds" }, ...inside);
  }
}
