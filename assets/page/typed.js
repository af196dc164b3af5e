// A line to type moves into, with what they may be; it plays what the server has listed.

export class TypedMoves {
  // `play` gets the texts of the actions of a move, `refuse` what was written and what is possible.
  constructor(form, { play, refuse }) {
    this.form = form;
    this.field = form.querySelector("input");
    this.ways = form.querySelector("datalist");
    this.actions = [];
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.field.value.replaceAll(" ", "");
      const [first, ...rest] = text.split(",");
      const action = this.meant(first);
      if (!action) {
        if (text) refuse(text, this.beginning(first));
        return;
      }
      this.field.value = "";
      play([action.text, ...rest.filter(Boolean)]);
    });
  }

  // Offer these actions; none hides the line.
  set(actions) {
    this.form.hidden = !actions.length;
    if (actions === this.actions) return;
    this.actions = actions;
    this.ways.replaceChildren(...actions.map((one) => {
      const option = document.createElement("option");
      option.value = one.text;
      return option;
    }));
  }

  // The action written `word`; capitals count only where two differ in nothing else.
  meant(word) {
    const alike = this.actions.filter((one) => one.text.toLowerCase() === word.toLowerCase());
    return this.actions.find((one) => one.text === word) ?? (alike.length === 1 ? alike[0] : null);
  }

  // What begins like `word`, or all, where nothing does.
  beginning(word) {
    const texts = this.actions.map((one) => one.text);
    const fitting = texts.filter((text) => text.toLowerCase().startsWith(word.toLowerCase()));
    return (fitting.length ? fitting : texts).slice(0, 6);
  }
}
