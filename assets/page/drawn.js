// What somebody has drawn on positions of a match that is over, and what they wrote beside it.

const COLOURS = { good: "yellow", bad: "red", idea: "blue" };

export class Drawn {
  constructor(board, words, parts) {
    [this.board, this.words, this.parts] = [board, words, parts];
    this.notes = new Map(); // by the number of turns before
  }

  // A kind of a newer program is passed over.
  tell(notes) {
    const known = (signs) => signs.filter((sign) => sign.at(-1) in COLOURS);
    this.notes = new Map(notes.map(({ turn, comment, marks, arrows }) =>
      [turn, { comment, marks: known(marks), arrows: known(arrows) }]));
  }

  // Show what belongs to a position; null is one without.  Mark the turns that have something.
  show(turn) {
    const { section, text, signs, turns } = this.parts;
    const note = this.notes.get(turn);
    this.board.annotate(note?.marks ?? [], note?.arrows ?? []);
    section.hidden = !note;
    text.textContent = note?.comment ?? "";
    signs.textContent = note ? this.spoken(note) : "";
    [...turns.children].forEach((row, number) => row.classList.toggle("drawn", this.notes.has(number + 1)));
  }

  spoken({ marks, arrows }) {
    const colour = (kind) => this.words.say(`drawn-${COLOURS[kind]}`);
    return [...marks.map(([point, kind]) => `${colour(kind)} ${point}`),
      ...arrows.map(([source, target, kind]) => `${colour(kind)} ${source} – ${target}`)].join(", ");
  }
}
