// Choosing words: by keyboard, a cursor that goes from word to word; by pointer, a selection.
import { categories, el, key, say } from "./common.js";

export class Words {
  constructor(view) {
    this.view = view;
    this.pointed = () => setTimeout(() => this.fromSelection(), 0);
    document.addEventListener("pointerup", this.pointed);
  }

  close() {
    document.removeEventListener("pointerup", this.pointed);
  }

  get tokens() { return this.view.story.tokens; }
  get draft() { return this.view.draft; }

  classOf(token) {
    const { draft } = this;
    let name = "w";
    if (draft && token >= Math.min(draft.from, draft.to) && token <= Math.max(draft.from, draft.to)) name += " chosen";
    if (draft && token === draft.to) name += " cursor";
    const [start, end] = this.tokens[token];
    const claims = this.view.story.claims.filter((claim) => claim.start < end && start < claim.end);
    if (claims.length) name += claims.every((claim) => claim.verdict === "not checkable") ? " claim unsaid" : " claim";
    return name;
  }

  /** Start to choose words: for a new mark, or other ones for a mark. */
  begin(mark = null) {
    if (!this.view.desk.annotator) return;
    this.view.flush();
    const near = mark || this.view.mark();
    const inside = (token) => near && this.tokens[token][0] < near.end && near.start < this.tokens[token][1];
    const covered = this.tokens.map((_, token) => token).filter(inside);
    const last = covered.length ? covered[covered.length - 1] : -1;
    const word = (token) => /[\p{L}\p{N}]/u.test(this.view.slice(...this.tokens[token]));
    const later = this.tokens.findIndex((_, token) => token > last && word(token));
    const at = mark ? last : Math.max(later, 0);
    this.choose({ mark: mark ? mark.id : null, from: mark ? covered[0] : at, to: at });
    say("Choose words with the arrow keys; Shift takes more.");
  }

  choose(draft) {
    this.view.draft = draft;
    this.view.draw();
    const word = this.view.text.querySelector(".w.cursor");
    if (word) word.scrollIntoView({ block: "nearest" });
    say(this.said());
  }

  range() {
    const first = Math.min(this.draft.from, this.draft.to);
    const last = Math.max(this.draft.from, this.draft.to);
    return [this.tokens[first][0], this.tokens[last][1]];
  }

  said() { return this.view.slice(...this.range()); }

  fromSelection() {
    const chosen = getSelection();
    if (!this.view.desk.annotator || chosen.isCollapsed || !this.view.text.contains(chosen.anchorNode)) return;
    const range = chosen.getRangeAt(0);
    const touched = [...this.view.text.querySelectorAll("[data-token]")].filter((word) => {
      if (!range.intersectsNode(word)) return false;
      const inside = document.createRange();
      inside.selectNodeContents(word);
      // A range that only touches the edge of a word does not take it.
      return range.compareBoundaryPoints(Range.END_TO_START, inside) < 0 && range.compareBoundaryPoints(Range.START_TO_END, inside) > 0;
    });
    if (!touched.length) return;
    chosen.removeAllRanges();
    const first = Number(touched[0].dataset.token);
    const sentence = this.tokens[first][2];
    const same = touched.map((word) => Number(word.dataset.token)).filter((token) => this.tokens[token][2] === sentence);
    const mark = this.draft ? this.draft.mark : null;
    this.choose({ mark, from: first, to: same[same.length - 1] });
  }

  card() {
    const { view, draft } = this;
    const old = draft.mark ? view.mark(draft.mark) : null;
    return el("div", { class: "card" },
      el("p", { class: "card-head" }, old ? "Other words for this mark" : "New mark"),
      el("p", { class: "said" }, this.said()),
      el("p", { class: "muted" }, key("←"), " ", key("→"), " another word, with ", key("Shift"), " more words; or select them in the text."),
      old ? null : view.chips(null, (category) => this.save(category)),
      el("div", { class: "small" },
        old ? el("button", { type: "button", class: "primary", onclick: () => this.save() }, "Mark these words", key("Enter")) : null,
        el("button", { type: "button", onclick: () => this.leave() }, "Leave it", key("Esc"))));
  }

  leave() {
    this.view.draft = null;
    this.view.keep();
  }

  async save(category = null) {
    const [start, end] = this.range();
    const { mark } = this.draft;
    if (!mark && !category) return;
    const fields = mark ? { action: "change", mark } : { action: "add", category };
    this.view.draft = null;
    const done = await this.view.act({ ...fields, start, end });
    if (done && !mark) { this.view.correct(); say("Marked. Write what would be right, or press Escape."); }
  }

  move(step, more) {
    const { draft } = this;
    const to = draft.to + step;
    if (to < 0 || to >= this.tokens.length) return;
    if (more && this.tokens[to][2] !== this.tokens[draft.from][2]) return; // a mark stays in its sentence
    this.choose({ ...draft, to, from: more ? draft.from : to });
  }

  sentence(direction) {
    const here = this.tokens[this.draft.to][2];
    const to = this.tokens.findIndex((token) => token[2] === here + direction);
    if (to >= 0) this.choose({ ...this.draft, from: to, to });
  }

  key(event) {
    const pressed = event.key;
    if (pressed === "ArrowRight") this.move(1, event.shiftKey);
    else if (pressed === "ArrowLeft") this.move(-1, event.shiftKey);
    else if (pressed === "ArrowDown") this.sentence(1);
    else if (pressed === "ArrowUp") this.sentence(-1);
    else if (pressed === "Escape") this.leave();
    else if (pressed === "Enter" && this.draft.mark) this.save();
    else if (/^[1-6]$/.test(pressed) && !this.draft.mark) this.save(categories[pressed - 1]);
    else return false;
    return true;
  }
}
