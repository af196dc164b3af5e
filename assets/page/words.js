// The words of the page in the reader's language, as the server has them.

const AGAIN = 1000; // ms

export class Words {
  constructor() {
    this.known = {};
    this.language = "en";
    this.languages = { en: "English" };
    this.asked = 0; // how often, for an answer may come after that to a later question
  }

  // The words of the first language there are any in; tried again while the line is down.
  // Nothing, where another language has been asked for meanwhile.
  async load(wanted) {
    const number = ++this.asked;
    const asked = [wanted, ...navigator.languages].map((code) => code.slice(0, 2).toLowerCase());
    for (const code of [...asked, "en"]) {
      if (!/^[a-z]{2}$/.test(code)) continue;
      const read = await fetched(`words-${code}.json`);
      if (number !== this.asked) return;
      if (!read) continue;
      [this.known, this.languages, this.language] = [read.words, read.languages, code];
      return;
    }
  }

  say(key, fields = {}) {
    return (this.known[key] ?? "").replace(/\{(\w+)\}/g, (_all, name) => fields[name] ?? "");
  }

  // Of texts by language the reader's own.
  pick(texts) {
    return texts?.[this.language] ?? texts?.en;
  }
}

async function fetched(path) {
  for (;;) {
    try {
      const answer = await fetch(new URL(path, import.meta.url));
      return answer.ok ? await answer.json() : null;
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
