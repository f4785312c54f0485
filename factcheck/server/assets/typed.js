// What stands in the fields of a mark's card: kept when the card is drawn again, sent before
// anything else happens, so that nothing typed is lost without a word.

export class Typed {
  /** view: the story's; mark: whose card it is; correction, note: the fields. */
  constructor(view, mark, correction, note) {
    this.view = view;
    this.mark = mark;
    this.fields = { correction, note };
    this.sent = { correction: mark.correction || "", note: mark.note || "" };
  }

  value(name) { return this.fields[name].value.trim(); }

  isUnsent(name) { return this.value(name) !== this.sent[name]; }

  get unsent() { return this.isUnsent("correction") || this.isUnsent("note"); }

  /** Send a field as it is, though it may be what it was: that accepts a correction. */
  save(name) {
    const value = this.value(name);
    this.sent[name] = value;
    const fields = name === "note" ? { action: "note", text: value } : { action: "change", correction: value };
    return this.view.act({ ...fields, mark: this.mark.id });
  }

  /** Send what was typed and not sent yet. */
  flush() {
    for (const name of ["note", "correction"]) if (this.isUnsent(name)) this.save(name);
  }

  /** Take back what was typed. */
  drop(...names) {
    for (const name of names) this.fields[name].value = this.sent[name];
  }

  /** Put what was typed into the card drawn before, and the cursor, where they were. */
  follow(before) {
    if (!before || before.mark.id !== this.mark.id) return;
    for (const [name, field] of Object.entries(this.fields)) {
      const old = before.fields[name];
      if (before.isUnsent(name)) field.value = old.value;
      if (name === before.focused) {
        field.focus({ preventScroll: true });
        field.setSelectionRange(...before.cursor);
      }
    }
  }

  /** Remember which field is typed into, before the card is taken away. */
  remember() {
    const [name, field] = Object.entries(this.fields).find(([, each]) => each === document.activeElement) || [];
    this.focused = name;
    this.cursor = field ? [field.selectionStart, field.selectionEnd] : null;
    return this;
  }
}
